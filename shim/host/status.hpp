#pragma once
#include <mpi.h>

#include <cstdint>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// Bytes of the message `status` tells of, as sent.   Source: MPI 4.0, 3.2.5; elements of MPI_BYTE always divide a
/// message.
inline std::uint64_t received_bytes(const MPI_Status& status) {
#if defined(OPEN_MPI)
    return status._ucount;
#elif defined(MPICH_NUMVERSION)
    // The low word, and above the cancel bit the high word.
    return static_cast<std::uint32_t>(status.count_lo) |
           static_cast<std::uint64_t>(static_cast<std::uint32_t>(status.count_hi_and_cancelled) >> 1) << 32;
#else
    MPI_Count bytes = 0;
    host.MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
    return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;
#endif
}

}  // namespace shunt
