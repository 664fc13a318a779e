#include "native/engines/multicast/hub.hpp"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "native/base/clock.hpp"
#include "native/base/signals.hpp"
#include "native/net/wait.hpp"
#include "native/net/wire.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kLookAgainNs = 10'000'000;  // between checks whether links are still in use
// Between calls the service thread reads a group's datagrams only every kLookAgainNs. They belong to the next call,
// which reads them itself; with several senders at once, a wakeup for each datagram would delay that call.
constexpr std::int64_t kLeavesGroupsNs = 100'000'000;

/// A link's own group is keyed by its token, which is random; another group by the address of its socket, of which only
/// one exists at a time.
std::uint64_t number_of(const net::GroupSocket& socket) { return reinterpret_cast<std::uintptr_t>(&socket); }

}  // namespace

std::shared_ptr<Hub> Hub::get(std::size_t most_groups, std::string& reason) {
    static std::mutex mutex;
    static std::weak_ptr<Hub> the_one;
    const std::lock_guard<std::mutex> guard(mutex);
    if (std::shared_ptr<Hub> existing = the_one.lock()) return existing;
    std::shared_ptr<Hub> made = make(most_groups, reason);
    the_one = made;
    return made;
}

std::shared_ptr<Hub> Hub::make(std::size_t most_groups, std::string& reason) {
    std::shared_ptr<Hub> made(new Hub(most_groups));
    return made->start(reason) ? made : nullptr;
}

bool Hub::start(std::string& reason) {
    bell_ = net::Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!bell_.is_open()) {
        reason = "no file descriptor is left for multicast; raise the limit (ulimit -n)";
        return false;
    }
    try {
        const WithoutSignals blocked;  // inherited by the new thread
        thread_ = std::thread([this] { run(); });
        pthread_setname_np(thread_.native_handle(), "shunt");
    } catch (const std::system_error&) {
        reason = "no thread can be made for multicast; raise the limit on processes (ulimit -u)";
        return false;
    }
    return true;
}

Hub::~Hub() {
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        stop_ = true;
    }
    ring();
    if (thread_.joinable()) thread_.join();
}

void Hub::ring() {
    const std::uint64_t one = 1;
    // A full counter has rung already.
    [[maybe_unused]] const ssize_t written = write(bell_.number(), &one, sizeof one);
}

void Hub::quiet() {
    std::uint64_t count;
    [[maybe_unused]] const ssize_t taken = ::read(bell_.number(), &count, sizeof count);
}

void Hub::add(Link& link) {
    const std::lock_guard<std::mutex> guard(mutex_);
    watched_.push_back({&link, link.activity.load(std::memory_order_relaxed), false});
    (void)memberships_.add(link.token, link.group_socket);  // the key cannot be in use: tokens are random
    ring();
}

void Hub::remove(Link& link) {
    std::unique_lock<std::mutex> guard(mutex_);
    std::erase_if(watched_, [&](const Watched& watched) { return watched.link == &link; });
    memberships_.remove(link.token);
    settle(guard);
}

void Hub::settle(std::unique_lock<std::mutex>& guard) {
    const std::uint64_t round = ++wanted_round_;
    ring();
    seen_.wait(guard, [&] { return seen_round_ >= round; });
}

Outcome Hub::touch(Link& link) { return touch(link, link.token); }

Outcome Hub::touch(Link& link, std::uint64_t key) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const net::MembershipCounters before = memberships_.counters();
    Outcome outcome = memberships_.touch(key);
    link.evictions += memberships_.counters().evictions - before.evictions;
    link.rejoined |= memberships_.counters().rejoins != before.rejoins;
    return outcome;
}

Outcome Hub::join(net::GroupSocket& socket) {
    const std::lock_guard<std::mutex> guard(mutex_);
    (void)memberships_.add(number_of(socket), socket);
    return memberships_.touch(number_of(socket));
}

Outcome Hub::touch(Link& link, net::GroupSocket& socket) { return touch(link, number_of(socket)); }

void Hub::leave(net::GroupSocket& socket) {
    const std::lock_guard<std::mutex> guard(mutex_);
    memberships_.remove(number_of(socket));
}

void Hub::settle() {
    std::unique_lock<std::mutex> guard(mutex_);
    settle(guard);
}

net::MembershipCounters Hub::memberships() {
    const std::lock_guard<std::mutex> guard(mutex_);
    return memberships_.counters();
}

net::RecoveryCounters Hub::recoveries() {
    const std::lock_guard<std::mutex> guard(mutex_);
    net::RecoveryCounters sum;
    for (const auto& service : services_) {
        sum.answers += service->counters().answers;
        sum.bytes += service->counters().bytes;
        sum.strangers += service->counters().strangers;
    }
    return sum;
}

