#include "native/memory/tcp_memory.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "native/base/clock.hpp"
#include "native/net/remedy.hpp"
#include "native/net/wait.hpp"
#include "native/node/wait.hpp"

namespace shunt::memory {
namespace {

constexpr std::uint64_t kDoor = ~std::uint64_t{0};  // in epoll's data; other values are ranks
constexpr std::int64_t kExpectNs = 5'000'000'000;   // if an announced connection has not arrived by then, this member
                                                    // connects
constexpr std::int64_t kRetryNs = 100'000'000;      // between two attempts at a connection
}  // namespace

TcpMemory::~TcpMemory() {
    if (own_memory_ != nullptr) munmap(own_memory_, own_bytes_);
}

Traits TcpMemory::traits() const {
    Traits traits;
    traits.name = "tcp";
    traits.inline_bytes = TcpLink::kInlineBytes;
    return traits;
}

Outcome TcpMemory::register_memory(std::span<const std::byte> memory, Registration& into) {
    into = {memory, 0};
    return {};
}

net::Identity TcpMemory::identity_to(int peer) const {
    return {0, static_cast<std::uint32_t>(rank_), static_cast<std::uint32_t>(peer), key_};
}

TcpMemory::Peer& TcpMemory::at(int peer) {
    auto& place = peers_[static_cast<std::size_t>(peer)];
    if (place == nullptr) {
        place = std::make_unique<Peer>(options_.patience_ns);
        linked_.push_back(peer);
    }
    return *place;
}

Status TcpMemory::put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) {
    if (!known(peer) || offset > bytes_of(peer) || data.size() > bytes_of(peer) - offset) return Status::bug;
    if (trouble_ != Status::ok) return trouble_;
    if (peer == rank_) {
        std::memcpy(window_.data() + offset, data.data(), data.size());
        ++own_posted_;
        return Status::ok;
    }
    if (data.size() > kTcpMostBytes) return Status::bug;
    return post(peer, {TcpFrame::data, static_cast<std::uint32_t>(data.size()), offset, 0}, data, from != nullptr);
}

Status TcpMemory::put_word(int peer, std::uint64_t offset, std::uint64_t value) {
    if (!known(peer) || offset % sizeof(Word) != 0 || offset > bytes_of(peer) || bytes_of(peer) - offset < sizeof(Word))
        return Status::bug;
    if (trouble_ != Status::ok) return trouble_;
    if (peer == rank_) {
        reinterpret_cast<Word*>(window_.data() + offset)->store(value, std::memory_order_release);
        ++own_posted_;
        return Status::ok;
    }
    return post(peer, {TcpFrame::word, 0, offset, value}, {}, false);
}

Status TcpMemory::post(int peer, const TcpFrame& frame, std::span<const std::byte> data, bool by_reference) {
    Peer& to = at(peer);
    if (to.link.state() == TcpLink::State::closed) connect(peer);
    if (trouble_ != Status::ok) return trouble_;
    const Status status = to.link.post(frame, data, by_reference, to.posted + 1);
    if (status == Status::again) return status;
    if (status == Status::ok) ++to.posted;
    if (!to.dirty) to.dirty = true, dirty_.push_back(peer);
    settle(peer, status);
    return trouble_;
}

void TcpMemory::expect(int peer) {
    if (!known(peer) || peer == rank_ || trouble_ != Status::ok) return;
    if (at(peer).link.state() == TcpLink::State::closed) connect(peer);
}

std::uint64_t TcpMemory::posted(int peer) const {
    if (peer == rank_) return own_posted_;
    return known(peer) && peers_[static_cast<std::size_t>(peer)] ? peers_[static_cast<std::size_t>(peer)]->posted : 0;
}

std::uint64_t TcpMemory::completed(int peer) {
    if (peer == rank_ || !known(peer) || !peers_[static_cast<std::size_t>(peer)]) return posted(peer);
    Peer& to = at(peer);
    return to.link.completed(to.posted);
}

void TcpMemory::connect(int peer) {
    Peer& to = at(peer);
    if (to.retry_ns > 0 && monotonic_ns() < to.retry_ns) return;
    to.in_epoll = false;  // the previous descriptor was closed, or is about to be
    const Outcome begun = to.link.connect(address_, listeners_[static_cast<std::size_t>(peer)], identity_to(peer));
    if (!begun.ok() && begun.status != Status::peer_lost) return lose(peer, Status::no_memory);
    if (!begun.ok()) return settle(peer, Status::peer_lost);
    ++counters_.connections;
    tune(peer);
    settle(peer, to.link.write());
}

