#include "native/engines/phased/blocks.hpp"

#include <algorithm>

namespace shunt::phased {
namespace {

template <class Byte>
Place place_of(std::span<Byte> bytes) {
    return {reinterpret_cast<std::uintptr_t>(bytes.data()), bytes.size()};
}

/// Cuts `bytes` into the blocks of `ranks` ranks, one after the other.
std::vector<Place> cut(const Place& bytes, std::span<const std::uint64_t> sizes, std::size_t ranks) {
    std::vector<Place> places(ranks);
    std::uint64_t at = bytes.address;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        places[rank] = {at, sizes.empty() ? bytes.bytes / ranks : sizes[rank]};
        at += places[rank].bytes;
    }
    return places;
}

}  // namespace

Shape shape_of(Operation operation) {
    switch (operation) {
        case Operation::allgather:
        case Operation::allgatherv: return Shape::spread;
        case Operation::gather:
        case Operation::gatherv: return Shape::collect;
        case Operation::scatter:
        case Operation::scatterv: return Shape::deal;
        default: return Shape::all_to_all;
    }
}

OwnBlocks::OwnBlocks(const CollectiveCall& call, const Nodes& nodes) {
    const auto ranks = static_cast<std::size_t>(nodes.size());
    const bool root = call.root == nodes.rank;
    switch (shape_of(call.operation)) {
        case Shape::all_to_all:
            for (const auto& block : call.send_blocks) out.push_back(place_of(block));
            for (const auto& block : call.receive_blocks) in.push_back(place_of(block));
            break;
        case Shape::spread:
            in = cut(place_of(call.receive), call.sizes, ranks);
            out = {in[static_cast<std::size_t>(nodes.rank)]};
            break;
        case Shape::collect:
            out = {place_of(call.send)};
            for (const auto& block : call.receive_blocks) in.push_back(place_of(block));
            if (root && in.empty()) in = cut(place_of(call.receive), call.sizes, ranks);
            break;
        case Shape::deal:
            if (root) out = cut(place_of(call.send), call.sizes, ranks);
            in = {place_of(call.receive)};
            break;
    }
}

CallTable OwnBlocks::table(const CollectiveCall& call) const {
    return {static_cast<std::uint32_t>(call.operation),   call.root,
            reinterpret_cast<std::uintptr_t>(out.data()), out.size(),
            reinterpret_cast<std::uintptr_t>(in.data()),  in.size()};
}

void NodeMessage::add(std::uint32_t member, const Place& place) {
    digest = (digest ^ place.bytes) * 0x100000001b3u + 1;  // the number of blocks counts too
    bytes += place.bytes;
    if (place.bytes > 0) segments.push_back({member, place});
}

Status NodeBlocks::read(LocalPeers* local_peers, const OwnBlocks& own) {
    blocks_.assign(1, own);
    for (std::uint32_t member = 1; local_peers != nullptr && member < local_peers->count(); ++member) {
        const CallTable& table = local_peers->table(member);
        OwnBlocks theirs = own;
        const auto most = static_cast<std::uint64_t>(nodes_.size());
        if (table.out_count > most || table.in_count > most) return Status::bug;
        theirs.out.resize(table.out_count);
        theirs.in.resize(table.in_count);
        Status status = local_peers->read(member, table.out, std::as_writable_bytes(std::span(theirs.out)));
        if (status == Status::ok)
            status = local_peers->read(member, table.in, std::as_writable_bytes(std::span(theirs.in)));
        if (status != Status::ok) return status;
        blocks_.push_back(std::move(theirs));
    }
    return Status::ok;
}

NodeMessage NodeBlocks::outgoing(int to_node) const {
    NodeMessage message;
    const bool to_root = shape_ != Shape::collect || nodes_.node(root_) == to_node;
    for (std::uint32_t member = 0; member < blocks_.size(); ++member) {
        const auto& out = blocks_[member].out;
        if (shape_ == Shape::spread || shape_ == Shape::collect) {
            if (to_root) message.add(member, out.front());
            continue;
        }
        if (out.empty()) continue;  // not the root
        for (const int rank : nodes_.on(to_node)) message.add(member, out[static_cast<std::size_t>(rank)]);
    }
    return message;
}

NodeMessage NodeBlocks::incoming(int from_node) const {
    NodeMessage message;
    if (shape_ == Shape::deal) {
        if (nodes_.node(root_) != from_node) return message;
        for (std::uint32_t member = 0; member < blocks_.size(); ++member)
            message.add(member, blocks_[member].in.front());
        return message;
    }
    for (const int rank : nodes_.on(from_node)) {
        for (std::uint32_t member = 0; member < blocks_.size(); ++member) {
            const auto& in = blocks_[member].in;
            const bool takes = shape_ == Shape::all_to_all || (shape_ == Shape::spread ? member == 0 : !in.empty());
            if (takes) message.add(member, in[static_cast<std::size_t>(rank)]);
        }
    }
    return message;
}

/// Calls `visit(segment, place)` for each part of a segment in that range.
template <class Visit>
void MessageParts::walk(std::uint64_t offset, std::uint64_t bytes, Visit visit) {
    if (offset < walked_offset_) walked_ = walked_offset_ = 0;
    while (bytes > 0 && walked_ < message_->segments.size()) {
        const Segment& segment = message_->segments[walked_];
        const std::uint64_t end = walked_offset_ + segment.place.bytes;
        if (offset < end) {
            const std::uint64_t skip = offset - walked_offset_, now = std::min(bytes, end - offset);
            visit(segment.member, Place{segment.place.address + skip, now});
            offset += now;
            bytes -= now;
            if (offset < end) return;
        }
        walked_offset_ = end;
        ++walked_;
    }
}

Status MessageParts::gather(std::uint64_t offset, std::uint64_t bytes, std::vector<iovec>& parts) {
    staged_.resize(std::max<std::size_t>(staged_.size(), local_peers_ != nullptr ? bytes : 0));
    std::size_t used = 0;
    Status status = Status::ok;
    walk(offset, bytes, [&](std::uint32_t member, const Place& place) {
        if (member == 0)
            return parts.push_back({reinterpret_cast<void*>(static_cast<std::uintptr_t>(place.address)), place.bytes});
        const std::span<std::byte> into(staged_.data() + used, place.bytes);
        if (status == Status::ok) status = local_peers_->read(member, place.address, into);
        parts.push_back({into.data(), into.size()});
        used += place.bytes;
    });
    return status;
}

void MessageParts::expect(std::uint64_t offset, std::uint64_t bytes, std::vector<iovec>& parts) {
    staged_.resize(std::max<std::size_t>(staged_.size(), local_peers_ != nullptr ? bytes : 0));
    to_settle_.clear();
    std::size_t used = 0;
    walk(offset, bytes, [&](std::uint32_t member, const Place& place) {
        if (member == 0)
            return parts.push_back({reinterpret_cast<void*>(static_cast<std::uintptr_t>(place.address)), place.bytes});
        parts.push_back({staged_.data() + used, place.bytes});
        to_settle_.push_back({member, place});
        used += place.bytes;
    });
}

Status MessageParts::settle() {
    std::size_t used = 0;
    for (const Segment& segment : to_settle_) {
        const Status status =
            local_peers_->write(segment.member, segment.place.address, {staged_.data() + used, segment.place.bytes});
        if (status != Status::ok) return status;
        used += segment.place.bytes;
    }
    to_settle_.clear();
    return Status::ok;
}

}  // namespace shunt::phased
