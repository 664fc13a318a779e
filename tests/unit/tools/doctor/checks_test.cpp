#include "tools/doctor/checks.hpp"

#include <catch2/catch.hpp>
#include <sstream>

#include "tests/unit/tools/approval.hpp"

using namespace shunt::tools;

namespace {

Machine healthy() {
    Machine machine;
    machine.library = "/usr/lib/libshunt.so";
    machine.backends = {"mpich", "openmpi"};
    machine.mpis = {{"/usr/lib/libmpi.so.40", MpiFamily::open_mpi, {}},
                    {"/usr/lib/libmpich.so.12", MpiFamily::mpich, {}}};
    machine.launchers = {"mpirun (Open MPI)"};
    machine.cores = machine.usable_cores = 8;
    machine.spool_directory = "/tmp/shunt-1000";
    machine.spool_writable = machine.shm_writable = true;
    machine.spool_free_bytes = machine.shm_free_bytes = 1ull << 34;
    machine.record_bytes = 8 << 20;
    machine.spool_keep = "168h";
    machine.spool_room = "1G";
    machine.multicast = {true, "eth0", "10.77.0.1", 1500, true, true, true, {}};
    return machine;
}

std::string printed(const Machine& machine) {
    std::ostringstream out;
    print_checks(check_machine(machine), out);
    return out.str();
}

}  // namespace

TEST_CASE("the doctor finds nothing wrong with a healthy machine", "[tools]") {
    const std::string text = printed(healthy());
    CHECK(text.find("warn") == std::string::npos);
    CHECK(text.find("FAIL") == std::string::npos);
    CHECK(text.ends_with("All is well.\n"));
}

TEST_CASE("the doctor names each trouble and its remedy", "[tools][approval]") {
    Machine machine = healthy();
    machine.backends = {"openmpi"};
    machine.mpis.push_back({"/opt/strange/libmpi.so.1", MpiFamily::other, {}});
    machine.launchers.clear();
    machine.usable_cores = 4;
    machine.quota_cores = 1.5;
    machine.spool_free_bytes = 10 << 20;
    machine.leftover_runs = 2;
    machine.leftover_bytes = 64 << 20;
    machine.leftover_elsewhere = 1;
    machine.leftover_strange = 3;
    machine.shm_free_bytes = 1 << 20;
    machine.ptrace_scope = 1;
    machine.multicast.looped = false;
    machine.rdma = {{"mlx5_0 port 1 (InfiniBand, active)"}, true, true, true, false, 64 << 10};
    machine.setting_problems = {
        "environment SHUNT_WIAT: there is no such option; the nearest known name is SHUNT_WAIT"};
    shunt::tests::approve("doctor.txt", printed(machine));
}

TEST_CASE("the doctor reports how leftovers are removed, and the owner of a spool folder that is not used", "[tools]") {
    Machine machine = healthy();
    machine.leftover_runs = 1;
    machine.spool_room = "0";
    CHECK(printed(machine).find("later runs remove them after 168h (spool.keep)\n") != std::string::npos);
    machine.spool_keep = "0";
    CHECK(printed(machine).find("remove them never") != std::string::npos);
    machine.spool_problem = "the spool folder /tmp/shunt-1000 belongs to user 65534";
    CHECK(
        printed(machine).find("warn  the spool folder /tmp/shunt-1000 belongs to user 65534: records stay in memory") !=
        std::string::npos);
}

TEST_CASE("the doctor reports the place and amount of knowledge, and why it is not used", "[tools]") {
    Machine machine = healthy();
    CHECK(printed(machine).find("knowledge") == std::string::npos);
    machine.knowledge_file = "/home/a/.cache/shunt/knowledge";
    CHECK(printed(machine).find("knowledge of auto: /home/a/.cache/shunt/knowledge, nothing yet\n") !=
          std::string::npos);
    machine.knowledge_entries = 12;
    machine.knowledge_sections = 2;
    CHECK(printed(machine).find(", 12 kinds of calls, in 2 settings of MPI, hosts and options\n") != std::string::npos);
    CHECK(printed(machine).ends_with("All is well.\n"));
    machine.knowledge_problem = "it belongs to user 65534";
    CHECK(printed(machine).find("warn  knowledge of auto: /home/a/.cache/shunt/knowledge: it belongs to user 65534") !=
          std::string::npos);
}

