#include "native/engines/pipeline/hop_ring.hpp"

#include <algorithm>

namespace shunt::pipeline {
namespace {

constexpr int kOpenShift = 24;

// For a broadcast: its whole length, which determines the block's, a check of 16 bits, and eight bits by which
// successive stamps in one place differ. Never 0.
constexpr std::uint64_t stamp_of(std::uint64_t block, std::uint64_t bytes, const BlockTag& tag) {
    if (tag.open_bytes == 0) return mixed(block + 1, bytes, tag.tag) | 1;
    return tag.open_bytes << kOpenShift | (mixed(block + 1, tag.open_bytes, tag.tag) & 0xffff) << 8 | (block & 0xff);
}

}  // namespace

// The first line is for the failure of the group, then follow one for each peer's count, then the rings.
std::uint64_t HopRings::window_bytes(const Shape& shape, std::size_t peers) {
    return kLine * (1 + peers) + peers * shape.slots * (kLine + shape.slot_bytes);
}

HopRings::HopRings(memory::RemoteMemory& memory, int rank, const Shape& shape,
                   const std::vector<std::vector<int>>& peers_of, const std::vector<std::uint64_t>& begin_of)
    : memory_(memory), rank_(rank), shape_(shape) {
    const auto place = [&](int owner, int other) {
        const std::vector<int>& all = peers_of[static_cast<std::size_t>(owner)];
        return static_cast<std::uint64_t>(std::find(all.begin(), all.end(), other) - all.begin());
    };
    const auto begin = [&](int owner) { return begin_of.empty() ? 0 : begin_of[static_cast<std::size_t>(owner)]; };
    const auto rings_at = [&](int owner, std::uint64_t index) {
        const std::uint64_t before = kLine * (1 + peers_of[static_cast<std::size_t>(owner)].size());
        return begin(owner) + before + index * shape.slots * (kLine + shape.slot_bytes);
    };
    for (const int other : peers_of[static_cast<std::size_t>(rank)]) {
        Peer peer;
        peer.rank = other;
        const std::uint64_t here = place(rank, other), there = place(other, rank);
        peer.ring_at = rings_at(rank, here);
        peer.there_at = rings_at(other, there);
        peer.consumed_here = begin(rank) + kLine * (1 + here);
        peer.consumed_there = begin(other) + kLine * (1 + there);
        peer.last.assign(shape.slots, 0);
        peers_.push_back(std::move(peer));
    }
}

HopRings::Peer& HopRings::peer(int rank) {
    return *std::find_if(peers_.begin(), peers_.end(), [&](const Peer& known) { return known.rank == rank; });
}

Status HopRings::poll(int from, std::uint64_t bytes, const BlockTag& tag, std::byte*& slot) {
    Peer& it = peer(from);
    const std::uint64_t found = word(stamp_at(it.ring_at, it.taken)).load(std::memory_order_acquire);
    if (found == it.last[it.taken % shape_.slots]) return Status::again;
    if (found != stamp_of(it.taken, bytes, tag)) return it.strange_stamp.seen(found, looks_);
    slot = memory_.window().data() + data_at(it.ring_at, it.taken);
    return Status::ok;
}

std::optional<std::uint64_t> HopRings::open_bytes(std::uint64_t title) const {
    for (const Peer& it : peers_) {
        const std::uint64_t found = word(stamp_at(it.ring_at, it.taken)).load(std::memory_order_acquire);
        const std::uint64_t bytes = found >> kOpenShift;
        if (found != it.last[it.taken % shape_.slots] && bytes != 0 && found == stamp_of(it.taken, 0, {title, bytes}))
            return bytes;
    }
    return std::nullopt;
}

void HopRings::take(int from) {
    Peer& it = peer(from);
    it.last[it.taken % shape_.slots] = word(stamp_at(it.ring_at, it.taken)).load(std::memory_order_relaxed);
    ++it.taken;
}

void HopRings::give_back(int from) { ++peer(from).given_back; }

// Reports a quarter of the ring at a time; the rest of the ring leaves the sender room until then.
Status HopRings::tell() {
    Status all = Status::ok;
    for (Peer& it : peers_) {
        if (it.given_back - it.told < std::max<std::uint64_t>(1, shape_.slots / 4)) continue;
        const Status status = memory_.put_word(it.rank, it.consumed_there, PositionWord::encode(it.given_back));
        if (status == Status::ok) it.told = it.given_back;
        else if (status != Status::again) return status;
        else all = Status::again;
    }
    return all;
}

Status HopRings::poll_room(int to) {
    Peer& it = peer(to);
    const std::uint64_t found = word(it.consumed_here).load(std::memory_order_acquire);
    const std::uint64_t consumed = PositionWord::position(found);
    if (!PositionWord::is_sound(found) || consumed > it.sent) return it.strange_count.seen(found, looks_);
    return it.sent - consumed < shape_.slots ? Status::ok : Status::again;
}

Status HopRings::send(int to, std::span<const std::byte> data, const memory::Registration* from, const BlockTag& tag) {
    Peer& it = peer(to);
    if (!it.data_posted) {
        const Status status = memory_.put(to, data_at(it.there_at, it.sent), data, from);
        if (status != Status::ok) return status;
        it.data_posted = true;
    }
    const Status status = memory_.put_word(to, stamp_at(it.there_at, it.sent), stamp_of(it.sent, data.size(), tag));
    if (status != Status::ok) return status;
    it.data_posted = false;
    ++it.sent;
    return Status::ok;
}

bool HopRings::poison() {
    bool all = true;
    for (Peer& it : peers_) {
        if (!it.poisoned) it.poisoned = memory_.put_word(it.rank, 0, 1) != Status::again;
        all &= it.poisoned;
    }
    return all;
}

bool HopRings::is_poisoned() const { return word(0).load(std::memory_order_acquire) != 0; }

}  // namespace shunt::pipeline
