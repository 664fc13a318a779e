#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::program {

/// The network that simulate() assumes.   Units: nanoseconds, and bytes a second (0: unlimited).
/// A node has one port, whose two directions are independent; its ranks share it. A switch has an uplink to the others.
struct Network {
    std::uint64_t ranks_per_node = 1;    ///< if `node_of` does not give it
    std::vector<std::uint32_t> nodes;    ///< by rank; may be shorter than the number of ranks
    std::uint64_t port_burst = 0;        ///< bytes that pass an idle port at once, as with a token bucket; 0: none
    double port_rate = 117e6;            ///< of each node
    std::uint64_t port_latency = 25000;  ///< from the sender's port to the receiver, including the processor time on
                                         ///< both sides
    std::uint64_t message = 3000;        ///< time of the sender's and the receiver's processor, each, for any message
    std::uint64_t eager = 65536;         ///< bytes: a longer message is sent only after its receive has begun
    double local_rate = 4e9;             ///< between ranks of a node, by the receiver's processor
    std::uint64_t local_latency = 500;
    double combine_rate = 2e9;  ///< of combining, by a rank's processor
    double copy_rate = 5e9;
    struct Switch {
        std::vector<std::uint32_t> nodes;
        double rate = 0;            ///< of its uplink, each direction
        std::uint64_t latency = 0;  ///< added to messages through the uplink, for each of the two switches
    };
    std::vector<Switch> switches;  ///< nodes of no switch are connected without an uplink's limits

    std::uint32_t node_of(std::uint64_t rank) const {
        if (!nodes.empty()) return rank < nodes.size() ? nodes[rank] : nodes.back();
        return static_cast<std::uint32_t>(rank / ranks_per_node);
    }
};

/// A network, or the reason why there is none: "FILE:LINE: reason".
struct [[nodiscard]] ParsedNetwork {
    std::optional<Network> network;
    std::string error;
};

/// Parses a description of a few lines; README.md defines the form. Values that it does not set keep their defaults in
/// Network.
ParsedNetwork parse_network(std::string_view text, std::string_view source);

/// The description in the form that parse_network() reads.
std::string to_text(const Network& network);

}  // namespace shunt::program
