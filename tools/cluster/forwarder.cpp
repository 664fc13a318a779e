#include "tools/cluster/forwarder.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "tools/cluster/commands.hpp"
#include "tools/cluster/host.hpp"
#include "tools/cluster/state.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kReady = "ready ";  // followed by what is less exact and a line end

std::string with_errno(const std::string& what) { return what + ": " + std::strerror(errno); }

/// When the process was started, in ticks since the boot (proc(5), stat, field 22).   Fails: 0 if it has ended.
std::uint64_t start_ticks(pid_t process) {
    std::string line;
    std::getline(std::ifstream("/proc/" + std::to_string(process) + "/stat"), line);
    const auto name_end = line.rfind(')');
    if (name_end == std::string::npos) return 0;
    std::istringstream fields(line.substr(name_end + 1));
    std::string field;
    fields >> field;
    if (field == "Z" || field == "X") return 0;
    for (int number = 4; number <= 22; ++number) fields >> field;
    return std::strtoull(field.c_str(), nullptr, 10);
}

/// Called in the child: becomes `shunt cluster wan NAME`, with the ends of two pipes as its input and output.
[[noreturn]] void become_forwarder(const std::string& name, int input, int output) {
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::setsid();
    ::dup2(input, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (::chdir("/") == 0) ::execl("/proc/self/exe", "shunt", "cluster", "wan", name.c_str(), nullptr);
    ::dprintf(output, "%s\n", with_errno("cannot start the forwarder").c_str());
    ::_exit(127);
}

std::string read_to_line_end(int file) {
    std::string text;
    char c;
    ssize_t got;
    while ((got = ::read(file, &c, 1)) == 1 || (got < 0 && errno == EINTR)) {
        if (got == 1 && c == '\n') break;
        if (got == 1) text += c;
    }
    return text;
}

/// Waits until the forwarder is ready, and writes its process id to the record. Until then the forwarder ends if this
/// process ends, because its input then ends.
std::string agree(ClusterRecord& record, pid_t child, int answers, int orders) {
    const std::string said = read_to_line_end(answers);
    if (!said.starts_with(kReady)) return said.empty() ? "the forwarder has ended" : said;
    if (said.size() > kReady.size()) std::cerr << "shunt cluster up: " << said.substr(kReady.size()) << '\n';
    record.forwarder = {child, start_ticks(child)};
    write_record(record);
    return ::write(orders, "g", 1) == 1 ? std::string() : with_errno("the forwarder");
}

}  // namespace

std::string start_forwarder(ClusterRecord& record) {
    int orders[2], answers[2];
    if (::pipe2(orders, O_CLOEXEC) != 0) return with_errno("pipe");
    if (::pipe2(answers, O_CLOEXEC) != 0) {
        for (const int end : orders) ::close(end);
        return with_errno("pipe");
    }
    const pid_t child = ::fork();
    if (child == 0) become_forwarder(record.spec.name, orders[0], answers[1]);
    ::close(orders[0]);
    ::close(answers[1]);
    std::string wrong = child < 0 ? with_errno("fork") : agree(record, child, answers[0], orders[1]);
    ::close(orders[1]);
    ::close(answers[0]);
    if (!wrong.empty() && child > 0) {
        ::kill(child, SIGKILL);
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
        record.forwarder = {};
    }
    return wrong;
}

bool is_running(const ForwarderId& forwarder) {
    return forwarder.process > 0 && start_ticks(forwarder.process) == forwarder.started;
}

std::string end_forwarder(const ForwarderId& forwarder) {
    if (forwarder.process <= 0) return {};
    const int handle = static_cast<int>(::syscall(SYS_pidfd_open, forwarder.process, 0));
    if (handle < 0) return errno == ESRCH ? std::string() : with_errno("pidfd_open");
    std::string wrong;
    if (is_running(forwarder)) {  // the handle is of that process: its process id cannot have been reused
        if (::syscall(SYS_pidfd_send_signal, handle, SIGKILL, nullptr, 0) != 0 && errno != ESRCH)
            wrong = with_errno("cannot end the forwarder");
        pollfd end{handle, POLLIN, 0};
        if (wrong.empty() && ::poll(&end, 1, 5000) != 1) wrong = "the forwarder does not end";
    }
    ::close(handle);
    return wrong;
}

int cluster_wan(const Arguments& arguments) {
    ClusterRecord record;
    std::string error;
    if (arguments.size() != 1) return complain("cluster wan", "it is started by shunt cluster up", kUsage);
    if (!read_record(arguments[0], record, error)) return complain("cluster wan", error, kFailed);
    error = enter_network(wan_namespace(record.spec));
    if (error.empty())
        error = forward(record.spec, [](const std::string& less_exact) {
            std::string line = std::string(kReady) + less_exact + "\n";
            char order;
            if (::write(STDOUT_FILENO, line.data(), line.size()) != static_cast<ssize_t>(line.size()) ||
                ::read(STDIN_FILENO, &order, 1) != 1)
                return false;
            const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
            for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, file);
            return true;
        });
    ::dprintf(STDOUT_FILENO, "%s\n", error.c_str());
    return kFailed;
}

}  // namespace shunt::tools
