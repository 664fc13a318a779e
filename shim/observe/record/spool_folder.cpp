#include "shim/observe/record/spool_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace shunt::record {
namespace {

bool is_own_group(gid_t group) {
    if (group == getegid()) return true;
    std::vector<gid_t> groups(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
    const int count = getgroups(static_cast<int>(groups.size()), groups.data());
    return count > 0 && std::find(groups.begin(), groups.begin() + count, group) != groups.begin() + count;
}

std::string mode_text(mode_t mode) {
    char text[8];
    std::snprintf(text, sizeof text, "%04o", static_cast<unsigned>(mode & 07777));
    return text;
}

/// Why spools must not be kept in such a folder; "": they may.
std::string objection(const struct stat& facts, bool is_named) {
    const bool own = facts.st_uid == geteuid();
    const std::string foreign = "belongs to user " + std::to_string(facts.st_uid);
    const std::string open = "may be written to by others (mode " + mode_text(facts.st_mode) + ")";
    if (!is_named) return !own ? foreign : (facts.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? open : "";
    const bool trusted = own || facts.st_uid == 0;
    if ((facts.st_mode & S_IWOTH) != 0) return !trusted ? foreign : (facts.st_mode & S_ISVTX) == 0 ? open : "";
    return trusted || ((facts.st_mode & S_IWGRP) != 0 && is_own_group(facts.st_gid)) ? "" : foreign;
}

bool is_own_link(const std::string& path) {
    struct stat facts {};
    return lstat(path.c_str(), &facts) == 0 && S_ISLNK(facts.st_mode) &&
           (facts.st_uid == geteuid() || facts.st_uid == 0);
}

int open_folder(const std::string& path) {
    constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    const int folder = open(path.c_str(), kFlags | O_NOFOLLOW);
    if (folder >= 0 || errno != ENOTDIR || !is_own_link(path)) return folder;
    return open(path.c_str(), kFlags);
}

}  // namespace

int open_spool_folder(const std::string& path, bool is_named, Missing missing, std::string& error) {
    const auto fail = [&](const std::string& why) {
        error = "the spool folder " + path + " " + why;
        return -1;
    };
    if (missing == Missing::make && mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        return fail(std::string("cannot be made: ") + std::strerror(errno));
    const int folder = open_folder(path);
    if (folder < 0)
        return fail(std::string("cannot be used: ") +
                    (errno == ENOTDIR ? "it is no folder, or another user's link" : std::strerror(errno)));
    struct stat facts {};
    const std::string why = fstat(folder, &facts) == 0 ? objection(facts, is_named) : std::strerror(errno);
    if (why.empty()) return folder;
    close(folder);
    return fail(why);
}

FileIdentity identity_of(int file) {
    struct stat facts {};
    if (fstat(file, &facts) != 0) return {};
    return {facts.st_dev, facts.st_ino};
}

FileIdentity identity_of(const std::string& path) {
    struct stat facts {};
    if (lstat(path.c_str(), &facts) != 0) return {};
    return {facts.st_dev, facts.st_ino};
}

int open_spool(int folder, const char* name, std::string& error) {
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat facts {};
    struct stat place {};
    const bool seen = file >= 0 && fstat(file, &facts) == 0 && fstat(folder, &place) == 0;
    const bool theirs = facts.st_uid == place.st_uid && (place.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    if (!seen) error = errno == ELOOP ? "a link, which is not followed" : std::strerror(errno);
    else if (!S_ISREG(facts.st_mode)) error = "not a file";
    else if (facts.st_uid != geteuid() && !theirs)
        error = "belongs to user " + std::to_string(facts.st_uid) + "; not used";
    else return file;
    if (file >= 0) close(file);
    return -1;
}

}  // namespace shunt::record
