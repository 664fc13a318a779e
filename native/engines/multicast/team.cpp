#include "native/engines/multicast/team.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "native/base/clock.hpp"
#include "native/engines/multicast/recovery.hpp"
#include "native/engines/multicast/team_drive.hpp"
#include "native/net/liveness.hpp"
#include "native/net/remedy.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kSickPatienceNs = 20'000'000;  // where multicast is known not to arrive

}  // namespace

Places Places::of(const TeamSetup& setup) {
    Places layout;
    layout.rank = setup.group.rank;
    layout.node_of = setup.node_of;
    layout.leaders.assign(static_cast<std::size_t>(*std::max_element(setup.node_of.begin(), setup.node_of.end())) + 1,
                          -1);
    for (int rank = 0; rank < layout.size(); ++rank) {
        int& leader = layout.leaders[static_cast<std::size_t>(layout.node_of[static_cast<std::size_t>(rank)])];
        if (leader < 0) leader = rank;
        if (layout.node_of[static_cast<std::size_t>(rank)] == layout.node()) layout.local_ranks.push_back(rank);
    }
    return layout;
}

std::uint32_t Places::local_index(int of_rank) const {
    return static_cast<std::uint32_t>(std::find(local_ranks.begin(), local_ranks.end(), of_rank) - local_ranks.begin());
}

MulticastTeam::MulticastTeam(Parts parts) : parts_(std::move(parts)), has_local_ranks_(parts_.local_group != nullptr) {
    if (parts_.link) parts_.hub->add(*parts_.link);
}

MulticastTeam::~MulticastTeam() {
    background_.reset();
    if (parts_.link) parts_.hub->remove(*parts_.link);
}

/// Counts the program's calls, in its order.
void MulticastTeam::count_call() {
    ++calls_;
    wants_to_meet_ = wants_to_meet_ || is_always_checkpoint(calls_);
}

Status MulticastTeam::meet_if_due(const CollectiveCall& call) {
    wants_to_meet_ = wants_to_meet_ || is_checkpoint_asked();
    const bool has_blocks = call.operation == Operation::allgather && !call.receive.empty();
    if (wants_to_meet_ && (call.operation == Operation::barrier || has_blocks)) failed_ = meet();
    return failed_;
}

Status MulticastTeam::begin_call() {
    tell_local_ranks_of_trouble();
    if (!parts_.link) return Status::ok;
    if (!parts_.hub->touch(*parts_.link).ok()) sick_ = true;  // then by unicast repairs
    const std::lock_guard<std::mutex> guard(parts_.link->mutex);
    parts_.link->channel.begin_call(word(number_ + 1));
    return Status::ok;
}

/// Runs after all background calls.   Fails: declined, on all members alike.
Status MulticastTeam::begin_blocking_call(const CollectiveCall& call) {
    if (background_) background_->finish();
    if (failed_ != Status::ok) return failed_;
    count_call();
    if (const Status status = meet_if_due(call); status != Status::ok) return status;
    return begin_call();
}

Status MulticastTeam::carry(const CollectiveCall& call) {
    if (const Status status = begin_blocking_call(call); status != Status::ok) return status;
    const Status status = perform(call);
    wants_to_meet_ = wants_to_meet_ || is_checkpoint_asked();
    return end_call(call, status);
}

/// The result for members of a broadcast with several lengths.
Status MulticastTeam::end_call(const CollectiveCall& call, Status status) const {
    if (status != Status::other_length) return status;
    if (call.operation != Operation::bcast) return Status::bug;
    if (call.came) *call.came = root_bytes_;
    return status;
}

/// The members do not meet for a background call, nor because such calls have asked for it: each member learns that at
/// another time. They meet with the next blocking call, which ends after all of these.
std::unique_ptr<Pending> MulticastTeam::begin(const CollectiveCall& call) {
    if (call.group != 0) return nullptr;
    if (!background_)
        background_ = std::make_unique<Background>(
            [this](const CollectiveCall& begun) { return carry_in_background(begun); }, *parts_.exchange);
    auto pending = background_->add(call);
    count_call();
    return pending;
}

Status MulticastTeam::carry_in_background(const CollectiveCall& call) {
    if (is_given_up()) lose();
    if (failed_ != Status::ok) return failed_;
    Exchange* const host = std::exchange(parts_.exchange, &background_->exchange());
    Status status = begin_call();
    if (status == Status::ok) status = end_call(call, perform(call));
    parts_.exchange = host;
    if (is_given_up()) lose();
    return status;
}

void MulticastTeam::lose() {
    if (failed_ == Status::ok) failed_ = Status::peer_lost;
    if (has_local_ranks_) parts_.local_group->report(Status::peer_lost);
}

