#include "native/engines/multicast/link.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "native/engines/multicast/packet.hpp"
#include "native/engines/multicast/probe.hpp"
#include "native/net/wait.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kLeastPayloadRoom = 8 + 8 * kMostRanges + kTagBytes;  // of a nak
// Groups beside the communicator's, the latest first; other groups are read when something else arrives.
constexpr std::size_t kMostWaitedFor = 30;

}  // namespace

Link::Link(const Settings& settings, const Keys& keys, net::ControlSocket control_socket, net::GroupSocket receiving,
           const net::Subnet& range, std::vector<net::Endpoint> control_of)
    : channel(settings),
      control(std::move(control_socket)),
      group_socket(std::move(receiving)),
      token(settings.token),
      key(keys.connections),
      roster(key, static_cast<std::uint32_t>(settings.node), control_of, settings.token),
      node(settings.node),
      datagram_key_(keys.datagrams),
      range_(range),
      group_(group_endpoint(0)),
      control_of_(std::move(control_of)),
      arena_(kBatch, settings.payload_bytes + kHeaderBytes + kTagBytes + 8),
      payload_bytes_(std::max(settings.payload_bytes + kTagBytes, kLeastPayloadRoom)),
      payloads_(kBatch * payload_bytes_) {}

void Link::pump(std::int64_t now, Ready ready) {
    if (ready.control) drain(control, now);
    if (ready.group) {
        for (const Listened& other : listened_) drain(*other.socket, now);
        drain(group_socket, now);
    }
    if (channel.is_asked_for_repairs()) channel.still_here(unsent_ + control.unsent(payload_bytes_ + kHeaderBytes));
    channel.advance(now);
    flush(now);
}

/// One receive takes a whole batch; only after a full batch may there be more.
template <class Socket>
void Link::drain(Socket& socket, std::int64_t now) {
    for (std::size_t taken = 0; taken < kMostTaken && receive(socket.receive(arena_), now); taken += kBatch) {}
}

bool Link::comes_from_member(const net::ReceivedDatagram& datagram) const {
    const std::optional<Header> header = decode(datagram.bytes);
    return header && header->sender < control_of_.size() && control_of_[header->sender] == datagram.from;
}

std::uint64_t Link::tag_of(std::span<const std::byte> header, std::span<const std::byte> payload) const {
    return SipHash(datagram_key_).add(header).add(payload).finish();
}

/// The datagram without its tag; nothing when the tag is wrong.
std::span<const std::byte> Link::opened(std::span<const std::byte> datagram) const {
    if (datagram_key_.is_none()) return datagram;
    if (datagram.size() < kHeaderBytes + kTagBytes) return {};
    const auto bytes = datagram.first(datagram.size() - kTagBytes);
    std::uint64_t tag = 0;
    net::read_wire(datagram.last<kTagBytes>(), tag);
    return equal_in_constant_time(tag, tag_of(bytes, {})) ? bytes : std::span<const std::byte>{};
}

/// Returns whether there may be more.
bool Link::receive(const net::ReceiveResult& result, std::int64_t now) {
    for (const net::ReceivedDatagram& datagram : result.datagrams) {
        // Members send only from their control sockets; any other sender with the token has read it off the wire.
        const auto bytes = comes_from_member(datagram) ? opened(datagram.bytes) : std::span<const std::byte>{};
        if (!bytes.empty()) channel.datagram(bytes, now);
        else strangers_ += !is_probe(datagram.bytes, token);
    }
    return result.outcome.ok() &&
           (result.datagrams.size() == kBatch || result.datagrams.empty());  // empty: all were truncated
}

void Link::flush(std::int64_t now) {
    blocked_.store(false, std::memory_order_relaxed);
    for (;;) {
        if (unsent_ == 0) refill(now);
        if (unsent_ == 0) return;
        send_batch();
        if (unsent_ > 0) return;
    }
}

void Link::refill(std::int64_t now) {
    first_unsent_ = 0;
    while (unsent_ < kBatch) {
        const Datagram* next = channel.next_datagram(now);
        if (!next) return;
        // Copied, because the next call into the channel may free the bytes; the cost is small beside the kernel's work
        // on them.
        Datagram& datagram = batch_[unsent_];
        datagram = *next;
        std::byte* copy = payloads_.data() + unsent_ * payload_bytes_;
        std::copy(next->payload.begin(), next->payload.end(), copy);
        datagram.payload = {copy, next->payload.size()};
        if (!datagram_key_.is_none()) {
            const auto tag =
                net::wire_bytes(tag_of(std::span(datagram.header).first(datagram.header_bytes), datagram.payload));
            std::copy(tag.begin(), tag.end(), copy + datagram.payload.size());
            datagram.payload = {copy, datagram.payload.size() + kTagBytes};
        }
        unsent_ += 1;
        channel.sent();
    }
}

void Link::send_batch() {
    std::array<net::OutgoingDatagram, kBatch> outgoing;
    for (std::size_t i = 0; i < unsent_; ++i) {
        const Datagram& datagram = batch_[first_unsent_ + i];
        outgoing[i] = {
            {datagram.header.data(), datagram.header_bytes}, datagram.payload, endpoint(datagram.destination)};
    }
    net::SendResult result = control.send({outgoing.data(), unsent_});
    // A datagram that cannot be sent counts as lost; the protocol will detect that.
    if (result.sent < unsent_ && result.outcome.status != Status::again) result.sent += 1;
    first_unsent_ += result.sent;
    unsent_ -= result.sent;
    if (unsent_ == 0) return;
    blocked_.store(true, std::memory_order_relaxed);
}

Ready Link::wait(std::int64_t timeout_ns) {
    pollfd descriptors[2 + kMostWaitedFor] = {{control.descriptor(), events(), 0},
                                              {group_socket.descriptor(), POLLIN, 0}};
    std::size_t count = 2;
    for (auto other = listened_.rbegin(); other != listened_.rend() && count < std::size(descriptors); ++other)
        descriptors[count++] = {other->socket->descriptor(), POLLIN, 0};
    if (net::wait_ready({descriptors, count}, timeout_ns).status == Status::bug) return {};
    if (descriptors[0].revents & POLLERR) net::drain_error_queue(control.descriptor());
    const bool group = std::any_of(descriptors + 1, descriptors + count,
                                   [](const pollfd& each) { return (each.revents & POLLIN) != 0; });
    return {(descriptors[0].revents & POLLIN) != 0, group};
}

// ---- groups beside the communicator's
// -------------------------------------------------------------------------------------------

net::Endpoint Link::group_endpoint(std::uint32_t group) const { return net::group_address(range_, {token, 0, group}); }

net::Endpoint Link::endpoint(const Destination& destination) {
    if (destination.node != Destination::kGroup) return control_of_[static_cast<std::size_t>(destination.node)];
    if (destination.group == 0) return group_;
    if (destination.group != last_group_) last_endpoint_ = group_endpoint(last_group_ = destination.group);
    return last_endpoint_;
}

void Link::listen(net::GroupSocket& socket, bool lasting) { listened_.push_back({&socket, lasting}); }

void Link::forget(net::GroupSocket& socket) {
    std::erase_if(listened_, [&](const Listened& other) { return other.socket == &socket; });
}

void Link::collect(std::vector<pollfd>& descriptors) const {
    for (const Listened& other : listened_)
        if (other.lasting) descriptors.push_back({other.socket->descriptor(), POLLIN, 0});
}

}  // namespace shunt::multicast
