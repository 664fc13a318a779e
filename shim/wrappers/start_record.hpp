#pragma once
#include <string>

#include "shim/observe/session.hpp"

namespace shunt {

/// "host" and the engines of this build, one a line, in the order of their numbers.
std::string engine_lines();

/// Whether this rank's MPI yields its core while it waits.
bool host_yields();

/// Opens this rank's record; if that fails, `s.recorder` stays null and the failure is logged. `level`: MPI_THREAD_*.
/// Fails: std::bad_alloc.
void start_record(Session& s, int level);

}  // namespace shunt
