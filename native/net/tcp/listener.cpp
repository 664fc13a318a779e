#include "native/net/tcp/listener.hpp"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

constexpr std::int64_t kListenAgainNs = 100'000'000;
constexpr int kBacklog = 1024;
constexpr int kTakenATurn = 256;  // a flood must not keep the caller from its other work

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

GroupRoster::GroupRoster(const SipKey& key, std::uint32_t own, const std::vector<Endpoint>& members,
                         std::uint64_t group)
    : key_(key), own_(own), group_(group) {
    for (const Endpoint& member : members) by_member_.push_back(member.address);
    sorted_ = by_member_;
    std::sort(sorted_.begin(), sorted_.end());
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
}

bool GroupRoster::knows(Ipv4 address) const { return std::binary_search(sorted_.begin(), sorted_.end(), address); }

const SipKey* GroupRoster::key_of(const Claim& claim, Ipv4 address) const {
    const bool is_member = claim.from < by_member_.size() && claim.from != own_ && by_member_[claim.from] == address;
    return is_member && claim.to == own_ && claim.group == group_ ? &key_ : nullptr;
}

Descriptor ProvenConnection::answer(Answer answer) {
    const auto bytes = encode_answer(key_, challenge_, claim_, answer);
    // Little was sent before: the kernel accepts that much.
    const auto sent = send(socket_.number(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(bytes.size())) socket_.reset();
    return std::move(socket_);
}

Opened<Listener> Listener::open(Ipv4 address, const ListenerLimits& limits) {
    if (address.is_none()) return {{Status::bug, "a listener needs one address of this node"}, {}};
    Descriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    if (!listener.is_open())
        return {failed_call(Status::declined, "could not open a TCP socket", errno, kRaiseFileLimit), {}};
    const sockaddr_in to = to_sockaddr({address, 0});
    if (bind(listener.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) != 0 ||
        listen(listener.number(), kBacklog) != 0)
        return {failed_call(Status::declined, "could not listen for TCP on " + to_text(address), errno, kNameInterface),
                {}};
    return adopt(std::move(listener), limits);
}

Opened<Listener> Listener::adopt(Descriptor listener, const ListenerLimits& limits) {
    Listener opened;
    opened.limits_ = limits;
    opened.pending_.resize(std::max<std::size_t>(1, limits.unproven));
    opened.epoll_ = Descriptor(epoll_create1(EPOLL_CLOEXEC));
    if (!opened.epoll_.is_open())
        return {failed_call(Status::declined, "could not open an epoll descriptor", errno, kRaiseFileLimit), {}};
    opened.listener_ = std::move(listener);
    opened.local_ = bound_endpoint(opened.listener_.number());
    opened.listening_ = opened.watch(opened.listener_.number());
    return {{}, std::move(opened)};
}

bool Listener::watch(int socket) const {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP;
    return epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, socket, &event) == 0;
}

/// Reads from the pending connections first; then new ones get free slots.
void Listener::serve(std::int64_t now_ns, const Roster& roster, const std::function<void(ProvenConnection)>& admit) {
    for (PendingConnection& pending : pending_) {
        if (!pending.socket.is_open()) continue;
        hear(pending, roster, admit);
        if (!pending.socket.is_open() || now_ns - pending.since_ns < limits_.claim_ns) continue;
        ++counters_.half;
        pending.socket.reset();
    }
    if (!listening_ && now_ns >= listen_again_ns_) listening_ = watch(listener_.number());
    if (listening_) accept_all(now_ns, roster);
}

