#include "native/engines/remote_write/rings.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "native/engines/remote_write/node_peer.hpp"

namespace shunt::remote_write {

// ---- to others ------------------------------------------------------------------------------------------------------

void OutgoingRings::prefer(std::span<const int> processes) {
    preferred_.assign(processes.begin(), processes.begin() + std::min<std::ptrdiff_t>(std::ssize(processes), most_));
    count_lacking();
}

void OutgoingRings::expect(std::span<const int> processes) {
    prefer(processes);
    expected_ = preferred_;
    left_out_.clear();
}

bool OutgoingRings::has(const std::vector<int>& list, int process) {
    return std::ranges::find(list, process) != list.end();
}

void OutgoingRings::count_lacking() {
    const auto lacks = [this](int process) { return !has(made_, process); };
    lacking_ = static_cast<std::size_t>(std::ranges::count_if(preferred_, lacks));
}

// Called before each frame to a process without a ring.
bool OutgoingRings::admits(int process) const {
    if (!are_limited()) return true;
    if (made_.size() >= most_) return false;
    return made_.size() + lacking_ < most_ || prefers(process);
}

void OutgoingRings::made(int process) {
    if (!are_limited()) return;
    made_.push_back(process);
    count_lacking();
}

void OutgoingRings::gone(int process) {
    std::erase(made_, process);
    count_lacking();
}

bool OutgoingRings::review(std::span<const Use> uses) {
    constexpr std::uint64_t kKeeps = 2;  // making a ring costs 50 to 100 us
    ++reviews_;
    std::vector<std::pair<std::uint64_t, int>> worth;
    for (const Use& use : uses) {
        if (use.is_waiting) left_out_[use.process] = reviews_ + kReviewsLeftOut;
        const auto left_out = left_out_.find(use.process);
        if (use.frames == 0 || (left_out != left_out_.end() && left_out->second > reviews_)) continue;
        const bool keeps = use.has_ring || has(expected_, use.process);
        worth.emplace_back(keeps ? use.frames * kKeeps : use.frames, use.process);
    }
    std::ranges::sort(worth, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<int> busiest;
    for (const auto& [frames, process] : worth) busiest.push_back(process);
    busiest.resize(std::min<std::size_t>(busiest.size(), most_));
    std::ranges::sort(busiest);
    if (busiest == preferred_) return false;
    prefer(busiest);
    return true;
}

// ---- from others ----------------------------------------------------------------------------------------------------

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
