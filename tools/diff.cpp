#include <cstdlib>
#include <iostream>

#include "tools/analysis/profile_diff.hpp"
#include "tools/command.hpp"
#include "tools/plan/kept_promises.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kDiffPage{
    "diff",
    "compare two profiles",
    "shunt diff BEFORE AFTER [--threshold PERCENT] [--min-time MS] [--all]",
    "Shows, for each MPI function and engine, how calls, bytes and time (summed over all ranks) changed from one run "
    "to the other, largest change of time first; and the differences between the runs themselves: ranks, program, "
    "MPI, options.\n\n"
    "For loops that both runs have the mean time of an iteration is compared (shunt report --loops).\n\n"
    "A function is shown when its calls or bytes differ at all, or its time by more than the threshold. If AFTER ran "
    "with a plan, the expected time of each of its lines is shown beside the measured one. If ranks may have only few "
    "channels (p2p.channels), the share of the messages that used one is shown for both runs: within nodes by phase, "
    "between nodes (RDMA) for the whole run.",
    "0  compared\n"
    "1  a profile cannot be read\n"
    "2  wrong command line",
    "shunt diff host.shunt carried.shunt\n"
    "shunt diff monday.shunt tuesday.shunt --threshold 20",
};

}  // namespace

int diff_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("threshold", po::value<double>()->default_value(5)->value_name("PERCENT"),
                          "smaller relative changes of time are not shown")(
        "min-time", po::value<double>()->default_value(1)->value_name("MS"), "smaller changes of time are not shown")(
        "all", "show every function, changed or not");
    const Parsed parsed = parse_command_line(kDiffPage, options, {"before", "after"}, arguments);
    if (parsed.status >= 0) return parsed.status;
    if (!parsed.has("after")) return complain("diff", "name two profiles (see shunt diff --help)", kUsage);

    record::ProfileFile before, after;
    std::string error;
    if (!record::ProfileFile::load(parsed.text("before"), before, error)) return complain("diff", error, kFailed);
    if (!record::ProfileFile::load(parsed.text("after"), after, error)) return complain("diff", error, kFailed);
    const DiffThreshold threshold{parsed.values["threshold"].as<double>() / 100,
                                  parsed.values["min-time"].as<double>() * 1e6, parsed.has("all")};
    print_diff(compare(before, after, threshold), parsed.text("before"), parsed.text("after"), style_of_stdout(),
               std::cout);
    print_promises(kept_promises(after), style_of_stdout(), std::cout);
    print_channels(kept_channels(before, after), style_of_stdout(), std::cout);
    return kDone;
}

}  // namespace shunt::tools
