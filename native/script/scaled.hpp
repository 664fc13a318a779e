#pragma once
#include <cstdint>

#include "native/program/program.hpp"

namespace shunt::script {

/// `program` with `factor` elements for each of its elements: all counts, ranges and chunks times `factor`. It carries
/// a call that is `factor` times as long in the way of `program`, since no step depends on an element's contents.
/// `program` has no `counts`. Cost: a copy.
program::Program scaled(const program::Program& program, std::uint64_t factor);

}  // namespace shunt::script
