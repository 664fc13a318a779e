#pragma once
#include <signal.h>

#include <cstdint>

namespace shunt {

/// While one lives, a write or growth of a file by this thread that is answered with SIGXFSZ (RLIMIT_FSIZE) or SIGPIPE only fails, with EFBIG
/// or EPIPE. The kernel sends both to the thread that writes, where they are held back and taken away again.
/// The program's handlers and what was pending before stay as they are, and so does errno.   Thread: made and destroyed on one thread.
class QuietWrites {
public:
    QuietWrites() noexcept;
    ~QuietWrites();
    QuietWrites(const QuietWrites&) = delete;
    QuietWrites& operator=(const QuietWrites&) = delete;

private:
    sigset_t held_;     ///< those of the two that were not pending before
    sigset_t before_;
};

/// Whether a file of `bytes` bytes is longer than this process may make one now (ulimit -f).
bool exceeds_file_limit(std::uint64_t bytes) noexcept;

/// Gives bytes `from` to `end` of `file` their place on disk and lengthens the file to `end`, a piece at a time so that a profiler's signals do not
/// undo all of it again and again.   Returns: 0 or an errno: EFBIG beyond RLIMIT_FSIZE, ENOSPC, EDQUOT.
int allocate_file(int file, std::uint64_t from, std::uint64_t end) noexcept;

}  // namespace shunt
