#include "native/remote/setup.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace shunt::remote {
namespace {

/// What one member says; plain bytes.
struct Verdict {
    std::uint32_t failed = 0;
    char reason[252] = {};
};

using Verdicts = std::vector<Verdict>;   // by rank, then by step

/// What stands for all members, of step `step` of `steps`.
Outcome concluded(Verdicts& all, std::size_t step, std::size_t steps) {
    for (std::size_t rank = 0; rank < all.size() / steps; ++rank) {
        Verdict& verdict = all[rank * steps + step];
        if (verdict.failed == 0) continue;
        verdict.reason[sizeof verdict.reason - 1] = 0;
        return {Status::declined, joined({"rank ", std::to_string(rank), ": ", verdict.reason})};
    }
    return {};
}

void agree(const Setup& setup, std::span<Outcome* const> steps) {
    Verdicts mine(steps.size()), all(steps.size() * static_cast<std::size_t>(setup.size));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        mine[i].failed = steps[i]->ok() ? 0 : 1;
        std::memcpy(mine[i].reason, steps[i]->reason.data(), std::min(steps[i]->reason.size(), sizeof mine[i].reason - 1));
    }
    const Status told = setup.all_gather(mine.data(), mine.size() * sizeof(Verdict), all.data());
    for (std::size_t i = 0; i < steps.size(); ++i)
        *steps[i] = told == Status::ok ? concluded(all, i, steps.size())
                                       : Outcome{told, "the members could not tell each other how opening went; please report this"};
}

}  // namespace

Outcome agree(const Setup& setup, const Outcome& mine) {
    Outcome outcome = mine;
    Outcome* const steps[] = {&outcome};
    agree(setup, steps);
    return outcome;
}

void agree(const Setup& setup, Outcome& first, Outcome& second) {
    Outcome* const steps[] = {&first, &second};
    agree(setup, steps);
}

}  // namespace shunt::remote
