#include "tools/plan/message_proposal.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "config/rules.hpp"
#include "shim/observe/record/comm_names.hpp"
#include "tools/analysis/function_class.hpp"
#include "tools/analysis/row_times.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

/// Cost of the messages on communicators of one name in one profile, for the rank with the largest cost.
struct MessageTimes {
    int ranks = 0;
    std::set<std::int32_t> nodes;
    double most_ns = 0;  ///< time in message calls and waits for them, of the rank with most
    double messages = 0;
    double written = 0;  ///< by remote write
    std::uint64_t probed = 0, late = 0;
};
using MessageSums = std::map<std::string, MessageTimes>;

bool is_message(FunctionClass kind) { return kind == FunctionClass::send || kind == FunctionClass::receive; }

/// The transfer part of a call's time: at most twice the fastest call of its kind. The rest is waiting for the other
/// rank.
double transfer_ns(const record::Cell& cell, double ns, double rate) {
    const double least = static_cast<double>(cell.min_ticks) * rate * static_cast<double>(cell.count);
    return cell.min_ticks > 0 ? std::min(ns, 2 * least) : ns;
}

void add_rank(const record::Image& image, MessageSums& sums) {
    const RowTimes times(image);
    const double rate = image.ns_per_tick();
    std::map<std::string, double> of_rank;
    for (const record::Cell& cell : image.cells()) {
        if (cell.key.comm >= image.comms().size()) continue;
        const record::CommEntry& comm = image.comms()[cell.key.comm];
        const std::string_view function = image.function_name(cell.key.function), name = record::rule_name(comm);
        if (comm.size < 2 || comm.remote_size != 0 || name.empty() || !is_message(classify(function))) continue;
        MessageTimes& all = sums[std::string(name)];
        all.ranks = std::max(all.ranks, comm.size);
        all.nodes.insert(image.header().node);
        const bool is_call = (cell.key.flags & record::kCall) != 0;
        const double call_ns = is_call ? times.ns(cell) : 0;
        const double ns = (is_call && !is_nonblocking(function) ? transfer_ns(cell, call_ns, rate) : call_ns) +
                          static_cast<double>(cell.wait_ticks) * rate;
        const auto count = static_cast<double>(cell.count);
        if (is_call) {
            all.messages += count;
            if (image.engine_name(cell.key.engine) == config::kRemoteWriteName) all.written += count;
        }
        of_rank[std::string(name)] += ns;
        all.probed += cell.probed;
        all.late += cell.unexpected;
    }
    for (const auto& [name, ns] : of_rank) sums[name].most_ns = std::max(sums[name].most_ns, ns);
}

MessageSums sums_of(const record::ProfileFile& file) {
    MessageSums sums;
    for (const record::Image& image : file.images()) add_rank(image, sums);
    return sums;
}

std::string preposted_text(const MessageTimes& times) {
    if (times.probed == 0) return "";
    const double share = 1 - static_cast<double>(times.late) / static_cast<double>(times.probed);
    return "; " + show_percent(share) +
           " of the checked receives were posted before their message, which can then be written straight into their "
           "buffers";
}

ProposedChange change_of(const std::string& comm, const MessageTimes& times, std::size_t nodes) {
    ProposedChange change;
    change.rule = "p2p ranks " + std::to_string(times.ranks) + " nodes " + std::to_string(nodes) + " comm " + comm +
                  " -> " + std::string(config::kRemoteWriteName);
    change.of_ns = times.most_ns;
    change.cost = "shared memory for each two ranks that talk (128 KiB); sends by MPI_Bsend are then Shunt's";
    return change;
}

}  // namespace

void propose_messages(const std::vector<PlanProfile>& profiles, std::size_t newest, double least_ns, Proposal& out) {
    std::vector<MessageSums> all;
    for (const PlanProfile& profile : profiles) all.push_back(sums_of(*profile.file));
    for (const auto& [comm, times] : all[newest]) {
        if (times.nodes.size() != 1) continue;
        std::optional<ProposedChange> change;
        const MessageTimes *host = nullptr, *written = nullptr;
        std::string by;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto found = all[i].find(comm);
            if (found == all[i].end() || found->second.messages <= 0) continue;
            const bool is_written = 2 * found->second.written > found->second.messages;
            (is_written ? written : host) = &found->second;
            if (is_written) by = profiles[i].name;
        }
        if (host && written && host->most_ns >= 1.03 * written->most_ns) {
            change = change_of(comm, *host, 1);
            change->gain_ns = host->most_ns - written->most_ns;
            change->sureness = Sureness::measured;
            change->why = "its messages took " + show_time(host->most_ns) + " by the host, and " +
                          show_time(written->most_ns) + " by remote write in " + by + preposted_text(*host);
        }
        if (!change || change->gain_ns < std::max(1e3, least_ns)) continue;
        change->calls = times.messages / std::max(1, times.ranks);
        out.changes.push_back(std::move(*change));
    }
}

}  // namespace shunt::tools
