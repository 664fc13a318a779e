#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "tools/tune/pairing.hpp"

namespace shunt::tools {

/// What the network between this host and another costs by TCP, as the model of the pipelines takes it.
struct NetworkCosts {
    std::int64_t latency_ns = 0;  ///< of a short message, one way
    std::int64_t move_ns = 0;     ///< for 1 MiB, one way, while nothing goes the other
    std::int64_t lone_ns = 0;  ///< for 1 MiB in blocks of kLoneBlock bytes that come singly: less where ports let some
                               ///< bytes pass before their rate
};

/// Where two hosts meet, how they know each other, and how long they wait for each other.
struct PeerSetup {
    Peer peer;
    SipKey key;  ///< none: who answers makes one
    double patience_s = 0;
    std::function<void(const SipKey&)> tell;  ///< of a key that was made here
};

/// Called on two hosts alike, of which one is `peer.host`: that one answers the first who comes with its key, and
/// returns nothing; the other measures. A third host returns nothing, too, as soon as it learns that another was first.
/// Strangers are turned away. Blocks: about `seconds`, and until both are there.   Fails: std::runtime_error, with the
/// remedy.
std::optional<NetworkCosts> measure_network(const PeerSetup& setup, double seconds);

/// Bytes of a vector from which blocks through a network are worth it: a power of two.   Why: hosts send whole vectors
/// down their trees; pipelines send blocks, each of which costs a part of a latency more. When moving the vector takes
/// about 16 latencies they are ahead, as was measured at 20 Mbit/s and at 1 Gbit/s; below 4 KiB nowhere.
std::int64_t least_bytes_for(const NetworkCosts& costs);

}  // namespace shunt::tools
