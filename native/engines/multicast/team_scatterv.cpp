// MPI_Scatterv on a multicast team: first the sizes, which MPI gives the root alone, then all blocks as one message, to
// all nodes or to those that have data.   Source: CC-MPI 3.1.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>

#include "native/base/clock.hpp"
#include "native/engines/multicast/team.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kGiveUpNs = 5'000'000'000;

}  // namespace

Status MulticastTeam::scatterv(const CollectiveCall& call) {
    std::vector<std::uint64_t> sizes(call.sizes.begin(), call.sizes.end());
    sizes.resize(static_cast<std::size_t>(parts_.places.size()));
    if (const Status status = broadcast(call.root, std::as_writable_bytes(std::span(sizes))); status != Status::ok)
        return status;
    Recipients few;
    few.members = nodes_with_data(parts_.places.node_of, call.root, sizes);
    const std::uint64_t all = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
    if (!worth_a_group(few.members.size(), parts_.places.nodes(), all, call.groups))
        return spread(call, sizes, nullptr);
    few.group = group_name(few.members, 0);
    few.for_this_call = few.announced = true;
    return spread(call, sizes, &few);
}

/// Sends all blocks as one message, of which every rank keeps its own block. The message goes in slices, because a rank
/// may not have the memory for all of it. A slice that fails does not end the call: the members count broadcasts alike.
Status MulticastTeam::spread(const CollectiveCall& call, std::span<const std::uint64_t> sizes,
                             const Recipients* recipients) {
    const Places& places = parts_.places;
    const auto rank = static_cast<std::size_t>(places.rank);
    std::uint64_t own = 0, all = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (i == rank) own = all;
        all += sizes[i];
    }
    const std::uint64_t block = sizes[rank];
    const bool is_root = call.root == places.rank, fits = block <= call.receive.size();
    const std::size_t kept = is_root ? std::min<std::size_t>(block, call.receive.size()) : 0;
    if (kept > 0) std::memcpy(call.receive.data(), call.send.data() + own, kept);
    std::optional<Membership> membership;
    Recipients few = recipients ? *recipients : Recipients{};
    if (few.for_this_call) join_for_call(call.root, few, membership);
    const bool takes_part = !recipients || few.has(places.node()) || places.node() == places.node(call.root);
    std::vector<std::byte> room(is_root || !takes_part ? 0 : std::min(all, parts_.slice_bytes));
    Status first_failure = Status::ok;
    std::uint64_t begin = 0;
    do {
        const std::uint64_t bytes = std::min(all - begin, parts_.slice_bytes);
        std::span<std::byte> slice = std::span(room).first(takes_part && !is_root ? bytes : 0);
        if (is_root) slice = {const_cast<std::byte*>(call.send.data()) + begin, bytes};
        const Status status = broadcast(call.root, slice, recipients ? &few : nullptr);
        if (status == Status::peer_lost) return status;
        if (first_failure == Status::ok) first_failure = status;
        few.announced = false;  // all are in the group
        const std::uint64_t from = std::max(begin, own), to = std::min(begin + bytes, own + block);
        if (status == Status::ok && !is_root && fits && from < to)
            std::memcpy(call.receive.data() + (from - own), room.data() + (from - begin), to - from);
        begin += bytes;
    } while (begin < all);
    return fits || is_root ? first_failure : Status::bug;  // this rank expects less
}

/// Enters the group made for this call, which the root, too, counts.
void MulticastTeam::join_for_call(int root, const Recipients& recipients, std::optional<Membership>& membership) {
    const Places& places = parts_.places;
    if (!places.is_leader()) return;
    const bool from_here = places.node(root) == places.node();
    if (from_here) groups_made_ += !recipients.members.empty();
    if (from_here || !recipients.has(places.node())) return;
    membership.emplace(*parts_.hub, *parts_.link, recipients.group, parts_.interface_index, false);
    groups_made_ += 1;
    if (!membership->touch()) sick_ = true;
}

// ---- to some nodes only
// ---------------------------------------------------------------------------------------------------------

/// Other nodes skip the operation's number. On the root's node and on receiving nodes, all ranks take part.
Status MulticastTeam::broadcast_to_few(int root, std::span<std::byte> data, const Recipients& recipients) {
    const std::uint64_t number = ++number_;
    const Places& places = parts_.places;
    const bool from_here = places.node(root) == places.node();
    if (!from_here && !recipients.has(places.node())) {
        if (!parts_.link) return Status::ok;
        const std::lock_guard<std::mutex> guard(parts_.link->mutex);
        parts_.link->channel.skip(word(number));
        return Status::ok;
    }
    if (places.is_leader() && !from_here) return receive(number, places.node(root), data, recipients.announced);
    if (places.is_leader()) return send_to_few(number, root, data, recipients);
    if (root == places.rank) return write_to_local_ranks(number, data);
    return read_from_local_rank(number, from_here ? root : places.leader(), data);
}