/// BBR sends at the rate at which it has seen data arrive. Words between messages show it a low rate, and it then holds
/// back a message of 16 KB for 10 to 90 ms.
void TcpMemory::tune(int peer) {
    if (!options_.is_bursty) return;
    const int socket = at(peer).link.descriptor();
    char system[16] = {};  // TCP_CA_NAME_MAX
    socklen_t length = sizeof system;
    if (getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, system, &length) != 0 || std::strncmp(system, "bbr", 3) != 0)
        return;
    setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);  // every kernel has it, and allows it to all users
}

void TcpMemory::admit_all(bool& moved) {
    listener_.serve(monotonic_ns(), roster_, [&](net::ProvenConnection proven) {
        moved = true;
        admit(std::move(proven));
    });
}

/// A member has connected. If both have connected, the connection of the lower rank is used.
void TcpMemory::admit(net::ProvenConnection proven) {
    const int peer = static_cast<int>(proven.from());
    if (trouble_ != Status::ok) return;
    Peer& to = at(peer);
    const auto state = to.link.state();
    if (state == TcpLink::State::open || state == TcpLink::State::broken) return;
    const bool own_under_way = state == TcpLink::State::connecting || state == TcpLink::State::greeting;
    if (own_under_way && rank_ < peer) {
        (void)proven.answer(net::Answer::mine_comes);
        return;
    }
    net::Descriptor socket = proven.answer(net::Answer::accepted);
    if (!socket.is_open()) return;  // the peer tries again
    to.in_epoll = false;
    to.link.adopt(std::move(socket));
    ++counters_.connections;
    tune(peer);
    settle(peer, to.link.write());
}

/// Whether a connection to `peer` that could not be made will be tried again soon.
bool TcpMemory::tries_again(int peer) {
    Peer& to = at(peer);
    const std::int64_t now_ns = monotonic_ns();
    if (to.trying_since_ns < 0) to.trying_since_ns = now_ns;
    if (now_ns - to.trying_since_ns >= options_.patience_ns) return false;
    to.link.try_again();
    to.in_epoll = false;
    to.retry_ns = now_ns + kRetryNs;
    return true;
}

/// Handles the status with which the last call of the peer's link ended.
void TcpMemory::settle(int peer, Status status) {
    Peer& to = at(peer);
    if (status == Status::ok || status == Status::again) {
        if (to.link.state() == TcpLink::State::open) to.trying_since_ns = -1;
        watch(peer);
        return;
    }
    if (status == Status::peer_lost && to.link.may_pass() && tries_again(peer)) return;
    bool moved = false;
    // Data that the peer sent before still count.
    if (status == Status::peer_lost && to.link.told_lost() < 0) (void)to.link.read(window_, monotonic_ns(), moved);
    const int told = to.link.told_lost();
    if (status == Status::bug && told < 0) ++counters_.bad_frames;
    to.link.fail();
    if (told < 0 && status == Status::peer_lost) {
        const std::int64_t tried_ms = to.trying_since_ns < 0 ? 0 : (monotonic_ns() - to.trying_since_ns) / 1'000'000;
        found_lost(peer, to.link.may_pass()
                             ? net::silence_text(static_cast<std::uint32_t>(tried_ms))
                             : "has closed its connection; its process may have ended; see its last output");
    }
    lose(known(told) && told != rank_ ? told : peer, status);
}

std::string TcpMemory::name_of(int peer) const {
    const auto node = [&](int rank) { return node_of_.empty() ? 0 : node_of_[static_cast<std::size_t>(rank)]; };
    std::string host;
    for (const auto& [rank, name] : hosts_)
        if (node(rank) == node(peer)) host = joined({" on host ", name});
    return joined(
        {"rank ", std::to_string(peer), host, " (", to_text(listeners_[static_cast<std::size_t>(peer)].address), ")"});
}

/// Tells the user which peer was lost and how, if this member detected it.
void TcpMemory::found_lost(int peer, const std::string& how) {
    if (trouble_ == Status::ok && options_.warn) options_.warn(joined({name_of(peer), " ", how}));
}

void TcpMemory::lose(int peer, Status status) {
    if (trouble_ != Status::ok) return;
    trouble_ = status;
    lost_ = peer;
    // Peers that wait for this member would wait forever.
    for (const int linked : linked_) at(linked).link.fail_telling(peer, status);
}

void TcpMemory::watch(int peer) {
    Peer& to = at(peer);
    if (!to.link.has_socket()) {
        to.in_epoll = false;
        return;
    }
    const std::uint32_t wanted = EPOLLIN | (to.link.wants_write() ? static_cast<std::uint32_t>(EPOLLOUT) : 0U);
    if (to.in_epoll && to.watched == wanted) return;
    epoll_event event{};
    event.events = wanted;
    event.data.u64 = static_cast<std::uint64_t>(peer);
    if (epoll_ctl(epoll_.number(), to.in_epoll ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, to.link.descriptor(), &event) != 0) {
        lose(peer, Status::no_memory);
        return;
    }
    to.in_epoll = true;
    to.watched = wanted;
}

