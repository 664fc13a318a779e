#include <signal.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "tools/cluster/build.hpp"
#include "tools/cluster/commands.hpp"
#include "tools/cluster/launch.hpp"
#include "tools/cluster/state.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kClusterUpPage{
    "cluster up",
    "make a virtual switched-Ethernet cluster on this machine",
    "shunt cluster up --hosts N --rate RATE [OPTIONS]",
    "Makes N hosts, called NAME-1 to NAME-N, with addresses 10.77.K.1 to 10.77.K.N, where K is a number that neither "
    "this machine nor another cluster uses. Everything lies in network namespaces called shunt-NAME-...; this "
    "machine's own network is not touched. It is made completely or, if a step fails, not at all.\n\n"
    "RATE holds in each direction of each port (and of the trunk between two switches): a token bucket of 16 KiB (at "
    "least 1 ms of the rate), so that the first 16 KiB after a pause pass at once. Segmentation and gathering by the "
    "network card are off: each packet has the size that a wire would carry.\n\n"
    "With --loss each host loses that share of all packets that come in, whatever their protocol, after the time that "
    "they need on the wire. A BPF classifier does that: it counts what it drops, loads into every kernel that has "
    "clsact, and needs neither iptables nor netem, which many kernels are built without.\n\n"
    "With --clusters the hosts are divided into so many clusters of consecutive hosts: a packet to another cluster "
    "arrives later by --wan. The hosts of cluster C have addresses 10.C.K.1 and so on, so that scripts identify the "
    "clusters by 10.1.*, 10.2.* and so on. All of them are one Ethernet, also for ARP and multicast; the link of a "
    "cluster to the others has the rate of a port. A process, shunt cluster wan NAME, keeps packets for that time; it "
    "sleeps while it has none, and ends with shunt cluster down.\n\n"
    "What is to be made is written to /run/shunt/NAME before it is made; after a crash shunt cluster down removes it. "
    "Nothing outlives a reboot.",
    "0  it is up\n"
    "1  a step failed, and what was made is removed; or there is such a cluster already\n"
    "2  wrong command line\n"
    "3  not possible here: no root, no iproute2, or a kernel without the needed features",
    "shunt cluster up --hosts 16 --rate 20mbit\n"
    "shunt cluster up --hosts 4 --rate 100mbit --ranks-per-host 4 --loss 1% --name lossy\n"
    "shunt cluster up --hosts 8 --rate 20mbit --switches 2\n"
    "shunt cluster up --hosts 12 --rate 100mbit --clusters 3 --wan 400us",
};

std::string random_mark() {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number))
        throw std::runtime_error("no random numbers from the kernel");
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

bool read_int(const Parsed& parsed, const char* option, int& value) {
    if (!parsed.has(option)) return true;
    char* end = nullptr;
    const std::string text = parsed.text(option);
    const long number = std::strtol(text.c_str(), &end, 10);
    value = static_cast<int>(std::min(std::max(number, -1L), 1'000'000L));
    return !text.empty() && *end == 0;
}

/// Reads the spec from the command line.   Fails: returns what is wrong with it.
std::string read_spec(const Parsed& parsed, ClusterSpec& spec) {
    if (!parsed.has("hosts") || !parsed.has("rate"))
        return "--hosts and --rate are needed, for example --hosts 16 --rate 20mbit";
    for (const auto& [option, value] : {std::pair<const char*, int*>{"hosts", &spec.hosts},
                                        {"ranks-per-host", &spec.ranks_per_host},
                                        {"switches", &spec.switches},
                                        {"clusters", &spec.clusters},
                                        {"mtu", &spec.mtu_bytes}})
        if (!read_int(parsed, option, *value))
            return "--" + std::string(option) + " must be a number, not '" + parsed.text(option) + "'";
    if (!parse_rate(parsed.text("rate"), spec.rate_bits))
        return "--rate must be 64kbit to 100gbit, as in 20mbit, not '" + parsed.text("rate") + "'";
    if (parsed.has("loss") && !parse_loss(parsed.text("loss"), spec.loss))
        return "--loss must be a percentage below 100%, as in 1%, not '" + parsed.text("loss") + "'";
    if (parsed.has("wan") && !parse_latency(parsed.text("wan"), spec.wan_ns))
        return "--wan must be 1us to 1s, as in 400us, not '" + parsed.text("wan") + "'";
    if (parsed.has("name")) spec.name = parsed.text("name");
    return refuse_spec(spec);
}

