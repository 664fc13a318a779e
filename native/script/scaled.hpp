#pragma once
#include <cstdint>

#include "native/program/program.hpp"

namespace shunt::script {

/// `program` with `factor` elements for each of its elements: all counts, ranges and chunks times `factor`. It does for
/// `factor` times as long a call what `program` does, since no step looks into an element. `program` has no `counts`.
/// Cost: a copy.
program::Program scaled(const program::Program& program, std::uint64_t factor);

}  // namespace shunt::script
