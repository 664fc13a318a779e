#pragma once
#include <cstdint>

namespace shunt::remote_write {

/// When each protocol is used. Lengths in bytes.
struct MessengerOptions {
    /// Longest message that is sent with its envelope; at most 16 KiB.
    std::uint64_t eager_most = 16 * 1024;
    /// Receives of at least this length post a request for sending, and messages of at least this length are written.
    std::uint64_t write_from = 8 * 1024;
    /// Bytes of a longer message that travel with the offer; 0: none.
    std::uint64_t first_piece = 0;
    /// Bytes of one sender that may be on their way to, or unexpected in, one receiver. Messages beyond that are sent
    /// by rendezvous.
    std::uint64_t unexpected_most = 64 << 20;
    /// After so many polls without room in a mailbox, eager messages are copied and their sends end.
    std::uint32_t looks_for_room = 200;
};

}  // namespace shunt::remote_write
