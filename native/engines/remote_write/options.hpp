#pragma once
#include <cstdint>

namespace shunt::remote_write {

/// How messages go. Lengths in bytes.
struct MessengerOptions {
    /// Longest message that goes with its envelope; at most 16 KiB.
    std::uint64_t eager_most = 16 * 1024;
    /// Receives of at least this length post a request for sending, and messages of at least this length are written.
    std::uint64_t write_from = 8 * 1024;
    /// So much of a longer message goes with the offer; 0: nothing.
    std::uint64_t first_piece = 0;
    /// So many bytes of one sender may be on their way to, or wait unexpected in, one receiver; what is sent beyond
    /// goes by rendezvous.
    std::uint64_t unexpected_most = 64 << 20;
    /// So many looks in vain for room in a mailbox, then eager messages are copied and their sends end.
    std::uint32_t looks_for_room = 200;
};

}  // namespace shunt::remote_write
