#include "tools/plan/proposal.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "native/engines/contract.hpp"
#include "native/select/learning.hpp"
#include "tools/analysis/analysis.hpp"
#include "tools/analysis/machine.hpp"
#include "tools/plan/call_phases.hpp"
#include "tools/plan/message_proposal.hpp"
#include "tools/plan/other_lengths.hpp"
#include "tools/plan/setting_proposal.hpp"
#include "tools/report/summary.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

/// A kind without its phase, and the calls observed in each phase.
struct KindInPhases {
    CallKind kind;
    std::map<std::int32_t, std::vector<CarriedTimes>> phases;
    std::vector<CarriedTimes> all() const {
        std::map<std::pair<std::size_t, std::string>, CarriedTimes> sums;
        for (const auto& [label, times] : phases)
            for (const CarriedTimes& one : times) {
                const auto [found, fresh] = sums.try_emplace({one.profile, one.carrier}, one);
                CarriedTimes& sum = found->second;
                if (fresh) continue;
                const double calls = sum.calls + one.calls;
                sum.call_ns = (sum.call_ns * sum.calls + one.call_ns * one.calls) / calls;
                sum.mean_bytes = (sum.mean_bytes * sum.calls + one.mean_bytes * one.calls) / calls;
                sum.calls = calls;
                sum.rank_ns += one.rank_ns;
                if (sum.clause_ns <= 0)
                    sum.clause_ns = one.clause_ns, sum.other = one.other, sum.other_ns = one.other_ns;
            }
        std::vector<CarriedTimes> out;
        for (auto& [key, sum] : sums) out.push_back(std::move(sum));
        return out;
    }
};

/// The best carrier for calls of one kind, against the host.
struct Choice {
    Forecast best;
    double host_ns = 0, calls = 0;
    double gain_ns() const { return calls * (host_ns - best.ns); }
    double least_gain_ns() const { return calls * std::max(0.0, host_ns - best.most_ns); }
};

std::vector<KindInPhases> by_kind(const ObservedCalls& observed) {
    std::map<CallKind, KindInPhases> kinds;
    for (const auto& [kind, times] : observed) {
        CallKind without = kind;
        without.phase = 0;
        KindInPhases& one = kinds[without];
        one.kind = without;
        one.phases[kind.phase] = times;
    }
    std::vector<KindInPhases> out;
    for (auto& [kind, one] : kinds) out.push_back(std::move(one));
    return out;
}

/// The last length of the class that begins with `bytes`.
std::int64_t end_of_class(std::int64_t bytes) {
    std::int64_t next = bytes + 1;
    if (bytes >= 8) {
        std::int64_t step = 1;
        while (step * 8 <= bytes) step *= 2;
        next = bytes + step;
    }
    return next - 1;
}

std::string rule_of(const CallKind& kind, const std::string& carrier, int ranks, int nodes) {
    std::string text(name_of(kind.operation));
    if (kind.bytes != kBytesDiffer && kind.operation != Operation::barrier)
        text += " " + config::format_range({kind.bytes, end_of_class(kind.bytes)});
    if (ranks > 0) text += " ranks " + std::to_string(ranks);
    if (nodes > 0) text += " nodes " + std::to_string(nodes);
    return text + " comm " + kind.comm + " -> " + carrier;
}

std::string rule_for_auto(const ObservedOperation& calls, const config::Range& lengths) {
    const std::string range = lengths.unbounded() ? "" : " " + config::format_range(lengths);
    return std::string(name_of(calls.operation)) + range + " comm " + calls.comm + " -> auto";
}

/// Rounds times of 10 us and more to whole microseconds, because people read plans.
std::int64_t rounded_ns(double ns) {
    const std::int64_t unit = ns < 10'000 ? 1 : 1000;
    return std::max<std::int64_t>(1, std::llround(ns / static_cast<double>(unit))) * unit;
}

std::string cost_of(const CallKind& kind, const std::string& carrier) {
    if (carrier.starts_with("host")) return "a communicator of Shunt's for the algorithm, where the host needs one";
    if (kind.comm == "world") return "a team of " + carrier + ", made in MPI_Init by two of the host's collectives";
    return "a team of " + carrier + " for each such communicator, made in a call that synchronises its members";
}

/// Makes the changes to collectives.
class Proposing {
public:
    Proposing(const std::vector<PlanProfile>& profiles, const ProposalWishes& wishes, const ForecastBasis& basis,
              Proposal& out)
        : profiles_(profiles), wishes_(wishes), forecaster_(basis), cores_(basis.cores), out_(out) {}

