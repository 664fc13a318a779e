// The plan as text: the lines that the library reads, and comments for people.
#include <sstream>

#include "config/plan.hpp"
#include "config/value.hpp"
#include "tools/plan/proposal.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

/// Collects lines and counts them.
class PlanLines {
public:
    void add(const std::string& line) {
        text_ += line + "\n";
        count_ += 1;
    }
    int next() const { return count_ + 1; }
    std::string text() && { return std::move(text_); }

private:
    std::string text_;
    int count_ = 0;
};

std::string gain_text(const ProposedChange& change) {
    return "saves " + show_gain(change) + " of " + show_time(change.of_ns) + " per rank, " +
           std::string(name_of(change.sureness));
}

std::string line_of(const ProposedChange& change) {
    const std::string note = config::to_text(change.note);
    return change.rule + (change.rule.starts_with("set ") ? " " : " | " + note + (note.empty() ? "" : " ")) + "; " +
           gain_text(change);
}

void add_head(const Proposal& proposal, const std::string& file_name, PlanLines& lines) {
    lines.add("plan 1");
    lines.add("# Made by shunt analyze from " + proposal.made_from + ". You may change and remove lines.");
    lines.add("# The first line that matches a call decides, before all rules. Use:  shunt run --plan " + file_name +
              " -- mpirun ...");
    for (const std::string& note : proposal.notes) lines.add("# " + note);
    lines.add("program " + proposal.program);
    lines.add("ranks " + std::to_string(proposal.ranks));
    if (proposal.nodes > 0) lines.add("nodes " + std::to_string(proposal.nodes));
    if (!proposal.mpi.empty()) lines.add("mpi " + config::printable(proposal.mpi));
}

std::string share_text(double part, const ChannelPhase& phase) {
    return show_percent(phase.messages > 0 ? part / phase.messages : 0);
}

void add_channels(const ChannelProposal& channels, PlanLines& lines) {
    lines.add("");
    lines.add("# The ranks to which a rank writes by a mailbox of the pair, because it may have only " +
              plural(static_cast<std::uint64_t>(channels.most), "channel") + " in each");
    lines.add("# direction. A rule or line 'p2p -> remote_write' must carry the messages.");
    if (channels.is_set_by_plan) lines.add("set p2p.channels = " + std::to_string(channels.most));
    for (const ChannelPhase& phase : channels.phases) {
        const std::string name = phase.label ? "phase " + std::to_string(*phase.label) : "any phase";
        const bool is_far = phase.between_nodes;
        lines.add("");
        lines.add(is_far ? "[" + name + ", between nodes]" : "[" + name + "]");
        lines.add("# " + show_count(static_cast<std::uint64_t>(phase.messages)) + " messages " +
                  (is_far ? "between" : "within") + " nodes, of which " +
                  (phase.now < 0
                       ? ""
                       : share_text(phase.now, phase) + (is_far ? " used RDMA and " : " used a channel and ")) +
                  share_text(phase.planned, phase) +
                  (is_far ? " would use RDMA with these lines." : " would use a channel with these lines."));
        for (const config::PlanChannels& line : phase.lines) lines.add(config::to_text(line));
    }
}

void add_for_auto(const Proposal& proposal, PlanLines& lines) {
    if (proposal.for_auto.empty()) return;
    lines.add("");
    lines.add("[other lengths]");
    lines.add("# Lengths that the profile does not contain, but another input may use: auto predicts, then measures.");
    for (const std::string& rule : proposal.for_auto) lines.add(rule);
}

void add_left_out(const Proposal& proposal, PlanLines& lines) {
    if (proposal.left_out.empty()) return;
    lines.add("");
    lines.add(
        "# Left out, because these lines would change the last bits of sums (shunt analyze --reductions includes "
        "them):");
    for (const ProposedChange& change : proposal.left_out) lines.add("#   " + line_of(change));
}

}  // namespace

std::string show_gain(const ProposedChange& change) {
    return (change.least_gain_ns ? show_time(*change.least_gain_ns) + " to " : "") + show_time(change.gain_ns);
}

std::string show_gain(const Proposal& proposal) {
    const double least = proposal.least_gain_ns(), most = proposal.gain_ns();
    return (least < most ? show_time(least) + " to " : "") + show_time(most);
}

std::string plan_text(Proposal& proposal, const std::string& file_name) {
    PlanLines lines;
    add_head(proposal, file_name, lines);
    std::string section;
    for (ProposedChange& change : proposal.changes) {
        const std::string heading = "[" + (change.phase.empty() ? "any phase" : change.phase) + "]";
        if (heading != section) {
            lines.add("");
            lines.add(section = heading);
        }
        lines.add("# " + change.why + ".");
        if (!change.cost.empty()) lines.add("# Costs " + change.cost + ".");
        change.note.line = static_cast<std::uint16_t>(lines.next());
        lines.add(line_of(change));
        if (!change.also.empty()) lines.add(change.also);
    }
    if (proposal.channels) add_channels(*proposal.channels, lines);
    add_for_auto(proposal, lines);
    add_left_out(proposal, lines);
    lines.add("");
    if (proposal.is_empty()) lines.add("# No change was found that would save time.");
    else if (!proposal.changes.empty())
        lines.add("# In total, a rank saves " + show_gain(proposal) + ", of " + show_time(proposal.mpi_ns) +
                  " in MPI and " + show_time(proposal.wall_ns) + " of the run; " +
                  show_share(proposal.measured_ns(), proposal.gain_ns()) + " of the gain was measured.");
    return std::move(lines).text();
}

}  // namespace shunt::tools