Status MulticastTeam::send_to_few(std::uint64_t number, int root, std::span<std::byte> data,
                                  const Recipients& recipients) {
    const bool has_data = root == parts_.places.rank;
    if (recipients.members.empty()) {
        {
            const std::lock_guard<std::mutex> guard(parts_.link->mutex);
            parts_.link->channel.skip(word(number));
        }
        if (!has_data) return read_from_local_rank(number, root, data);
        return has_local_ranks_ ? write_to_local_ranks(number, data) : Status::ok;
    }
    if (recipients.announced) {
        {
            const std::lock_guard<std::mutex> guard(parts_.link->mutex);
            parts_.link->channel.await_arrivals_of(word(number), recipients.members, monotonic_ns());
        }
        if (const Status status = await_finished(number); status != Status::ok) return status;
    }
    if (has_data) return send(number, data, has_local_ranks_, &recipients);
    return relay(number, root, data, &recipients);
}

// ---- groups that the program opens
// ----------------------------------------------------------------------------------------------

/// Many messages of the host that wait for their port share one packet, so the host is faster with a few bytes to a few
/// ranks.
Status MulticastTeam::open_group(const CollectiveCall& call, OpenedGroup& group) {
    if (const Status status = begin_blocking_call(call); status != Status::ok) return status;
    const InCall in_call(parts_.link.get());
    Opened opened;
    opened.root = call.root;
    opened.sizes.assign(call.sizes.begin(), call.sizes.end());
    opened.sizes.resize(static_cast<std::size_t>(parts_.places.size()));
    if (const Status told = broadcast(call.root, std::as_writable_bytes(std::span(opened.sizes))); told != Status::ok)
        return told == Status::other_length ? Status::bug : told;
    opened.bytes = std::accumulate(opened.sizes.begin(), opened.sizes.end(), std::uint64_t{0});
    group.number = ++openings_;
    group.block_bytes = opened.sizes[static_cast<std::size_t>(parts_.places.rank)];
    if (opened.bytes < static_cast<std::uint64_t>(parts_.options.opened_least))
        group.bound = "below multicast.opened-least";
    Recipients& recipients = opened.recipients;
    recipients.members = nodes_with_data(parts_.places.node_of, call.root, opened.sizes);
    recipients.group = group_name(recipients.members, group.number);
    if (parts_.link && recipients.has(parts_.places.node())) {
        opened.membership =
            std::make_unique<Membership>(*parts_.hub, *parts_.link, recipients.group, parts_.interface_index, true);
        if (!opened.membership->touch()) sick_ = true;
    }
    groups_made_ += 1;
    recipients.announced = true;
    const Status status = broadcast(call.root, {}, &recipients);  // only shows that all have arrived
    recipients.announced = false;
    opened_.emplace(group.number, std::move(opened));
    return status == Status::other_length ? Status::bug : status;
}

/// The root does not make the call that the group was opened for. It sends slices of another length, which is an error
/// for each member that waits for its data.
Status MulticastTeam::refuse(const Opened& opened) {
    std::uint64_t begin = 0;
    do {
        const std::uint64_t bytes = std::min(opened.bytes - begin, parts_.slice_bytes);
        refuse_slice(opened.recipients, bytes);
        begin += bytes;
    } while (begin < opened.bytes);
    return Status::bug;
}

void MulticastTeam::refuse_slice(const Recipients& recipients, std::uint64_t bytes) {
    const std::uint64_t number = ++number_;
    if (has_local_ranks_) {
        node::BroadcastRing& ring = parts_.local_group->ring();
        for (const std::uint64_t operation : {ring_operation(number), ring_operation(number) + 1})
            if (ring.begin_write(operation, bytes) == Status::ok) (void)ring.give_up(kGiveUpNs);
    }
    if (parts_.link && !recipients.members.empty()) (void)send(number, {}, false, &recipients);
}

Status MulticastTeam::scatterv_opened(const CollectiveCall& call) {
    const auto found = opened_.find(call.group);
    if (found == opened_.end()) return Status::bug;
    const Opened& opened = found->second;
    if (opened.membership && !opened.membership->touch()) sick_ = true;
    CollectiveCall known = call;
    known.root = opened.root;
    const bool is_root = opened.root == parts_.places.rank;
    if (is_root && !std::equal(call.sizes.begin(), call.sizes.end(), opened.sizes.begin(), opened.sizes.end()))
        return refuse(opened);
    return spread(known, opened.sizes, &opened.recipients);
}

void MulticastTeam::close_group(std::uint32_t number) { opened_.erase(number); }

}  // namespace shunt::multicast
