#include "native/engines/phased/local_part.hpp"

#include <algorithm>

namespace shunt::phased {

Status LocalPart::advance() {
    for (std::uint32_t member = 0; !all_taken_ && member < taken_.size(); ++member) {
        const int rank = nodes_.local()[member];
        if (taken_[member] || (rank != nodes_.rank && !local_peers_->entered(member, number_))) continue;
        if (const Status status = take_from(member, rank); status != Status::ok) return status;
        taken_[member] = 1;
    }
    all_taken_ = all_taken_ || std::find(taken_.begin(), taken_.end(), 0) == taken_.end();
    if (!all_taken_) return Status::again;
    const bool wants_more = shape_ == Shape::spread && !nodes_.is_leader() && nodes_.count() > 1;
    if (!wants_more) return Status::ok;
    return local_peers_->delivered(number_) ? take_from_leader() : Status::again;
}

Status LocalPart::take_from(std::uint32_t member, int rank) {
    const bool own = rank == nodes_.rank;
    const auto from = static_cast<std::size_t>(rank), here = static_cast<std::size_t>(nodes_.rank);
    std::size_t index = 0;
    const Place* to = nullptr;
    switch (shape_) {
        case Shape::all_to_all:
            index = here;
            to = &own_.in[from];
            break;
        case Shape::spread:
            if (own) return Status::ok;  // it is in place already
            to = &own_.in[from];
            break;
        case Shape::collect:
            if (nodes_.rank != root_ || (own && own_.out.front().bytes == 0)) return Status::ok;
            to = &own_.in[from];
            break;
        case Shape::deal:
            if (rank != root_ || (own && own_.in.front().bytes == 0)) return Status::ok;
            index = here;
            to = &own_.in.front();
            break;
    }
    if (own) return take(member, own_.out[index], *to);
    Place place;
    const CallTable& table = local_peers_->table(member);
    const Status status = place_in(member, table.out, table.out_count, index, place);
    return status == Status::ok ? take(member, place, *to) : status;
}

/// Entry `index` of a list of Places in a local peer's memory; an empty place when there is none.
Status LocalPart::place_in(std::uint32_t member, std::uint64_t list, std::uint64_t count, std::size_t index,
                           Place& place) {
    if (index >= count) return Status::ok;
    return local_peers_->read(member, list + index * sizeof(Place), std::as_writable_bytes(std::span(&place, 1)));
}

Status LocalPart::take(std::uint32_t member, const Place& from, const Place& to) {
    if (from.bytes != to.bytes) {
        differs_ = true;
        return Status::ok;
    }
    auto* memory = reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(to.address));
    if (local_peers_ != nullptr) return local_peers_->read(member, from.address, {memory, to.bytes});
    const auto* source = reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(from.address));
    std::copy_n(source, to.bytes, memory);
    return Status::ok;
}

/// Copies the data of other nodes from the leader, block by block where they are apart.
Status LocalPart::take_from_leader() {
    const CallTable& table = local_peers_->table(0);
    std::vector<Place> there(static_cast<std::size_t>(nodes_.size()));
    if (table.in_count != there.size()) {
        differs_ = true;
        return Status::ok;
    }
    Status status = local_peers_->read(0, table.in, std::as_writable_bytes(std::span(there)));
    for (std::size_t rank = 0; rank < there.size() && status == Status::ok; ++rank)
        if (nodes_.node_of[rank] != nodes_.own()) status = take(0, there[rank], own_.in[rank]);
    return status;
}

}  // namespace shunt::phased
