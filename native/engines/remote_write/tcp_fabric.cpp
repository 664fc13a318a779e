#include "native/engines/remote_write/tcp_fabric.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "native/base/clock.hpp"
#include "native/net/remedy.hpp"
#include "native/net/reserved_descriptors.hpp"
#include "native/net/wait.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kDoor = ~std::uint64_t{0};  // in epoll's data; other values are processes
constexpr std::size_t kReadAtOnce = std::size_t{1} << 20;
constexpr int kEventsAtOnce = 32;
constexpr int kUnsentBytes = 512 << 10;            // that the kernel accepts ahead of the network
constexpr std::int64_t kCheckNs = 100'000'000;     // between two checks for silent peers
constexpr std::int64_t kExpectNs = 5'000'000'000;  // an announced connection that is not here by then is made from here

}  // namespace

TcpFabric::TcpFabric(int process, net::Ipv4 address, TcpFabricOptions options)
    : process_(process), address_(address), options_(std::move(options)) {
    reserved_way_ = Way::tcp;
}

TcpFabric::~TcpFabric() = default;

Outcome TcpFabric::open(int process, net::Ipv4 address, TcpFabricOptions options, std::unique_ptr<TcpFabric>& into) {
    std::unique_ptr<TcpFabric> made(new TcpFabric(process, address, std::move(options)));
    auto listener = net::Listener::open(address);
    if (!listener.ok()) return listener.outcome;
    made->listener_ = std::move(listener.value);
    made->epoll_ = net::Descriptor(epoll_create1(EPOLL_CLOEXEC));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = kDoor;
    if (!made->epoll_.is_open() ||
        epoll_ctl(made->epoll_.number(), EPOLL_CTL_ADD, made->listener_.descriptor(), &event) != 0)
        return failed_call(Status::declined, "could not watch a TCP socket", errno, net::kRaiseFileLimit);
    into = std::move(made);
    return {};
}

void TcpFabric::connect(std::vector<net::Endpoint> doors, const SipKey& key) {
    doors_ = std::move(doors);
    key_ = key;
    peers_.resize(doors_.size());
    roster_ = net::GroupRoster(key_, static_cast<std::uint32_t>(process_), doors_);
}

Outcome TcpFabric::meet(std::span<const int> peers, std::int64_t timeout_ns) {
    constexpr std::int64_t kSliceNs = 10'000'000;
    const std::int64_t end = monotonic_ns() + timeout_ns;
    for (;;) {
        const TcpPeer* missing = nullptr;
        for (const int number : peers) {
            const TcpPeer& peer = reach(number);
            if (peer.is_lost()) return {Status::declined, joined({name_of(peer), " ", peer.why_lost()})};
            if (!peer.connection.is_open()) missing = &peer;
        }
        if (missing == nullptr) return {};
        const std::int64_t now_ns = monotonic_ns();
        if (now_ns >= end) return {Status::declined, joined({name_of(*missing), " ", missing->why_not_open()})};
        wait(kSliceNs);
        poll(monotonic_ns());
    }
}

TcpPeer& TcpFabric::at(int process) {
    auto& place = peers_[static_cast<std::size_t>(process)];
    if (place == nullptr) {
        if (known_.size() % 32 == 0) (void)net::have_room_for_files(32, doors_.size());
        place = std::make_unique<TcpPeer>(process, options_.patience_ns);
        known_.push_back(place.get());
    }
    return *place;
}

/// The peer, with its connection begun.
TcpPeer& TcpFabric::reach(int process) {
    TcpPeer& peer = at(process);
    if (peer.connection.state() == net::Connection::State::closed && !peer.is_lost()) [[unlikely]]
        begin(peer);
    return peer;
}

// ---- connections ----------------------------------------------------------------------------------------------------

void TcpFabric::begin(TcpPeer& peer) {
    const std::int64_t now_ns = monotonic_ns();
    if (peer.retry_ns > now_ns) return;
    peer.is_in_epoll = false;
    const net::Identity identity{0, static_cast<std::uint32_t>(process_), static_cast<std::uint32_t>(peer.number()),
                                 key_};
    const Outcome begun = peer.connection.connect(address_, doors_[static_cast<std::size_t>(peer.number())], identity);
    if (!begun.ok()) return missed(peer, begun.status, begun.reason);
    ++counters_.connections;
    watch(peer);
    note_decision(peer);
}

/// An attempt has failed: tries again for the patience, where that may help.
void TcpFabric::missed(TcpPeer& peer, Status status, std::string_view how) {
    const std::int64_t now_ns = monotonic_ns();
    if (peer.trying_since_ns < 0) peer.trying_since_ns = now_ns;
    // The program may close descriptors that it has used up.
    const bool may_pass = status == Status::no_memory || (status == Status::peer_lost && peer.connection.may_pass());
    if (!may_pass || now_ns - peer.trying_since_ns >= most_trying_ns(peer)) return give_up(peer, how);
    peer.try_again(now_ns + kCheckNs, status == Status::no_memory ? how : "");
    note_decision(peer);
}

