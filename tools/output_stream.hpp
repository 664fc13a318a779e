#pragma once
#include <fstream>
#include <string>

namespace shunt::tools {

/// Opens `path` to be written anew, but not what another user put there in a folder open to everybody (native/base/output_file.hpp). From then
/// on a file that becomes longer than ulimit -f allows makes writes fail, as a full disk does, and does not end this process.
/// Fails: throws std::runtime_error with the reason.
std::ofstream output_stream(const std::string& path);

}  // namespace shunt::tools
