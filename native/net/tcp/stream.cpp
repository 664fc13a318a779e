#include "native/net/tcp/stream.hpp"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

constexpr std::size_t kBytesATurn = 1 << 20;  // then the other streams get their turn
constexpr std::size_t kMostParts = 64;        // of one system call
constexpr int kUnsentBytes =
    256 << 10;  // bytes that the kernel accepts ahead of the network: later frames cannot overtake them

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

constexpr std::int64_t kQueuedMs = 100;  // of data that the kernel holds at most, at the rate it has measured
constexpr std::int64_t kLeastBuffer = 16 << 10, kMostBuffer = 4 << 20;

void set(int socket, int level, int name, int value) { setsockopt(socket, level, name, &value, sizeof(value)); }

/// Frames for other nodes leave by the same port: data that the kernel holds for one stream delay them all, most of all
/// the short frames that call the next sender. So the kernel may hold only as much as keeps the port busy, by its own
/// measure of the rate. Without a measure its buffer is not limited.
void fit_buffer(int socket) {
    tcp_info info{};
    socklen_t bytes = sizeof(info);
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &bytes) != 0 ||
        bytes < offsetof(tcp_info, tcpi_delivery_rate) + 8)
        return;
    // Bytes a second.
    const auto rate =
        static_cast<std::int64_t>(std::min<std::uint64_t>(info.tcpi_delivery_rate, std::uint64_t{1} << 40));
    if (rate > 0)
        set(socket, SOL_SOCKET, SO_SNDBUF,
            static_cast<int>(std::clamp(rate * kQueuedMs / 1000, kLeastBuffer, kMostBuffer)));
}

}  // namespace

void Stream::prepare(const StreamCare& care) {
    const int socket = socket_.number();
    const std::string& congestion = care.congestion;
    prepare_connection(socket, care.patience_ns);
    set(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, kUnsentBytes);
    if (congestion.empty()) return;
    // The administrator may forbid some algorithms to some users, but never reno.
    if (setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, congestion.c_str(),
                   static_cast<socklen_t>(congestion.size())) != 0)
        setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
}

/// Begins a new connection: queued frames are numbered from 0 again.
void Stream::begin() {
    front_sent_ = header_filled_ = 0;
    silence_ = {};
    heard_frames_ = sent_frames_ = 0;
    in_payload_ = held_ = heard_goodbye_ = false;
    pace_ = 0;
    std::erase_if(out_, [](const Outgoing& outgoing) { return outgoing.goodbye; });
    for (Outgoing& outgoing : out_) outgoing.header = encode(outgoing.frame, sent_frames_++);
}

