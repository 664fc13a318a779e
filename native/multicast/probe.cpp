#include "native/multicast/probe.hpp"

#include <algorithm>
#include <array>

#include "native/base/clock.hpp"
#include "native/multicast/link.hpp"
#include "native/transport/wait.hpp"
#include "native/transport/wire.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kBetweenNs = 5'000'000;       // ten in the least time: where one of ten is lost, all of them hardly ever are
constexpr std::int64_t kLeastNs = 50'000'000;      // so that a member that is ready a little later still hears several
constexpr std::int64_t kMostNs = 400'000'000;
constexpr std::size_t kBytes = 12;
constexpr std::uint64_t kOtherToken = 0x70726f62652e2e2eu;   // so that the protocol takes none of these for its own

}  // namespace

bool is_probe(std::span<const std::byte> datagram, std::uint64_t token) {
    return datagram.size() == kBytes && transport::WireReader(datagram.data()).get<std::uint64_t>() == (token ^ kOtherToken);
}

Probe::Probe(const std::vector<int>& leaders, int rank, std::uint64_t token) : rank_(rank), token_(token ^ kOtherToken) {
    const std::size_t step = leaders.size() <= kMostSenders ? 1 : leaders.size() / kFewSenders;
    for (std::size_t i = 0; i < leaders.size(); i += step) senders_.push_back(leaders[i]);
}

int Probe::run(Link& link, transport::Endpoint group) const {
    std::vector<int> silent = senders_;
    std::erase(silent, rank_);
    const bool sends = std::find(senders_.begin(), senders_.end(), rank_) != senders_.end();
    std::array<std::byte, kBytes> bytes{};
    transport::WireWriter writer(bytes.data());
    writer.put(token_);
    writer.put(static_cast<std::uint32_t>(rank_));
    transport::ReceiveArena arena;
    const std::int64_t start = monotonic_ns();
    std::int64_t next = start;
    for (std::int64_t now = start; now - start < kMostNs && (!silent.empty() || now - start < kLeastNs); now = monotonic_ns()) {
        if (sends && now >= next) {
            const transport::OutgoingDatagram datagram{bytes, {}, group};
            (void)link.control.send({&datagram, 1});   // one that is lost is followed by others
            next = now + kBetweenNs;
        }
        for (auto result = link.group_socket.receive(arena); result.outcome.ok(); result = link.group_socket.receive(arena))
            for (const transport::ReceivedDatagram& heard : result.datagrams) {
                if (!is_probe(heard.bytes, link.token)) continue;
                transport::WireReader reader(heard.bytes.data() + sizeof(std::uint64_t));
                std::erase(silent, static_cast<int>(reader.get<std::uint32_t>()));
            }
        pollfd descriptor{link.group_socket.descriptor(), POLLIN, 0};
        (void)transport::wait_ready({&descriptor, 1}, std::max<std::int64_t>(0, std::min(next, start + kMostNs) - monotonic_ns()));
    }
    return silent.empty() ? -1 : silent.front();
}

}  // namespace shunt::multicast
