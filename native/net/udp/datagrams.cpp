#include "native/net/udp/datagrams.hpp"

#include <netinet/in.h>
#include <netinet/udp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

constexpr std::size_t kBatch = 64;
constexpr std::size_t kMostSegments = 64;           // UDP_MAX_SEGMENTS of the first kernels with UDP_SEGMENT
constexpr std::size_t kMostSegmentedBytes = 65507;  // the most that one UDP datagram over IPv4 can hold
constexpr int kMostComplaints = 4;                  // errors in a row that may concern earlier datagrams

/// The arrays one sendmmsg needs; lives on the stack of one call.
struct SendBatch {
    union SegmentOption {
        cmsghdr alignment;
        std::array<char, CMSG_SPACE(sizeof(std::uint16_t))> bytes;
    };

    std::array<mmsghdr, kBatch> messages{};
    std::array<iovec, 2 * kBatch> vectors{};
    std::array<sockaddr_in, kBatch> destinations{};
    std::array<SegmentOption, kBatch> options{};
    std::array<std::size_t, kBatch> datagrams{};  ///< in each message
    std::size_t message_count = 0;
    std::size_t vector_count = 0;
};

iovec vector_of(std::span<const std::byte> bytes) { return {const_cast<std::byte*>(bytes.data()), bytes.size()}; }

/// How many of the first datagrams the kernel may send as one.
std::size_t run_length(std::span<const OutgoingDatagram> datagrams, std::size_t most) {
    const auto& first = datagrams.front();
    if (first.bytes() == 0) return 1;
    most = std::min(
        {most, datagrams.size(), kMostSegments, std::max<std::size_t>(1, kMostSegmentedBytes / first.bytes())});
    std::size_t count = 1;
    while (count < most && datagrams[count].to == first.to && datagrams[count].bytes() == first.bytes()) ++count;
    const bool shorter_end = count < most && datagrams[count].to == first.to &&
                             datagrams[count].bytes() < first.bytes() && datagrams[count].bytes() > 0;
    return shorter_end ? count + 1 : count;
}

void add_segment_option(msghdr& message, SendBatch::SegmentOption& option, std::size_t segment_bytes) {
    message.msg_control = option.bytes.data();
    message.msg_controllen = option.bytes.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = IPPROTO_UDP;
    header->cmsg_type = UDP_SEGMENT;
    header->cmsg_len = CMSG_LEN(sizeof(std::uint16_t));
    const auto size = static_cast<std::uint16_t>(segment_bytes);
    std::memcpy(CMSG_DATA(header), &size, sizeof(size));
}

void add_message(SendBatch& batch, std::span<const OutgoingDatagram> run) {
    const std::size_t index = batch.message_count++;
    msghdr& message = batch.messages[index].msg_hdr;
    batch.destinations[index] = to_sockaddr(run.front().to);
    batch.datagrams[index] = run.size();
    message.msg_name = &batch.destinations[index];
    message.msg_namelen = sizeof(sockaddr_in);
    message.msg_iov = &batch.vectors[batch.vector_count];
    message.msg_iovlen = 2 * run.size();
    for (const auto& datagram : run) {
        batch.vectors[batch.vector_count++] = vector_of(datagram.header);
        batch.vectors[batch.vector_count++] = vector_of(datagram.payload);
    }
    if (run.size() > 1) add_segment_option(message, batch.options[index], run.front().bytes());
}

void fill(SendBatch& batch, std::span<const OutgoingDatagram> datagrams, std::size_t segments) {
    std::size_t left = std::min(kBatch, datagrams.size());
    while (left > 0) {
        const std::size_t run = run_length(datagrams, std::min(segments, left));
        add_message(batch, datagrams.first(run));
        datagrams = datagrams.subspan(run);
        left -= run;
    }
}

/// Errors that an ICMP message about an earlier datagram leaves on the socket; this datagram may also cause them.
bool may_be_a_complaint(int error) {
    return error == ECONNREFUSED || error == EHOSTUNREACH || error == ENETUNREACH || error == EHOSTDOWN ||
           error == ENETDOWN || error == EPROTO || error == ENOPROTOOPT || error == EMSGSIZE || error == EOPNOTSUPP ||
           error == ENONET || error == EACCES;
}

bool is_full(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS || error == ENOMEM; }

Outcome send_failure(int error, const OutgoingDatagram& datagram) {
    const std::string what = "sending " + std::to_string(datagram.bytes()) + " bytes to " + to_text(datagram.to);
    if (error == EMSGSIZE)
        return failed_call(Status::declined, what, error, "lower the payload of a datagram below the path's MTU");
    if (error == EPERM || error == EACCES) return failed_call(Status::peer_lost, what, error, kOpenFirewall);
    if (may_be_a_complaint(error)) return failed_call(Status::peer_lost, what, error, kNameInterface);
    return failed_call(Status::bug, what, error, "please report this");
}

