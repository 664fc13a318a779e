#include "shim/host/named_object.hpp"

#include "shim/host/own_world.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

#if defined(MPICH_VERSION)
namespace {

/// Two bits of a handle tell how its object is kept, four its kind.   Source: MPICH 4.0, mpir_objects.h.
enum HandleKind : std::uint64_t { kCommunicatorKind = 1, kDatatypeKind = 3, kOperationKind = 6 };
enum HandleKept : std::uint64_t { kKeptNowhere = 0, kKeptBuiltIn = 1 };
std::uint64_t kept_of(std::uint64_t handle) { return handle >> 30; }
std::uint64_t kind_of(std::uint64_t handle) { return handle >> 26 & 15; }

/// One whose errors come back as codes, also those about the other arguments of a call; null where there is none.
MPI_Comm quiet_communicator() {
    const OwnWorld* own = own_world.load(std::memory_order_acquire);
    return own ? own->world : MPI_COMM_NULL;
}

}  // namespace

bool names_communicator(MPI_Comm comm) {
    const std::uint64_t handle = handle_value(comm);
    if (kept_of(handle) == kKeptNowhere || kind_of(handle) != kCommunicatorKind) return false;
    const MPI_Comm quiet = kept_of(handle) == kKeptBuiltIn ? MPI_COMM_NULL : quiet_communicator();
    int result = 0;
    return quiet == MPI_COMM_NULL || host.MPI_Comm_compare(quiet, comm, &result) == MPI_SUCCESS;
}

bool names_datatype(MPI_Datatype type) {
    const std::uint64_t handle = handle_value(type);
    if (kept_of(handle) == kKeptNowhere || kind_of(handle) != kDatatypeKind) return false;
    const MPI_Comm quiet = kept_of(handle) == kKeptBuiltIn ? MPI_COMM_NULL : quiet_communicator();
    int bytes = 0;
    return quiet == MPI_COMM_NULL || host.MPI_Pack_size(0, type, quiet, &bytes) == MPI_SUCCESS;
}
bool may_name_operation(MPI_Op op) {
    return kept_of(handle_value(op)) != kKeptNowhere && kind_of(handle_value(op)) == kOperationKind;
}
#else
// What such a host cannot tell from an address of another kind it takes for what it should be.
bool names_communicator(MPI_Comm comm) { return comm && comm != MPI_COMM_NULL; }
bool names_datatype(MPI_Datatype type) { return type && type != MPI_DATATYPE_NULL; }
bool may_name_operation(MPI_Op op) { return op && op != MPI_OP_NULL; }
#endif

}  // namespace shunt
