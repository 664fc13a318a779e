#include "tools/doctor/checks.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

#include "tools/report/units.hpp"

namespace shunt::tools {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

Check ok(std::string text) { return {CheckResult::ok, std::move(text), {}}; }
Check warn(std::string text, std::string remedy) { return {CheckResult::warn, std::move(text), std::move(remedy)}; }
Check fail(std::string text, std::string remedy) { return {CheckResult::fail, std::move(text), std::move(remedy)}; }

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

Check check_library(const Machine& machine) {
    if (machine.library.empty())
        return fail(machine.library_error, "build or install Shunt whole, or set SHUNT_LIBRARY");
    if (machine.backends.empty())
        return fail(machine.library + " has no libshunt-*.so beside it: every MPI would only be passed through",
                    "build Shunt where an MPI with its headers is installed (Debian: libopenmpi-dev, libmpich-dev)");
    return ok(machine.library + " for " + joined(machine.backends));
}

void check_mpis(const Machine& machine, std::vector<Check>& out) {
    if (machine.mpis.empty())
        out.push_back(warn("no MPI library was found where the dynamic linker looks",
                           "install one, or set LD_LIBRARY_PATH; modules may have to be loaded first"));
    for (const MpiLibrary& mpi : machine.mpis) {
        const std::string text = std::string(name_of(mpi.family)) + ": " + mpi.path;
        const std::string backend(backend_of(mpi.family));
        if (backend.empty())
            out.push_back(warn(text + " is of no kind Shunt knows: its programs run, but nothing is recorded",
                               "use an Open MPI, MPICH or an MPI of their ABI"));
        else if (!machine.library.empty() && std::count(machine.backends.begin(), machine.backends.end(), backend) == 0)
            out.push_back(warn(text + ", but there is no libshunt-" + backend + ".so",
                               "build Shunt with that MPI's headers installed"));
        else out.push_back(ok(text));
    }
}

Check check_launchers(const Machine& machine) {
    if (machine.launchers.empty())
        return warn("no launcher (mpirun, mpiexec, srun ...) in PATH",
                    "install one or load its module; programs can still be run alone");
    return ok("launchers: " + joined(machine.launchers));
}

Check check_cores(const Machine& machine) {
    const std::string text =
        std::to_string(machine.usable_cores) + " of " + std::to_string(machine.cores) + " cores may be used";
    if (machine.quota_cores > 0 && machine.quota_cores < machine.usable_cores) {
        char share[32];
        std::snprintf(share, sizeof share, "%.3g", machine.quota_cores);
        return warn(text + ", but only " + share + " cores' worth of time (container limit)",
                    "start no more ranks than that, or set wait = gentle");
    }
    if (machine.usable_cores < machine.cores)
        return warn(text, "this shell is bound to some cores (taskset, cgroup); ranks it starts are too");
    return ok(text);
}

Check check_spool(const Machine& machine) {
    if (!machine.spool_problem.empty())
        return warn(machine.spool_problem + ": records stay in memory and do not outlive a crash",
                    "set SHUNT_SPOOL to a folder of your own, or chmod go-w yours");
    const std::string text = "spool directory " + machine.spool_directory;
    if (!machine.spool_writable)
        return warn(text + " is not writable: records will not outlive a crash",
                    "set SHUNT_SPOOL to a writable local directory");
    const auto need =
        static_cast<std::uint64_t>(machine.record_bytes) * static_cast<std::uint64_t>(std::max(machine.cores, 1));
    const std::string room = ", " + show_bytes(static_cast<double>(machine.spool_free_bytes)) + " free";
    if (machine.spool_free_bytes < need)
        return warn(text + room + ": too little for a record of " +
                        show_bytes(static_cast<double>(machine.record_bytes)) + " a core",
                    "free some space, set SHUNT_SPOOL, or lower SHUNT_RECORD_MEMORY");
    return ok(text + room);
}

/// The options by which leftovers are removed automatically.
std::string sweep_text(const Machine& machine) {
    const std::string age = "after " + machine.spool_keep + " (spool.keep)",
                      size = "beyond " + machine.spool_room + " bytes (spool.room)";
    if (machine.spool_keep == "0") return machine.spool_room == "0" ? "never (spool.keep, spool.room)" : size;
    return machine.spool_room == "0" ? age : age + " and " + size;
}

void check_leftovers(const Machine& machine, std::vector<Check>& out) {
    if (machine.leftover_strange != 0)
        out.push_back(warn(std::to_string(machine.leftover_strange) + " files there cannot be used",
                           "shunt recover --list shows why; Shunt does not remove them"));
    if (machine.leftover_runs == 0) return;
    std::string text = std::to_string(machine.leftover_runs) + " ended runs have left records there, " +
                       show_bytes(static_cast<double>(machine.leftover_bytes));
    if (machine.leftover_elsewhere != 0)
        text += "; " + std::to_string(machine.leftover_elsewhere) + " of them on other hosts, which remove their own";
    out.push_back(warn(text,
                       "shunt recover --list shows them, shunt recover --run ID --clean makes a profile and removes "
                       "them; later runs remove them " +
                           sweep_text(machine)));
}

void check_knowledge(const Machine& machine, std::vector<Check>& out) {
    if (machine.knowledge_file.empty()) return;
    const std::string file = "knowledge of auto: " + machine.knowledge_file;
    if (!machine.knowledge_problem.empty())
        return out.push_back(
            warn(file + ": " + machine.knowledge_problem,
                 "remove it, or name another with auto.knowledge; without it each run measures the carriers anew"));
    const std::string entries = std::to_string(machine.knowledge_entries);
    if (machine.knowledge_entries == 0) return out.push_back(ok(file + ", nothing yet"));
    out.push_back(ok(file + ", " + entries + " kinds of calls, in " + std::to_string(machine.knowledge_sections) +
                     (machine.knowledge_sections == 1 ? " setting" : " settings") + " of MPI, hosts and options"));
}

Check check_shm(const Machine& machine) {
    if (!machine.shm_writable)
        return warn("/dev/shm is not writable",
                    "MPI's shared memory may be slow or fail; in containers: --shm-size, --ipc=host");
    const std::string text = "/dev/shm has " + show_bytes(static_cast<double>(machine.shm_free_bytes)) + " free";
    if (machine.shm_free_bytes <= 64 * kMiB)
        return warn(text, "MPI may run out of shared memory; in containers: --shm-size=1g");
    return ok(text);
}

Check check_copies(const Machine& machine) {
    if (const std::string& error = machine.container.copy_error; !error.empty())
        return warn("process_vm_readv: " + error + ": ranks cannot copy straight from each other's memory",
                    "containers: --cap-add=SYS_PTRACE, or a seccomp profile that allows process_vm_readv and "
                    "process_vm_writev; without, large messages inside a node are copied twice");
    if (machine.ptrace_scope == 0) return ok("ranks may read each other's memory (no Yama restriction)");
    return warn("kernel.yama.ptrace_scope is " + std::to_string(machine.ptrace_scope) +
                    ": ranks cannot copy straight from each other's memory",
                "sysctl kernel.yama.ptrace_scope=0 makes large messages inside a node faster; nothing fails without");
}

void check_container(const Machine& machine, std::vector<Check>& out) {
    const ContainerFacts& facts = machine.container;
    if (!facts.memory_file_error.empty())
        out.push_back(
            warn("memfd_create: " + facts.memory_file_error + ": shared memory of ranks is taken from /dev/shm",
                 "allow memfd_create in the seccomp profile, or make /dev/shm large (--shm-size=1g)"));
    if (!facts.is_proc_own)
        out.push_back(
            warn("/proc does not show this shell's pid namespace: ranks here cannot see each other, and share "
                 "memory through /dev/shm alone",
                 "mount /proc inside (unshare --mount-proc; docker and podman do it by themselves)"));
    else if (facts.has_own_pids)
        out.push_back(
            ok("a container (a pid namespace of its own): its ranks share memory; with ranks of other containers "
               "on this host only with --pid=host and --ipc=host"));
}

Check check_multicast(const Machine& machine) {
    const MulticastFacts& facts = machine.multicast;
    if (!facts.has_route)
        return warn("multicast: no route for 239.0.0.0/8 (" + facts.error + ")",
                    "ip route add 224.0.0.0/4 dev INTERFACE, with the interface that leads to the other hosts");
    const std::string way = "multicast: 239.0.0.0/8 leaves by " +
                            (facts.interface.empty() ? "an unknown interface" : facts.interface) + " (" +
                            facts.address + ", MTU " + std::to_string(facts.mtu_bytes) + ")";
    if (!facts.interface_can)
        return warn(way + ", which is no interface for multicast",
                    "route 224.0.0.0/4 to one that is: ip route add 224.0.0.0/4 dev INTERFACE");
    if (!facts.joined)
        return warn(way + ", where no group can be joined" + (facts.error.empty() ? "" : " (" + facts.error + ")"),
                    "see net.ipv4.igmp_max_memberships, and whether this container may use multicast");
    if (!facts.looped)
        return warn(way + ", but a member on this host did not receive the test packet" +
                        (facts.error.empty() ? "" : " (" + facts.error + ")"),
                    "a packet filter may drop it (nft list ruleset, iptables -L)");
    return ok(way +
              "; a member on this host receives multicast. Whether the switch forwards it, only a test from another "
              "host can show");
}

Check check_rdma(const Machine& machine) {
    const RdmaFacts& facts = machine.rdma;
    const std::string without =
        facts.built ? "" : ", and this build of Shunt has no RDMA (libibverbs-dev was not there)";
    if (facts.ports.empty()) return ok("RDMA: no device; shared memory and TCP are used" + without);
    const std::string text = "RDMA: " + joined(facts.ports);
    if (!facts.built) return warn(text + without, "install libibverbs-dev and build Shunt again");
    if (!facts.any_active) return warn(text, "is the link up? see rdma link, ibv_devinfo");
    if (!facts.has_library)
        return warn(text + ", but no libibverbs.so.1", "install the packages libibverbs1 and ibverbs-providers");
    if (!facts.may_open)
        return warn(text + ", but none that this user may open",
                    "give read and write rights to /dev/infiniband/uverbs* (package rdma-core; for a container "
                    "--device=/dev/infiniband)");
    if (!facts.may_lock)
        return warn(
            text + ", but only " + show_bytes(static_cast<double>(facts.lock_bytes)) + " of memory may be locked",
            "ulimit -l unlimited, or 'memlock unlimited' in /etc/security/limits.conf (and LimitMEMLOCK= of a batch "
            "daemon)");
    return ok(text + "; pipelines among nodes use it where all have it");
}

}  // namespace

