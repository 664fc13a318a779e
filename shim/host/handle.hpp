#pragma once
#include <mpi.h>

#include <cstdint>
#include <type_traits>

namespace shunt {

/// Whether this mpi.h is that of MPI's standard ABI, and not a host's own.
#if defined(OPEN_MPI) || defined(MPICH_VERSION)
inline constexpr bool kHasStandardHandles = false;
#else
inline constexpr bool kHasStandardHandles = true;
#endif

/// The value of an MPI handle, a pointer in Open MPI and in the standard ABI, and an int in MPICH.
template <class Handle>
std::uint64_t handle_value(Handle handle) {
    if constexpr (std::is_pointer_v<Handle>) return reinterpret_cast<std::uintptr_t>(handle);
    else return static_cast<std::uint32_t>(handle);
}

/// A well mixed hash of it.
template <class Handle>
std::uint64_t handle_hash(Handle handle) {
    const std::uint64_t mixed = handle_value(handle) * 0x9e3779b97f4a7c15u;
    return mixed >> 32;
}

}  // namespace shunt
