#pragma once
#include <cstdint>

#include "config/options.hpp"
#include "config/rules.hpp"

namespace shunt::config {

/// A number that is the same on two ranks when their decisions will be: over every option that must be equal on all
/// ranks and the canonical rules, however and by whom they were set. The caller adds what config/ does not know:
/// versions and engines.   Fails: std::bad_alloc.
std::uint64_t digest(const Options& options, const RuleSet& rules, const OptionTable& table);

}  // namespace shunt::config
