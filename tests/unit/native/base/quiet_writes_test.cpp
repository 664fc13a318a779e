#include "native/base/quiet_writes.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>

#include "tests/unit/native/node/processes.hpp"

using namespace shunt;
using namespace node_test;

namespace {

constexpr rlim_t kLimit = 8192;

volatile sig_atomic_t handled = 0;
void count_signal(int) { handled = handled + 1; }

/// A file that this process may not make longer than kLimit.
int limited_file() {
    const rlimit limit{kLimit, kLimit};
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 ? memfd_create("limited", MFD_CLOEXEC) : -1;
}

bool is_pending(int number) {
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, number) == 1;
}

bool write_too_far(int file) { return pwrite(file, "x", 1, kLimit) == -1 && errno == EFBIG; }

}  // namespace

TEST_CASE("a write beyond the limit of files, or to a closed pipe, only fails", "[base][node]") {
    CHECK(end_of(start_child([] {
              const int file = limited_file();
              int channel[2];
              if (file < 0 || pipe(channel) != 0 || close(channel[0]) != 0) return 1;
              {
                  const QuietWrites quiet;
                  if (!write_too_far(file) || ftruncate(file, kLimit + 1) != -1) return 2;
                  if (write(channel[1], "x", 1) != -1 || errno != EPIPE) return 3;
              }
              sigset_t blocked;
              pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
              return errno == EPIPE && !is_pending(SIGXFSZ) && sigismember(&blocked, SIGXFSZ) == 0 &&
                             sigismember(&blocked, SIGPIPE) == 0
                         ? 0
                         : 4;
          })) == "exit 0");
    // The same write without that protection ends the process: the test can fail.
    CHECK(end_of(start_child([] { return write_too_far(limited_file()) ? 0 : 1; })) ==
          "signal " + std::to_string(SIGXFSZ));
}

TEST_CASE("the program's own SIGXFSZ stays: its handler, and one that it holds back", "[base][node]") {
    CHECK(end_of(start_child([] {
              const int file = limited_file();
              ::signal(SIGXFSZ, count_signal);
              {
                  const QuietWrites quiet;
                  if (!write_too_far(file)) return 1;
              }
              if (handled != 0) return 2;
              sigset_t only;
              sigemptyset(&only);
              sigaddset(&only, SIGXFSZ);
              pthread_sigmask(SIG_BLOCK, &only, nullptr);
              if (!write_too_far(file) || !is_pending(SIGXFSZ)) return 3;
              {
                  const QuietWrites quiet;
                  if (!write_too_far(file)) return 4;
              }
              if (!is_pending(SIGXFSZ)) return 5;
              pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
              return handled == 1 ? 0 : 6;
          })) == "exit 0");
}

TEST_CASE("a file grows up to the limit, and beyond it is refused", "[base][node]") {
    CHECK(end_of(start_child([] {
              const int file = limited_file();
              struct stat facts {};
              if (allocate_file(file, 0, kLimit) != 0 || fstat(file, &facts) != 0 ||
                  facts.st_size != static_cast<off_t>(kLimit))
                  return 1;
              if (allocate_file(file, kLimit, kLimit + 1) != EFBIG) return 2;
              return exceeds_file_limit(kLimit) || !exceeds_file_limit(kLimit + 1) ? 3 : 0;
          })) == "exit 0");
}
