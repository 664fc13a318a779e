#include "tools/launch/installed_mpi.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "config/environment.hpp"
#include "config/value.hpp"
#include "tools/doctor/elf_symbols.hpp"
#include "tools/launch/child_process.hpp"

namespace shunt::tools {
namespace {

namespace fs = std::filesystem;

/// libmpi.so, libmpi.so.40, libmpich.so.12, libmpi_abi.so.1 ...; not libmpi_cxx.so or libmpi_mpifh.so.
bool is_mpi_file_name(std::string_view name) {
    for (const std::string_view stem :
         {"libmpi.so", "libmpich.so", "libmpi_abi.so", "libmpi_abi_openmpi.so", "libmpi_abi_mpich.so"})
        if (name.starts_with(stem) && (name.size() == stem.size() || name[stem.size()] == '.')) return true;
    return false;
}

void add_folder(std::set<std::string>& found, const fs::path& folder) {
    std::error_code trouble;
    for (const auto& entry : fs::directory_iterator(folder, trouble)) {
        if (!is_mpi_file_name(entry.path().filename().string())) continue;
        const fs::path real = fs::canonical(entry.path(), trouble);
        if (!trouble && fs::is_regular_file(real, trouble)) found.insert(real.string());
    }
}

}  // namespace

std::string_view name_of(MpiFamily family) {
    switch (family) {
        case MpiFamily::open_mpi: return "Open MPI";
        case MpiFamily::mpich: return "MPICH family";
        case MpiFamily::standard_abi: return "standard ABI of MPI 5";
        case MpiFamily::other: return "unknown MPI";
    }
    return "unknown MPI";
}

std::string_view backend_of(MpiFamily family) {
    switch (family) {
        case MpiFamily::open_mpi: return "openmpi";
        case MpiFamily::mpich: return "mpich";
        case MpiFamily::standard_abi: return "mpiabi";
        case MpiFamily::other: return "";
    }
    return "";
}

MpiFamily family_of(std::string_view path, const std::vector<std::string>& exported) {
    if (path.substr(path.rfind('/') + 1).starts_with("libmpi_abi")) return MpiFamily::standard_abi;
    const auto has_prefix = [&](std::string_view prefix) {
        const auto at = std::lower_bound(exported.begin(), exported.end(), prefix);
        return at != exported.end() && at->starts_with(prefix);
    };
    if (has_prefix("ompi_")) return MpiFamily::open_mpi;
    if (has_prefix("MPIR_") || has_prefix("MPII_") || has_prefix("MPIX_Grequest_")) return MpiFamily::mpich;
    return MpiFamily::other;
}

std::vector<std::string> mpi_paths_in(std::string_view ldconfig_output) {
    std::vector<std::string> paths;
    for (const std::string_view line : config::split(ldconfig_output, '\n')) {
        const auto arrow = line.find("=> ");
        if (arrow == std::string_view::npos) continue;
        const std::string_view path = line.substr(arrow + 3);
        if (is_mpi_file_name(path.substr(path.rfind('/') + 1))) paths.emplace_back(path);
    }
    return paths;
}

std::vector<MpiLibrary> installed_mpis() {
    std::set<std::string> found;
    std::error_code trouble;
    std::string ldconfig = find_in_path("ldconfig");
    if (ldconfig.empty()) ldconfig = "/sbin/ldconfig";
    for (const std::string& path : mpi_paths_in(output_of({ldconfig, "-p"}, 5000))) {
        const fs::path real = fs::canonical(path, trouble);
        if (!trouble) found.insert(real.string());
    }
    if (const char* folders = config::environment_value("LD_LIBRARY_PATH"))
        for (const std::string_view folder : config::split(folders, ':')) add_folder(found, folder);
    for (const auto& entry : fs::directory_iterator("/usr/lib", trouble)) {
        if (entry.path().filename().string().find("-linux-gnu") == std::string::npos) continue;
        for (const char* folder : {"", "openmpi/lib", "mpich/lib"}) add_folder(found, entry.path() / folder);
    }
    std::vector<MpiLibrary> libraries;
    for (const std::string& path : found) {
        MpiLibrary library;
        std::string ignored;
        library.path = path;
        if (!exported_functions_of(path, library.exported, ignored)) continue;
        if (!std::binary_search(library.exported.begin(), library.exported.end(), "MPI_Init")) continue;
        library.family = family_of(path, library.exported);
        libraries.push_back(std::move(library));
    }
    return libraries;
}

}  // namespace shunt::tools
