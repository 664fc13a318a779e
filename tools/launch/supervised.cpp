#include "tools/launch/supervised.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "native/base/clock.hpp"

namespace shunt::tools {
namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000;
constexpr std::int64_t kDaemonTime_ns = 5 * kSecond_ns;  ///< time for a launcher's daemons to end after the launcher
constexpr std::int64_t kPolite_ns = 2 * kSecond_ns;      ///< between SIGTERM and SIGKILL

/// The parent of `process`, from /proc; 0 if unknown or if the process has ended.
pid_t parent_of(const std::string& process) {
    std::ifstream file("/proc/" + process + "/stat");
    std::string text;
    std::getline(file, text);
    const auto behind_name = text.rfind(')');
    char state = 0;
    pid_t parent = 0;
    if (behind_name != std::string::npos) std::istringstream(text.substr(behind_name + 1)) >> state >> parent;
    return state == 'Z' ? 0 : parent;
}

/// All living descendants of this process.
std::vector<pid_t> descendants() {
    std::multimap<pid_t, pid_t> children;
    std::error_code trouble;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", trouble)) {
        const std::string name = entry.path().filename().string();
        if (const pid_t process = std::atoi(name.c_str()); process > 0) children.emplace(parent_of(name), process);
    }
    std::vector<pid_t> found{::getpid()};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (auto [at, end] = children.equal_range(found[i]); at != end; ++at) found.push_back(at->second);
    found.erase(found.begin());
    return found;
}

void signal_descendants(int signal) {
    for (const pid_t process : descendants()) ::kill(process, signal);
}

/// The signals that a supervisor blocks and receives with sigtimedwait().
sigset_t taken_signals() {
    sigset_t taken;
    ::sigemptyset(&taken);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::sigaddset(&taken, signal);
    return taken;
}

class Supervisor {
public:
    explicit Supervisor(const Supervised& what) : what_(what) {
        const sigset_t taken = taken_signals();
        ::sigprocmask(SIG_BLOCK, &taken, &mask_before_);
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    }
    ~Supervisor() { ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr); }

    int run() {
        start();
        while (reap()) {
            const std::int64_t now = monotonic_ns();
            if (end_ns_ != 0 && now >= end_ns_) press_on(now);
            wait_for_signal(now);
        }
        return status_;
    }

private:
    void start() {
        const pid_t self = ::getpid();
        child_ = ::fork();
        if (child_ == 0) become_command(self);
        if (child_ < 0) {
            ::dprintf(STDERR_FILENO, "shunt cluster: cannot start a process: %s\n", std::strerror(errno));
            status_ = 126;
        }
    }

    [[noreturn]] void become_command(pid_t parent) {
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (::getppid() != parent) ::_exit(126);
        const std::string problem = what_.prepare ? what_.prepare() : std::string();
        if (problem.empty()) {
            for (const auto& [name, value] : what_.environment) ::setenv(name.c_str(), value.c_str(), 1);
            std::vector<char*> words;
            for (const std::string& word : what_.command) words.push_back(const_cast<char*>(word.c_str()));
            words.push_back(nullptr);
            ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
            ::execvp(words[0], words.data());
        }
        const int code = problem.empty() ? errno : 0;
        const std::string cause =
            problem.empty() ? "cannot start " + what_.command[0] + ": " + std::strerror(code) : problem;
        ::dprintf(STDERR_FILENO, "shunt cluster: %s\n", cause.c_str());
        ::_exit(code == ENOENT ? 127 : 126);
    }

    /// Collects the children that have ended.   Returns: false when none is left.
    bool reap() {
        int status = 0;
        pid_t ended;
        while ((ended = ::waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended != child_) continue;
            child_ = 0;
            status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            if (end_ns_ == 0 && !what_.waits_for_daemons) end_ns_ = monotonic_ns() + kDaemonTime_ns;
        }
        return ended == 0;
    }

    void wait_for_signal(std::int64_t now) {
        const sigset_t taken = taken_signals();
        const std::int64_t left = end_ns_ == 0 ? kSecond_ns : std::max<std::int64_t>(end_ns_ - now, 1'000'000);
        const timespec longest{left / kSecond_ns, left % kSecond_ns};
        siginfo_t info{};
        const int signal = ::sigtimedwait(&taken, &info, &longest);
        if (signal <= 0 || signal == SIGCHLD || info.si_code == SI_KERNEL) {
            if (signal == SIGINT && child_ == 0) signal_descendants(SIGTERM);
            return;
        }
        if (child_ > 0) ::kill(child_, signal);
        else signal_descendants(signal);
        if (end_ns_ == 0 && what_.waits_for_daemons) end_ns_ = monotonic_ns() + kPolite_ns;
    }

    /// Ends the remaining descendants after their time is over: first with SIGTERM, then with SIGKILL.
    void press_on(std::int64_t now) {
        signal_descendants(asked_ ? SIGKILL : SIGTERM);
        asked_ = true;
        end_ns_ = now + kPolite_ns;
    }

    const Supervised& what_;
    sigset_t mask_before_{};
    pid_t child_ = -1;
    int status_ = 0;
    std::int64_t end_ns_ = 0;  ///< when descendants must have ended; 0: not yet known
    bool asked_ = false;
};

}  // namespace

int supervise(const Supervised& what) { return Supervisor(what).run(); }

}  // namespace shunt::tools
