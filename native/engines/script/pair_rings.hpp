#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/shared/stamp_word.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::script_engine {

/// Packets from one member to another, in memory of the receiver, in the order sent. Both ends know the length of each
/// packet before it arrives, as their programs determine what is sent. A packet takes the next of kSlots stamps. Its
/// bytes are behind the stamp, or, beyond kInlineBytes, in a ring of bytes at places that both ends compute alike. A
/// stamp is put after the bytes, and only the packet expected next can have it. The receiver reports now and then, in a
/// word of the sender's window, how many packets it has taken. Thread: any one at a time.   Blocks: never.
/// Source: rings as in the pipeline engine, "Pipelining and overlapping for MPI collective operations", 4.1.
class PairRings {
public:
    static constexpr std::uint64_t kSlots = 32;
    static constexpr std::uint64_t kInlineBytes = 48;
    static constexpr std::uint64_t kPlentyPackets = kSlots / 4;
    static constexpr std::uint64_t kOfferBytes = sizeof(memory::Place);

    /// The properties of a packet beside its bytes, on which both ends must agree: its program, and whether it only
    /// offers bytes. An offer is a memory::Place in the memory of a sender on the same node; the receiver copies the
    /// bytes before it takes the packet. It may refuse: then the sender sends them.
    struct Tag {
        std::uint64_t program = 0;
        bool is_offer = false;
    };

    class In;
    class Out;

    /// Bytes of each pair's ring, so that the rings of a member with all others have about `budget` bytes.
    static std::uint64_t ring_bytes(std::uint64_t budget, int members);
    /// Bytes of each member's window.
    static std::uint64_t window_bytes(std::uint64_t ring_bytes, int members);

    /// `nonce`: equal on all members, not known before to any process.   Owner: `memory`, whose windows have
    /// window_bytes(), outlives this.
    PairRings(memory::RemoteMemory& memory, int rank, int size, std::uint64_t ring_bytes, std::uint64_t nonce);
    ~PairRings();

    /// The most bytes of one packet.
    std::uint64_t packet_bytes() const { return ring_bytes_ / 4; }
    /// This member's ends of the rings with `peer`; their addresses never change. The first call makes them and begins
    /// to connect.   Fails: std::bad_alloc.
    In& in(int peer);
    Out& out(int peer);

    /// From now on a reader may see a word half written: an impossible word is a fault only if it does not change.
    void expect_torn_words() { looks_ = StrangeWord::kTorn; }
    /// Tells all members that this one communicates with that the group has failed; call it again until it returns
    /// true.
    bool poison();
    bool is_poisoned() const { return word(0).load(std::memory_order_acquire) != 0; }

private:
    static constexpr std::uint64_t kLine = 128, kStampLine = 64;

    /// The places of packets in the ring of bytes, computed alike at both ends.   Units: bytes since the beginning.
    struct Places {
        std::uint64_t end = 0;
        /// Where a packet of `bytes` bytes begins if it is the next.
        std::uint64_t begin_of(std::uint64_t bytes, std::uint64_t ring) const;
        static std::uint64_t room_of(std::uint64_t bytes) { return (bytes + 63) / 64 * 64; }
    };

    memory::Word& word(std::uint64_t at) const {
        return *reinterpret_cast<memory::Word*>(memory_.window().data() + at);
    }
    std::uint64_t taken_at(int by) const { return kLine * (1 + static_cast<std::uint64_t>(by)); }
    std::uint64_t ring_at(int from) const {
        return kLine * (1 + static_cast<std::uint64_t>(size_)) +
               static_cast<std::uint64_t>(from) * (kSlots * kStampLine + ring_bytes_);
    }
    std::uint64_t stamp(std::uint64_t number, std::uint64_t bytes, const Tag& tag) const {
        return mixed((number + 1) ^ nonce_, bytes * 2 + tag.is_offer, tag.program) | 1;
    }

    memory::RemoteMemory& memory_;
    int looks_ = 1;
    int rank_, size_;
    std::uint64_t ring_bytes_, nonce_;
    std::vector<std::unique_ptr<In>> ins_;    // by rank; null: nothing has arrived from there
    std::vector<std::unique_ptr<Out>> outs_;  // likewise
    std::vector<char> told_;                  // by rank: knows of the failure
};

