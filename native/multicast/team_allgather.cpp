// MPI_Allgather(v) on a multicast team: a broadcast by every rank.
#include <deque>

#include "native/multicast/placement.hpp"
#include "native/multicast/rescuer.hpp"
#include "native/multicast/team_drive.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kMostAtOnce = 64 << 10;   // bytes in all: the output queues of usual switches take more
constexpr std::size_t kMostRoots = 256;

/// One of several broadcasts that are received at the same time.
struct Awaited {
    Awaited(Link& link, const Rescuer::Setup& setup, int root_node, std::span<std::byte> data, std::size_t payload)
        : number(setup.number), node(root_node), placement(data, payload), rescuer(link, setup) {}
    std::uint32_t number;
    int node;
    Placement placement;
    Rescuer rescuer;
    bool arrived = false;
};

}  // namespace

/// Little goes all at once: nobody waits for a turn. Of much, one broadcast follows the other, a root beginning when the one before has
/// arrived, so that no port gets two at a time. Each node may choose for itself: the broadcasts and their numbers are the same.
Status MulticastTeam::allgather(const CollectiveCall& call) {
    const auto ranks = static_cast<std::size_t>(parts_.places.size());
    const std::size_t block = call.receive.size() / ranks;
    const bool alone = !has_neighbours_ && parts_.places.nodes() == parts_.places.size();
    const bool little = call.sizes.empty() && small(block) && call.receive.size() <= kMostAtOnce && ranks <= kMostRoots;
    if (alone && little) return allgather_at_once(call);
    Status first = Status::ok;
    std::size_t at = 0;
    for (std::size_t root = 0; root < ranks; ++root) {
        const std::size_t bytes = call.sizes.empty() ? block : call.sizes[root];
        const Status status = broadcast(static_cast<int>(root), call.receive.subspan(at, bytes));
        if (first == Status::ok) first = status;
        at += bytes;
    }
    return first;
}

/// With one rank a node.
Status MulticastTeam::allgather_at_once(const CollectiveCall& call) {
    Link& link = *parts_.link;
    const auto ranks = static_cast<std::size_t>(parts_.places.size());
    const std::size_t block = call.receive.size() / ranks;
    const std::uint64_t first = number_ + 1, own = first + static_cast<std::uint64_t>(parts_.places.rank);
    number_ += ranks;
    if (wants_checkpoint()) note_checkpoint(own);
    std::deque<Awaited> awaited;
    ConfirmationSeeker seeker(link, parts_.rescue_of, {word(own), own_node(), {}, parts_.address, 0, patience(), sick_});
    {
        const std::lock_guard<std::mutex> guard(link.mutex);
        if (std::exchange(link.rejoined, false)) link.channel.joined_anew();
        const std::int64_t now = monotonic_ns();
        for (std::uint64_t number = first; number <= number_; ++number) {
            const auto root = static_cast<std::size_t>(number - first);
            const std::span<std::byte> data = call.receive.subspan(root * block, block);
            if (number == own) {
                link.channel.send(word(number), data, Completion::retained, 0, {}, now, checkpoint_ == own);
                continue;
            }
            const int node = parts_.places.node(static_cast<int>(root));
            const Rescuer::Setup setup{word(number),    own_node(), parts_.rescue_of[static_cast<std::size_t>(node)],
                                       parts_.address, data.size(), patience(), sick_};
            awaited.emplace_back(link, setup, node, data, parts_.payload_bytes);
            link.channel.receive(word(number), node, data.size(), awaited.back().placement, now);
        }
    }
    int waits_for = -1;
    const Status status = drive(own, waits_for, [&](std::int64_t now) {
        waits_for = -1;
        Status worst = Status::ok;
        for (Awaited& one : awaited) {
            one.arrived = one.arrived || link.channel.finished(one.number);
            if (!one.arrived || one.rescuer.confirming()) one.rescuer.advance(now);
            if (one.arrived && worst == Status::ok) worst = link.channel.status(one.number);
            if (!one.arrived || one.rescuer.confirming()) waits_for = one.node;
            if (link.channel.asks_checkpoint(one.number)) note_checkpoint(first + (one.number - word(first)));
        }
        const bool sent = link.channel.finished(word(own));
        if (!sent) seeker.advance(now);
        return waits_for >= 0 || !sent ? Status::again : worst;
    });
    std::uint64_t rescued = seeker.confirmed();
    for (const Awaited& one : awaited) rescued += one.rescuer.fetched();
    note_rescues(rescued);
    const std::lock_guard<std::mutex> guard(link.mutex);
    deaf_in_a_row_ = link.channel.is_deaf() ? deaf_in_a_row_ + 1 : 0;
    if (status == Status::ok) return status;
    for (const Awaited& one : awaited) link.channel.abandon(one.number);
    link.channel.abandon(word(own));   // the caller's bytes go away
    return status;
}

}  // namespace shunt::multicast