TEST_CASE("the doctor reports faults of multicast", "[tools]") {
    Machine machine = healthy();
    CHECK(printed(machine).find(
              "leaves by eth0 (10.77.0.1, MTU 1500); a member on this host receives multicast. Whether the switch") !=
          std::string::npos);
    machine.multicast.joined = false;
    CHECK(printed(machine).find("no group can be joined") != std::string::npos);
    machine.multicast.interface_can = false;
    CHECK(printed(machine).find("is no interface for multicast") != std::string::npos);
    machine.multicast = {};
    machine.multicast.error = "Network is unreachable";
    CHECK(printed(machine).find("no route for 239.0.0.0/8 (Network is unreachable)\n      -> ip route add") !=
          std::string::npos);
}

TEST_CASE("the doctor reports the RDMA devices and the missing requirements", "[tools]") {
    Machine machine = healthy();
    CHECK(printed(machine).find(
              "ok    RDMA: no device; shared memory and TCP are used, and this build of Shunt has no RDMA") !=
          std::string::npos);
    machine.rdma = {{"rxe0 port 1 (Ethernet, active)", "rxe1 port 1 (Ethernet, down)"}, true, true, true, true, 0};
    CHECK(printed(machine).find("ok    RDMA: rxe0 port 1 (Ethernet, active), rxe1 port 1 (Ethernet, down); pipelines "
                                "among nodes use it where all have it\n") != std::string::npos);
    machine.rdma.may_open = false;
    CHECK(printed(machine).find(
              "but none that this user may open\n      -> give read and write rights to /dev/infiniband/uverbs*") !=
          std::string::npos);
    machine.rdma.has_library = false;
    CHECK(printed(machine).find("but no libibverbs.so.1\n      -> install the packages libibverbs1") !=
          std::string::npos);
    machine.rdma.any_active = false;
    CHECK(printed(machine).find("-> is the link up?") != std::string::npos);
    machine.rdma.built = false;
    CHECK(printed(machine).find("-> install libibverbs-dev and build") != std::string::npos);
}

TEST_CASE("without its library Shunt fails the doctor's check", "[tools]") {
    Machine machine = healthy();
    machine.library.clear();
    machine.library_error = "libshunt.so was not found";
    CHECK(printed(machine).starts_with("FAIL  libshunt.so was not found\n      -> "));
    machine = healthy();
    machine.backends.clear();
    CHECK(check_machine(machine).front().result == CheckResult::fail);
    machine = healthy();
    machine.spool_writable = false;
    CHECK(printed(machine).find("warn  spool directory /tmp/shunt-1000 is not writable") != std::string::npos);
}

TEST_CASE("the doctor reports the rights that a container removes, and the options that restore them", "[tools]") {
    Machine machine = healthy();
    machine.shm_free_bytes = 64 << 20;
    machine.container = {"Operation not permitted", "Function not implemented", true, true};
    const std::string text = printed(machine);
    CHECK(text.find("warn  /dev/shm has 64 MiB free\n") != std::string::npos);
    CHECK(text.find("warn  process_vm_readv: Operation not permitted") != std::string::npos);
    CHECK(text.find("--cap-add=SYS_PTRACE") != std::string::npos);
    CHECK(text.find("warn  memfd_create: Function not implemented") != std::string::npos);
    CHECK(text.find("ok    a container") != std::string::npos);
    machine.container = {{}, {}, false, true};
    CHECK(printed(machine).find("warn  /proc does not show this shell's pid namespace") != std::string::npos);
}
