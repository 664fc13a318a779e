#include "shim/offload/run_knowledge.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "config/digest.hpp"
#include "config/environment.hpp"
#include "config/value.hpp"
#include "native/base/outcome.hpp"
#include "native/base/own_file.hpp"
#include "native/net/interface.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/host/log.hpp"
#include "shim/host/process_facts.hpp"
#include "shim/observe/gather_records.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {
namespace {

std::int64_t today() {
    using namespace std::chrono;
    return floor<days>(system_clock::now()).time_since_epoch().count();
}

std::string hexadecimal(std::uint64_t number) {
    char text[20];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(number ^ number >> 32));
    return text;
}

/// The interface by which this host reaches the others, and its reported rate.
std::string link_of(const Session& s) {
    std::vector<int> nodes(static_cast<std::size_t>(s.agreement.node_count));
    std::iota(nodes.begin(), nodes.end(), 0);
    const net::Choice choice = s.offload->hosts.choose(nodes, static_cast<std::size_t>(s.agreement.node), "");
    const auto interfaces = net::list_interfaces();
    const auto own = static_cast<std::size_t>(s.agreement.node);
    const net::Interface* const link =
        own < choice.addresses.size() ? net::find_interface(interfaces.value, choice.addresses[own]) : nullptr;
    if (!link) return "no common network";
    std::string text = "link " + link->name;
    for (const NetworkLink& one : network_links())
        if (one.name == link->name) text += " " + std::to_string(one.mbit_per_s) + " Mbit/s";
    return text;
}

/// "4 ranks on a1..a4, link eth0 10000 Mbit/s (1f2e3d4c)": the number is a hash of all names and of the ranks'
/// positions.
std::string place_of(const Session& s) {
    const int count = s.agreement.node_count;
    const auto name = [&](int node) { return count == 1 ? host_name() : std::string(s.offload->hosts.name(node)); };
    std::string all;
    for (int node = 0; node < count; ++node) all += name(node) + "\n";
    std::uint64_t digest = record::fnv1a(all.data(), all.size());
    const std::vector<std::int32_t>& node_of = s.agreement.node_of;
    digest = record::fnv1a(node_of.data(), node_of.size() * sizeof node_of[0], digest);
    const std::string ranks = std::to_string(s.world_size) + " ranks on ";
    const std::string cores = ", " + std::to_string(s.agreement.node_cores) + " cores";
    if (count == 1) return joined({ranks, name(0), cores, " (", hexadecimal(digest), ")"});
    return joined({ranks, std::to_string(count), " hosts ", name(0), "..", name(count - 1), cores, ", ", link_of(s),
                   " (", hexadecimal(digest), ")"});
}

/// A hash of all settings that may change how long calls take, including those of the host's transports. Rules do not,
/// nor do the location and the use of the knowledge.
std::uint64_t settings_of(const Session& s) {
    config::Options options = s.options;
    options.auto_knowledge.clear();
    options.auto_reductions = config::AutoReductions::fixed;
    const std::uint64_t numbers[] = {config::digest(options, {}, option_table()), s.offload->algorithms.digest()};
    std::uint64_t digest = record::fnv1a(numbers, sizeof numbers);
    for (const std::string& variable :
         config::variables_beginning_with({"OMPI_MCA_btl", "OMPI_MCA_coll", "OMPI_MCA_mtl", "OMPI_MCA_pml", "MPICH_",
                                           "MPIR_CVAR_", "I_MPI_", "UCX_", "FI_", "PSM2_", "PSM3_"}))
        digest = record::fnv1a(variable.data(), variable.size() + 1, digest);
    return digest;
}

std::string key_of(const Session& s, const std::string& library) {
    std::string key = config::printable(joined({config::printable(library, 100), ", ", place_of(s), ", settings ",
                                                hexadecimal(settings_of(s)), ", Shunt ", SHUNT_VERSION}),
                                        360);
    std::ranges::replace(key, '?', ' ');  // had been a tab
    std::ranges::replace(key, '[', '(');
    std::ranges::replace(key, ']', ')');
    return key;
}

/// The text of the section with that key in the file; empty: there is none.
std::string read_section(const std::string& file, const std::string& key) {
    const OwnFile read = read_own_file(file, Knowledge::kMostBytes);
    if (!read.problem.empty()) SHUNT_WARN("auto's knowledge in %s is not used: %s", file.c_str(), read.problem.c_str());
    if (!read.is_there) return {};
    const ParsedKnowledge parsed = parse_knowledge(read.text);
    if (!parsed.problems.empty())
        SHUNT_WARN("auto's knowledge in %s: %s (%zu such)", file.c_str(), parsed.problems.front().c_str(),
                   parsed.problems.size());
    const KnowledgeSection* const section = parsed.knowledge.find(key);
    if (!section) return {};
    SHUNT_INFO("auto starts with the results of earlier runs for %zu kinds of calls (%s)", section->entries.size(),
               file.c_str());
    return text_of(Knowledge{{*section}}, Knowledge::kMostSectionBytes);
}

