#include "tools/cluster/build.hpp"

#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <sstream>

#include "tools/cluster/forwarder.hpp"
#include "tools/cluster/network_namespace.hpp"
#include "tools/cluster/plan.hpp"
#include "tools/cluster/state.hpp"
#include "tools/launch/captured_command.hpp"
#include "tools/launch/child_process.hpp"

namespace shunt::tools {
namespace {

/// Switches segmentation and receive offloads off: each packet here then corresponds to one packet on a wire.
std::string plain_port(int socket, const std::string& interface) {
    for (const std::uint32_t command : {ETHTOOL_STSO, ETHTOOL_SGSO, ETHTOOL_SGRO}) {
        ethtool_value value{command, 0};
        ifreq request{};
        std::strncpy(request.ifr_name, interface.c_str(), IFNAMSIZ - 1);
        request.ifr_data = reinterpret_cast<char*>(&value);
        if (::ioctl(socket, SIOCETHTOOL, &request) != 0)
            return "offloads of " + interface + ": " + std::strerror(errno);
    }
    return {};
}

std::string plain_ports(const std::string& interfaces) {
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0) return std::string("socket: ") + std::strerror(errno);
    std::istringstream words(interfaces);
    std::string problem;
    for (std::string interface; problem.empty() && words >> interface;) problem = plain_port(socket, interface);
    ::close(socket);
    return problem;
}

/// Writes `value` to /proc/sys/`name`, if the kernel has that file.
std::string set_kernel(const std::string& name, const char* value) {
    const int file = ::open(("/proc/sys/" + name).c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return {};
    const bool written = ::write(file, value, 1) == 1;
    const int problem = errno;
    ::close(file);
    return written ? std::string() : name + ": " + std::strerror(problem);
}

std::string set_all(const std::vector<std::string>& names, const char* value) {
    std::string problem;
    for (std::size_t i = 0; problem.empty() && i < names.size(); ++i) problem = set_kernel(names[i], value);
    return problem;
}

std::string without_ipv6() {
    return set_all({"net/ipv6/conf/all/disable_ipv6", "net/ipv6/conf/default/disable_ipv6"}, "1");
}

std::string without_packet_filter() {
    return set_all({"net/bridge/bridge-nf-call-iptables", "net/bridge/bridge-nf-call-ip6tables",
                    "net/bridge/bridge-nf-call-arptables"},
                   "0");
}

std::string batch(const std::string& program, const BuildStep& step) {
    const Captured done = run_captured({program, "-n", step.network_namespace, "-batch", "-"}, step.input);
    return done.status == 0 ? std::string() : done.output.empty() ? program + " failed" : done.output;
}

std::string do_step(const BuildStep& step, ClusterRecord& record) {
    switch (step.kind) {
        case BuildStep::Kind::make_namespace: return make_namespace(step.network_namespace, mark_text(record.spec));
        case BuildStep::Kind::ip: return batch("ip", step);
        case BuildStep::Kind::tc: return batch("tc", step);
        case BuildStep::Kind::plain_ports:
            return in_namespace(step.network_namespace, [&] { return plain_ports(step.input); });
        case BuildStep::Kind::forwarder: return start_forwarder(record);
        case BuildStep::Kind::no_ipv6: return in_namespace(step.network_namespace, without_ipv6);
        case BuildStep::Kind::no_packet_filter: return in_namespace(step.network_namespace, without_packet_filter);
    }
    return "no such step";
}

std::string shortened(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
}

/// Whether SIGINT, SIGTERM or SIGHUP is pending; the caller has blocked these signals.
bool is_interrupted() {
    sigset_t pending;
    ::sigpending(&pending);
    return ::sigismember(&pending, SIGINT) == 1 || ::sigismember(&pending, SIGTERM) == 1 ||
           ::sigismember(&pending, SIGHUP) == 1;
}

std::string do_steps(ClusterRecord& record, const std::function<void(const std::string&)>& tell) {
    const auto steps = build_steps(record.spec);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (is_interrupted()) return "interrupted";
        tell("step " + std::to_string(i + 1) + " of " + std::to_string(steps.size()) + ": " + steps[i].purpose);
        const std::string problem = do_step(steps[i], record);
        if (!problem.empty())
            return steps[i].purpose + ": " + shortened(problem) + "\nThe kernel must have " + steps[i].needs + ".";
    }
    return {};
}

}  // namespace

std::string refuse_machine() {
    if (::geteuid() != 0)
        return "only root can make network namespaces: run it with sudo, or in a container as root with --privileged";
    for (const char* program : {"ip", "tc"})
        if (find_in_path(program).empty())
            return std::string(program) + " was not found in PATH: install iproute2 (Debian: apt-get install iproute2)";
    return {};
}

std::string build_cluster(ClusterSpec spec, const std::function<void(const std::string&)>& tell) {
    for (const std::string& name : namespaces_of(spec))
        if (state_of_namespace(name, mark_text(spec)) != NamespaceState::absent)
            return "there is a network namespace " + name +
                   " that no cluster's record lists: choose another --name, or remove it (ip netns del)";
    ClusterRecord record{spec, false, namespaces_of(spec), {}};
    write_record(record);
    std::string problem = do_steps(record, tell);
    if (problem.empty()) {
        record.complete = true;
        write_record(record);
        return {};
    }
    const std::string left = remove_cluster(record);
    return problem + (left.empty() ? "\nWhat was made is removed again." : "\n" + left);
}

std::string remove_cluster(const ClusterRecord& record) {
    std::string left;
    if (const std::string problem = end_forwarder(record.forwarder); !problem.empty()) left = problem + "\n";
    for (const std::string& name : record.namespaces) {
        const NamespaceState state = state_of_namespace(name, mark_text(record.spec));
        if (state != NamespaceState::ours && state != NamespaceState::unfinished)
            continue;  // never made, removed already, or now of another owner
        if (const std::string problem = remove_namespace(name); !problem.empty())
            left += "cannot remove " + name + ": " + shortened(problem) + "\n";
    }
    if (left.empty()) remove_record(record.spec.name);
    return left;
}

}  // namespace shunt::tools