/// Sends one datagram from memory of ours: the program has protected its own, and our access calls its handler.
SendResult send_copy(int socket, const OutgoingDatagram& datagram) {
    const std::vector<std::byte> copy(datagram.payload.begin(), datagram.payload.end());
    const OutgoingDatagram copied{datagram.header, copy, datagram.to};
    unsigned single = 1;
    return send_datagrams(socket, {&copied, 1}, single);
}

/// Skips datagrams that are lost here, as they might be anywhere in the network. False: the call itself has failed.
bool pass_over(SendResult& result, int error, const OutgoingDatagram& first, std::size_t count) {
    auto outcome = send_failure(error, first);
    if (outcome.status != Status::peer_lost) {
        result.outcome = std::move(outcome);
        return false;
    }
    if (result.refused == 0) result.refusal = std::move(outcome.reason);
    result.refused += count;
    result.sent += count;
    return true;
}

}  // namespace

std::size_t drain_error_queue(int socket) {
    std::size_t count = 0;
    for (; count < 1024; ++count) {
        msghdr message{};
        if (recvmsg(socket, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0 && errno != EINTR) break;
    }
    return count;
}

SendResult send_datagrams(int socket, std::span<const OutgoingDatagram> datagrams, unsigned& segments) {
    SendResult result;
    int complaints = 0;  // since the last datagram was sent
    while (result.sent < datagrams.size()) {
        SendBatch batch;
        fill(batch, datagrams.subspan(result.sent), std::max(1U, segments));
        const int count = sendmmsg(socket, batch.messages.data(), static_cast<unsigned>(batch.message_count),
                                   MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count > 0) {
            for (int i = 0; i < count; ++i) result.sent += batch.datagrams[static_cast<std::size_t>(i)];
            complaints = 0;
            // The kernel stopped at an error that it does not report; an ICMP error left in the queue would keep poll
            // awake.
            if (static_cast<std::size_t>(count) < batch.message_count) drain_error_queue(socket);
            continue;
        }
        const int error = errno;
        if (error == EINTR) continue;
        if (is_full(error)) {
            result.outcome.status = Status::again;
            break;
        }
        if (error == EFAULT) {
            SendResult one = send_copy(socket, datagrams[result.sent]);
            result.sent += one.sent;
            result.refused += one.refused;
            if (result.refusal.empty()) result.refusal = std::move(one.refusal);
            result.outcome = std::move(one.outcome);
            if (!result.outcome.ok()) break;
            continue;
        }
        if (batch.datagrams[0] > 1 && (error == EIO || error == EINVAL || error == EMSGSIZE || error == EOPNOTSUPP)) {
            segments = 1;
            continue;
        }
        if (may_be_a_complaint(error) && ++complaints <= kMostComplaints) drain_error_queue(socket);
        else if (!pass_over(result, error, datagrams[result.sent], batch.datagrams[0])) break;
    }
    return result;
}

ReceiveArena::ReceiveArena(std::size_t slots, std::size_t slot_bytes) : slot_bytes_(slot_bytes) {
    slots = std::max<std::size_t>(1, slots);
    bytes_.resize(slots * slot_bytes);
    vectors_.resize(slots);
    sources_.resize(slots);
    messages_.resize(slots);
    received_.reserve(slots);
    for (std::size_t i = 0; i < slots; ++i) {
        vectors_[i] = {bytes_.data() + i * slot_bytes, slot_bytes};
        messages_[i].msg_hdr.msg_name = &sources_[i];
        messages_[i].msg_hdr.msg_iov = &vectors_[i];
        messages_[i].msg_hdr.msg_iovlen = 1;
    }
}

ReceiveResult ReceiveArena::receive(int socket) {
    for (int complaints = 0; complaints <= 16;) {
        for (auto& message : messages_) message.msg_hdr.msg_namelen = sizeof(sockaddr_in);
        const int count =
            recvmmsg(socket, messages_.data(), static_cast<unsigned>(messages_.size()), MSG_DONTWAIT, nullptr);
        if (count > 0) return {{}, collect(static_cast<std::size_t>(count))};
        const int error = errno;
        if (count == 0 || is_full(error)) break;
        if (error == EINTR) continue;
        if (!may_be_a_complaint(error))
            return {failed_call(Status::bug, "receiving from a UDP socket", error, "please report this"), {}};
        drain_error_queue(socket);
        ++complaints;
    }
    return {{Status::again, {}}, {}};
}

std::span<const ReceivedDatagram> ReceiveArena::collect(std::size_t count) {
    received_.clear();
    for (std::size_t i = 0; i < count; ++i) {
        if ((messages_[i].msg_hdr.msg_flags & MSG_TRUNC) != 0) {
            ++truncated_;
            continue;
        }
        received_.push_back({{bytes_.data() + i * slot_bytes_, messages_[i].msg_len}, from_sockaddr(sources_[i])});
    }
    return received_;
}

}  // namespace shunt::net