    void run(const ObservedCalls& observed, std::size_t newest) {
        newest_ = newest;
        phases_ = find_call_phases(*profiles_[newest].file);
        for (const KindInPhases& kind : by_kind(observed)) propose_for(kind);
        for (ObservedOperation& calls : by_operation(observed, newest)) {
            calls.is_changed = changed_.contains({calls.operation, calls.comm});
            const auto lengths = lengths_for_auto(calls, out_.mpi_ns, cores_);
            if (lengths) out_.for_auto.push_back(rule_for_auto(calls, *lengths));
        }
    }

private:
    double least_gain_ns() const { return std::max(1e3, wishes_.least_share * out_.mpi_ns); }

    double calls_of(const std::vector<CarriedTimes>& observed) const {
        double calls = 0, older = 0;
        for (const CarriedTimes& times : observed) (times.profile == newest_ ? calls : older) += times.calls;
        return calls > 0 ? calls : older / std::max<double>(1, static_cast<double>(profiles_.size()) - 1);
    }

    std::optional<Choice> choose(const CallKind& kind, const std::vector<CarriedTimes>& observed) {
        Choice choice;
        choice.calls = calls_of(observed);
        double spent = 0;
        for (const CarriedTimes& times : observed) spent = std::max(spent, times.rank_ns);
        if (spent < least_gain_ns()) return std::nullopt;
        std::vector<Forecast> candidates = forecaster_.candidates(kind, observed);
        for (const Forecast& one : candidates)
            if (one.carrier == "host") choice.host_ns = one.ns;
        if (choice.host_ns <= 0) {
            unmeasured_hosts_ += 1;
            return std::nullopt;
        }
        for (Forecast& one : candidates) {
            distrust(one);
            if (one.carrier == "host" || choice.host_ns < least_ratio(one.sureness) * one.ns) continue;
            if (choice.best.carrier.empty() || one.ns < choice.best.ns) choice.best = one;
        }
        if (choice.best.carrier.empty() || choice.gain_ns() < least_gain_ns()) return std::nullopt;
        return choice;
    }

    /// A measurement with another number of ranks, or from a run that ended early, is less reliable.
    void distrust(Forecast& one) const {
        const PlanProfile& newest = profiles_[newest_];
        if (one.sureness != Sureness::measured) return;
        if (newest.ranks != out_.ranks) one.sureness = Sureness::guessed;
        else if (newest.file->recovered() || newest.file->incomplete()) one.sureness = Sureness::modelled;
    }

    void propose_for(const KindInPhases& kind) {
        const auto known = phases_.find(kind.kind.comm);
        const bool may_divide = kind.phases.size() > 1 && known != phases_.end() && !known->second.calls.empty();
        if (may_divide && propose_by_phase(kind, known->second)) return;
        if (const auto choice = choose(kind.kind, kind.all())) add(kind.kind, *choice, "", {});
    }

    /// Adds one line for each phase if different carriers are best in them.   Returns: whether it did.
    bool propose_by_phase(const KindInPhases& kind, const CallPhases& known) {
        std::map<std::int32_t, Choice> choices;
        std::set<std::string> carriers;
        std::size_t judged = 0;
        for (const auto& [label, times] : kind.phases) {
            const auto choice = choose(kind.kind, times);
            double spent = 0;
            for (const CarriedTimes& one : times) spent = std::max(spent, one.rank_ns);
            if (!choice && spent < least_gain_ns()) continue;  // too little time to judge
            judged += 1;
            carriers.insert(choice ? choice->best.carrier : "host");
            if (choice) choices[label] = *choice;
        }
        if (judged < 2 || carriers.size() < 2) return false;
        for (const auto& [label, choice] : choices)
            if (const auto calls = known.calls.find(label); calls != known.calls.end())
                add(kind.kind, choice, "phase " + std::to_string(label), calls->second);
        return true;
    }

