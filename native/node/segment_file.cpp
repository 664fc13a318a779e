#include "native/node/segment_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "native/base/process.hpp"

namespace shunt::node {
namespace {

// MFD_NOEXEC_SEAL, Linux 6.3: required where vm.memfd_noexec=2; older kernels refuse it.
constexpr unsigned kNoExecute = 8;

constexpr char kDirectory[] = "/dev/shm";
constexpr char kNameFormat[] = "shunt-node-%x-%llx-%x-%llx-%llx";  // user, pid namespace, pid, start, random
constexpr mode_t kOwnerOnly = 0600;

struct NameParts {
    unsigned user = 0;
    unsigned long long pid_namespace = 0;
    unsigned pid = 0;
    unsigned long long start = 0;
    unsigned long long random = 0;
};

bool parse_name(const char* name, NameParts& parts) {
    int used = 0;
    static constexpr char kWhole[] = "shunt-node-%x-%llx-%x-%llx-%llx%n";
    const int found =
        std::sscanf(name, kWhole, &parts.user, &parts.pid_namespace, &parts.pid, &parts.start, &parts.random, &used);
    return found == 5 && name[used] == 0;
}

bool is_leftover(int directory, const char* name) {
    NameParts parts;
    if (!parse_name(name, parts) || parts.user != geteuid() || parts.pid_namespace != pid_namespace()) return false;
    struct stat facts {};
    if (fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) != 0) return false;
    return S_ISREG(facts.st_mode) && facts.st_uid == geteuid() && !alive({parts.pid, parts.start});
}

int open_memory_file(const SegmentTicket& ticket, std::string& reason) {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%u/fd/%d", ticket.pid, ticket.file);
    struct stat facts {};
    // Checked before it is opened: opening a device could have an effect.
    if (stat(path, &facts) == 0) {
        if (S_ISREG(facts.st_mode)) {
            const int file = open(path, O_RDWR | O_CLOEXEC);
            if (file >= 0) return file;
        } else {
            errno = ENOENT;
        }
    }
    const int error = errno;
    reason = std::string("cannot open the shared memory of process ") + std::to_string(ticket.pid) + " (" + path +
             ": " + std::strerror(error) + "); ";
    if (error == EACCES || error == EPERM)
        reason +=
            "run all ranks of a node as one user and without set-user-id or file capabilities, or use named shared "
            "memory";
    else reason += "mount /proc and keep the creator running until all have attached, or use named shared memory";
    return -1;
}

int open_named_file(const SegmentTicket& ticket, std::string& reason) {
    NameParts parts;
    const bool ended = std::memchr(ticket.name, 0, sizeof ticket.name) != nullptr;
    if (!ended || ticket.name[0] != '/' || !parse_name(ticket.name + 1, parts)) {
        reason = "a shared memory ticket without a valid name; run the same version of Shunt on all ranks";
        return -1;
    }
    const int file = shm_open(ticket.name, O_RDWR | O_CLOEXEC, 0);
    if (file >= 0) return file;
    const int error = errno;
    reason = std::string("cannot open shared memory ") + ticket.name + ": " + std::strerror(error) +
             "; run all ranks of a node as one user and with the same /dev/shm (containers: --ipc=host)";
    return -1;
}

}  // namespace

int create_memory_file() {
    const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    const int file = memfd_create("shunt-node", flags | kNoExecute);
    return file >= 0 || errno != EINVAL ? file : memfd_create("shunt-node", flags);
}

int create_named_file(SegmentTicket& ticket) {
    const Process self = this_process();
    ticket.name[0] = '/';
    std::snprintf(ticket.name + 1, sizeof ticket.name - 1, kNameFormat, geteuid(),
                  static_cast<unsigned long long>(ticket.pid_namespace), self.pid,
                  static_cast<unsigned long long>(self.start), static_cast<unsigned long long>(random_key()));
    const int file = shm_open(ticket.name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
    if (file < 0) ticket.name[0] = 0;
    return file;
}

int open_file(const SegmentTicket& ticket, std::string& reason) {
    const std::uint64_t own = pid_namespace();
    if (own == 0 || ticket.pid_namespace == 0) {
        reason = "the pid namespaces of this node's ranks cannot be compared; mount /proc in each container";
        return -1;
    }
    if (ticket.pid_namespace != own) {
        reason =
            "the ranks of this node are in different pid namespaces; run them in one container, or containers with "
            "--pid=host";
        return -1;
    }
    const int file =
        ticket.backing == Backing::named ? open_named_file(ticket, reason) : open_memory_file(ticket, reason);
    if (file < 0) return -1;
    struct stat facts {};
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
        static_cast<std::uint64_t>(facts.st_size) == ticket.bytes && facts.st_uid == geteuid())
        return file;
    close(file);
    reason =
        "the shared memory that a ticket names is not the one it was made for; keep the creator running until all have "
        "attached";
    return -1;
}

int sweep_leftovers() {
    DIR* directory = opendir(kDirectory);
    if (directory == nullptr) return 0;
    int removed = 0;
    while (const dirent* entry = readdir(directory))
        if (is_leftover(dirfd(directory), entry->d_name) && unlinkat(dirfd(directory), entry->d_name, 0) == 0)
            ++removed;
    closedir(directory);
    return removed;
}

std::uint64_t random_key() {
    std::uint64_t key = 0;
    return getrandom(&key, sizeof key, 0) == sizeof key ? key : 0;
}

}  // namespace shunt::node
