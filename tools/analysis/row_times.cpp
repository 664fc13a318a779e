#include "tools/analysis/row_times.hpp"

#include <algorithm>

namespace shunt::tools {
namespace {

using record::Cell;

constexpr std::uint32_t kThreadsMultiple = 3;  // MPI_THREAD_MULTIPLE, as SpoolHeader has it

/// Estimated ticks of the calls that were not timed: each counts as the mean timed call. The longest timed call is left
/// out of the mean, because it is usually the first, which sets up the connection.
double estimated_ticks(const Cell& cell) {
    if (cell.timed == 0 || cell.count <= cell.timed) return 0;
    const auto sum = static_cast<double>(cell.ticks),
               longest = static_cast<double>(std::min(cell.max_ticks, cell.ticks));
    const auto timed = static_cast<double>(cell.timed), untimed = static_cast<double>(cell.count) - timed;
    return cell.timed == 1 ? sum * untimed : (sum - longest) / (timed - 1) * untimed;
}

}  // namespace

std::vector<double> phase_times_ns(const record::Image& image) {
    const auto phases = image.phases();
    std::vector<double> out;
    double sum = 0;
    std::size_t open = 0;
    for (std::size_t p = 0; p < phases.size(); ++p) {
        out.push_back(static_cast<double>(phases[p].ticks) * image.ns_per_tick());
        sum += out.back();
        if (phases[p].start_ticks >= phases[open].start_ticks) open = p;
    }
    const record::SpoolHeader& header = image.header();
    if (phases.empty() || header.clock_last.ticks <= phases[open].start_ticks) return out;
    const double wall = static_cast<double>(header.clock_last.ticks - header.clock_first.ticks) * image.ns_per_tick();
    const double rest = static_cast<double>(header.clock_last.ticks - phases[open].start_ticks) * image.ns_per_tick();
    if (sum + rest <= wall * 1.01) out[open] += rest;
    return out;
}

RowTimes::RowTimes(const record::Image& image) : rate_(image.ns_per_tick()), kept_(image.phases().size(), 1) {
    if (image.header().thread_level >= kThreadsMultiple) return;
    std::vector<double> room = phase_times_ns(image), estimated(room.size());
    for (const Cell& cell : image.cells()) {
        if ((cell.key.flags & record::kCall) == 0 || cell.timed == 0) continue;
        room[cell.key.phase] -= static_cast<double>(cell.ticks) * rate_;
        estimated[cell.key.phase] += estimated_ticks(cell) * rate_;
    }
    for (std::size_t p = 0; p < room.size(); ++p)
        if (estimated[p] > 0) kept_[p] = std::clamp(room[p] / estimated[p], 0.0, 1.0);
}

double RowTimes::ns(const Cell& cell) const {
    if (cell.timed == 0) return 0;
    return (static_cast<double>(cell.ticks) + estimated_ticks(cell) * kept_[cell.key.phase]) * rate_;
}

}  // namespace shunt::tools
