#pragma once
// Elements that lie on a device: its runtime copies them to memory of ours, and the host packs and unpacks them there.
#include <mpi.h>

#include <cstddef>
#include <cstring>
#include <span>

#include "shim/offload/device_memory.hpp"

namespace shunt {

/// As memcpy; done by the runtime if the source or the target is on a device.   Fails: MPI_ERR_OTHER.
[[nodiscard]] inline int copy_memory(void* to, const void* from, std::size_t bytes) {
    if (device_watch.may_have_any()) return copy_by_device(to, from, bytes) ? MPI_SUCCESS : MPI_ERR_OTHER;
    std::memcpy(to, from, bytes);
    return MPI_SUCCESS;
}

/// Whether the first byte of elements at `buffer` is on a device. A type may begin far from the given address, and at
/// MPI_BOTTOM it must.
[[nodiscard]] bool are_on_device_somewhere(const void* buffer, MPI_Datatype type);
[[nodiscard]] inline bool are_on_device(const void* buffer, MPI_Datatype type) {
    return device_watch.may_have_any() && are_on_device_somewhere(buffer, type);
}

/// As MPI_Pack and MPI_Unpack. The gaps between elements are read but not written, as other threads may write there
/// meanwhile. Cost: one copy from the first byte to the last; unpacking, one copy for each run of bytes. Fails: the
/// host's code, or MPI_ERR_OTHER; std::bad_alloc.
int pack_from_device(const void* from, int count, MPI_Datatype type, std::span<std::byte> to, int& position,
                     MPI_Comm comm);
int unpack_to_device(std::span<const std::byte> from, int& position, void* to, int count, MPI_Datatype type,
                     MPI_Comm comm);

}  // namespace shunt
