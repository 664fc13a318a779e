#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "native/engines/multicast/link.hpp"
#include "native/engines/multicast/receive_buffer.hpp"
#include "native/engines/multicast/recovery.hpp"
#include "native/node/broadcast_ring.hpp"

namespace shunt::multicast {

/// One broadcast that a node's leader receives, and hands to the ranks beside it while more comes in. A root that means
/// another length is followed: the operation begins anew with the root's length, and the ranks beside get it when all
/// of it is here. Thread: with the link locked, but for give_up(). It must end before the memory it receives into.
class Reception {
public:
    struct Setup {
        std::uint64_t ring_operation = 0;     ///< with the next number, for a length learnt late, its own
        std::size_t payload_bytes = 0;        ///< of a datagram
        node::BroadcastRing* ring = nullptr;  ///< null: this rank is alone on its node
        Recovery::Setup recovery;             ///< `bytes` is set here
    };
    /// `room`: where the bytes go.
    Reception(Link& link, std::span<std::byte> room, const Setup& setup);

    /// `announced`: the root waits until this node has said that it is there.
    Status begin(bool announced);
    /// Does what is due with what has come.
    void advance(std::int64_t now);
    /// Gives the ranks beside what is here: ok, all of it; again, there is more to give.   Blocks: never.   Fails: as
    /// the ring.
    Status hand_over();
    /// The operation is over and, where that is needed, the root told so.
    bool over() const { return arrived_ && !recovery_->confirming(); }
    /// How it ended, once it is over(): ok, bug.
    Status ended() const { return ended_; }
    /// Puts the first bytes to where they belong, if they are not there; once all is over and handed over.
    /// Returns: other_length, when the root meant another.
    Status finish();
    /// Tells the ranks beside that nothing more comes.   Blocks: for some seconds, while their ring is full.
    void give_up();

    std::uint64_t root_bytes() const { return total_; }
    bool fetched() const { return recovery_->fetched(); }

private:
    void follow(std::uint64_t bytes, std::int64_t now);
    Status begin_ring_anew();
    std::span<const std::byte> all() const {
        return whole_ ? std::span<const std::byte>(whole_.get(), total_) : room_.first(total_);
    }

    Link& link_;
    Setup setup_;
    std::span<std::byte> room_;
    std::uint64_t total_;  ///< bytes of the operation, as far as is known
    ReceiveBuffer own_;
    std::unique_ptr<std::byte[]> whole_;  ///< of a longer operation, for the ranks beside
    std::unique_ptr<ReceiveBuffer> followed_;
    ReceiveBuffer* receive_buffer_ = &own_;
    std::optional<Recovery> recovery_;
    bool arrived_ = false;
    Status ended_ = Status::again;
    bool handed_over_;
    bool ring_begun_ = false;
    bool ring_begun_anew_ = false;
    std::size_t written_ = 0;  ///< to the ring
};

}  // namespace shunt::multicast
