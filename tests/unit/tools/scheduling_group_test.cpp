// The control group of a cluster's programs, in trees of files that look like a machine's.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tools/cluster/scheduling_group.hpp"

using namespace shunt::tools;

namespace {

namespace fs = std::filesystem;

class Machine {
public:
    Machine() {
        std::string name = (fs::temp_directory_path() / "shunt-machine-XXXXXX").string();
        root = ::mkdtemp(name.data());
        put("/proc/sys/kernel/sched_autogroup_enabled", "1\n");
    }
    ~Machine() { fs::remove_all(root); }
    Machine(const Machine&) = delete;

    void put(const std::string& path, const std::string& text) const {
        fs::create_directories(fs::path(root + path).parent_path());
        std::ofstream(root + path) << text;
    }
    /// The control group that the process entered: the folder of the one file to which its 0 was written.
    std::string entered() const {
        enter_scheduling_group("lab", root);
        for (const auto& each : fs::recursive_directory_iterator(root)) {
            if (each.path().filename() != "cgroup.procs") continue;
            std::ifstream file(each.path());
            CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "0");
            return each.path().parent_path().string().substr(root.size());
        }
        return {};
    }

    std::string root;
};

}  // namespace

TEST_CASE("a cluster's programs go into one control group of version 1", "[tools][cluster]") {
    const Machine machine;
    machine.put("/proc/self/cgroup", "5:memory:/some\n2:cpuacct:/\n1:cpu:/\n0::/\n");
    fs::create_directories(machine.root + "/sys/fs/cgroup/cpu");
    CHECK(machine.entered() == "/sys/fs/cgroup/cpu/shunt-cluster-lab");
    CHECK(machine.entered() == "/sys/fs/cgroup/cpu/shunt-cluster-lab");  // the next run finds it
    fs::remove(machine.root + "/sys/fs/cgroup/cpu/shunt-cluster-lab/cgroup.procs");
    remove_scheduling_group("other", machine.root);
    CHECK(fs::exists(machine.root + "/sys/fs/cgroup/cpu/shunt-cluster-lab"));
    remove_scheduling_group("lab", machine.root);
    CHECK_FALSE(fs::exists(machine.root + "/sys/fs/cgroup/cpu/shunt-cluster-lab"));
}

TEST_CASE("controllers that are mounted together have one folder", "[tools][cluster]") {
    const Machine machine;
    machine.put("/proc/self/cgroup", "3:cpuset:/\n4:cpu,cpuacct:/\n");
    fs::create_directories(machine.root + "/sys/fs/cgroup/cpu,cpuacct");
    CHECK(machine.entered() == "/sys/fs/cgroup/cpu,cpuacct/shunt-cluster-lab");
}

TEST_CASE("a cluster's programs go into one control group of version 2", "[tools][cluster]") {
    const Machine machine;
    machine.put("/proc/self/cgroup", "0::/user.slice/session-1.scope\n");
    machine.put("/sys/fs/cgroup/cgroup.subtree_control", "cpuset cpu io\n");
    CHECK(machine.entered() == "/sys/fs/cgroup/shunt-cluster-lab");
}

TEST_CASE("a process that is already in a control group stays there", "[tools][cluster]") {
    const Machine machine;
    SECTION("version 1") {
        machine.put("/proc/self/cgroup", "1:cpu:/batch/job7\n");
        fs::create_directories(machine.root + "/sys/fs/cgroup/cpu");
    }
    SECTION("version 2") {
        machine.put("/proc/self/cgroup", "0::/job7\n");
        machine.put("/sys/fs/cgroup/cgroup.subtree_control", "cpu\n");
        machine.put("/sys/fs/cgroup/job7/cpu.weight", "100\n");
    }
    CHECK(machine.entered() == "");
}

TEST_CASE("no control group is made where it would not help, or cannot be made", "[tools][cluster]") {
    const Machine machine;
    machine.put("/proc/self/cgroup", "1:cpu:/\n");
    SECTION("sessions are no groups") {
        machine.put("/proc/sys/kernel/sched_autogroup_enabled", "0\n");
        fs::create_directories(machine.root + "/sys/fs/cgroup/cpu");
    }
    SECTION("the hierarchy is not mounted") {}
    SECTION("version 2 without the controller") {
        machine.put("/proc/self/cgroup", "0::/\n");
        machine.put("/sys/fs/cgroup/cgroup.subtree_control", "memory cpuset\n");
    }
    CHECK(machine.entered() == "");
}
