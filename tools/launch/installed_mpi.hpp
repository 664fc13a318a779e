#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace shunt::tools {

/// The families of MPI libraries, by binary interface. Each family has its own libshunt-*.so.
enum class MpiFamily { open_mpi, mpich, standard_abi, other };

std::string_view name_of(MpiFamily family);
/// "openmpi" as in libshunt-openmpi.so; empty for `other`.
std::string_view backend_of(MpiFamily family);

/// The family of the library at `path` with these exported functions (sorted).
MpiFamily family_of(std::string_view path, const std::vector<std::string>& exported);

struct MpiLibrary {
    std::string path;  ///< links resolved
    MpiFamily family = MpiFamily::other;
    std::vector<std::string> exported;  ///< functions, sorted
};

/// Paths in the output of `ldconfig -p` whose file name is that of an MPI library.
std::vector<std::string> mpi_paths_in(std::string_view ldconfig_output);

/// The MPI libraries that the dynamic linker finds, and those in Debian's own folders and LD_LIBRARY_PATH; each file
/// once.
std::vector<MpiLibrary> installed_mpis();

}  // namespace shunt::tools
