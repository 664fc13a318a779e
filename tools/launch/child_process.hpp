#pragma once
#include <string>
#include <vector>

#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// How a child process ended, as a shell reports it: its exit status, or 128 + the signal that killed it.
struct ChildEnd {
    int status = 0;
    std::string error;  ///< why it could not be started (then `status` is 127 or 126); empty otherwise
};

/// Starts `command` with `set` added to and `unset` taken from this process's environment, and waits for it. SIGINT,
/// SIGTERM and SIGHUP are passed on to the child meanwhile, except those that a terminal has sent to both processes.
/// Thread: the only one.   Blocks: until it ends.
ChildEnd run_and_wait(const Words& command, const Variables& set, const Words& unset);

/// The text that `command` prints (standard output and error), or, if it does not end within `timeout_ms`, the part
/// printed until then.
std::string output_of(const Words& command, int timeout_ms);

/// The file that would run if `word` were started: searched in PATH when it has no slash; empty when there is none.
std::string find_in_path(const std::string& word);

}  // namespace shunt::tools
