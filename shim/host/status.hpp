#pragma once
#include <mpi.h>

#include <cstdint>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// A marker put where the host is to write, to detect whether it has written: a call that the host refuses may return
/// success if the program's error handler allows it. No rank, no flag, and none of MPI's constants has this value.
inline constexpr int kUntouched = -0x5348554e;

/// Whether the place for a status, or for several, is a null pointer where the host does not spell "ignore" so. The
/// host refuses such a call.
inline bool is_missing(const MPI_Status* place) { return place == nullptr && MPI_STATUS_IGNORE != nullptr; }

/// Bytes of the message `status` describes, as sent.   Source: MPI 4.0, 3.2.5; elements of MPI_BYTE always divide a
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

/// Sets in `status` whether a call was cancelled; the rest of it stays.
inline void set_cancelled(MPI_Status& status, bool is_cancelled) {
#if defined(OPEN_MPI)
    status._cancelled = is_cancelled;
#elif defined(MPICH_NUMVERSION)
    status.count_hi_and_cancelled = (status.count_hi_and_cancelled & ~1) | int{is_cancelled};
#else
    host.MPI_Status_set_cancelled(&status, is_cancelled);
#endif
}

/// The inverse: makes `status` describe a message of `bytes`, or a cancelled call.
inline void set_received(MPI_Status& status, std::uint64_t bytes, bool is_cancelled) {
#if defined(OPEN_MPI)
    status._ucount = bytes;
    status._cancelled = is_cancelled;
#elif defined(MPICH_NUMVERSION)
    status.count_lo = static_cast<int>(bytes & 0xffffffffu);
    status.count_hi_and_cancelled = static_cast<int>(bytes >> 32 << 1 | std::uint64_t{is_cancelled});
#else
    host.MPI_Status_set_elements_x(&status, MPI_BYTE, static_cast<MPI_Count>(bytes));
    host.MPI_Status_set_cancelled(&status, is_cancelled);
#endif
}

}  // namespace shunt
