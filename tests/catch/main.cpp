// The one main() of all programs made of Catch2 cases, compiled once.
#define CATCH_CONFIG_RUNNER
#include <sched.h>
#include <sys/mount.h>

#include <catch2/catch.hpp>
#include <cstdio>

namespace {

/// Mounts a /dev/shm for this program alone, where it may (root). Cases check which names are there, and any process
/// that makes a segment removes the segments of dead creators.
void take_own_shm() {
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
    if (mount("none", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, nullptr) != 0) std::perror("a /dev/shm of its own");
}

}  // namespace

int main(int argc, char** argv) {
    // Line by line: a child would write again the content of the buffer at the fork (ThreadSanitizer's _exit flushes).
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    take_own_shm();
    return Catch::Session().run(argc, argv);
}
