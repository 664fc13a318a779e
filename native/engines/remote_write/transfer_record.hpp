#pragma once
#include <algorithm>
#include <cstdint>

#include "native/engines/remote_write/copy_ways.hpp"
#include "native/engines/remote_write/frame_word.hpp"
#include "native/node/wait.hpp"

namespace shunt::remote_write {

/// A word by which two processes decide: the one that first changes it from `open` has decided. It contains a serial
/// number, so that a late access to a gate that was reused changes nothing.
class Gate {
public:
    enum class State : std::uint8_t { shut, open, claimed, withdrawn };
    /// The owner opens it for `serial`.
    void open(std::uint32_t serial) { word_.store(encode(serial, State::open), std::memory_order_seq_cst); }
    void shut() { word_.store(0, std::memory_order_seq_cst); }
    /// Returns: whether this call decided.
    bool claim(std::uint32_t serial) { return change(serial, State::claimed); }
    bool withdraw(std::uint32_t serial) { return change(serial, State::withdrawn); }
    /// Whether it is not withdrawn, nor used for another serial number.
    bool stands(std::uint32_t serial) const {
        const std::uint64_t word = word_.load(std::memory_order_seq_cst);
        return word == encode(serial, State::open) || word == encode(serial, State::claimed);
    }
    bool is_claimed(std::uint32_t serial) const {
        return word_.load(std::memory_order_seq_cst) == encode(serial, State::claimed);
    }

private:
    static constexpr std::uint64_t encode(std::uint32_t serial, State state) {
        return std::uint64_t{serial} << 8 | static_cast<std::uint64_t>(state);
    }
    bool change(std::uint32_t serial, State to) {
        std::uint64_t expected = encode(serial, State::open);
        return word_.compare_exchange_strong(expected, encode(serial, to), std::memory_order_seq_cst);
    }
    Word word_{0};
};

/// Some chunks of a long transfer, one after the other.
struct ChunkRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

/// The state shared by both sides of a transfer, in the inbox of its receiver. Each chunk is claimed once, by the side
/// that copies it, so that either can continue while the other is away. A claim contains the transfer's serial number:
/// a sender that accesses a record after its transfer was completed, and the record reused, sees that and changes
/// nothing. The receiver closes a record only when all chunks have arrived.
struct alignas(node::kLineBytes) TransferRecord {
    Word claimed{0};                               ///< serial number, and how many chunks are claimed; 0: closed
    Word pushed{0};                                ///< chunks that the sender has copied itself; written by it
    Gate gate;                                     ///< of memory exposed to one sender
    Word way{0};                                   ///< CopyWay, of the receiver's choice
    alignas(node::kLineBytes / 2) Word pulled{0};  ///< chunks that the receiver has copied; written by it
    Word returned{0};                              ///< chunks that the receiver claimed and could not copy: give_back()

    /// The receiver begins a transfer.   `serial`: not 0, greater than all before.
    void open(std::uint32_t serial, CopyWay chosen) {
        way.store(static_cast<std::uint64_t>(chosen), std::memory_order_relaxed);
        pulled.store(0, std::memory_order_relaxed);
        returned.store(0, std::memory_order_relaxed);
        pushed.store(0, std::memory_order_relaxed);
        claimed.store(std::uint64_t{serial} << 32, std::memory_order_seq_cst);
    }
    void close() { claimed.store(0, std::memory_order_seq_cst); }

    enum class State : std::uint8_t { open, closed, impossible };
    /// Whether the record still belongs to transfer `serial`; closed: that was completed.
    State state(std::uint32_t serial) const { return state_of(claimed.load(std::memory_order_acquire), serial); }

    /// How many of `chunks` are unclaimed.
    std::uint64_t unclaimed(std::uint32_t serial, std::uint64_t chunks) const {
        const std::uint64_t word = claimed.load(std::memory_order_seq_cst);
        if (state_of(word, serial) != State::open) return 0;
        return chunks - std::min(chunks, word & 0xffff'ffff);
    }

    /// The receiver could not copy the chunks it had claimed; the sender then sends them in frames.
    void give_back(std::uint32_t serial, ChunkRange range) {
        returned.store(encode(serial, range), std::memory_order_seq_cst);
    }
    /// The sender takes those chunks. It ignores chunks of another transfer that has since got the record.
    ChunkRange take_back(std::uint32_t serial) {
        std::uint64_t word = returned.load(std::memory_order_relaxed);
        if (word == 0 || word >> 48 != (serial & 0xffff) || state(serial) != State::open) return {};
        if (!returned.compare_exchange_strong(word, 0, std::memory_order_acq_rel)) return {};
        return {word >> 16 & 0xffff'ffff, word & 0xffff};
    }

    /// Claims up to `most` unclaimed chunks below `chunks`; none: an empty range.
    ChunkRange claim(std::uint32_t serial, std::uint64_t chunks, std::uint64_t most) {
        std::uint64_t word = claimed.load(std::memory_order_acquire);
        while (state_of(word, serial) == State::open) {
            const std::uint64_t first = word & 0xffff'ffff;
            if (first >= chunks) break;
            const std::uint64_t count = std::min(most, chunks - first);
            if (claimed.compare_exchange_weak(word, word + count, std::memory_order_seq_cst)) return {first, count};
        }
        return {};
    }

private:
    static std::uint64_t encode(std::uint32_t serial, ChunkRange range) {
        return std::uint64_t{serial} << 48 | range.first << 16 | range.count;
    }
    static State state_of(std::uint64_t word, std::uint32_t serial) {
        const auto holder = static_cast<std::uint32_t>(word >> 32);
        if (holder == serial) return State::open;
        // A receiver's serial numbers increase.
        return word == 0 || holder - serial < 1u << 31 ? State::closed : State::impossible;
    }
};
static_assert(sizeof(TransferRecord) == node::kLineBytes);

}  // namespace shunt::remote_write
