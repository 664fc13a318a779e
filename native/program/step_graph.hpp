#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/program/parts.hpp"

namespace shunt::program {

/// A step of one rank that cannot stand, and why.
struct RankFault {
    int rank = 0;
    std::uint32_t part = 0;  ///< of Parts::of(rank)
    std::string reason;
};

/// What must be done before what, for the steps of all ranks together. A step of any rank has a number here.
class StepGraph {
public:
    using Node = std::uint32_t;

    /// `parts` is well formed, has at most kMostParts, and is kept until the end.
    explicit StepGraph(const Parts& parts);

    static constexpr std::uint64_t kMostParts = std::uint64_t{1} << 24;

    /// Finds the other end of each message.   Returns: the first step that has none, or one that is not its like.
    /// Must have been called, and have found nothing, before all below.
    std::optional<RankFault> match();

    /// Puts all steps into an order in which they can be done even if no message is buffered: a send and its receive
    /// are done together, and messages of one pair one after the other. The receives are left out of order().
    /// Returns: a step that waits for ever, if there is one.
    std::optional<RankFault> sort();

    const std::vector<Node>& order() const { return order_; }
    std::size_t nodes() const { return partner_.size(); }
    Node node(int rank, std::uint32_t part) const { return base_[rank] + part; }
    int rank_of(Node node) const;
    std::uint32_t part_of(Node node) const { return node - base_[rank_of(node)]; }
    const Step& step(Node node) const;
    /// The other end of a message; the step itself where it is none.
    Node partner(Node node) const { return partner_[node]; }
    /// The steps that wait for this one by Step::after, of the same rank.
    std::span<const Node> followers(Node node) const {
        return std::span(followers_).subspan(follower_at_[node], follower_at_[node + 1] - follower_at_[node]);
    }
    /// The send of the next message of the same pair, or kNone.
    Node next_message(Node send) const { return next_[send]; }
    static constexpr Node kNone = UINT32_MAX;

    const Parts& parts() const { return parts_; }

private:
    struct End {
        std::uint64_t pair = 0;  ///< sender * 2^32 + receiver
        Node node = 0;
    };

    std::vector<End> ends(Kind kind) const;
    RankFault lonely(const End& end) const;
    /// Calls `visit(earlier, later)` for each Step::after.
    template <class Visit>
    void for_each_edge(const Visit& visit) const;
    void find_followers();
    RankFault circle(const std::vector<std::uint32_t>& pending) const;
    Node awaited_by(Node node, const std::vector<std::uint32_t>& pending) const;
    const Step& whole_step(Node node) const;
    std::string shown(Node node) const;

    const Parts& parts_;
    std::vector<Node> base_;  ///< by rank, and the number of all at the end
    std::vector<Node> partner_, next_, previous_;
    std::vector<std::uint32_t> follower_at_;
    std::vector<Node> followers_;
    std::vector<Node> order_;
};

}  // namespace shunt::program
