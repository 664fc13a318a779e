#include "native/engines/phased/team.hpp"

#include <poll.h>
#include <time.h>

#include <algorithm>
#include <utility>

#include "native/base/clock.hpp"
#include "native/base/wakeful_wait.hpp"
#include "native/engines/phased/params.hpp"
#include "native/engines/phased/preparation.hpp"
#include "native/net/wait.hpp"

namespace shunt::phased {
namespace {

constexpr std::int64_t kLocalLookNs =
    100'000;  // how often a leader polls its local_peers, also while it waits for the network
constexpr std::int64_t kHostPauseNs = 1'000'000;    // longest time between host calls while waiting
constexpr std::int64_t kFirstLooksNs = 20'000'000;  // for so long the host is called every millisecond, then every five
constexpr std::int64_t kAskAfterNs = 5'000'000'000;  // until the host is asked about an awaited node
constexpr std::int64_t kAskAgainNs = 1'000'000'000;
constexpr std::uint64_t kAllCalls = UINT64_MAX;      // value of `ended` for a team that has failed
constexpr std::int64_t kServiceQuickNs = 25'000;     // the service's polling interval between successive calls
constexpr std::int64_t kServicePauseNs = 2'000'000;  // then the service checks that the program still advances them

}  // namespace

/// One call of this rank. The local_peers read its lists of blocks until it has ended on the node.
struct PhasedTeam::Call {
    Call(const CollectiveCall& asked, const Nodes& nodes, LocalPeers* local_peers, std::uint64_t its_number)
        : call(asked), number(its_number), own(asked, nodes), local(nodes, local_peers, asked, own, its_number) {}

    CollectiveCall call;
    std::uint64_t number;
    bool only_prepare = false;
    OwnBlocks own;
    LocalPart local;
    bool entered = false, left_alone = false, network_done = false;
    std::uint64_t busiest_bytes = UINT64_MAX;  ///< Plan::busiest
    std::optional<NodeBlocks> blocks;          ///< of a leader, once all local_peers have entered
    std::unique_ptr<InterNodeCall> inter_node_call;
    Status network = Status::ok, status = Status::again;
    std::shared_ptr<const Plan> plan;  ///< made for it
    Row own_row;
};

/// The handle of a call in the background.
class PhasedTeam::Begun final : public Pending {
public:
    Begun(PhasedTeam& team, std::shared_ptr<Call> call) : team_(team), call_(std::move(call)) {}
    ~Begun() override {
        const std::lock_guard<std::mutex> guard(team_.mutex_);
        if (call_->status == Status::again) team_.abandon(*call_);
    }
    Status advance() override {
        team_.activity_.fetch_add(1, std::memory_order_relaxed);
        const std::int64_t now = monotonic_ns();
        if (now > ask_at_) team_.look_after(*call_, now, ask_at_);
        const Status status = advance_call(now);
        if (status != Status::again && status != Status::ok) team_.tell_why();
        return status;
    }
    Status wait(std::int64_t most_ns) override { return team_.finish(*call_, most_ns); }

private:
    Status advance_call(std::int64_t now) {
        const std::lock_guard<std::mutex> guard(team_.mutex_);
        if (call_->status == Status::again) team_.advance_all(now);
        return call_->status;
    }

    PhasedTeam& team_;
    std::shared_ptr<Call> call_;
    std::int64_t ask_at_ = monotonic_ns() + kAskAfterNs;  ///< when to ask the host about an awaited node
};

PhasedTeam::PhasedTeam(Parts parts) : parts_(std::move(parts)) {
    if (parts_.streams)
        wires_.emplace(Wires{parts_.nodes,
                             *parts_.streams,
                             parts_.local_peers.get(),
                             {},
                             topology_of(parts_.options.uplink, parts_.nodes.count()).value_or(schedule::Topology{}),
                             {},
                             parts_.options,
                             {},
                             PortRate(static_cast<std::uint64_t>(parts_.options.pace)),
                             parts_.renews_when_paced});
}

PhasedTeam::~PhasedTeam() {
    if (service_) service_->remove(*this);
}

std::shared_ptr<PhasedTeam::Call> PhasedTeam::enqueue(const CollectiveCall& call, bool only_prepare) {
    auto made = std::make_shared<Call>(call, parts_.nodes, parts_.local_peers.get(), ++number_);
    made->only_prepare = only_prepare;
    if (failed_ != Status::ok) made->status = failed_;
    else calls_.push_back(made);
    ++operations_;
    return made;
}

Status PhasedTeam::carry(const CollectiveCall& call) {
    std::shared_ptr<Call> made;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        made = enqueue(call, false);
    }
    const Status status = finish(*made);
    // Each rank learns of background calls at another time; no common decision may depend on that.
    if (call.found) *call.found = sizes_found(made->busiest_bytes, parts_.nodes.count(), parts_.options);
    return status;
}

