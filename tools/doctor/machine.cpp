// Gathers the facts about this machine that the doctor checks.
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "config/environment.hpp"
#include "config/reader.hpp"
#include "native/base/own_file.hpp"
#include "native/base/processors.hpp"
#include "native/select/knowledge.hpp"
#include "native/select/vocabulary.hpp"
#include "tools/doctor/checks.hpp"
#include "tools/launch/child_process.hpp"
#include "tools/launch/launcher.hpp"
#include "tools/launch/library_path.hpp"
#include "tools/launch/spool_set.hpp"

namespace shunt::tools {
namespace {

namespace fs = std::filesystem;

void find_shunt(Machine& machine) {
    const char* wanted = config::environment_value("SHUNT_LIBRARY");
    machine.library = find_library(wanted != nullptr ? wanted : "", machine.library_error);
    if (machine.library.empty()) return;
    std::error_code trouble;
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(machine.library).parent_path(), trouble)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("libshunt-") && name.ends_with(".so")) names.insert(name.substr(9, name.size() - 12));
    }
    machine.backends.assign(names.begin(), names.end());
}

void find_launchers(Machine& machine) {
    for (const char* name :
         {"mpirun", "mpiexec", "mpirun.openmpi", "orterun", "mpirun.mpich", "mpiexec.hydra", "srun"}) {
        const std::string path = find_in_path(name);
        if (path.empty()) continue;
        char resolved[PATH_MAX];
        auto kind = launcher_from_name(name);
        if (!kind && ::realpath(path.c_str(), resolved) != nullptr) kind = launcher_from_name(resolved);
        if (!kind) kind = launcher_from_version(output_of({path, "--version"}, 5000));
        machine.launchers.push_back(std::string(name) + " (" + (kind ? std::string(name_of(*kind)) : "unknown kind") +
                                    ")");
    }
}

/// The CPU time that the control group of this process may use, in cores; 0: no limit.
double quota_cores() {
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    std::string quota;
    double period = 0;
    if (!(file >> quota >> period) || quota == "max" || period <= 0) return 0;
    return std::strtod(quota.c_str(), nullptr) / period;
}

void count_cores(Machine& machine) {
    machine.cores = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    machine.usable_cores = machine.cores;
    if (const std::size_t usable = usable_processors().size(); usable > 0)
        machine.usable_cores = static_cast<int>(usable);
    machine.quota_cores = quota_cores();
}

std::uint64_t free_bytes(const std::string& path) {
    struct statvfs found {};
    if (::statvfs(path.c_str(), &found) != 0) return 0;
    return std::uint64_t{found.f_bavail} * found.f_frsize;
}

void look_at_spool(Machine& machine) {
    std::error_code trouble;
    const fs::path folder = machine.spool_directory;
    const bool there = fs::is_directory(folder, trouble);
    const std::string place =
        there ? folder.string() : fs::absolute(folder).parent_path().string();  // the first run makes it
    machine.spool_writable = ::access(place.c_str(), W_OK | X_OK) == 0;
    machine.spool_free_bytes = free_bytes(place);
    if (!there || !machine.spool_problem.empty() || ::access(place.c_str(), R_OK | X_OK) != 0) return;
    std::vector<std::string> remarks;
    for (const SpoolRun& run : find_runs(folder.string(), is_alive_here, remarks)) {
        if (run.alive()) continue;
        ++machine.leftover_runs;
        for (const SpoolFile& file : run.files) machine.leftover_bytes += file.bytes;
        machine.leftover_elsewhere += std::any_of(run.files.begin(), run.files.end(),
                                                  [](const SpoolFile& file) { return !is_of_this_host(file.header); });
    }
    machine.leftover_strange = remarks.size();
}

/// `shunt run --auto` keeps a knowledge file unless the option switches it off.
void look_at_knowledge(Machine& machine, const config::Loaded& loaded) {
    const auto place = static_cast<std::size_t>(option_table().index("auto.knowledge"));
    const bool is_set = loaded.sources[place].setter != config::Setter::default_value;
    machine.knowledge_file =
        is_set ? loaded.knowledge_file : config::default_knowledge_file(config::process_environment());
    if (machine.knowledge_file.empty()) return;
    const OwnFile file = read_own_file(machine.knowledge_file, Knowledge::kMostBytes);
    machine.knowledge_problem = file.problem;
    if (!file.is_there) return;
    const ParsedKnowledge parsed = parse_knowledge(file.text);
    if (!parsed.problems.empty()) machine.knowledge_problem = parsed.problems.front();
    machine.knowledge_entries = parsed.knowledge.entry_count();
    machine.knowledge_sections = parsed.knowledge.sections.size();
}

std::string option_text(const config::Loaded& loaded, std::string_view key) {
    const config::OptionTable& table = option_table();
    return config::value_text(table.rows()[static_cast<std::size_t>(table.index(key))], loaded.options);
}

}  // namespace

Machine gather_machine() {
    Machine machine;
    find_shunt(machine);
    machine.mpis = installed_mpis();
    find_launchers(machine);
    count_cores(machine);
    std::vector<std::string> environment;  // SHUNT_LIBRARY is a variable of `shunt`, not an option
    for (std::string& entry : config::process_environment())
        if (!entry.starts_with("SHUNT_LIBRARY=")) environment.push_back(std::move(entry));
    const config::Loaded loaded =
        config::load({environment, {}, config::read_settings_file, ::geteuid()}, option_table());
    for (const config::Message& message : loaded.messages) machine.setting_problems.push_back(message.text);
    machine.spool_directory = loaded.spool_directory;
    machine.spool_problem = folder_problem(loaded.spool_directory, !loaded.options.spool.empty());
    machine.spool_keep = option_text(loaded, "spool.keep");
    machine.spool_room = option_text(loaded, "spool.room");
    machine.record_bytes = loaded.options.record.memory_bytes;
    look_at_spool(machine);
    look_at_knowledge(machine, loaded);
    machine.shm_writable = ::access("/dev/shm", W_OK | X_OK) == 0;
    machine.shm_free_bytes = free_bytes("/dev/shm");
    std::ifstream("/proc/sys/kernel/yama/ptrace_scope") >> machine.ptrace_scope;
    machine.container = probe_container();
    machine.multicast = probe_multicast();
    machine.rdma = probe_rdma();
    return machine;
}

}  // namespace shunt::tools
