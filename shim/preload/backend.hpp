#pragma once
// The interface between libshunt.so and a backend (libshunt-openmpi.so, libshunt-mpich.so, libshunt-mpiabi.so). Both
// are from one build.
#include <cstdint>

namespace shunt {

inline constexpr std::uint32_t kBackendInterface = 3;

/// The backend's functions behind shunt_Scatterv_*, with the arguments of mpix_shunt.h; null: not carried.
struct ScattervGroupFunctions {
    void* open = nullptr;
    void* move = nullptr;
    void* close = nullptr;
};

/// The backend's functions behind shunt_Alltoallv_*, likewise.
struct AlltoallvScheduleFunctions {
    void* gather = nullptr;  ///< control1: the ranks gather the pattern
    void* given = nullptr;   ///< control2: the program gives the pattern
    void* move = nullptr;    ///< data_trans2
    void* close = nullptr;
};

/// Facts that the preload knows about the process.   Owner: the preload; valid for the life of the process.
struct BackendInput {
    std::uint32_t interface;
    std::uint32_t function_count;
    const char* const* names;             ///< the MPI_X names, in the order of the table
    void* (*host_function)(const char*);  ///< the next function of that name below libshunt.so, or null
    const char* host_path;                ///< file of the host MPI
    const char* library_path;             ///< file of libshunt.so
    ScattervGroupFunctions* groups;       ///< to be filled in if rules let engines carry calls
    AlltoallvScheduleFunctions* schedules;
};

/// Sets `wrappers[i]` to the wrapper of function i, or leaves null: the call goes straight to the host.
/// Fails: returns non-zero if the two were not built together; nothing is filled in then.
using BackendBind = int (*)(const BackendInput*, void** wrappers);
inline constexpr char kBackendBindName[] = "shunt_backend_bind";

}  // namespace shunt
