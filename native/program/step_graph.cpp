#include "native/program/step_graph.hpp"

#include <algorithm>
#include <numeric>

#include "native/base/outcome.hpp"

namespace shunt::program {
namespace {

constexpr std::size_t kMostShown = 8;  ///< steps of a cycle in a message
constexpr std::uint32_t kDone = UINT32_MAX;

/// Whether two ends fit one message: equally long, in the same parts.
bool are_alike(const Step& send, const Step& receive) {
    return send.count == receive.count && send.parts() == receive.parts() &&
           (send.parts() == 1 || send.chunk == receive.chunk);
}

}  // namespace

StepGraph::StepGraph(const Parts& parts) : parts_(parts), base_(1) {
    for (int rank = 0; rank < parts.ranks(); ++rank)
        base_.push_back(base_.back() + static_cast<Node>(parts.of(rank).steps.size()));
    partner_.resize(base_.back());
    std::iota(partner_.begin(), partner_.end(), 0);
}

int StepGraph::rank_of(Node node) const {
    return static_cast<int>(std::ranges::upper_bound(base_, node) - base_.begin()) - 1;
}

const Step& StepGraph::step(Node node) const {
    const int rank = rank_of(node);
    return parts_.of(rank).steps[node - base_[rank]];
}

const Step& StepGraph::whole_step(Node node) const {
    const int rank = rank_of(node);
    return parts_.whole().ranks[rank].steps[parts_.step_of(rank, node - base_[rank])];
}

std::string StepGraph::shown(Node node) const {
    const int rank = rank_of(node);
    return joined({"rank ", std::to_string(rank), "'s ", parts_.shown(rank, node - base_[rank])});
}

/// All sends or receives by pair, those of a pair in order of the steps.
std::vector<StepGraph::End> StepGraph::ends(Kind kind) const {
    std::vector<End> found;
    for (int rank = 0; rank < parts_.ranks(); ++rank) {
        const auto& steps = parts_.of(rank).steps;
        for (std::uint32_t i = 0; i < steps.size(); ++i) {
            if (steps[i].kind != kind) continue;
            const auto mine = static_cast<std::uint64_t>(rank), other = static_cast<std::uint64_t>(steps[i].peer);
            found.push_back({kind == Kind::send ? mine << 32 | other : other << 32 | mine, node(rank, i)});
        }
    }
    std::ranges::sort(found,
                      [](const End& a, const End& b) { return a.pair != b.pair ? a.pair < b.pair : a.node < b.node; });
    return found;
}

RankFault StepGraph::lonely(const End& end) const {
    const bool is_send = step(end.node).kind == Kind::send;
    const auto other = static_cast<std::uint32_t>(is_send ? end.pair : end.pair >> 32);
    return {rank_of(end.node), part_of(end.node),
            joined({"rank ", std::to_string(other), is_send ? " has no receive" : " has no send", " that meets it"})};
}

std::optional<RankFault> StepGraph::match() {
    const std::vector<End> sends = ends(Kind::send), receives = ends(Kind::receive);
    next_.assign(nodes(), kNone);
    previous_.assign(nodes(), kNone);
    for (std::size_t i = 0; i < sends.size() || i < receives.size(); ++i) {
        if (i == sends.size()) return lonely(receives[i]);
        if (i == receives.size()) return lonely(sends[i]);
        const End &send = sends[i], &receive = receives[i];
        if (send.pair != receive.pair) return lonely(send.pair < receive.pair ? send : receive);
        if (!are_alike(whole_step(send.node), whole_step(receive.node)))
            return RankFault{rank_of(receive.node), part_of(receive.node),
                             joined({"it meets ", shown(send.node), ", which has another count or chunk"})};
        partner_[send.node] = receive.node;
        partner_[receive.node] = send.node;
        if (i == 0 || sends[i - 1].pair != send.pair) continue;
        next_[sends[i - 1].node] = send.node;
        previous_[send.node] = sends[i - 1].node;
    }
    find_followers();
    return std::nullopt;
}

template <class Visit>
void StepGraph::for_each_edge(const Visit& visit) const {
    for (int rank = 0; rank < parts_.ranks(); ++rank) {
        const RankProgram& steps = parts_.of(rank);
        for (std::uint32_t i = 0; i < steps.steps.size(); ++i)
            for (const std::uint32_t earlier : steps.after(steps.steps[i])) visit(node(rank, earlier), node(rank, i));
    }
}

void StepGraph::find_followers() {
    follower_at_.assign(nodes() + 1, 0);
    for_each_edge([&](Node earlier, Node) { ++follower_at_[earlier + 1]; });
    std::partial_sum(follower_at_.begin(), follower_at_.end(), follower_at_.begin());
    followers_.resize(follower_at_.back());
    std::vector<std::uint32_t> at(follower_at_.begin(), follower_at_.end() - 1);
    for_each_edge([&](Node earlier, Node node) { followers_[at[earlier]++] = node; });
}

std::optional<RankFault> StepGraph::sort() {
    std::vector<std::uint32_t> pending(nodes());
    for (const Node follower : followers_) ++pending[follower];
    for (Node i = 0; i < nodes(); ++i) pending[i] += previous_[i] != kNone ? 1 : 0;
    std::vector<Node> ready;
    const auto is_send = [&](Node i) { return step(i).kind == Kind::send; };
    const auto note = [&](Node i) {
        if (pending[i] == 0 && pending[partner_[i]] == 0)
            ready.push_back(partner_[i] == i || is_send(i) ? i : partner_[i]);
    };
    for (Node i = 0; i < nodes(); ++i)
        if (partner_[i] == i || is_send(i)) note(i);
    const auto release = [&](Node i) {
        if (--pending[i] == 0) note(i);
    };
    for (std::size_t i = 0; i < ready.size(); ++i) {
        const Node now = ready[i], other = partner_[now];
        pending[now] = pending[other] = kDone;
        for (const Node follower : followers(now)) release(follower);
        if (other != now)
            for (const Node follower : followers(other)) release(follower);
        if (next_[now] != kNone) release(next_[now]);
    }
    order_ = std::move(ready);
    if (std::ranges::all_of(pending, [](std::uint32_t left) { return left == kDone; })) return std::nullopt;
    return circle(pending);
}

StepGraph::Node StepGraph::awaited_by(Node node, const std::vector<std::uint32_t>& pending) const {
    const int rank = rank_of(node);
    const RankProgram& steps = parts_.of(rank);
    for (const std::uint32_t earlier : steps.after(steps.steps[node - base_[rank]]))
        if (pending[base_[rank] + earlier] != kDone) return base_[rank] + earlier;
    const Node other = partner_[node];
    const Node previous = previous_[steps.steps[node - base_[rank]].kind == Kind::send ? node : other];
    if (pending[other] != 0 && other != node && pending[node] == 0) return other;
    return previous != kNone && pending[previous] != kDone ? previous : other;
}

RankFault StepGraph::circle(const std::vector<std::uint32_t>& pending) const {
    const auto begin = std::ranges::find_if(pending, [](std::uint32_t left) { return left != kDone; });
    Node node = static_cast<Node>(begin - pending.begin());
    // After as many steps as there are, the walk is certainly inside a cycle.
    std::vector<bool> seen(nodes());
    for (; !seen[node]; node = awaited_by(node, pending)) seen[node] = true;
    std::string text = "it waits forever:";
    const Node first = node;
    std::size_t shown_so_far = 0;
    do {
        const Node awaited = awaited_by(node, pending);
        if (shown_so_far++ < kMostShown)
            text += joined({shown_so_far > 1 ? ", which waits for " : " for ", shown(awaited)});
        node = awaited;
    } while (node != first);
    if (shown_so_far > kMostShown) text += joined({", and so on over ", std::to_string(shown_so_far), " steps"});
    return {rank_of(first), part_of(first), text};
}

}  // namespace shunt::program
