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

/// One broadcast that a node's leader receives and passes to its local ranks while more data arrive. If the root has
/// another length, the operation begins again with that length, and the local ranks get it once all of it has arrived.
/// Thread: with the link locked, except for give_up(). It must end before the memory it receives into.
class Reception {
public:
    struct Setup {
        std::uint64_t ring_operation =
            0;  ///< this number and the next one, which is used when another length becomes known late
        std::size_t payload_bytes = 0;        ///< of a datagram
        node::BroadcastRing* ring = nullptr;  ///< null: this rank is alone on its node
        Recovery::Setup recovery;             ///< `bytes` is set here
    };
    /// `room`: where received bytes are placed.
    Reception(Link& link, std::span<std::byte> room, const Setup& setup);

    /// `announced`: the root waits until this node has announced itself.
    Status begin(bool announced);
    /// Follows another length, recovers by TCP, and hands over bytes as far as they are due.
    void advance(std::int64_t now);
    /// Writes received bytes to the ring: ok, all of them; again, more will follow.   Blocks: never.   Fails: as the
    /// ring.
    Status hand_over();
    /// The operation is over, and the root knows that where it needs to.
    bool over() const { return arrived_ && !recovery_->confirming(); }
    /// The result, once it is over(): ok, bug.
    Status ended() const { return ended_; }
    /// Copies the first bytes to their destination if they are elsewhere. Call it once the operation is over and handed
    /// over. Returns: other_length if the root had another length.
    Status finish();
    /// Tells the local ranks that no more bytes follow.   Blocks: for some seconds, while their ring is full.
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
    std::uint64_t total_;  ///< bytes of the operation, as far as known
    ReceiveBuffer own_;
    std::unique_ptr<std::byte[]> whole_;  ///< of a longer operation, for the local ranks
    std::unique_ptr<ReceiveBuffer> followed_;
    ReceiveBuffer* receive_buffer_ = &own_;
    std::optional<Recovery> recovery_;
    bool arrived_ = false;
    Status ended_ = Status::again;
    bool handed_over_;
    bool ring_begun_ = false;
    bool ring_begun_anew_ = false;
    std::size_t written_ = 0;  ///< bytes written to the ring
};

}  // namespace shunt::multicast