std::vector<Check> check_machine(const Machine& machine) {
    std::vector<Check> checks{check_library(machine)};
    check_mpis(machine, checks);
    checks.push_back(check_launchers(machine));
    checks.push_back(check_cores(machine));
    checks.push_back(check_spool(machine));
    check_leftovers(machine, checks);
    check_knowledge(machine, checks);
    checks.push_back(check_shm(machine));
    checks.push_back(check_copies(machine));
    check_container(machine, checks);
    checks.push_back(check_multicast(machine));
    checks.push_back(check_rdma(machine));
    for (const std::string& problem : machine.setting_problems)
        checks.push_back(warn("settings: " + problem, "see shunt options"));
    if (machine.setting_problems.empty()) checks.push_back(ok("settings"));
    return checks;
}

void print_checks(const std::vector<Check>& checks, std::ostream& out) {
    std::size_t warnings = 0, failures = 0;
    for (const Check& check : checks) {
        warnings += check.result == CheckResult::warn;
        failures += check.result == CheckResult::fail;
        out << (check.result == CheckResult::ok     ? "ok    "
                : check.result == CheckResult::warn ? "warn  "
                                                    : "FAIL  ")
            << check.text << '\n';
        if (check.result != CheckResult::ok) out << "      -> " << check.remedy << '\n';
    }
    if (failures != 0) out << "\nShunt cannot work here until the lines with FAIL are fixed.\n";
    else if (warnings != 0) out << "\nShunt can work here.\n";
    else out << "\nAll is well.\n";
}

}  // namespace shunt::tools
