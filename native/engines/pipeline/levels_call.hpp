#pragma once
#include <cstdint>
#include <optional>
#include <variant>

#include "native/engines/pipeline/chain_call.hpp"
#include "native/engines/pipeline/shared_call.hpp"
#include "native/engines/pipeline/tree_call.hpp"

namespace shunt::pipeline {

/// This member's node in a call that goes by levels.
struct NodeLevel {
    SharedRing* ring = nullptr;    ///< null: this member is alone there
    std::uint64_t position = 0;    ///< in the ring, where the call begins
    std::uint64_t up_block = 0;    ///< bytes of the blocks that are combined
    std::uint64_t down_block = 0;  ///< bytes of the blocks that are read
    int root_place = -1;           ///< of the call's root among the members of the node; -1: it is on another node
    int root_leader = 0;           ///< rank of the first member of the root's node
    std::byte* whole = nullptr;    ///< of a first member: room for the vector; null where its own memory suffices
    bool leads() const { return !ring || ring->rank() == 0; }
};

/// One bcast, reduce or allreduce of members on several nodes, in two levels that overlap. Up: the members of a node
/// combine in their ring. Across: the first members of the nodes use a chain, or two trees. Down: the first members
/// give the result to the members of their node that need it, through the ring. Owner, thread, blocking: as SharedCall
/// and ChainCall.
class LevelsCall {
public:
    /// The part of the call among the first members of the nodes; nothing on other members.
    using Across = std::variant<std::monostate, ChainCall, TreeCall>;

    LevelsCall(const NodeLevel& node, const VectorCall& call, std::uint64_t number);
    LevelsCall(const LevelsCall&) = delete;
    LevelsCall& operator=(const LevelsCall&) = delete;

    /// The call that the first members of the nodes carry among themselves; the caller sets block_bytes.
    VectorCall call_across() const;
    /// Must be set on first members before the first advance().
    Across& across() { return across_; }

    /// As SharedCall::advance, and as ChainCall::advance.
    Status advance();
    bool moved() const { return moved_; }
    /// The rank that this member waits for; -1: all, or none.
    int waits_for() const;
    /// Whether this member waits only for others of its node.
    bool is_up() const { return on_node_ && is_up_; }
    /// Where the next operation begins in the node's ring, once this one is done.
    std::uint64_t end() const { return node_.position; }

private:
    bool is_bcast() const { return call_.operation == Operation::bcast; }
    bool goes_down() const;
    void go_up();
    void go_down();
    Status advance_on_node();
    Status advance_across();

    NodeLevel node_;
    VectorCall call_;
    std::uint64_t number_;
    std::optional<SharedCall> on_node_;  // up, then down
    bool is_up_ = false;
    Across across_;
    std::uint64_t own_there_ = 0;     // bytes that this first member can give to other nodes
    std::uint64_t result_there_ = 0;  // bytes that it has received from them
    bool is_across_over_ = false;
    bool moved_ = false;
};

}  // namespace shunt::pipeline