/// Sends the text of rank 0 to all ranks.   Returns: whether all have it; false on all of them, unless the host fails.
bool share(const Session& s, std::string& text) {
    std::uint64_t bytes = text.size();
    if (host.MPI_Bcast(&bytes, sizeof bytes, MPI_BYTE, 0, s.world) != MPI_SUCCESS) return false;
    if (bytes == 0 || bytes > Knowledge::kMostSectionBytes) return false;
    text.resize(bytes);
    int has_it = host.MPI_Bcast(text.data(), static_cast<int>(bytes), MPI_BYTE, 0, s.world) == MPI_SUCCESS, all = 0;
    return host.MPI_Allreduce(&has_it, &all, 1, MPI_INT, MPI_MIN, s.world) == MPI_SUCCESS && all != 0;
}

/// `mine` of all ranks one after the other, at rank 0; empty elsewhere, and if the ranks' counts differ.
/// Fails: std::bad_alloc on one rank: the others then give up after a while.
std::vector<std::uint64_t> of_all_ranks(Session& s, const std::vector<std::uint64_t>& mine) {
    Deadline deadline(s);
    struct Counts {
        std::uint64_t own[2], most[2];
    };
    Kept<Counts> counts;
    Counts& count = *counts;
    count.own[0] = mine.size();
    count.own[1] = ~count.own[0];
    MPI_Request request = MPI_REQUEST_NULL;
    const bool is_counted =
        host.MPI_Iallreduce(count.own, count.most, 2, MPI_UINT64_T, MPI_MAX, s.world, &request) == MPI_SUCCESS &&
        complete(s, request, deadline);
    if (!counts.done(is_counted) || count.most[0] == 0 || count.most[0] != ~count.most[1]) return {};
    Kept<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> kept;
    auto& [own, all] = *kept;
    own = mine;
    if (s.world_rank == 0) all.resize(own.size() * static_cast<std::size_t>(s.world_size));
    const int each = static_cast<int>(own.size());
    const bool is_gathered = host.MPI_Igather(own.data(), each, MPI_UINT64_T, all.data(), each, MPI_UINT64_T, 0,
                                              s.world, &request) == MPI_SUCCESS &&
                             complete(s, request, deadline);
    return kept.done(is_gathered) ? all : std::vector<std::uint64_t>();
}

/// The last entry of each kind of calls is kept.
void put(std::vector<KnowledgeEntry>& into, const KnowledgeEntry& entry) {
    const auto same = [&](const KnowledgeEntry& known) { return known.is_of_same_calls(entry); };
    const auto found = std::ranges::find_if(into, same);
    if (found != into.end() && !found->rounded && found->takes_precedence(entry)) return;
    if (found != into.end()) *found = entry;
    else if (into.size() < Knowledge::kMostEntries) into.push_back(entry);
}

}  // namespace

void RunKnowledge::read(Session& s, const std::string& file, const std::string& library) {
    if (s.options.auto_knowledge.empty() || s.options.auto_knowledge == "off") return;
    is_on_ = true;
    std::string text;
    if (s.world_rank == 0) {
        file_ = file;
        if (file.empty())
            SHUNT_INFO("auto keeps nothing for later runs: neither XDG_CACHE_HOME nor HOME names a folder");
        key_ = key_of(s, library);
        if (!file.empty()) text = read_section(file, key_);
    }
    if (!share(s, text)) return;
    Knowledge knowledge = parse_knowledge(text).knowledge;
    if (knowledge.sections.size() != 1) return;
    known_ = std::move(knowledge.sections.front());
    is_shared_ = true;
}

void RunKnowledge::gather_begun(Session& s, const CommRecord& world) noexcept {
    if (!is_on_) return;
    try {
        const Learning* const learning = world.memory ? &world.memory->learning : nullptr;
        begun_ = of_all_ranks(s, learning ? learning->begun() : std::vector<std::uint64_t>());
        begun_on_ = learning;
    } catch (const std::exception&) { begun_.clear(); }
}

void RunKnowledge::note(const Session& s, const CommRecord& record, const Learning& learning) noexcept {
    if (file_.empty() || !record.all_ours) return;
    try {
        LearntEntries found;
        const std::span<const std::uint64_t> begun = &learning == begun_on_ ? begun_ : std::span<const std::uint64_t>();
        collect(learning, record.size, record.nodes, today(), s.offload->host_candidates, found, begun);
        const std::lock_guard<std::mutex> guard(mutex_);
        for (const KnowledgeEntry& entry : found.learnt) put(found_.learnt, entry);
        for (const KnowledgeEntry& entry : found.dropped) put(found_.dropped, entry);
    } catch (const std::exception&) {
        // the next run finds it out again
    }
}

void RunKnowledge::write() noexcept {
    if (file_.empty()) return;
    try {
        const std::lock_guard<std::mutex> guard(mutex_);
        if (found_.learnt.empty() && found_.dropped.empty()) return;
        const auto change = [&](std::string_view text) {
            Knowledge knowledge = parse_knowledge(text).knowledge;
            merge(knowledge, key_, found_.learnt, found_.dropped);
            return text_of(std::move(knowledge));
        };
        const std::string problem = change_own_file(file_, Knowledge::kMostBytes, change);
        if (!problem.empty())
            SHUNT_INFO("the results of auto are not kept: %s cannot be written: %s", file_.c_str(), problem.c_str());
    } catch (const std::exception& problem) { SHUNT_INFO("the results of auto are not kept (%s)", problem.what()); }
}

}  // namespace shunt