void TcpMemory::handle(int peer, std::uint32_t events, bool& moved) {
    Peer& to = at(peer);
    const bool connecting = to.link.state() == TcpLink::State::connecting;
    if (connecting || (events & EPOLLOUT) != 0) {
        const Status status = to.link.write();
        moved = true;  // there may be room now
        settle(peer, status);
        if (connecting || !to.link.has_socket()) return;
    }
    if ((events & (EPOLLIN | EPOLLHUP | EPOLLERR)) == 0) return;
    const auto before = to.link.state();
    Status status = to.link.read(window_, monotonic_ns(), moved);
    if (status == Status::ok && before == TcpLink::State::greeting)
        status = to.link.write();  // frames that waited for the answer
    settle(peer, status);
}

bool TcpMemory::serve() {
    bool moved = false;
    for (const int peer : dirty_) {
        at(peer).dirty = false;
        settle(peer, at(peer).link.write());
    }
    dirty_.clear();
    if (listener_.is_set_aside()) admit_all(moved);
    epoll_event events[32];
    const int count = epoll_wait(epoll_.number(), events, 32, 0);
    for (int i = 0; i < count && trouble_ == Status::ok; ++i) {
        if (events[i].data.u64 != kDoor) {
            handle(static_cast<int>(events[i].data.u64), events[i].events, moved);
            continue;
        }
        admit_all(moved);
    }
    return moved;
}

void TcpMemory::check_peers() {
    const std::int64_t now_ns = monotonic_ns();
    bool moved = false;
    if (listener_.has_visitors() || now_ns >= listener_.next_timeout()) admit_all(moved);
    for (std::size_t i = 0; i < linked_.size() && trouble_ == Status::ok; ++i) {
        const int peer = linked_[i];
        Peer& to = at(peer);
        const auto state = to.link.state();
        const bool has_peer = state == TcpLink::State::open || state == TcpLink::State::greeting;
        if (has_peer && to.link.is_silent(now_ns)) {
            found_lost(peer, joined({net::silence_text(to.link.silent_ms()), "; ", net::kNetworkOrHost}));
            to.link.fail();
            lose(peer, Status::peer_lost);
        }
        if (state == TcpLink::State::closed && to.retry_ns > 0) connect(peer);
        if (state == TcpLink::State::expecting && now_ns - to.link.expecting_since_ns() > kExpectNs) connect(peer);
    }
}

Status TcpMemory::progress() {
    serve();
    if (trouble_ != Status::ok) return trouble_;
    for (const int peer : linked_)
        if (at(peer).link.has_unsent()) return Status::again;
    return Status::ok;
}

void TcpMemory::keep_posted() {
    if (trouble_ != Status::ok) return;  // nothing is sent any more
    try {
        for (const int peer : linked_) (void)at(peer).link.keep_all();
    } catch (const std::bad_alloc&) {
        trouble_ = Status::no_memory;  // so that the program's memory is not sent any more
    }
}

/// The state of a wait after a poll of the sockets.
Status TcpMemory::look(const Condition& ready) {
    while (serve()) {
        if (ready()) return Status::ok;
        if (trouble_ != Status::ok) return trouble_;
    }
    if (trouble_ != Status::ok) return ready() ? Status::ok : trouble_;
    return Status::again;
}

/// The state of a wait after a check of the peers, if one is due.
Status TcpMemory::check(const Condition& ready, std::int64_t now) {
    if (!liveness_.is_due(now)) return Status::again;
    check_peers();
    return look(ready);
}

Status TcpMemory::wait(Condition ready, std::int64_t timeout_ns) {
    if (ready()) return Status::ok;
    Status status = look(ready);
    if (status != Status::again) return status;
    const std::int64_t start = monotonic_ns();
    if (timeout_ns <= 0) {
        status = check(ready, start);  // a member may do nothing but poll
        return status == Status::again ? Status::timeout : status;
    }
    status = spin_.run([&] { return look(ready); }, timeout_ns);
    for (std::int64_t now = monotonic_ns(); status == Status::again; now = monotonic_ns()) {
        status = check(ready, now);
        if (status != Status::again) break;
        if (now - start >= timeout_ns) {
            status = Status::timeout;
            break;
        }
        pollfd descriptor{epoll_.number(), POLLIN, 0};
        (void)net::wait_ready({&descriptor, 1}, std::min(timeout_ns - (now - start), liveness_.next_ns() - now));
        status = look(ready);
    }
    spin_.note(monotonic_ns() - start);
    return status;
}

TcpCounters TcpMemory::counters() const {
    TcpCounters counters = counters_;
    counters.strangers = listener_.counters().strangers + listener_.counters().half;
    return counters;
}

}  // namespace shunt::memory