    void add(const CallKind& kind, const Choice& choice, const std::string& phase,
             const std::vector<config::Range>& calls) {
        const bool is_extrapolated = profiles_[newest_].ranks != out_.ranks;
        const bool is_world = kind.comm == "world";
        const int ranks = !is_extrapolated ? kind.ranks : is_world ? out_.ranks : 0;
        ProposedChange change;
        change.phase = phase;
        change.rule = rule_of(kind, choice.best.carrier, ranks, is_extrapolated ? 0 : kind.nodes);
        if (!is_extrapolated) {
            change.note.expect_ns = rounded_ns(choice.best.ns);
            change.note.instead_ns = rounded_ns(choice.host_ns);
        }
        change.note.rounded = kind.rounded;
        change.note.calls = calls;
        change.calls = choice.calls;
        change.of_ns = choice.calls * choice.host_ns;
        change.gain_ns = choice.gain_ns();
        if (choice.best.most_ns > choice.best.ns) change.least_gain_ns = choice.least_gain_ns();
        change.sureness = choice.best.sureness;
        change.why = show_count(static_cast<std::uint64_t>(std::llround(choice.calls))) + " calls a rank, " +
                     show_time(choice.host_ns) + " by the host, " + show_time(choice.best.ns) + " by " +
                     choice.best.carrier + ": " + choice.best.source;
        change.cost = cost_of(kind, choice.best.carrier);
        changed_.insert({kind.operation, kind.comm});
        (kind.rounded && !wishes_.with_reductions ? out_.left_out : out_.changes).push_back(std::move(change));
    }

public:
    std::size_t unmeasured_hosts() const { return unmeasured_hosts_; }

private:
    const std::vector<PlanProfile>& profiles_;
    const ProposalWishes& wishes_;
    Forecaster forecaster_;
    int cores_;
    std::set<std::pair<Operation, std::string>> changed_;  // and communicator: a line names another carrier
    Proposal& out_;
    std::size_t newest_ = 0, unmeasured_hosts_ = 0;
    std::map<std::string, CallPhases> phases_;
};

/// Fails: throws the reason if the profiles cannot be combined.
void check_programs(const std::vector<PlanProfile>& profiles) {
    for (const PlanProfile& one : profiles)
        if (one.program != profiles.front().program)
            throw std::runtime_error(one.name + " is of the program " + one.program + ", " + profiles.front().name +
                                     " of " + profiles.front().program + ": a plan is for one program");
}

/// Keeps only the profiles with the wanted number of ranks, or with the nearest number.   Returns: the number of ranks
/// of the next run.
int narrow_to_ranks(std::vector<PlanProfile>& profiles, int wanted, std::vector<std::string>& notes) {
    std::set<int> sizes;
    for (const PlanProfile& one : profiles) sizes.insert(one.ranks);
    if (wanted == 0 && sizes.size() > 1)
        throw std::runtime_error("the profiles are of " + std::to_string(*sizes.begin()) + " and of " +
                                 std::to_string(*sizes.rbegin()) + " ranks; give --ranks N for the next run");
    const int next = wanted == 0 ? *sizes.begin() : wanted;
    int nearest = *sizes.begin();
    for (const int size : sizes)
        if (std::abs(std::log2(size) - std::log2(next)) < std::abs(std::log2(nearest) - std::log2(next)))
            nearest = size;
    for (const PlanProfile& one : profiles)
        if (one.ranks != nearest)
            notes.push_back(one.name + " is of " + std::to_string(one.ranks) + " ranks: it was left out.");
    std::erase_if(profiles, [&](const PlanProfile& one) { return one.ranks != nearest; });
    if (nearest != next)
        notes.push_back("For " + std::to_string(next) + " ranks, from a profile of " + std::to_string(nearest) +
                        ": only changes with a large gain were taken, without expected times, and for communicators "
                        "other than MPI_COMM_WORLD with any number of ranks. They are not reliable.");
    return next;
}

void note_states(const std::vector<PlanProfile>& profiles, std::vector<std::string>& notes) {
    for (const PlanProfile& one : profiles) {
        const std::string missing = std::to_string(one.file->missing_ranks().size());
        if (one.file->incomplete())
            notes.push_back(one.name + " lacks the records of " + missing +
                            " ranks: counts and times are of the others.");
        if (one.file->recovered())
            notes.push_back(one.name +
                            " is of a run that ended too early: gains are those of the part that was recorded.");
    }
}

std::vector<int> nodes_of_world(const PlanProfile& profile) {
    std::vector<int> nodes(static_cast<std::size_t>(std::max(0, profile.ranks)), 0);
    for (const record::Image& image : profile.file->images())
        if (image.header().world_rank < profile.ranks)
            nodes[static_cast<std::size_t>(image.header().world_rank)] = image.header().node;
    return nodes;
}

/// Sections of the knowledge file for this MPI and this number of ranks. The full list of hosts cannot be rebuilt here
/// without their wiring, so it only checks that the key contains the name of the first host.
std::vector<const KnowledgeSection*> sections_for(const Knowledge& knowledge, const PlanProfile& profile) {
    const record::SpoolHeader& header = profile.file->images().front().header();
    const std::string library = short_library(header.mpi_library), host(header.host);
    const std::string ranks = std::to_string(profile.ranks) + " ranks on ";
    std::vector<const KnowledgeSection*> found;
    for (const KnowledgeSection& section : knowledge.sections)
        if (section.key.find(library) != std::string::npos && section.key.find(ranks) != std::string::npos &&
            section.key.find(host) != std::string::npos)
            found.push_back(&section);
    return found;
}

