#pragma once
#include <cstdint>

#include "config/options.hpp"
#include "config/rules.hpp"

namespace shunt::config {

/// A digest that is the same on two ranks if their decisions will be the same. It covers every option that must be
/// equal on all ranks and the canonical rules, whatever their setters and spelling. The caller adds what config/ does
/// not know: versions and engines.   Fails: std::bad_alloc.
std::uint64_t digest(const Options& options, const RuleSet& rules, const OptionTable& table);

}  // namespace shunt::config