/// The receiver's end.
class PairRings::In {
public:
    In(PairRings& rings, int peer);

    /// Polls for the next packet: ok when it is there, as one of `program` with `bytes`, which are then at data().
    /// `is_offer`: set where it is an offer instead, of kOfferBytes; null: no offer is expected. Fails: bug, if another
    /// packet is there.
    Status poll(std::uint64_t bytes, std::uint64_t program, bool* is_offer = nullptr) {
        const std::uint64_t found = stamp_word().load(std::memory_order_acquire);  // once: it may change at any time
        if (found == last_[taken_ % kSlots]) return Status::again;
        if (found == rings_.stamp(taken_, bytes, {program, false})) return Status::ok;
        if (is_offer) *is_offer = found == rings_.stamp(taken_, kOfferBytes, {program, true});
        return is_offer && *is_offer ? Status::ok : strange_.seen(found, rings_.looks_);
    }
    /// The bytes of the packet that poll() has found. Its memory is this member's until take(); aligned to 16 bytes,
    /// beyond kInlineBytes to 64.
    std::byte* data(std::uint64_t bytes) const;
    /// Frees the packet's memory; settle() reports that to the sender where it is due.
    void take(std::uint64_t bytes);
    /// Reports taken packets to the sender, once these are enough; call it again after `again`.
    Status settle() {
        // The unreported rest leaves room for a packet: a quarter of the ring, and the bytes unused at its end.
        return taken_ - told_ < kSlots / 4 && bytes_untold_ < rings_.ring_bytes_ / 4 ? Status::ok : tell();
    }
    /// Likewise reports all packets, now.
    Status tell();
    /// Marks the next packet as a refused offer: the sender learns that once the packet is taken.
    Status refuse() { return rings_.memory_.put_word(peer_, rings_.taken_at(rings_.rank_) + 64, taken_ + 1); }
    int peer() const { return peer_; }

private:
    memory::Word& stamp_word() const { return rings_.word(ring_at_ + taken_ % kSlots * kStampLine); }

    PairRings& rings_;
    int peer_;
    std::uint64_t ring_at_;
    std::uint64_t taken_ = 0, told_ = 0, bytes_untold_ = 0;
    Places places_;
    StrangeWord strange_;
    std::array<std::uint64_t, kSlots> last_{};  // by slot: the stamp of the last packet taken
};

/// The sender's end.
class PairRings::Out {
public:
    Out(PairRings& rings, int peer);

    /// Whether a packet of `bytes` may be sent.   Fails: bug.
    Status poll_room(std::uint64_t bytes);
    /// Whether there is room for kPlentyPackets of together a quarter of the ring's bytes.
    bool has_plenty();
    /// Writes a part of the next packet, `at` bytes from its beginning. `from`: as RemoteMemory::put.
    Status write(std::uint64_t bytes, std::uint64_t at, std::span<const std::byte> part,
                 const memory::Registration* from);
    /// Sends the complete packet.   Fails: again, peer_lost, bug.
    Status send(std::uint64_t bytes, const Tag& tag);
    /// How many packets were sent, and how many of them the receiver has reported as taken.   Fails: bug.
    std::uint64_t sent() const { return sent_; }
    Status look_taken(std::uint64_t& taken);
    /// Whether the receiver has refused packet `number`, an offer that it has taken.
    bool has_refused(std::uint64_t number) const {
        return rings_.word(rings_.taken_at(peer_) + 64).load(std::memory_order_acquire) == number + 1;
    }
    /// Whether the data of all writes so far may be changed.
    bool has_left(std::uint64_t posts) const { return rings_.memory_.completed(peer_) >= posts; }
    std::uint64_t posted() const { return rings_.memory_.posted(peer_); }
    int peer() const { return peer_; }

private:
    PairRings& rings_;
    int peer_;
    std::uint64_t there_at_;  // this member's ring in the peer's window
    std::uint64_t sent_ = 0, taken_ = 0;
    Places places_;
    StrangeWord strange_;
    std::array<std::uint64_t, kSlots> begins_{};  // by slot: where the packet's bytes begin
};

}  // namespace shunt::script_engine
