#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/program/parts.hpp"

namespace shunt::program {

/// A faulty step of one rank, and the reason.
struct RankFault {
    int rank = 0;
    std::uint32_t part = 0;  ///< of Parts::of(rank)
    std::string reason;
};

/// The dependences between the steps of all ranks together. Each step has a number here.
class StepGraph {
public:
    using Node = std::uint32_t;

    /// `parts` is well formed, has at most kMostParts, and is kept until the end.
    explicit StepGraph(const Parts& parts);

    static constexpr std::uint64_t kMostParts = std::uint64_t{1} << 24;

    /// Finds the other end of each message.   Returns: the first step without one, or whose other end differs from it.
    /// Call this first; the functions below require that it has found no fault.
    std::optional<RankFault> match();

    /// Finds an order in which all steps can be done even if no message is buffered: a send and its receive are done
    /// together, and messages of one pair one after the other. order() does not contain the receives. Returns: a step
    /// that waits forever, if there is one.
    std::optional<RankFault> sort();

    const std::vector<Node>& order() const { return order_; }
    std::size_t nodes() const { return partner_.size(); }
    Node node(int rank, std::uint32_t part) const { return base_[rank] + part; }
    int rank_of(Node node) const;
    std::uint32_t part_of(Node node) const { return node - base_[rank_of(node)]; }
    const Step& step(Node node) const;
    /// The other end of a message; the step itself if it is no message.
    Node partner(Node node) const { return partner_[node]; }
    /// The steps of the same rank that wait for this one by Step::after.
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
