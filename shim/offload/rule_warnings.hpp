#pragma once

namespace shunt {

struct Session;

/// Says in one line which rules can never act in this job, and what would. Rules that act in no job at all were named
/// by `shunt run` before, if it started this one. Fails: std::bad_alloc.
void warn_of_idle_rules(const Session& s);

}  // namespace shunt