std::unique_ptr<Pending> PhasedTeam::begin(const CollectiveCall& call) {
    std::shared_ptr<Call> made;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        made = enqueue(call, false);
        advance_all(monotonic_ns());
    }
    if (!service_) service_ = Service::get();
    if (service_) service_->add(*this);
    return std::make_unique<Begun>(*this, std::move(made));
}

/// Waits for the end of a call, but for `most_ns` at most; lets the host progress.
Status PhasedTeam::finish(Call& call, std::int64_t most_ns) {
    in_call_.store(true, std::memory_order_relaxed);
    const std::int64_t start = monotonic_ns();
    std::int64_t helped_at = start, ask_at = start + kAskAfterNs;
    WakefulWait wakeful(parts_.exchange->has_work(), parts_.has_core);
    Status status = Status::again;
    for (std::int64_t now = start; status == Status::again && now - start <= most_ns; now = monotonic_ns()) {
        const std::int64_t most = wakeful.sleep_ns(now - start < kFirstLooksNs ? kHostPauseNs : 5 * kHostPauseNs);
        const auto advance = [&] {
            const std::lock_guard<std::mutex> guard(mutex_);
            advance_all(now);
            return call.status;
        };
        if (!parts_.streams && parts_.local_peers) {
            status = parts_.local_peers->wait_once(most, advance);
        } else {
            status = advance();
            if (status == Status::again) wait(most);
        }
        if (status == Status::again && (wakeful.host_has_work() || now - helped_at >= kHostPauseNs)) {
            wakeful.let_progress(*parts_.exchange);
            helped_at = now;
        }
        if (status == Status::again && now > ask_at) look_after(call, now, ask_at);
    }
    in_call_.store(false, std::memory_order_relaxed);
    if (status != Status::ok && status != Status::again) tell_why();
    return status;
}

/// Reports each failure once, by the first of the program's threads that learns of it.
void PhasedTeam::tell_why() {
    std::string why;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        why.swap(why_);
    }
    if (!why.empty()) parts_.exchange->warn(why.c_str());
}

/// Asks the host about the node that this member waits for.
void PhasedTeam::look_after(Call& call, std::int64_t now, std::int64_t& ask_at) {
    ask_at = now + kAskAgainNs;
    int node = -1;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (call.inter_node_call) node = call.inter_node_call->awaited();
        else if (calls_.size() > 1 && calls_.front()->inter_node_call)
            node = calls_.front()->inter_node_call->awaited();
    }
    if (node < 0 || parts_.exchange->ask_about(parts_.nodes.leader(node)) == Status::ok) return;
    const std::lock_guard<std::mutex> guard(mutex_);
    fail(Status::peer_lost, "the host MPI has lost node " + std::to_string(node));
}

/// Sleeps until the network has an event, or a local peer may have one.
void PhasedTeam::wait(std::int64_t timeout_ns) {
    if (!parts_.streams) return;  // alone on the only node: nothing to wait for
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        const std::int64_t due = parts_.streams->next_timeout();
        const bool soon =
            !calls_.empty() && calls_.front()->inter_node_call && calls_.front()->inter_node_call->must_look();
        if (soon) timeout_ns = std::min(timeout_ns, kLocalLookNs * 5);
        if (due != INT64_MAX) timeout_ns = std::clamp<std::int64_t>(due - monotonic_ns(), 0, timeout_ns);
    }
    if (parts_.local_peers) timeout_ns = std::min(timeout_ns, kLocalLookNs);
    pollfd ready{parts_.streams->descriptor(), POLLIN, 0};
    (void)net::wait_ready({&ready, 1}, timeout_ns);
}

/// Advances the calls, one after the other, as far as possible now.
void PhasedTeam::advance_all(std::int64_t now) {
    if (parts_.local_peers) parts_.local_peers->serve();
    while (!calls_.empty()) {
        const std::shared_ptr<Call> first = calls_.front();
        const Status status = advance_first(now);
        if (status == Status::again) return check_local_peers(now);
        if (calls_.empty()) return;  // all have failed
        if (status == Status::peer_lost)
            return fail(status, first->inter_node_call ? first->inter_node_call->trouble().reason
                                                       : "a rank of this node has ended");
        first->status = status;
        first->inter_node_call.reset();
        calls_.pop_front();
        ended_at_ = now;
    }
}

