#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/contract.hpp"
#include "native/engines/script/buffers.hpp"
#include "native/engines/script/plan.hpp"

namespace shunt::script_engine {

/// A program in which each member gets the `bytes` of every other one, in scratch: place i has those of rank
/// (own + i) % ranks. Its own are there at the beginning.   Source: Bruck et al. 1997.
program::Program rotated_allgather(int ranks, std::uint64_t bytes);

/// Tells all members the block sizes of a call with unknown sizes, by programs of the team: from the root to all, or
/// from each member to all others. Thread: any one at a time.
class SizeExchange {
public:
    /// `rings`, `carry`: those of the team; `carry` executes a plan, and blocks.   Owner: they outlive this.
    SizeExchange(const Group& group, PairRings& rings, std::function<Status(const Plan&, const Places&)> carry)
        : group_(group), rings_(rings), carry_(std::move(carry)) {}

    /// Reserves what the calls need but a plan for each root. The team does so when it is made: a member without memory
    /// in the middle of a call would leave the others waiting.   Fails: std::bad_alloc.
    void reserve();

    /// Sets `key.counts`, equal on all members and valid until the next call: as Program::counts, in bytes.
    /// `is_mistaken`: this member's block has another size than the root says, which the other members do not know.
    /// Blocks: until the root's sizes, or those of all members, have arrived.   Fails: left_to_host where members of an
    /// alltoallv disagree, on all alike; as `carry`; std::bad_alloc.
    Status learn(const CollectiveCall& call, CallKey& key, bool& is_mistaken);

private:
    Status learn_from_root(const CollectiveCall& call, bool& is_mistaken);
    Status learn_from_all(const CollectiveCall& call);

    Group group_;
    PairRings& rings_;
    std::function<Status(const Plan&, const Places&)> carry_;
    std::map<int, Plan> from_root_;  // by root
    std::optional<Plan> from_all_;
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint64_t> rotated_;  // for each member the bytes it sends to each, then those it expects from each
};

}  // namespace shunt::script_engine
