#include "tools/analysis/loops.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using record::Image;
using record::LoopEntry;
using record::LoopPart;

constexpr double kLeastLoopShare = 0.01;
constexpr std::size_t kMostOutermost = 8, kMostLoopRows = 20, kMostPartsShown = 6, kCommWidth = 24;

/// "A" ... "Z", "AA" ...
std::string letters(std::size_t number) {
    std::string text(1, static_cast<char>('A' + number % 26));
    return number < 26 ? text : letters(number / 26 - 1) + text;
}

class LoopFinding {
public:
    LoopFinding(std::span<const Image> images, const Clocks& clocks, const OverTime& over_time, Loops& out)
        : images_(images), clocks_(clocks), over_time_(over_time), out_(out) {}

    void add_all() {
        for (std::size_t number = 0; number < images_.size() && out_.rank < 0; ++number) {
            if (images_[number].loops().empty()) continue;
            chosen_ = number;
            out_.rank = image().header().world_rank;
        }
        if (out_.rank < 0) return;
        out_.is_partial = (image().header().flags & record::kLoopsPaused) != 0;
        rows_.assign(image().loops().size(), 0);
        is_inside_.assign(image().loops().size(), false);
        for (const LoopEntry& loop : image().loops())
            for (const LoopPart& part : image().parts_of(loop))
                if (const std::size_t inner = inner_of(part); inner && takes_long(loop)) is_inside_[inner - 1] = true;
        add_outermost();
        for (const record::LoopRun& run : image().loop_runs())
            if (rows_[run.loop] && out_.rows[rows_[run.loop] - 1].depth == 0)
                out_.runs.push_back(
                    {rows_[run.loop] - 1, since_start(chosen_, run.begin_ticks), since_start(chosen_, run.end_ticks)});
        // If the rank's record has no end, only the last run of a live loop is known, and it has not ended: it is added
        // here.
        for (std::size_t number = 0; number < rows_.size(); ++number)
            if (rows_[number] && out_.rows[rows_[number] - 1].is_live && !is_inside_[number])
                out_.runs.push_back({rows_[number] - 1, since_start(chosen_, image().loops()[number].first_begin),
                                     since_start(chosen_, image().loops()[number].last_end)});
        for (LoopRow& row : out_.rows) row.in_mpi = row.depth == 0 ? share_in_mpi(row) : -1;
    }

private:
    const Image& image() const { return images_[chosen_]; }
    double since_start(std::size_t number, std::uint64_t ticks) const {
        return clocks_.at(number, ticks) - clocks_.at(0, images_[0].header().clock_first.ticks);
    }
    std::size_t inner_of(const LoopPart& part) const { return part.loop == record::kUnknownLoop ? 0 : part.loop; }
    /// The time in runs that have ended, or the time of the iterations where the only run has not ended.
    double time_of(const LoopEntry& loop) const {
        return static_cast<double>(std::max(loop.run_ticks, loop.ticks)) * image().ns_per_tick();
    }

    bool takes_long(const LoopEntry& loop) const {
        const record::SpoolHeader& head = image().header();
        const double run_ns = clocks_.at(chosen_, head.clock_last.ticks) - clocks_.at(chosen_, head.clock_first.ticks);
        return time_of(loop) >= kLeastLoopShare * run_ns;
    }

    void add_outermost() {
        std::vector<std::size_t> found;
        for (std::size_t number = 0; number < image().loops().size(); ++number)
            if (!is_inside_[number] && takes_long(image().loops()[number])) found.push_back(number);
        std::ranges::stable_sort(found, std::ranges::greater(),
                                 [&](std::size_t number) { return image().loops()[number].ticks; });
        found.resize(std::min(found.size(), kMostOutermost));
        std::ranges::sort(found, {}, [&](std::size_t number) { return image().loops()[number].first_begin; });
        for (std::size_t place = 0; place < found.size(); ++place) add(found[place], letters(place), 0);
    }

    void add(std::size_t number, const std::string& name, std::int32_t depth) {
        if (rows_[number] || out_.rows.size() == kMostLoopRows) return;
        const std::size_t at = out_.rows.size();
        rows_[number] = at + 1;
        out_.rows.push_back(row_of(image().loops()[number]));
        out_.rows[at].phase = static_cast<std::int32_t>(number + 1);
        out_.rows[at].name = name;
        out_.rows[at].depth = depth;
        std::size_t inside = 0;
        for (const LoopPart& part : image().parts_of(image().loops()[number]))
            if (const std::size_t inner = inner_of(part); inner && !rows_[inner - 1])
                add(inner - 1, name + "." + std::to_string(++inside), depth + 1);
        out_.rows[at].body = body_of(image().loops()[number]);
    }

