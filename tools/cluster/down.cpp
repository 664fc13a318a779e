#include <signal.h>
#include <unistd.h>

#include <iostream>

#include "tools/cluster/build.hpp"
#include "tools/cluster/commands.hpp"
#include "tools/cluster/forwarder.hpp"
#include "tools/cluster/network_namespace.hpp"
#include "tools/cluster/scheduling_group.hpp"
#include "tools/cluster/state.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kDownPage{
    "cluster down",
    "remove a virtual cluster",
    "shunt cluster down [--name NAME] [--force]",
    "Removes all parts that the cluster's record lists, if they exist and bear the cluster's mark, also after `up` "
    "was killed. Nothing else is removed, whatever its name. While programs run in the cluster it refuses; with "
    "--force it ends them (SIGTERM, after 2 s SIGKILL), by their process ids.",
    "0  removed\n"
    "1  there is no such cluster, programs run in it, or something could not be removed\n"
    "2  wrong command line\n"
    "3  not root",
    "shunt cluster down\n"
    "shunt cluster down --name lossy --force",
};

constexpr HelpPage kStatusPage{
    "cluster status",
    "list virtual clusters, or show one",
    "shunt cluster status [--name NAME]",
    "One line for each cluster: whether it is complete, its hosts, addresses, rate, loss, and how many processes run "
    "in it. With --name also where its parts are, for tcpdump and the like: ip netns exec shunt-NAME-switch tcpdump -i "
    "port3",
    "0  shown, and all are complete\n"
    "1  there is no such cluster, or one is not complete: shunt cluster down removes its remaining parts\n"
    "2  wrong command line\n"
    "3  not root",
    "shunt cluster status\n"
    "shunt cluster status --name lab",
};

std::size_t missing_namespaces(const ClusterRecord& record) {
    std::size_t missing = 0;
    for (const std::string& name : record.namespaces)
        missing += state_of_namespace(name, mark_text(record.spec)) != NamespaceState::ours;
    return missing;
}

/// The processes that run in the cluster, without its forwarder.
std::vector<pid_t> programs_in(const ClusterRecord& record) {
    std::vector<pid_t> all = processes_in(record.namespaces);
    if (is_running(record.forwarder)) std::erase(all, record.forwarder.process);
    return all;
}

/// Shows the line of one cluster.   Returns: whether the cluster is complete.
bool show_line(const ClusterRecord& record) {
    const ClusterSpec& spec = record.spec;
    const std::size_t missing = missing_namespaces(record);
    const bool forwards = spec.clusters == 1 || is_running(record.forwarder);
    const bool whole = record.complete && missing == 0 && forwards;
    std::cout << spec.name << ": "
              << (whole             ? "up"
                  : record.complete ? "damaged"
                                    : "unfinished")
              << ", " << spec.hosts << (spec.hosts == 1 ? " host" : " hosts") << " " << host_address(spec, 1) << " to "
              << host_address(spec, spec.hosts) << ", " << show_rate(spec.rate_bits) << ", "
              << (spec.switches == 2 ? "2 switches, " : "") << "MTU " << spec.mtu_bytes;
    if (spec.clusters > 1) std::cout << ", " << spec.clusters << " clusters " << show_latency(spec.wan_ns) << " apart";
    if (record.complete && !forwards) std::cout << " (the forwarder between them has ended)";
    if (spec.ranks_per_host > 1) std::cout << ", " << spec.ranks_per_host << " ranks a host";
    if (spec.loss > 0) std::cout << ", loss " << spec.loss * 100 << "%";
    std::cout << ", " << programs_in(record).size() << " processes running";
    if (!whole) std::cout << "; shunt cluster down --name " << spec.name << " removes it";
    std::cout << '\n';
    return whole;
}

void show_parts(const ClusterRecord& record) {
    const ClusterSpec& spec = record.spec;
    std::cout << "  switch    " << switch_namespace(spec) << ": port1 to port" << spec.hosts
              << (spec.switches == 2 ? ", trunk1, trunk2" : "") << '\n';
    if (spec.clusters > 1)
        std::cout << "  between   " << wan_namespace(spec) << ": cluster1 to cluster" << spec.clusters << ", forwarder "
                  << record.forwarder.process << '\n';
    for (int host = 1; host <= spec.hosts; ++host)
        std::cout << "  " << host_name(spec, host) << "  " << host_namespace(spec, host) << "  "
                  << host_address(spec, host) << " on eth0, " << (spec.clusters > 1 ? "cluster " : "switch ")
                  << switch_of(spec, host) << '\n';
}

/// Ends the processes in the cluster.   Returns: whether none is left.
bool end_processes(const ClusterRecord& record) {
    for (const int signal : {SIGTERM, SIGKILL}) {
        for (const pid_t process : programs_in(record)) ::kill(process, signal);
        for (int tries = 0; tries < 40; ++tries) {
            if (programs_in(record).empty()) return true;
            ::usleep(50'000);
        }
    }
    return programs_in(record).empty();
}

}  // namespace

int find_cluster(const char* command, const std::string& name, ClusterRecord& record) {
    ClusterSpec wanted;
    wanted.name = name;
    std::string error = refuse_spec(wanted);
    if (!error.empty()) return complain(command, error, kUsage);
    if (const std::string why = refuse_machine(); !why.empty()) return complain(command, why, kImpossible);
    return read_record(name, record, error) ? kDone : complain(command, error, kFailed);
}

int cluster_status(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("name", po::value<std::string>()->value_name("NAME"), "this cluster alone, with its parts");
    const Parsed parsed = parse_command_line(kStatusPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    ClusterRecord record;
    if (parsed.has("name")) {
        if (const int status = find_cluster("cluster status", parsed.text("name"), record); status != kDone)
            return status;
        const bool whole = show_line(record);
        show_parts(record);
        return whole ? kDone : kFailed;
    }
    if (const std::string why = refuse_machine(); !why.empty()) return complain("cluster status", why, kImpossible);
    int status = kDone;
    const auto names = cluster_names();
    if (names.empty()) std::cout << "no cluster is up\n";
    for (const std::string& name : names) {
        std::string error;
        if (!read_record(name, record, error)) status = complain("cluster status", error, kFailed);
        else if (!show_line(record)) status = kFailed;
    }
    return status;
}

int cluster_down(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("name", po::value<std::string>()->value_name("NAME"), "which; lab unless given")(
        "force", "end the programs that run in it");
    const Parsed parsed = parse_command_line(kDownPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    const std::string name = parsed.has("name") ? parsed.text("name") : std::string(kDefaultCluster);
    ClusterRecord record;
    if (const int status = find_cluster("cluster down", name, record); status != kDone) return status;
    const ClusterLock lock;
    std::string error;
    if (!read_record(name, record, error)) return complain("cluster down", error, kFailed);
    ClusterRecord own = record;  // namespaces without the mark, and their processes, belong to another owner
    const std::string mark = mark_text(record.spec);
    const auto is_foreign = [&](const std::string& place) {
        return state_of_namespace(place, mark) != NamespaceState::ours;
    };
    std::erase_if(own.namespaces, is_foreign);
    if (const auto running = programs_in(own).size(); running != 0 && !parsed.has("force"))
        return complain(
            "cluster down",
            std::to_string(running) + " processes running in " + name + ": end what you have started there, or --force",
            kFailed);
    if (!end_processes(own)) return complain("cluster down", "processes in " + name + " do not end", kFailed);
    const std::string left = remove_cluster(record);
    if (!left.empty()) return complain("cluster down", left, kFailed);
    remove_scheduling_group(name);
    std::cout << name << " is down\n";
    return kDone;
}

}  // namespace shunt::tools
