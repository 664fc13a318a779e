#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "config/environment.hpp"
#include "tools/cluster/commands.hpp"
#include "tools/cluster/host.hpp"
#include "tools/cluster/launch.hpp"
#include "tools/cluster/scheduling_group.hpp"
#include "tools/cluster/state.hpp"
#include "tools/launch/run_setup.hpp"
#include "tools/launch/supervised.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kClusterRunPage{
    "cluster run",
    "run a program in a virtual cluster",
    "shunt cluster run [--name NAME] [--hosts K] [--on HOST] -- COMMAND [ARGUMENTS...]",
    "Runs COMMAND on the cluster's first host: in its network, with its host name, a /dev/shm of its own, and an "
    "/etc/hosts that knows all hosts. Files, users and process ids are this machine's.\n\n"
    "The launchers of Open MPI (mpirun, mpiexec, orterun) and of MPICH (Hydra), started by COMMAND directly or behind "
    "anything else, start their ranks on the cluster's hosts over eth0, --ranks-per-host of up to each. They are "
    "configured by environment variables, OMPI_MCA_... and HYDRA_...; options on your command line take precedence. "
    "Unless you have set them, Open MPI's pml is ob1, its btl tcp and self (and vader with several ranks a host), it "
    "yields when idle and binds nothing to cores, because all hosts share this machine's.\n\n"
    "With shunt run, inside or outside: shunt cluster run -- shunt run -- mpirun ..., or shunt run -- shunt cluster "
    "run -- mpirun ...; the ranks on all hosts then load Shunt.\n\n"
    "The programs on all hosts share this machine's processors as one control group, where that can be made. "
    "Otherwise Linux may schedule each session as one group (autogroup), and in some versions one session can keep "
    "the others from running for minutes.\n\n"
    "Signals are passed on. When COMMAND has ended, its remaining processes have 5 s to end by themselves; then they "
    "are ended.",
    "that of COMMAND; 128 + N when signal N ended it\n"
    "127  COMMAND was not found (126: cannot be started)\n"
    "3    not root; nothing was started\n"
    "2    wrong command line; nothing was started\n"
    "1    there is no such cluster; nothing was started",
    "shunt cluster run -- mpirun -np 16 ./app\n"
    "shunt cluster run --hosts 4 -- mpiexec.hydra -n 4 ./app\n"
    "shunt cluster run --on 3 -- ip address\n"
    "shunt cluster run -- shunt run --profile app.shunt -- mpirun -np 16 ./app",
};

/// A number of 1 to `most`.   Fails: false.
bool read_host_number(const std::string& text, int most, int& number) {
    char* end = nullptr;
    const long value = std::strtol(text.c_str(), &end, 10);
    number = static_cast<int>(value);
    return !text.empty() && *end == 0 && value >= 1 && value <= most;
}

/// The hostfiles for runs on the first `hosts` hosts; they stay until the cluster is removed.
LaunchFiles write_hostfiles(const ClusterSpec& spec, int hosts) {
    const std::string folder = cluster_folder(spec.name), tail = "-" + std::to_string(hosts);
    const LaunchFiles files{folder + "/openmpi" + tail, folder + "/hydra" + tail, folder + "/agent"};
    const ClusterLock lock;
    if (!std::filesystem::exists(files.open_mpi_hostfile))
        write_whole(files.open_mpi_hostfile, open_mpi_hostfile(spec, hosts));
    if (!std::filesystem::exists(files.hydra_hostfile)) write_whole(files.hydra_hostfile, hydra_hostfile(spec, hosts));
    return files;
}

/// The number of the host called `name`, or 0.
int host_called(const ClusterSpec& spec, const std::string& name) {
    for (int host = 1; host <= spec.hosts; ++host)
        if (name == host_name(spec, host) || name == host_address(spec, host)) return host;
    return 0;
}

int start(const ClusterRecord& record, const Words& command, int hosts, int on) {
    const ClusterSpec& spec = record.spec;
    if (!record.complete)
        return complain("cluster run",
                        spec.name + " is unfinished: shunt cluster down --name " + spec.name + ", then up again",
                        kFailed);
    const auto is_set = [](const std::string& name) { return config::environment_value(name.c_str()) != nullptr; };
    Supervised what;
    what.command = command;
    what.environment = launch_environment(spec, write_hostfiles(spec, hosts), is_set);
    what.prepare = [&] {
        enter_scheduling_group(spec.name);
        return enter_host(spec, on);
    };
    return supervise(what);
}

}  // namespace

int cluster_run(const Arguments& arguments) {
    namespace po = boost::program_options;
    Arguments ours;
    Words command;
    const bool split = split_command(arguments, ours, command);
    po::options_description options;
    options.add_options()("name", po::value<std::string>()->value_name("NAME"), "which cluster; lab unless given")(
        "hosts", po::value<std::string>()->value_name("K"), "launchers use the first K hosts; all unless given")(
        "on", po::value<std::string>()->value_name("HOST"),
        "the number of the host to start COMMAND on; 1 unless given");
    const Parsed parsed = parse_command_line(kClusterRunPage, options, {}, ours);
    if (parsed.status >= 0) return parsed.status;
    if (!split || command.empty())
        return complain("cluster run",
                        "put -- and the command to run behind the options (see shunt cluster run --help)", kUsage);
    ClusterRecord record;
    const std::string name = parsed.has("name") ? parsed.text("name") : std::string(kDefaultCluster);
    if (const int status = find_cluster("cluster run", name, record); status != kDone) return status;
    int hosts = record.spec.hosts, on = 1;
    for (const auto& [option, value] : {std::pair<const char*, int*>{"hosts", &hosts}, {"on", &on}})
        if (parsed.has(option) && !read_host_number(parsed.text(option), record.spec.hosts, *value))
            return complain("cluster run",
                            "--" + std::string(option) + " must be 1 to " + std::to_string(record.spec.hosts) +
                                ", not '" + parsed.text(option) + "'",
                            kUsage);
    return start(record, command, hosts, on);
}

int cluster_agent(const Arguments& arguments) {
    ClusterRecord record;
    std::string error;
    std::size_t at = 1;
    while (at < arguments.size() && arguments[at].starts_with('-')) ++at;  // options for ssh
    if (at + 1 >= arguments.size())
        return complain("cluster agent", "it is started by launchers, as CLUSTER HOST COMMAND...", kUsage);
    if (!read_record(arguments[0], record, error)) return complain("cluster agent", error, kFailed);
    const int host = host_called(record.spec, arguments[at]);
    if (host == 0)
        return complain("cluster agent",
                        record.spec.name + " has no host " + arguments[at] + " (shunt cluster status --name " +
                            record.spec.name + ")",
                        kFailed);
    std::string line;  // as ssh does: the words are joined to one line for a shell
    for (std::size_t i = at + 1; i < arguments.size(); ++i) line += (i == at + 1 ? "" : " ") + arguments[i];
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // when the launcher ends, its daemon here must end too
    Supervised what;
    what.command = {"/bin/sh", "-c", line};
    what.prepare = [&] { return enter_host(record.spec, host); };
    what.waits_for_daemons = true;
    return supervise(what);
}

}  // namespace shunt::tools
