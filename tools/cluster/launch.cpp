#include "tools/cluster/launch.hpp"

namespace shunt::tools {
namespace {

/// Quotes `word` for a shell.
std::string quoted(const std::string& word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string host_lines(const ClusterSpec& spec, int hosts, const std::string& slots) {
    std::string text;
    for (int host = 1; host <= hosts; ++host)
        text += host_name(spec, host) + slots + std::to_string(spec.ranks_per_host) + "\n";
    return text;
}

}  // namespace

std::string open_mpi_hostfile(const ClusterSpec& spec, int hosts) { return host_lines(spec, hosts, " slots="); }

std::string hydra_hostfile(const ClusterSpec& spec, int hosts) { return host_lines(spec, hosts, ":"); }

std::string hosts_file(const ClusterSpec& spec, const std::string& machines_own) {
    std::string text = machines_own;
    if (!text.empty() && text.back() != '\n') text += '\n';
    for (int host = 1; host <= spec.hosts; ++host)
        text += host_address(spec, host) + " " + host_name(spec, host) + "\n";
    return text;
}

std::string agent_script(const ClusterSpec& spec, const std::string& shunt) {
    return "#!/bin/sh\nexec " + quoted(shunt) + " cluster agent " + spec.name + " \"$@\"\n";
}

Variables launch_environment(const ClusterSpec& spec, const LaunchFiles& files,
                             const std::function<bool(const std::string&)>& is_set) {
    Variables out{
        {"OMPI_MCA_plm", "rsh"},
        {"OMPI_MCA_plm_rsh_agent", files.agent},
        {"OMPI_MCA_plm_rsh_no_tree_spawn", "1"},
        {"OMPI_MCA_plm_rsh_num_concurrent", std::to_string(kMostHosts)},  // each agent runs as long as its daemon
        {"OMPI_MCA_orte_default_hostfile", files.open_mpi_hostfile},
        {"OMPI_MCA_oob_tcp_if_include", "eth0"},
        {"OMPI_MCA_btl_tcp_if_include", "eth0"},
        {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
        {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
        {"HYDRA_LAUNCHER", "ssh"},
        {"HYDRA_LAUNCHER_EXEC", files.agent},
        {"HYDRA_HOST_FILE", files.hydra_hostfile},
        {"HYDRA_IFACE", "eth0"},
    };
    const Variables preferences{
        {"OMPI_MCA_pml", "ob1"},
        {"OMPI_MCA_btl", spec.ranks_per_host > 1 ? "tcp,self,vader" : "tcp,self"},
        {"OMPI_MCA_mpi_yield_when_idle", "1"},           // all hosts share this machine's cores
        {"OMPI_MCA_hwloc_base_binding_policy", "none"},  // else first ranks share one core
    };
    for (const auto& preference : preferences)
        if (!is_set(preference.first)) out.push_back(preference);
    return out;
}

}  // namespace shunt::tools
