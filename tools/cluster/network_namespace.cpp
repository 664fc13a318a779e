#include "tools/cluster/network_namespace.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

#include "tools/launch/captured_command.hpp"

namespace shunt::tools {
namespace {

constexpr long kNamespaceFileSystem = 0x6e736673;  // NSFS_MAGIC of linux/magic.h

std::string path_of(const std::string& name) { return "/run/netns/" + name; }

/// Called in a child: enters a new network namespace and puts `mark` on its loopback interface.   Returns: the error,
/// or an empty text.
std::string enter_new_namespace(const std::string& mark) {
    if (::unshare(CLONE_NEWNET) != 0) return std::string("unshare: ") + std::strerror(errno);
    const Captured marked = run_captured({"ip", "link", "set", "dev", "lo", "alias", mark});
    return marked.status == 0 ? std::string() : marked.output;
}

/// A child process that keeps a new, marked namespace alive until it is released.
class Holder {
public:
    explicit Holder(const std::string& mark) {
        int channel[2];
        if (::pipe2(channel, O_CLOEXEC) != 0) return;
        const pid_t self = ::getpid();
        child_ = ::fork();
        if (child_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (::getppid() != self) ::_exit(1);
            const std::string problem = enter_new_namespace(mark);
            ::dprintf(channel[1], "%s", problem.c_str());
            ::close(channel[1]);
            while (problem.empty()) ::pause();
            ::_exit(1);
        }
        ::close(channel[1]);
        char text[512];
        ssize_t got;
        while (child_ > 0 && (got = ::read(channel[0], text, sizeof text)) > 0)
            problem_.append(text, static_cast<std::size_t>(got));
        if (child_ < 0) problem_ = std::string("fork: ") + std::strerror(errno);
        ::close(channel[0]);
    }
    ~Holder() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {}
    }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;
    pid_t pid() const { return child_; }
    const std::string& problem() const { return problem_; }

private:
    pid_t child_ = -1;
    std::string problem_;
};

}  // namespace

std::string make_namespace(const std::string& name, const std::string& mark) {
    const Holder holder(mark);
    if (!holder.problem().empty()) return holder.problem();
    const Captured named = run_captured({"ip", "netns", "attach", name, std::to_string(holder.pid())});
    return named.status == 0 ? std::string() : named.output;
}

NamespaceState state_of_namespace(const std::string& name, const std::string& mark) {
    struct stat file {};
    struct statfs system {};
    if (::lstat(path_of(name).c_str(), &file) != 0) return NamespaceState::absent;
    if (::statfs(path_of(name).c_str(), &system) != 0) return NamespaceState::foreign;
    if (system.f_type != kNamespaceFileSystem)
        return S_ISREG(file.st_mode) && file.st_size == 0 ? NamespaceState::unfinished : NamespaceState::foreign;
    const Captured shown = run_captured({"ip", "-n", name, "link", "show", "dev", "lo"});
    return shown.output.find("alias " + mark) != std::string::npos ? NamespaceState::ours : NamespaceState::foreign;
}

std::string remove_namespace(const std::string& name) {
    const Captured removed = run_captured({"ip", "netns", "del", name});
    std::error_code trouble;
    if (removed.status != 0 && !std::filesystem::remove(path_of(name), trouble)) return removed.output;
    return {};
}

std::vector<pid_t> processes_in(const std::vector<std::string>& names) {
    std::set<std::pair<dev_t, ino_t>> places;
    struct stat found {};
    for (const std::string& name : names)
        if (::stat(path_of(name).c_str(), &found) == 0) places.emplace(found.st_dev, found.st_ino);
    std::vector<pid_t> inside;
    std::error_code trouble;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", trouble)) {
        const pid_t process = std::atoi(entry.path().filename().c_str());
        if (process > 0 && ::stat((entry.path() / "ns/net").c_str(), &found) == 0 &&
            places.contains({found.st_dev, found.st_ino}))
            inside.push_back(process);
    }
    return inside;
}

}  // namespace shunt::tools
