#pragma once
#include <cstdint>
#include <string_view>

namespace shunt::tools {

enum class FunctionClass : std::uint8_t { send, receive, collective, one_sided, wait, io, local, startup };

/// Classifies an MPI function by its name ("MPI_Isend" -> send).
FunctionClass classify(std::string_view function);
/// Whether calls of `function` return before the operation is complete.
bool is_nonblocking(std::string_view function);
/// Whether time in functions of this class is split into transfer and wait.
inline bool is_communication(FunctionClass kind) {
    return kind != FunctionClass::io && kind != FunctionClass::local && kind != FunctionClass::startup;
}

}  // namespace shunt::tools
