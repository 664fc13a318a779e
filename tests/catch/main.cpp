// The one main() of all programs made of Catch2 cases, compiled once.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdio>

int main(int argc, char** argv) {
    // Line by line: what stayed in the buffer at a fork would be written by the child too (ThreadSanitizer's _exit
    // flushes).
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    return Catch::Session().run(argc, argv);
}
