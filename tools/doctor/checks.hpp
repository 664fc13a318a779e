#pragma once
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "tools/doctor/container_probe.hpp"
#include "tools/doctor/multicast_probe.hpp"
#include "tools/doctor/rdma_probe.hpp"
#include "tools/launch/installed_mpi.hpp"

namespace shunt::tools {

enum class CheckResult { ok, warn, fail };

/// One line of the doctor: what it checked and found, and the remedy if something is wrong.
struct Check {
    CheckResult result = CheckResult::ok;
    std::string text;
    std::string remedy;
};

/// Facts about this machine, from gather_machine(); tests make their own.
struct Machine {
    std::string library;  ///< libshunt.so; empty: `library_error`
    std::string library_error;
    std::vector<std::string> backends;  ///< "openmpi" for libshunt-openmpi.so beside it
    std::vector<MpiLibrary> mpis;
    std::vector<std::string> launchers;  ///< "mpirun (Open MPI)"
    int cores = 0;                       ///< online
    int usable_cores = 0;                ///< cores that this process's affinity allows
    double quota_cores = 0;              ///< CPU time a container may use; 0: no limit
    std::string spool_directory;
    std::string spool_problem;  ///< why ranks will not use it (see record::open_spool_folder); empty: they will
    bool spool_writable = false;
    std::uint64_t spool_free_bytes = 0;
    std::size_t leftover_runs = 0;
    std::uint64_t leftover_bytes = 0;    ///< on the disk
    std::size_t leftover_elsewhere = 0;  ///< leftover_runs with records of other hosts, which only those remove
    std::size_t leftover_strange = 0;    ///< *.spool files that cannot be used
    std::string spool_keep, spool_room;  ///< options spool.keep and spool.room as text
    std::string knowledge_file;          ///< auto.knowledge, or the file that `on` would name; empty: off, or no folder
    std::string knowledge_problem;       ///< why it is not used, or what is wrong with a line; empty: no problem
    std::size_t knowledge_entries = 0, knowledge_sections = 0;
    std::int64_t record_bytes = 0;  ///< memory of one rank's record
    bool shm_writable = false;
    std::uint64_t shm_free_bytes = 0;
    int ptrace_scope = 0;
    ContainerFacts container;
    MulticastFacts multicast;
    RdmaFacts rdma;
    std::vector<std::string> setting_problems;
};

/// Blocks: reads files, and starts launchers to find their family.
Machine gather_machine();

std::vector<Check> check_machine(const Machine& machine);

/// Prints the lines, and the number of those that are not ok.
void print_checks(const std::vector<Check>& checks, std::ostream& out);

}  // namespace shunt::tools
