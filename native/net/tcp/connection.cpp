#include "native/net/tcp/connection.hpp"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <string>
#include <utility>

#include "native/base/kept_errno.hpp"
#include "native/net/remedy.hpp"

namespace shunt::net {

Outcome Connection::connect(Ipv4 own, const Endpoint& peer, const Identity& identity) {
    const KeptErrno kept;
    socket_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    if (!has_socket()) return failed_call(Status::no_memory, "could not open a TCP socket", errno, kRaiseFileLimit);
    prepare_connection(descriptor(), patience_ns_);
    const int yes = 1;
    setsockopt(descriptor(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    const sockaddr_in from = to_sockaddr({own, 0}), to = to_sockaddr(peer);
    if (bind(descriptor(), reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0)
        return failed_call(Status::declined, "could not bind a TCP socket to " + to_text(own), errno, kNameInterface);
    handshake_ = Handshake(identity);
    silence_ = {};
    state_ = State::connecting;
    const bool begun = ::connect(descriptor(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    const int error = begun ? 0 : errno;
    if (error == 0 || error == EINPROGRESS || error == EINTR) return {};
    (void)lost(error);
    fail();
    return failed_call(Status::peer_lost, "no TCP connection to " + to_text(peer), error, kOpenFirewall);
}

void Connection::adopt(Descriptor socket) {
    socket_ = std::move(socket);
    prepare_connection(descriptor(), patience_ns_);
    silence_ = {};
    may_pass_ = false;
    state_ = State::open;
}

Status Connection::advance(std::int64_t now_ns) {
    if (state_ == State::connecting) return finish_connecting();
    if (state_ == State::greeting) return introduce(now_ns);
    return state_ == State::open ? Status::ok : Status::again;
}

void Connection::fail() {
    socket_.reset();
    state_ = State::broken;
}

void Connection::try_again() {
    socket_.reset();
    state_ = State::closed;
}

/// Remembers whether another attempt is worthwhile after one that failed with `error`: not if no process listens.
Status Connection::lost(int error) {
    may_pass_ = error != ECONNREFUSED;
    return Status::peer_lost;
}

Status Connection::finish_connecting() {
    int error = 0;
    socklen_t bytes = sizeof error;
    if (getsockopt(descriptor(), SOL_SOCKET, SO_ERROR, &error, &bytes) != 0 || error != 0) return lost(error);
    tcp_info info{};
    bytes = sizeof info;
    if (getsockopt(descriptor(), IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0) return lost(errno);
    if (info.tcpi_state == TCP_SYN_SENT || info.tcpi_state == TCP_SYN_RECV) return Status::again;
    state_ = State::greeting;
    return Status::again;
}

Status Connection::introduce(std::int64_t now_ns) {
    const Status status = handshake_.advance(descriptor());
    if (status == Status::peer_lost) return lost(errno);
    if (status != Status::ok) return status;
    if (handshake_.answer() == Answer::mine_comes) {
        socket_.reset();
        state_ = State::expecting;
        since_ns_ = now_ns;
        return Status::again;
    }
    may_pass_ = false;
    state_ = State::open;
    return Status::ok;
}

}  // namespace shunt::net
