#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "config/reader.hpp"
#include "tools/command.hpp"
#include "tools/output_stream.hpp"
#include "tools/plan/proposal.hpp"
#include "tools/report/table.hpp"
#include "tools/report/units.hpp"
#include "tools/script/machine.hpp"

namespace shunt::tools {
namespace {

namespace po = boost::program_options;

constexpr HelpPage kAnalyzePage = {
    "analyze",
    "make a plan for the next run from profiles",
    "shunt analyze PROFILE [MORE ...] [-o PLAN] [--ranks N] [--channels N] [--machine FILE] [--knowledge FILE] ...",
    "Proposes changes for the next run of a program, each with its reason, cost and expected gain; with -o as a plan, "
    "a text to read and edit, which `shunt run --plan PLAN -- mpirun ...` applies (or SHUNT_PLAN=PLAN, the same on "
    "all ranks).\n\n"
    "A plan may change: the carrier of an operation, for given lengths, communicator and phase; the carrier of the "
    "messages of a communicator of one node; the ranks with which a rank shares a mailbox, or memory for RDMA, if it "
    "may have only few (p2p.channels, or --channels); and, if two profiles differ in nothing else, how ranks wait and "
    "whether a thread advances nonblocking collectives. Phases are those of MPI_Pcontrol, identified by the ordinals "
    "of a communicator's collectives, which are equal on all ranks.\n\n"
    "The profile contains the time of each call. Its time with another carrier is taken from another profile of the "
    "same program, from a measurement of `auto` in a profile, from a knowledge file (auto.knowledge), or from a model "
    "of the engine on the machine of --machine. A less reliable time must promise a larger gain: measured times 3 %, "
    "a model on a measured machine a factor of 1.25, on an unknown machine of 1.5. The hosts' ports are measured by a "
    "recorded run itself (record.ports). If the network was not measured, its rate is between the rate that calls "
    "have reached and the rate of its links: gains are then shown as a range, from the slowest to the fastest "
    "possible network. In the run, lines with an expected time are checked: if a call takes twice that time or half "
    "of it, the line's carrier and the host are measured, and the faster one carries the calls. Lines without a time "
    "are measured at once.\n\n"
    "Several profiles must be of one program. The newest shows what to expect of the next run. With --ranks N the "
    "next run has another number of ranks: if there are profiles of N ranks, only these are used, otherwise those of "
    "the nearest number. Times of a run that ended too early count as less reliable.\n\n"
    "Sums of floating-point numbers are not changed, because another order of adding changes their last bits; the "
    "plan lists them as left out. --reductions includes them: their bits are then the same in all runs with that "
    "plan.\n\n"
    "A plan holds for one program and one number of ranks. With another MPI or on another number of nodes its times "
    "are not used. If ranks read different plans, no call is carried by them, "
    "with one warning. `shunt report` names the plan's line that decided, `shunt diff BEFORE AFTER` compares its "
    "promises with the measured times.",
    "0  shown, or written\n"
    "1  a profile cannot be read, the profiles do not fit together, or PLAN cannot be written\n"
    "2  wrong command line",
    "shunt analyze app.shunt\n"
    "shunt analyze app.shunt -o app.plan\n"
    "shunt analyze host.shunt auto.shunt -o app.plan                  use the measurements of auto\n"
    "shunt analyze app.shunt --machine cluster.conf -o app.plan       a file of shunt tune\n"
    "shunt analyze small.shunt --ranks 64 -o app.plan\n"
    "shunt analyze app.shunt --channels 4 -o app.plan                 four mailboxes a rank, for its busiest peers",
};

void print_changes(const Proposal& proposal, const TextStyle& style) {
    TextTable table({"line", "change", "calls", "now", "wins", "how sure"});
    for (const ProposedChange& change : proposal.changes) {
        const std::string where = change.phase.empty() ? "" : change.phase + ": ";
        table.add({std::to_string(change.note.line), where + change.rule,
                   show_count(static_cast<std::uint64_t>(change.calls + 0.5)), show_time(change.of_ns),
                   show_gain(change), std::string(name_of(change.sureness))});
    }
    table.print(std::cout, style, 2);
    std::cout << '\n';
    for (const ProposedChange& change : proposal.changes)
        std::cout << wrap(
            "Line " + std::to_string(change.note.line) + ": " + change.why + ". Costs " + change.cost + ".",
            style.width, "", "  ");
}

void print_channels(const ChannelProposal& channels, const TextStyle& style) {
    TextTable table({"phase", "messages", "by channels now", "planned", "ranks"});
    const auto add = [&](const std::string& name, const ChannelPhase& phase) {
        table.add({name, show_count(static_cast<std::uint64_t>(phase.messages)),
                   phase.now < 0 ? "-" : show_share(phase.now, phase.messages),
                   show_share(phase.planned, phase.messages), show_count(phase.lines.size())});
    };
    for (const ChannelPhase& phase : channels.phases)
        add((phase.label ? std::to_string(*phase.label) : "any") + (phase.between_nodes ? ", between nodes" : ""),
            phase);
    std::cout
        << '\n'
        << wrap("Channels of two ranks (a mailbox of their own; between nodes memory for RDMA). Each rank may have " +
                    std::to_string(channels.most) + " in each direction:",
                style.width, "", "");
    table.print(std::cout, style, 2);
}

void print_proposal(const Proposal& proposal, const TextStyle& style) {
    std::cout << bold(proposal.program + ", " + plural(static_cast<std::uint64_t>(proposal.ranks), "rank"), style)
              << ", from " << proposal.made_from << ": " << show_time(proposal.wall_ns) << ", of which "
              << show_time(proposal.mpi_ns) << " in MPI.\n\n";
    for (const std::string& note : proposal.notes) std::cout << wrap(note, style.width, "", "  ");
    if (proposal.is_empty()) {
        std::cout << "There is nothing to win: no other carrier is known or expected to be faster by enough.\n";
    } else if (!proposal.changes.empty()) {
        print_changes(proposal, style);
        const double least = proposal.least_gain_ns(), most = proposal.gain_ns();
        std::cout << "\nAll changes together save " << show_gain(proposal) << " per rank ("
                  << (least < most ? show_share(least, proposal.wall_ns) + " to " : "")
                  << show_share(most, proposal.wall_ns) << " of the run), of which "
                  << show_share(proposal.measured_ns(), most) << " measured.\n";
    }
    if (proposal.channels) print_channels(*proposal.channels, style);
    std::string for_auto;
    for (const std::string& rule : proposal.for_auto) for_auto += (for_auto.empty() ? "" : "; ") + rule;
    if (!for_auto.empty())
        std::cout << wrap("For lengths that the profile has no calls of: " + for_auto + ".", style.width, "", "  ");
    double left_ns = 0;
    for (const ProposedChange& change : proposal.left_out) left_ns += change.gain_ns;
    if (!proposal.left_out.empty())
        std::cout << wrap("Left out: " + plural(proposal.left_out.size(), "change") + " with a gain of " +
                              show_time(left_ns) +
                              " per rank, because the last bits of sums would change; --reductions includes them.",
                          style.width, "", "  ");
}

std::string text_of_file(const std::string& path) {
    const config::FileText file = config::read_settings_file(path);
    if (!file.error.empty()) throw std::runtime_error(path + ": " + file.error);
    return file.text;
}

ProposalWishes wishes_of(const Parsed& parsed) {
    ProposalWishes wishes;
    if (parsed.has("ranks")) wishes.ranks = parsed.values["ranks"].as<int>();
    wishes.channels = parsed.values["channels"].as<int>();
    wishes.with_reductions = parsed.has("reductions");
    wishes.least_share = parsed.values["least"].as<double>() / 100;
    if (parsed.has("knowledge")) {
        wishes.knowledge_name = parsed.text("knowledge");
        wishes.knowledge = text_of_file(wishes.knowledge_name);
    }
    if (parsed.has("machine")) {
        wishes.machine_name = parsed.text("machine");
        wishes.machine = machine_of(text_of_file(wishes.machine_name), wishes.machine_name);
    }
    return wishes;
}

int write_plan(const std::string& text, const std::string& path, const Proposal& proposal) {
    std::ofstream file = output_stream(path);
    file << text;
    if (!file.flush()) return complain("analyze", "cannot write " + path, kFailed);
    std::cout << "wrote " << path << ": " << plural(proposal.changes.size(), "change")
              << (proposal.channels ? " and channels, " : ", ") << show_gain(proposal) << " a rank expected\n";
    return kDone;
}

}  // namespace

int analyze_command(const Arguments& arguments) {
    po::options_description options;
    options.add_options()("output,o", po::value<std::string>()->value_name("PLAN"), "write the plan to this file")(
        "ranks", po::value<int>()->value_name("N"), "the number of ranks of the next run")(
        "channels", po::value<int>()->default_value(0)->value_name("N"),
        "the next run has p2p.channels = N; the plan sets it, and names the pairs of ranks with a mailbox")(
        "machine", po::value<std::string>()->value_name("FILE"),
        "the machine, as `shunt tune` has written it, or a description for `shunt script check --network`")(
        "knowledge", po::value<std::string>()->value_name("FILE"), "the knowledge file of `auto` from earlier runs")(
        "reductions", "also change the carrier of floating-point reductions, and so the last bits of sums")(
        "least", po::value<double>()->default_value(0.1)->value_name("PERCENT"),
        "leave out changes that gain a smaller share of the MPI time");
    const Parsed parsed = parse_command_line(kAnalyzePage, options, {"profiles..."}, arguments);
    if (parsed.status >= 0) return parsed.status;
    const std::vector<std::string> names = parsed.texts("profiles");
    if (names.empty())
        return complain("analyze", "which profile? shunt analyze FILE (see shunt analyze --help)", kUsage);
    if (parsed.values["channels"].as<int>() < 0) return complain("analyze", "--channels must be at least 1", kUsage);
    if (parsed.has("ranks") && parsed.values["ranks"].as<int>() < 2)
        return complain("analyze", "--ranks must be at least 2", kUsage);

    std::vector<record::ProfileFile> files(names.size());
    std::vector<PlanProfile> profiles;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string error;
        if (!record::ProfileFile::load(names[i], files[i], error)) return complain("analyze", error, kFailed);
        profiles.push_back(describe_profile(std::string(base_name(names[i])), files[i]));
    }
    Proposal proposal = propose(std::move(profiles), wishes_of(parsed));
    const std::string path = parsed.text("output");
    const std::string text = plan_text(proposal, path.empty() ? "PLAN" : path);
    if (!path.empty()) return write_plan(text, path, proposal);
    print_proposal(proposal, style_of_stdout());
    return kDone;
}

}  // namespace shunt::tools
