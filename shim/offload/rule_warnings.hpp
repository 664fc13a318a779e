#pragma once

namespace shunt {

struct Session;

/// Warns in one line of rules that can never take effect in this job, and tells the remedy. Rules without effect in any
/// job were named by `shunt run` before, if it started this one. Fails: std::bad_alloc.
void warn_of_idle_rules(const Session& s);

}  // namespace shunt
