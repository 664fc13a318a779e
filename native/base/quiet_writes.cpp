#include "native/base/quiet_writes.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace shunt {
namespace {

constexpr int kSignals[] = {SIGXFSZ, SIGPIPE};

}  // namespace

QuietWrites::QuietWrites() noexcept {
    sigset_t pending;
    sigemptyset(&held_);
    sigpending(&pending);
    for (const int number : kSignals)
        if (sigismember(&pending, number) == 0) sigaddset(&held_, number);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

QuietWrites::~QuietWrites() {
    const int saved_errno = errno;
    constexpr timespec kAtOnce{};
    while (sigtimedwait(&held_, nullptr, &kAtOnce) > 0) {}
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved_errno;
}

bool exceeds_file_limit(std::uint64_t bytes) noexcept {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur;
}

int allocate_file(int file, std::uint64_t from, std::uint64_t end) noexcept {
    constexpr std::uint64_t kPiece = std::uint64_t{4} << 20;
    if (exceeds_file_limit(end)) return EFBIG;
    const QuietWrites quiet;
    int error = 0;
    for (std::uint64_t at = from; at < end && error == 0; at += kPiece) {
        const std::uint64_t piece = std::min(kPiece, end - at);
        do error = posix_fallocate(file, static_cast<off_t>(at), static_cast<off_t>(piece));
        while (error == EINTR);
    }
    return error;
}

}  // namespace shunt
