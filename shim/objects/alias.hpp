#pragma once
// One buffer for both directions of a collective, without MPI_IN_PLACE: MPI forbids it, some hosts refuse it, and under
// others programs run with it.
#include <mpi.h>

#include <cstdint>

#include "native/base/operation.hpp"

namespace shunt {

/// Whether the host refuses such buffers in a blocking `operation`, also where it may be set otherwise: it has been
/// asked, by such a call that this process makes alone. Holds for this process, as each host looks at the buffers of
/// its own rank only.   Thread: any.
bool host_refuses_alias(Operation operation);

/// Whether `buffer` is where element `index` of `base` lies, in arrays of `type_bytes` an element: by which the hosts
/// compare, not by extents.
inline bool is_alias(const void* buffer, const void* base, MPI_Count index, MPI_Count type_bytes) {
    return reinterpret_cast<std::uintptr_t>(buffer) ==
           reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(index * type_bytes);
}

}  // namespace shunt
