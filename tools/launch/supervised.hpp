#pragma once
#include <functional>
#include <string>

#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// A command to start, and how to treat the processes that it leaves running.
struct Supervised {
    Words command;
    Variables environment;                 ///< added to this process's environment
    std::function<std::string()> prepare;  ///< called in the child before `command`; returns the error or ""
    bool waits_for_daemons = false;        ///< true: processes left by the command may run on; false: only for 5 s
};

/// Starts the command and waits for it and its descendants; this process becomes the parent of orphaned descendants.
/// SIGINT, SIGTERM and SIGHUP are passed on, except those that a terminal has sent to all of these processes.
/// Descendants left after their time are ended one by one, by their process ids. If this process is killed, the command
/// gets SIGTERM.
/// Returns: the exit status (128 + signal; 127 or 126 if the command could not be started, with the reason on standard
/// error).   Thread: the only one.   Blocks: until all have ended.
int supervise(const Supervised& what);

}  // namespace shunt::tools
