#pragma once
#include <cstdint>

#include "config/options.hpp"

namespace shunt {

/// Sets where this process writes its messages from now on, and up to which level; `rank` is -1 until it is known.
void set_log(const config::LogOptions& options, int rank);

/// "shunt[3]: ..." on standard error or in log.file, as one write.   Thread: any.   Blocks: on that write.
[[gnu::format(printf, 2, 3)]] void log(config::LogLevel level, const char* format, ...) noexcept;

}  // namespace shunt

#define SHUNT_WARN(...) ::shunt::log(::shunt::config::LogLevel::warning, __VA_ARGS__)
#define SHUNT_INFO(...) ::shunt::log(::shunt::config::LogLevel::info, __VA_ARGS__)
