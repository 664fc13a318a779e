#include "tools/progress.hpp"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "native/base/clock.hpp"

namespace shunt::tools {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      next_ns_(monotonic_ns() + 2 * kSecond),
      terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (shown_ && terminal_) std::cerr << "\r\033[K" << std::flush;
}

void Progress::step(std::uint64_t done) {
    const std::int64_t now = monotonic_ns();
    if (now < next_ns_) return;
    next_ns_ = now + (terminal_ ? kSecond / 5 : 10 * kSecond);
    shown_ = true;
    std::cerr << (terminal_ ? "\r\033[K" : "") << "shunt: " << what_ << ": " << done;
    if (total_ != 0) std::cerr << " of " << total_;
    std::cerr << (terminal_ ? "" : "\n") << std::flush;
}

}  // namespace shunt::tools
