#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/net/address.hpp"
#include "native/net/udp/datagrams.hpp"

namespace shunt::multicast {

class Link;

/// Whether these bytes belong to the trial of the channel with that token; some may arrive after its end.
bool is_probe(std::span<const std::byte> datagram, std::uint64_t token);

/// The trial of a new group: some members send a few small datagrams, and every member notes the senders that it
/// receives. Thread: that of the join.
class Probe {
public:
    static constexpr std::size_t kMostSenders = 64;  ///< up to this number of members, all send
    static constexpr std::size_t kFewSenders = 8;    ///< of more members only so many send, spread evenly

    /// `leaders`: the ranks that are members, `rank` among them.   Owner: `link` outlives this.
    Probe(Link& link, net::Endpoint group, const std::vector<int>& leaders, int rank, std::uint64_t token);

    /// Sends and receives for at least 50 ms, at most 0.4 s or as TrialClock decides.   Blocks: for that time. Returns
    /// the lowest rank not received from, or -1.
    int run(const Exchange& exchange);
    /// Sends once, if this member is one of the senders.
    void send();

private:
    void listen();

    Link& link_;
    net::Endpoint group_;
    bool sends_;
    std::vector<int> silent_;  ///< senders not received yet
    std::array<std::byte, 12> bytes_{};
    net::ReceiveArena arena_;
};

}  // namespace shunt::multicast
