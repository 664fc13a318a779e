#include "shim/host/named_object.hpp"

#include "shim/host/own_world.hpp"
#include "shim/host/quirks.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// The standard ABI's own objects are small numbers. Each kind has a range, of which the null handle is the first; all
/// other handles are addresses.   Source: MPI 5.0, chapter 20.
struct StandardRange {
    std::uint64_t null, last;
    bool has(std::uint64_t handle) const { return handle > null && handle <= last; }
};
constexpr StandardRange kStandardCommunicators{0x100, 0x102}, kStandardDatatypes{0x200, 0x2ff},
    kStandardOperations{0x20, 0x3f};
constexpr std::uint64_t kLargestStandardHandle = 0xfff;
bool is_standard(std::uint64_t handle) { return kHasStandardHandles && handle <= kLargestStandardHandle; }

/// Whether a host accepts every address as a handle, as it cannot distinguish an object from one of another kind.
bool takes_any_address() { return kHasStandardHandles || host_quirks.is_open_mpi; }

/// In MPICH two bits of a handle encode how its object is stored, four its kind.   Source: MPICH 4.0, mpir_objects.h.
enum HandleKind : std::uint64_t { kCommunicatorKind = 1, kDatatypeKind = 3, kOperationKind = 6 };
enum HandleKept : std::uint64_t { kKeptNowhere = 0, kKeptBuiltIn = 1 };
std::uint64_t kept_of(std::uint64_t handle) { return handle >> 30 & 3; }
bool may_be(std::uint64_t handle, HandleKind kind) {
    return kept_of(handle) != kKeptNowhere && (handle >> 26 & 15) == kind;
}

/// A communicator whose errors are returned as codes, also those about the other arguments of a call. Null if there is
/// none, or if the host need not be asked about `handle`.
MPI_Comm quiet_communicator(std::uint64_t handle) {
    const OwnWorld* own = kept_of(handle) == kKeptBuiltIn ? nullptr : own_world.load(std::memory_order_acquire);
    return own ? own->world : MPI_COMM_NULL;
}

}  // namespace

bool names_communicator(MPI_Comm comm) {
    const std::uint64_t handle = handle_value(comm);
    if (is_standard(handle)) return kStandardCommunicators.has(handle);
    if (takes_any_address()) return handle != 0 && comm != MPI_COMM_NULL;
    if (!may_be(handle, kCommunicatorKind)) return false;
    const MPI_Comm quiet = quiet_communicator(handle);
    int result = 0;
    return quiet == MPI_COMM_NULL || host.MPI_Comm_compare(quiet, comm, &result) == MPI_SUCCESS;
}

bool names_datatype(MPI_Datatype type) {
    const std::uint64_t handle = handle_value(type);
    if (is_standard(handle)) return kStandardDatatypes.has(handle);
    if (takes_any_address()) return handle != 0 && type != MPI_DATATYPE_NULL;
    if (!may_be(handle, kDatatypeKind)) return false;
    const MPI_Comm quiet = quiet_communicator(handle);
    int bytes = 0;
    return quiet == MPI_COMM_NULL || host.MPI_Pack_size(0, type, quiet, &bytes) == MPI_SUCCESS;
}

bool may_name_operation(MPI_Op op) {
    const std::uint64_t handle = handle_value(op);
    if (is_standard(handle)) return kStandardOperations.has(handle);
    if (takes_any_address()) return handle != 0 && op != MPI_OP_NULL;
    return may_be(handle, kOperationKind);
}

}  // namespace shunt