Opened<net::Endpoint> Hub::recovery_at(net::Ipv4 address) {
    const std::lock_guard<std::mutex> guard(mutex_);
    for (const auto& service : services_)
        if (service->local().address == address) return {{}, service->local()};
    Opened<net::RecoveryServer> opened = net::RecoveryServer::open(address, *this);
    if (!opened.ok()) return {std::move(opened.outcome), {}};
    services_.push_back(std::make_unique<net::RecoveryServer>(std::move(opened.value)));
    ring();
    return {{}, services_.back()->local()};
}

void Hub::run() {
    std::vector<pollfd> descriptors;
    for (;;) {
        std::int64_t timeout;
        {
            const std::lock_guard<std::mutex> guard(mutex_);
            if (stop_) return;
            quiet();
            seen_round_ = wanted_round_;
            seen_.notify_all();
            const std::int64_t now = monotonic_ns();
            timeout = look(now);
            collect(descriptors, now);
        }
        if (net::wait_ready(descriptors, timeout).status == Status::bug) usleep(10'000);
        for (const pollfd& ready : descriptors)
            if (ready.revents & POLLERR) net::drain_error_queue(ready.fd);
    }
}

/// Pumps the links that no call drives.   Returns the longest time to sleep, in ns; -1 without limit.
std::int64_t Hub::look(std::int64_t now) {
    std::int64_t next = INT64_MAX;
    for (const auto& service : services_) {
        service->serve(now);
        next = std::min(next, service->next_timeout());
    }
    for (Watched& watched : watched_) {
        Link& link = *watched.link;
        const std::uint64_t activity = link.activity.load(std::memory_order_relaxed);
        watched.busy = link.in_call.load(std::memory_order_relaxed) || activity != watched.activity;
        watched.activity = activity;
        if (watched.busy) watched.leaves_groups_until = now + kLeavesGroupsNs;
        std::unique_lock<std::mutex> guard(link.mutex, std::defer_lock);
        if (!watched.busy && guard.try_lock()) {
            link.pump(now);
            next = std::min(next, link.channel.next_timeout());
            if (watched.leaves_groups_until > now) next = std::min(next, now + kLookAgainNs);
        } else {
            watched.busy = true;
            next = std::min(next, now + kLookAgainNs);
        }
    }
    return next == INT64_MAX ? -1 : std::max<std::int64_t>(0, next - now);
}

void Hub::collect(std::vector<pollfd>& descriptors, std::int64_t now) {
    descriptors.assign(1, {bell_.number(), POLLIN, 0});
    for (const auto& service : services_) descriptors.push_back({service->descriptor(), POLLIN, 0});
    for (const Watched& watched : watched_) {
        if (watched.busy) continue;
        descriptors.push_back({watched.link->control.descriptor(), watched.link->events(), 0});
        if (watched.leaves_groups_until > now) continue;
        descriptors.push_back({watched.link->group_socket.descriptor(), POLLIN, 0});
        const std::lock_guard<std::mutex> guard(watched.link->mutex);
        watched.link->collect(descriptors);
    }
}

Link* Hub::find(std::uint64_t token) const {
    for (const Watched& watched : watched_)
        if (watched.link->token == token) return watched.link;
    return nullptr;
}

bool Hub::knows(net::Ipv4 address) const {
    return std::any_of(watched_.begin(), watched_.end(),
                       [&](const Watched& watched) { return watched.link->roster.knows(address); });
}

const SipKey* Hub::key_of(const net::Claim& claim, net::Ipv4 address) const {
    const Link* const link = find(claim.group);
    return link != nullptr ? link->roster.key_of(claim, address) : nullptr;
}

bool Hub::read(const net::RecoveryRequest& request, std::uint64_t offset, std::span<std::byte> out) {
    Link* link = find(request.token);
    if (!link) return false;
    const std::lock_guard<std::mutex> guard(link->mutex);
    const auto node = static_cast<int>(request.node);
    switch (request.offset) {
        case kReceived: return link->channel.finished(request.operation);
        case kConfirmation:
            link->note_fetched(request.operation);
            link->channel.confirm(request.operation, node);
            return true;
        case kArrived: link->channel.arrived(request.operation, node, monotonic_ns()); [[fallthrough]];
        case kAnnounced: return tell_announced(*link, request.operation, out);
        default: return link->channel.read(request.operation, offset, out);
    }
}

bool Hub::tell_announced(const Link& link, std::uint32_t operation, std::span<std::byte> out) {
    const auto announced = link.channel.announced(operation);
    if (!announced || out.size() != kAnnouncedBytes) return false;
    net::WireWriter answer(out.data());
    answer.put(announced->bytes);
    answer.put(std::uint64_t{announced->asks_checkpoint});
    return true;
}

}  // namespace shunt::multicast
