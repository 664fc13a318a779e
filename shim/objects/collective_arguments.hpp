#pragma once
// The arguments of a collective call in one record, for every form that MPI has of it: int and MPI_Count, one block or
// one for each rank, blocking, nonblocking and persistent. Facts that follow from the arguments alone are computed
// here, once. Nothing here communicates.
#include <mpi.h>

#include <cstdint>

#include "native/base/operation.hpp"
#include "native/engines/contract.hpp"
#include "shim/objects/collective_buffer.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/table/generated/function_number.hpp"

namespace shunt {

struct CollectiveArguments;
struct ScattervGroup;
struct PreparedCalls;

/// One of MPI's collective functions.   Owner: static storage (generated/wrappers.cpp).
struct CollectiveFunction {
    Function number;
    Operation operation;
    bool is_carried;                          ///< an engine may carry it
    int (*call)(const CollectiveArguments&);  ///< the host's function
    int (*call_twin)(const CollectiveArguments&) =
        nullptr;  ///< the host's nonblocking equivalent; set for blocking functions
};

/// One call.   Owner: the program owns the buffers, the arrays and the variable for the request.
struct CollectiveArguments {
    const CollectiveFunction* function = nullptr;
    MPI_Comm comm = MPI_COMM_NULL;
    CollectiveBuffer send{};               ///< none in a broadcast
    CollectiveBuffer receive{};            ///< in a broadcast the buffer; in a reduction the result, its count and type
    MPI_Op op = MPI_OP_NULL;               ///< in a reduction
    int root = MPI_PROC_NULL;              ///< if the operation has one
    MPI_Info info = MPI_INFO_NULL;         ///< in a persistent call
    MPI_Request* request = nullptr;        ///< receives the request; in nonblocking and persistent calls
    const ScattervGroup* group = nullptr;  ///< that the program has opened for such calls
    const PreparedCalls* prepared = nullptr;  ///< schedule that the program has had computed for such calls

    Operation operation() const { return function->operation; }
};

/// The meaning of the buffers of a collective.
enum class Shape : std::uint8_t {
    none,        ///< no data
    broadcast,   ///< one buffer, `receive`
    scatter,     ///< at the root a block for each rank in `send`; one block in `receive`
    gather,      ///< one block in `send`; at the root a block of each rank in `receive`
    allgather,   ///< one block in `send`; a block of each rank in `receive`
    all_to_all,  ///< a block for each rank in `send`, a block of each in `receive`
    reduction,   ///< vectors of `receive`'s count and type
    neighbors,   ///< a block for each neighbour in a topology, and one from each
};
constexpr Shape shape_of(Operation operation) {
    if (combines(operation)) return Shape::reduction;
    switch (operation) {
        case Operation::barrier: return Shape::none;
        case Operation::bcast: return Shape::broadcast;
        case Operation::scatter:
        case Operation::scatterv: return Shape::scatter;
        case Operation::gather:
        case Operation::gatherv: return Shape::gather;
        case Operation::allgather:
        case Operation::allgatherv: return Shape::allgather;
        case Operation::alltoall:
        case Operation::alltoallv:
        case Operation::alltoallw: return Shape::all_to_all;
        default: return Shape::neighbors;
    }
}

/// What profiles record about a call.
struct Measured {
    std::uint64_t bytes = 0;
    std::int32_t root = record::kNoPeer;  ///< the peer that its rows name
    bool rounded = false;                 ///< a reduction whose bits depend on the order of combining
};
/// Units: bytes of type signatures. bcast: the buffer.   reduce, allreduce, scan, exscan, reduce_scatter: the vector.
/// reduce_scatter_block: one block.   allgather, alltoall, gather, scatter: one block (for one pair of ranks).   v and
/// w forms: all bytes that this rank sends; scatterv: at the root all bytes that it sends, elsewhere those that this
/// rank receives. barrier: 0.
Measured measure(const CollectiveArguments& arguments, CommRecord& record);

/// The size that rules and engines decide by: the bytes that MPI makes equal on all ranks, or kBytesDiffer. The
/// arguments must be acceptable.
std::int64_t equal_bytes(const CollectiveArguments& arguments, const CommRecord& record);
/// The larger of the bytes that this rank sends and those that it receives in an all-to-all.
std::int64_t own_bytes(const CollectiveArguments& arguments, int ranks);

/// Whether the host would accept the arguments on this rank when it checks them. If not, the call is left to the host,
/// which reports the error. Asks the host once for each operation whether it refuses one buffer as both send and
/// receive buffer.
bool is_acceptable(const CollectiveArguments& arguments, const CommRecord& record);

/// The buffers whose counts and types are significant on this rank; null if a buffer is not.
struct Significant {
    const CollectiveBuffer* send = nullptr;
    const CollectiveBuffer* receive = nullptr;
};
Significant significant_buffers(const CollectiveArguments& arguments, const CommRecord& record);

/// The elements that a reduction reads and writes on this rank.   Units: elements. All 0 if the host will refuse the
/// counts.
struct ReductionCounts {
    MPI_Count operands = 0;  ///< of this rank's vector
    MPI_Count results = 0;   ///< of `receive`
    bool has_result = true;  ///< whether this rank's `receive` is significant
    bool is_written = true;  ///< whether the operation writes `receive` (not Exscan on rank 0)
};
ReductionCounts reduction_counts(const CollectiveArguments& arguments, const CommRecord& record);

inline bool is_rank(int root, const CommRecord& record) { return root >= 0 && root < record.size; }

}  // namespace shunt