/// Checks only when no call progresses: what a local peer did before it ended counts.
void PhasedTeam::check_local_peers(std::int64_t now) {
    if (!parts_.local_peers || now < check_at_) return;
    const bool gone = check_at_ != 0 && parts_.local_peers->check() != Status::ok;
    check_at_ = now + node::kLivenessNs;
    if (!gone || suspicious_) {
        suspicious_ = false;
        if (gone) fail(Status::peer_lost, "a rank of this node has ended");
        return;
    }
    suspicious_ = true;  // checks everything it has left behind once more
    check_at_ = now;
}

/// One step of the first call: the ranks of its node come together, the leader carries it through the network, each
/// copies its own data.
Status PhasedTeam::advance_first(std::int64_t now) {
    Call& call = *calls_.front();
    LocalPeers* local_peers = parts_.local_peers.get();
    if (!call.entered) {
        call.entered = true;
        if (local_peers) local_peers->enter(call.number, call.own.table(call.call));
    }
    if (parts_.nodes.is_leader() && !call.network_done) {
        const Status status = advance_network(call, now);
        if (status == Status::peer_lost || failed_ != Status::ok) return status;
    }
    if (Status status = Status::ok; !parts_.nodes.is_leader() && local_peers->ended(call.number + 1, status)) {
        fail(status, "the leader of this node has abandoned the call");  // it ends calls that have not begun
        return status;
    }
    if (!call.left_alone) {
        const Status status = call.only_prepare ? Status::ok : call.local.advance();
        if (status != Status::ok) return status;
        if (call.local.differs() && local_peers) local_peers->report(call.number, Status::bug);
        if (local_peers) local_peers->leave_alone(call.number);
        call.left_alone = true;
    }
    return end_call(call);
}

Status PhasedTeam::begin_inter_node_call(Call& call) {
    LocalPeers* local_peers = parts_.local_peers.get();
    for (std::uint32_t member = 1; local_peers && member < local_peers->count(); ++member)
        if (!local_peers->entered(member, call.number)) return Status::again;
    call.blocks.emplace(parts_.nodes, call.call.operation, call.call.root);
    if (const Status status = call.blocks->read(local_peers, call.own); status != Status::ok) return status;
    InterNodeCallSetup setup;
    setup.number = static_cast<std::uint32_t>(call.number);
    setup.operation = call.call.operation;
    setup.root = call.call.root;
    setup.order = order_of(call.call);
    setup.separation = separation_of(call.call);
    setup.only_prepare = call.only_prepare;
    const auto* prepared = dynamic_cast<const PhasedPrepared*>(call.call.prepared);
    if (prepared != nullptr && prepared->team == parts_.token) setup.prepared = prepared;
    call.inter_node_call = std::make_unique<InterNodeCall>(*wires_, *call.blocks, setup);
    return Status::ok;
}

Status PhasedTeam::advance_network(Call& call, std::int64_t now) {
    Status status = Status::ok;
    if (wires_ && !call.inter_node_call) status = begin_inter_node_call(call);
    if (status == Status::ok && call.inter_node_call) status = call.inter_node_call->advance(now);
    if (status == Status::again || status == Status::peer_lost) return status;
    call.network_done = true;
    call.network = status;
    if (call.inter_node_call) {
        call.plan = call.inter_node_call->plan();
        call.busiest_bytes = call.plan ? call.plan->busiest : UINT64_MAX;
        call.own_row = call.inter_node_call->own_row();
        if (!call.inter_node_call->trouble().ok()) {  // the members' calls do not match
            fail(status, call.inter_node_call->trouble().reason);
            return status;
        }
        if (!call.inter_node_call->disagreement().empty())
            why_ = "phased: members disagree about a call: " + call.inter_node_call->disagreement();
    }
    if (parts_.local_peers) parts_.local_peers->deliver(call.number);
    return status;
}

