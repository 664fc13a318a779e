#include "native/schedule/cost.hpp"

#include <algorithm>
#include <limits>

namespace shunt::schedule {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::int64_t plus(std::int64_t a, std::int64_t b) { return a > kMost - b ? kMost : a + b; }

std::int64_t times(std::int64_t a, std::int64_t b) { return b != 0 && a > kMost / b ? kMost : a * b; }

struct PhaseLoad {
    std::int64_t bytes = 0;
    std::int64_t pieces = 0;
};

/// No port has two pieces, so the largest piece is the largest load.
PhaseLoad load_of_phase(std::span<const Piece> pieces) {
    std::int64_t most = 0;
    for (const auto& piece : pieces) most = std::max(most, piece.bytes);
    return {most, 1};
}

PhaseLoad load_of_contended_phase(std::span<const Piece> pieces, const Pattern& pattern, const Topology& topology) {
    Pattern together{pattern.nodes, {}};
    std::vector<std::int64_t> out(static_cast<std::size_t>(pattern.nodes)), in(out);
    PhaseLoad load;
    for (const auto& piece : pieces) {
        const auto& message = pattern.messages[piece.message];
        together.messages.push_back({message.from, message.to, piece.bytes});
        load.pieces = std::max(
            {load.pieces, ++out[static_cast<std::size_t>(message.from)], ++in[static_cast<std::size_t>(message.to)]});
    }
    load.bytes = bound_bytes(together, topology);
    return load;
}

template <class Add>
void for_each_phase(const Schedule& schedule, const Pattern& pattern, const Topology& topology, Add add) {
    for (std::uint32_t phase = 0; phase < schedule.phases(); ++phase) {
        const bool contended = schedule.last_is_contended && phase + 1 == schedule.phases();
        const auto pieces = schedule.phase(phase);
        add(contended ? load_of_contended_phase(pieces, pattern, topology) : load_of_phase(pieces));
    }
}

}  // namespace

std::int64_t cost_ps(const Schedule& schedule, const Pattern& pattern, const Topology& topology,
                     const CostModel& model) {
    std::int64_t cost = 0;
    for_each_phase(schedule, pattern, topology, [&](const PhaseLoad& load) {
        cost = plus(cost,
                    plus(model.phase_ps, plus(times(load.pieces, model.piece_ps), times(load.bytes, model.byte_ps))));
    });
    return cost;
}

std::int64_t serial_bytes(const Schedule& schedule, const Pattern& pattern, const Topology& topology) {
    std::int64_t bytes = 0;
    for_each_phase(schedule, pattern, topology, [&](const PhaseLoad& load) { bytes = plus(bytes, load.bytes); });
    return bytes;
}

}  // namespace shunt::schedule
