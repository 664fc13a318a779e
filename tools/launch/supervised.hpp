#pragma once
#include <functional>
#include <string>

#include "tools/launch/launcher.hpp"

namespace shunt::tools {

/// A command to start, and what becomes of the processes it leaves behind.
struct Supervised {
    Words command;
    Variables environment;                 ///< added to ours
    std::function<std::string()> prepare;  ///< in the child before `command` starts; what went wrong, or an empty text
    bool waits_for_daemons = false;  ///< true: what the command leaves running may end by itself; false: it has 5 s
};

/// Starts it and waits, as the one whom orphaned descendants fall to. SIGINT, SIGTERM and SIGHUP are passed on, save
/// those a terminal has sent to all of us; descendants left after that are ended one by one, by their process ids. When
/// we are killed, the command gets SIGTERM. Gives the exit status (128 + signal; 127, 126 when it could not be started,
/// told on standard error). Thread: the only one.   Blocks: until all have ended.
int supervise(const Supervised& what);

}  // namespace shunt::tools
