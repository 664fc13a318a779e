#include "native/remote/tcp_door.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <cerrno>

#include "native/transport/remedy.hpp"

namespace shunt::remote {
namespace {

constexpr std::size_t kVisitors = 32;
constexpr std::int64_t kPatienceNs = 2'000'000'000;

bool watch(int epoll, int descriptor) {
    epoll_event event{};
    event.events = EPOLLIN;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

}  // namespace

Outcome TcpDoor::open(transport::Ipv4 address, std::uint64_t secret, std::uint32_t own) {
    secret_ = secret;
    own_ = own;
    listener_ = transport::Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    epoll_ = transport::Descriptor(epoll_create1(EPOLL_CLOEXEC));
    if (!listener_.is_open() || !epoll_.is_open())
        return failed_call(Status::declined, "could not open a TCP socket", errno, transport::kRaiseFileLimit);
    const sockaddr_in to = transport::to_sockaddr({address, 0});
    if (bind(listener_.number(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 || listen(listener_.number(), SOMAXCONN) != 0)
        return failed_call(Status::declined, "could not listen at " + to_text(address), errno, transport::kNameInterface);
    if (!watch(epoll_.number(), listener_.number()))
        return failed_call(Status::declined, "could not watch a TCP socket", errno, "raise fs.epoll.max_user_watches");
    local_ = transport::bound_endpoint(listener_.number());
    return {};
}

void TcpDoor::close() {
    visitors_.clear();
    listener_.reset();
    epoll_.reset();
}

void TcpDoor::accept_all(std::int64_t now_ns) {
    for (;;) {
        transport::Descriptor socket(accept4(listener_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!socket.is_open()) {
            // Without descriptors nobody can be heard: visitors give theirs back.
            if ((errno == EMFILE || errno == ENFILE) && !visitors_.empty()) visitors_.erase(visitors_.begin()), ++strangers_;
            return;
        }
        if (!watch(epoll_.number(), socket.number())) continue;
        if (visitors_.size() == kVisitors) visitors_.erase(visitors_.begin()), ++strangers_;
        visitors_.push_back({std::move(socket), now_ns, 0, {}});
    }
}

TcpDoor::Step TcpDoor::listen_to(Visitor& visitor, Guest& guest) const {
    std::byte* const to = visitor.hello.data() + visitor.filled;
    const ssize_t count = recv(visitor.socket.number(), to, visitor.hello.size() - visitor.filled, MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? Step::wait : Step::drop;
    if (count == 0) return Step::drop;
    visitor.filled += static_cast<std::size_t>(count);
    if (visitor.filled < visitor.hello.size()) return Step::wait;
    const auto heard = decode_hello(visitor.hello);
    if (!heard || heard->secret != secret_ || heard->to != own_ || heard->answer != TcpHello::none) return Step::drop;
    guest.from = heard->from;
    return Step::welcome;
}

void TcpDoor::admit(std::int64_t now_ns, std::vector<Guest>& guests) {
    if (!listener_.is_open()) return;
    accept_all(now_ns);
    for (std::size_t i = 0; i < visitors_.size();) {
        Visitor& visitor = visitors_[i];
        Guest guest;
        Step step = listen_to(visitor, guest);
        if (step == Step::wait && now_ns - visitor.since_ns > kPatienceNs) step = Step::drop;
        if (step == Step::wait) {
            ++i;
            continue;
        }
        if (step == Step::welcome) {
            epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, visitor.socket.number(), nullptr);
            guest.socket = std::move(visitor.socket);
            guests.push_back(std::move(guest));
        } else {
            ++strangers_;
        }
        visitors_.erase(visitors_.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace shunt::remote
