#include "tools/launch/run_aftermath.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include "native/base/clock.hpp"
#include "tools/analysis/last_places.hpp"
#include "tools/doctor/elf_symbols.hpp"
#include "tools/launch/child_process.hpp"
#include "tools/launch/spool_set.hpp"
#include "tools/progress.hpp"

namespace shunt::tools {
namespace {

/// The spools of run `run_id`. Waits until none of its ranks is alive, at most two seconds.
SpoolRun leftovers(const std::string& directory, std::uint64_t run_id) {
    const std::int64_t deadline = monotonic_ns() + 2'000'000'000;
    while (true) {
        std::vector<std::string> remarks;
        std::vector<SpoolRun> runs;
        if (::access(directory.c_str(), R_OK | X_OK) == 0) runs = find_runs(directory, is_alive_here, remarks);
        const auto found =
            std::find_if(runs.begin(), runs.end(), [&](const SpoolRun& run) { return run.run_id == run_id; });
        if (found == runs.end()) return {};
        if (!found->alive() || monotonic_ns() > deadline) return *found;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

void tell_unfinished(const MergedRun& merged, std::int64_t end_ns) {
    const auto places = last_places(merged.images, end_ns);
    const std::size_t unfinished = places.size() + merged.missing.size();
    const auto size = merged.images.front().header().world_size;
    for (const std::string& remark : merged.remarks) std::cerr << "shunt run: " << remark << '\n';
    if (unfinished != 0) std::cerr << "shunt run: " << unfinished << " of " << size << " ranks did not finish\n";
    constexpr std::size_t kMostPlaces = 8;
    for (std::size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) std::cerr << "  " << places[i] << '\n';
    if (places.size() > kMostPlaces) std::cerr << "  ... and " << places.size() - kMostPlaces << " more\n";
    if (!merged.missing.empty())
        std::cerr << "  no record here of rank " << rank_list(merged.missing)
                  << " (on another host? see shunt recover --help)\n";
}

/// Writes `merged` to `path` and removes the spools that it was made from.
bool write_merged(const MergedRun& merged, const SpoolRun& run, const std::string& path) {
    std::string error;
    if (!record::write_profile(path, merged.images, record::kRecovered, error)) {
        std::cerr << "shunt run: " << error << "; the records stay for shunt recover\n";
        return false;
    }
    if (!merged.remarks.empty()) return true;
    for (const SpoolFile& file : run.files)
        if (!file.alive && !file.unseen) ::unlink(file.path.c_str());
    return true;
}

}  // namespace

FileStamp stamp_of(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return {};
    return {true, found.st_ino, std::int64_t{found.st_mtim.tv_sec} * 1'000'000'000 + found.st_mtim.tv_nsec};
}

Aftermath collect_profile(const std::string& path, const FileStamp& before, std::uint64_t run_id,
                          const std::string& spool_directory, record::ProfileFile& out, std::int64_t end_ns) {
    std::string error;
    const FileStamp now = stamp_of(path);
    const bool written = now.exists && now != before;
    const bool readable = written && record::ProfileFile::load(path, out, error);
    if (written && !readable) std::cerr << "shunt run: " << error << '\n';
    if (readable && !out.incomplete()) return Aftermath::profile;

    const SpoolRun run = leftovers(spool_directory, run_id);
    MergedRun merged;
    {
        Progress progress("reading records", run.files.size());
        merged = merge_run(run, [&](std::size_t done) { progress.step(done); });
    }
    const bool more = !merged.images.empty();
    if (readable && (!more || out.header().run_id == run_id)) add_images(merged, out);
    if (merged.images.empty()) return Aftermath::nothing;
    tell_unfinished(merged, end_ns);
    if (!more) return Aftermath::profile;
    record::ProfileFile whole;
    if (!write_merged(merged, run, path) || !record::ProfileFile::load(path, whole, error))
        return readable ? Aftermath::profile : Aftermath::nothing;
    out = std::move(whole);
    return Aftermath::recovered;
}

std::string explain_nothing(const std::string& program, int status) {
    std::string text = "nothing was recorded";
    const std::string file = find_in_path(program);
    if (!file.empty() && is_static_program(file))
        return text + ": " + file + " is linked statically, and LD_PRELOAD does not reach such programs";
    text += status == 0 ? ". Possible reasons:\n"
                        : "; the command ended with status " + std::to_string(status) + ". Possible reasons:\n";
    text +=
        "  - the program ended before MPI_Init, or never calls MPI\n"
        "  - MPI is linked into the program statically, or fetched by dlsym or dlopen with RTLD_DEEPBIND\n"
        "  - the launcher or a wrapper script did not pass LD_PRELOAD on to the ranks (try: shunt run --dry-run)\n"
        "  - the profile could not be written; then Shunt has said so above\n"
        "  shunt doctor checks this machine";
    return text;
}

}  // namespace shunt::tools