/// Blocks SIGINT, SIGTERM and SIGHUP during its lifetime, so that building is completed or undone.
class HeldSignals {
public:
    HeldSignals() {
        sigset_t held;
        ::sigemptyset(&held);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&held, signal);
        ::sigprocmask(SIG_BLOCK, &held, &before_);
    }
    ~HeldSignals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

private:
    sigset_t before_{};
};

std::string read_all(const char* path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Writes the files that runs need to the cluster's folder.
void write_launch_files(const ClusterSpec& spec) {
    char self[PATH_MAX];
    if (::realpath("/proc/self/exe", self) == nullptr) throw std::runtime_error("cannot tell where this program lies");
    const std::string folder = cluster_folder(spec.name);
    write_whole(folder + "/hosts", hosts_file(spec, read_all("/etc/hosts")));
    write_whole(folder + "/agent", agent_script(spec, self));
    if (::chmod((folder + "/agent").c_str(), 0755) != 0)
        throw std::runtime_error("cannot make " + folder + "/agent executable");
}

/// Warns if the kernel's neighbour table may be too small: all hosts share one, and every host may talk to every other.
void warn_of_neighbours(const ClusterSpec& spec) {
    std::ifstream file("/proc/sys/net/ipv4/neigh/default/gc_thresh3");
    long most = 0;
    const long pairs = static_cast<long>(spec.hosts) * (spec.hosts - 1);
    if (file >> most && pairs > most)
        std::cerr << "shunt cluster up: the kernel keeps at most " << most
                  << " neighbours, all hosts together may need " << pairs
                  << ": connections between them may fail; sysctl net.ipv4.neigh.default.gc_thresh3=" << 2 * pairs
                  << " raises it\n";
}

int build(ClusterSpec spec, bool verbose) {
    const HeldSignals held;
    const ClusterLock lock;
    ClusterRecord there;
    std::string error;
    if (read_record(spec.name, there, error))
        return complain("cluster up",
                        "there is a cluster called " + spec.name + (there.complete ? "" : ", unfinished") +
                            ": shunt cluster down --name " + spec.name + ", or choose another --name",
                        kFailed);
    spec.network = free_network();
    if (spec.network < 0)
        return complain("cluster up",
                        "all networks 10.77.0.0/24 to 10.77.255.0/24, or those of several clusters, are in use here",
                        kFailed);
    spec.mark = random_mark();
    const auto tell = [&](const std::string& text) {
        if (verbose) std::cout << text << std::endl;
    };
    std::string problem = build_cluster(spec, tell);
    if (problem.empty()) try {
            write_launch_files(spec);
        } catch (const std::exception& trouble) {
            problem = trouble.what();
            ClusterRecord made{spec, false, namespaces_of(spec), {}};
            read_record(spec.name, made, error);
            remove_cluster(made);
        }
    if (!problem.empty())
        return complain("cluster up", problem,
                        problem.find("The kernel must have") != std::string::npos ? kImpossible : kFailed);
    std::cout << spec.name << " is up: " << spec.hosts << " hosts, " << host_address(spec, 1) << " to "
              << host_address(spec, spec.hosts) << ", " << show_rate(spec.rate_bits) << " a port";
    if (spec.clusters > 1)
        std::cout << ", " << show_latency(spec.wan_ns) << " between " << spec.clusters << " clusters";
    std::cout << '\n';
    warn_of_neighbours(spec);
    return kDone;
}

}  // namespace

int cluster_up(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
    options.add_options()("hosts", text("N"), "how many hosts, 1 to 200")(
        "rate", text("RATE"), "bits per second of each port and direction: 500kbit, 20mbit, 1gbit")(
        "name", text("NAME"), "letters and digits; lab unless given")(
        "ranks-per-host", text("N"), "slots of a host in the hostfiles of run; 1 unless given")(
        "loss", text("PERCENT"), "each host loses this share of incoming packets, as in 1%")(
        "switches", text("N"), "2: two switches joined by one trunk of the same rate, each with half of the hosts")(
        "clusters", text("N"), "so many clusters, each with its part of the hosts, a switch and a network of its own")(
        "wan", text("TIME"), "one-way latency that packets between clusters have in addition, as in 400us")(
        "mtu", text("BYTES"), "largest IP packet; 1500 unless given")("verbose,v", "tell each step");
    const Parsed parsed = parse_command_line(kClusterUpPage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    ClusterSpec spec;
    if (const std::string wrong = read_spec(parsed, spec); !wrong.empty()) return complain("cluster up", wrong, kUsage);
    if (const std::string why = refuse_machine(); !why.empty()) return complain("cluster up", why, kImpossible);
    return build(spec, parsed.has("verbose"));
}

}  // namespace shunt::tools
