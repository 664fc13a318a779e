#include "native/program/checker.hpp"

#include <algorithm>

#include "native/base/outcome.hpp"
#include "native/program/goal.hpp"
#include "native/program/parts.hpp"
#include "native/program/races.hpp"
#include "native/program/step_graph.hpp"
#include "native/program/symbolic_run.hpp"

namespace shunt::program {
namespace {

constexpr std::uint64_t kMostEdges = std::uint64_t{1} << 26;  ///< edges of Step::after, by parts
constexpr const char* kTooManyParts = "too many steps, counting each part of a chunked one: cannot be checked";

Verdict wrong(const Program& program, std::string_view reason) {
    Verdict verdict;
    verdict.error = joined({program.source, ": ", reason});
    return verdict;
}

/// `shown`: text of the step, or of a part of it.
Verdict wrong(const Program& program, int rank, std::uint32_t step, const std::string& shown, std::string_view reason) {
    Verdict verdict;
    verdict.rank = rank;
    verdict.step = step;
    const std::uint32_t line = program.ranks[rank].steps[step].line;
    verdict.error = joined({program.source, line != 0 ? joined({":", std::to_string(line)}) : std::string(), ": rank ",
                            std::to_string(rank), ", ", shown, ": ", reason});
    return verdict;
}

Verdict wrong(const Parts& parts, int rank, std::uint32_t part, std::string_view reason) {
    return wrong(parts.whole(), rank, parts.step_of(rank, part), parts.shown(rank, part), reason);
}

/// The elements of each buffer of one rank.
struct Sizes {
    std::uint64_t of[3];
    Sizes(const Program& program, int rank)
        : of{size_of(program, rank, Buffer::send), size_of(program, rank, Buffer::receive),
             size_of(program, rank, Buffer::scratch)} {}
};

bool is_buffer(Buffer buffer) { return buffer <= Buffer::scratch; }

std::string flaw_of_range(const Range& range, const Sizes& sizes) {
    if (!is_buffer(range.buffer)) return "no such buffer";
    const std::uint64_t size = sizes.of[static_cast<int>(range.buffer)];
    if (range.first <= size && range.count <= size - range.first) return {};
    return joined({to_text(range), " reaches over the end: it has ", std::to_string(size), " elements here"});
}

/// The error of a step taken by itself.
std::string flaw_of_step(const Program& program, int rank, std::uint32_t index, const Sizes& sizes) {
    const RankProgram& own = program.ranks[rank];
    const Step& step = own.steps[index];
    if (step.kind > Kind::copy) return "no such kind of step";
    if (step.after_begin > step.after_end || step.after_end > own.afters.size())
        return "its list of earlier steps is invalid";
    for (const std::uint32_t earlier : own.after(step))
        if (earlier >= index) return joined({"it can only be after an earlier step, not ", std::to_string(earlier)});
    if (step.kind == Kind::send || step.kind == Kind::receive) {
        if (step.peer < 0 || step.peer >= program.size())
            return joined({"there is no rank ", std::to_string(step.peer)});
        if (step.peer == rank) return "a rank sends nothing to itself: copy";
    }
    if (step.writes() && step.to_buffer == Buffer::send) return "sendbuf is only read";
    std::string flaw = step.reads() ? flaw_of_range(step.from(), sizes) : std::string();
    if (flaw.empty() && step.writes()) flaw = flaw_of_range(step.to(), sizes);
    return flaw;
}

/// Checks the form of the whole program, on which the other checks rely.
Verdict check_form(const Program& program) {
    const std::string flaw = flaw_of_call(program);
    if (!flaw.empty()) return wrong(program, flaw);
    std::uint64_t edges = 0;
    for (int rank = 0; rank < program.size(); ++rank) {
        const RankProgram& own = program.ranks[rank];
        if (own.scratch > kMostScratch)
            return wrong(program, joined({"rank ", std::to_string(rank), " has too much scratch"}));
        if (own.steps.size() > StepGraph::kMostParts) return wrong(program, kTooManyParts);
        const Sizes sizes(program, rank);
        for (std::uint32_t i = 0; i < own.steps.size(); ++i) {
            const std::string reason = flaw_of_step(program, rank, i, sizes);
            if (!reason.empty())
                return wrong(program, rank, i, joined({"step ", std::to_string(i), " (", to_text(own.steps[i]), ")"}),
                             reason);
            const Step& step = own.steps[i];
            if (step.parts() > StepGraph::kMostParts) return wrong(program, kTooManyParts);
            edges += step.parts() * (step.after_end - step.after_begin);
            if (edges > kMostEdges) return wrong(program, "steps are after too many others: cannot be checked");
        }
    }
    if (Parts::count_of(program) <= StepGraph::kMostParts) return {};
    return wrong(program, kTooManyParts);
}

}  // namespace

Verdict check(const Program& program, Memory memory) {
    Verdict form = check_form(program);
    if (!form.right()) return form;
    const Parts parts(program);
    std::uint64_t work = 0;
    for (int rank = 0; rank < program.size(); ++rank) {
        std::optional<Fault> race = race_in(parts, rank, Memory::apart, work);
        if (!race && memory == Memory::in_place && may_be_in_place(program, rank))
            race = race_in(parts, rank, Memory::in_place, work);
        if (race) return wrong(parts, rank, race->part, race->reason);
    }
    StepGraph graph(parts);
    if (const auto fault = graph.match()) return wrong(parts, fault->rank, fault->part, fault->reason);
    if (const auto fault = graph.sort()) return wrong(parts, fault->rank, fault->part, fault->reason);
    SymbolicRun run(graph);
    if (const auto fault = run.run()) return wrong(parts, fault->rank, fault->part, fault->reason);
    if (program.operation == Operation::barrier) {
        const std::string reason = unheard_of(graph);
        return reason.empty() ? Verdict{} : wrong(program, reason);
    }
    for (int rank = 0; rank < program.size(); ++rank) {
        const std::string reason = run.missing(rank);
        if (reason.empty()) continue;
        Verdict verdict = wrong(program, joined({"rank ", std::to_string(rank), ": ", reason}));
        verdict.rank = rank;
        return verdict;
    }
    return {};
}

}  // namespace shunt::program
