#include "tools/analysis/warnings.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_map>

#include "tools/analysis/clocks.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

using record::Image;

constexpr std::uint16_t kNotInACall = 0xffff;
constexpr std::size_t kRanksNamed = 6;

std::string ranks_word(std::span<const std::int32_t> ranks, std::size_t most = 8) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + show_ranks(ranks, most);
}

std::string partner_of(const Image& image, FunctionClass kind) {
    const record::SpoolHeader& header = image.header();
    std::string text;
    if (header.current_peer >= 0)
        text = (kind == FunctionClass::send ? " to " : " from ") + std::to_string(header.current_peer);
    if (header.current_peer == record::kAnyPeer) text = " from any source";
    if (header.current_comm < image.comms().size()) {
        const std::string name = image.comms()[header.current_comm].name;
        if (kind == FunctionClass::collective || (!text.empty() && name != "MPI_COMM_WORLD")) text += " on " + name;
    }
    return text;
}

void name_last_calls(const RunView& run, Analysis& out) {
    const Clocks clocks(run.images);
    double end = 0;
    for (std::size_t i = 0; i < run.images.size(); ++i)
        end = std::max(end, clocks.at(i, run.images[i].header().clock_last.ticks));
    for (std::size_t i = 0; i < run.images.size(); ++i) {
        const Image& image = run.images[i];
        const record::SpoolHeader& header = image.header();
        if (header.state == record::SpoolState::finalized || header.current_function == kNotInACall) continue;
        const std::string_view name = image.function_name(header.current_function);
        std::string& text = out.ranks[i].last_call;
        text = "in " + std::string(name) + partner_of(image, classify(name));
        // Other ranks' records continue after this one's. The latest of them gives a lower bound on the time in the
        // call.
        const double inside = end - clocks.at(i, header.current_enter_ticks);
        if (inside > 1e6) text += " for " + show_time(inside);
    }
}

void warn_of_ends(const RunView& run, Analysis& out) {
    if (!out.missing.empty())
        out.warnings.push_back("No record of " + ranks_word(out.missing) + " of " + std::to_string(run.world_size) +
                               ": all sums are without them.");
    if (run.flags & record::kRecovered)
        out.warnings.push_back("Recovered from spool files of a run that did not end in MPI_Finalize.");
    std::vector<std::int32_t> unfinished;
    std::size_t named = 0;
    for (const RankRow& rank : out.ranks) {
        if (rank.state == record::SpoolState::finalized) continue;
        const std::string who = "Rank " + std::to_string(rank.world_rank);
        if (rank.state == record::SpoolState::aborted && named++ < kRanksNamed)
            out.warnings.push_back(who + " called MPI_Abort with code " + std::to_string(rank.abort_code) + ".");
        else if (!rank.last_call.empty() && named++ < kRanksNamed)
            out.warnings.push_back(who + " ended without MPI_Finalize; it was " + rank.last_call + ".");
        else if (rank.state == record::SpoolState::exited && named++ < kRanksNamed)
            out.warnings.push_back(who + " left by exit(" + std::to_string(rank.abort_code) +
                                   ") without MPI_Finalize.");
        else unfinished.push_back(rank.world_rank);
    }
    if (!unfinished.empty())
        out.warnings.push_back("Ended without MPI_Finalize, outside of MPI calls: " + ranks_word(unfinished) + ".");
}

struct FlagText {
    record::SpoolFlag flag;
    const char* text;
};

constexpr std::array kFlagTexts = std::to_array<FlagText>({
    {record::kCellsOverflowed,
     "the record was full: calls of kinds that first occurred later are only in the totals by function "
     "(give it more memory)"},
    {record::kFileStuck,
     "the record's file could not grow (full disk, or ulimit -f): calls of kinds that first occurred later "
     "are only in the totals by function"},
    {record::kCommsOverflowed, "more communicators than the record holds: the rest is put together"},
    {record::kBuffersOverflowed, "more send buffers than the record holds: reuse is a lower bound"},
    {record::kPhasesOverflowed, "more phases than the record holds: the rest was added to the last one"},
    {record::kRequestsOverflowed,
     "more open requests than the record holds: some receives are missing from the matrix"},
    {record::kStringsOverflowed, "more call sites than the record holds: some are not named"},
    {record::kMessagesOverflowed, "more kinds of carried messages than the record holds: how some went is missing"},
});

void warn_of_full_tables(Analysis& out) {
    for (const FlagText& entry : kFlagTexts) {
        std::vector<std::int32_t> ranks;
        for (const RankRow& rank : out.ranks)
            if ((rank.flags & entry.flag) &&
                !(entry.flag == record::kCellsOverflowed && (rank.flags & record::kFileStuck)))
                ranks.push_back(rank.world_rank);
        if (!ranks.empty()) out.warnings.push_back("On " + ranks_word(ranks) + " " + entry.text + ".");
    }
}

void warn_of_lost_messages(Analysis& out) {
    if (!out.missing.empty()) return;  // the record of the other side may be missing
    std::uint64_t unseen = 0, unsent = 0;
    for (const PairTraffic& pair : out.pairs) {
        if (pair.messages > pair.received_messages) unseen += pair.messages - pair.received_messages;
        if (pair.received_messages > pair.messages) unsent += pair.received_messages - pair.messages;
    }
    if (unseen > 0) out.warnings.push_back(show_count(unseen) + " messages were sent that no receive is recorded for.");
    if (unsent > 0)
        out.warnings.push_back(show_count(unsent) + " messages were received that no send is recorded for.");
}

void warn_of_clocks(Analysis& out) {
    if (out.clock_error_ns <= 20'000) return;
    const std::string error = show_time(out.clock_error_ns), end = ": arrival times may be off by as much.";
    // Ranks of one node share their clock.
    out.warnings.push_back(!out.nodes.empty() ? "The ranks' clocks disagree by at least " + error + end
                                              : "Ranks lost their core for up to " + error +
                                                    " between reading the clock and the timed call" + end);
}

}  // namespace

std::string show_ranks(std::span<const std::int32_t> ranks, std::size_t most) {
    std::string out;
    std::size_t pieces = 0;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t end = i + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
        if (pieces++ == most) return out + " and " + std::to_string(ranks.size() - i) + " more";
        if (!out.empty()) out += ", ";
        out += std::to_string(ranks[i]);
        if (end - i > 1) out += (end - i > 2 ? "-" : ", ") + std::to_string(ranks[end - 1]);
        i = end;
    }
    return out;
}

void add_warnings(const RunView& run, Analysis& out) {
    name_last_calls(run, out);
    warn_of_ends(run, out);
    warn_of_full_tables(out);
    warn_of_lost_messages(out);
    warn_of_clocks(out);
}

}  // namespace shunt::tools
