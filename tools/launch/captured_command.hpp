#pragma once
#include <functional>
#include <string>

#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// How a short helper program or function ended, and its output.
struct Captured {
    int status = 0;      ///< exit status; 128 + signal; 127 when it could not be started
    std::string output;  ///< standard output and error
};

/// Runs `command` with `input` as its standard input and waits for it. It ends if this process is killed.
/// Thread: the only one.   Blocks: until it ends.
Captured run_captured(const Words& command, const std::string& input = {});

/// Runs `work` in a child process inside the network namespace `name` (of /run/netns) and waits.
/// `work` returns the error or an empty text, which this function returns.   Thread: the only one.   Blocks: until it
/// ends.
std::string in_namespace(const std::string& name, const std::function<std::string()>& work);

}  // namespace shunt::tools
