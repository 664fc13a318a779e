#include "native/net/recovery/client.hpp"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

constexpr int kStepsATurn = 64;  // at most 4 MiB, then the caller does other work

Outcome again() { return {Status::again, {}}; }

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

}  // namespace

Outcome RecoveryClient::begin(const RecoveryRequest& request, std::span<std::byte> out, std::int64_t now_ns,
                              std::int64_t most_silent_ns) {
    if (busy()) return {Status::bug, "a recovery from " + to_text(peer_) + " is already under way"};
    if (request.length != out.size()) return {Status::bug, "a recovery needs room for just the bytes it asks for"};
    request_bytes_ = encode(request);
    out_ = out;
    deadline_ns_ = now_ns + most_silent_ns;
    most_silent_ns_ = most_silent_ns;
    received_ = 0;
    request_sent_ = 0;
    header_filled_ = 0;
    if (!socket_.is_open()) return connect_to_peer();
    state_ = State::asking;
    return {};
}

Outcome RecoveryClient::connect_to_peer() {
    used_before_ = false;
    request_sent_ = 0;
    header_filled_ = 0;
    socket_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    if (!socket_.is_open())
        return end_request(failed_call(Status::declined, "could not open a TCP socket", errno, kRaiseFileLimit));
    prepare_connection(socket_.number(), kUsualPatienceNs);  // each request has its own deadline
    handshake_ = Handshake(identity_);
    if (!own_.is_none()) {
        const int on = 1;
        setsockopt(socket_.number(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof(on));
        const sockaddr_in own = to_sockaddr({own_, 0});
        if (bind(socket_.number(), reinterpret_cast<const sockaddr*>(&own), sizeof(own)) != 0)
            return end_request(
                failed_call(Status::declined, "could not bind a TCP socket to " + to_text(own_), errno, kNameInterface),
                true);
    }
    const sockaddr_in peer = to_sockaddr(peer_);
    state_ = State::connecting;
    if (connect(socket_.number(), reinterpret_cast<const sockaddr*>(&peer), sizeof(peer)) == 0)
        state_ = State::greeting;
    else if (errno != EINPROGRESS && errno != EINTR) return lost(errno);
    return {};
}

short RecoveryClient::events() const {
    if (state_ == State::idle) return 0;
    return state_ == State::connecting || state_ == State::asking ? POLLOUT : POLLIN;
}

void RecoveryClient::close() {
    socket_.reset();
    state_ = State::idle;
}

Outcome RecoveryClient::advance(std::int64_t now_ns) {
    if (!busy()) return {Status::bug, "no recovery is under way"};
    const std::size_t received_at_first = received_;
    for (int turn = 0; turn < kStepsATurn; ++turn) {
        const State before = state_;
        const std::size_t received_before = received_;
        auto outcome = step();
        if (outcome.status != Status::again || !busy()) return outcome;
        if (state_ == before && received_ == received_before) break;
    }
    // However slow a port is, a request that gets bytes through it goes on.
    if (received_ != received_at_first) deadline_ns_ = now_ns + most_silent_ns_;
    if (now_ns < deadline_ns_) return again();
    const std::string what = "no answer from " + to_text(peer_) + " in time; " + std::string(kOpenFirewall);
    close();  // a late answer must not be taken for that of the next request
    return {Status::timeout, what};
}

Outcome RecoveryClient::step() {
    switch (state_) {
        case State::idle: break;
        case State::connecting: return finish_connecting();
        case State::greeting: return greet();
        case State::asking: return ask();
        case State::header: return read_header();
        case State::data: return read_data();
    }
    return {Status::bug, "no recovery is under way"};
}

Outcome RecoveryClient::finish_connecting() {
    pollfd ready{socket_.number(), POLLOUT, 0};
    if (poll(&ready, 1, 0) <= 0) return again();
    int error = 0;
    socklen_t bytes = sizeof(error);
    getsockopt(socket_.number(), SOL_SOCKET, SO_ERROR, &error, &bytes);
    if (error != 0) return lost(error);
    state_ = State::greeting;
    return again();
}

Outcome RecoveryClient::greet() {
    const Status status = handshake_.advance(socket_.number());
    if (status == Status::again) return again();
    if (status == Status::peer_lost) return lost(errno != 0 ? errno : ECONNRESET);
    if (status == Status::ok && handshake_.answer() == Answer::accepted) {
        state_ = State::asking;
        return again();
    }
    close();
    return {Status::peer_lost,
            to_text(peer_) + " does not answer like a process of this job; check which other program uses that port"};
}

Outcome RecoveryClient::ask() {
    const auto count = send(socket_.number(), request_bytes_.data() + request_sent_,
                            kRescueRequestBytes - request_sent_, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0) return would_block(errno) ? again() : lost(errno);
    request_sent_ += static_cast<std::size_t>(count);
    if (request_sent_ == kRescueRequestBytes) state_ = State::header;
    return again();
}

Outcome RecoveryClient::read_header() {
    const auto count = recv(socket_.number(), header_bytes_.data() + header_filled_,
                            kRescueHeaderBytes - header_filled_, MSG_DONTWAIT);
    if (count < 0) return would_block(errno) ? again() : lost(errno);
    if (count == 0) return lost(ECONNRESET);
    header_filled_ += static_cast<std::size_t>(count);
    return header_filled_ == kRescueHeaderBytes ? take_header() : again();
}

Outcome RecoveryClient::take_header() {
    WireReader in(header_bytes_.data());
    const auto word = static_cast<RecoveryWord>(in.get<std::uint32_t>());
    const std::size_t bytes = in.get<std::uint32_t>();
    const std::size_t missing = out_.size() - received_;
    header_filled_ = 0;
    used_before_ = true;
    if (word == RecoveryWord::not_here && bytes == 0)
        return end_request(
            {Status::declined, to_text(peer_) + " does not have the bytes asked for; ask the host MPI for them"});
    if (word == RecoveryWord::wrong && bytes == 0)
        return end_request({Status::bug, to_text(peer_) + " calls the range asked for impossible; please report this"});
    const bool fits = bytes <= missing && bytes <= kRescuePieceBytes && (bytes > 0 || missing == 0);
    if (word != RecoveryWord::here || !fits) {
        close();
        return {
            Status::peer_lost,
            to_text(peer_) + " does not answer like a process of this job; check which other program uses that port"};
    }
    piece_left_ = bytes;
    state_ = State::data;
    return bytes > 0 ? again() : end_request({});
}

Outcome RecoveryClient::read_data() {
    std::byte* const place = out_.data() + received_;
    auto count = recv(socket_.number(), place, piece_left_, MSG_DONTWAIT);
    if (count < 0 && errno == EFAULT) {  // the program has protected its pages; our own access calls its handler
        std::array<std::byte, 4096> some;
        count = recv(socket_.number(), some.data(), std::min(piece_left_, some.size()), MSG_DONTWAIT);
        if (count > 0) std::memcpy(place, some.data(), static_cast<std::size_t>(count));
    }
    if (count < 0) return would_block(errno) ? again() : lost(errno);
    if (count == 0) return lost(ECONNRESET);
    received_ += static_cast<std::size_t>(count);
    piece_left_ -= static_cast<std::size_t>(count);
    if (received_ == out_.size()) return end_request({});
    if (piece_left_ == 0) state_ = State::header;
    return again();
}

/// The connection has ended. If it had delivered an answer, the peer may have closed it as idle: then a new one is
/// tried, once.
Outcome RecoveryClient::lost(int error) {
    const bool nothing_of_this_answer = received_ == 0 && header_filled_ == 0;
    if (used_before_ && nothing_of_this_answer && state_ != State::data) {
        auto outcome = connect_to_peer();
        return outcome.ok() ? again() : outcome;
    }
    close();
    if (error == ETIMEDOUT) return failed_call(Status::timeout, "TCP to " + to_text(peer_), error, kOpenFirewall);
    return failed_call(Status::peer_lost, "TCP to " + to_text(peer_), error,
                       "its process may have ended; see its last output");
}

Outcome RecoveryClient::end_request(Outcome outcome, bool close_connection) {
    state_ = State::idle;
    if (close_connection) socket_.reset();
    return outcome;
}

}  // namespace shunt::net