Status MulticastTeam::perform(const CollectiveCall& call) {
    const InCall in_call(parts_.link.get());
    switch (call.operation) {
        case Operation::bcast: return broadcast(call.root, call.receive);
        case Operation::scatter: return scatter(call);
        case Operation::scatterv: return call.group != 0 ? scatterv_opened(call) : scatterv(call);
        case Operation::allgather:
        case Operation::allgatherv: return allgather(call);
        case Operation::barrier: return barrier();
        default: return Status::bug;
    }
}

std::int64_t MulticastTeam::patience() const { return sick_ ? kSickPatienceNs : parts_.options.rescue_after_ns; }

/// Asks the host MPI about the nodes that this one waits for, and asks their hosts whether they are alive.
bool MulticastTeam::all_well(std::uint64_t number, int root_node, std::optional<HostWatch>& watch, std::int64_t now) {
    int node = root_node;
    if (node < 0) {
        const std::lock_guard<std::mutex> guard(parts_.link->mutex);
        node = parts_.link->channel.unconfirmed_node(word(number));
    }
    if (node < 0) return true;
    if (parts_.exchange->ask_about(parts_.places.leaders[static_cast<std::size_t>(node)]) != Status::ok) return false;
    if (!watch) watch.emplace(*parts_.link, parts_.recovery_of, parts_.address);
    const std::int64_t silent_ns = watch->silent_ns(node, word(number), now);
    if (silent_ns <= parts_.patience_ns) return true;
    say_lost(node, silent_ns);
    lose();
    return false;
}

void MulticastTeam::say_lost(int node, std::int64_t silent_ns) {
    const auto at = static_cast<std::size_t>(node);
    const std::string silence = net::silence_text(static_cast<std::uint32_t>(silent_ns / 1'000'000));
    const std::string address = net::to_text(parts_.recovery_of[at].address);
    const std::string& name = parts_.host_names[at];
    parts_.exchange->warn(
        joined({"multicast: host ", name, " (", address, ") ", silence, "; ", net::kNetworkOrHost}).c_str());
}

Status MulticastTeam::await_finished(std::uint64_t number) {
    return drive(number, -1, [&](std::int64_t) {
        return parts_.link->channel.finished(word(number)) ? Status::ok : Status::again;
    });
}

Status MulticastTeam::broadcast(int root, std::span<std::byte> data, const Recipients* recipients) {
    if (recipients) return broadcast_to_few(root, data, *recipients);
    const std::uint64_t number = ++number_;
    const Places& places = parts_.places;
    const bool from_here = places.node(root) == places.node();
    if (root == places.rank && wants_checkpoint()) note_checkpoint(number);
    if (!places.is_leader()) {
        if (root == places.rank) return write_to_local_ranks(number, data);
        return read_from_local_rank(number, from_here ? root : places.leader(), data);
    }
    if (!from_here) return receive(number, places.node(root), data);
    if (root == places.rank) return send(number, data, has_local_ranks_);
    return relay(number, root, data);
}

Status MulticastTeam::send(std::uint64_t number, std::span<const std::byte> data, bool to_local_ranks,
                           const Recipients* recipients) {
    static const Recipients everyone;
    if (!recipients) recipients = &everyone;
    Link& link = *parts_.link;
    ConfirmationSeeker seeker(link, parts_.recovery_of,
                              {word(number), own_node(), 0, {}, parts_.address, 0, patience(), sick_});
    {
        const std::lock_guard<std::mutex> guard(link.mutex);
        link.channel.send(word(number), data, small(data.size()) ? Completion::retained : Completion::confirmed,
                          recipients->group, recipients->members, monotonic_ns(), checkpoint_ == number);
    }
    std::size_t written = 0;
    bool handed_over = !to_local_ranks;
    const Status begun =
        to_local_ranks ? parts_.local_group->ring().begin_write(ring_operation(number), data.size()) : Status::ok;
    const Status status = begun != Status::ok ? begun : drive(number, -1, [&](std::int64_t now) {
        if (!handed_over) {
            std::size_t taken = 0;
            const Status wrote = parts_.local_group->ring().try_write(data.subspan(written), taken);
            written += taken;
            if (wrote != Status::ok && wrote != Status::again) return wrote;
            handed_over = wrote == Status::ok;
        }
        if (!link.channel.finished(word(number))) seeker.advance(now);
        if (!handed_over || !link.channel.finished(word(number))) return Status::again;
        return link.channel.status(word(number));
    });
    note_recoveries(seeker.confirmed());
    if (status == Status::ok) return status;
    const std::lock_guard<std::mutex> guard(link.mutex);
    link.channel.abandon(word(number));  // the caller's bytes will be freed
    return status;
}

