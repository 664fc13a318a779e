#include <algorithm>
#include <numeric>

#include "native/engines/pipeline/written.hpp"

namespace shunt::pipeline {
namespace {

using namespace steps;

/// The steps of one member of a call by levels, as LevelsCall does them. The work of a node's ring is written as
/// messages between its members.
class LevelsWriter {
public:
    LevelsWriter(const VectorCall& call, const Ways& ways, int rank, RankProgram& into)
        : call_(call),
          ways_(ways),
          rank_(rank),
          here_(ways.on_node_of(rank)),
          place_(place_of(rank)),
          root_place_(place_of(call.root)),
          all_(call, 0, call.bytes),
          into_(into),
          ends_(Ends::of(call)) {}

    void write(const Route& route, std::uint64_t most_bytes) {
        const bool is_bcast = call_.operation == Operation::bcast, has_root = root_place_ >= 0;
        if (!is_bcast) combine_up();
        if (is_bcast && has_root && root_place_ > 0) give(root_place_, -1);
        if (place_ == 0) go_across(route, most_bytes);
        if (call_.operation == Operation::allreduce || (is_bcast && !has_root)) give(0, -1);
        if (is_bcast && root_place_ == 0) give(0, -1);
        if (call_.operation == Operation::reduce && root_place_ > 0) give(0, root_place_);
    }

private:
    int place_of(int rank) const {
        const auto found = std::ranges::find(here_, rank);
        return found == here_.end() ? -1 : static_cast<int>(found - here_.begin());
    }
    int at(int place) const { return here_[static_cast<std::size_t>(place)]; }
    Held room() { return {Buffer::scratch, std::exchange(into_.scratch, into_.scratch + all_.count), {}}; }

    /// Writes the steps from the last member to the first, whose own vector then is the node's sum.
    void combine_up() {
        if (here_.size() < 2) return;
        Held sum = ends_.own;
        if (place_ + 1 < static_cast<int>(here_.size())) {
            sum = room();
            const std::uint32_t came = into_.add(receive_step(sum.in(all_), at(place_ + 1), all_.chunk));
            sum.after = {into_.add(combine_step(ends_.own.in(all_), sum.in(all_), true, all_.chunk), {came})};
        }
        if (place_ > 0) into_.add(send_step(sum.in(all_), at(place_ - 1), all_.chunk), sum.after);
        else ends_.own = sum;
    }

    void go_across(const Route& route, std::uint64_t most_bytes) {
        VectorCall across = call_;
        across.root = ways_.on_node_of(call_.root).front();
        if (call_.operation == Operation::reduce && root_place_ > 0) ends_.result = room();
        const std::size_t before = into_.steps.size();
        if (route.tree) write_branches(across, branches_of(across, ways_.of_leaders, rank_), ends_, into_);
        else write_streams(across, streams_among(across, ways_.leaders, rank_, most_bytes), ends_, into_);
        ends_.result.after.resize(into_.steps.size() - before);
        std::iota(ends_.result.after.begin(), ends_.result.after.end(), static_cast<std::uint32_t>(before));
    }

    /// Writes the steps from the member at `writer` to the one at `reader`; -1: to all others of the node.
    void give(int writer, int reader) {
        const bool is_own = call_.operation == Operation::bcast && root_place_ == writer;
        const Held& held = is_own ? ends_.own : ends_.result;
        for (int place = 0; place < static_cast<int>(here_.size()); ++place) {
            if (place == writer || (reader >= 0 && place != reader)) continue;
            if (place_ == writer) into_.add(send_step(held.in(all_), at(place), all_.chunk), held.after);
            if (place_ != place) continue;
            Held& mine = call_.operation == Operation::bcast ? ends_.own : ends_.result;
            mine.after = {into_.add(receive_step(mine.in(all_), at(writer), all_.chunk))};
        }
    }

    const VectorCall& call_;
    const Ways& ways_;
    int rank_;
    const std::vector<int>& here_;
    int place_, root_place_;
    Cut all_;
    RankProgram& into_;
    Ends ends_;
};

}  // namespace

void write_levels(const VectorCall& call, const Ways& ways, int rank, const Route& route, std::uint64_t most_bytes,
                  RankProgram& into) {
    LevelsWriter(call, ways, rank, into).write(route, most_bytes);
}

}  // namespace shunt::pipeline
