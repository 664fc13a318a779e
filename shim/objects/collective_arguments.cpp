#include "shim/objects/collective_arguments.hpp"

#include <algorithm>

#include "shim/objects/alias.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/objects/operation.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// The number of ranks that a v form names; in an intercommunicator those of the remote group.
int partners(const CommRecord& record) { return record.remote_size ? record.remote_size : record.size; }
bool is_root(int root, const CommRecord& record) { return record.remote_size ? root == MPI_ROOT : root == record.rank; }

/// Out-degree of this rank in the topology of `record`, asked once.
int out_neighbors(CommRecord& record) {
    if (record.out_neighbors >= 0) return record.out_neighbors;
    int kind = MPI_UNDEFINED, in = 0, out = 0, weighted = 0;
    host.MPI_Topo_test(record.handle, &kind);
    if (kind == MPI_DIST_GRAPH) {
        host.MPI_Dist_graph_neighbors_count(record.handle, &in, &out, &weighted);
    } else if (kind == MPI_GRAPH) {
        host.MPI_Graph_neighbors_count(record.handle, record.rank, &out);
    } else if (kind == MPI_CART) {
        host.MPI_Cartdim_get(record.handle, &out);
        out *= 2;
    }
    record.out_neighbors = out;
    return out;
}

/// Bytes that this rank contributes. In place, its block among the received ones already contains them.
std::uint64_t given_bytes(const CollectiveArguments& it, const CommRecord& record) {
    return it.send.is_in_place() ? it.receive.block_bytes(record.rank) : it.send.block_bytes(0);
}

std::uint64_t rooted_bytes(const CollectiveArguments& it, const CommRecord& record) {
    const bool at_root = is_root(it.root, record);
    switch (it.operation()) {
        case Operation::gather:
            return at_root ? it.receive.block_bytes(0) : it.send.is_in_place() ? 0 : it.send.block_bytes(0);
        case Operation::gatherv: return it.root == MPI_ROOT ? 0 : given_bytes(it, record);
        case Operation::scatter: return at_root ? it.send.block_bytes(0) : it.receive.block_bytes(0);
        case Operation::scatterv: return at_root ? it.send.total_bytes(partners(record)) : it.receive.block_bytes(0);
        default: return it.receive.block_bytes(0);
    }
}

/// Whether `own` is the address of this rank's block in `all`.
bool is_own_place(const CollectiveBuffer& own, const CollectiveBuffer& all, int rank) {
    if (own.type() != all.type() || own.count() <= 0 || all.count(rank) <= 0 ||
        (!all.has_counts() && all.count() != own.count()))
        return false;
    return is_alias(own.base(), all.base(), all.displacement(rank), facts_of(all.type()).size);
}

/// One buffer as both send and receive buffer, without MPI_IN_PLACE. Open MPI does not check this in all operations, so
/// programs run with it, perhaps on some ranks only; such calls must then be carried on all ranks. If the host refuses
/// it, the call is left to the host.
bool is_refused_alias(const CollectiveArguments& it, const CommRecord& record) {
    bool is_alias = false;
    switch (shape_of(it.operation())) {
        case Shape::scatter: is_alias = it.root == record.rank && is_own_place(it.receive, it.send, record.rank); break;
        case Shape::gather: is_alias = it.root == record.rank && is_own_place(it.send, it.receive, record.rank); break;
        case Shape::allgather: is_alias = is_own_place(it.send, it.receive, record.rank); break;
        case Shape::all_to_all:
            is_alias = it.send.base() == it.receive.base() && it.send.is_told_like(it.receive);
            break;
        case Shape::reduction: is_alias = it.send.base() == it.receive.base(); break;
        default: break;
    }
    return is_alias && host_refuses_alias(it.operation(), std::max(it.receive.count(), it.send.count()));
}

bool is_acceptable_reduction(const CollectiveArguments& it, const CommRecord& record) {
    const MPI_Datatype type = it.receive.type();
    const ReductionCounts counts = reduction_counts(it, record);
    if (!facts_of(type).exists || it.op == MPI_OP_NULL || counts.operands <= 0)
        return false;  // an empty call is left to the host to check
    if (it.send.is_in_place() ? !counts.has_result : is_missing(it.send.base(), true, type)) return false;
    if (!counts.has_result) return true;
    const bool is_ignored = !counts.is_written && !it.send.is_in_place() && !host_refuses_null_exscan();
    if (is_ignored) return !is_refused_alias(it, record);
    if (it.receive.is_in_place() || is_refused_alias(it, record)) return false;
    return !is_missing(it.receive.base(), counts.results > 0 || it.send.is_in_place(), type);
}

}  // namespace