Outcome Stream::connect(Ipv4 own, const Endpoint& peer, const Identity& identity, const StreamCare& care) {
    peer_ = peer;
    socket_ = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
    if (!socket_.is_open())
        return failed_call(Status::peer_lost, "could not open a TCP socket", errno, kRaiseFileLimit);
    prepare(care);
    set(socket_.number(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1);
    const sockaddr_in from = to_sockaddr({own, 0}), to = to_sockaddr(peer);
    state_ = State::connecting;
    if (bind(socket_.number(), reinterpret_cast<const sockaddr*>(&from), sizeof(from)) != 0)
        return broken("could not bind a TCP socket", errno);
    begin();
    handshake_ = Handshake(identity);
    if (::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0) state_ = State::greeting;
    else if (errno != EINPROGRESS && errno != EINTR) return broken("no TCP connection", errno);
    return {};
}

void Stream::adopt(Descriptor socket, const StreamCare& care) {
    socket_ = std::move(socket);
    sockaddr_in peer{};
    socklen_t bytes = sizeof(peer);
    if (getpeername(socket_.number(), reinterpret_cast<sockaddr*>(&peer), &bytes) == 0) peer_ = from_sockaddr(peer);
    prepare(care);
    begin();
    state_ = State::open;
}

void Stream::close() {
    socket_.reset();
    if (state_ != State::broken) state_ = State::closed;
}

void Stream::abandon() {
    out_.clear();
    unsent_ = front_sent_ = 0;
    socket_.reset();
    state_ = State::broken;
}

Outcome Stream::broken(const char* what, int error) {
    may_pass_ = (state_ == State::connecting || state_ == State::greeting) && error != ECONNREFUSED;
    socket_.reset();
    state_ = State::broken;
    const std::string who = joined({what, " with ", to_text(peer_)});
    if (error == 0)
        return {Status::peer_lost, who + ": closed by the other end; its process may have ended; see its last output"};
    const bool reachable = error == ECONNRESET || error == EPIPE;
    return failed_call(Status::peer_lost, who, error,
                       reachable ? "its process may have ended; see its last output" : kOpenFirewall);
}

Outcome Stream::check(std::int64_t now_ns, std::int64_t patience_ns) {
    if (!is_up() || state_ == State::connecting || !silence_.is_over(socket_.number(), now_ns, patience_ns)) return {};
    socket_.reset();
    state_ = State::broken;
    return {Status::peer_lost, joined({to_text(peer_), " ", silence_text(silence_.silent_ms()), "; ", kNetworkOrHost})};
}

std::size_t Stream::unconfirmed() const {
    int bytes = 0;
    return is_up() && ioctl(socket_.number(), SIOCOUTQ, &bytes) == 0 && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

void Stream::pace(std::uint64_t bytes_per_s) {
    if (bytes_per_s == pace_ || !is_up()) return;
    const std::uint64_t rate = bytes_per_s == 0 ? ~std::uint64_t{0} : bytes_per_s;
    setsockopt(socket_.number(), SOL_SOCKET, SO_MAX_PACING_RATE, &rate, sizeof rate);
    pace_ = bytes_per_s;
}

void Stream::send(const Frame& frame, std::vector<iovec> parts) {
    out_.push_back(
        {frame, encode(frame, sent_frames_++), std::move(parts), {}, kFrameHeaderBytes + frame.bytes, false});
    unsent_ += frame.bytes;
}

void Stream::leave() {
    if (state_ == State::leaving) return;
    out_.push_back({{}, encode(Frame{}, sent_frames_++), {}, {}, kFrameHeaderBytes, true});
    goodbye_sent_ = false;
    state_ = State::leaving;
}

Outcome Stream::finish_connecting() {
    pollfd ready{socket_.number(), POLLOUT, 0};
    if (poll(&ready, 1, 0) <= 0) return {Status::again, {}};
    int error = 0;
    socklen_t bytes = sizeof(error);
    getsockopt(socket_.number(), SOL_SOCKET, SO_ERROR, &error, &bytes);
    if (error != 0) return broken("no TCP connection", error);
    state_ = State::greeting;
    return {};
}

Outcome Stream::write(int node, StreamSink& sink) {
    if (!is_up()) return {};
    if (state_ == State::connecting)
        if (Outcome made = finish_connecting(); !made.ok())
            return made.status == Status::again ? Outcome{} : std::move(made);
    if (state_ == State::greeting) return {};
    const bool had_something = !out_.empty();
    if (unsent_ >= static_cast<std::size_t>(kLeastBuffer)) fit_buffer(socket_.number());
    while (!out_.empty() && !goodbye_sent()) {
        std::array<iovec, kMostParts> parts;
        std::size_t count = 0, skip = front_sent_;
        for (Outgoing& outgoing : out_) {
            count = append(outgoing, skip, parts, count);
            skip = 0;
            if (count == kMostParts || outgoing.goodbye) break;
        }
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = count;
        const auto sent = sendmsg(socket_.number(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && errno == EFAULT && copy_payloads()) continue;
        if (sent < 0) return would_block(errno) ? Outcome{} : broken("TCP", errno);
        took(static_cast<std::size_t>(sent));
    }
    if (goodbye_sent() && heard_goodbye_) close();
    if (had_something && out_.empty()) sink.all_sent(node);
    return {};
}

/// Copies the waiting payloads: the program has protected pages of them, and our own access calls its handler. Returns:
/// whether there were any that had not been copied.
bool Stream::copy_payloads() {
    bool any = false;
    for (Outgoing& outgoing : out_) {
        if (outgoing.parts.empty() || !outgoing.copy.empty()) continue;
        for (const iovec& part : outgoing.parts) {
            const auto* const bytes = static_cast<const std::byte*>(part.iov_base);
            outgoing.copy.insert(outgoing.copy.end(), bytes, bytes + part.iov_len);
        }
        outgoing.parts = {{outgoing.copy.data(), outgoing.copy.size()}};
        any = any || !outgoing.copy.empty();
    }
    return any;
}

/// Adds the bytes of `outgoing` beyond the first `skip`.   Returns: how many parts there are now.
std::size_t Stream::append(Outgoing& outgoing, std::size_t skip, std::span<iovec> parts, std::size_t count) {
    const auto add = [&](void* base, std::size_t bytes) {
        if (skip >= bytes) {
            skip -= bytes;
        } else if (count < parts.size()) {
            parts[count++] = {static_cast<std::byte*>(base) + skip, bytes - skip};
            skip = 0;
        }
    };
    add(outgoing.header.data(), kFrameHeaderBytes);
    for (const iovec& part : outgoing.parts) {
        if (count == parts.size()) break;
        add(part.iov_base, part.iov_len);
    }
    return count;
}

void Stream::took(std::size_t count) {
    while (count > 0) {
        const Outgoing& front = out_.front();
        const std::size_t left = front.bytes - front_sent_, now = std::min(left, count);
        const std::size_t before = std::max(front_sent_, kFrameHeaderBytes),
                          after = std::max(front_sent_ + now, kFrameHeaderBytes);
        unsent_ -= after - before;
        front_sent_ += now;
        count -= now;
        if (now < left) return;
        if (front.goodbye) goodbye_sent_ = true;
        front_sent_ = 0;
        out_.pop_front();
    }
}

/// Authenticates this end to the peer, and the peer to this end.
Outcome Stream::introduce() {
    const Status status = handshake_.advance(socket_.number());
    if (status == Status::again) return {};
    if (status == Status::peer_lost) return broken("TCP", errno);
    if (status == Status::ok && handshake_.answer() == Answer::accepted) {
        state_ = State::open;
        return {};
    }
    const std::string who = to_text(peer_);
    (void)broken("TCP", 0);
    may_pass_ = false;
    return {Status::peer_lost,
            who + " does not answer like a process of this job; check which other program uses that port"};
}

Outcome Stream::read(int node, StreamSink& sink) {
    if (!is_up() || state_ == State::connecting) return {};
    if (state_ == State::greeting)
        if (Outcome heard = introduce(); !heard.ok() || state_ == State::greeting) return heard;
    for (std::size_t taken = 0; taken < kBytesATurn && is_up();) {
        if (!in_payload_ && header_filled_ == kFrameHeaderBytes) {
            if (Outcome header = take_header(node, sink); !header.ok() || held_ || !is_up()) return header;
            if (!in_payload_) continue;
        }
        std::size_t count = 0;
        if (Outcome received = receive(count); !received.ok() || count == 0) return received;
        taken += count;
        place(count, node, sink);
    }
    return {};
}

/// Receives into the places of the payload, discards payload beyond them, and receives the available part of the next
/// header.
Outcome Stream::receive(std::size_t& count) {
    std::array<iovec, kMostParts> parts;
    std::array<std::byte, 16 << 10> nowhere;
    std::size_t used = 0, covered = 0;
    if (in_payload_) {
        for (std::size_t i = place_; i < places_.size() && used + 2 < kMostParts; ++i) {
            parts[used++] = places_[i];
            covered += places_[i].iov_len;
        }
        const std::size_t dropped =
            used + place_ == places_.size() ? std::min(payload_left_ - covered, nowhere.size()) : 0;
        if (dropped > 0) parts[used++] = {nowhere.data(), dropped};
        covered += dropped;
    }
    const bool whole = covered == (in_payload_ ? payload_left_ : 0);
    if (whole) parts[used++] = {header_.data() + header_filled_, kFrameHeaderBytes - header_filled_};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = used;
    auto received = recvmsg(socket_.number(), &message, MSG_DONTWAIT);
    if (received < 0 && errno == EFAULT) received = receive_through_copy(std::span(parts).first(used));
    if (received == 0) return broken("TCP", 0);
    if (received < 0 && !would_block(errno)) return broken("TCP", errno);
    count = received < 0 ? 0 : static_cast<std::size_t>(received);
    return {};
}

/// Receives a little into memory of ours and copies it to its places, some of which the program has protected.
ssize_t Stream::receive_through_copy(std::span<const iovec> parts) {
    std::array<std::byte, 16 << 10> some;
    std::size_t room = 0;
    for (const iovec& part : parts) room += part.iov_len;
    const auto received = recv(socket_.number(), some.data(), std::min(room, some.size()), MSG_DONTWAIT);
    const std::byte* from = some.data();
    std::size_t left = received > 0 ? static_cast<std::size_t>(received) : 0;
    for (const iovec& part : parts) {
        const std::size_t now = std::min(left, part.iov_len);
        if (now > 0) std::memcpy(part.iov_base, from, now);
        from += now;
        left -= now;
    }
    return received;
}

/// Accounts for `count` bytes received: of the payload, then of the next header.
void Stream::place(std::size_t count, int node, StreamSink& sink) {
    const std::size_t payload = in_payload_ ? std::min(count, payload_left_) : 0;
    for (std::size_t left = payload; left > 0 && place_ < places_.size();) {
        iovec& here = places_[place_];
        const std::size_t now = std::min(left, here.iov_len);
        here = {static_cast<std::byte*>(here.iov_base) + now, here.iov_len - now};
        left -= now;
        if (here.iov_len == 0) ++place_;
    }
    payload_left_ -= payload;
    header_filled_ += count - payload;
    if (payload > 0) sink.frame_grows(node, frame_, payload);
    if (in_payload_ && payload_left_ == 0) {
        in_payload_ = false;
        sink.frame_ends(node, frame_);
    }
}

Outcome Stream::take_header(int node, StreamSink& sink) {
    const auto frame = decode_frame(header_, heard_frames_);
    if (!frame) {
        const std::string who = to_text(peer_);
        (void)broken("TCP", 0);
        return {Status::peer_lost, who + " sends an invalid frame; please report this"};
    }
    if (frame->kind == kGoodbye) {
        heard_goodbye_ = true;
        header_filled_ = 0;
        ++heard_frames_;
        leave();
        if (goodbye_sent()) close();
        return {};
    }
    places_.clear();
    place_ = 0;
    held_ = sink.frame_begins(node, *frame, places_) == StreamSink::Take::hold;
    if (held_) return {};
    std::erase_if(places_, [](const iovec& part) { return part.iov_len == 0; });
    ++heard_frames_;
    header_filled_ = 0;
    frame_ = *frame;
    payload_left_ = frame->bytes;
    in_payload_ = payload_left_ > 0;
    if (!in_payload_) sink.frame_ends(node, frame_);
    return {};
}

}  // namespace shunt::net