int cores_in(const record::ProfileFile& file) {
    for (const record::CounterEntry& counter : file.images().front().counters())
        if (std::string_view(counter.name) == "node.cores") return static_cast<int>(counter.value);
    return 1;
}

void sort_changes(std::vector<ProposedChange>& changes) {
    std::ranges::stable_sort(changes, [](const ProposedChange& a, const ProposedChange& b) {
        if (a.phase.empty() != b.phase.empty()) return b.phase.empty();  // first, as the first match decides
        if (a.phase != b.phase) return a.phase < b.phase;
        return a.gain_ns > b.gain_ns;
    });
}

std::string names_of(const std::vector<PlanProfile>& profiles) {
    std::string text;
    for (const PlanProfile& one : profiles) text += (text.empty() ? "" : ", ") + one.name;
    return text;
}

}  // namespace

double Proposal::gain_ns() const {
    double sum = 0;
    for (const ProposedChange& one : changes) sum += one.gain_ns;
    return sum;
}

double Proposal::least_gain_ns() const {
    double sum = 0;
    for (const ProposedChange& one : changes) sum += one.least_gain_ns.value_or(one.gain_ns);
    return sum;
}

double Proposal::measured_ns() const {
    double sum = 0;
    for (const ProposedChange& one : changes) sum += one.sureness == Sureness::measured ? one.gain_ns : 0;
    return sum;
}

Proposal propose(std::vector<PlanProfile> profiles, const ProposalWishes& wishes) {
    Proposal out;
    check_programs(profiles);
    out.program = profiles.front().program;
    out.ranks = narrow_to_ranks(profiles, wishes.ranks, out.notes);
    std::ranges::stable_sort(profiles, {}, &PlanProfile::start_unix_ns);
    const std::size_t newest = profiles.size() - 1;
    out.made_from = names_of(profiles);
    out.wall_ns = profiles[newest].wall_ns;
    out.mpi_ns = profiles[newest].mpi_ns;
    note_states(profiles, out.notes);

    const Knowledge knowledge = parse_knowledge(wishes.knowledge).knowledge;
    ForecastBasis basis;
    ObservedCalls observed;
    for (std::size_t i = 0; i < profiles.size(); ++i) observe_calls(profiles[i], i, observed);
    const NetworkBounds bounds = network_bounds(observed, newest, *profiles[newest].file);
    basis.is_machine_known = wishes.machine || bounds.measured;
    basis.machine = wishes.machine ? *wishes.machine : bounds.fastest({});
    basis.slowest = bounds.slowest({});
    basis.machine_name = wishes.machine ? "the machine of " + wishes.machine_name
                                        : "the ports that " + profiles[newest].name + " has measured";
    basis.cores = cores_in(*profiles[newest].file);
    basis.knowledge = sections_for(knowledge, profiles[newest]);
    basis.knowledge_name = wishes.knowledge_name;
    if (!wishes.knowledge.empty() && basis.knowledge.empty())
        out.notes.push_back(wishes.knowledge_name +
                            " has no section for this MPI with this number of ranks on this host.");
    basis.world_nodes = nodes_of_world(profiles[newest]);
    const std::set<int> nodes(basis.world_nodes.begin(), basis.world_nodes.end());
    if (profiles[newest].ranks == out.ranks) out.nodes = static_cast<int>(nodes.size());
    out.mpi = short_library(profiles[newest].file->images().front().header().mpi_library);
    for (const PlanProfile& one : profiles) basis.profiles.push_back(one.name);

    Proposing proposing(profiles, wishes, basis, out);
    proposing.run(observed, newest);
    if (std::ranges::any_of(out.changes, [](const ProposedChange& one) { return one.least_gain_ns.has_value(); }))
        out.notes.push_back(bounds.text());
    if (proposing.unmeasured_hosts() > 0)
        out.notes.push_back(
            "For " + plural(proposing.unmeasured_hosts(), "kind") +
            " of calls the time with the MPI is not known: also give a profile of a run without rules.");
    if (profiles[newest].ranks == out.ranks) {
        propose_messages(profiles, newest, wishes.least_share * out.mpi_ns, out);
        propose_settings(profiles, wishes.with_reductions, out);
    }
    out.channels = propose_channels(profiles[newest], out.ranks, wishes.channels);
    if (out.channels && !out.channels->extrapolation.empty()) out.notes.push_back(out.channels->extrapolation);
    sort_changes(out.changes);
    sort_changes(out.left_out);
    return out;
}

std::string plan_for_report(const record::ProfileFile& file, const std::string& name) {
    try {
        Proposal proposal = propose({describe_profile(name, file)}, {});
        return proposal.is_empty() ? "" : plan_text(proposal, proposal.program + ".plan");
    } catch (const std::exception&) { return {}; }
}

}  // namespace shunt::tools
