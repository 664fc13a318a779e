#include "tools/cluster/scheduling_group.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace shunt::tools {
namespace {

std::string group_name(const std::string& cluster) { return "/shunt-cluster-" + cluster; }

std::string first_line(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// Whether `list`, whose words are separated by `separator`, contains `word`.
bool has_word(const std::string& list, char separator, const std::string& word) {
    std::istringstream words(list);
    for (std::string each; std::getline(words, each, separator);)
        if (each == word) return true;
    return false;
}

/// The folder below which a group is to be made, or an empty text (cgroups(7)).
std::string parent_folder(const std::string& system) {
    if (first_line(system + "/proc/sys/kernel/sched_autogroup_enabled") != "1") return {};
    const std::string root = system + "/sys/fs/cgroup";
    std::ifstream groups(system + "/proc/self/cgroup");
    std::string unified;  // group in version 2, in which all controllers share one hierarchy
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), place = line.substr(second + 1);
        if (has_word(controllers, ',', "cpu")) return place == "/" ? root + "/" + controllers : std::string();
        if (controllers.empty()) unified = place;
    }
    const bool is_in_group = ::access((root + unified + "/cpu.weight").c_str(), F_OK) == 0;
    return !is_in_group && has_word(first_line(root + "/cgroup.subtree_control"), ' ', "cpu") ? root : std::string();
}

}  // namespace

void enter_scheduling_group(const std::string& cluster, const std::string& system) {
    const std::string parent = parent_folder(system), group = parent + group_name(cluster);
    if (parent.empty()) return;
    ::mkdir(group.c_str(), 0755);                               // it may exist already
    std::ofstream(group + "/cgroup.procs") << 0 << std::flush;  // 0 means the writing process
}

void remove_scheduling_group(const std::string& cluster, const std::string& system) {
    for (const char* hierarchy : {"", "/cpu", "/cpu,cpuacct"})
        ::rmdir((system + "/sys/fs/cgroup" + hierarchy + group_name(cluster)).c_str());
}

}  // namespace shunt::tools
