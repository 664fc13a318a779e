#include "native/engines/remote_write/rings.hpp"

#include <cstring>
#include <utility>

#include "native/engines/remote_write/node_peer.hpp"

namespace shunt::remote_write {

void IncomingRings::take_offer(NodePeer& from, std::span<const std::byte> offer) {
    node::SegmentTicket ticket;
    if (offer.size() != sizeof ticket || from.incoming) return;
    std::memcpy(&ticket, offer.data(), sizeof ticket);
    auto ring = std::make_unique<IncomingRing>(from);
    if (ticket.bytes == 0 || !node::Segment::attach(ticket, ring->memory).ok()) return;
    if (ring->reader.attach(ring->memory.memory(), ticket.key) != Status::ok) return;
    from.incoming = std::move(ring);
    if (most_ == 0 || accepted_ < most_) accept(*from.incoming);
    else waiting_.push_back(&from);
}

void IncomingRings::accept(IncomingRing& ring) {
    ++accepted_;
    ring.has_place = true;
    ring.reader.accept();
}

void IncomingRings::drop_offer(NodePeer& from) {
    if (!from.incoming || from.incoming->is_read) return;
    const bool had_place = from.incoming->has_place;
    std::erase(waiting_, &from);
    from.incoming.reset();
    if (had_place) give_place_back();
}

Status IncomingRings::begin(NodePeer& from) {
    if (!from.incoming || !from.incoming->has_place || from.incoming->is_read) return Status::bug;
    const std::size_t used = places();
    std::size_t place = 0;
    while (place < used && at(place) != nullptr) ++place;
    if (place == slots_.size()) return Status::bug;
    from.incoming->is_read = true;
    slots_[place].store(from.incoming.get(), std::memory_order_release);
    if (place == used) count_.store(used + 1, std::memory_order_release);
    return Status::ok;
}

void IncomingRings::end(NodePeer& from) {
    for (std::size_t place = 0; place < places(); ++place)
        if (at(place) == from.incoming.get()) slots_[place].store(nullptr, std::memory_order_seq_cst);
    left_.push_back(std::move(from.incoming));  // another thread may be reading it
    give_place_back();
}

void IncomingRings::give_place_back() {
    --accepted_;
    if (waiting_.empty()) return;
    NodePeer& next = *waiting_.front();
    waiting_.erase(waiting_.begin());
    accept(*next.incoming);
}

bool IncomingRings::has_news() const {
    const std::size_t count = count_.load(std::memory_order_acquire);
    for (std::size_t place = 0; place < count; ++place) {
        const IncomingRing* const ring = slots_[place].load(std::memory_order_seq_cst);
        if (ring != nullptr && ring->reader.has_news()) return true;
    }
    return false;
}

}  // namespace shunt::remote_write
