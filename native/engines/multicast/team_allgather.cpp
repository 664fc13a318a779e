// MPI_Allgather(v) on a multicast team: a broadcast by every rank.
#include <deque>
#include <optional>

#include "native/engines/multicast/layout.hpp"
#include "native/engines/multicast/receive_buffer.hpp"
#include "native/engines/multicast/recovery.hpp"
#include "native/engines/multicast/shared_pace.hpp"
#include "native/engines/multicast/team_drive.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kMostUnpaced = 64 << 10;  // bytes of all blocks: the queues of usual switches have more room
constexpr std::size_t kMostUnpacedRoots = 256;

/// One of several broadcasts received at the same time.
struct Awaited {
    Awaited(std::uint32_t operation, int root_node, std::span<std::byte> data, std::size_t payload)
        : number(operation), node(root_node), bytes(data.size()), receive_buffer(data, payload) {}
    bool over() const { return arrived && !(recovery && recovery->confirming()); }

    std::uint32_t number;
    int node;
    std::size_t bytes;
    ReceiveBuffer receive_buffer;
    std::optional<Recovery> recovery;  ///< made when it takes long
    bool arrived = false;
};

}  // namespace

/// Either all broadcasts at the same time, so that every port is always busy and no rank waits for a turn, or one
/// broadcast after the other. All members choose alike: by their nodes, and by sizes that MPI makes known to all.
Status MulticastTeam::allgather(const CollectiveCall& call) {
    const auto ranks = static_cast<std::size_t>(parts_.places.size());
    const bool alone = parts_.places.nodes() == parts_.places.size();
    const bool unpaced = call.receive.size() <= kMostUnpaced && ranks <= kMostUnpacedRoots;
    std::vector<std::size_t> begins{0};
    for (std::size_t root = 0; root < ranks; ++root)
        begins.push_back(begins.back() + (call.sizes.empty() ? call.receive.size() / ranks : call.sizes[root]));
    if (alone && (unpaced || ranks <= std::size_t{SharedPace::kMostRoots}))
        return allgather_at_once(call.receive, begins, !unpaced);
    Status first = Status::ok;
    for (std::size_t root = 0; root < ranks; ++root) {
        const Status status =
            broadcast(static_cast<int>(root), call.receive.subspan(begins[root], begins[root + 1] - begins[root]));
        if (first == Status::ok) first = status;
    }
    return first;
}

/// Requires one rank a node. The block of rank r is data[begins[r], begins[r + 1]).
Status MulticastTeam::allgather_at_once(std::span<std::byte> everything, std::span<const std::size_t> begins,
                                        bool paced) {
    Link& link = *parts_.link;
    const std::size_t ranks = begins.size() - 1;
    const auto rank = static_cast<std::size_t>(parts_.places.rank);
    const std::uint64_t first = number_ + 1, own = first + rank;
    const std::uint32_t packets = Layout{begins[rank + 1] - begins[rank], parts_.payload_bytes}.packets();
    number_ += ranks;
    if (wants_checkpoint()) note_checkpoint(own);
    std::deque<Awaited> awaited;
    std::optional<SharedPace> pace;
    ConfirmationSeeker seeker(link, parts_.recovery_of,
                              {word(own), own_node(), 0, {}, parts_.address, 0, patience(), sick_});
    {
        const std::lock_guard<std::mutex> guard(link.mutex);
        if (std::exchange(link.rejoined, false)) link.channel.joined_anew();
        const std::int64_t now = monotonic_ns();
        if (paced) pace.emplace(ranks - 1, parts_.payload_bytes, link.channel.early_bytes(), now);
        for (std::uint64_t number = first; number <= number_; ++number) {
            const auto root = static_cast<std::size_t>(number - first);
            const std::span<std::byte> data = everything.subspan(begins[root], begins[root + 1] - begins[root]);
            if (number == own) {
                link.channel.send(word(number), data, small(data.size()) ? Completion::retained : Completion::confirmed,
                                  0, {}, now, checkpoint_ == own);
                if (pace) link.channel.allow(word(number), 1, now);
                continue;
            }
            const int node = parts_.places.node(static_cast<int>(root));
            awaited.emplace_back(word(number), node, data, parts_.payload_bytes);
            link.channel.receive(word(number), node, data.size(), awaited.back().receive_buffer, now);
        }
    }
    const std::int64_t patient_until = monotonic_ns() + kFirstLooksNs;
    const auto help = [&](Awaited& one, std::int64_t now) {
        if (!one.recovery) {
            const auto node = static_cast<std::uint32_t>(one.node);
            one.recovery.emplace(link, Recovery::Setup{one.number, own_node(), node, parts_.recovery_of[node],
                                                       parts_.address, one.bytes, patience(), sick_});
        }
        one.recovery->advance(now);
    };
    int waits_for = -1;
    Status worst = Status::ok;  // of the operations that have arrived
    const Status status = drive(own, waits_for, [&](std::int64_t now) {
        waits_for = -1;
        for (Awaited& one : awaited) {
            if (one.arrived || !link.channel.finished(one.number)) continue;
            one.arrived = true;
            if (worst == Status::ok) worst = link.channel.status(one.number);
        }
        if (pace) {
            pace->look();
            for (const Awaited& one : awaited)
                if (!one.arrived) pace->at_least(link.channel.sent_by_root(one.number));
        }
        for (Awaited& one : awaited) {
            if (link.channel.asks_checkpoint(one.number)) note_checkpoint(first + (one.number - word(first)));
            if (one.over()) continue;
            waits_for = one.node;
            // A root that has to wait for a slower one is not the cause of the delay.
            const bool holds_up = one.arrived || !pace || link.channel.sent_by_root(one.number) <= pace->least();
            if (holds_up && now >= patient_until) help(one, now);
        }
        const bool sent = link.channel.finished(word(own));
        const std::uint32_t allowed = pace ? pace->allowed(now) : packets;
        if (pace && !sent) link.channel.allow(word(own), allowed, now);
        if (!sent && allowed >= packets) seeker.advance(now);
        return waits_for >= 0 || !sent ? Status::again : worst;
    });
    std::uint64_t recovered = seeker.confirmed();
    for (const Awaited& one : awaited) recovered += one.recovery && one.recovery->fetched();
    note_recoveries(recovered);
    const std::lock_guard<std::mutex> guard(link.mutex);
    deaf_in_a_row_ = link.channel.is_deaf() ? deaf_in_a_row_ + 1 : 0;
    if (status == Status::ok) return status;
    for (const Awaited& one : awaited) link.channel.abandon(one.number);
    link.channel.abandon(word(own));  // the caller's bytes will be freed
    return status;
}

}  // namespace shunt::multicast
