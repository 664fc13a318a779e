#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "native/engines/pipeline/levels_call.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/engines/pipeline/route.hpp"

namespace shunt::pipeline {

/// This member's node in a team of several nodes: the state that its members share for calls by levels.   Thread: any
/// one at a time.
class TeamNode {
public:
    /// The places of the nodes' rings, as for SharedRing::Sharers and SharedRing::window_bytes().
    struct RingPlace {
        std::vector<std::uint64_t> begins;  ///< in the windows, by rank
        std::uint64_t bytes = 0;            ///< of each ring
    };

    /// `memory`, `ways` and `options` outlive this. `cores`: of this node that the team may use.
    TeamNode(memory::RemoteMemory& memory, const Ways& ways, int rank, const RingPlace& place, int cores,
             const PipelineOptions& options);

    int members() const { return static_cast<int>(here_.size()); }
    bool has_cores_for_all() const { return members() <= cores_; }

    /// This node's part in `call`. `room`: receives memory for the vector where it is needed, and outlives the call.
    /// Fails: std::bad_alloc.
    NodeLevel level_for(const VectorCall& call, std::unique_ptr<std::byte[]>& room) const;
    /// A call by levels has ended.
    void ended(const LevelsCall& call) { position_ = call.end(); }

    /// The length that the root of the broadcast `call` uses, if a block of it is the next in the node's ring.
    std::optional<std::uint64_t> open_bytes(const VectorCall& call, std::uint64_t number) const;
    /// Tells the members of the node that the team has failed.
    void poison() {
        if (ring_) ring_->poison();
    }
    bool is_poisoned() const { return ring_ && ring_->is_poisoned(); }

private:
    /// The place of `rank` among the members of this node; -1: it is on another node.
    int place_of(int rank) const;
    std::byte* place_for_whole(const VectorCall& call, const NodeLevel& level,
                               std::unique_ptr<std::byte[]>& room) const;
    std::uint64_t block_bytes(const VectorCall& call, Operation operation) const;

    const Ways& ways_;
    const PipelineOptions& options_;
    const std::vector<int>& here_;
    int cores_;
    std::unique_ptr<SharedRing> ring_;  // null: this member is alone here
    std::uint64_t position_ = 0;        // in the ring
};

}  // namespace shunt::pipeline
