#include "tools/launch/spool_set.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "native/base/process.hpp"
#include "shim/observe/record/spool_sweep.hpp"

namespace shunt::tools {
namespace {

namespace fs = std::filesystem;
using record::SpoolHeader;
using record::SpoolState;

/// The first label of a host name: some records contain the domain, others do not.
std::string_view short_host(std::string_view host) { return host.substr(0, host.find('.')); }

template <std::size_t N>
void end_text(char (&text)[N]) {
    text[N - 1] = 0;
}

/// Opens the folder of a spool, or a folder of spools.   Returns: -1 and errno.
int open_directory(const std::string& path) { return ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC); }

/// Reads the header of a spool file.   Fails: returns the reason.
std::string read_head(int folder, const std::string& name, SpoolFile& spool) {
    std::string why;
    const int file = record::open_spool(folder, name.c_str(), why);
    if (file < 0) return why;
    SpoolHeader& out = spool.header;
    const ssize_t got = ::read(file, &out, sizeof out);
    struct stat facts {};
    if (::fstat(file, &facts) == 0) spool.bytes = static_cast<std::uint64_t>(facts.st_blocks) * 512;
    spool.identity = record::identity_of(file);
    ::close(file);
    if (got < static_cast<ssize_t>(sizeof out)) return "too short for a record";
    if (std::memcmp(out.magic, record::kSpoolMagic, sizeof out.magic) != 0)
        return "not a Shunt record, or one not yet begun";
    if (out.version < record::kOldestVersion || out.version > record::kFormatVersion)
        return "written in format " + std::to_string(out.version) + ", this reads up to " +
               std::to_string(record::kFormatVersion);
    end_text(out.host);
    end_text(out.program);
    return {};
}

void add_to_run(std::map<std::uint64_t, SpoolRun>& runs, SpoolFile file) {
    SpoolRun& run = runs[file.header.run_id];
    if (run.files.empty() || file.header.start_unix_ns < run.start_unix_ns) {
        run.start_unix_ns = file.header.start_unix_ns;
        run.program = file.header.program;
    }
    run.run_id = file.header.run_id;
    run.world_size = std::max(run.world_size, file.header.world_size);
    run.files.push_back(std::move(file));
}

void sort_files(SpoolRun& run, std::vector<std::string>& remarks) {
    auto& files = run.files;
    std::sort(files.begin(), files.end(), [](const SpoolFile& a, const SpoolFile& b) {
        if (a.header.world_rank != b.header.world_rank) return a.header.world_rank < b.header.world_rank;
        return a.header.start_unix_ns > b.header.start_unix_ns;
    });
    for (std::size_t i = 1; i < files.size();) {
        if (files[i].header.world_rank != files[i - 1].header.world_rank) {
            ++i;
            continue;
        }
        remarks.push_back(files[i].path + ": an older record of the same rank and run; not used");
        files.erase(files.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace

bool is_of_this_host(const SpoolHeader& header) {
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    return short_host(header.host) == short_host(name);
}

bool is_alive_here(const SpoolHeader& header) {
    const bool is_pid_ours = header.pid_space == 0 || header.pid_space == process_space();
    return is_of_this_host(header) && is_pid_ours && alive({header.pid, header.pid_start});
}

bool is_unseen_here(const SpoolHeader& header) {
    const bool is_pid_ours = header.pid_space == 0 || header.pid_space == process_space();
    return is_of_this_host(header) && !is_pid_ours && !record::began_before_boot(header);
}

bool SpoolRun::unseen() const {
    return std::any_of(files.begin(), files.end(), [](const SpoolFile& file) { return file.unseen; });
}

bool SpoolRun::alive() const {
    return std::any_of(files.begin(), files.end(), [](const SpoolFile& file) { return file.alive; });
}

std::string SpoolRun::state_text() const {
    if (alive()) return "running";
    for (const SpoolFile& file : files)
        if (file.header.state == SpoolState::aborted)
            return "aborted (code " + std::to_string(file.header.abort_code) + ")";
    const auto is = [](SpoolState state) {
        return [state](const SpoolFile& file) { return file.header.state == state; };
    };
    if (unseen()) return "running or killed, in a container";
    if (std::any_of(files.begin(), files.end(), is(SpoolState::running))) return "killed";
    if (std::any_of(files.begin(), files.end(), is(SpoolState::exited))) return "left by exit()";
    return "finished, but its profile was not written";
}

std::string folder_problem(const std::string& directory, bool is_named) {
    std::string problem;
    struct stat facts {};
    if (::lstat(directory.c_str(), &facts) != 0 && errno == ENOENT) return {};
    const int folder = record::open_spool_folder(directory, is_named, record::Missing::fail, problem);
    if (folder >= 0) ::close(folder);
    return problem;
}

std::vector<SpoolRun> find_runs(const std::string& directory, const IsAlive& is_alive,
                                std::vector<std::string>& remarks) {
    std::error_code trouble;
    std::map<std::uint64_t, SpoolRun> runs;
    fs::directory_iterator entries(directory, trouble);
    if (trouble) throw std::runtime_error("cannot read the folder " + directory + ": " + trouble.message());
    const int folder = open_directory(directory);
    for (const fs::directory_entry& entry : entries) {
        if (entry.path().extension() != ".spool") continue;
        SpoolFile file;
        file.path = entry.path().string();
        const std::string why = read_head(folder, entry.path().filename().string(), file);
        if (!why.empty()) {
            remarks.push_back(file.path + ": " + why);
            continue;
        }
        file.alive = is_alive(file.header);
        file.unseen = !file.alive && file.header.state == SpoolState::running && is_unseen_here(file.header);
        add_to_run(runs, std::move(file));
    }
    ::close(folder);
    std::vector<SpoolRun> sorted;
    for (auto& [id, run] : runs) {
        sort_files(run, remarks);
        sorted.push_back(std::move(run));
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const SpoolRun& a, const SpoolRun& b) { return a.start_unix_ns > b.start_unix_ns; });
    return sorted;
}

namespace {

/// Reads a spool that find_runs has found, if it is still the same file.
bool read_spool(const SpoolFile& spool, std::vector<std::byte>& out, std::string& error) {
    const fs::path path = spool.path;
    const int folder = open_directory(path.parent_path().string());
    const int file = record::open_spool(folder, path.filename().c_str(), error);
    ::close(folder);
    if (file < 0) error = spool.path + ": " + error;
    if (file < 0) return false;
    if (record::identity_of(file) == spool.identity) return record::read_whole_file(file, spool.path, out, error);
    ::close(file);
    error = spool.path + ": replaced in the meantime; not used";
    return false;
}

/// Reads one spool and adds its compacted record.   Fails: returns the reason.
std::string add_spool(MergedRun& merged, const SpoolFile& spool, const record::Image* first) {
    std::vector<std::byte> whole, small;
    std::string error;
    const std::string& path = spool.path;
    if (!read_spool(spool, whole, error)) return error;
    record::Image live;
    if (!record::Image::open(whole, live, error)) return path + ": " + error;
    if (!record::compact(live, small)) return path + ": out of memory";
    if (first != nullptr && first->header().world_size != live.header().world_size)
        return path + ": from a run of another size";
    record::Image image;
    if (!record::Image::open(small, image, error)) return path + ": " + error;
    merged.bytes.push_back(std::move(small));  // a move does not change the address of the bytes
    merged.images.push_back(std::move(image));
    return {};
}

void find_missing(MergedRun& merged) {
    merged.missing.clear();
    if (merged.images.empty()) return;
    auto next = merged.images.begin();
    for (std::int32_t rank = 0; rank < merged.images.front().header().world_size; ++rank) {
        if (next != merged.images.end() && next->header().world_rank == rank) ++next;
        else merged.missing.push_back(rank);
    }
}

}  // namespace

MergedRun merge_run(const SpoolRun& run, const std::function<void(std::size_t)>& progress) {
    MergedRun merged;
    for (std::size_t i = 0; i < run.files.size(); ++i) {
        std::string why = add_spool(merged, run.files[i], merged.images.empty() ? nullptr : &merged.images.front());
        if (!why.empty()) merged.remarks.push_back(std::move(why));
        if (progress) progress(i + 1);
    }
    find_missing(merged);
    return merged;
}

void add_images(MergedRun& merged, const record::ProfileFile& profile) {
    for (const record::Image& image : profile.images()) {
        const auto same_rank = [&](const record::Image& other) {
            return other.header().world_rank == image.header().world_rank;
        };
        if (std::none_of(merged.images.begin(), merged.images.end(), same_rank)) merged.images.push_back(image);
    }
    std::sort(merged.images.begin(), merged.images.end(), [](const record::Image& a, const record::Image& b) {
        return a.header().world_rank < b.header().world_rank;
    });
    find_missing(merged);
}

std::string rank_list(const std::vector<std::int32_t>& ranks) {
    constexpr std::size_t kMostParts = 12;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
        if (parts.size() == kMostParts) {
            parts.push_back(std::to_string(ranks.size() - i) + " more");
            break;
        }
        const std::string first = std::to_string(ranks[i]);
        parts.push_back(last == i ? first : first + (last == i + 1 ? ", " : "-") + std::to_string(ranks[last]));
        i = last + 1;
    }
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

}  // namespace shunt::tools
