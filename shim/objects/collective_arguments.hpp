#pragma once
// The arguments of a collective call in one record, for every form that MPI has of it: int and MPI_Count, one block or
// one for each rank, blocking, nonblocking and persistent. What follows from the arguments alone is said here once.
// Nothing here communicates.
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
        nullptr;  ///< the host's nonblocking function that does the same; of blocking ones
};

/// One call.   Owner: buffers, arrays and the request's place are the program's.
struct CollectiveArguments {
    const CollectiveFunction* function = nullptr;
    MPI_Comm comm = MPI_COMM_NULL;
    CollectiveBuffer send{};               ///< of a broadcast none
    CollectiveBuffer receive{};            ///< of a broadcast the buffer; of a reduction the result, its count and type
    MPI_Op op = MPI_OP_NULL;               ///< of a reduction
    int root = MPI_PROC_NULL;              ///< where there is one
    MPI_Info info = MPI_INFO_NULL;         ///< of a persistent call
    MPI_Request* request = nullptr;        ///< where it is to go; of nonblocking and persistent calls
    const ScattervGroup* group = nullptr;  ///< that the program has opened for such calls
    const PreparedCalls* prepared = nullptr;  ///< what the program has had computed for such calls

    Operation operation() const { return function->operation; }
};

/// How the buffers of a collective are to be read.
enum class Shape : std::uint8_t {
    none,        ///< no data
    broadcast,   ///< one buffer, `receive`
    scatter,     ///< at the root a block for each rank in `send`; one block in `receive`
    gather,      ///< one block in `send`; at the root a block of each rank in `receive`
    allgather,   ///< one block in `send`; a block of each rank in `receive`
    all_to_all,  ///< a block for each rank in `send`, a block of each in `receive`
    reduction,   ///< vectors of `receive`'s count and type
    neighbors,   ///< blocks for and of neighbours in a topology
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

/// What profiles say of a call.
struct Measured {
    std::uint64_t bytes = 0;
    std::int32_t root = record::kNoPeer;  ///< the peer that its rows name
    bool rounded = false;                 ///< a reduction whose bits depend on the order of combining
};
/// Units: bytes of type signatures. bcast: the buffer.   reduce, allreduce, scan, exscan, reduce_scatter: the vector.
/// reduce_scatter_block: one block.   allgather, alltoall, gather, scatter: one block (for one pair of ranks).   v and
/// w forms: all that this rank sends; scatterv: at the root all that it sends, elsewhere what this rank receives.
/// barrier: 0.
Measured measure(const CollectiveArguments& arguments, CommRecord& record);

/// What rules and engines are asked about: the bytes that MPI makes equal on all ranks, or kBytesDiffer. Of acceptable
/// arguments.
std::int64_t equal_bytes(const CollectiveArguments& arguments, const CommRecord& record);
/// What this rank sends or receives in an all-to-all, whichever is more.
std::int64_t own_bytes(const CollectiveArguments& arguments, int ranks);

/// Whether the host would not refuse the arguments at sight on this rank; else the call is left to it, as it knows how
/// to complain. Asks the host once for each operation whether it refuses one buffer for both directions.
bool is_acceptable(const CollectiveArguments& arguments, const CommRecord& record);

/// The buffers whose counts and types matter on this rank; null where one does not.
struct Significant {
    const CollectiveBuffer* send = nullptr;
    const CollectiveBuffer* receive = nullptr;
};
Significant significant_buffers(const CollectiveArguments& arguments, const CommRecord& record);

/// What a reduction reads and writes on this rank.   Units: elements. All 0 where the host will refuse the counts.
struct ReductionCounts {
    MPI_Count operands = 0;  ///< of this rank's vector
    MPI_Count results = 0;   ///< of `receive`
    bool has_result = true;  ///< whether this rank's `receive` matters
    bool is_written = true;  ///< whether the operation writes there (not Exscan on rank 0)
};
ReductionCounts reduction_counts(const CollectiveArguments& arguments, const CommRecord& record);

inline bool is_rank(int root, const CommRecord& record) { return root >= 0 && root < record.size; }

}  // namespace shunt
