#pragma once
#include <signal.h>

#include <cstdint>

namespace shunt {

/// While it lives, a write of this thread that the kernel would answer with SIGXFSZ (RLIMIT_FSIZE) or SIGPIPE only
/// fails, with EFBIG or EPIPE. The kernel sends both signals to the writing thread; this object blocks and discards
/// them there. The program's handlers, signals that were pending before, and errno stay as they are.
/// Thread: made and destroyed on one thread.
class QuietWrites {
public:
    QuietWrites() noexcept;
    ~QuietWrites();
    QuietWrites(const QuietWrites&) = delete;
    QuietWrites& operator=(const QuietWrites&) = delete;

private:
    sigset_t held_;  ///< those of the two signals that were not pending before
    sigset_t before_;
};

/// Whether `bytes` exceeds this process's present limit on the length of a file (ulimit -f).
bool exceeds_file_limit(std::uint64_t bytes) noexcept;

/// Allocates bytes `from` to `end` of `file` on the disk; the file is then at least `end` bytes long. Allocates piece
/// by piece, so that a profiler's signals do not undo the whole allocation again and again. Returns: 0 or an errno:
/// EFBIG beyond RLIMIT_FSIZE, ENOSPC, EDQUOT.
int allocate_file(int file, std::uint64_t from, std::uint64_t end) noexcept;

}  // namespace shunt
