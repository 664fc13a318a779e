#include "tools/launch/library_path.hpp"

#include <algorithm>
#include <filesystem>

#include "tools/launch/profile_name.hpp"

namespace shunt::tools {
namespace fs = std::filesystem;

std::string program_directory() {
    std::error_code trouble;
    return fs::read_symlink("/proc/self/exe", trouble).parent_path().string();
}

std::vector<std::string> library_candidates(const std::string& program_directory) {
    std::vector<std::string> found;
    const fs::path prefix = fs::path(program_directory).parent_path();
    for (const char* folder : {"lib", "lib64"}) {
        std::vector<std::string> folders{(prefix / folder).string()};
        std::error_code trouble;
        for (const auto& entry : fs::directory_iterator(prefix / folder, trouble))
            if (entry.path().filename().string().find("-linux-gnu") != std::string::npos)
                folders.push_back(entry.path().string());
        std::sort(folders.begin() + 1, folders.end());
        for (const std::string& place : folders) {
            found.push_back(place + "/libshunt.so");
            found.push_back(place + "/shunt/libshunt.so");
        }
    }
    return found;
}

namespace {

/// `path`, if LD_PRELOAD can name it: its names end at blanks and colons, and srun's list at commas.
std::string loadable(const std::string& path, std::string& error) {
    if (path.find_first_of(" :,\t\n") == std::string::npos) return path;
    error = "LD_PRELOAD cannot name " + path +
            ", because of its blanks, colons or commas; make a link to its folder without these, and name the library "
            "there with --library";
    return {};
}

}  // namespace

std::string find_library(const std::string& wanted, std::string& error) {
    std::error_code trouble;
    if (!wanted.empty()) {
        if (fs::is_regular_file(wanted, trouble)) return loadable(absolute_path(wanted), error);
        error = "there is no library " + wanted;
        return {};
    }
    const auto candidates = library_candidates(program_directory());
    for (const std::string& path : candidates)
        if (fs::is_regular_file(path, trouble)) return loadable(path, error);
    error = "libshunt.so was not found (looked for " + candidates.front() + " and beside it); name it with --library";
    return {};
}

}  // namespace shunt::tools