namespace {

Measured lengths_of(const CollectiveArguments& it, CommRecord& record) {
    const auto named = [&](std::uint64_t bytes) {
        return Measured{it.root == MPI_PROC_NULL ? 0 : bytes, it.root < 0 ? record::kNoPeer : it.root};
    };
    switch (it.operation()) {
        case Operation::barrier: return {};
        case Operation::bcast:
        case Operation::reduce:
        case Operation::gather:
        case Operation::gatherv:
        case Operation::scatter:
        case Operation::scatterv: return named(it.root == MPI_PROC_NULL ? 0 : rooted_bytes(it, record));
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan:
        case Operation::reduce_scatter_block: return {it.receive.block_bytes(0)};
        case Operation::reduce_scatter: return {it.receive.total_bytes(record.size)};
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::alltoall: return {given_bytes(it, record)};
        case Operation::alltoallv:
        case Operation::alltoallw:
            return {(it.send.is_in_place() ? it.receive : it.send).total_bytes(partners(record))};
        case Operation::neighbor_allgather:
        case Operation::neighbor_allgatherv:
        case Operation::neighbor_alltoall: return {it.send.block_bytes(0)};
        case Operation::neighbor_alltoallv:
        case Operation::neighbor_alltoallw: return {it.send.total_bytes(out_neighbors(record))};
    }
    return {};
}

}  // namespace

Measured measure(const CollectiveArguments& it, CommRecord& record) {
    Measured measured = lengths_of(it, record);
    measured.rounded = combines(it.operation()) && !is_exact(it, static_cast<std::int64_t>(measured.bytes));
    return measured;
}

std::int64_t equal_bytes(const CollectiveArguments& it, const CommRecord& record) {
    const auto bytes_of = [](const CollectiveBuffer& buffer) {
        return static_cast<std::int64_t>(buffer.block_bytes(0));
    };
    switch (it.operation()) {
        case Operation::barrier: return 0;
        case Operation::bcast:
        case Operation::allgather:
        case Operation::alltoall:
        case Operation::reduce:
        case Operation::allreduce:
        case Operation::scan:
        case Operation::exscan:
        case Operation::reduce_scatter_block: return bytes_of(it.receive);
        case Operation::scatter:
            return bytes_of(it.root == record.rank ? it.send
                                                   : it.receive);  // a root may use MPI_IN_PLACE for its own block
        case Operation::gather: return bytes_of(it.root == record.rank ? it.receive : it.send);
        case Operation::reduce_scatter: return static_cast<std::int64_t>(it.receive.total_bytes(record.size));
        default: return kBytesDiffer;
    }
}

std::int64_t own_bytes(const CollectiveArguments& it, int ranks) {
    const std::uint64_t received = it.receive.total_bytes(ranks);
    return static_cast<std::int64_t>(it.send.is_in_place() ? received : std::max(received, it.send.total_bytes(ranks)));
}

bool is_acceptable(const CollectiveArguments& it, const CommRecord& record) {
    const bool at_root = it.root == record.rank;
    switch (shape_of(it.operation())) {
        case Shape::none: return true;
        case Shape::broadcast: return is_rank(it.root, record) && it.receive.is_valid(1);
        case Shape::scatter:
            if (!is_rank(it.root, record) || (at_root && (it.send.is_in_place() || !it.send.is_valid(record.size))))
                return false;
            return it.receive.is_in_place() ? at_root : it.receive.is_valid(1) && !is_refused_alias(it, record);
        case Shape::gather:
            if (!is_rank(it.root, record) ||
                (at_root && (it.receive.is_in_place() || !it.receive.is_valid(record.size))))
                return false;
            return it.send.is_in_place() ? at_root : it.send.is_valid(1) && !is_refused_alias(it, record);
        case Shape::allgather:
            if (it.receive.is_in_place() || !it.receive.is_valid(record.size)) return false;
            return it.send.is_in_place() || (it.send.is_valid(1) && !is_refused_alias(it, record));
        case Shape::all_to_all:
            if (it.receive.is_in_place() || !it.receive.is_valid(record.size)) return false;
            return it.send.is_in_place() || (it.send.is_valid(record.size) && !is_refused_alias(it, record));
        case Shape::reduction:
            return (it.operation() != Operation::reduce || is_rank(it.root, record)) &&
                   is_acceptable_reduction(it, record);
        case Shape::neighbors: return false;
    }
    return false;
}

Significant significant_buffers(const CollectiveArguments& it, const CommRecord& record) {
    const bool at_root = it.root == record.rank;
    const CollectiveBuffer* const send = it.send.is_in_place() ? nullptr : &it.send;
    const CollectiveBuffer* const receive = it.receive.is_in_place() ? nullptr : &it.receive;
    switch (shape_of(it.operation())) {
        case Shape::none: return {};
        case Shape::broadcast:
        case Shape::reduction: return {nullptr, &it.receive};
        case Shape::scatter: return {at_root ? send : nullptr, receive};
        case Shape::gather: return {send, at_root ? receive : nullptr};
        default: return {send, receive};
    }
}

ReductionCounts reduction_counts(const CollectiveArguments& it, const CommRecord& record) {
    const CollectiveBuffer& vector = it.receive;
    ReductionCounts counts{vector.count(), vector.count(), true, true};
    switch (it.operation()) {
        case Operation::reduce:
            counts.has_result = it.root == record.rank;
            if (!counts.has_result) counts.results = 0;
            break;
        case Operation::exscan: counts.is_written = record.rank != 0; break;
        case Operation::reduce_scatter_block: counts.operands *= record.size; break;
        case Operation::reduce_scatter:
            counts = {};
            if (!vector.has_arrays()) return counts;
            for (int rank = 0; rank < record.size; ++rank) {
                if (vector.count(rank) < 0) return {};
                counts.operands += vector.count(rank);
            }
            counts.results = vector.count(record.rank);
            break;
        default: break;
    }
    return counts;
}

}  // namespace shunt
