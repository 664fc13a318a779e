#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace shunt::tools {

/// The names of the functions that a shared library for this machine exports, sorted, each once.
/// Fails: false; `error` contains the reason. Any bytes may be passed: damage is an error, never a crash.
bool exported_functions(std::span<const std::byte> file, std::vector<std::string>& out, std::string& error);

/// The same for the library at `path`.
bool exported_functions_of(const std::string& path, std::vector<std::string>& out, std::string& error);

/// The libraries that the program or library at `path` names (DT_NEEDED), in its order; none if it is no ELF file.
std::vector<std::string> needed_libraries(const std::string& path);

/// Whether `path` is a program without a dynamic linker, which no LD_PRELOAD reaches. False for scripts and in doubt.
bool is_static_program(const std::string& path);

}  // namespace shunt::tools
