#pragma once
#include <cstdint>
#include <string>

#include "shim/observe/record/profile_file.hpp"
#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// Identifies the state of a file, to notice a change.
struct FileStamp {
    bool exists = false;
    std::uint64_t inode = 0;
    std::int64_t changed_ns = 0;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

FileStamp stamp_of(const std::string& path);

/// What a run has left: its profile; a profile recovered from spools of this host, where the program could not write
/// it; or nothing.
enum class Aftermath { profile, recovered, nothing };

/// Finds the profile at `path` (new since `before`), or makes it from what the run `run_id` left in `spool_directory`;
/// those spools are then removed. `end_ns`: when the command ended (CLOCK_MONOTONIC). Standard error shows what
/// happened to unfinished ranks.   Blocks: up to two seconds for ranks that are still ending.   Fails: `nothing`.
Aftermath collect_profile(const std::string& path, const FileStamp& before, std::uint64_t run_id,
                          const std::string& spool_directory, record::ProfileFile& out, std::int64_t end_ns = 0);

/// Why a command may have left no record, in lines of text.
std::string explain_nothing(const std::string& program, int status);

}  // namespace shunt::tools
