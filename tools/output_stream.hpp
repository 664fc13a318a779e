#pragma once
#include <fstream>
#include <string>

namespace shunt::tools {

/// Opens `path` and truncates it. A file or link that another user may have put there is refused
/// (native/base/output_file.hpp). From then on SIGXFSZ is ignored, so that exceeding ulimit -f fails the write and does
/// not end the process. Fails: throws std::runtime_error with the reason.
std::ofstream output_stream(const std::string& path);

}  // namespace shunt::tools
