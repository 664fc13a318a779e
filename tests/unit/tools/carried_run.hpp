#pragma once
// Two ranks whose messages were carried by remote write.
#include "tests/unit/tools/hand_made.hpp"

namespace shunt::tools::hand_made {

/// Adds one entry to the row that was added last.
inline record::MessageEntry& add_messages(Parts& parts, record::MessageProtocol protocol, record::MessageWay way,
                                          std::uint64_t messages, std::uint64_t bytes) {
    record::MessageEntry entry;
    entry.cell = static_cast<std::uint32_t>(parts.cells.size() - 1);
    entry.protocol = protocol;
    entry.way = way;
    entry.messages = messages;
    entry.bytes = bytes;
    parts.messages.push_back(entry);
    return parts.messages.back();
}

/// One of two ranks. Rank 0 has received 100 messages of 70,000 bytes and 4 empty ones. It has sent 52 of 100 bytes,
/// and does not know how two of these ended. Rank 1 has done nothing.
inline Parts carried_rank(int rank) {
    using record::MessageProtocol, record::MessageWay;
    constexpr unsigned received = unsigned{record::kTraffic} | unsigned{record::kReceive};
    Parts parts = idle_rank(rank, 2);
    parts.engines = {"host", "remote_write"};
    if (rank != 0) return parts;
    const auto add_ours = [&](const char* function, std::uint64_t bytes, std::uint64_t count, unsigned flags) {
        add(parts, function, 1, bytes, count, flags).key.engine = 1;
    };
    add_ours("MPI_Irecv", 70'000, 100, received);
    add_messages(parts, MessageProtocol::written, MessageWay::cross_memory, 81, 81 * 70'000 - 7'000);
    add_messages(parts, MessageProtocol::written, MessageWay::shared_memory, 0, 7'000);
    record::MessageEntry& late =
        add_messages(parts, MessageProtocol::rendezvous, MessageWay::shared_memory, 19, 19 * 70'000);
    late.unexpected = 10;
    late.length_sum = 25;
    late.length_most = 6;
    add_ours("MPI_Recv", 0, 4, received | record::kCall);
    add_messages(parts, MessageProtocol::eager, MessageWay::own_process, 4, 0);
    add_ours("MPI_Send", 100, 52, unsigned{record::kTraffic} | unsigned{record::kCall});
    add_messages(parts, MessageProtocol::eager, MessageWay::tcp, 50, 5000);
    return parts;
}

inline Analysis carried_run() { return analysis_of({carried_rank(0), carried_rank(1)}); }

}  // namespace shunt::tools::hand_made
