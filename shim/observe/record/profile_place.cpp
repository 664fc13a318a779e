#include "shim/observe/record/profile_place.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>

#include "shim/observe/record/format.hpp"

namespace shunt::record {
namespace {

constexpr int kMostNumbers = 10'000;
constexpr const char* kEnding = ".shunt";

std::string stem_of(const std::string& path) {
    return path.ends_with(kEnding) ? path.substr(0, path.size() - 6) : path;
}

bool exists(const std::string& path) {
    struct stat found {};
    return ::lstat(path.c_str(), &found) == 0;
}

int move_over(const std::string& temporary, const std::string& path) {
    return ::rename(temporary.c_str(), path.c_str()) == 0 ? 0 : errno;
}

/// Gives the file a second name, which atomically fails if the name is taken; then removes the first name.   Returns:
/// an errno. Some file systems have no second names: there two processes may get one name at once.
int take_free_name(const std::string& temporary, const std::string& path) {
    if (::link(temporary.c_str(), path.c_str()) == 0) {
        ::unlink(temporary.c_str());
        return 0;
    }
    if (errno == EEXIST || exists(path)) return EEXIST;
    return move_over(temporary, path);
}

int take_next_name(const std::string& temporary, std::string& path) {
    const std::string stem = stem_of(path);
    int code = take_free_name(temporary, path);
    for (int number = 2; code == EEXIST && number < kMostNumbers; ++number) {
        path = numbered_profile(stem, number);
        code = take_free_name(temporary, path);
    }
    return code;
}

/// A file that its writer locks while it replaces it.
class LockedFile {
public:
    explicit LockedFile(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
        const timespec pause{0, 10'000'000};
        for (int i = 0; file_ >= 0 && i < 100 && ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++i)
            ::nanosleep(&pause, nullptr);
    }
    ~LockedFile() {
        if (file_ >= 0) ::close(file_);
    }
    LockedFile(const LockedFile&) = delete;
    LockedFile& operator=(const LockedFile&) = delete;

    bool is_still(const std::string& path) const {
        struct stat ours {
        }, there{};
        return ::fstat(file_, &ours) == 0 && ::stat(path.c_str(), &there) == 0 && ours.st_ino == there.st_ino &&
               ours.st_dev == there.st_dev;
    }
    bool is_of(std::uint64_t run_id) const {
        ProfileHeader head{};
        return ::pread(file_, &head, sizeof head, 0) == static_cast<ssize_t>(sizeof head) && head.run_id == run_id;
    }
    bool is_open() const { return file_ >= 0; }

private:
    int file_;
};

int replace_other_run(const std::string& temporary, std::string& path, std::uint64_t run_id) {
    for (int i = 0; i < 100; ++i) {
        if (const int code = take_free_name(temporary, path); code != EEXIST) return code;
        const LockedFile old(path);
        if (old.is_open() && !old.is_still(path)) continue;  // another process was faster
        if (old.is_open() && old.is_of(run_id)) return take_next_name(temporary, path);
        return move_over(temporary, path);  // while it is locked
    }
    return move_over(temporary, path);
}

}  // namespace

std::string job_label(const char* (*get)(const char*)) {
    const auto value = [get](const char* name) {
        const char* const found = get(name);
        return std::string(found != nullptr ? found : "");
    };
    const std::string job = value("SLURM_JOB_ID"), array = value("SLURM_ARRAY_JOB_ID");
    const std::string task = value("SLURM_ARRAY_TASK_ID"), step = value("SLURM_STEP_ID");
    if (job.empty()) return {};
    const std::string label = "job" + (array.empty() || task.empty() ? job : array + "_" + task);
    const bool numbered = !step.empty() && step.size() < 10;  // batch script and salloc's shell have numbers near 2^32
    return numbered ? label + ".step" + step : label;
}

std::string numbered_profile(const std::string& stem, int number) {
    return stem + (number < 2 ? "" : "." + std::to_string(number)) + kEnding;
}

int put_in_place(const std::string& temporary, std::string& path, Placing placing, std::uint64_t run_id) {
    switch (placing) {
        case Placing::keep: return take_next_name(temporary, path);
        case Placing::replace_other_run: return replace_other_run(temporary, path, run_id);
        case Placing::replace: break;
    }
    return move_over(temporary, path);
}

std::string claim_profile(const std::string& stem) {
    for (int number = 1; number < kMostNumbers; ++number) {
        std::string path = numbered_profile(stem, number);
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file >= 0) ::close(file);
        if (file >= 0 || (errno != EEXIST && !exists(path))) return path;
    }
    return numbered_profile(stem, kMostNumbers);
}

void unclaim_profile(const std::string& path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) && found.st_size == 0) ::unlink(path.c_str());
}

}  // namespace shunt::record
