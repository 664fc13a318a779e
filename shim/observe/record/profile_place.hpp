#pragma once
// What profiles are called, and how a finished file gets its name while others do the same: steps of a job, tasks of a
// job array, commands of a script that run at once, on one host or on several that share a folder.
#include <cstdint>
#include <string>

namespace shunt::record {

/// What tells this job of Slurm's from all others: "job12", "job12_3" for a task of an array, with ".step0" behind
/// it for what runs in a step; empty outside of Slurm. `get` is getenv or a stand-in for it.
std::string job_label(const char* (*get)(const char*));

/// "STEM.shunt", and from number 2 on "STEM.N.shunt".
std::string numbered_profile(const std::string& stem, int number);

enum class Placing {
    replace,            ///< what has the name already is replaced
    replace_other_run,  ///< likewise, but a profile of the same run is kept
    keep,               ///< what has the name already is kept
};

/// Gives the finished profile `temporary` of run `run_id` its name: `path`, or where a file of that name is kept the
/// first free of STEM.2.shunt, STEM.3.shunt ..., with which `path` is replaced. Of several that ask for one name at the
/// same time each gets its own, or replaces what `placing` says.
/// Thread: any.   Blocks: up to a second, where a stranger has locked the file.
/// Fails: an errno; `temporary` is still there. 0: done.
int put_in_place(const std::string& temporary, std::string& path, Placing placing, std::uint64_t run_id);

/// Makes an empty file of the first free name STEM.shunt, STEM.2.shunt ..., which nobody else then takes.
/// Returns: the name; where no file can be made there, the first free one.
std::string claim_profile(const std::string& stem);

/// Takes an empty file away again that was claimed.
void unclaim_profile(const std::string& path);

}  // namespace shunt::record