/// One late datagram proves nothing; only trouble in successive operations counts.
void MulticastTeam::note_recoveries(std::uint64_t count) {
    rescues_ += count;
    recovered_in_a_row_ = count > 0 ? recovered_in_a_row_ + 1 : 0;
    sick_ = sick_ || recovered_in_a_row_ > 1;
}

Status MulticastTeam::write_to_local_ranks(std::uint64_t number, std::span<const std::byte> data) {
    node::BroadcastRing& ring = parts_.local_group->ring();
    if (const Status status = ring.begin_write(ring_operation(number), data.size()); status != Status::ok)
        return status;
    WakefulWait wakeful(parts_.exchange->has_work(), parts_.has_core);
    for (std::size_t written = 0;;) {
        std::size_t taken = 0;
        const Status status = ring.write(data.subspan(written), taken, wakeful.sleep_ns(kHostPauseNs));
        written += taken;
        if (status != Status::timeout) return status;
        if (is_given_up()) return Status::peer_lost;
        wakeful.let_progress(*parts_.exchange);
    }
}

Status MulticastTeam::scatter(const CollectiveCall& call) {
    const auto ranks = static_cast<std::size_t>(parts_.places.size());
    const std::size_t block = call.root == parts_.places.rank ? call.send.size() / ranks : call.receive.size();
    const std::size_t all = block * ranks;
    const std::size_t own = block * static_cast<std::size_t>(parts_.places.rank);
    if (call.root == parts_.places.rank) {
        if (!call.receive.empty()) std::memcpy(call.receive.data(), call.send.data() + own, block);
        return broadcast(call.root, {const_cast<std::byte*>(call.send.data()), all});
    }
    std::vector<std::byte> everything(all);
    const Status status = broadcast(call.root, everything);
    if (status == Status::ok && block > 0) std::memcpy(call.receive.data(), everything.data() + own, block);
    return status;
}

Status MulticastTeam::meet_local_ranks(std::uint64_t number) {
    if (parts_.link) parts_.link->in_call.store(false, std::memory_order_relaxed);  // a local rank may be late
    node::Arrivals& arrivals = parts_.local_group->arrivals();
    if (const Status status = arrivals.arrive(number); status != Status::ok || !parts_.places.is_leader())
        return status;
    WakefulWait wakeful(parts_.exchange->has_work(), parts_.has_core);
    for (;;) {
        const Status status = arrivals.wait_all(number, wakeful.sleep_ns(kHostPauseNs));
        if (status != Status::timeout) return status;
        if (is_given_up()) return Status::peer_lost;
        wakeful.let_progress(*parts_.exchange);
    }
}

/// The ranks of a node report to their leader, the leaders to that of node 0, which then makes an empty broadcast.
Status MulticastTeam::barrier() {
    const std::uint64_t number = number_ + 1;  // of the broadcast below
    const Places& places = parts_.places;
    if (has_local_ranks_)
        if (const Status status = meet_local_ranks(number); status != Status::ok) return status;
    if (places.is_leader()) {
        Link& link = *parts_.link;
        {
            const std::lock_guard<std::mutex> guard(link.mutex);
            if (places.node() == 0) link.channel.await_arrivals(word(number), monotonic_ns());
            else link.channel.arrive(word(number), 0, monotonic_ns());
        }
        if (places.node() == 0) {
            const Status status = await_finished(number);
            if (status != Status::ok) return status;
        }
    }
    return broadcast(0, {});
}

std::vector<EngineCounter> MulticastTeam::counters() const {
    std::vector<EngineCounter> counted = {{"multicast.rescues", rescues_},
                                          {"multicast.switched-off", switched_off_},
                                          {"multicast.groups-made", groups_made_}};
    if (!parts_.link) return counted;
    const std::lock_guard<std::mutex> guard(parts_.link->mutex);
    const Counters& c = parts_.link->channel.counters();
    counted.insert(counted.end(), {{"multicast.operations", number_},
                                   {"multicast.datagrams", c.data},
                                   {"multicast.repairs", c.repairs},
                                   {"multicast.naks", c.naks},
                                   {"multicast.acknowledgements", c.acks},
                                   {"multicast.duplicates", c.duplicates},
                                   {"multicast.foreign", c.foreign + parts_.link->strangers()},
                                   {"multicast.malformed", c.malformed},
                                   {"multicast.stale", c.stale},
                                   {"multicast.evictions", parts_.link->evictions},
                                   {"multicast.slowdowns", c.slowdowns}});
    return counted;
}

}  // namespace shunt::multicast
