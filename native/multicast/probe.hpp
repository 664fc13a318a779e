#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/transport/address.hpp"

namespace shunt::multicast {

class Link;

/// Whether these bytes are of the trial of the channel with that token: some of them may come when it is over.
bool is_probe(std::span<const std::byte> datagram, std::uint64_t token);

/// The trial of a new group: some members send a few small datagrams, and every member sees whom it hears.
class Probe {
public:
    static constexpr std::size_t kMostSenders = 64;    ///< up to so many all send
    static constexpr std::size_t kFewSenders = 8;      ///< of more only so many, spread evenly

    /// `leaders`: the ranks that are members, of which `rank` is one.
    Probe(const std::vector<int>& leaders, int rank, std::uint64_t token);

    /// Sends and listens for at least 50 ms, at most 0.4 s.   Blocks: so long.
    /// Returns the lowest rank that was not heard, or -1.
    int run(Link& link, transport::Endpoint group) const;

private:
    std::vector<int> senders_;
    int rank_;
    std::uint64_t token_;
};

}  // namespace shunt::multicast
