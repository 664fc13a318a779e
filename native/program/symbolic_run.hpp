#pragma once
#include <optional>
#include <string>
#include <vector>

#include "native/program/contents.hpp"
#include "native/program/rank_sets.hpp"
#include "native/program/step_graph.hpp"

namespace shunt::program {

/// Runs a program with symbols in place of bytes: for each range of each buffer, whose inputs it holds and how they are
/// combined. If no step races with another one, every order of the steps has the same result.
class SymbolicRun {
public:
    /// `graph` is sorted, and kept until the end. Its program is well formed.
    explicit SymbolicRun(const StepGraph& graph);

    /// Does all steps.   Returns: the first one that reads unwritten elements, or combines what must not be combined.
    std::optional<RankFault> run();

    /// Why `receive` of `rank` does not hold what the operation demands (goal_of()); empty: it does.
    std::string missing(int rank) const;

private:
    /// `count` elements from `at` on, counted from the beginning of a range.
    struct Piece {
        std::uint64_t at = 0;
        std::uint64_t count = 0;
        Content content;
    };
    using Pieces = std::vector<Piece>;

    std::string do_step(StepGraph::Node node);
    std::string read(int rank, const Range& range, Pieces& pieces);
    void write(int rank, const Range& range, const Pieces& pieces);
    std::string combine(int rank, const Step& step);
    /// Combines two pieces into `set`.   Returns: why they cannot be combined; empty: success.
    std::string combined(const Content& left, const Content& right, std::uint32_t& set);
    Content input(int rank) const { return {inputs_[rank], 0}; }
    const Contents& contents(int rank, Buffer buffer) const {
        return buffer == Buffer::scratch ? scratch_[rank] : receive_[rank];
    }
    std::string shown(const Content& content) const;

    const StepGraph& graph_;
    const Program& program_;
    RankSets sets_;
    std::vector<std::uint32_t> inputs_;  ///< by rank: the set of only this rank
    std::vector<Contents> receive_, scratch_;
    Pieces from_, to_, result_;
    std::uint64_t work_ = 0;
};

/// Whether every rank of a barrier has been notified of every other one before it is done: directly, or by messages of
/// ranks that had been. Only received messages notify.   Returns: which rank was not notified of which; empty: success.
std::string unheard_of(const StepGraph& graph);

}  // namespace shunt::program
