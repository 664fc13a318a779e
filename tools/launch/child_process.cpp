#include "tools/launch/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "config/environment.hpp"
#include "native/base/clock.hpp"

namespace shunt::tools {
namespace {

volatile pid_t child_to_signal = 0;

void pass_on(int signal, siginfo_t* info, void*) {
    const bool from_terminal =
        info->si_code == SI_KERNEL;  // then the child, in the same foreground group, has received it too
    if (child_to_signal > 0 && !from_terminal) ::kill(child_to_signal, signal);
}

/// Passes signals of this process on to the child during its lifetime. (A signal handler is allowed here: this process
/// is our own.)
class SignalForwarding {
public:
    /// Begins with the signals blocked: a signal that arrives before the child exists stays pending until `start`.
    SignalForwarding() {
        sigset_t held;
        ::sigemptyset(&held);
        for (const int signal : kSignals) ::sigaddset(&held, signal);
        ::sigprocmask(SIG_BLOCK, &held, &mask_before_);
        struct sigaction action {};
        action.sa_sigaction = pass_on;
        action.sa_flags = SA_SIGINFO | SA_RESTART;
        for (std::size_t i = 0; i < 3; ++i) ::sigaction(kSignals[i], &action, &before_[i]);
    }
    ~SignalForwarding() {
        child_to_signal = 0;
        for (std::size_t i = 0; i < 3; ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
    }
    void start(pid_t child) {
        child_to_signal = child;
        ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    }
    /// Called in the child: restores the former handlers and mask, so that nohup and the like keep their effect.
    void restore() const {
        for (std::size_t i = 0; i < 3; ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
        ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
    }

private:
    static constexpr int kSignals[3] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction before_[3]{};
    sigset_t mask_before_{};
};

std::vector<char*> pointers_to(const Words& words) {
    std::vector<char*> out;
    for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
    out.push_back(nullptr);
    return out;
}

int status_of(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ChildEnd run_and_wait(const Words& command, const Variables& set, const Words& unset) {
    int trouble[2];
    if (command.empty() || ::pipe2(trouble, O_CLOEXEC) != 0) return {126, "cannot start a process"};
    const auto arguments = pointers_to(command);
    SignalForwarding forwarding;
    const pid_t child = ::fork();
    if (child == 0) {
        forwarding.restore();
        for (const auto& [name, value] : set) ::setenv(name.c_str(), value.c_str(), 1);
        for (const std::string& name : unset) ::unsetenv(name.c_str());
        ::execvp(arguments[0], arguments.data());
        const int code = errno;
        [[maybe_unused]] const ssize_t told = ::write(trouble[1], &code, sizeof code);
        ::_exit(127);
    }
    const int fork_code = errno;
    forwarding.start(child);
    ::close(trouble[1]);
    int code = child < 0 ? fork_code : 0;
    if (child > 0 && ::read(trouble[0], &code, sizeof code) != static_cast<ssize_t>(sizeof code)) code = 0;
    ::close(trouble[0]);
    const int status = child > 0 ? status_of(child) : 126;
    if (code == 0) return {status, {}};
    return {code == ENOENT ? 127 : 126, "cannot start " + command[0] + ": " + std::strerror(code)};
}

std::string output_of(const Words& command, int timeout_ms) {
    int channel[2];
    if (command.empty() || ::pipe2(channel, O_CLOEXEC) != 0) return {};
    const auto arguments = pointers_to(command);
    const pid_t child = ::fork();
    if (child == 0) {
        const int nothing = ::open("/dev/null", O_RDONLY);
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(channel[1], STDOUT_FILENO);
        ::dup2(channel[1], STDERR_FILENO);
        ::execvp(arguments[0], arguments.data());
        ::_exit(127);
    }
    ::close(channel[1]);
    std::string text;
    const std::int64_t end = monotonic_ns() + std::int64_t{timeout_ms} * 1'000'000;
    char buffer[4096];
    while (child > 0) {
        pollfd waiting{channel[0], POLLIN, 0};
        const std::int64_t left = (end - monotonic_ns()) / 1'000'000;
        if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) <= 0) break;
        const ssize_t got = ::read(channel[0], buffer, sizeof buffer);
        if (got <= 0) break;
        text.append(buffer, static_cast<std::size_t>(got));
    }
    ::close(channel[0]);
    if (child > 0) {
        ::kill(child, SIGKILL);
        status_of(child);
    }
    return text;
}

std::string find_in_path(const std::string& word) {
    const auto is_program = [](const std::string& path) {
        struct stat found {};
        return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) && ::access(path.c_str(), X_OK) == 0;
    };
    if (word.empty()) return {};
    if (word.find('/') != std::string::npos) return is_program(word) ? word : std::string();
    const char* path = config::environment_value("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    while (true) {
        const auto end = std::min(rest.find(':'), rest.size());
        const std::string candidate = (end == 0 ? "." : std::string(rest.substr(0, end))) + "/" + word;
        if (is_program(candidate)) return candidate;
        if (end == rest.size()) return {};
        rest.remove_prefix(end + 1);
    }
}

}  // namespace shunt::tools
