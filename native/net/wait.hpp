#pragma once
#include <poll.h>

#include <cstdint>
#include <span>

#include "native/base/outcome.hpp"

namespace shunt::net {

/// Sleeps until one of `descriptors` is ready for its `events` (its `revents` shows which) or `timeout_ns` have passed;
/// 0 only polls, less than 0 waits without limit. Negative descriptors are skipped. Returns: `ok` a descriptor is
/// ready, `timeout`, `again` a signal came first (its handler has run).   Fails: `bug`.   Source: ppoll(2).
Outcome wait_ready(std::span<pollfd> descriptors, std::int64_t timeout_ns);

}  // namespace shunt::net
