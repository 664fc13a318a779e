#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace shunt::script {

/// The location of a rank of the communicator.
struct Place {
    int node = 0;             ///< nodes are numbered from 0 by their lowest rank
    int core = -1;            ///< -1: unknown, or not bound to one core
    std::string address;      ///< of the node: "10.1.0.7", or an IPv6 address; empty: unknown
    std::string subnet;       ///< "10.1.0.0/16"; empty: unknown
    std::string switch_name;  ///< as declared; empty: not declared
};

/// Measured figures of the link between two nodes.
struct Link {
    double latency = 0;  ///< seconds, one way
    double rate = 0;     ///< bytes per second
};

/// The communicator's ranks as scripts see them. Must be equal on all ranks, or they would make different programs.
struct Topology {
    std::vector<Place> places;  ///< by rank; nodes are 0, 1, ... without gaps
    std::vector<Link> links;    ///< [from * nodes() + to]; empty: not measured

    int ranks() const { return static_cast<int>(places.size()); }
    int nodes() const {
        int count = 0;
        for (const Place& place : places) count = place.node < count ? count : place.node + 1;
        return count;
    }
};

/// `ranks` ranks on one node without an address.
inline Topology one_node(int ranks) { return {std::vector<Place>(static_cast<std::size_t>(ranks)), {}}; }

}  // namespace shunt::script
