#include "native/base/output_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>

namespace shunt {
namespace {

constexpr int kMostLinks = 40;  // as in the kernel

bool is_trusted(const struct stat& facts) { return facts.st_uid == geteuid() || facts.st_uid == 0; }

std::string folder_of(const std::string& path) {
    const auto slash = path.find_last_of('/');
    return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

bool is_open_to_everybody(const std::string& folder) {
    struct stat facts {};
    return stat(folder.c_str(), &facts) == 0 && (facts.st_mode & S_IWOTH) != 0;
}

/// A link's owner and target, both read from one and the same link.
struct Link {
    bool is_there = false;
    bool is_trusted = false;
    std::string target;  ///< "" if it cannot be determined (/proc/self/fd/1 for a pipe)
};

std::string target_of(int link, const std::string& path) {
    char text[PATH_MAX];
    struct statfs place {};
    if (fstatfs(link, &place) == 0 && place.f_type == PROC_SUPER_MAGIC)
        return realpath(path.c_str(), text) != nullptr ? text : "";
    const ssize_t length = readlinkat(link, "", text, sizeof text);
    return length > 0 ? std::string(text, static_cast<std::size_t>(length)) : "";
}

Link look_at_link(const std::string& path) {
    const int link = open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (link < 0) return {};
    struct stat facts {};
    Link found;
    found.is_there = fstat(link, &facts) == 0 && S_ISLNK(facts.st_mode);
    found.is_trusted = is_trusted(facts);
    if (found.is_there) found.target = target_of(link, path);
    close(link);
    return found;
}

/// Whether an opened file was made by this user or root, and has only one name: another user may give a second name to
/// a file of this user.
bool is_own(int file) {
    struct stat facts {};
    return fstat(file, &facts) == 0 && is_trusted(facts) && (!S_ISREG(facts.st_mode) || facts.st_nlink == 1);
}

int refused(int file) {
    close(file);
    errno = EPERM;
    return -1;
}

}  // namespace

bool follow_own_links(std::string& path) {
    for (int count = 0; count < kMostLinks; ++count) {
        const std::string folder = folder_of(path);
        const Link link = look_at_link(path);
        if (!link.is_there) return true;
        if (!link.is_trusted && is_open_to_everybody(folder)) {
            errno = EPERM;
            return false;
        }
        if (link.target.empty()) return true;
        path = link.target.front() == '/' ? link.target : folder + link.target;
    }
    return true;
}

int open_output(std::string path, int flags, mode_t mode) {
    if (!follow_own_links(path)) return -1;
    const int common = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | flags;
    if (!is_open_to_everybody(folder_of(path))) return open(path.c_str(), common, mode);
    const int file = open(path.c_str(), common | O_NOFOLLOW | O_NONBLOCK, mode);
    if (file < 0) return -1;
    if (!is_own(file)) return refused(file);
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
}

}  // namespace shunt
