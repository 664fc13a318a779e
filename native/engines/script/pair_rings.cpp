#include "native/engines/script/pair_rings.hpp"

#include <algorithm>
#include <bit>

namespace shunt::script_engine {
namespace {

constexpr std::uint64_t kLeastRing = 4 << 10, kMostRing = 1 << 20;
constexpr std::uint64_t kInlineAt = 16;  // behind the stamp

}  // namespace

std::uint64_t PairRings::ring_bytes(std::uint64_t budget, int members) {
    const std::uint64_t others = static_cast<std::uint64_t>(std::max(1, members - 1));
    return std::bit_floor(std::clamp(budget / others, kLeastRing, kMostRing));
}

// The first line is for the failure of the group. Then each member has one, for its reports of taken and refused
// packets. The rings follow.
std::uint64_t PairRings::window_bytes(std::uint64_t ring_bytes, int members) {
    const auto count = static_cast<std::uint64_t>(members);
    return kLine * (1 + count) + count * (kSlots * kStampLine + ring_bytes);
}

PairRings::PairRings(memory::RemoteMemory& memory, int rank, int size, std::uint64_t ring_bytes, std::uint64_t nonce)
    : memory_(memory),
      rank_(rank),
      size_(size),
      ring_bytes_(ring_bytes),
      nonce_(nonce),
      ins_(static_cast<std::size_t>(size)),
      outs_(static_cast<std::size_t>(size)),
      told_(static_cast<std::size_t>(size)) {}

PairRings::~PairRings() = default;

PairRings::In& PairRings::in(int peer) {
    auto& place = ins_[static_cast<std::size_t>(peer)];
    if (!place) {
        place = std::make_unique<In>(*this, peer);
        memory_.expect(peer);
    }
    return *place;
}

PairRings::Out& PairRings::out(int peer) {
    auto& place = outs_[static_cast<std::size_t>(peer)];
    if (!place) {
        place = std::make_unique<Out>(*this, peer);
        memory_.expect(peer);
    }
    return *place;
}

bool PairRings::poison() {
    bool all = true;
    for (int peer = 0; peer < size_; ++peer) {
        const auto at = static_cast<std::size_t>(peer);
        if (!ins_[at] && !outs_[at]) continue;
        if (!told_[at]) told_[at] = memory_.put_word(peer, 0, 1) != Status::again;
        all &= told_[at] != 0;
    }
    return all;
}

/// A packet does not wrap around the end of the ring.
std::uint64_t PairRings::Places::begin_of(std::uint64_t bytes, std::uint64_t ring) const {
    const std::uint64_t within = end % ring;
    return within + room_of(bytes) > ring ? end + ring - within : end;
}

PairRings::In::In(PairRings& rings, int peer) : rings_(rings), peer_(peer), ring_at_(rings.ring_at(peer)) {}

std::byte* PairRings::In::data(std::uint64_t bytes) const {
    std::byte* const ring = rings_.memory_.window().data() + ring_at_;
    if (bytes <= kInlineBytes) return ring + taken_ % kSlots * kStampLine + kInlineAt;
    return ring + kSlots * kStampLine + places_.begin_of(bytes, rings_.ring_bytes_) % rings_.ring_bytes_;
}

void PairRings::In::take(std::uint64_t bytes) {
    last_[taken_ % kSlots] = stamp_word().load(std::memory_order_relaxed);
    ++taken_;
    if (bytes <= kInlineBytes) return;
    const std::uint64_t before = places_.end;
    places_.end = places_.begin_of(bytes, rings_.ring_bytes_) + Places::room_of(bytes);
    bytes_untold_ += places_.end - before;
}

Status PairRings::In::tell() {
    if (told_ == taken_) return Status::ok;
    const Status status = rings_.memory_.put_word(peer_, rings_.taken_at(rings_.rank_), PositionWord::encode(taken_));
    if (status != Status::ok) return status;
    told_ = taken_;
    bytes_untold_ = 0;
    return status;
}

PairRings::Out::Out(PairRings& rings, int peer) : rings_(rings), peer_(peer), there_at_(rings.ring_at(rings.rank_)) {}

Status PairRings::Out::look_taken(std::uint64_t& taken) {
    const std::uint64_t found = rings_.word(rings_.taken_at(peer_)).load(std::memory_order_acquire);
    const std::uint64_t told = PositionWord::position(found);
    if (!PositionWord::is_sound(found) || told > sent_ || told < taken_) return strange_.seen(found, rings_.looks_);
    taken = taken_ = told;
    return Status::ok;
}

Status PairRings::Out::poll_room(std::uint64_t bytes) {
    const auto has_room = [&] {
        if (sent_ - taken_ >= kSlots) return false;
        if (bytes <= kInlineBytes) return true;
        const std::uint64_t free_from = taken_ == sent_ ? places_.end : begins_[taken_ % kSlots];
        const std::uint64_t end = places_.begin_of(bytes, rings_.ring_bytes_) + Places::room_of(bytes);
        return end - free_from <= rings_.ring_bytes_;
    };
    if (has_room()) return Status::ok;
    std::uint64_t taken = 0;
    const Status status = look_taken(taken);
    if (status != Status::ok) return status;
    return has_room() ? Status::ok : Status::again;
}

bool PairRings::Out::has_plenty() {
    std::uint64_t taken = 0;
    if (look_taken(taken) != Status::ok || sent_ - taken > kPlentyPackets) return false;
    const std::uint64_t in_use = taken == sent_ ? 0 : places_.end - begins_[taken % kSlots];
    return in_use <= rings_.ring_bytes_ / 4;
}

Status PairRings::Out::write(std::uint64_t bytes, std::uint64_t at, std::span<const std::byte> part,
                             const memory::Registration* from) {
    std::uint64_t place = there_at_ + kSlots * kStampLine;
    if (bytes <= kInlineBytes) place = there_at_ + sent_ % kSlots * kStampLine + kInlineAt;
    else place += places_.begin_of(bytes, rings_.ring_bytes_) % rings_.ring_bytes_;
    return rings_.memory_.put(peer_, place + at, part, from);
}

Status PairRings::Out::send(std::uint64_t bytes, const Tag& tag) {
    const Status status =
        rings_.memory_.put_word(peer_, there_at_ + sent_ % kSlots * kStampLine, rings_.stamp(sent_, bytes, tag));
    if (status != Status::ok) return status;
    begins_[sent_ % kSlots] = places_.end;
    if (bytes > kInlineBytes) places_.end = places_.begin_of(bytes, rings_.ring_bytes_) + Places::room_of(bytes);
    ++sent_;
    return Status::ok;
}

}  // namespace shunt::script_engine
