#include "native/engines/multicast/probe.hpp"

#include <algorithm>

#include "native/base/clock.hpp"
#include "native/engines/multicast/link.hpp"
#include "native/engines/trial_clock.hpp"
#include "native/net/wait.hpp"
#include "native/net/wire.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kBetweenNs = 5'000'000;  // ten in the least time: where one of ten is lost, all ten rarely are
constexpr std::int64_t kLeastNs = 50'000'000;   // so that a member that is ready a little later still receives several
constexpr std::int64_t kMostNs = 400'000'000;
constexpr std::size_t kBytes = 12;
constexpr std::uint64_t kOtherToken = 0x70726f62652e2e2eu;  // so that the protocol ignores these datagrams

}  // namespace

bool is_probe(std::span<const std::byte> datagram, std::uint64_t token) {
    return datagram.size() == kBytes && net::WireReader(datagram.data()).get<std::uint64_t>() == (token ^ kOtherToken);
}

Probe::Probe(Link& link, net::Endpoint group, const std::vector<int>& leaders, int rank, std::uint64_t token)
    : link_(link), group_(group) {
    const std::size_t step = leaders.size() <= kMostSenders ? 1 : leaders.size() / kFewSenders;
    for (std::size_t i = 0; i < leaders.size(); i += step) silent_.push_back(leaders[i]);
    sends_ = std::erase(silent_, rank) != 0;
    net::WireWriter writer(bytes_.data());
    writer.put(token ^ kOtherToken);
    writer.put(static_cast<std::uint32_t>(rank));
}

void Probe::send() {
    if (!sends_) return;
    const net::OutgoingDatagram datagram{bytes_, {}, group_};
    (void)link_.control.send({&datagram, 1});  // others follow a lost one
}

void Probe::listen() {
    for (auto result = link_.group_socket.receive(arena_); result.outcome.ok();
         result = link_.group_socket.receive(arena_))
        for (const net::ReceivedDatagram& heard : result.datagrams) {
            if (!is_probe(heard.bytes, link_.token)) continue;
            net::WireReader reader(heard.bytes.data() + sizeof(std::uint64_t));
            std::erase(silent_, static_cast<int>(reader.get<std::uint32_t>()));
        }
}

int Probe::run(const Exchange& exchange) {
    const std::int64_t start = monotonic_ns();
    TrialClock clock(exchange, kMostNs, start);
    std::int64_t next = start;
    for (std::int64_t now = start; !clock.is_over(now) && (!silent_.empty() || now - start < kLeastNs);
         now = monotonic_ns()) {
        if (now >= next) {
            send();
            next = now + clock.interval_ns(kBetweenNs, now);
        }
        listen();
        pollfd descriptor{link_.group_socket.descriptor(), POLLIN, 0};
        (void)net::wait_ready({&descriptor, 1}, std::max<std::int64_t>(0, next - monotonic_ns()));
    }
    return silent_.empty() ? -1 : silent_.front();
}

}  // namespace shunt::multicast
