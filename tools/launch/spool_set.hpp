#pragma once
// The spools that a run leaves if it could not write its profile: finding them, sorting them by run, merging.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "shim/observe/record/profile_file.hpp"
#include "shim/observe/record/spool_folder.hpp"

namespace shunt::tools {

/// One spool file: the facts from its header.
struct SpoolFile {
    std::string path;
    record::SpoolHeader header{};
    record::FileIdentity identity{};
    std::uint64_t bytes = 0;  ///< space on the disk
    bool alive = false;       ///< its process still runs on this host
    bool unseen = false;      ///< its process may still run: it was in another pid namespace of this host (a container)
};

/// The spools of one run.
struct SpoolRun {
    std::uint64_t run_id = 0;
    std::vector<SpoolFile> files;  ///< by rank; if a rank has two, only the later
    std::int32_t world_size = 0;
    std::int64_t start_unix_ns = 0;  ///< of the rank that started first
    std::string program;
    bool alive() const;
    bool unseen() const;
    /// "running", "running or killed, in a container", "killed", "aborted (code 3)" or "finished, but its profile was
    /// not written".
    std::string state_text() const;
};

/// Whether the process that wrote a header is still there. Tests pass their own.
using IsAlive = std::function<bool(const record::SpoolHeader&)>;
/// Whether a record was made on this host. Only the first label of the host name is compared: some records contain the
/// domain, others do not.
bool is_of_this_host(const record::SpoolHeader& header);
/// Whether the process is alive on this host, by pid and start time; processes of other hosts and of other pid
/// namespaces count as ended.
bool is_alive_here(const record::SpoolHeader& header);
/// Whether nothing can be known of the process because its pid is one of another pid namespace of this host. After a
/// boot all are known to have ended.
bool is_unseen_here(const record::SpoolHeader& header);

/// Why ranks would not keep their records in `directory` (see record::open_spool_folder); "" if they would, or if it
/// does not exist.
std::string folder_problem(const std::string& directory, bool is_named);

/// All `*.spool` files of `directory` by run, the newest run first. A file that cannot be read, is no spool, or belongs
/// to another user (see record::open_spool) adds a line to `remarks`. Links are not followed.   Fails: throws
/// std::runtime_error when the directory cannot be read.
std::vector<SpoolRun> find_runs(const std::string& directory, const IsAlive& is_alive,
                                std::vector<std::string>& remarks);

/// Records of one run in memory, compacted, and the views into them.
struct MergedRun {
    std::vector<std::vector<std::byte>> bytes;
    std::vector<record::Image> images;  ///< by rank
    std::vector<std::int32_t> missing;  ///< ranks without a record
    std::vector<std::string> remarks;   ///< files that could not be used, and why
};

/// Reads and checks all spools of `run`; `progress` is called with the number of files done.
MergedRun merge_run(const SpoolRun& run, const std::function<void(std::size_t)>& progress = {});

/// Adds to `merged` those images of `profile` whose ranks are missing in it.   Owner: `profile` must outlive `merged`.
void add_images(MergedRun& merged, const record::ProfileFile& profile);

/// "1, 2 and 5-9", at most a dozen parts.
std::string rank_list(const std::vector<std::int32_t>& ranks);

}  // namespace shunt::tools
