#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "native/engines/pipeline/chain_call.hpp"
#include "native/engines/pipeline/hop_ring.hpp"
#include "native/engines/pipeline/tree_shape.hpp"

namespace shunt::pipeline {

/// One operation through two trees at the same time, each with half of the vector, block by block: up, combined in the
/// slot of a child's block, and down. Owner, thread, blocking: as ChainCall. Source: Sanders, Speck and Traeff 2009,
/// see tree_shape.hpp.
class TreeCall {
public:
    /// `rings`: one for each tree. `scratch`: call.block_bytes, for operands that must keep their order.
    TreeCall(std::span<HopRings> rings, const VectorCall& call, std::vector<Branch> branches,
             const ChainCall::Sources& sources, std::uint64_t number, std::byte* scratch);

    /// As ChainCall::advance.
    Status advance();
    bool moved() const { return moved_; }
    int waits_for() const;

private:
    /// The puts of a block that have not left yet; when they have, the block's slot is given back.
    struct Leaving {
        HopRings* rings;
        std::vector<std::pair<int, std::uint64_t>> posts;  // receiver, and the puts to it so far
        int give_back;
    };
    /// A block under way: its data, and the targets it was sent to.
    struct Parcel {
        std::byte* slot = nullptr;            // the slot it arrived in; null: it is this member's own
        const std::byte* data = nullptr;      // null: not ready
        const std::byte* for_last = nullptr;  // data for the last target, if different
        std::vector<std::pair<int, std::uint64_t>> posts;
    };
    struct Progress {
        Branch branch;
        HopRings* rings = nullptr;
        std::uint64_t up = 0, down = 0;  // where the next block of either direction begins
        Parcel rising, falling;
        std::vector<std::byte*> slots;  // of the children's blocks
        int waits_for = -1;

        bool turns() const {
            return branch.goes_up && branch.up_to < 0 && !branch.prefix;
        }  // at the top: the result goes down at once
        bool has_risen() const { return !branch.goes_up || up == branch.end; }
        bool has_fallen() const { return !branch.comes_down || turns() || down == branch.end; }
    };

    std::uint64_t block_bytes(const Progress& at, std::uint64_t from) const {
        return std::min(call_.block_bytes, at.branch.end - from);
    }
    Status rise(Progress& at);
    Status fall(Progress& at);
    Status await_children(Progress& at, std::uint64_t bytes);
    Status combine(Progress& at, std::uint64_t bytes);
    Status combine_left(Progress& at, std::uint64_t bytes);
    bool is_ready_to_fall(const Progress& at, std::uint64_t bytes) const;
    Status take_prefix(Progress& at, std::uint64_t bytes);
    Status have_room(Progress& at, std::span<const int> targets);
    Status pass_on(Progress& at, Parcel& parcel, std::span<const int> targets, std::uint64_t bytes);
    void let_leave(Progress& at, Parcel& parcel, int give_back);
    void collect_leaving();

    VectorCall call_;
    ChainCall::Sources sources_;
    BlockTag tag_;
    std::byte* scratch_;
    std::vector<Progress> trees_;
    std::deque<Leaving> leaving_;
    bool moved_ = false;
};

}  // namespace shunt::pipeline