    LoopRow row_of(const LoopEntry& loop) const {
        LoopRow row;
        row.digest = loop.digest;
        row.iterations = loop.iterations;
        row.runs = loop.runs;
        row.least = loop.least_iterations;
        row.most = loop.most_iterations;
        row.is_live = image().header().state == record::SpoolState::running && loop.least_iterations == 0;
        row.time_ns = time_of(loop);
        const std::uint64_t known = loop.iterations > loop.runs ? loop.iterations - loop.runs : 1;
        row.mean_ns = static_cast<double>(loop.ticks) * image().ns_per_tick() / static_cast<double>(known);
        bool is_first = true;
        for (std::size_t number = 0; number < images_.size(); ++number)
            for (const LoopEntry& other : images_[number].loops()) {
                if (other.digest != loop.digest || other.parts != loop.parts) continue;
                const double rate = images_[number].ns_per_tick();
                const double shortest = static_cast<double>(other.min_ticks) * rate;
                const double longest = static_cast<double>(other.max_ticks) * rate;
                row.min_ns = is_first ? shortest : std::min(row.min_ns, shortest);
                if (is_first || longest > row.max_ns) {
                    row.max_ns = longest;
                    row.slowest_rank = images_[number].header().world_rank;
                    row.slowest_at_ns = since_start(number, other.slowest_begin);
                }
                is_first = false;
            }
        return row;
    }

    bool has_several_comms(const LoopEntry& loop) const {
        std::uint16_t comm = record::kNoComm;
        for (const LoopPart& part : image().parts_of(loop)) {
            if (part.loop) continue;
            if (comm != record::kNoComm && part.comm != comm) return true;
            comm = part.comm;
        }
        return false;
    }

    std::string text_of(const LoopPart& part, bool with_comm) const {
        if (part.loop == record::kUnknownLoop) return "a loop";
        if (part.loop && rows_[part.loop - 1]) return out_.rows[rows_[part.loop - 1] - 1].name;
        if (part.loop) return "a loop";
        std::string text(image().function_name(part.function));
        if (part.bytes > 0) text += " " + show_bytes(static_cast<double>(part.bytes));
        if (with_comm && part.comm < image().comms().size())
            text += " on " + shorten(image().comms()[part.comm].name, kCommWidth);
        return text;
    }

    std::string body_of(const LoopEntry& loop) const {
        std::vector<std::pair<std::string, std::size_t>> parts;
        for (const LoopPart& part : image().parts_of(loop)) {
            std::string text = text_of(part, has_several_comms(loop));
            if (!parts.empty() && parts.back().first == text) parts.back().second += 1;
            else parts.emplace_back(std::move(text), 1);
        }
        std::string body;
        for (std::size_t place = 0; place < std::min(parts.size(), kMostPartsShown); ++place) {
            if (place > 0) body += ", ";
            if (parts[place].second > 1) body += std::to_string(parts[place].second) + " x ";
            body += parts[place].first;
        }
        if (parts.size() > kMostPartsShown) body += " and " + std::to_string(parts.size() - kMostPartsShown) + " more";
        return body;
    }

    double share_in_mpi(const LoopRow& row) const {
        const std::size_t number = static_cast<std::size_t>(&row - out_.rows.data());
        double sum = 0;
        std::size_t slices = 0;
        const std::vector<std::size_t> by_slice = loops_by_slice(out_, over_time_);
        for (std::size_t slice = 0; slice < by_slice.size(); ++slice)
            if (by_slice[slice] == number + 1) sum += over_time_.slices[slice].in_mpi(), slices += 1;
        return slices > 0 ? sum / static_cast<double>(slices) : -1;
    }

    std::span<const Image> images_;
    const Clocks& clocks_;
    const OverTime& over_time_;
    Loops& out_;
    std::size_t chosen_ = 0;
    std::vector<std::size_t> rows_;  ///< by loop: 1 + its row; 0: none
    std::vector<bool> is_inside_;    ///< by loop: another loop contains it
};

}  // namespace

Loops find_loops(std::span<const Image> images, const Clocks& clocks, const OverTime& over_time) {
    Loops out;
    LoopFinding(images, clocks, over_time, out).add_all();
    return out;
}

std::vector<std::size_t> loops_by_slice(const Loops& loops, const OverTime& over_time) {
    std::vector<std::size_t> found(over_time.slices.size());
    for (std::size_t slice = 0; slice < found.size(); ++slice) {
        const double middle = over_time.begin_ns + (static_cast<double>(slice) + 0.5) * over_time.slice_ns;
        for (const LoopStretch& run : loops.runs)
            if (run.begin_ns <= middle && middle < run.end_ns) found[slice] = run.row + 1;
    }
    return found;
}

}  // namespace shunt::tools
