#pragma once
#include <signal.h>

#include <cstdint>

namespace shunt {

/// While one lives, a write of this thread that the kernel answers with SIGXFSZ (RLIMIT_FSIZE) or SIGPIPE only fails,
/// with EFBIG or EPIPE. The kernel sends both signals to the writing thread, where they are held back and taken away.
/// The program's handlers, signals that were pending before, and errno stay as they are.
/// Thread: made and destroyed on one thread.
class QuietWrites {
public:
    QuietWrites() noexcept;
    ~QuietWrites();
    QuietWrites(const QuietWrites&) = delete;
    QuietWrites& operator=(const QuietWrites&) = delete;

private:
    sigset_t held_;  ///< those of the two that were not pending before
    sigset_t before_;
};

/// Whether a file of `bytes` bytes is longer than this process may make one now (ulimit -f).
bool exceeds_file_limit(std::uint64_t bytes) noexcept;

/// Allocates bytes `from` to `end` of `file` on the disk; the file is then at least `end` long. Goes piece by piece, so
/// that a profiler's signals do not undo all of it again and again. Returns: 0 or an errno: EFBIG beyond RLIMIT_FSIZE,
/// ENOSPC, EDQUOT.
int allocate_file(int file, std::uint64_t from, std::uint64_t end) noexcept;

}  // namespace shunt