/// The call is over on a node when all its ranks have copied their data and all data of other nodes have arrived.
Status PhasedTeam::end_call(Call& call) {
    LocalPeers* local_peers = parts_.local_peers.get();
    Status status = Status::ok;
    if (parts_.nodes.is_leader()) {
        if (!call.network_done || (local_peers && !local_peers->all_left_alone(call.number))) return Status::again;
        status = call.network;
        if (status == Status::ok)
            status = local_peers ? local_peers->reported(call.number) : call.local.differs() ? Status::bug : Status::ok;
        if (local_peers) local_peers->end(call.number, status, call.busiest_bytes);
        return status;
    }
    if (!local_peers->ended(call.number, status)) return Status::again;
    call.busiest_bytes = local_peers->busiest_bytes();
    return status;
}

/// The team carries nothing any more: members that wait for this one find their streams broken.
void PhasedTeam::fail(Status status, const std::string& why) {
    if (failed_ != Status::ok) return;
    failed_ = status;
    why_ = "phased: " + why;
    if (parts_.streams) parts_.streams->close();
    if (parts_.local_peers && parts_.nodes.is_leader()) parts_.local_peers->end(kAllCalls, status);
    for (const auto& call : calls_) call->status = status;
    calls_.clear();
}

void PhasedTeam::abandon(Call& call) {
    if (std::find_if(calls_.begin(), calls_.end(), [&](const auto& each) { return each.get() == &call; }) ==
        calls_.end())
        return;
    fail(Status::peer_lost, "a call in the background was given up");
}

Serviced::Look PhasedTeam::look(std::int64_t now) {
    Look look;
    look.has_work = true;
    look.timeout_ns = kServicePauseNs;
    const std::uint64_t activity = activity_.load(std::memory_order_relaxed);
    const bool driven = in_call_.load(std::memory_order_relaxed) || activity != seen_activity_;
    seen_activity_ = activity;
    std::unique_lock<std::mutex> guard(mutex_, std::defer_lock);
    if (driven || !guard.try_lock()) return look;
    // This thread may wait for a local peer's, which may wait for this one in another team.
    if (parts_.local_peers) parts_.local_peers->while_waiting([this] { service_->serve_others(*this); });
    advance_all(now);
    if (parts_.local_peers) parts_.local_peers->while_waiting({});
    look.has_work = !calls_.empty();
    look.watch = parts_.streams != nullptr;
    const bool soon = parts_.local_peers || (look.has_work && calls_.front()->inter_node_call &&
                                             calls_.front()->inter_node_call->must_look());
    const bool is_quick = soon && now - ended_at_ < 10 * kLocalLookNs;
    look.timeout_ns = is_quick ? kServiceQuickNs : soon ? 5 * kLocalLookNs : 5 * kHostPauseNs;
    if (parts_.streams && parts_.streams->next_timeout() != INT64_MAX)
        look.timeout_ns = std::clamp<std::int64_t>(parts_.streams->next_timeout() - now, 0, look.timeout_ns);
    return look;
}

void PhasedTeam::serve_aside() {
    const std::unique_lock<std::mutex> guard(mutex_, std::try_to_lock);
    if (guard.owns_lock() && parts_.local_peers) parts_.local_peers->serve();
}

std::unique_ptr<Prepared> PhasedTeam::prepare(const CollectiveCall& call, std::span<const std::uint64_t> pattern) {
    if (call.operation != Operation::alltoallv && call.operation != Operation::alltoallw) return nullptr;
    const auto ranks = static_cast<std::size_t>(parts_.nodes.size());
    if (order_of(call) == Order::rotation || parts_.nodes.count() == 1) return nullptr;
    if (!pattern.empty() && pattern.size() != ranks * ranks) return nullptr;
    if (!pattern.empty())
        return prepared_for(parts_.nodes, parts_.token, wires_ ? &*wires_ : nullptr, pattern, order_of(call));
    std::shared_ptr<Call> made;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        made = enqueue(call, true);
    }
    if (finish(*made) != Status::ok) return nullptr;
    auto prepared = std::make_unique<PhasedPrepared>();
    prepared->team = parts_.token;
    prepared->own = made->own_row;
    prepared->plan = made->plan;
    return prepared;
}

std::vector<EngineCounter> PhasedTeam::counters() const {
    const std::lock_guard<std::mutex> guard(mutex_);
    std::vector<EngineCounter> counted = {{"phased.operations", operations_}};
    if (!wires_) return counted;
    wires_->counters.tell(counted);
    const auto& strangers = parts_.streams->strangers();
    counted.insert(counted.end(), {{"phased.connections", parts_.streams->counters().opened},
                                   {"phased.evictions", parts_.streams->counters().evictions},
                                   {"phased.foreign", strangers.strangers + strangers.half}});
    return counted;
}

}  // namespace shunt::phased
