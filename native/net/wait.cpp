#include "native/net/wait.hpp"

#include <cerrno>
#include <ctime>

namespace shunt::net {

Outcome wait_ready(std::span<pollfd> descriptors, std::int64_t timeout_ns) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const timespec timeout{timeout_ns / kSecond, timeout_ns % kSecond};
    const int ready = ppoll(descriptors.data(), descriptors.size(), timeout_ns < 0 ? nullptr : &timeout, nullptr);
    if (ready > 0) return {};
    if (ready == 0) return {Status::timeout, {}};
    if (errno == EINTR) return {Status::again, {}};
    return failed_call(Status::bug, "waiting for " + std::to_string(descriptors.size()) + " descriptors", errno,
                       "please report this");
}

}  // namespace shunt::net
