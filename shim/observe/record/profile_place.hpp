#pragma once
// The names of profiles, and how a finished file gets its name while others do the same: steps of a job, tasks of a job
// array, commands of a script that run at once, on one host or on several that share a folder.
#include <cstdint>
#include <string>

namespace shunt::record {

/// The label that distinguishes this job of Slurm from all others: "job12", "job12_3" for a task of an array, followed
/// by ".step0" for a process in a step; empty outside of Slurm. `get` is getenv or a stand-in for it.
std::string job_label(const char* (*get)(const char*));

/// "STEM.shunt", and from number 2 on "STEM.N.shunt".
std::string numbered_profile(const std::string& stem, int number);

enum class Placing {
    replace,            ///< an existing file of that name is replaced
    replace_other_run,  ///< likewise, but a profile of the same run is kept
    keep,               ///< an existing file of that name is kept
};

/// Gives the finished profile `temporary` of run `run_id` its name: `path`. If a file of that name is kept, it gets the
/// first free name of STEM.2.shunt, STEM.3.shunt ..., and `path` is set to it. If several processes ask for one name at
/// the same time, each gets its own name, or replaces what `placing` allows.
/// Thread: any.   Blocks: up to a second, if an unrelated process has locked the file.
/// Fails: an errno; `temporary` still exists. 0: done.
int put_in_place(const std::string& temporary, std::string& path, Placing placing, std::uint64_t run_id);

/// Makes an empty file of the first free name STEM.shunt, STEM.2.shunt ..., which no other process then takes.
/// Returns: the name; if no file can be made there, the first free one.
std::string claim_profile(const std::string& stem);

/// Removes an empty file that was claimed.
void unclaim_profile(const std::string& path);

}  // namespace shunt::record
