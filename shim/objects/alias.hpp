#pragma once
// One buffer as both send and receive buffer of a collective, without MPI_IN_PLACE: MPI forbids it, some hosts refuse
// it, and programs run with it under others.
#include <mpi.h>

#include <cstdint>

#include "native/base/operation.hpp"

namespace shunt {

/// Whether the host refuses such buffers in a blocking `operation` of `count` elements, also where a setting decides
/// that: the answer is from a trial call that this process makes alone. Valid for this process, as each host examines
/// only the buffers of its own rank. Open MPI accepts one element in Allreduce, and no more.   Thread: any.
bool host_refuses_alias(Operation operation, MPI_Count count);

/// Whether the host refuses MPI_Exscan without a receive buffer on rank 0, where MPI ignores that buffer (MPI 4.0,
/// 6.11.2). Known as above.   Thread: any.
bool host_refuses_null_exscan();

/// Whether `buffer` is the address of element `index` of `base`, in arrays of `type_bytes` an element: the hosts
/// compare by that size, not by extents.
inline bool is_alias(const void* buffer, const void* base, MPI_Count index, MPI_Count type_bytes) {
    return reinterpret_cast<std::uintptr_t>(buffer) ==
           reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(index * type_bytes);
}

}  // namespace shunt
