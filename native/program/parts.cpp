#include "native/program/parts.hpp"

#include <algorithm>

#include "native/base/outcome.hpp"

namespace shunt::program {

std::uint64_t Parts::count_of(const Program& program) {
    std::uint64_t sum = 0;
    for (const RankProgram& rank : program.ranks) {
        for (const Step& step : rank.steps) {
            if (step.parts() > UINT64_MAX - sum) return UINT64_MAX;
            sum += step.parts();
        }
    }
    return sum;
}

Parts::Parts(const Program& program) : whole_(program) {
    for (const RankProgram& rank : program.ranks)
        is_chunked_ |= std::ranges::any_of(rank.steps, [](const Step& step) { return step.parts() > 1; });
    if (!is_chunked_) return;
    parts_.resize(program.ranks.size());
    steps_.resize(program.ranks.size());
    for (int rank = 0; rank < program.size(); ++rank) divide(rank);
}

void Parts::divide(int rank) {
    const RankProgram& whole = whole_.ranks[rank];
    RankProgram& parts = parts_[rank];
    parts.scratch = whole.scratch;
    std::vector<std::uint32_t> first_part(whole.steps.size());
    std::vector<std::uint32_t> after;
    for (std::uint32_t i = 0; i < whole.steps.size(); ++i) {
        const Step& step = whole.steps[i];
        first_part[i] = static_cast<std::uint32_t>(parts.steps.size());
        for (std::uint64_t n = 0; n < step.parts(); ++n) {
            after.clear();
            if (n > 0) after.push_back(static_cast<std::uint32_t>(parts.steps.size() - 1));
            for (const std::uint32_t earlier : whole.after(step)) {
                const Step& other = whole.steps[earlier];
                const bool by_parts = other.count == step.count && other.chunk == step.chunk;
                const std::uint64_t awaited = by_parts ? n : other.parts() - 1;
                if (by_parts || n == 0) after.push_back(first_part[earlier] + static_cast<std::uint32_t>(awaited));
            }
            Step part = step;
            const std::uint64_t done = n * step.chunk;
            part.from_first += step.reads() ? done : 0;
            part.to_first += step.writes() ? done : 0;
            part.count = step.parts() == 1 ? step.count : std::min(step.chunk, step.count - done);
            part.chunk = 0;
            parts.add(part, after);
            steps_[rank].push_back(i);
        }
    }
}

std::string Parts::shown(int rank, std::uint32_t part) const {
    return joined({"step ", std::to_string(step_of(rank, part)), " (", to_text(of(rank).steps[part]), ")"});
}

}  // namespace shunt::program
