#include "shim/host/pmi_relay.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <initializer_list>

namespace shunt {
namespace {

std::atomic<PmiRelay*> at_work{nullptr};

/// 0 if `fd` is not a socket.
ino_t socket_inode(int fd) noexcept {
    struct stat status {};
    return ::fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) ? status.st_ino : 0;
}

/// Replaces `fd` by `source`, with the given descriptor flags.
bool replace(int fd, int source, int descriptor_flags) noexcept {
    return ::dup3(source, fd, (descriptor_flags & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0) == fd;
}

void close_all(std::initializer_list<int*> descriptors) noexcept {
    for (int* fd : descriptors) {
        if (*fd >= 0) ::close(*fd);
        *fd = -1;
    }
}

}  // namespace

const char* PmiRelay::start(int pmi_fd, int rank, std::uint64_t token) noexcept {
    if (socket_inode(pmi_fd) == 0) return "PMI_FD names no socket of this process";
    rank_ = rank;
    token_ = token;
    if (!take_place(pmi_fd)) return "no descriptors are left for PMI";
    if (start_thread()) return nullptr;
    give_back_place();
    return "no thread could be started for PMI";
}

bool PmiRelay::take_place(int pmi_fd) noexcept {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    inner_ = ends[0];
    const int flags = ::fcntl(pmi_fd, F_GETFD);
    launcher_ = ::fcntl(pmi_fd, F_DUPFD_CLOEXEC, 0);
    ::fcntl(ends[1], F_SETFL, ::fcntl(pmi_fd, F_GETFL));
    pair_inode_ = socket_inode(ends[1]);
    pmi_fd_ = pmi_fd;
    const bool taken = launcher_ >= 0 && replace(pmi_fd, ends[1], flags);
    ::close(ends[1]);
    if (!taken) close_all({&inner_, &launcher_});
    return taken;
}

/// Our thread handles no signals of the program.
bool PmiRelay::start_thread() noexcept {
    static const bool registered = std::atexit(drain_at_exit) == 0;
    sigset_t all, before;
    ::sigfillset(&all);
    if (!registered || ::pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    process_ = ::getpid();
    const bool started = ::pthread_create(&thread_, nullptr, &PmiRelay::run, this) == 0;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    running_ = started;
    at_work = started ? this : nullptr;
    return started;
}

/// If the host has closed PMI_FD meanwhile, it has closed the launcher's connection: the number may be another file's
/// now.
void PmiRelay::give_back_place() noexcept {
    if (socket_inode(pmi_fd_) == pair_inode_) replace(pmi_fd_, launcher_, ::fcntl(pmi_fd_, F_GETFD));
    close_all({&inner_, &launcher_});
}

/// The thread ends when it has passed on all that the host had sent before.
void PmiRelay::stop() noexcept {
    if (!running_.exchange(false) || ::getpid() != process_) return;
    at_work = nullptr;
    ::shutdown(inner_, SHUT_RD);
    ::pthread_join(thread_, nullptr);
    give_back_place();
}

/// exit() inside MPI_Init: MPICH does so right after it has told the launcher to abort the job.
void PmiRelay::drain_at_exit() noexcept {
    PmiRelay* const relay = at_work.exchange(nullptr);
    if (relay == nullptr || ::getpid() != relay->process_) return;
    ::shutdown(relay->inner_, SHUT_RD);
    timespec until{};
    ::clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    relay->running_ = false;
    if (::pthread_timedjoin_np(relay->thread_, nullptr, &until) == 0) relay->give_back_place();
}

void* PmiRelay::run(void* self) noexcept {
    auto& relay = *static_cast<PmiRelay*>(self);
    while (relay.pass_some()) {}
    ::shutdown(relay.inner_, SHUT_RDWR);  // if the launcher is gone, this closes the host's connection too
    return nullptr;
}

bool PmiRelay::pass_some() noexcept {
    pollfd ends[2] = {{inner_, POLLIN, 0}, {launcher_, POLLIN, 0}};
    if (::poll(ends, 2, -1) < 0) return errno == EINTR;
    if (ends[1].revents != 0 && !pass_from_launcher()) return false;
    return ends[0].revents == 0 || pass_from_host();
}

bool PmiRelay::pass_from_launcher() noexcept {
    char bytes[4096];
    const ssize_t got = ::recv(launcher_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    return got > 0 && send_all(inner_, {bytes, static_cast<std::size_t>(got)});
}

bool PmiRelay::pass_from_host() noexcept {
    const Received received = understands_ ? receive_some(inner_, version_, message_) : Received::foreign;
    if (received == Received::part) return true;
    if (received == Received::whole) return pass_message();
    if (received == Received::closed) {
        (void)send_all(launcher_, message_.view());  // the host has ended in the middle of a message
        return false;
    }
    understands_ = false;
    if (message_.bytes == 0) {
        const ssize_t got = ::recv(inner_, message_.text, sizeof message_.text, MSG_DONTWAIT);
        if (got < 0) return errno == EINTR || errno == EAGAIN;
        if (got == 0) return false;
        message_.bytes = static_cast<std::size_t>(got);
    }
    const bool sent = send_all(launcher_, message_.view());
    message_.bytes = 0;
    return sent;
}

/// A barrier's request is the host's first sign that it waits for no reply. It is also the last chance to put the
/// token.
bool PmiRelay::pass_message() noexcept {
    if (version_ == PmiVersion::unknown) {
        note_greeting();
    } else if (is_command(version_, message_, version_ == PmiVersion::two ? "kvs-fence" : "barrier_in")) {
        not_put_ = PmiClient(launcher_, version_).put(rank_, token_);
        understands_ = false;
    }
    const bool sent = send_all(launcher_, message_.view());
    message_.bytes = 0;
    return sent;
}

void PmiRelay::note_greeting() noexcept {
    const std::string_view version = field(version_, message_, "pmi_version");
    understands_ = is_command(version_, message_, "init") && (version == "1" || version == "2");
    if (understands_) version_ = version == "1" ? PmiVersion::one : PmiVersion::two;
}

}  // namespace shunt
