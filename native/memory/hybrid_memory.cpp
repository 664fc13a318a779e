#include "native/memory/hybrid_memory.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "native/net/wait.hpp"

namespace shunt::memory {
namespace {

constexpr std::int64_t kShortSleepNs = 200'000;  // if there is no wakeup socket

}  // namespace

HybridMemory::HybridMemory(std::unique_ptr<SharedMemory> near, std::unique_ptr<InternodeMemory> far,
                           std::int64_t spin_ns)
    : near_(std::move(near)), far_(std::move(far)), is_crowded_(spin_ns == 0), spin_({spin_ns}) {}

Traits HybridMemory::traits() const {
    Traits traits = near_->traits();
    traits.name = "mixed";
    traits.inline_bytes = far_->traits().inline_bytes;
    traits.registration_limit = far_->traits().registration_limit;
    return traits;
}

Outcome HybridMemory::register_memory(std::span<const std::byte> memory, Registration& into) {
    return far_->register_memory(memory, into);
}

RemoteMemory& HybridMemory::way(int peer) const {
    if (near_->reaches(peer)) return *near_;
    return *far_;
}

/// The failure that ended this memory; it is passed on to the other transport, which tells the members that it reaches.
Status HybridMemory::trouble() {
    const Status near = near_->trouble(), far = far_->trouble();
    if (near == Status::ok && far == Status::ok) return Status::ok;
    if (near == Status::ok) near_->lose(far_->lost_peer(), far);
    if (far == Status::ok) far_->lose(near_->lost_peer(), near);
    return near != Status::ok ? near : far;
}

Status HybridMemory::put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) {
    const Status status = trouble();
    return status == Status::ok ? way(peer).put(peer, offset, data, from) : status;
}

Status HybridMemory::put_word(int peer, std::uint64_t offset, std::uint64_t value) {
    const Status status = trouble();
    return status == Status::ok ? way(peer).put_word(peer, offset, value) : status;
}

void HybridMemory::expect(int peer) {
    if (!near_->reaches(peer)) far_->expect(peer);
}

Status HybridMemory::progress() {
    const Status status = far_->progress();
    const Status ended = trouble();
    return ended == Status::ok ? status : ended;
}

int HybridMemory::lost_peer() const { return near_->trouble() != Status::ok ? near_->lost_peer() : far_->lost_peer(); }

/// The state of the wait; `again`: it goes on.
Status HybridMemory::look(const Condition& ready) {
    if (ready()) return Status::ok;
    const Status status = trouble();
    if (status == Status::ok) return Status::again;
    (void)far_->serve();
    return ready() ? Status::ok : status;  // arrivals before the failure count
}

/// The state of the wait after a poll of the sockets.
Status HybridMemory::look_far(const Condition& ready) {
    while (far_->serve())
        if (ready()) return Status::ok;
    return look(ready);
}

/// The state of the wait after a check of the peers, if one is due.
Status HybridMemory::check(const Condition& ready, std::int64_t now) {
    if (!spin_.liveness.is_due(now)) return Status::again;
    (void)near_->check_peers();
    far_->check_peers();
    return look(ready);
}

Status HybridMemory::sleep(const Condition& ready, std::int64_t most_ns) {
    const std::array<int, 2> far = far_->arm(most_ns);
    std::array<pollfd, 3> descriptors{pollfd{far[0], POLLIN, 0}, pollfd{far[1], POLLIN, 0},
                                      pollfd{near_->arm(), POLLIN, 0}};
    const Status status = look(ready);
    if (descriptors[2].fd < 0) most_ns = std::min(most_ns, kShortSleepNs);
    if (status == Status::again) (void)net::wait_ready(descriptors, most_ns);
    near_->disarm();
    far_->disarm();
    return status;
}

Status HybridMemory::wait(Condition ready, std::int64_t timeout_ns) {
    if (ready()) return Status::ok;
    const std::int64_t start = monotonic_ns();
    // Polling the sockets too would slow down words of this node tenfold; data there wait for the end of the spin.
    const auto poll = [&] { return ready() ? Status::ok : Status::again; };
    (void)far_->serve();
    Status status = look(ready);
    if (timeout_ns <= 0) {
        if (status == Status::again) status = check(ready, start);  // a member may do nothing but poll
        return status == Status::again ? Status::timeout : status;
    }
    if (status == Status::again) status = spin_.run(poll);
    if (status == Status::again && !sleeps_for_near_)
        status = socket_spin_.run([&] { return look_far(ready); }, timeout_ns);
    if (status == Status::again) status = sleep_until(ready, start, timeout_ns);
    socket_spin_.note(monotonic_ns() - start);
    return status;
}

Status HybridMemory::sleep_until(const Condition& ready, std::int64_t start, std::int64_t timeout_ns) {
    Status status = Status::again;
    while (status == Status::again) {
        const std::int64_t now = monotonic_ns();
        status = check(ready, now);
        if (status != Status::again) break;
        if (now - start >= timeout_ns) return Status::timeout;
        status = sleep(ready, std::min(timeout_ns - (now - start), spin_.liveness.next_ns() - now));
        if (status == Status::again) status = look_far(ready);
    }
    return status;
}

Outcome open_alone(const Setup& setup, InternodeOpening& opening, std::span<std::byte> window,
                   std::unique_ptr<InternodeMemory>& into) {
    WireUp wire_up(setup.size, setup.all_gather);
    wire_up.fail(opening.outcome());
    const auto card = opening.card();
    std::vector<std::byte> cards(card.size() * static_cast<std::size_t>(setup.size));
    if (!wire_up.exchange(card.data(), card.size(), cards.data())) return wire_up.outcome();
    const Outcome tried = opening.tries(cards) ? agree(setup, opening.try_out(cards, window)) : Outcome{};
    return opening.finish(cards, window, tried, into);
}

Outcome open_hybrid(const Setup& setup, const OpenInternode& open_internode, std::unique_ptr<RemoteMemory>& into,
                    const InternodeMemory*& far) {
    const std::set<int> nodes(setup.node_of.begin(), setup.node_of.end());
    std::unique_ptr<InternodeMemory> others;
    far = nullptr;
    if (nodes.size() == 1 && setup.size > 1) return open_shared_memory(setup, into);
    if (nodes.size() == setup.node_of.size()) {
        const Outcome opened = open_alone(setup, *open_internode(setup, false), {}, others);
        far = others.get();
        into = std::move(others);
        return opened;
    }
    SharedMemory::Piggyback piggyback{[&] { return open_internode(setup, true); }, nullptr, {}, {}};
    std::unique_ptr<SharedMemory> near;
    Outcome opened = SharedMemory::open(setup, true, &piggyback, near);
    if (opened.ok()) opened = piggyback.opening->finish(piggyback.cards, near->window(), piggyback.tried, others);
    if (!opened.ok()) return opened;
    far = others.get();
    int here = 0;
    for (int rank = 0; rank < setup.size; ++rank) here += setup.same_node(rank) ? 1 : 0;
    into = std::make_unique<HybridMemory>(std::move(near), std::move(others),
                                          node::WaitPolicy::for_cores(here, setup.cores).spin_max_ns);
    return {};
}

}  // namespace shunt::memory
