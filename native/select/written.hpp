#pragma once
#include <string>
#include <string_view>

#include "native/engines/contract.hpp"

namespace shunt {

/// Writes down as a program what an engine does in such a call, with its options' defaults (Engine::write_program).
/// Returns why not, as a sentence; empty: it is written.   Fails: std::bad_alloc.
std::string write_engine_program(std::string_view engine, const WrittenCall& call, program::Program& into);

}  // namespace shunt
