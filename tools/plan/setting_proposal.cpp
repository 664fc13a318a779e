#include "tools/plan/setting_proposal.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <sstream>

#include "config/plan.hpp"
#include "config/value.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

/// Options that do not change how long a run takes.
constexpr std::array<std::string_view, 6> kNoMatter = {"profile", "config", "plan", "spool", "log.file", "log"};
constexpr double kLeastFaster = 1.03;

using OptionTexts = std::map<std::string, std::string>;

/// The options of the run, from the record's text: "key = value    # source".
OptionTexts options_of(const record::ProfileFile& file) {
    OptionTexts options;
    std::istringstream lines{std::string(file.images().front().options())};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find('='), remark = line.find(" #");
        if (equals == line.npos) continue;
        const std::string key(config::trimmed(std::string_view(line).substr(0, equals)));
        if (std::ranges::find(kNoMatter, key) != kNoMatter.end()) continue;
        const std::size_t end = std::min(remark, line.size());
        options[key] = config::trimmed(std::string_view(line).substr(equals + 1, end > equals ? end - equals - 1 : 0));
    }
    return options;
}

/// The only key in which `a` and `b` differ; empty: several keys, or none. A plan that sets `wait` also sets
/// `wait.reductions`, so both together count as `wait`.
std::string only_difference(const OptionTexts& a, const OptionTexts& b) {
    std::vector<std::string> keys;
    for (const auto& [name, value] : a)
        if (const auto found = b.find(name); found == b.end() || found->second != value) keys.push_back(name);
    if (keys == std::vector<std::string>{"wait", "wait.reductions"}) keys.pop_back();
    return keys.size() == 1 && a.size() == b.size() ? keys[0] : "";
}

}  // namespace

std::string option_of(const record::ProfileFile& file, const std::string& key) {
    const OptionTexts options = options_of(file);
    const auto found = options.find(key);
    return found == options.end() ? "" : found->second;
}

void propose_settings(const std::vector<PlanProfile>& profiles, bool with_reductions, Proposal& out) {
    const PlanProfile& newest = profiles.back();
    const OptionTexts now = options_of(*newest.file);
    for (const PlanProfile& other : profiles) {
        const OptionTexts then = options_of(*other.file);
        const std::string key = only_difference(now, then);
        if (std::ranges::find(config::kPlanOptions, key) == std::end(config::kPlanOptions)) continue;
        const bool is_newest_faster = newest.wall_ns * kLeastFaster <= other.wall_ns;
        if (!is_newest_faster && other.wall_ns * kLeastFaster > newest.wall_ns) continue;
        const PlanProfile& fast = is_newest_faster ? newest : other;
        const PlanProfile& slow = is_newest_faster ? other : newest;
        ProposedChange change;
        const OptionTexts& best = is_newest_faster ? now : then;
        change.rule = "set " + key + " = " + best.at(key);
        const auto reductions = best.find("wait.reductions");
        // Without --reductions a plan that sets how ranks wait leaves reductions to the host's blocking calls. What a
        // run with other reductions took is no promise for that.
        const bool has_other_reductions = reductions != best.end() && reductions->second != "host";
        const bool changes_bits = key == "wait.reductions" || (key == "wait" && has_other_reductions);
        std::vector<ProposedChange>& into = changes_bits && !with_reductions ? out.left_out : out.changes;
        if (std::ranges::find(into, change.rule, &ProposedChange::rule) != into.end()) continue;
        change.gain_ns = slow.wall_ns - fast.wall_ns;
        change.of_ns = slow.wall_ns;
        change.sureness = Sureness::measured;
        change.why = fast.name + " took " + show_time(fast.wall_ns) + ", " + slow.name + " without it " +
                     show_time(slow.wall_ns) + "; nothing else was set otherwise";
        if (key == "wait" && with_reductions && reductions != best.end())
            change.also = "set wait.reductions = " + reductions->second;
        else if (key == "wait")
            change.why +=
                "; the host's blocking calls combine floating-point numbers, so that their bits stay the same";
        change.cost = key == "wait"           ? "how ranks wait, on all of them"
                      : changes_bits          ? "the last bits of sums"
                      : key == "p2p.channels" ? "which pairs of ranks have a mailbox of their own"
                                              : "a thread that looks on, on the core of each rank";
        into.push_back(std::move(change));
    }
}

}  // namespace shunt::tools
