#pragma once
#include <fstream>
#include <string>

namespace shunt::tools {

/// Opens `path` to be written anew. What another user may have put there is refused (native/base/output_file.hpp).
/// SIGXFSZ is ignored from then on, so that a file longer than ulimit -f allows is a failed write and not the end.
/// Fails: throws std::runtime_error with the reason.
std::ofstream output_stream(const std::string& path);

}  // namespace shunt::tools
