#include "native/transport/doorway.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "native/transport/remedy.hpp"

namespace shunt::transport {
namespace {

constexpr std::int64_t kListenAgainNs = 100'000'000;
constexpr int kBacklog = 1024;
constexpr int kTakenATurn = 256;   // a flood must not keep the caller from its other work

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

Opened<Doorway> Doorway::open(Ipv4 address, const DoorwayLimits& limits) {
    if (address.is_none()) return {{Status::bug, "a doorway needs one address of this node"}, {}};
    Doorway opened;
    opened.limits_ = limits;
    opened.guests_.resize(std::max<std::size_t>(1, limits.unproven));
    opened.epoll_ = Descriptor(epoll_create1(EPOLL_CLOEXEC));
    if (!opened.epoll_.is_open()) return {failed_call(Status::declined, "could not open an epoll descriptor", errno, kRaiseFileLimit), {}};
    opened.listener_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    if (!opened.listener_.is_open()) return {failed_call(Status::declined, "could not open a TCP socket", errno, kRaiseFileLimit), {}};
    const sockaddr_in to = to_sockaddr({address, 0});
    const int socket = opened.listener_.number();
    if (bind(socket, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) != 0 || listen(socket, kBacklog) != 0)
        return {failed_call(Status::declined, "could not listen for TCP on " + to_text(address), errno, kNameInterface), {}};
    opened.local_ = bound_endpoint(socket);
    opened.listening_ = opened.watch(socket);
    return {{}, std::move(opened)};
}

bool Doorway::watch(int socket) const {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP;
    return epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, socket, &event) == 0;
}

void Doorway::serve(std::int64_t now_ns, std::uint64_t token, std::uint32_t own,
                    const std::function<void(std::uint32_t, Descriptor)>& admit) {
    if (!listening_ && now_ns >= listen_again_ns_) listening_ = watch(listener_.number());
    for (int taken = 0; listening_ && taken < kTakenATurn; ++taken) {
        const int socket = accept4(listener_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) {
            if (!would_block(errno) && errno != ECONNABORTED && errno != EINTR) set_aside(now_ns);
            break;
        }
        Guest& guest = place_for_one_more();
        guest.socket = Descriptor(socket);
        guest.filled = 0;
        guest.deadline_ns = now_ns + limits_.hello_ns;
        // A peer's hello is here as soon as its connection: it is let in before others can crowd it out.
        if (hear(guest, token, own, admit) && !watch(socket)) guest.socket.reset();
    }
    for (Guest& guest : guests_) {
        if (!guest.socket.is_open() || !hear(guest, token, own, admit) || now_ns < guest.deadline_ns) continue;
        ++counters_.half;
        guest.socket.reset();
    }
}

/// A free place; when there is none, that of whoever has been here longest without a word.
Doorway::Guest& Doorway::place_for_one_more() {
    const auto free = std::find_if(guests_.begin(), guests_.end(), [](const Guest& guest) { return !guest.socket.is_open(); });
    if (free != guests_.end()) return *free;
    ++counters_.half;
    return *std::min_element(guests_.begin(), guests_.end(), [](const Guest& a, const Guest& b) { return a.deadline_ns < b.deadline_ns; });
}

bool Doorway::hear(Guest& guest, std::uint64_t token, std::uint32_t own, const std::function<void(std::uint32_t, Descriptor)>& admit) {
    const auto count = recv(guest.socket.number(), guest.hello.data() + guest.filled, kStreamHelloBytes - guest.filled, MSG_DONTWAIT);
    if (count < 0 && (would_block(errno) || errno == EINTR)) return true;
    if (count > 0) guest.filled += static_cast<std::size_t>(count);
    const bool complete = guest.filled == kStreamHelloBytes;
    if (count > 0 && !complete) return true;
    const auto hello = complete ? decode_hello(guest.hello) : std::nullopt;
    if (hello && hello->token == token && hello->to == own) {
        ++counters_.admitted;
        epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, guest.socket.number(), nullptr);
        admit(hello->from, std::move(guest.socket));
    } else {
        ++(complete ? counters_.strangers : counters_.half);
    }
    guest.socket.reset();
    return false;
}

/// A listener that cannot be served would wake the caller again and again.
void Doorway::set_aside(std::int64_t now_ns) {
    epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, listener_.number(), nullptr);
    listening_ = false;
    listen_again_ns_ = now_ns + kListenAgainNs;
}

std::int64_t Doorway::next_timeout() const {
    std::int64_t next = listening_ ? INT64_MAX : listen_again_ns_;
    for (const Guest& guest : guests_)
        if (guest.socket.is_open()) next = std::min(next, guest.deadline_ns);
    return next;
}

}  // namespace shunt::transport