/// A process of the job has connected. When both have, the connection of the lower one is used.
void TcpFabric::admit(net::ProvenConnection proven) {
    TcpPeer& peer = at(static_cast<int>(proven.from()));
    if (peer.is_lost() || peer.connection.is_open()) return;
    // A pair that the host carries needs none: the peer will learn that.
    if (peer.mail != nullptr || (peer.connection.is_under_way() && process_ < peer.number())) {
        (void)proven.answer(net::Answer::mine_comes);
        return;
    }
    net::Descriptor socket = proven.answer(net::Answer::accepted);
    if (!socket.is_open()) return;  // the peer tries again
    peer.is_in_epoll = false;
    peer.connection.adopt(std::move(socket));
    ++counters_.connections;
    opened(peer);
}

void TcpFabric::opened(TcpPeer& peer) {
    peer.trying_since_ns = -1;
    note_decision(peer);
    setsockopt(peer.connection.descriptor(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBytes, sizeof kUnsentBytes);
    flush(peer);
    watch(peer);
    make_ready(peer);
}

/// An event of a connection that is not open yet.
void TcpFabric::go_on(TcpPeer& peer) {
    const Status status = peer.connection.advance(monotonic_ns());
    peer.has_greeted |= peer.connection.state() == net::Connection::State::greeting;
    if (status == Status::ok) return opened(peer);
    note_decision(peer);
    if (status == Status::again) return watch(peer);
    missed(peer, status,
           status == Status::bug ? "its listener does not belong to this job"
                                 : joined({"has refused or closed a connection; ", net::kOpenFirewall}));
}

void TcpFabric::watch(TcpPeer& peer) {
    if (!peer.connection.has_socket()) {
        peer.is_in_epoll = false;
        return;
    }
    const bool writes = peer.connection.state() == net::Connection::State::connecting || peer.is_blocked();
    const std::uint32_t wanted = EPOLLIN | (writes ? static_cast<std::uint32_t>(EPOLLOUT) : 0U);
    if (peer.is_in_epoll && peer.watched == wanted) return;
    epoll_event event{};
    event.events = wanted;
    event.data.u64 = static_cast<std::uint64_t>(peer.number());
    const int how = peer.is_in_epoll ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    if (epoll_ctl(epoll_.number(), how, peer.connection.descriptor(), &event) != 0)
        return lose(
            peer,
            failed_call(Status::no_memory, "its connection cannot be watched", errno, net::kRaiseFileLimit).reason);
    peer.is_in_epoll = true;
    peer.watched = wanted;
}

void TcpFabric::make_ready(TcpPeer& peer) {
    peer.may_have_more();
    if (peer.is_ready) return;
    peer.is_ready = true;
    ready_.push_back(&peer);
}

void TcpFabric::lose(TcpPeer& peer, std::string why) {
    if (peer.is_lost()) return;
    peer.connection.fail();
    peer.is_in_epoll = false;
    peer.lose(std::move(why));
    note_decision(peer);
    transfers_.lose(peer);
    note_backlog(peer);
    lost_.push_back(peer.number());
    ++counters_.lost;
}

int TcpFabric::next_lost() {
    if (lost_.empty()) return -1;
    const int process = lost_.front();
    lost_.pop_front();
    return process;
}

std::string TcpFabric::name_of(const TcpPeer& peer) const {
    const std::string address = to_text(doors_[static_cast<std::size_t>(peer.number())].address);
    const std::string name =
        options_.name_of ? options_.name_of(peer.number()) : joined({"rank ", std::to_string(peer.number())});
    return joined({name, " (", address, ")"});
}

void TcpFabric::tell_lost(int process) {
    TcpPeer& peer = at(process);
    if (std::exchange(peer.is_told, true) || !options_.warn) return;
    options_.warn(joined({name_of(peer), " ", peer.why_lost()}));
}

// ---- frames ---------------------------------------------------------------------------------------------------------

std::byte* TcpFabric::reserve(int process, std::size_t bytes) {
    TcpPeer& peer = reach(process);
    reserved_way_ = way_of(peer);
    return peer.reserve(bytes);
}

void TcpFabric::publish(int process) {
    TcpPeer& peer = *peers_[static_cast<std::size_t>(process)];
    peer.publish();
    flush(peer);
}

/// Sends as much as possible now. An ended connection is detected where it is read.
void TcpFabric::flush(TcpPeer& peer) {
    if (peer.mail != nullptr) {
        peer.flush_to_mail();
    } else if (peer.connection.is_open() && !peer.is_blocked()) {
        const Status status = peer.flush();
        if (status == Status::again) watch(peer);
        if (status == Status::peer_lost) make_ready(peer);
    }
    note_backlog(peer);
}

void TcpFabric::note_backlog(TcpPeer& peer) {
    if (peer.has_unsent() == peer.has_backlog) return;
    peer.has_backlog = !peer.has_backlog;
    backlog_.fetch_add(peer.has_backlog ? 1 : -1, std::memory_order_relaxed);
    if (peer.has_backlog && on_backlog_) on_backlog_();
}

bool TcpFabric::next(Frame& frame) {
    std::size_t budget = kReadAtOnce;
    if (mail_ != nullptr && mail_->has_arrivals()) [[unlikely]]
        take_mail();
    bool found = look_at_ready(frame, budget);
    if (!found && budget > 0) {
        poll(monotonic_ns());
        found = look_at_ready(frame, budget);
    }
    has_ready_.store(!ready_.empty(), std::memory_order_relaxed);
    has_transfers_.store(transfers_.are_under_way(), std::memory_order_relaxed);
    return found;
}

bool TcpFabric::look_at_ready(Frame& frame, std::size_t& budget) {
    while (!ready_.empty()) {
        TcpPeer& from = *ready_.front();
        std::span<const std::byte> bytes;
        Status status = from.is_lost() ? Status::peer_lost : from.look(bytes, transfers_);
        if (status == Status::ok) {
            current_ = &from;
            frame = {from.number(), bytes, 0, way_of(from)};
            return true;
        }
        if (status == Status::again) {
            flush(from);  // look() may have queued data or answers
            if (budget == 0) return false;
            status = from.fill(budget);
            if (status == Status::ok) continue;
        }
        ready_.pop_front();
        from.is_ready = false;
        if (status == Status::bug) lose(from, "has sent data that no process of this job sends; connection closed");
        if (status == Status::peer_lost)
            lose(from, "has closed its connection; its process may have ended; see its last output");
    }
    return false;
}

void TcpFabric::release(const Frame&) {
    current_->pass();
    // The next frame is another peer's, if there is one.
    if (ready_.size() > 1 && ready_.front() == current_) {
        ready_.pop_front();
        ready_.push_back(current_);
    }
}

void TcpFabric::poll(std::int64_t now_ns) {
    if (now_ns >= next_check_ns_) check(now_ns);
    epoll_event events[kEventsAtOnce];
    const int count = epoll_wait(epoll_.number(), events, kEventsAtOnce, 0);
    for (int i = 0; i < count; ++i) {
        if (events[i].data.u64 == kDoor) {
            serve(now_ns);
            continue;
        }
        TcpPeer& peer = at(static_cast<int>(events[i].data.u64));
        if (!peer.connection.has_socket()) continue;  // lost, or given up, meanwhile
        if (!peer.connection.is_open()) {
            go_on(peer);
            continue;
        }
        if ((events[i].events & EPOLLOUT) != 0 && peer.is_blocked()) {
            const Status status = peer.flush();
            if (status == Status::peer_lost) make_ready(peer);
            watch(peer);
            note_backlog(peer);
        }
        if ((events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) make_ready(peer);
    }
}

void TcpFabric::serve(std::int64_t now_ns) {
    listener_.serve(now_ns, roster_, [&](net::ProvenConnection proven) { admit(std::move(proven)); });
}

/// Checks what no event reports.
void TcpFabric::check(std::int64_t now_ns) {
    next_check_ns_ = now_ns + kCheckNs;
    if (listener_.is_set_aside() || listener_.has_visitors() || now_ns >= listener_.next_timeout()) serve(now_ns);
    for (std::size_t i = 0; i < known_.size(); ++i) {  // by index: peers may be added meanwhile
        TcpPeer& peer = *known_[i];
        using State = net::Connection::State;
        const State state = peer.connection.state();
        if ((state == State::open || state == State::greeting) && peer.connection.is_silent(now_ns))
            lose(peer, joined({net::silence_text(peer.connection.silent_ms()), "; ", net::kNetworkOrHost}));
        if (state == State::closed && peer.retry_ns > 0 && !peer.is_lost()) begin(peer);
        if (state == State::expecting && now_ns - peer.connection.expecting_since_ns() > kExpectNs) begin(peer);
        if (state == State::connecting && peer.trying_since_ns >= 0 &&
            now_ns - peer.trying_since_ns >= most_trying_ns(peer))
            give_up(peer, joined({"cannot be reached; ", net::kOpenFirewall}));
        if (state == State::connecting && peer.trying_since_ns < 0) peer.trying_since_ns = now_ns;
    }
}

// ---- waiting --------------------------------------------------------------------------------------------------------

bool TcpFabric::has_news() const {
    if (has_ready_.load(std::memory_order_relaxed) || has_mail()) return true;
    pollfd events{epoll_.number(), POLLIN, 0};
    return ::poll(&events, 1, 0) > 0;
}

void TcpFabric::wait(std::int64_t most_ns) {
    if (has_ready_.load(std::memory_order_relaxed) || has_mail()) return;
    pollfd events{epoll_.number(), POLLIN, 0};
    (void)net::wait_ready({&events, 1}, std::min(most_ns, kCheckNs));
}

FarCounters TcpFabric::counters() const {
    FarCounters counters = counters_;
    counters.strangers = listener_.counters().strangers + listener_.counters().half;
    return counters;
}

}  // namespace shunt::remote_write
