#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "tools/tune/measure.hpp"
#include "tools/tune/pairing.hpp"

namespace shunt::tools {

/// Costs of TCP on the network between this host and another, as inputs of the pipelines' model.
struct NetworkCosts {
    std::int64_t latency_ns = 0;  ///< of a short message, one way
    std::int64_t move_ns = 0;     ///< for 1 MiB, one way, without traffic in the other direction
    std::int64_t lone_ns = 0;  ///< for 1 MiB in single blocks of kLoneBlock bytes with pauses between them: less than
                               ///< move_ns if ports pass a burst of bytes before they limit the rate
};

/// Where two hosts connect, the key by which they recognise each other, and how long they wait for each other.
struct PeerSetup {
    Peer peer;
    SipKey key;  ///< none: the host that answers makes one
    double patience_s = 0;
    std::function<void(const SipKey&)> tell;  ///< called with a key that was made here
    bool may_be_further = false;              ///< more than two hosts may run this command, and further ones do nothing
    StepVisitor step = [](std::string_view) {};
};

/// Called on both hosts, of which one is `peer.host`. That host answers the first connection with its key, and returns
/// nullopt; the other host measures. A further host also returns nullopt, as soon as it learns that another was first.
/// Connections without the key are refused.   Blocks: about `seconds`, and until both hosts have connected.   Fails:
/// std::runtime_error, with the remedy.
std::optional<NetworkCosts> measure_network(const PeerSetup& setup, double seconds);

/// The vector length in bytes from which a pipeline through a network is faster: a power of two.   Why: hosts send
/// whole vectors down their trees; pipelines send blocks, each of which adds a part of a latency. Pipelines are faster
/// when moving the vector takes about 16 latencies, as was measured at 20 Mbit/s and at 1 Gbit/s. Below 4 KiB they are
/// never faster.
std::int64_t least_bytes_for(const NetworkCosts& costs);

}  // namespace shunt::tools
