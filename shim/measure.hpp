#pragma once
// What a collective call moves, as profiles and rules measure it: `bytes` of each operation by its MPI arguments, in order.
//   bcast: the buffer.   reduce, allreduce, scan, exscan, reduce_scatter: the vector.   reduce_scatter_block: one block.
//   allgather, alltoall, gather, scatter: one block (for one pair of ranks).   v and w forms: all that this rank sends;
//   scatterv: at the root all that it sends, elsewhere what this rank receives.   barrier: 0.
// Type signatures, so holes do not count. Nothing here communicates.
#include <mpi.h>

#include "shim/communicator.hpp"
#include "shim/datatype.hpp"
#include "shim/record/format.hpp"

namespace shunt::measure {

/// What an operation with a root measures, and who that is.
struct Rooted {
    std::uint64_t bytes = 0;
    int root = -1;
    operator std::uint64_t() const { return bytes; }
};

/// The peer that rows of an operation name: its root, if it has one.
inline std::int32_t peer_of(std::uint64_t) { return record::kNoPeer; }
inline std::int32_t peer_of(Rooted measured) { return measured.root < 0 ? record::kNoPeer : measured.root; }

template <class Count>
std::uint64_t block(Count count, MPI_Datatype type) {
    return count > 0 && type != MPI_DATATYPE_NULL ? static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(facts_of(type).size) : 0;
}

template <class Count>
std::uint64_t total(const Count* counts, int ranks, MPI_Datatype type) {
    std::uint64_t sum = 0;
    for (int i = 0; counts && i < ranks; ++i) sum += static_cast<std::uint64_t>(counts[i]);
    return type == MPI_DATATYPE_NULL ? 0 : sum * static_cast<std::uint64_t>(facts_of(type).size);
}

template <class Count>
std::uint64_t total(const Count* counts, int ranks, const MPI_Datatype* types) {
    std::uint64_t sum = 0;
    for (int i = 0; counts && types && i < ranks; ++i) sum += block(counts[i], types[i]);
    return sum;
}

/// Ranks a v-form names: the other group of an intercommunicator.
inline int partners(const CommRecord& comm) { return comm.remote_size ? comm.remote_size : comm.size; }
inline bool is_root(int root, const CommRecord& comm) { return comm.remote_size ? root == MPI_ROOT : root == comm.rank; }

inline std::uint64_t barrier(CommRecord&) { return 0; }

template <class Count>
Rooted bcast(const void*, Count count, MPI_Datatype type, int root, CommRecord&) {
    return {root == MPI_PROC_NULL ? 0 : block(count, type), root};
}

template <class Count>
Rooted reduce(const void*, const void*, Count count, MPI_Datatype type, int root, CommRecord&) {
    return {root == MPI_PROC_NULL ? 0 : block(count, type), root};
}
template <class Count>
std::uint64_t allreduce(const void*, const void*, Count count, MPI_Datatype type, CommRecord&) {
    return block(count, type);
}
template <class Count>
std::uint64_t scan(const void*, const void*, Count count, MPI_Datatype type, CommRecord&) {
    return block(count, type);
}
template <class Count>
std::uint64_t exscan(const void*, const void*, Count count, MPI_Datatype type, CommRecord&) {
    return block(count, type);
}
template <class Count>
std::uint64_t reduce_scatter_block(const void*, const void*, Count count, MPI_Datatype type, CommRecord&) {
    return block(count, type);
}
template <class Count>
std::uint64_t reduce_scatter(const void*, const void*, const Count* counts, MPI_Datatype type, CommRecord& comm) {
    return total(counts, comm.size, type);
}

template <class Count>
Rooted gather(const void* send, Count send_count, MPI_Datatype send_type, const void*, Count recv_count, MPI_Datatype recv_type, int root, CommRecord& comm) {
    if (root == MPI_PROC_NULL) return {0, root};
    return {is_root(root, comm) ? block(recv_count, recv_type) : send == MPI_IN_PLACE ? 0 : block(send_count, send_type), root};
}
template <class Count, class Displacement>
Rooted gatherv(const void* send, Count send_count, MPI_Datatype send_type, const void*, const Count* recv_counts, const Displacement*,
                      MPI_Datatype recv_type, int root, CommRecord& comm) {
    if (root == MPI_PROC_NULL || root == MPI_ROOT) return {0, root};
    return {send == MPI_IN_PLACE ? block(recv_counts[comm.rank], recv_type) : block(send_count, send_type), root};
}
template <class Count>
Rooted scatter(const void*, Count send_count, MPI_Datatype send_type, const void*, Count recv_count, MPI_Datatype recv_type, int root, CommRecord& comm) {
    if (root == MPI_PROC_NULL) return {0, root};
    return {is_root(root, comm) ? block(send_count, send_type) : block(recv_count, recv_type), root};
}
template <class Count, class Displacement>
Rooted scatterv(const void*, const Count* send_counts, const Displacement*, MPI_Datatype send_type, const void*, Count recv_count,
                       MPI_Datatype recv_type, int root, CommRecord& comm) {
    if (root == MPI_PROC_NULL) return {0, root};
    return {is_root(root, comm) ? total(send_counts, partners(comm), send_type) : block(recv_count, recv_type), root};
}

template <class Count>
std::uint64_t allgather(const void* send, Count send_count, MPI_Datatype send_type, const void*, Count recv_count, MPI_Datatype recv_type, CommRecord&) {
    return send == MPI_IN_PLACE ? block(recv_count, recv_type) : block(send_count, send_type);
}
template <class Count, class Displacement>
std::uint64_t allgatherv(const void* send, Count send_count, MPI_Datatype send_type, const void*, const Count* recv_counts, const Displacement*,
                         MPI_Datatype recv_type, CommRecord& comm) {
    return send == MPI_IN_PLACE ? block(recv_counts[comm.rank], recv_type) : block(send_count, send_type);
}
template <class Count>
std::uint64_t alltoall(const void* send, Count send_count, MPI_Datatype send_type, const void*, Count recv_count, MPI_Datatype recv_type, CommRecord&) {
    return send == MPI_IN_PLACE ? block(recv_count, recv_type) : block(send_count, send_type);
}
template <class Count, class Displacement>
std::uint64_t alltoallv(const void* send, const Count* send_counts, const Displacement*, MPI_Datatype send_type, const void*, const Count* recv_counts,
                        const Displacement*, MPI_Datatype recv_type, CommRecord& comm) {
    return send == MPI_IN_PLACE ? total(recv_counts, partners(comm), recv_type) : total(send_counts, partners(comm), send_type);
}
template <class Count, class Displacement>
std::uint64_t alltoallw(const void* send, const Count* send_counts, const Displacement*, const MPI_Datatype* send_types, const void*,
                        const Count* recv_counts, const Displacement*, const MPI_Datatype* recv_types, CommRecord& comm) {
    return send == MPI_IN_PLACE ? total(recv_counts, partners(comm), recv_types) : total(send_counts, partners(comm), send_types);
}

/// Out-degree of this rank in the topology of `comm`, asked once.
int out_neighbors(CommRecord& comm);

template <class Count>
std::uint64_t neighbor_allgather(const void*, Count send_count, MPI_Datatype send_type, const void*, Count, MPI_Datatype, CommRecord&) {
    return block(send_count, send_type);
}
template <class Count, class Displacement>
std::uint64_t neighbor_allgatherv(const void*, Count send_count, MPI_Datatype send_type, const void*, const Count*, const Displacement*, MPI_Datatype, CommRecord&) {
    return block(send_count, send_type);
}
template <class Count>
std::uint64_t neighbor_alltoall(const void*, Count send_count, MPI_Datatype send_type, const void*, Count, MPI_Datatype, CommRecord&) {
    return block(send_count, send_type);
}
template <class Count, class Displacement>
std::uint64_t neighbor_alltoallv(const void*, const Count* send_counts, const Displacement*, MPI_Datatype send_type, const void*, const Count*,
                                 const Displacement*, MPI_Datatype, CommRecord& comm) {
    return total(send_counts, out_neighbors(comm), send_type);
}
template <class Count>
std::uint64_t neighbor_alltoallw(const void*, const Count* send_counts, const MPI_Aint*, const MPI_Datatype* send_types, const void*, const Count*,
                                 const MPI_Aint*, const MPI_Datatype*, CommRecord& comm) {
    return total(send_counts, out_neighbors(comm), send_types);
}

}  // namespace shunt::measure
