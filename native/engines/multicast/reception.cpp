#include "native/engines/multicast/reception.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "native/base/clock.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kGiveUpNs = 5'000'000'000;
/// No root has more: a greater length can only be a mistake. Nothing is allocated for it, neither the bytes nor a bit
/// for each packet.
constexpr std::uint64_t kMostFollowed = std::uint64_t{1} << 40;

}  // namespace

Reception::Reception(Link& link, std::span<std::byte> room, const Setup& setup)
    : link_(link),
      setup_(setup),
      room_(room),
      total_(room.size()),
      own_(room, setup.payload_bytes),
      handed_over_(setup.ring == nullptr) {
    setup_.recovery.bytes = room.size();
    recovery_.emplace(link_, setup_.recovery);
}

Status Reception::begin(bool announced) {
    const std::uint32_t number = setup_.recovery.number;
    const auto root_node = static_cast<int>(setup_.recovery.root_node);
    const std::int64_t now = monotonic_ns();
    if (std::exchange(link_.rejoined, false)) link_.channel.joined_anew();
    if (announced) link_.channel.arrive_directly(number, root_node, now);
    link_.channel.receive(number, root_node, room_.size(), own_, now, {.group = !announced, .other_length = true});
    const Status status = setup_.ring ? setup_.ring->begin_write(setup_.ring_operation, room_.size()) : Status::ok;
    ring_begun_ = status == Status::ok;
    return status;
}

void Reception::advance(std::int64_t now) {
    const std::uint32_t number = setup_.recovery.number;
    if (const auto bytes = link_.channel.root_bytes(number)) follow(*bytes, now);
    if (!arrived_) {
        arrived_ = link_.channel.finished(number);
        if (arrived_) ended_ = link_.channel.status(number);
    }
    if (!arrived_ || recovery_->confirming()) recovery_->advance(now);
}

/// Only the local ranks may need more than this rank has room for. Arriving data are the first to touch the memory that
/// is then allocated.
void Reception::follow(std::uint64_t bytes, std::int64_t now) {
    if (bytes > kMostFollowed) return recovery_->refuse(now);
    try {
        const bool is_longer = setup_.ring != nullptr && bytes > room_.size();
        std::unique_ptr<std::byte[]> whole(is_longer ? new std::byte[bytes] : nullptr);
        const std::size_t kept = std::min<std::uint64_t>(bytes, room_.size());
        const std::span<std::byte> place = is_longer ? std::span(whole.get(), bytes) : room_.first(kept);
        auto receive_buffer = std::make_unique<ReceiveBuffer>(place, setup_.payload_bytes, bytes);
        receive_buffer->expect_disorder();
        link_.channel.receive_anew(setup_.recovery.number, bytes, *receive_buffer, now);
        followed_ = std::move(receive_buffer);
        whole_ = std::move(whole);
    } catch (const std::bad_alloc&) { return recovery_->refuse(now); }
    receive_buffer_ = followed_.get();
    total_ = setup_.recovery.bytes = bytes;
    recovery_.emplace(link_, setup_.recovery);
}

/// The bytes written as the first operation do not match the root's data: the readers drop them. The second begins when
/// all is here, so that its length is certain.
Status Reception::begin_ring_anew() {
    if (ring_begun_anew_) return Status::ok;
    if (!setup_.ring->finished()) {
        const Status status = setup_.ring->give_up(0);
        if (status != Status::ok) return status == Status::timeout ? Status::again : status;
    }
    if (!arrived_ || ended_ != Status::ok) return Status::again;
    written_ = 0;
    const Status status = setup_.ring->begin_write(setup_.ring_operation + 1, total_);
    ring_begun_anew_ = status == Status::ok;
    return status;
}

Status Reception::hand_over() {
    if (handed_over_) return Status::ok;
    if (followed_)
        if (const Status status = begin_ring_anew(); status != Status::ok) return status;
    // An empty operation is handed over only once it has arrived: for the local ranks it is the release from a barrier.
    if (written_ == receive_buffer_->prefix() && (total_ > 0 || ended_ != Status::ok)) return Status::again;
    std::size_t taken = 0;
    const Status status = setup_.ring->try_write(all().subspan(written_, receive_buffer_->prefix() - written_), taken);
    written_ += taken;
    handed_over_ = status == Status::ok && written_ == total_;
    return status == Status::ok && !handed_over_ ? Status::again : status;
}

Status Reception::finish() {
    if (whole_ && !room_.empty())
        std::memcpy(room_.data(), whole_.get(), std::min<std::uint64_t>(total_, room_.size()));
    return total_ == room_.size() ? Status::ok : Status::other_length;
}

void Reception::give_up() {
    if (handed_over_ || !ring_begun_) return;
    node::BroadcastRing& ring = *setup_.ring;
    if (!ring.finished() && ring.give_up(kGiveUpNs) != Status::ok) return;
    if (!ring_begun_anew_ && ring.begin_write(setup_.ring_operation + 1, 0) == Status::ok)
        (void)ring.give_up(kGiveUpNs);
}

}  // namespace shunt::multicast
