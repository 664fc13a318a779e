#include "tools/launch/captured_command.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace shunt::tools {
namespace {

/// A file without a name. Unlike a pipe, it never fills up, so a child can write any amount before its output is read.
class Scratch {
public:
    explicit Scratch(const std::string& content = {}) : file_(::memfd_create("shunt", MFD_CLOEXEC)) {
        if (!content.empty() && ::write(file_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
            return;
        ::lseek(file_, 0, SEEK_SET);
    }
    ~Scratch() { ::close(file_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    int file() const { return file_; }
    std::string content() const {
        std::string text;
        char buffer[4096];
        ssize_t got;
        while ((got = ::pread(file_, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0)
            text.append(buffer, static_cast<std::size_t>(got));
        return text;
    }

private:
    int file_;
};

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Called in a child: it ends when `parent` ends.
void end_with(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
}

}  // namespace

Captured run_captured(const Words& command, const std::string& input) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const Scratch in(input), out;
    const pid_t self = ::getpid(), child = ::fork();
    if (child < 0) return {127, std::string("cannot start a process: ") + std::strerror(errno)};
    if (child == 0) {
        end_with(self);
        ::dup2(in.file(), STDIN_FILENO);
        ::dup2(out.file(), STDOUT_FILENO);
        ::dup2(out.file(), STDERR_FILENO);
        ::execvp(arguments[0], arguments.data());
        ::dprintf(out.file(), "%s: %s", arguments[0], std::strerror(errno));
        ::_exit(127);
    }
    const int status = wait_for(child);
    return {status, out.content()};
}

std::string in_namespace(const std::string& name, const std::function<std::string()>& work) {
    const Scratch answer;
    const pid_t self = ::getpid(), child = ::fork();
    if (child < 0) return std::string("cannot start a process: ") + std::strerror(errno);
    if (child == 0) {
        end_with(self);
        const int place = ::open(("/run/netns/" + name).c_str(), O_RDONLY | O_CLOEXEC);
        std::string problem;
        if (place < 0 || ::setns(place, CLONE_NEWNET) != 0)
            problem = "cannot enter namespace " + name + ": " + std::strerror(errno);
        else problem = work();
        ::dprintf(answer.file(), "%s", problem.c_str());
        ::_exit(0);
    }
    const int status = wait_for(child);
    const std::string problem = answer.content();
    return status == 0 || !problem.empty()
               ? problem
               : "a process in namespace " + name + " ended with status " + std::to_string(status);
}

}  // namespace shunt::tools
