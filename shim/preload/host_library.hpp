#pragma once

namespace shunt {

/// By binary interface, which determines the backend. `mpiabi`: MPI 5's standard one, with any host.
enum class Flavour { none, openmpi, mpich, mpiabi, unknown };

/// The MPI library of this process.
struct HostLibrary {
    Flavour flavour = Flavour::none;
    void* handle = nullptr;  ///< from dlopen; never closed
    void* base = nullptr;    ///< load address, distinguishes its functions from a tool's
    char path[1024] = {};
    char version[128] = {};  ///< first line of MPI_Get_library_version, or ""
};

/// Searches for the MPI below libshunt.so: in the global scope, then among all loaded objects (an MPI that was dlopened
/// RTLD_LOCAL). Fails: flavour `none` if no MPI is in the process yet, `unknown` if Shunt has no backend for it.
void find_host_library(HostLibrary& out);

/// The function `name` of the next object below libshunt.so that has it, else of the host itself; null: there is none.
void* next_function(const HostLibrary& library, const char* name);

/// Whether `function` is code of the host library itself.
bool belongs_to_host(const HostLibrary& library, void* function);

}  // namespace shunt
