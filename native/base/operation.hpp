#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace shunt {

/// A collective operation that a rule can name and an engine can carry. Its blocking, nonblocking and persistent forms
/// are one operation.
enum class Operation : unsigned char {
    barrier,
    bcast,
    gather,
    gatherv,
    scatter,
    scatterv,
    allgather,
    allgatherv,
    alltoall,
    alltoallv,
    alltoallw,
    reduce,
    allreduce,
    reduce_scatter,
    reduce_scatter_block,
    scan,
    exscan,
    neighbor_allgather,
    neighbor_allgatherv,
    neighbor_alltoall,
    neighbor_alltoallv,
    neighbor_alltoallw,
};

/// An operation as rules name it. `bytes_equal`: MPI makes its byte count (Facts::block_bytes) the same on all ranks,
/// so a rule may depend on it.
struct OperationWord {
    std::string_view name;
    bool bytes_equal;
};

/// The one table of operations, indexed by Operation: the name without MPI_ and in lower case.
/// Source: MPI 4.0, chapters 6 and 8. Bytes may differ where MPI requires only pairs of ranks to agree (v, w,
/// neighbourhood).
inline constexpr OperationWord kOperations[] = {
    {"barrier", true},
    {"bcast", true},
    {"gather", true},
    {"gatherv", false},
    {"scatter", true},
    {"scatterv", false},
    {"allgather", true},
    {"allgatherv", false},
    {"alltoall", true},
    {"alltoallv", false},
    {"alltoallw", false},
    {"reduce", true},
    {"allreduce", true},
    {"reduce_scatter", true},
    {"reduce_scatter_block", true},
    {"scan", true},
    {"exscan", true},
    {"neighbor_allgather", false},
    {"neighbor_allgatherv", false},
    {"neighbor_alltoall", false},
    {"neighbor_alltoallv", false},
    {"neighbor_alltoallw", false},
};
inline constexpr std::size_t kOperationCount = sizeof(kOperations) / sizeof(kOperations[0]);
static_assert(kOperationCount == static_cast<std::size_t>(Operation::neighbor_alltoallw) + 1);

/// The name of `operation` in rules and reports.   Owner: static storage, NUL-ended.
constexpr std::string_view name_of(Operation operation) {
    const auto index = static_cast<std::size_t>(operation);
    return index < kOperationCount ? kOperations[index].name : std::string_view("unknown operation");
}

/// Whether MPI makes the byte count of `operation` the same on all ranks.
constexpr bool are_bytes_equal(Operation operation) {
    const auto index = static_cast<std::size_t>(operation);
    return index < kOperationCount && kOperations[index].bytes_equal;
}

/// Whether the operation combines the ranks' vectors element by element.
constexpr bool combines(Operation operation) {
    switch (operation) {
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::reduce_scatter:
        case Operation::reduce_scatter_block:
        case Operation::scan:
        case Operation::exscan: return true;
        default: return false;
    }
}

/// Whether no rank can complete such a call before all others have begun it, whatever the algorithm. `bytes`: length of
/// the vector or of one block, equal on all ranks. With 0 bytes a rank needs no data of the others, so nothing
/// synchronises. The v and w forms may give a rank no data.
constexpr bool synchronises(Operation operation, std::int64_t bytes) {
    switch (operation) {
        case Operation::barrier: return true;
        case Operation::allreduce:
        case Operation::allgather:
        case Operation::alltoall:
        case Operation::reduce_scatter_block: return bytes > 0;
        default: return false;
    }
}

/// The operation with that name; nothing if there is none.
constexpr std::optional<Operation> operation_named(std::string_view name) {
    for (std::size_t i = 0; i < kOperationCount; ++i)
        if (kOperations[i].name == name) return static_cast<Operation>(i);
    return std::nullopt;
}

/// Whether a rank exchanges data only with its neighbours in the topology of the communicator.
constexpr bool has_neighbors(Operation operation) {
    return operation >= Operation::neighbor_allgather && operation <= Operation::neighbor_alltoallw;
}

}  // namespace shunt
