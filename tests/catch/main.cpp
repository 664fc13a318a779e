// The one main() of all programs made of Catch2 cases, compiled once.
#define CATCH_CONFIG_RUNNER
#include <sched.h>
#include <sys/mount.h>

#include <catch2/catch.hpp>
#include <cstdio>

namespace {

/// A /dev/shm of this program alone, where it may mount one (root): cases look which names are there, and any process
/// that makes a segment removes those of dead creators.
void take_own_shm() {
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return;
    if (mount("none", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, nullptr) != 0) std::perror("a /dev/shm of its own");
}

}  // namespace

int main(int argc, char** argv) {
    // Line by line: what stayed in the buffer at a fork would be written by the child too (ThreadSanitizer's _exit
    // flushes).
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    take_own_shm();
    return Catch::Session().run(argc, argv);
}