void Listener::accept_all(std::int64_t now_ns, const Roster& roster) {
    for (int taken = 0; taken < kTakenATurn; ++taken) {
        PendingConnection* const place = place_for_one_more(now_ns);
        if (place == nullptr) return;
        sockaddr_in from{};
        socklen_t bytes = sizeof from;
        Descriptor socket(
            accept4(listener_.number(), reinterpret_cast<sockaddr*>(&from), &bytes, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket.is_open()) {
            if (!would_block(errno) && errno != ECONNABORTED && errno != EINTR) set_aside(now_ns + kListenAgainNs);
            return;
        }
        const Ipv4 address = from_sockaddr(from).address;
        if (!roster.knows(address)) {
            ++counters_.strangers;
            continue;
        }
        counters_.half += place->socket.is_open() ? 1 : 0;
        *place = {std::move(socket), address, now_ns, {}, {}, 0};
        if (!challenge(*place) || !watch(place->socket.number())) place->socket.reset();
    }
}

bool Listener::challenge(PendingConnection& pending) {
    if (!fill_with_random(pending.challenge)) return false;
    const auto bytes = encode_challenge(pending.challenge);
    const auto sent = send(pending.socket.number(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent == static_cast<ssize_t>(bytes.size());
}

std::size_t Listener::count_from(Ipv4 address) const {
    return static_cast<std::size_t>(std::count_if(pending_.begin(), pending_.end(), [&](const PendingConnection& each) {
        return each.socket.is_open() && each.address == address;
    }));
}

/// A free slot; otherwise the slot of the oldest pending connection of the address that has most of them. None as long
/// as all of those are fresh: a new connection must have time to answer its challenge.
Listener::PendingConnection* Listener::place_for_one_more(std::int64_t now_ns) {
    const auto free = std::find_if(pending_.begin(), pending_.end(),
                                   [](const PendingConnection& each) { return !each.socket.is_open(); });
    if (free != pending_.end()) return &*free;
    Ipv4 most;
    std::size_t count = 0;
    for (const PendingConnection& pending : pending_) {
        if (pending.address == most) continue;
        const std::size_t here = count_from(pending.address);
        if (here > count) most = pending.address, count = here;
    }
    PendingConnection* oldest = nullptr;
    for (PendingConnection& pending : pending_)
        if (pending.address == most && (oldest == nullptr || pending.since_ns < oldest->since_ns)) oldest = &pending;
    if (now_ns - oldest->since_ns >= limits_.fresh_ns) return oldest;
    set_aside(oldest->since_ns + limits_.fresh_ns);
    return nullptr;
}

void Listener::hear(PendingConnection& pending, const Roster& roster,
                    const std::function<void(ProvenConnection)>& admit) {
    const auto count = recv(pending.socket.number(), pending.claim.data() + pending.filled,
                            kClaimBytes - pending.filled, MSG_DONTWAIT);
    if (count < 0 && (would_block(errno) || errno == EINTR)) return;
    if (count > 0) pending.filled += static_cast<std::size_t>(count);
    const bool complete = pending.filled == kClaimBytes;
    if (count > 0 && !complete) return;
    Claim claim;
    const SipKey* const key =
        complete && decode(pending.claim, claim) ? roster.key_of(claim, pending.address) : nullptr;
    if (key != nullptr && equal_in_constant_time(claim.tag, claim_tag(*key, pending.challenge, claim))) {
        ++counters_.admitted;
        epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, pending.socket.number(), nullptr);
        admit(ProvenConnection(std::move(pending.socket), *key, pending.challenge, claim));
    } else {
        ++(complete ? counters_.strangers : counters_.half);
    }
    pending.socket.reset();
}

/// Stops watching the listener: one that cannot be served would wake the caller again and again.
void Listener::set_aside(std::int64_t until_ns) {
    epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, listener_.number(), nullptr);
    listening_ = false;
    listen_again_ns_ = until_ns;
}

bool Listener::has_visitors() const {
    return std::any_of(pending_.begin(), pending_.end(),
                       [](const PendingConnection& each) { return each.socket.is_open(); });
}

std::int64_t Listener::next_timeout() const {
    std::int64_t next = listening_ ? INT64_MAX : listen_again_ns_;
    for (const PendingConnection& pending : pending_)
        if (pending.socket.is_open()) next = std::min(next, pending.since_ns + limits_.claim_ns);
    return next;
}

}  // namespace shunt::net
