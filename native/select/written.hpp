#pragma once
#include <string>
#include <string_view>

#include "native/engines/contract.hpp"

namespace shunt {

/// Writes as a program the steps of an engine in such a call, with the defaults of its options (Engine::write_program).
/// Returns: why it cannot, as a sentence; empty: success.   Fails: std::bad_alloc.
std::string write_engine_program(std::string_view engine, const WrittenCall& call, program::Program& into);

}  // namespace shunt
