#include "native/program/symbolic_run.hpp"

#include <algorithm>

#include "native/base/outcome.hpp"
#include "native/program/goal.hpp"

namespace shunt::program {
namespace {

constexpr std::uint64_t kMostWork = std::uint64_t{1} << 28;  ///< some seconds
constexpr std::size_t kMostShown = 6;                        ///< intervals of a set in a message
constexpr const char* kTooMuch = "the ranges are split into too many parts: cannot be checked";
constexpr const char* kTooManySets = "too many different sets of ranks are combined: cannot be checked";

std::string shown_ranks(std::span<const RankInterval> set) {
    std::string text = set.size() == 1 && set[0].low == set[0].high ? "rank " : "ranks ";
    for (std::size_t i = 0; i < std::min(set.size(), kMostShown); ++i) {
        if (i > 0) text += ",";
        text += std::to_string(set[i].low);
        if (set[i].high != set[i].low) text += joined({"-", std::to_string(set[i].high)});
    }
    return set.size() > kMostShown ? joined({text, ",..."}) : text;
}

}  // namespace

SymbolicRun::SymbolicRun(const StepGraph& graph)
    : graph_(graph), program_(graph.parts().whole()), receive_(program_.size()), scratch_(program_.size()) {
    for (int rank = 0; rank < program_.size(); ++rank)
        inputs_.push_back(sets_.interval(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(rank)));
    if (program_.operation == Operation::bcast) receive_[program_.root].write(0, program_.count, input(program_.root));
}

std::optional<RankFault> SymbolicRun::run() {
    for (const StepGraph::Node node : graph_.order()) {
        std::string reason = do_step(node);
        if (reason.empty() && work_ > kMostWork) reason = kTooMuch;
        if (!reason.empty()) return RankFault{graph_.rank_of(node), graph_.part_of(node), std::move(reason)};
    }
    return std::nullopt;
}

std::string SymbolicRun::do_step(StepGraph::Node node) {
    const int rank = graph_.rank_of(node);
    const Step& step = graph_.step(node);
    if (step.count == 0) return {};
    if (step.kind == Kind::combine) return combine(rank, step);
    std::string reason = read(rank, step.from(), from_);
    if (!reason.empty()) return reason;
    if (step.kind == Kind::copy) {
        write(rank, step.to(), from_);
        return {};
    }
    const StepGraph::Node other = graph_.partner(node);
    write(graph_.rank_of(other), graph_.step(other).to(), from_);
    return {};
}

std::string SymbolicRun::read(int rank, const Range& range, Pieces& pieces) {
    pieces.clear();
    if (range.buffer == Buffer::send) {
        pieces.push_back({0, range.count, {inputs_[rank], range.first}});
        return {};
    }
    const std::uint64_t end = range.first + range.count;
    const std::uint64_t read_to =
        contents(rank, range.buffer)
            .read(range.first, end, [&](std::uint64_t first, std::uint64_t stop, Content content) {
                pieces.push_back({first - range.first, stop - first, content});
                return true;
            });
    work_ += pieces.size();
    if (read_to == end) return {};
    return joined({"reads ", to_text(Range{range.buffer, read_to, 1}), ", which nothing has been written to"});
}

void SymbolicRun::write(int rank, const Range& range, const Pieces& pieces) {
    Contents& contents = range.buffer == Buffer::scratch ? scratch_[rank] : receive_[rank];
    for (const Piece& piece : pieces)
        contents.write(range.first + piece.at, range.first + piece.at + piece.count, piece.content);
    work_ += pieces.size();
}

std::string SymbolicRun::combine(int rank, const Step& step) {
    if (!combines(program_.operation)) return joined({name_of(program_.operation), " combines nothing"});
    std::string reason = read(rank, step.from(), from_);
    if (reason.empty()) reason = read(rank, step.to(), to_);
    if (!reason.empty()) return reason;
    result_.clear();
    for (std::size_t i = 0, j = 0; i < from_.size() && j < to_.size();) {
        Piece &from = from_[i], &to = to_[j];  // both begin at the same element
        const std::uint64_t count = std::min(from.count, to.count);
        Content both = to.content;
        reason = step.from_is_left ? combined(from.content, to.content, both.set)
                                   : combined(to.content, from.content, both.set);
        if (!reason.empty()) return reason;
        result_.push_back({to.at, count, both});
        for (Piece* piece : {&from, &to}) {
            piece->at += count;
            piece->count -= count;
            piece->content.offset += count;
        }
        i += from.count == 0;
        j += to.count == 0;
    }
    write(rank, step.to(), result_);
    return {};
}

std::string SymbolicRun::combined(const Content& left, const Content& right, std::uint32_t& set) {
    if (left.offset != right.offset)
        return joined({"combines ", shown(left), " with ", shown(right), ": other elements of the vector"});
    work_ += sets_.of(left.set).size() + sets_.of(right.set).size();
    if (sets_.overlap(left.set, right.set))
        return joined({"combines ", shown(left), " with ", shown(right), ": a rank would be in it twice"});
    if (!program_.commutative && sets_.of(left.set).back().high + 1 != sets_.of(right.set).front().low)
        return joined({"combines ", shown(left), " (left) with ", shown(right),
                       " (right): not in order of rank, and the operation may not commute"});
    const auto united = sets_.united(left.set, right.set);
    set = united.value_or(0);
    return united ? std::string() : kTooManySets;
}

std::string SymbolicRun::shown(const Content& content) const {
    return joined({"element ", std::to_string(content.offset), " of ", shown_ranks(sets_.of(content.set))});
}

std::string SymbolicRun::missing(int rank) const {
    for (const auto& piece : goal_of(program_, rank)) {
        const RankInterval goal{static_cast<std::uint32_t>(piece.low), static_cast<std::uint32_t>(piece.high)};
        const std::uint64_t end = piece.first + piece.count;
        Content found;
        bool is_other = false;
        const std::uint64_t right_to =
            receive_[rank].read(piece.first, end, [&](std::uint64_t first, std::uint64_t, Content content) {
                const auto set = sets_.of(content.set);
                found = content;
                is_other = set.size() != 1 || set[0] != goal || content.offset != piece.offset + (first - piece.first);
                return !is_other;
            });
        if (right_to == end) continue;
        return joined({to_text(Range{Buffer::receive, right_to, 1}), " must be element ",
                       std::to_string(piece.offset + (right_to - piece.first)), " of ",
                       shown_ranks(std::span(&goal, 1)), " at the end, and ",
                       is_other ? joined({"is ", shown(found)}) : "nothing has been written to it"});
    }
    return {};
}

std::string unheard_of(const StepGraph& graph) {
    const int ranks = graph.parts().ranks();
    RankSets sets;
    const auto alone = [&](int rank) {
        return sets.interval(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(rank));
    };
    std::vector<RankSets::Set> heard(graph.nodes()), at_end;
    for (int rank = 0; rank < ranks; ++rank) at_end.push_back(alone(rank));
    for (StepGraph::Node node = 0; node < graph.nodes(); ++node) heard[node] = at_end[graph.rank_of(node)];
    std::uint64_t work = 0;
    const auto add = [&](RankSets::Set& set, RankSets::Set more) {
        if (set == more) return;
        work += sets.of(set).size() + sets.of(more).size();
        set = sets.united(set, more).value_or(set);
    };
    const auto pass_on = [&](StepGraph::Node node) {
        for (const StepGraph::Node follower : graph.followers(node)) add(heard[follower], heard[node]);
        add(at_end[graph.rank_of(node)], heard[node]);
    };
    for (const StepGraph::Node node : graph.order()) {
        const StepGraph::Node other = graph.partner(node);
        if (other != node) add(heard[other], heard[node]);
        pass_on(node);
        if (other != node) pass_on(other);
        if (sets.is_full() || work > kMostWork) return kTooManySets;
    }
    const auto all = sets.interval(0, static_cast<std::uint32_t>(ranks - 1));
    for (int rank = 0; rank < ranks; ++rank)
        if (at_end[rank] != all)
            return joined({"rank ", std::to_string(rank), " may be done before all have come: it hears of ",
                           shown_ranks(sets.of(at_end[rank])), " alone"});
    return {};
}

}  // namespace shunt::program
