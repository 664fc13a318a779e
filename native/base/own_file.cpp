#include "native/base/own_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <utility>

#include "native/base/outcome.hpp"
#include "native/base/quiet_writes.hpp"

namespace shunt {
namespace {

constexpr mode_t kOthersMayWrite = S_IWGRP | S_IWOTH;
constexpr int kLockTries = 5;
constexpr timespec kBetweenTries{0, 10'000'000};

/// A descriptor that the destructor closes.
class File {
public:
    explicit File(int number) : number_(number) {}
    ~File() { shut(); }
    /// Closes the descriptor.   Returns: false if the written data may not have reached the file.
    bool shut() { return number_ < 0 || close(std::exchange(number_, -1)) == 0; }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

private:
    int number_;
};

std::string text_of_error(std::string_view what, int error) {
    const char* const text = strerrordesc_np(error);
    return joined({what, ": ", text != nullptr ? text : "unknown error"});
}

struct Place {
    std::string folder, name;
};

Place place_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string::npos) return {".", path};
    return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

/// Makes `folder` and its missing parents.
void make_folder(const std::string& folder) {
    if (mkdir(folder.c_str(), 0700) == 0 || errno != ENOENT) return;
    const std::size_t slash = folder.find_last_of('/');
    if (slash == std::string::npos || slash == 0) return;
    make_folder(folder.substr(0, slash));
    mkdir(folder.c_str(), 0700);
}

/// The reason not to use a file or folder; empty: none.
std::string objection(const struct stat& facts, std::string_view what) {
    if (facts.st_uid != geteuid()) return joined({what, " belongs to user ", std::to_string(facts.st_uid)});
    if ((facts.st_mode & kOthersMayWrite) != 0) return joined({what, " may be written to by others"});
    return {};
}

/// Links in the path are followed: the final folder must belong to this user and must not be writable for others.
std::string objection_to_folder(const File& folder) {
    struct stat facts {};
    if (fstat(folder.number(), &facts) != 0) return text_of_error("its folder cannot be examined", errno);
    return objection(facts, "its folder");
}

std::string read_whole(const File& file, std::size_t bytes, std::string& text) {
    text.resize(bytes);
    std::size_t have = 0;
    while (have < bytes) {
        const ssize_t got = read(file.number(), text.data() + have, bytes - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return text_of_error("it cannot be read", errno);
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    text.resize(have);
    return {};
}

OwnFile read_in(const File& folder, const std::string& name, std::size_t most_bytes) {
    OwnFile out;
    const File file(openat(folder.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!file.is_open()) {
        if (errno == ENOENT) return out;
        out.problem = errno == ELOOP ? "it is a link" : text_of_error("it cannot be opened", errno);
        return out;
    }
    struct stat facts {};
    if (fstat(file.number(), &facts) != 0) out.problem = text_of_error("it cannot be examined", errno);
    else if (!S_ISREG(facts.st_mode)) out.problem = "it is not a regular file";
    else if (facts.st_nlink != 1) out.problem = "it has several names";
    else if (facts.st_size < 0 || static_cast<std::uint64_t>(facts.st_size) > most_bytes)
        out.problem = "it is too long";
    else out.problem = objection(facts, "it");
    if (!out.problem.empty()) return out;
    out.problem = read_whole(file, static_cast<std::size_t>(facts.st_size), out.text);
    out.is_there = out.problem.empty();
    return out;
}

bool write_whole(const File& file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = write(file.number(), text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

/// Called under the lock. The new file gets its name only after it is complete.
std::string replace_in(const File& folder, const std::string& name, std::string_view text) {
    const std::string made = name + ".new";
    unlinkat(folder.number(), made.c_str(), 0);  // left by a writer that was killed
    const QuietWrites quiet;
    bool is_written = false;
    {
        File file(openat(folder.number(), made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file.is_open()) return text_of_error("it cannot be made", errno);
        is_written = write_whole(file, text) && file.shut();
    }
    const bool is_there = is_written && renameat(folder.number(), made.c_str(), folder.number(), name.c_str()) == 0;
    if (is_there) return {};
    std::string problem = text_of_error("it cannot be written", errno);
    unlinkat(folder.number(), made.c_str(), 0);
    return problem;
}

bool lock(const File& file) {
    for (int tries = 0; tries < kLockTries; ++tries) {
        if (flock(file.number(), LOCK_EX | LOCK_NB) == 0) return true;
        if (errno != EWOULDBLOCK && errno != EINTR) return false;
        nanosleep(&kBetweenTries, nullptr);
    }
    return false;
}

}  // namespace

OwnFile read_own_file(const std::string& path, std::size_t most_bytes) {
    const Place place = place_of(path);
    const File folder(open(place.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    OwnFile out;
    if (!folder.is_open()) {
        if (errno != ENOENT) out.problem = text_of_error("its folder cannot be opened", errno);
        return out;
    }
    out.problem = objection_to_folder(folder);
    return out.problem.empty() ? read_in(folder, place.name, most_bytes) : out;
}

std::string change_own_file(const std::string& path, std::size_t most_bytes,
                            const std::function<std::string(std::string_view text)>& change) {
    const Place place = place_of(path);
    make_folder(place.folder);
    const File folder(open(place.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.is_open()) return text_of_error("its folder cannot be opened", errno);
    if (std::string problem = objection_to_folder(folder); !problem.empty()) return problem;
    const File locked(openat(folder.number(), (place.name + ".lock").c_str(),
                             O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0600));
    if (!locked.is_open()) return text_of_error("its lock cannot be opened", errno);
    if (!lock(locked)) return "its lock is held by another run, or cannot be acquired";
    const OwnFile now = read_in(folder, place.name, most_bytes);
    if (!now.problem.empty()) return now.problem;
    const std::string text = change(now.text);
    return now.is_there && text == now.text ? std::string() : replace_in(folder, place.name, text);
}

}  // namespace shunt
