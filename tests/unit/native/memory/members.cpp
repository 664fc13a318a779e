#include "members.hpp"

#include <algorithm>
#include <cstring>

#include "native/base/clock.hpp"
#include "native/base/random.hpp"
#include "native/memory/hybrid_memory.hpp"
#include "native/memory/shared_memory.hpp"
#include "native/memory/tcp_memory.hpp"
#include "native/net/hosts.hpp"

using namespace shunt;
using namespace shunt::memory;

namespace remote_test {

bool meet(Board& board, int size) {
    const int round = board.round;
    if (++board.arrived == size) {
        board.arrived = 0;
        ++board.round;
        return true;
    }
    return node_test::wait_for(board.round, round + 1);
}

AllGather gathering(Board& board, int rank, int size) {
    return [&board, rank, size](const void* mine, std::size_t bytes, void* all) {
        if (bytes > Board::kBytes) return Status::bug;
        std::memcpy(board.slots[rank], mine, bytes);
        if (!meet(board, size)) return Status::timeout;
        auto* const to = static_cast<std::byte*>(all);
        for (int i = 0; i < size; ++i) std::memcpy(to + static_cast<std::size_t>(i) * bytes, board.slots[i], bytes);
        return meet(board, size) ? Status::ok : Status::timeout;
    };
}

std::vector<Transport> ways() {
    const auto tcp = [](const Setup& setup, std::unique_ptr<RemoteMemory>& into) { return open_tcp(setup, {}, into); };
    // Two nodes on one machine have the same addresses, so the interface must be named.
    const auto mixed = [](Setup setup, std::unique_ptr<RemoteMemory>& into) {
        for (int rank = 0; rank < setup.size; ++rank) setup.node_of.push_back(rank / 2);
        setup.host_of.resize(static_cast<std::size_t>(setup.size + 1) / 2);
        const auto hosts = net::Hosts::repeated(1, {"lo"});
        setup.hosts = &hosts;
        const InternodeMemory* far = nullptr;
        const auto by_tcp = [](const Setup& members, bool gets_window) {
            return open_far_tcp(members, {"lo"}, gets_window);
        };
        return open_hybrid(setup, by_tcp, into, far);
    };
    return {{"shm", open_shared_memory}, {"tcp", tcp}, {"mixed", mixed}};
}

Setup setup_of(Board& board, int rank, int size, std::size_t window_bytes) {
    Setup setup;
    setup.rank = rank;
    setup.size = size;
    setup.window_bytes = window_bytes;
    setup.all_gather = gathering(board, rank, size);
    return setup;
}

std::vector<std::string> run_members(int size, std::size_t window_bytes,
                                     const std::function<int(Board&, const Setup&)>& body) {
    const Told<Board> board;
    std::vector<pid_t> children;
    for (int rank = 0; rank < size; ++rank)
        children.push_back(
            node_test::start_child([&, rank] { return body(*board, setup_of(*board, rank, size, window_bytes)); }));
    std::vector<std::string> ends;
    for (const pid_t child : children) ends.push_back(node_test::end_of(child));
    return ends;
}

Word& word_at(std::span<std::byte> window, std::size_t offset) {
    return *reinterpret_cast<Word*>(window.data() + offset);
}

namespace {

constexpr std::uint64_t kRing = 24 * 1024;
constexpr std::int64_t kTimeoutNs = 30'000'000'000;

// Window: for each peer 64 bytes of words {bytes written by the peer, bytes of ours read by the peer}, then a ring for
// each peer.
std::uint64_t words_of(int peer) { return static_cast<std::uint64_t>(peer) * 64; }
std::uint64_t ring_of(int size, int peer) {
    return static_cast<std::uint64_t>(size) * 64 + static_cast<std::uint64_t>(peer) * kRing;
}

std::byte byte_of(int from, int to, std::uint64_t at) {
    const auto pair = static_cast<std::uint64_t>(from * 131 + to * 17);
    return static_cast<std::byte>((pair + at * 7 + (at >> 8) * 13) & 0xff);
}

struct Stream {
    int peer = 0;
    std::uint64_t sent = 0, taken = 0, total = 0;
    std::vector<std::byte> block;  // unchanged until the put has completed
    std::uint64_t block_put = 0;   // the value of posted() after it
    bool word_owed = false, credit_owed = false;
    bool done() const { return sent == total && taken == total && !word_owed && !credit_owed; }
};

}  // namespace

std::size_t streams_window_bytes(int size) { return ring_of(size, size); }

int all_to_all_streams(RemoteMemory& memory, int rank, int size, std::uint64_t seed, int blocks) {
    Random random(seed * 64 + static_cast<std::uint64_t>(rank));
    const auto window = memory.window();
    std::vector<Stream> streams;
    for (int peer = 0; peer < size; ++peer)
        if (peer != rank)
            streams.emplace_back().peer = peer, streams.back().total = static_cast<std::uint64_t>(blocks) * 1500;
    int failed = 0;
    const auto settle = [&](Status status, bool& owed) {  // the word was sent, is still owed, or there was an error
        if (status != Status::ok && status != Status::again) failed = 10 + static_cast<int>(status);
        owed = status == Status::again;
        return status == Status::ok;
    };
    const auto send = [&](Stream& stream) {
        if (stream.word_owed && !settle(memory.put_word(stream.peer, words_of(rank), stream.sent), stream.word_owed))
            return false;
        if (memory.completed(stream.peer) < stream.block_put) return false;
        const std::uint64_t credit = word_at(window, words_of(stream.peer) + 8).load(std::memory_order_acquire);
        const std::uint64_t at = stream.sent % kRing;
        const std::uint64_t room = std::min(kRing - (stream.sent - credit), kRing - at);
        const std::uint64_t bytes = std::min({room, stream.total - stream.sent, 1 + random.below(9000)});
        if (bytes == 0) return false;
        stream.block.resize(bytes);
        for (std::uint64_t i = 0; i < bytes; ++i) stream.block[i] = byte_of(rank, stream.peer, stream.sent + i);
        Registration registration;
        const bool direct = random.chance(1, 2) && memory.register_memory(stream.block, registration).ok();
        bool again = false;
        const bool sent = settle(
            memory.put(stream.peer, ring_of(size, rank) + at, stream.block, direct ? &registration : nullptr), again);
        if (!sent) return false;
        if (direct && stream.block.size() > memory.traits().inline_bytes) stream.block_put = memory.posted(stream.peer);
        stream.sent += bytes;
        settle(memory.put_word(stream.peer, words_of(rank), stream.sent), stream.word_owed);
        return true;
    };
    const auto take = [&](Stream& stream) {
        if (stream.credit_owed &&
            !settle(memory.put_word(stream.peer, words_of(rank) + 8, stream.taken), stream.credit_owed))
            return false;
        const std::uint64_t written = word_at(window, words_of(stream.peer)).load(std::memory_order_acquire);
        if (written == stream.taken) return false;
        if (written < stream.taken || written - stream.taken > kRing) failed = 2;
        for (; stream.taken < written; ++stream.taken)
            if (window[ring_of(size, stream.peer) + stream.taken % kRing] != byte_of(stream.peer, rank, stream.taken))
                failed = 3;
        settle(memory.put_word(stream.peer, words_of(rank) + 8, stream.taken), stream.credit_owed);
        return true;
    };
    const auto step = [&] {
        bool moved = false;
        for (Stream& stream : streams) moved = int{send(stream)} + int{take(stream)} != 0 || moved;
        return moved || failed != 0 ||
               std::all_of(streams.begin(), streams.end(), [](const Stream& each) { return each.done(); });
    };
    while (failed == 0 &&
           !std::all_of(streams.begin(), streams.end(), [](const Stream& each) { return each.done(); })) {
        const Status status = memory.wait(step, kTimeoutNs);
        if (status != Status::ok) return 20 + static_cast<int>(status);
    }
    // Posted operations must have left before the memory is freed.
    const Status flushed =
        failed != 0 ? Status::ok : memory.wait([&] { return memory.progress() == Status::ok; }, kTimeoutNs);
    return failed != 0 ? failed : flushed == Status::ok ? 0 : 30 + static_cast<int>(flushed);
}

}  // namespace remote_test
