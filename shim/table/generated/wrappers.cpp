// Generated from shim/table/functions.txt by shim/table/generate.py; change those.

#include "shim/wrappers/wrappers.hpp"
#include "shim/wrappers/wrapper_table.hpp"

namespace shunt {
namespace {

int call_MPIX_Allgather_init(const CollectiveArguments& it) {
    return host.MPIX_Allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Allgatherv_init(const CollectiveArguments& it) {
    return host.MPIX_Allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPIX_Allreduce_init(const CollectiveArguments& it) {
    return host.MPIX_Allreduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Alltoall_init(const CollectiveArguments& it) {
    return host.MPIX_Alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Alltoallv_init(const CollectiveArguments& it) {
    return host.MPIX_Alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPIX_Alltoallw_init(const CollectiveArguments& it) {
    return host.MPIX_Alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPIX_Barrier_init(const CollectiveArguments& it) {
    return host.MPIX_Barrier_init(it.comm, it.info, it.request);
}
int call_MPIX_Bcast_init(const CollectiveArguments& it) {
    return host.MPIX_Bcast_init(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPIX_Exscan_init(const CollectiveArguments& it) {
    return host.MPIX_Exscan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Gather_init(const CollectiveArguments& it) {
    return host.MPIX_Gather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPIX_Gatherv_init(const CollectiveArguments& it) {
    return host.MPIX_Gatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_allgather_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_allgatherv_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPIX_Neighbor_alltoall_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_alltoallv_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_alltoallw_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPIX_Reduce_init(const CollectiveArguments& it) {
    return host.MPIX_Reduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm, it.info, it.request);
}
int call_MPIX_Reduce_scatter_block_init(const CollectiveArguments& it) {
    return host.MPIX_Reduce_scatter_block_init(it.send.base(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Reduce_scatter_init(const CollectiveArguments& it) {
    return host.MPIX_Reduce_scatter_init(it.send.base(), it.receive.writable(), it.receive.counts<int>(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Scan_init(const CollectiveArguments& it) {
    return host.MPIX_Scan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Scatter_init(const CollectiveArguments& it) {
    return host.MPIX_Scatter_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPIX_Scatterv_init(const CollectiveArguments& it) {
    return host.MPIX_Scatterv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Allgather(const CollectiveArguments& it) {
    return host.MPI_Allgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Allgather_c(const CollectiveArguments& it) {
    return host.MPI_Allgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Allgather_init(const CollectiveArguments& it) {
    return host.MPI_Allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Allgather_init_c(const CollectiveArguments& it) {
    return host.MPI_Allgather_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Allgatherv(const CollectiveArguments& it) {
    return host.MPI_Allgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm);
}
int call_MPI_Allgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Allgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm);
}
int call_MPI_Allgatherv_init(const CollectiveArguments& it) {
    return host.MPI_Allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPI_Allgatherv_init_c(const CollectiveArguments& it) {
    return host.MPI_Allgatherv_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.info,
        it.request);
}
int call_MPI_Allreduce(const CollectiveArguments& it) {
    return host.MPI_Allreduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Allreduce_c(const CollectiveArguments& it) {
    return host.MPI_Allreduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm);
}
int call_MPI_Allreduce_init(const CollectiveArguments& it) {
    return host.MPI_Allreduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Allreduce_init_c(const CollectiveArguments& it) {
    return host.MPI_Allreduce_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(),
        it.op, it.comm, it.info, it.request);
}
int call_MPI_Alltoall(const CollectiveArguments& it) {
    return host.MPI_Alltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Alltoall_c(const CollectiveArguments& it) {
    return host.MPI_Alltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Alltoall_init(const CollectiveArguments& it) {
    return host.MPI_Alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Alltoall_init_c(const CollectiveArguments& it) {
    return host.MPI_Alltoall_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Alltoallv(const CollectiveArguments& it) {
    return host.MPI_Alltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm);
}
int call_MPI_Alltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm);
}
int call_MPI_Alltoallv_init(const CollectiveArguments& it) {
    return host.MPI_Alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPI_Alltoallv_init_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallv_init_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Alltoallw(const CollectiveArguments& it) {
    return host.MPI_Alltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.types(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.types(), it.comm);
}
int call_MPI_Alltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallw_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm);
}
int call_MPI_Alltoallw_init(const CollectiveArguments& it) {
    return host.MPI_Alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.types(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.types(), it.comm,
        it.info, it.request);
}
int call_MPI_Alltoallw_init_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallw_init_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPI_Barrier(const CollectiveArguments& it) {
    return host.MPI_Barrier(it.comm);
}
int call_MPI_Barrier_init(const CollectiveArguments& it) {
    return host.MPI_Barrier_init(it.comm, it.info, it.request);
}
int call_MPI_Bcast(const CollectiveArguments& it) {
    return host.MPI_Bcast(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm);
}
int call_MPI_Bcast_c(const CollectiveArguments& it) {
    return host.MPI_Bcast_c(it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Bcast_init(const CollectiveArguments& it) {
    return host.MPI_Bcast_init(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPI_Bcast_init_c(const CollectiveArguments& it) {
    return host.MPI_Bcast_init_c(it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm,
        it.info, it.request);
}
int call_MPI_Exscan(const CollectiveArguments& it) {
    return host.MPI_Exscan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Exscan_c(const CollectiveArguments& it) {
    return host.MPI_Exscan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm);
}
int call_MPI_Exscan_init(const CollectiveArguments& it) {
    return host.MPI_Exscan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Exscan_init_c(const CollectiveArguments& it) {
    return host.MPI_Exscan_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.info, it.request);
}
int call_MPI_Gather(const CollectiveArguments& it) {
    return host.MPI_Gather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm);
}
int call_MPI_Gather_c(const CollectiveArguments& it) {
    return host.MPI_Gather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(), it.receive.count(),
        it.receive.type(), it.root, it.comm);
}
int call_MPI_Gather_init(const CollectiveArguments& it) {
    return host.MPI_Gather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Gather_init_c(const CollectiveArguments& it) {
    return host.MPI_Gather_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.info, it.request);
}
int call_MPI_Gatherv(const CollectiveArguments& it) {
    return host.MPI_Gatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Gatherv_c(const CollectiveArguments& it) {
    return host.MPI_Gatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Gatherv_init(const CollectiveArguments& it) {
    return host.MPI_Gatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPI_Gatherv_init_c(const CollectiveArguments& it) {
    return host.MPI_Gatherv_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.root, it.comm,
        it.info, it.request);
}
int call_MPI_Iallgather(const CollectiveArguments& it) {
    return host.MPI_Iallgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Iallgather_c(const CollectiveArguments& it) {
    return host.MPI_Iallgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Iallgatherv(const CollectiveArguments& it) {
    return host.MPI_Iallgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.request);
}
int call_MPI_Iallgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Iallgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Iallreduce(const CollectiveArguments& it) {
    return host.MPI_Iallreduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iallreduce_c(const CollectiveArguments& it) {
    return host.MPI_Iallreduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.request);
}
int call_MPI_Ialltoall(const CollectiveArguments& it) {
    return host.MPI_Ialltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ialltoall_c(const CollectiveArguments& it) {
    return host.MPI_Ialltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ialltoallv(const CollectiveArguments& it) {
    return host.MPI_Ialltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.request);
}
int call_MPI_Ialltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Ialltoallv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm, it.request);
}
int call_MPI_Ialltoallw(const CollectiveArguments& it) {
    return host.MPI_Ialltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.types(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.types(), it.comm,
        it.request);
}
int call_MPI_Ialltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Ialltoallw_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.request);
}
int call_MPI_Ibarrier(const CollectiveArguments& it) {
    return host.MPI_Ibarrier(it.comm, it.request);
}
int call_MPI_Ibcast(const CollectiveArguments& it) {
    return host.MPI_Ibcast(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm, it.request);
}
int call_MPI_Ibcast_c(const CollectiveArguments& it) {
    return host.MPI_Ibcast_c(it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm,
        it.request);
}
int call_MPI_Iexscan(const CollectiveArguments& it) {
    return host.MPI_Iexscan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iexscan_c(const CollectiveArguments& it) {
    return host.MPI_Iexscan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.request);
}
int call_MPI_Igather(const CollectiveArguments& it) {
    return host.MPI_Igather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Igather_c(const CollectiveArguments& it) {
    return host.MPI_Igather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Igatherv(const CollectiveArguments& it) {
    return host.MPI_Igatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Igatherv_c(const CollectiveArguments& it) {
    return host.MPI_Igatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.root, it.comm,
        it.request);
}
int call_MPI_Ineighbor_allgather(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_allgather_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_allgatherv(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.request);
}
int call_MPI_Ineighbor_allgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoall(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoall_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallv(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallv_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallw(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallw_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.types(), it.comm, it.request);
}
int call_MPI_Ireduce(const CollectiveArguments& it) {
    return host.MPI_Ireduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm, it.request);
}
int call_MPI_Ireduce_c(const CollectiveArguments& it) {
    return host.MPI_Ireduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.root, it.comm, it.request);
}
int call_MPI_Ireduce_scatter(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter(it.send.base(), it.receive.writable(), it.receive.counts<int>(), it.receive.type(),
        it.op, it.comm, it.request);
}
int call_MPI_Ireduce_scatter_c(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter_c(it.send.base(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Ireduce_scatter_block(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter_block(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Ireduce_scatter_block_c(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter_block_c(it.send.base(), it.receive.writable(), it.receive.count(),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iscan(const CollectiveArguments& it) {
    return host.MPI_Iscan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iscan_c(const CollectiveArguments& it) {
    return host.MPI_Iscan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.request);
}
int call_MPI_Iscatter(const CollectiveArguments& it) {
    return host.MPI_Iscatter(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Iscatter_c(const CollectiveArguments& it) {
    return host.MPI_Iscatter_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Iscatterv(const CollectiveArguments& it) {
    return host.MPI_Iscatterv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Iscatterv_c(const CollectiveArguments& it) {
    return host.MPI_Iscatterv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Neighbor_allgather(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgather_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgather_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_allgather_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_allgatherv(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgatherv_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPI_Neighbor_allgatherv_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.info,
        it.request);
}
int call_MPI_Neighbor_alltoall(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoall_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoall_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoall_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallv(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoallv_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallv_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv_init_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallw(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm);
}
int call_MPI_Neighbor_alltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm);
}
int call_MPI_Neighbor_alltoallw_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallw_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw_init_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.types(), it.comm, it.info, it.request);
}
int call_MPI_Reduce(const CollectiveArguments& it) {
    return host.MPI_Reduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm);
}
int call_MPI_Reduce_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.root, it.comm);
}
int call_MPI_Reduce_init(const CollectiveArguments& it) {
    return host.MPI_Reduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm, it.info, it.request);
}
int call_MPI_Reduce_init_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.root, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter(it.send.base(), it.receive.writable(), it.receive.counts<int>(), it.receive.type(),
        it.op, it.comm);
}
int call_MPI_Reduce_scatter_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_c(it.send.base(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Reduce_scatter_block(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Reduce_scatter_block_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(),
        it.op, it.comm);
}
int call_MPI_Reduce_scatter_block_init(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block_init(it.send.base(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter_block_init_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block_init_c(it.send.base(), it.receive.writable(), it.receive.count(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter_init(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_init(it.send.base(), it.receive.writable(), it.receive.counts<int>(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter_init_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_init_c(it.send.base(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Scan(const CollectiveArguments& it) {
    return host.MPI_Scan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(),
        it.op, it.comm);
}
int call_MPI_Scan_c(const CollectiveArguments& it) {
    return host.MPI_Scan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm);
}
int call_MPI_Scan_init(const CollectiveArguments& it) {
    return host.MPI_Scan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Scan_init_c(const CollectiveArguments& it) {
    return host.MPI_Scan_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.info, it.request);
}
int call_MPI_Scatter(const CollectiveArguments& it) {
    return host.MPI_Scatter(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatter_c(const CollectiveArguments& it) {
    return host.MPI_Scatter_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatter_init(const CollectiveArguments& it) {
    return host.MPI_Scatter_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Scatter_init_c(const CollectiveArguments& it) {
    return host.MPI_Scatter_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.info, it.request);
}
int call_MPI_Scatterv(const CollectiveArguments& it) {
    return host.MPI_Scatterv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatterv_c(const CollectiveArguments& it) {
    return host.MPI_Scatterv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatterv_init(const CollectiveArguments& it) {
    return host.MPI_Scatterv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Scatterv_init_c(const CollectiveArguments& it) {
    return host.MPI_Scatterv_init_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}

}  // namespace

extern constexpr CollectiveFunction kMPIX_Allgather_init{Function::MPIX_Allgather_init, Operation::allgather, true,
        call_MPIX_Allgather_init};
extern constexpr CollectiveFunction kMPIX_Allgatherv_init{Function::MPIX_Allgatherv_init, Operation::allgatherv, true,
        call_MPIX_Allgatherv_init};
extern constexpr CollectiveFunction kMPIX_Allreduce_init{Function::MPIX_Allreduce_init, Operation::allreduce, true,
        call_MPIX_Allreduce_init};
extern constexpr CollectiveFunction kMPIX_Alltoall_init{Function::MPIX_Alltoall_init, Operation::alltoall, true,
        call_MPIX_Alltoall_init};
extern constexpr CollectiveFunction kMPIX_Alltoallv_init{Function::MPIX_Alltoallv_init, Operation::alltoallv, true,
        call_MPIX_Alltoallv_init};
extern constexpr CollectiveFunction kMPIX_Alltoallw_init{Function::MPIX_Alltoallw_init, Operation::alltoallw, true,
        call_MPIX_Alltoallw_init};
extern constexpr CollectiveFunction kMPIX_Barrier_init{Function::MPIX_Barrier_init, Operation::barrier, true,
        call_MPIX_Barrier_init};
extern constexpr CollectiveFunction kMPIX_Bcast_init{Function::MPIX_Bcast_init, Operation::bcast, true,
        call_MPIX_Bcast_init};
extern constexpr CollectiveFunction kMPIX_Exscan_init{Function::MPIX_Exscan_init, Operation::exscan, true,
        call_MPIX_Exscan_init};
extern constexpr CollectiveFunction kMPIX_Gather_init{Function::MPIX_Gather_init, Operation::gather, true,
        call_MPIX_Gather_init};
extern constexpr CollectiveFunction kMPIX_Gatherv_init{Function::MPIX_Gatherv_init, Operation::gatherv, true,
        call_MPIX_Gatherv_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_allgather_init{Function::MPIX_Neighbor_allgather_init,
        Operation::neighbor_allgather, false, call_MPIX_Neighbor_allgather_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_allgatherv_init{Function::MPIX_Neighbor_allgatherv_init,
        Operation::neighbor_allgatherv, false, call_MPIX_Neighbor_allgatherv_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_alltoall_init{Function::MPIX_Neighbor_alltoall_init,
        Operation::neighbor_alltoall, false, call_MPIX_Neighbor_alltoall_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_alltoallv_init{Function::MPIX_Neighbor_alltoallv_init,
        Operation::neighbor_alltoallv, false, call_MPIX_Neighbor_alltoallv_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_alltoallw_init{Function::MPIX_Neighbor_alltoallw_init,
        Operation::neighbor_alltoallw, false, call_MPIX_Neighbor_alltoallw_init};
extern constexpr CollectiveFunction kMPIX_Reduce_init{Function::MPIX_Reduce_init, Operation::reduce, true,
        call_MPIX_Reduce_init};
extern constexpr CollectiveFunction kMPIX_Reduce_scatter_block_init{Function::MPIX_Reduce_scatter_block_init,
        Operation::reduce_scatter_block, true, call_MPIX_Reduce_scatter_block_init};
extern constexpr CollectiveFunction kMPIX_Reduce_scatter_init{Function::MPIX_Reduce_scatter_init,
        Operation::reduce_scatter, true, call_MPIX_Reduce_scatter_init};
extern constexpr CollectiveFunction kMPIX_Scan_init{Function::MPIX_Scan_init, Operation::scan, true,
        call_MPIX_Scan_init};
extern constexpr CollectiveFunction kMPIX_Scatter_init{Function::MPIX_Scatter_init, Operation::scatter, true,
        call_MPIX_Scatter_init};
extern constexpr CollectiveFunction kMPIX_Scatterv_init{Function::MPIX_Scatterv_init, Operation::scatterv, true,
        call_MPIX_Scatterv_init};
extern constexpr CollectiveFunction kMPI_Allgather{Function::MPI_Allgather, Operation::allgather, true,
        call_MPI_Allgather, call_MPI_Iallgather};
extern constexpr CollectiveFunction kMPI_Allgather_c{Function::MPI_Allgather_c, Operation::allgather, true,
        call_MPI_Allgather_c, call_MPI_Iallgather_c};
extern constexpr CollectiveFunction kMPI_Allgather_init{Function::MPI_Allgather_init, Operation::allgather, true,
        call_MPI_Allgather_init};
extern constexpr CollectiveFunction kMPI_Allgather_init_c{Function::MPI_Allgather_init_c, Operation::allgather, true,
        call_MPI_Allgather_init_c};
extern constexpr CollectiveFunction kMPI_Allgatherv{Function::MPI_Allgatherv, Operation::allgatherv, true,
        call_MPI_Allgatherv, call_MPI_Iallgatherv};
extern constexpr CollectiveFunction kMPI_Allgatherv_c{Function::MPI_Allgatherv_c, Operation::allgatherv, true,
        call_MPI_Allgatherv_c, call_MPI_Iallgatherv_c};
extern constexpr CollectiveFunction kMPI_Allgatherv_init{Function::MPI_Allgatherv_init, Operation::allgatherv, true,
        call_MPI_Allgatherv_init};
extern constexpr CollectiveFunction kMPI_Allgatherv_init_c{Function::MPI_Allgatherv_init_c, Operation::allgatherv, true,
        call_MPI_Allgatherv_init_c};
extern constexpr CollectiveFunction kMPI_Allreduce{Function::MPI_Allreduce, Operation::allreduce, true,
        call_MPI_Allreduce, call_MPI_Iallreduce};
extern constexpr CollectiveFunction kMPI_Allreduce_c{Function::MPI_Allreduce_c, Operation::allreduce, true,
        call_MPI_Allreduce_c, call_MPI_Iallreduce_c};
extern constexpr CollectiveFunction kMPI_Allreduce_init{Function::MPI_Allreduce_init, Operation::allreduce, true,
        call_MPI_Allreduce_init};
extern constexpr CollectiveFunction kMPI_Allreduce_init_c{Function::MPI_Allreduce_init_c, Operation::allreduce, true,
        call_MPI_Allreduce_init_c};
extern constexpr CollectiveFunction kMPI_Alltoall{Function::MPI_Alltoall, Operation::alltoall, true, call_MPI_Alltoall,
        call_MPI_Ialltoall};
extern constexpr CollectiveFunction kMPI_Alltoall_c{Function::MPI_Alltoall_c, Operation::alltoall, true,
        call_MPI_Alltoall_c, call_MPI_Ialltoall_c};
extern constexpr CollectiveFunction kMPI_Alltoall_init{Function::MPI_Alltoall_init, Operation::alltoall, true,
        call_MPI_Alltoall_init};
extern constexpr CollectiveFunction kMPI_Alltoall_init_c{Function::MPI_Alltoall_init_c, Operation::alltoall, true,
        call_MPI_Alltoall_init_c};
extern constexpr CollectiveFunction kMPI_Alltoallv{Function::MPI_Alltoallv, Operation::alltoallv, true,
        call_MPI_Alltoallv, call_MPI_Ialltoallv};
extern constexpr CollectiveFunction kMPI_Alltoallv_c{Function::MPI_Alltoallv_c, Operation::alltoallv, true,
        call_MPI_Alltoallv_c, call_MPI_Ialltoallv_c};
extern constexpr CollectiveFunction kMPI_Alltoallv_init{Function::MPI_Alltoallv_init, Operation::alltoallv, true,
        call_MPI_Alltoallv_init};
extern constexpr CollectiveFunction kMPI_Alltoallv_init_c{Function::MPI_Alltoallv_init_c, Operation::alltoallv, true,
        call_MPI_Alltoallv_init_c};
extern constexpr CollectiveFunction kMPI_Alltoallw{Function::MPI_Alltoallw, Operation::alltoallw, true,
        call_MPI_Alltoallw, call_MPI_Ialltoallw};
extern constexpr CollectiveFunction kMPI_Alltoallw_c{Function::MPI_Alltoallw_c, Operation::alltoallw, true,
        call_MPI_Alltoallw_c, call_MPI_Ialltoallw_c};
extern constexpr CollectiveFunction kMPI_Alltoallw_init{Function::MPI_Alltoallw_init, Operation::alltoallw, true,
        call_MPI_Alltoallw_init};
extern constexpr CollectiveFunction kMPI_Alltoallw_init_c{Function::MPI_Alltoallw_init_c, Operation::alltoallw, true,
        call_MPI_Alltoallw_init_c};
extern constexpr CollectiveFunction kMPI_Barrier{Function::MPI_Barrier, Operation::barrier, true, call_MPI_Barrier,
        call_MPI_Ibarrier};
extern constexpr CollectiveFunction kMPI_Barrier_init{Function::MPI_Barrier_init, Operation::barrier, true,
        call_MPI_Barrier_init};
extern constexpr CollectiveFunction kMPI_Bcast{Function::MPI_Bcast, Operation::bcast, true, call_MPI_Bcast,
        call_MPI_Ibcast};
extern constexpr CollectiveFunction kMPI_Bcast_c{Function::MPI_Bcast_c, Operation::bcast, true, call_MPI_Bcast_c,
        call_MPI_Ibcast_c};
extern constexpr CollectiveFunction kMPI_Bcast_init{Function::MPI_Bcast_init, Operation::bcast, true,
        call_MPI_Bcast_init};
extern constexpr CollectiveFunction kMPI_Bcast_init_c{Function::MPI_Bcast_init_c, Operation::bcast, true,
        call_MPI_Bcast_init_c};
extern constexpr CollectiveFunction kMPI_Exscan{Function::MPI_Exscan, Operation::exscan, true, call_MPI_Exscan,
        call_MPI_Iexscan};
extern constexpr CollectiveFunction kMPI_Exscan_c{Function::MPI_Exscan_c, Operation::exscan, true, call_MPI_Exscan_c,
        call_MPI_Iexscan_c};
extern constexpr CollectiveFunction kMPI_Exscan_init{Function::MPI_Exscan_init, Operation::exscan, true,
        call_MPI_Exscan_init};
extern constexpr CollectiveFunction kMPI_Exscan_init_c{Function::MPI_Exscan_init_c, Operation::exscan, true,
        call_MPI_Exscan_init_c};
extern constexpr CollectiveFunction kMPI_Gather{Function::MPI_Gather, Operation::gather, true, call_MPI_Gather,
        call_MPI_Igather};
extern constexpr CollectiveFunction kMPI_Gather_c{Function::MPI_Gather_c, Operation::gather, true, call_MPI_Gather_c,
        call_MPI_Igather_c};
extern constexpr CollectiveFunction kMPI_Gather_init{Function::MPI_Gather_init, Operation::gather, true,
        call_MPI_Gather_init};
extern constexpr CollectiveFunction kMPI_Gather_init_c{Function::MPI_Gather_init_c, Operation::gather, true,
        call_MPI_Gather_init_c};
extern constexpr CollectiveFunction kMPI_Gatherv{Function::MPI_Gatherv, Operation::gatherv, true, call_MPI_Gatherv,
        call_MPI_Igatherv};
extern constexpr CollectiveFunction kMPI_Gatherv_c{Function::MPI_Gatherv_c, Operation::gatherv, true,
        call_MPI_Gatherv_c, call_MPI_Igatherv_c};
extern constexpr CollectiveFunction kMPI_Gatherv_init{Function::MPI_Gatherv_init, Operation::gatherv, true,
        call_MPI_Gatherv_init};
extern constexpr CollectiveFunction kMPI_Gatherv_init_c{Function::MPI_Gatherv_init_c, Operation::gatherv, true,
        call_MPI_Gatherv_init_c};
extern constexpr CollectiveFunction kMPI_Iallgather{Function::MPI_Iallgather, Operation::allgather, true,
        call_MPI_Iallgather};
extern constexpr CollectiveFunction kMPI_Iallgather_c{Function::MPI_Iallgather_c, Operation::allgather, true,
        call_MPI_Iallgather_c};
extern constexpr CollectiveFunction kMPI_Iallgatherv{Function::MPI_Iallgatherv, Operation::allgatherv, true,
        call_MPI_Iallgatherv};
extern constexpr CollectiveFunction kMPI_Iallgatherv_c{Function::MPI_Iallgatherv_c, Operation::allgatherv, true,
        call_MPI_Iallgatherv_c};
extern constexpr CollectiveFunction kMPI_Iallreduce{Function::MPI_Iallreduce, Operation::allreduce, true,
        call_MPI_Iallreduce};
extern constexpr CollectiveFunction kMPI_Iallreduce_c{Function::MPI_Iallreduce_c, Operation::allreduce, true,
        call_MPI_Iallreduce_c};
extern constexpr CollectiveFunction kMPI_Ialltoall{Function::MPI_Ialltoall, Operation::alltoall, true,
        call_MPI_Ialltoall};
extern constexpr CollectiveFunction kMPI_Ialltoall_c{Function::MPI_Ialltoall_c, Operation::alltoall, true,
        call_MPI_Ialltoall_c};
extern constexpr CollectiveFunction kMPI_Ialltoallv{Function::MPI_Ialltoallv, Operation::alltoallv, true,
        call_MPI_Ialltoallv};
extern constexpr CollectiveFunction kMPI_Ialltoallv_c{Function::MPI_Ialltoallv_c, Operation::alltoallv, true,
        call_MPI_Ialltoallv_c};
extern constexpr CollectiveFunction kMPI_Ialltoallw{Function::MPI_Ialltoallw, Operation::alltoallw, true,
        call_MPI_Ialltoallw};
extern constexpr CollectiveFunction kMPI_Ialltoallw_c{Function::MPI_Ialltoallw_c, Operation::alltoallw, true,
        call_MPI_Ialltoallw_c};
extern constexpr CollectiveFunction kMPI_Ibarrier{Function::MPI_Ibarrier, Operation::barrier, true, call_MPI_Ibarrier};
extern constexpr CollectiveFunction kMPI_Ibcast{Function::MPI_Ibcast, Operation::bcast, true, call_MPI_Ibcast};
extern constexpr CollectiveFunction kMPI_Ibcast_c{Function::MPI_Ibcast_c, Operation::bcast, true, call_MPI_Ibcast_c};
extern constexpr CollectiveFunction kMPI_Iexscan{Function::MPI_Iexscan, Operation::exscan, true, call_MPI_Iexscan};
extern constexpr CollectiveFunction kMPI_Iexscan_c{Function::MPI_Iexscan_c, Operation::exscan, true,
        call_MPI_Iexscan_c};
extern constexpr CollectiveFunction kMPI_Igather{Function::MPI_Igather, Operation::gather, true, call_MPI_Igather};
extern constexpr CollectiveFunction kMPI_Igather_c{Function::MPI_Igather_c, Operation::gather, true,
        call_MPI_Igather_c};
extern constexpr CollectiveFunction kMPI_Igatherv{Function::MPI_Igatherv, Operation::gatherv, true, call_MPI_Igatherv};
extern constexpr CollectiveFunction kMPI_Igatherv_c{Function::MPI_Igatherv_c, Operation::gatherv, true,
        call_MPI_Igatherv_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgather{Function::MPI_Ineighbor_allgather,
        Operation::neighbor_allgather, false, call_MPI_Ineighbor_allgather};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgather_c{Function::MPI_Ineighbor_allgather_c,
        Operation::neighbor_allgather, false, call_MPI_Ineighbor_allgather_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgatherv{Function::MPI_Ineighbor_allgatherv,
        Operation::neighbor_allgatherv, false, call_MPI_Ineighbor_allgatherv};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgatherv_c{Function::MPI_Ineighbor_allgatherv_c,
        Operation::neighbor_allgatherv, false, call_MPI_Ineighbor_allgatherv_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoall{Function::MPI_Ineighbor_alltoall,
        Operation::neighbor_alltoall, false, call_MPI_Ineighbor_alltoall};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoall_c{Function::MPI_Ineighbor_alltoall_c,
        Operation::neighbor_alltoall, false, call_MPI_Ineighbor_alltoall_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallv{Function::MPI_Ineighbor_alltoallv,
        Operation::neighbor_alltoallv, false, call_MPI_Ineighbor_alltoallv};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallv_c{Function::MPI_Ineighbor_alltoallv_c,
        Operation::neighbor_alltoallv, false, call_MPI_Ineighbor_alltoallv_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallw{Function::MPI_Ineighbor_alltoallw,
        Operation::neighbor_alltoallw, false, call_MPI_Ineighbor_alltoallw};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallw_c{Function::MPI_Ineighbor_alltoallw_c,
        Operation::neighbor_alltoallw, false, call_MPI_Ineighbor_alltoallw_c};
extern constexpr CollectiveFunction kMPI_Ireduce{Function::MPI_Ireduce, Operation::reduce, true, call_MPI_Ireduce};
extern constexpr CollectiveFunction kMPI_Ireduce_c{Function::MPI_Ireduce_c, Operation::reduce, true,
        call_MPI_Ireduce_c};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter{Function::MPI_Ireduce_scatter, Operation::reduce_scatter, true,
        call_MPI_Ireduce_scatter};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter_c{Function::MPI_Ireduce_scatter_c, Operation::reduce_scatter,
        true, call_MPI_Ireduce_scatter_c};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter_block{Function::MPI_Ireduce_scatter_block,
        Operation::reduce_scatter_block, true, call_MPI_Ireduce_scatter_block};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter_block_c{Function::MPI_Ireduce_scatter_block_c,
        Operation::reduce_scatter_block, true, call_MPI_Ireduce_scatter_block_c};
extern constexpr CollectiveFunction kMPI_Iscan{Function::MPI_Iscan, Operation::scan, true, call_MPI_Iscan};
extern constexpr CollectiveFunction kMPI_Iscan_c{Function::MPI_Iscan_c, Operation::scan, true, call_MPI_Iscan_c};
extern constexpr CollectiveFunction kMPI_Iscatter{Function::MPI_Iscatter, Operation::scatter, true, call_MPI_Iscatter};
extern constexpr CollectiveFunction kMPI_Iscatter_c{Function::MPI_Iscatter_c, Operation::scatter, true,
        call_MPI_Iscatter_c};
extern constexpr CollectiveFunction kMPI_Iscatterv{Function::MPI_Iscatterv, Operation::scatterv, true,
        call_MPI_Iscatterv};
extern constexpr CollectiveFunction kMPI_Iscatterv_c{Function::MPI_Iscatterv_c, Operation::scatterv, true,
        call_MPI_Iscatterv_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather{Function::MPI_Neighbor_allgather,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather, call_MPI_Ineighbor_allgather};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather_c{Function::MPI_Neighbor_allgather_c,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather_c, call_MPI_Ineighbor_allgather_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather_init{Function::MPI_Neighbor_allgather_init,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather_init};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather_init_c{Function::MPI_Neighbor_allgather_init_c,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv{Function::MPI_Neighbor_allgatherv,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv, call_MPI_Ineighbor_allgatherv};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv_c{Function::MPI_Neighbor_allgatherv_c,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv_c, call_MPI_Ineighbor_allgatherv_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv_init{Function::MPI_Neighbor_allgatherv_init,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv_init};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv_init_c{Function::MPI_Neighbor_allgatherv_init_c,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall{Function::MPI_Neighbor_alltoall,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall, call_MPI_Ineighbor_alltoall};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall_c{Function::MPI_Neighbor_alltoall_c,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall_c, call_MPI_Ineighbor_alltoall_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall_init{Function::MPI_Neighbor_alltoall_init,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall_init};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall_init_c{Function::MPI_Neighbor_alltoall_init_c,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv{Function::MPI_Neighbor_alltoallv,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv, call_MPI_Ineighbor_alltoallv};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv_c{Function::MPI_Neighbor_alltoallv_c,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv_c, call_MPI_Ineighbor_alltoallv_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv_init{Function::MPI_Neighbor_alltoallv_init,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv_init};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv_init_c{Function::MPI_Neighbor_alltoallv_init_c,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw{Function::MPI_Neighbor_alltoallw,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw, call_MPI_Ineighbor_alltoallw};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw_c{Function::MPI_Neighbor_alltoallw_c,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw_c, call_MPI_Ineighbor_alltoallw_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw_init{Function::MPI_Neighbor_alltoallw_init,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw_init};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw_init_c{Function::MPI_Neighbor_alltoallw_init_c,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw_init_c};
extern constexpr CollectiveFunction kMPI_Reduce{Function::MPI_Reduce, Operation::reduce, true, call_MPI_Reduce,
        call_MPI_Ireduce};
extern constexpr CollectiveFunction kMPI_Reduce_c{Function::MPI_Reduce_c, Operation::reduce, true, call_MPI_Reduce_c,
        call_MPI_Ireduce_c};
extern constexpr CollectiveFunction kMPI_Reduce_init{Function::MPI_Reduce_init, Operation::reduce, true,
        call_MPI_Reduce_init};
extern constexpr CollectiveFunction kMPI_Reduce_init_c{Function::MPI_Reduce_init_c, Operation::reduce, true,
        call_MPI_Reduce_init_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter{Function::MPI_Reduce_scatter, Operation::reduce_scatter, true,
        call_MPI_Reduce_scatter, call_MPI_Ireduce_scatter};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_c{Function::MPI_Reduce_scatter_c, Operation::reduce_scatter,
        true, call_MPI_Reduce_scatter_c, call_MPI_Ireduce_scatter_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block{Function::MPI_Reduce_scatter_block,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block, call_MPI_Ireduce_scatter_block};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block_c{Function::MPI_Reduce_scatter_block_c,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block_c, call_MPI_Ireduce_scatter_block_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block_init{Function::MPI_Reduce_scatter_block_init,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block_init};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block_init_c{Function::MPI_Reduce_scatter_block_init_c,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block_init_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_init{Function::MPI_Reduce_scatter_init,
        Operation::reduce_scatter, true, call_MPI_Reduce_scatter_init};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_init_c{Function::MPI_Reduce_scatter_init_c,
        Operation::reduce_scatter, true, call_MPI_Reduce_scatter_init_c};
extern constexpr CollectiveFunction kMPI_Scan{Function::MPI_Scan, Operation::scan, true, call_MPI_Scan, call_MPI_Iscan};
extern constexpr CollectiveFunction kMPI_Scan_c{Function::MPI_Scan_c, Operation::scan, true, call_MPI_Scan_c,
        call_MPI_Iscan_c};
extern constexpr CollectiveFunction kMPI_Scan_init{Function::MPI_Scan_init, Operation::scan, true, call_MPI_Scan_init};
extern constexpr CollectiveFunction kMPI_Scan_init_c{Function::MPI_Scan_init_c, Operation::scan, true,
        call_MPI_Scan_init_c};
extern constexpr CollectiveFunction kMPI_Scatter{Function::MPI_Scatter, Operation::scatter, true, call_MPI_Scatter,
        call_MPI_Iscatter};
extern constexpr CollectiveFunction kMPI_Scatter_c{Function::MPI_Scatter_c, Operation::scatter, true,
        call_MPI_Scatter_c, call_MPI_Iscatter_c};
extern constexpr CollectiveFunction kMPI_Scatter_init{Function::MPI_Scatter_init, Operation::scatter, true,
        call_MPI_Scatter_init};
extern constexpr CollectiveFunction kMPI_Scatter_init_c{Function::MPI_Scatter_init_c, Operation::scatter, true,
        call_MPI_Scatter_init_c};
extern constexpr CollectiveFunction kMPI_Scatterv{Function::MPI_Scatterv, Operation::scatterv, true, call_MPI_Scatterv,
        call_MPI_Iscatterv};
extern constexpr CollectiveFunction kMPI_Scatterv_c{Function::MPI_Scatterv_c, Operation::scatterv, true,
        call_MPI_Scatterv_c, call_MPI_Iscatterv_c};
extern constexpr CollectiveFunction kMPI_Scatterv_init{Function::MPI_Scatterv_init, Operation::scatterv, true,
        call_MPI_Scatterv_init};
extern constexpr CollectiveFunction kMPI_Scatterv_init_c{Function::MPI_Scatterv_init_c, Operation::scatterv, true,
        call_MPI_Scatterv_init_c};

namespace {

int MPI_Abort_wrapper(MPI_Comm comm, int errorcode) {
    return on_abort(Function::MPI_Abort, [&] { return host.MPI_Abort(comm, errorcode); }, comm, errorcode);
}
int MPI_Finalize_wrapper() {
    return on_finalize(Function::MPI_Finalize, [&] { return host.MPI_Finalize(); });
}
int MPI_Init_wrapper(int* argc, char*** argv) {
    return on_init(Function::MPI_Init, [&] { return host.MPI_Init(argc, argv); }, argc, argv);
}
int MPI_Init_thread_wrapper(int* argc, char*** argv, int required, int* provided) {
    return on_init_thread(Function::MPI_Init_thread,
        [&] { return host.MPI_Init_thread(argc, argv, required, provided); }, argc, argv, required, provided);
}
int MPI_Pcontrol_wrapper(int level) {
    return on_pcontrol(Function::MPI_Pcontrol, [&] { return host.MPI_Pcontrol(level); }, level);
}
#if MPI_VERSION >= 4
int MPI_Session_finalize_wrapper(MPI_Session* session) {
    return on_session_finalize(Function::MPI_Session_finalize, [&] { return host.MPI_Session_finalize(session); },
        session);
}
#endif
#if MPI_VERSION >= 4
int MPI_Session_init_wrapper(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
    return on_session_init(Function::MPI_Session_init, [&] { return host.MPI_Session_init(info, errhandler, session); },
        info, errhandler, session);
}
#endif
int MPI_Bsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Bsend, [&] { return host.MPI_Bsend(buf, count, datatype, dest, tag, comm); }, NoTwin{},
        buf, count, datatype, dest, tag, comm);
}
int MPI_Bsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Bsend_c, [&] { return host.MPI_Bsend_c(buf, count, datatype, dest, tag, comm); },
        NoTwin{}, buf, count, datatype, dest, tag, comm);
}
int MPI_Bsend_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Bsend_init,
        [&] { return host.MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Bsend_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Bsend_init_c,
        [&] { return host.MPI_Bsend_init_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype,
        dest, tag, comm, request);
}
int MPI_Ibsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Ibsend,
        [&] { return host.MPI_Ibsend(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Ibsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Ibsend_c,
        [&] { return host.MPI_Ibsend_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Improbe_wrapper(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    return on_improbe(Function::MPI_Improbe, [&] { return host.MPI_Improbe(source, tag, comm, flag, message, status); },
        source, tag, comm, flag, message, status);
}
int MPI_Imrecv_wrapper(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    return on_imrecv(Function::MPI_Imrecv, [&] { return host.MPI_Imrecv(buf, count, datatype, message, request); }, buf,
        count, datatype, message, request);
}
int MPI_Imrecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Request* request) {
    return on_imrecv(Function::MPI_Imrecv_c, [&] { return host.MPI_Imrecv_c(buf, count, datatype, message, request); },
        buf, count, datatype, message, request);
}
int MPI_Iprobe_wrapper(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    return on_iprobe(Function::MPI_Iprobe, [&] { return host.MPI_Iprobe(source, tag, comm, flag, status); }, source,
        tag, comm, flag, status);
}
int MPI_Irecv_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_irecv(Function::MPI_Irecv,
        [&] { return host.MPI_Irecv(buf, count, datatype, source, tag, comm, request); }, buf, count, datatype, source,
        tag, comm, request);
}
int MPI_Irecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_irecv(Function::MPI_Irecv_c,
        [&] { return host.MPI_Irecv_c(buf, count, datatype, source, tag, comm, request); }, buf, count, datatype,
        source, tag, comm, request);
}
int MPI_Irsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Irsend,
        [&] { return host.MPI_Irsend(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Irsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Irsend_c,
        [&] { return host.MPI_Irsend_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Isend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Isend, [&] { return host.MPI_Isend(buf, count, datatype, dest, tag, comm, request); },
        buf, count, datatype, dest, tag, comm, request);
}
int MPI_Isend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Isend_c,
        [&] { return host.MPI_Isend_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Isendrecv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isendrecv(Function::MPI_Isendrecv,
        [&] { return host.MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request); },
        sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
int MPI_Isendrecv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isendrecv(Function::MPI_Isendrecv_c,
        [&] { return host.MPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request); },
        sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
int MPI_Isendrecv_replace_wrapper(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
        int recvtag, MPI_Comm comm, MPI_Request* request) {
    return on_isendrecv_replace(Function::MPI_Isendrecv_replace,
        [&] { return host.MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request); },
        buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
int MPI_Isendrecv_replace_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
        int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    return on_isendrecv_replace(Function::MPI_Isendrecv_replace_c,
        [&] { return host.MPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, request); },
        buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
int MPI_Issend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Issend,
        [&] { return host.MPI_Issend(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Issend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend(Function::MPI_Issend_c,
        [&] { return host.MPI_Issend_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Mprobe_wrapper(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    return on_mprobe(Function::MPI_Mprobe, [&] { return host.MPI_Mprobe(source, tag, comm, message, status); }, source,
        tag, comm, message, status);
}
int MPI_Mrecv_wrapper(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    return on_mrecv(Function::MPI_Mrecv,
        [&](MPI_Status* into) { return host.MPI_Mrecv(buf, count, datatype, message, into); },
        [&](MPI_Request* twin) { return host.MPI_Imrecv(buf, count, datatype, message, twin); }, buf, count, datatype,
        message, status);
}
int MPI_Mrecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    return on_mrecv(Function::MPI_Mrecv_c,
        [&](MPI_Status* into) { return host.MPI_Mrecv_c(buf, count, datatype, message, into); },
        [&](MPI_Request* twin) { return host.MPI_Imrecv_c(buf, count, datatype, message, twin); }, buf, count, datatype,
        message, status);
}
int MPI_Precv_init_wrapper(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_precv_init(Function::MPI_Precv_init,
        [&] { return host.MPI_Precv_init(buf, partitions, count, datatype, dest, tag, comm, info, request); }, buf,
        partitions, count, datatype, dest, tag, comm, info, request);
}
int MPI_Probe_wrapper(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    return on_probe(Function::MPI_Probe, [&] { return host.MPI_Probe(source, tag, comm, status); }, source, tag, comm,
        status);
}
int MPI_Psend_init_wrapper(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_psend_init(Function::MPI_Psend_init,
        [&] { return host.MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request); }, buf,
        partitions, count, datatype, dest, tag, comm, info, request);
}
int MPI_Recv_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Status* status) {
    return on_recv(Function::MPI_Recv,
        [&](MPI_Status* into) { return host.MPI_Recv(buf, count, datatype, source, tag, comm, into); },
        [&](MPI_Request* twin) { return host.MPI_Irecv(buf, count, datatype, source, tag, comm, twin); }, buf, count,
        datatype, source, tag, comm, status);
}
int MPI_Recv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Status* status) {
    return on_recv(Function::MPI_Recv_c,
        [&](MPI_Status* into) { return host.MPI_Recv_c(buf, count, datatype, source, tag, comm, into); },
        [&](MPI_Request* twin) { return host.MPI_Irecv_c(buf, count, datatype, source, tag, comm, twin); }, buf, count,
        datatype, source, tag, comm, status);
}
int MPI_Recv_init_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_recv_init(Function::MPI_Recv_init,
        [&] { return host.MPI_Recv_init(buf, count, datatype, source, tag, comm, request); }, buf, count, datatype,
        source, tag, comm, request);
}
int MPI_Recv_init_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_recv_init(Function::MPI_Recv_init_c,
        [&] { return host.MPI_Recv_init_c(buf, count, datatype, source, tag, comm, request); }, buf, count, datatype,
        source, tag, comm, request);
}
int MPI_Rsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Rsend, [&] { return host.MPI_Rsend(buf, count, datatype, dest, tag, comm); },
        [&](MPI_Request* twin) { return host.MPI_Irsend(buf, count, datatype, dest, tag, comm, twin); }, buf, count,
        datatype, dest, tag, comm);
}
int MPI_Rsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Rsend_c, [&] { return host.MPI_Rsend_c(buf, count, datatype, dest, tag, comm); },
        [&](MPI_Request* twin) { return host.MPI_Irsend_c(buf, count, datatype, dest, tag, comm, twin); }, buf, count,
        datatype, dest, tag, comm);
}
int MPI_Rsend_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Rsend_init,
        [&] { return host.MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Rsend_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Rsend_init_c,
        [&] { return host.MPI_Rsend_init_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype,
        dest, tag, comm, request);
}
int MPI_Send_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Send, [&] { return host.MPI_Send(buf, count, datatype, dest, tag, comm); },
        [&](MPI_Request* twin) { return host.MPI_Isend(buf, count, datatype, dest, tag, comm, twin); }, buf, count,
        datatype, dest, tag, comm);
}
int MPI_Send_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Send_c, [&] { return host.MPI_Send_c(buf, count, datatype, dest, tag, comm); },
        [&](MPI_Request* twin) { return host.MPI_Isend_c(buf, count, datatype, dest, tag, comm, twin); }, buf, count,
        datatype, dest, tag, comm);
}
int MPI_Send_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Send_init,
        [&] { return host.MPI_Send_init(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Send_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Send_init_c,
        [&] { return host.MPI_Send_init_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype,
        dest, tag, comm, request);
}
int MPI_Sendrecv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Status* status) {
    return on_sendrecv(Function::MPI_Sendrecv,
        [&](MPI_Status* into) { return host.MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, into); },
        sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
int MPI_Sendrecv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Status* status) {
    return on_sendrecv(Function::MPI_Sendrecv_c,
        [&](MPI_Status* into) { return host.MPI_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, into); },
        sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
int MPI_Sendrecv_replace_wrapper(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status) {
    return on_sendrecv_replace(Function::MPI_Sendrecv_replace,
        [&](MPI_Status* into) { return host.MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, into); },
        buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
int MPI_Sendrecv_replace_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status) {
    return on_sendrecv_replace(Function::MPI_Sendrecv_replace_c,
        [&](MPI_Status* into) { return host.MPI_Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, into); },
        buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
int MPI_Ssend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Ssend, [&] { return host.MPI_Ssend(buf, count, datatype, dest, tag, comm); },
        [&](MPI_Request* twin) { return host.MPI_Issend(buf, count, datatype, dest, tag, comm, twin); }, buf, count,
        datatype, dest, tag, comm);
}
int MPI_Ssend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send(Function::MPI_Ssend_c, [&] { return host.MPI_Ssend_c(buf, count, datatype, dest, tag, comm); },
        [&](MPI_Request* twin) { return host.MPI_Issend_c(buf, count, datatype, dest, tag, comm, twin); }, buf, count,
        datatype, dest, tag, comm);
}
int MPI_Ssend_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Ssend_init,
        [&] { return host.MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype, dest,
        tag, comm, request);
}
int MPI_Ssend_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init(Function::MPI_Ssend_init_c,
        [&] { return host.MPI_Ssend_init_c(buf, count, datatype, dest, tag, comm, request); }, buf, count, datatype,
        dest, tag, comm, request);
}
int MPI_Start_wrapper(MPI_Request* request) {
    return on_start(Function::MPI_Start, [&] { return host.MPI_Start(request); }, request);
}
int MPI_Startall_wrapper(int count, MPI_Request* array_of_requests) {
    return on_startall(Function::MPI_Startall, [&] { return host.MPI_Startall(count, array_of_requests); }, count,
        array_of_requests);
}
int MPI_Request_free_wrapper(MPI_Request* request) {
    return on_request_free(Function::MPI_Request_free, [&] { return host.MPI_Request_free(request); }, request);
}
int MPI_Test_wrapper(MPI_Request* request, int* flag, MPI_Status* status) {
    return on_test(Function::MPI_Test, [&] { return host.MPI_Test(request, flag, status); }, request, flag, status);
}
int MPI_Testall_wrapper(int count, MPI_Request* array_of_requests, int* flag, MPI_Status* array_of_statuses) {
    return on_testall(Function::MPI_Testall,
        [&] { return host.MPI_Testall(count, array_of_requests, flag, array_of_statuses); }, count, array_of_requests,
        flag, array_of_statuses);
}
int MPI_Testany_wrapper(int count, MPI_Request* array_of_requests, int* indx, int* flag, MPI_Status* status) {
    return on_testany(Function::MPI_Testany,
        [&] { return host.MPI_Testany(count, array_of_requests, indx, flag, status); }, count, array_of_requests, indx,
        flag, status);
}
int MPI_Testsome_wrapper(int incount, MPI_Request* array_of_requests, int* outcount, int* array_of_indices,
        MPI_Status* array_of_statuses) {
    return on_testsome(Function::MPI_Testsome,
        [&] { return host.MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses); },
        incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int MPI_Wait_wrapper(MPI_Request* request, MPI_Status* status) {
    return on_wait(Function::MPI_Wait, [&] { return host.MPI_Wait(request, status); }, request, status);
}
int MPI_Waitall_wrapper(int count, MPI_Request* array_of_requests, MPI_Status* array_of_statuses) {
    return on_waitall(Function::MPI_Waitall,
        [&] { return host.MPI_Waitall(count, array_of_requests, array_of_statuses); }, count, array_of_requests,
        array_of_statuses);
}
int MPI_Waitany_wrapper(int count, MPI_Request* array_of_requests, int* indx, MPI_Status* status) {
    return on_waitany(Function::MPI_Waitany, [&] { return host.MPI_Waitany(count, array_of_requests, indx, status); },
        count, array_of_requests, indx, status);
}
int MPI_Waitsome_wrapper(int incount, MPI_Request* array_of_requests, int* outcount, int* array_of_indices,
        MPI_Status* array_of_statuses) {
    return on_waitsome(Function::MPI_Waitsome,
        [&] { return host.MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses); },
        incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int MPIX_Allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Allgather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPIX_Allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Allgatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info, .request = request});
}
int MPIX_Allreduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Allreduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPIX_Alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Alltoall_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPIX_Alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPIX_Alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPIX_Barrier_init_wrapper(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Barrier_init, .comm = comm, .info = info, .request = request});
}
int MPIX_Bcast_init_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Bcast_init, .comm = comm, .receive = {buffer, count, datatype},
        .root = root, .info = info, .request = request});
}
int MPIX_Exscan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Exscan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPIX_Gather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Gather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPIX_Gatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Gatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .info = info, .request = request});
}
int MPIX_Neighbor_allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_allgather_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPIX_Neighbor_allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_allgatherv_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
int MPIX_Neighbor_alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_alltoall_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPIX_Neighbor_alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPIX_Neighbor_alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPIX_Reduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Reduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .info = info, .request = request});
}
int MPIX_Reduce_scatter_block_init_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Reduce_scatter_block_init, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op, .info = info,
        .request = request});
}
int MPIX_Reduce_scatter_init_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Reduce_scatter_init, .comm = comm,
        .send = {sendbuf, recvcounts, datatype}, .receive = {recvbuf, recvcounts, datatype}, .op = op, .info = info,
        .request = request});
}
int MPIX_Scan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Scan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPIX_Scatter_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Scatter_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPIX_Scatterv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Scatterv_init, .comm = comm,
        .send = {sendbuf, sendcounts, displs, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .root = root,
        .info = info, .request = request});
}
int MPI_Allgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::allgather, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return entry.run({.function = &kMPI_Allgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Allgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::allgather, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return entry.run({.function = &kMPI_Allgather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPI_Allgather_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgather_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPI_Allgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::allgatherv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm));
    return entry.run({.function = &kMPI_Allgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Allgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::allgatherv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        comm));
    return entry.run({.function = &kMPI_Allgatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info, .request = request});
}
int MPI_Allgatherv_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgatherv_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
int MPI_Allreduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    CollectiveEntry entry(Operation::allreduce, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm));
    return entry.run({.function = &kMPI_Allreduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Allreduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    CollectiveEntry entry(Operation::allreduce, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm));
    return entry.run({.function = &kMPI_Allreduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Allreduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allreduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Allreduce_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allreduce_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Alltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::alltoall, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return entry.run({.function = &kMPI_Alltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Alltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::alltoall, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm));
    return entry.run({.function = &kMPI_Alltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoall_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPI_Alltoall_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoall_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPI_Alltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::alltoallv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm));
    return entry.run({.function = &kMPI_Alltoallv, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtype},
        .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Alltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::alltoallv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
        recvtype, comm));
    return entry.run({.function = &kMPI_Alltoallv_c, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtype},
        .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPI_Alltoallv_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallv_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPI_Alltoallw_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, const MPI_Datatype* sendtypes,
        void* recvbuf, const int* recvcounts, const int* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm) {
    CollectiveEntry entry(Operation::alltoallw, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm));
    return entry.run({.function = &kMPI_Alltoallw, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtypes},
        .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Alltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    CollectiveEntry entry(Operation::alltoallw, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
        recvtypes, comm));
    return entry.run({.function = &kMPI_Alltoallw_c, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtypes},
        .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPI_Alltoallw_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallw_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPI_Barrier_wrapper(MPI_Comm comm) {
    CollectiveEntry entry(Operation::barrier, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Barrier(comm));
    return entry.run({.function = &kMPI_Barrier, .comm = comm});
}
int MPI_Barrier_init_wrapper(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Barrier_init, .comm = comm, .info = info, .request = request});
}
int MPI_Bcast_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::bcast, comm);
    if (entry.is_for_host({nullptr, buffer, count, datatype}))
        return entry.leave(host.MPI_Bcast(buffer, count, datatype, root, comm));
    return entry.run({.function = &kMPI_Bcast, .comm = comm, .receive = {buffer, count, datatype}, .root = root});
}
int MPI_Bcast_c_wrapper(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::bcast, comm);
    if (entry.is_for_host({nullptr, buffer, count, datatype}))
        return entry.leave(host.MPI_Bcast_c(buffer, count, datatype, root, comm));
    return entry.run({.function = &kMPI_Bcast_c, .comm = comm, .receive = {buffer, count, datatype}, .root = root});
}
int MPI_Bcast_init_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Bcast_init, .comm = comm, .receive = {buffer, count, datatype},
        .root = root, .info = info, .request = request});
}
int MPI_Bcast_init_c_wrapper(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Bcast_init_c, .comm = comm, .receive = {buffer, count, datatype},
        .root = root, .info = info, .request = request});
}
int MPI_Exscan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    CollectiveEntry entry(Operation::exscan, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm));
    return entry.run({.function = &kMPI_Exscan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Exscan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    CollectiveEntry entry(Operation::exscan, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm));
    return entry.run({.function = &kMPI_Exscan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Exscan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Exscan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Exscan_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Exscan_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Gather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::gather, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return entry.run({.function = &kMPI_Gather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Gather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::gather, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return entry.run({.function = &kMPI_Gather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Gather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Gather_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gather_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Gatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
        const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::gatherv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm));
    return entry.run({.function = &kMPI_Gatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root});
}
int MPI_Gatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::gatherv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
        comm));
    return entry.run({.function = &kMPI_Gatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root});
}
int MPI_Gatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Gatherv_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gatherv_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Iallgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Iallgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Iallgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .request = request});
}
int MPI_Iallgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .request = request});
}
int MPI_Iallreduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallreduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iallreduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallreduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Ialltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ialltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ialltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallv, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtype},
        .receive = {recvbuf, recvcounts, rdispls, recvtype}, .request = request});
}
int MPI_Ialltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallv_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .request = request});
}
int MPI_Ialltoallw_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallw, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ialltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ibarrier_wrapper(MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ibarrier, .comm = comm, .request = request});
}
int MPI_Ibcast_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ibcast, .comm = comm, .receive = {buffer, count, datatype}, .root = root,
        .request = request});
}
int MPI_Ibcast_c_wrapper(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ibcast_c, .comm = comm, .receive = {buffer, count, datatype}, .root = root,
        .request = request});
}
int MPI_Iexscan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iexscan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iexscan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iexscan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Igather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Igather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Igatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .request = request});
}
int MPI_Igatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .request = request});
}
int MPI_Ineighbor_allgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_allgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgather_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_allgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .request = request});
}
int MPI_Ineighbor_allgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgatherv_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype},
        .request = request});
}
int MPI_Ineighbor_alltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_alltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_alltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallv, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .request = request});
}
int MPI_Ineighbor_alltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallv_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .request = request});
}
int MPI_Ineighbor_alltoallw_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallw, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ineighbor_alltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ireduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .request = request});
}
int MPI_Ireduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .request = request});
}
int MPI_Ireduce_scatter_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op, .request = request});
}
int MPI_Ireduce_scatter_c_wrapper(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter_c, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op, .request = request});
}
int MPI_Ireduce_scatter_block_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter_block, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op,
        .request = request});
}
int MPI_Ireduce_scatter_block_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter_block_c, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op,
        .request = request});
}
int MPI_Iscan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iscan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iscatter_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatter, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Iscatter_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatter_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Iscatterv_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatterv, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Iscatterv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatterv_c, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Neighbor_allgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_allgather, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    return entry.run({.function = &kMPI_Neighbor_allgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_allgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_allgather, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    return entry.run({.function = &kMPI_Neighbor_allgather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgather_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_allgather_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgather_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_allgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_allgatherv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm));
    return entry.run({.function = &kMPI_Neighbor_allgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Neighbor_allgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_allgatherv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm));
    return entry.run({.function = &kMPI_Neighbor_allgatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Neighbor_allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgatherv_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_allgatherv_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgatherv_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_alltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_alltoall, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    return entry.run({.function = &kMPI_Neighbor_alltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_alltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_alltoall, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    return entry.run({.function = &kMPI_Neighbor_alltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoall_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_alltoall_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoall_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_alltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_alltoallv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm));
    return entry.run({.function = &kMPI_Neighbor_alltoallv, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Neighbor_alltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_alltoallv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm));
    return entry.run({.function = &kMPI_Neighbor_alltoallv_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Neighbor_alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPI_Neighbor_alltoallv_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallv_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPI_Neighbor_alltoallw_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_alltoallw, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm));
    return entry.run({.function = &kMPI_Neighbor_alltoallw, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Neighbor_alltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    CollectiveEntry entry(Operation::neighbor_alltoallw, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm));
    return entry.run({.function = &kMPI_Neighbor_alltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Neighbor_alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPI_Neighbor_alltoallw_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallw_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPI_Reduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm) {
    CollectiveEntry entry(Operation::reduce, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm));
    return entry.run({.function = &kMPI_Reduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root});
}
int MPI_Reduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::reduce, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm));
    return entry.run({.function = &kMPI_Reduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root});
}
int MPI_Reduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .info = info, .request = request});
}
int MPI_Reduce_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .info = info, .request = request});
}
int MPI_Reduce_scatter_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    CollectiveEntry entry(Operation::reduce_scatter, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm));
    return entry.run({.function = &kMPI_Reduce_scatter, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op});
}
int MPI_Reduce_scatter_c_wrapper(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    CollectiveEntry entry(Operation::reduce_scatter, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm));
    return entry.run({.function = &kMPI_Reduce_scatter_c, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op});
}
int MPI_Reduce_scatter_block_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    CollectiveEntry entry(Operation::reduce_scatter_block, comm);
    if (entry.is_for_host({sendbuf, recvbuf, recvcount, datatype, op}))
        return entry.leave(host.MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm));
    return entry.run({.function = &kMPI_Reduce_scatter_block, .comm = comm, .send = {sendbuf, recvcount, datatype},
        .receive = {recvbuf, recvcount, datatype}, .op = op});
}
int MPI_Reduce_scatter_block_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    CollectiveEntry entry(Operation::reduce_scatter_block, comm);
    if (entry.is_for_host({sendbuf, recvbuf, recvcount, datatype, op}))
        return entry.leave(host.MPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm));
    return entry.run({.function = &kMPI_Reduce_scatter_block_c, .comm = comm, .send = {sendbuf, recvcount, datatype},
        .receive = {recvbuf, recvcount, datatype}, .op = op});
}
int MPI_Reduce_scatter_block_init_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_block_init, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Reduce_scatter_block_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_block_init_c, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Reduce_scatter_init_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_init, .comm = comm,
        .send = {sendbuf, recvcounts, datatype}, .receive = {recvbuf, recvcounts, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Reduce_scatter_init_c_wrapper(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_init_c, .comm = comm,
        .send = {sendbuf, recvcounts, datatype}, .receive = {recvbuf, recvcounts, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Scan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    CollectiveEntry entry(Operation::scan, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm));
    return entry.run({.function = &kMPI_Scan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Scan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    CollectiveEntry entry(Operation::scan, comm);
    if (entry.is_for_host({sendbuf, recvbuf, count, datatype, op}))
        return entry.leave(host.MPI_Scan_c(sendbuf, recvbuf, count, datatype, op, comm));
    return entry.run({.function = &kMPI_Scan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Scan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Scan_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scan_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Scatter_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::scatter, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return entry.run({.function = &kMPI_Scatter, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatter_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::scatter, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
    return entry.run({.function = &kMPI_Scatter_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatter_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatter_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Scatter_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatter_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Scatterv_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::scatterv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
        comm));
    return entry.run({.function = &kMPI_Scatterv, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatterv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    CollectiveEntry entry(Operation::scatterv, comm);
    if (entry.is_for_host({}))
        return entry.leave(host.MPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm));
    return entry.run({.function = &kMPI_Scatterv_c, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatterv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatterv_init, .comm = comm,
        .send = {sendbuf, sendcounts, displs, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .root = root,
        .info = info, .request = request});
}
int MPI_Scatterv_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatterv_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, displs, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .root = root,
        .info = info, .request = request});
}
int MPIX_Comm_shrink_wrapper(MPI_Comm comm, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPIX_Comm_shrink, [&] { return host.MPIX_Comm_shrink(comm, newcomm); }, comm, newcomm,
        nullptr);
}
int MPI_Cart_create_wrapper(MPI_Comm comm_old, int ndims, const int* dims, const int* periods, int reorder,
        MPI_Comm* comm_cart) {
    return on_comm_new(Function::MPI_Cart_create,
        [&] { return host.MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart); }, comm_old, comm_cart,
        nullptr);
}
int MPI_Cart_sub_wrapper(MPI_Comm comm, const int* remain_dims, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Cart_sub, [&] { return host.MPI_Cart_sub(comm, remain_dims, newcomm); }, comm,
        newcomm, nullptr);
}
int MPI_Comm_accept_wrapper(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
    return on_comm_spawn(Function::MPI_Comm_accept,
        [&] { return host.MPI_Comm_accept(port_name, info, root, comm, newcomm); }, newcomm);
}
int MPI_Comm_connect_wrapper(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
    return on_comm_spawn(Function::MPI_Comm_connect,
        [&] { return host.MPI_Comm_connect(port_name, info, root, comm, newcomm); }, newcomm);
}
int MPI_Comm_create_wrapper(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_create, [&] { return host.MPI_Comm_create(comm, group, newcomm); }, comm,
        newcomm, nullptr);
}
int MPI_Comm_create_from_group_wrapper(MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
        MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_create_from_group,
        [&] { return host.MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm); }, MPI_COMM_NULL,
        newcomm, nullptr);
}
int MPI_Comm_create_group_wrapper(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_create_group,
        [&] { return host.MPI_Comm_create_group(comm, group, tag, newcomm); }, comm, newcomm, nullptr);
}
int MPI_Comm_disconnect_wrapper(MPI_Comm* comm) {
    return on_comm_free(Function::MPI_Comm_disconnect, [&] { return host.MPI_Comm_disconnect(comm); }, comm);
}
int MPI_Comm_dup_wrapper(MPI_Comm comm, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_dup, [&] { return host.MPI_Comm_dup(comm, newcomm); }, comm, newcomm,
        nullptr);
}
int MPI_Comm_dup_with_info_wrapper(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_dup_with_info,
        [&] { return host.MPI_Comm_dup_with_info(comm, info, newcomm); }, comm, newcomm, nullptr);
}
int MPI_Comm_free_wrapper(MPI_Comm* comm) {
    return on_comm_free(Function::MPI_Comm_free, [&] { return host.MPI_Comm_free(comm); }, comm);
}
int MPI_Comm_idup_wrapper(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
    return on_comm_new(Function::MPI_Comm_idup, [&] { return host.MPI_Comm_idup(comm, newcomm, request); }, comm,
        newcomm, request);
}
int MPI_Comm_idup_with_info_wrapper(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
    return on_comm_new(Function::MPI_Comm_idup_with_info,
        [&] { return host.MPI_Comm_idup_with_info(comm, info, newcomm, request); }, comm, newcomm, request);
}
int MPI_Comm_join_wrapper(int fd, MPI_Comm* intercomm) {
    return on_comm_spawn(Function::MPI_Comm_join, [&] { return host.MPI_Comm_join(fd, intercomm); }, intercomm);
}
int MPI_Comm_spawn_wrapper(const char* command, char** argv, int maxprocs, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* intercomm, int* array_of_errcodes) {
    return on_comm_spawn(Function::MPI_Comm_spawn,
        [&] { return host.MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes); },
        intercomm);
}
int MPI_Comm_spawn_multiple_wrapper(int count, char** array_of_commands, char*** array_of_argv,
        const int* array_of_maxprocs, const MPI_Info* array_of_info, int root, MPI_Comm comm, MPI_Comm* intercomm,
        int* array_of_errcodes) {
    return on_comm_spawn(Function::MPI_Comm_spawn_multiple,
        [&] { return host.MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes); },
        intercomm);
}
int MPI_Comm_split_wrapper(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_split, [&] { return host.MPI_Comm_split(comm, color, key, newcomm); }, comm,
        newcomm, nullptr);
}
int MPI_Comm_split_type_wrapper(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
    return on_comm_new(Function::MPI_Comm_split_type,
        [&] { return host.MPI_Comm_split_type(comm, split_type, key, info, newcomm); }, comm, newcomm, nullptr);
}
int MPI_Dist_graph_create_wrapper(MPI_Comm comm_old, int n, const int* sources, const int* degrees,
        const int* destinations, const int* weights, MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
    return on_comm_new(Function::MPI_Dist_graph_create,
        [&] { return host.MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph); },
        comm_old, comm_dist_graph, nullptr);
}
int MPI_Dist_graph_create_adjacent_wrapper(MPI_Comm comm_old, int indegree, const int* sources,
        const int* sourceweights, int outdegree, const int* destinations, const int* destweights, MPI_Info info,
        int reorder, MPI_Comm* comm_dist_graph) {
    return on_comm_new(Function::MPI_Dist_graph_create_adjacent,
        [&] { return host.MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph); },
        comm_old, comm_dist_graph, nullptr);
}
int MPI_Graph_create_wrapper(MPI_Comm comm_old, int nnodes, const int* indx, const int* edges, int reorder,
        MPI_Comm* comm_graph) {
    return on_comm_new(Function::MPI_Graph_create,
        [&] { return host.MPI_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph); }, comm_old, comm_graph,
        nullptr);
}
int MPI_Intercomm_create_wrapper(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
        MPI_Comm* newintercomm) {
    return on_comm_new(Function::MPI_Intercomm_create,
        [&] { return host.MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm); },
        local_comm, newintercomm, nullptr);
}
int MPI_Intercomm_create_from_groups_wrapper(MPI_Group local_group, int local_leader, MPI_Group remote_group,
        int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
    return on_comm_new(Function::MPI_Intercomm_create_from_groups,
        [&] { return host.MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm); },
        MPI_COMM_NULL, newintercomm, nullptr);
}
int MPI_Intercomm_merge_wrapper(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
    return on_comm_new(Function::MPI_Intercomm_merge,
        [&] { return host.MPI_Intercomm_merge(intercomm, high, newintracomm); }, intercomm, newintracomm, nullptr);
}
int MPI_Accumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    return on_rma(Function::MPI_Accumulate,
        [&] { return host.MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win); },
        false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Accumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
        MPI_Win win) {
    return on_rma(Function::MPI_Accumulate_c,
        [&] { return host.MPI_Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win); },
        false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Compare_and_swap_wrapper(const void* origin_addr, const void* compare_addr, void* result_addr,
        MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    return on_rma_one(Function::MPI_Compare_and_swap,
        [&] { return host.MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win); },
        target_rank, datatype, win);
}
int MPI_Fetch_and_op_wrapper(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank,
        MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    return on_rma_one(Function::MPI_Fetch_and_op,
        [&] { return host.MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win); },
        target_rank, datatype, win);
}
int MPI_Get_wrapper(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    return on_rma(Function::MPI_Get,
        [&] { return host.MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win); },
        true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Get_c_wrapper(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    return on_rma(Function::MPI_Get_c,
        [&] { return host.MPI_Get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win); },
        true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Get_accumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    return on_rma(Function::MPI_Get_accumulate,
        [&] { return host.MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win); },
        true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Get_accumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    return on_rma(Function::MPI_Get_accumulate_c,
        [&] { return host.MPI_Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win); },
        true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Put_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    return on_rma(Function::MPI_Put,
        [&] { return host.MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win); },
        false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Put_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    return on_rma(Function::MPI_Put_c,
        [&] { return host.MPI_Put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win); },
        false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Raccumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request) {
    return on_rma_request(Function::MPI_Raccumulate,
        [&] { return host.MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request); },
        false, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Raccumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
        MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Raccumulate_c,
        [&] { return host.MPI_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request); },
        false, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Rget_wrapper(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Rget,
        [&] { return host.MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request); },
        true, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Rget_c_wrapper(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Rget_c,
        [&] { return host.MPI_Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request); },
        true, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Rget_accumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Rget_accumulate,
        [&] { return host.MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request); },
        true, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Rget_accumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Rget_accumulate_c,
        [&] { return host.MPI_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request); },
        true, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Rput_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Rput,
        [&] { return host.MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request); },
        false, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Rput_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    return on_rma_request(Function::MPI_Rput_c,
        [&] { return host.MPI_Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request); },
        false, target_rank, origin_count, origin_datatype, win, request);
}
int MPI_Win_allocate_wrapper(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
    return on_win_new(Function::MPI_Win_allocate,
        [&] { return host.MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win); }, comm, win);
}
int MPI_Win_allocate_c_wrapper(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
        MPI_Win* win) {
    return on_win_new(Function::MPI_Win_allocate_c,
        [&] { return host.MPI_Win_allocate_c(size, disp_unit, info, comm, baseptr, win); }, comm, win);
}
int MPI_Win_allocate_shared_wrapper(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
        MPI_Win* win) {
    return on_win_new(Function::MPI_Win_allocate_shared,
        [&] { return host.MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win); }, comm, win);
}
int MPI_Win_allocate_shared_c_wrapper(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
        MPI_Win* win) {
    return on_win_new(Function::MPI_Win_allocate_shared_c,
        [&] { return host.MPI_Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win); }, comm, win);
}
int MPI_Win_complete_wrapper(MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_complete, [&] { return host.MPI_Win_complete(win); }, win);
}
int MPI_Win_create_wrapper(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    return on_win_new(Function::MPI_Win_create,
        [&] { return host.MPI_Win_create(base, size, disp_unit, info, comm, win); }, comm, win);
}
int MPI_Win_create_c_wrapper(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
        MPI_Win* win) {
    return on_win_new(Function::MPI_Win_create_c,
        [&] { return host.MPI_Win_create_c(base, size, disp_unit, info, comm, win); }, comm, win);
}
int MPI_Win_create_dynamic_wrapper(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    return on_win_new(Function::MPI_Win_create_dynamic, [&] { return host.MPI_Win_create_dynamic(info, comm, win); },
        comm, win);
}
int MPI_Win_fence_wrapper(int assert, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_fence, [&] { return host.MPI_Win_fence(assert, win); }, win);
}
int MPI_Win_flush_wrapper(int rank, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_flush, [&] { return host.MPI_Win_flush(rank, win); }, win);
}
int MPI_Win_flush_all_wrapper(MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_flush_all, [&] { return host.MPI_Win_flush_all(win); }, win);
}
int MPI_Win_flush_local_wrapper(int rank, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_flush_local, [&] { return host.MPI_Win_flush_local(rank, win); }, win);
}
int MPI_Win_flush_local_all_wrapper(MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_flush_local_all, [&] { return host.MPI_Win_flush_local_all(win); }, win);
}
int MPI_Win_free_wrapper(MPI_Win* win) {
    return on_win_free(Function::MPI_Win_free, [&] { return host.MPI_Win_free(win); }, win);
}
int MPI_Win_lock_wrapper(int lock_type, int rank, int assert, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_lock, [&] { return host.MPI_Win_lock(lock_type, rank, assert, win); }, win);
}
int MPI_Win_lock_all_wrapper(int assert, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_lock_all, [&] { return host.MPI_Win_lock_all(assert, win); }, win);
}
int MPI_Win_post_wrapper(MPI_Group group, int assert, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_post, [&] { return host.MPI_Win_post(group, assert, win); }, win);
}
int MPI_Win_start_wrapper(MPI_Group group, int assert, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_start, [&] { return host.MPI_Win_start(group, assert, win); }, win);
}
int MPI_Win_sync_wrapper(MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_sync, [&] { return host.MPI_Win_sync(win); }, win);
}
int MPI_Win_test_wrapper(MPI_Win win, int* flag) {
    return on_rma_sync(Function::MPI_Win_test, [&] { return host.MPI_Win_test(win, flag); }, win);
}
int MPI_Win_unlock_wrapper(int rank, MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_unlock, [&] { return host.MPI_Win_unlock(rank, win); }, win);
}
int MPI_Win_unlock_all_wrapper(MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_unlock_all, [&] { return host.MPI_Win_unlock_all(win); }, win);
}
int MPI_Win_wait_wrapper(MPI_Win win) {
    return on_rma_sync(Function::MPI_Win_wait, [&] { return host.MPI_Win_wait(win); }, win);
}
int MPI_File_close_wrapper(MPI_File* fh) {
    return on_file_close(Function::MPI_File_close, [&] { return host.MPI_File_close(fh); }, fh);
}
int MPI_File_iread_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread,
        [&] { return host.MPI_File_iread(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iread_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_c,
        [&] { return host.MPI_File_iread_c(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iread_all_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_all,
        [&] { return host.MPI_File_iread_all(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iread_all_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_all_c,
        [&] { return host.MPI_File_iread_all_c(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iread_at_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_at,
        [&] { return host.MPI_File_iread_at(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iread_at_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_at_c,
        [&] { return host.MPI_File_iread_at_c(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iread_at_all_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_at_all,
        [&] { return host.MPI_File_iread_at_all(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iread_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_at_all_c,
        [&] { return host.MPI_File_iread_at_all_c(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iread_shared_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_shared,
        [&] { return host.MPI_File_iread_shared(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iread_shared_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iread_shared_c,
        [&] { return host.MPI_File_iread_shared_c(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iwrite_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite,
        [&] { return host.MPI_File_iwrite(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iwrite_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_c,
        [&] { return host.MPI_File_iwrite_c(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iwrite_all_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_all,
        [&] { return host.MPI_File_iwrite_all(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iwrite_all_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_all_c,
        [&] { return host.MPI_File_iwrite_all_c(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iwrite_at_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_at,
        [&] { return host.MPI_File_iwrite_at(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iwrite_at_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_at_c,
        [&] { return host.MPI_File_iwrite_at_c(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iwrite_at_all_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_at_all,
        [&] { return host.MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iwrite_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_at_all_c,
        [&] { return host.MPI_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request); }, fh, count, datatype,
        request);
}
int MPI_File_iwrite_shared_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_shared,
        [&] { return host.MPI_File_iwrite_shared(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_iwrite_shared_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    return on_io_request(Function::MPI_File_iwrite_shared_c,
        [&] { return host.MPI_File_iwrite_shared_c(fh, buf, count, datatype, request); }, fh, count, datatype, request);
}
int MPI_File_open_wrapper(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh) {
    return on_file_open(Function::MPI_File_open, [&] { return host.MPI_File_open(comm, filename, amode, info, fh); },
        comm, fh);
}
int MPI_File_read_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read, [&] { return host.MPI_File_read(fh, buf, count, datatype, status); }, fh,
        count, datatype);
}
int MPI_File_read_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read_c, [&] { return host.MPI_File_read_c(fh, buf, count, datatype, status); }, fh,
        count, datatype);
}
int MPI_File_read_all_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read_all, [&] { return host.MPI_File_read_all(fh, buf, count, datatype, status); },
        fh, count, datatype);
}
int MPI_File_read_all_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read_all_c,
        [&] { return host.MPI_File_read_all_c(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_all_begin_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_read_all_begin,
        [&] { return host.MPI_File_read_all_begin(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_read_all_begin_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_read_all_begin_c,
        [&] { return host.MPI_File_read_all_begin_c(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_read_all_end_wrapper(MPI_File fh, void* buf, MPI_Status* status) {
    return on_io(Function::MPI_File_read_all_end, [&] { return host.MPI_File_read_all_end(fh, buf, status); }, fh, 0,
        MPI_BYTE);
}
int MPI_File_read_at_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_read_at,
        [&] { return host.MPI_File_read_at(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_at_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_read_at_c,
        [&] { return host.MPI_File_read_at_c(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_at_all_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_read_at_all,
        [&] { return host.MPI_File_read_at_all(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_read_at_all_c,
        [&] { return host.MPI_File_read_at_all_c(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_at_all_begin_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_read_at_all_begin,
        [&] { return host.MPI_File_read_at_all_begin(fh, offset, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_read_at_all_begin_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype) {
    return on_io(Function::MPI_File_read_at_all_begin_c,
        [&] { return host.MPI_File_read_at_all_begin_c(fh, offset, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_read_at_all_end_wrapper(MPI_File fh, void* buf, MPI_Status* status) {
    return on_io(Function::MPI_File_read_at_all_end, [&] { return host.MPI_File_read_at_all_end(fh, buf, status); }, fh,
        0, MPI_BYTE);
}
int MPI_File_read_ordered_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read_ordered,
        [&] { return host.MPI_File_read_ordered(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_ordered_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_read_ordered_c,
        [&] { return host.MPI_File_read_ordered_c(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_ordered_begin_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_read_ordered_begin,
        [&] { return host.MPI_File_read_ordered_begin(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_read_ordered_begin_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_read_ordered_begin_c,
        [&] { return host.MPI_File_read_ordered_begin_c(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_read_ordered_end_wrapper(MPI_File fh, void* buf, MPI_Status* status) {
    return on_io(Function::MPI_File_read_ordered_end, [&] { return host.MPI_File_read_ordered_end(fh, buf, status); },
        fh, 0, MPI_BYTE);
}
int MPI_File_read_shared_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read_shared,
        [&] { return host.MPI_File_read_shared(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_read_shared_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_read_shared_c,
        [&] { return host.MPI_File_read_shared_c(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_write, [&] { return host.MPI_File_write(fh, buf, count, datatype, status); }, fh,
        count, datatype);
}
int MPI_File_write_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_write_c, [&] { return host.MPI_File_write_c(fh, buf, count, datatype, status); },
        fh, count, datatype);
}
int MPI_File_write_all_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_write_all,
        [&] { return host.MPI_File_write_all(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_all_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_write_all_c,
        [&] { return host.MPI_File_write_all_c(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_all_begin_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_write_all_begin,
        [&] { return host.MPI_File_write_all_begin(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_write_all_begin_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_write_all_begin_c,
        [&] { return host.MPI_File_write_all_begin_c(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_write_all_end_wrapper(MPI_File fh, const void* buf, MPI_Status* status) {
    return on_io(Function::MPI_File_write_all_end, [&] { return host.MPI_File_write_all_end(fh, buf, status); }, fh, 0,
        MPI_BYTE);
}
int MPI_File_write_at_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_write_at,
        [&] { return host.MPI_File_write_at(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_at_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_write_at_c,
        [&] { return host.MPI_File_write_at_c(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_at_all_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_write_at_all,
        [&] { return host.MPI_File_write_at_all(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_write_at_all_c,
        [&] { return host.MPI_File_write_at_all_c(fh, offset, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_at_all_begin_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype) {
    return on_io(Function::MPI_File_write_at_all_begin,
        [&] { return host.MPI_File_write_at_all_begin(fh, offset, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_write_at_all_begin_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype) {
    return on_io(Function::MPI_File_write_at_all_begin_c,
        [&] { return host.MPI_File_write_at_all_begin_c(fh, offset, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_write_at_all_end_wrapper(MPI_File fh, const void* buf, MPI_Status* status) {
    return on_io(Function::MPI_File_write_at_all_end, [&] { return host.MPI_File_write_at_all_end(fh, buf, status); },
        fh, 0, MPI_BYTE);
}
int MPI_File_write_ordered_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_write_ordered,
        [&] { return host.MPI_File_write_ordered(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_ordered_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_write_ordered_c,
        [&] { return host.MPI_File_write_ordered_c(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_ordered_begin_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_write_ordered_begin,
        [&] { return host.MPI_File_write_ordered_begin(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_write_ordered_begin_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    return on_io(Function::MPI_File_write_ordered_begin_c,
        [&] { return host.MPI_File_write_ordered_begin_c(fh, buf, count, datatype); }, fh, count, datatype);
}
int MPI_File_write_ordered_end_wrapper(MPI_File fh, const void* buf, MPI_Status* status) {
    return on_io(Function::MPI_File_write_ordered_end, [&] { return host.MPI_File_write_ordered_end(fh, buf, status); },
        fh, 0, MPI_BYTE);
}
int MPI_File_write_shared_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    return on_io(Function::MPI_File_write_shared,
        [&] { return host.MPI_File_write_shared(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPI_File_write_shared_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    return on_io(Function::MPI_File_write_shared_c,
        [&] { return host.MPI_File_write_shared_c(fh, buf, count, datatype, status); }, fh, count, datatype);
}
int MPIX_Comm_agree_wrapper(MPI_Comm comm, int* flag) {
    return on_local(Function::MPIX_Comm_agree, [&] { return host.MPIX_Comm_agree(comm, flag); });
}
int MPIX_Comm_failure_ack_wrapper(MPI_Comm comm) {
    return on_local(Function::MPIX_Comm_failure_ack, [&] { return host.MPIX_Comm_failure_ack(comm); });
}
int MPIX_Comm_failure_get_acked_wrapper(MPI_Comm comm, MPI_Group* failedgrp) {
    return on_local(Function::MPIX_Comm_failure_get_acked,
        [&] { return host.MPIX_Comm_failure_get_acked(comm, failedgrp); });
}
int MPIX_Comm_revoke_wrapper(MPI_Comm comm) {
    return on_local(Function::MPIX_Comm_revoke, [&] { return host.MPIX_Comm_revoke(comm); });
}
int MPI_Alloc_mem_wrapper(MPI_Aint size, MPI_Info info, void* baseptr) {
    return on_local(Function::MPI_Alloc_mem, [&] { return host.MPI_Alloc_mem(size, info, baseptr); });
}
int MPI_Buffer_attach_wrapper(void* buffer, int size) {
    return on_local(Function::MPI_Buffer_attach, [&] { return host.MPI_Buffer_attach(buffer, size); });
}
int MPI_Buffer_attach_c_wrapper(void* buffer, MPI_Count size) {
    return on_local(Function::MPI_Buffer_attach_c, [&] { return host.MPI_Buffer_attach_c(buffer, size); });
}
int MPI_Buffer_detach_wrapper(void* buffer_addr, int* size) {
    return on_local(Function::MPI_Buffer_detach, [&] { return host.MPI_Buffer_detach(buffer_addr, size); });
}
int MPI_Buffer_detach_c_wrapper(void* buffer_addr, MPI_Count* size) {
    return on_local(Function::MPI_Buffer_detach_c, [&] { return host.MPI_Buffer_detach_c(buffer_addr, size); });
}
int MPI_Cancel_wrapper(MPI_Request* request) {
    return on_cancel(Function::MPI_Cancel, [&] { return host.MPI_Cancel(request); }, request);
}
int MPI_Cart_coords_wrapper(MPI_Comm comm, int rank, int maxdims, int* coords) {
    return on_local(Function::MPI_Cart_coords, [&] { return host.MPI_Cart_coords(comm, rank, maxdims, coords); });
}
int MPI_Cart_get_wrapper(MPI_Comm comm, int maxdims, int* dims, int* periods, int* coords) {
    return on_local(Function::MPI_Cart_get, [&] { return host.MPI_Cart_get(comm, maxdims, dims, periods, coords); });
}
int MPI_Cart_map_wrapper(MPI_Comm comm, int ndims, const int* dims, const int* periods, int* newrank) {
    return on_local(Function::MPI_Cart_map, [&] { return host.MPI_Cart_map(comm, ndims, dims, periods, newrank); });
}
int MPI_Cart_rank_wrapper(MPI_Comm comm, const int* coords, int* rank) {
    return on_local(Function::MPI_Cart_rank, [&] { return host.MPI_Cart_rank(comm, coords, rank); });
}
int MPI_Cart_shift_wrapper(MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest) {
    return on_local(Function::MPI_Cart_shift,
        [&] { return host.MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest); });
}
int MPI_Cartdim_get_wrapper(MPI_Comm comm, int* ndims) {
    return on_local(Function::MPI_Cartdim_get, [&] { return host.MPI_Cartdim_get(comm, ndims); });
}
int MPI_Close_port_wrapper(const char* port_name) {
    return on_local(Function::MPI_Close_port, [&] { return host.MPI_Close_port(port_name); });
}
int MPI_Comm_compare_wrapper(MPI_Comm comm1, MPI_Comm comm2, int* result) {
    return on_local(Function::MPI_Comm_compare, [&] { return host.MPI_Comm_compare(comm1, comm2, result); });
}
int MPI_Comm_get_info_wrapper(MPI_Comm comm, MPI_Info* info_used) {
    return on_local(Function::MPI_Comm_get_info, [&] { return host.MPI_Comm_get_info(comm, info_used); });
}
int MPI_Comm_get_name_wrapper(MPI_Comm comm, char* comm_name, int* resultlen) {
    return on_local(Function::MPI_Comm_get_name, [&] { return host.MPI_Comm_get_name(comm, comm_name, resultlen); });
}
int MPI_Comm_get_parent_wrapper(MPI_Comm* parent) {
    return on_local(Function::MPI_Comm_get_parent, [&] { return host.MPI_Comm_get_parent(parent); });
}
int MPI_Comm_group_wrapper(MPI_Comm comm, MPI_Group* group) {
    return on_local(Function::MPI_Comm_group, [&] { return host.MPI_Comm_group(comm, group); });
}
int MPI_Comm_rank_wrapper(MPI_Comm comm, int* rank) {
    return on_local(Function::MPI_Comm_rank, [&] { return host.MPI_Comm_rank(comm, rank); });
}
int MPI_Comm_remote_group_wrapper(MPI_Comm comm, MPI_Group* group) {
    return on_local(Function::MPI_Comm_remote_group, [&] { return host.MPI_Comm_remote_group(comm, group); });
}
int MPI_Comm_remote_size_wrapper(MPI_Comm comm, int* size) {
    return on_local(Function::MPI_Comm_remote_size, [&] { return host.MPI_Comm_remote_size(comm, size); });
}
int MPI_Comm_set_info_wrapper(MPI_Comm comm, MPI_Info info) {
    return on_local(Function::MPI_Comm_set_info, [&] { return host.MPI_Comm_set_info(comm, info); });
}
int MPI_Comm_set_name_wrapper(MPI_Comm comm, const char* comm_name) {
    return on_comm_set_name(Function::MPI_Comm_set_name, [&] { return host.MPI_Comm_set_name(comm, comm_name); }, comm,
        comm_name);
}
int MPI_Comm_size_wrapper(MPI_Comm comm, int* size) {
    return on_local(Function::MPI_Comm_size, [&] { return host.MPI_Comm_size(comm, size); });
}
int MPI_Comm_test_inter_wrapper(MPI_Comm comm, int* flag) {
    return on_local(Function::MPI_Comm_test_inter, [&] { return host.MPI_Comm_test_inter(comm, flag); });
}
int MPI_Dims_create_wrapper(int nnodes, int ndims, int* dims) {
    return on_local(Function::MPI_Dims_create, [&] { return host.MPI_Dims_create(nnodes, ndims, dims); });
}
int MPI_Dist_graph_neighbors_wrapper(MPI_Comm comm, int maxindegree, int* sources, int* sourceweights, int maxoutdegree,
        int* destinations, int* destweights) {
    return on_local(Function::MPI_Dist_graph_neighbors,
        [&] { return host.MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights); });
}
int MPI_Dist_graph_neighbors_count_wrapper(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
    return on_local(Function::MPI_Dist_graph_neighbors_count,
        [&] { return host.MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted); });
}
int MPI_File_delete_wrapper(const char* filename, MPI_Info info) {
    return on_local(Function::MPI_File_delete, [&] { return host.MPI_File_delete(filename, info); });
}
int MPI_File_get_amode_wrapper(MPI_File fh, int* amode) {
    return on_local(Function::MPI_File_get_amode, [&] { return host.MPI_File_get_amode(fh, amode); });
}
int MPI_File_get_atomicity_wrapper(MPI_File fh, int* flag) {
    return on_local(Function::MPI_File_get_atomicity, [&] { return host.MPI_File_get_atomicity(fh, flag); });
}
int MPI_File_get_byte_offset_wrapper(MPI_File fh, MPI_Offset offset, MPI_Offset* disp) {
    return on_local(Function::MPI_File_get_byte_offset,
        [&] { return host.MPI_File_get_byte_offset(fh, offset, disp); });
}
int MPI_File_get_group_wrapper(MPI_File fh, MPI_Group* group) {
    return on_local(Function::MPI_File_get_group, [&] { return host.MPI_File_get_group(fh, group); });
}
int MPI_File_get_info_wrapper(MPI_File fh, MPI_Info* info_used) {
    return on_local(Function::MPI_File_get_info, [&] { return host.MPI_File_get_info(fh, info_used); });
}
int MPI_File_get_position_wrapper(MPI_File fh, MPI_Offset* offset) {
    return on_local(Function::MPI_File_get_position, [&] { return host.MPI_File_get_position(fh, offset); });
}
int MPI_File_get_position_shared_wrapper(MPI_File fh, MPI_Offset* offset) {
    return on_local(Function::MPI_File_get_position_shared,
        [&] { return host.MPI_File_get_position_shared(fh, offset); });
}
int MPI_File_get_size_wrapper(MPI_File fh, MPI_Offset* size) {
    return on_local(Function::MPI_File_get_size, [&] { return host.MPI_File_get_size(fh, size); });
}
int MPI_File_get_type_extent_wrapper(MPI_File fh, MPI_Datatype datatype, MPI_Aint* extent) {
    return on_local(Function::MPI_File_get_type_extent,
        [&] { return host.MPI_File_get_type_extent(fh, datatype, extent); });
}
int MPI_File_get_type_extent_c_wrapper(MPI_File fh, MPI_Datatype datatype, MPI_Count* extent) {
    return on_local(Function::MPI_File_get_type_extent_c,
        [&] { return host.MPI_File_get_type_extent_c(fh, datatype, extent); });
}
int MPI_File_get_view_wrapper(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype,
        char* datarep) {
    return on_local(Function::MPI_File_get_view,
        [&] { return host.MPI_File_get_view(fh, disp, etype, filetype, datarep); });
}
int MPI_File_preallocate_wrapper(MPI_File fh, MPI_Offset size) {
    return on_local(Function::MPI_File_preallocate, [&] { return host.MPI_File_preallocate(fh, size); });
}
int MPI_File_seek_wrapper(MPI_File fh, MPI_Offset offset, int whence) {
    return on_local(Function::MPI_File_seek, [&] { return host.MPI_File_seek(fh, offset, whence); });
}
int MPI_File_seek_shared_wrapper(MPI_File fh, MPI_Offset offset, int whence) {
    return on_local(Function::MPI_File_seek_shared, [&] { return host.MPI_File_seek_shared(fh, offset, whence); });
}
int MPI_File_set_atomicity_wrapper(MPI_File fh, int flag) {
    return on_local(Function::MPI_File_set_atomicity, [&] { return host.MPI_File_set_atomicity(fh, flag); });
}
int MPI_File_set_info_wrapper(MPI_File fh, MPI_Info info) {
    return on_local(Function::MPI_File_set_info, [&] { return host.MPI_File_set_info(fh, info); });
}
int MPI_File_set_size_wrapper(MPI_File fh, MPI_Offset size) {
    return on_local(Function::MPI_File_set_size, [&] { return host.MPI_File_set_size(fh, size); });
}
int MPI_File_set_view_wrapper(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
        const char* datarep, MPI_Info info) {
    return on_local(Function::MPI_File_set_view,
        [&] { return host.MPI_File_set_view(fh, disp, etype, filetype, datarep, info); });
}
int MPI_File_sync_wrapper(MPI_File fh) {
    return on_local(Function::MPI_File_sync, [&] { return host.MPI_File_sync(fh); });
}
int MPI_Free_mem_wrapper(void* base) {
    return on_local(Function::MPI_Free_mem, [&] { return host.MPI_Free_mem(base); });
}
int MPI_Get_count_wrapper(const MPI_Status* status, MPI_Datatype datatype, int* count) {
    return on_local(Function::MPI_Get_count, [&] { return host.MPI_Get_count(status, datatype, count); });
}
int MPI_Get_count_c_wrapper(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    return on_local(Function::MPI_Get_count_c, [&] { return host.MPI_Get_count_c(status, datatype, count); });
}
int MPI_Get_elements_wrapper(const MPI_Status* status, MPI_Datatype datatype, int* count) {
    return on_local(Function::MPI_Get_elements, [&] { return host.MPI_Get_elements(status, datatype, count); });
}
int MPI_Get_elements_c_wrapper(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    return on_local(Function::MPI_Get_elements_c, [&] { return host.MPI_Get_elements_c(status, datatype, count); });
}
int MPI_Get_elements_x_wrapper(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    return on_local(Function::MPI_Get_elements_x, [&] { return host.MPI_Get_elements_x(status, datatype, count); });
}
int MPI_Get_processor_name_wrapper(char* name, int* resultlen) {
    return on_local(Function::MPI_Get_processor_name, [&] { return host.MPI_Get_processor_name(name, resultlen); });
}
int MPI_Graph_get_wrapper(MPI_Comm comm, int maxindex, int maxedges, int* indx, int* edges) {
    return on_local(Function::MPI_Graph_get, [&] { return host.MPI_Graph_get(comm, maxindex, maxedges, indx, edges); });
}
int MPI_Graph_map_wrapper(MPI_Comm comm, int nnodes, const int* indx, const int* edges, int* newrank) {
    return on_local(Function::MPI_Graph_map, [&] { return host.MPI_Graph_map(comm, nnodes, indx, edges, newrank); });
}
int MPI_Graph_neighbors_wrapper(MPI_Comm comm, int rank, int maxneighbors, int* neighbors) {
    return on_local(Function::MPI_Graph_neighbors,
        [&] { return host.MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors); });
}
int MPI_Graph_neighbors_count_wrapper(MPI_Comm comm, int rank, int* nneighbors) {
    return on_local(Function::MPI_Graph_neighbors_count,
        [&] { return host.MPI_Graph_neighbors_count(comm, rank, nneighbors); });
}
int MPI_Graphdims_get_wrapper(MPI_Comm comm, int* nnodes, int* nedges) {
    return on_local(Function::MPI_Graphdims_get, [&] { return host.MPI_Graphdims_get(comm, nnodes, nedges); });
}
int MPI_Grequest_complete_wrapper(MPI_Request request) {
    return on_local(Function::MPI_Grequest_complete, [&] { return host.MPI_Grequest_complete(request); });
}
int MPI_Group_compare_wrapper(MPI_Group group1, MPI_Group group2, int* result) {
    return on_local(Function::MPI_Group_compare, [&] { return host.MPI_Group_compare(group1, group2, result); });
}
int MPI_Group_difference_wrapper(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_difference,
        [&] { return host.MPI_Group_difference(group1, group2, newgroup); });
}
int MPI_Group_excl_wrapper(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_excl, [&] { return host.MPI_Group_excl(group, n, ranks, newgroup); });
}
int MPI_Group_free_wrapper(MPI_Group* group) {
    return on_local(Function::MPI_Group_free, [&] { return host.MPI_Group_free(group); });
}
#if MPI_VERSION >= 4
int MPI_Group_from_session_pset_wrapper(MPI_Session session, const char* pset_name, MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_from_session_pset,
        [&] { return host.MPI_Group_from_session_pset(session, pset_name, newgroup); });
}
#endif
int MPI_Group_incl_wrapper(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_incl, [&] { return host.MPI_Group_incl(group, n, ranks, newgroup); });
}
int MPI_Group_intersection_wrapper(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_intersection,
        [&] { return host.MPI_Group_intersection(group1, group2, newgroup); });
}
int MPI_Group_range_excl_wrapper(MPI_Group group, int n, int (*ranges)[3], MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_range_excl,
        [&] { return host.MPI_Group_range_excl(group, n, ranges, newgroup); });
}
int MPI_Group_range_incl_wrapper(MPI_Group group, int n, int (*ranges)[3], MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_range_incl,
        [&] { return host.MPI_Group_range_incl(group, n, ranges, newgroup); });
}
int MPI_Group_rank_wrapper(MPI_Group group, int* rank) {
    return on_local(Function::MPI_Group_rank, [&] { return host.MPI_Group_rank(group, rank); });
}
int MPI_Group_size_wrapper(MPI_Group group, int* size) {
    return on_local(Function::MPI_Group_size, [&] { return host.MPI_Group_size(group, size); });
}
int MPI_Group_translate_ranks_wrapper(MPI_Group group1, int n, const int* ranks1, MPI_Group group2, int* ranks2) {
    return on_local(Function::MPI_Group_translate_ranks,
        [&] { return host.MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2); });
}
int MPI_Group_union_wrapper(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    return on_local(Function::MPI_Group_union, [&] { return host.MPI_Group_union(group1, group2, newgroup); });
}
int MPI_Info_create_wrapper(MPI_Info* info) {
    return on_local(Function::MPI_Info_create, [&] { return host.MPI_Info_create(info); });
}
int MPI_Info_create_env_wrapper(int argc, char** argv, MPI_Info* info) {
    return on_local(Function::MPI_Info_create_env, [&] { return host.MPI_Info_create_env(argc, argv, info); });
}
int MPI_Info_delete_wrapper(MPI_Info info, const char* key) {
    return on_local(Function::MPI_Info_delete, [&] { return host.MPI_Info_delete(info, key); });
}
int MPI_Info_dup_wrapper(MPI_Info info, MPI_Info* newinfo) {
    return on_local(Function::MPI_Info_dup, [&] { return host.MPI_Info_dup(info, newinfo); });
}
int MPI_Info_free_wrapper(MPI_Info* info) {
    return on_local(Function::MPI_Info_free, [&] { return host.MPI_Info_free(info); });
}
int MPI_Info_get_wrapper(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
    return on_local(Function::MPI_Info_get, [&] { return host.MPI_Info_get(info, key, valuelen, value, flag); });
}
int MPI_Info_get_nkeys_wrapper(MPI_Info info, int* nkeys) {
    return on_local(Function::MPI_Info_get_nkeys, [&] { return host.MPI_Info_get_nkeys(info, nkeys); });
}
int MPI_Info_get_nthkey_wrapper(MPI_Info info, int n, char* key) {
    return on_local(Function::MPI_Info_get_nthkey, [&] { return host.MPI_Info_get_nthkey(info, n, key); });
}
int MPI_Info_get_string_wrapper(MPI_Info info, const char* key, int* buflen, char* value, int* flag) {
    return on_local(Function::MPI_Info_get_string,
        [&] { return host.MPI_Info_get_string(info, key, buflen, value, flag); });
}
int MPI_Info_get_valuelen_wrapper(MPI_Info info, const char* key, int* valuelen, int* flag) {
    return on_local(Function::MPI_Info_get_valuelen,
        [&] { return host.MPI_Info_get_valuelen(info, key, valuelen, flag); });
}
int MPI_Info_set_wrapper(MPI_Info info, const char* key, const char* value) {
    return on_local(Function::MPI_Info_set, [&] { return host.MPI_Info_set(info, key, value); });
}
int MPI_Keyval_free_wrapper(int* keyval) {
    return on_local(Function::MPI_Keyval_free, [&] { return host.MPI_Keyval_free(keyval); });
}
int MPI_Lookup_name_wrapper(const char* service_name, MPI_Info info, char* port_name) {
    return on_local(Function::MPI_Lookup_name, [&] { return host.MPI_Lookup_name(service_name, info, port_name); });
}
int MPI_Op_commutative_wrapper(MPI_Op op, int* commute) {
    return on_local(Function::MPI_Op_commutative, [&] { return host.MPI_Op_commutative(op, commute); });
}
int MPI_Op_free_wrapper(MPI_Op* op) {
    return on_op_free(Function::MPI_Op_free, [&] { return host.MPI_Op_free(op); }, op);
}
int MPI_Open_port_wrapper(MPI_Info info, char* port_name) {
    return on_local(Function::MPI_Open_port, [&] { return host.MPI_Open_port(info, port_name); });
}
int MPI_Pack_wrapper(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position,
        MPI_Comm comm) {
    return on_local(Function::MPI_Pack,
        [&] { return host.MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm); });
}
int MPI_Pack_c_wrapper(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize,
        MPI_Count* position, MPI_Comm comm) {
    return on_local(Function::MPI_Pack_c,
        [&] { return host.MPI_Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm); });
}
int MPI_Pack_external_wrapper(const char* datarep, const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
        MPI_Aint outsize, MPI_Aint* position) {
    return on_local(Function::MPI_Pack_external,
        [&] { return host.MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position); });
}
int MPI_Pack_external_c_wrapper(const char* datarep, const void* inbuf, MPI_Count incount, MPI_Datatype datatype,
        void* outbuf, MPI_Count outsize, MPI_Count* position) {
    return on_local(Function::MPI_Pack_external_c,
        [&] { return host.MPI_Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize, position); });
}
int MPI_Pack_external_size_wrapper(const char* datarep, int incount, MPI_Datatype datatype, MPI_Aint* size) {
    return on_local(Function::MPI_Pack_external_size,
        [&] { return host.MPI_Pack_external_size(datarep, incount, datatype, size); });
}
int MPI_Pack_external_size_c_wrapper(const char* datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count* size) {
    return on_local(Function::MPI_Pack_external_size_c,
        [&] { return host.MPI_Pack_external_size_c(datarep, incount, datatype, size); });
}
int MPI_Pack_size_wrapper(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
    return on_local(Function::MPI_Pack_size, [&] { return host.MPI_Pack_size(incount, datatype, comm, size); });
}
int MPI_Pack_size_c_wrapper(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count* size) {
    return on_local(Function::MPI_Pack_size_c, [&] { return host.MPI_Pack_size_c(incount, datatype, comm, size); });
}
int MPI_Parrived_wrapper(MPI_Request request, int partition, int* flag) {
    return on_local(Function::MPI_Parrived, [&] { return host.MPI_Parrived(request, partition, flag); });
}
int MPI_Pready_wrapper(int partition, MPI_Request request) {
    return on_local(Function::MPI_Pready, [&] { return host.MPI_Pready(partition, request); });
}
int MPI_Pready_list_wrapper(int length, int* array_of_partitions, MPI_Request request) {
    return on_local(Function::MPI_Pready_list,
        [&] { return host.MPI_Pready_list(length, array_of_partitions, request); });
}
int MPI_Pready_range_wrapper(int partition_low, int partition_high, MPI_Request request) {
    return on_local(Function::MPI_Pready_range,
        [&] { return host.MPI_Pready_range(partition_low, partition_high, request); });
}
int MPI_Publish_name_wrapper(const char* service_name, MPI_Info info, const char* port_name) {
    return on_local(Function::MPI_Publish_name, [&] { return host.MPI_Publish_name(service_name, info, port_name); });
}
int MPI_Reduce_local_wrapper(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    return on_local(Function::MPI_Reduce_local,
        [&] { return host.MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op); });
}
int MPI_Reduce_local_c_wrapper(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    return on_local(Function::MPI_Reduce_local_c,
        [&] { return host.MPI_Reduce_local_c(inbuf, inoutbuf, count, datatype, op); });
}
int MPI_Request_get_status_wrapper(MPI_Request request, int* flag, MPI_Status* status) {
    return on_get_status(Function::MPI_Request_get_status,
        [&] { return host.MPI_Request_get_status(request, flag, status); }, request, flag, status);
}
#if MPI_VERSION >= 4
int MPI_Session_get_info_wrapper(MPI_Session session, MPI_Info* info_used) {
    return on_local(Function::MPI_Session_get_info, [&] { return host.MPI_Session_get_info(session, info_used); });
}
#endif
#if MPI_VERSION >= 4
int MPI_Session_get_nth_pset_wrapper(MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name) {
    return on_local(Function::MPI_Session_get_nth_pset,
        [&] { return host.MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name); });
}
#endif
#if MPI_VERSION >= 4
int MPI_Session_get_num_psets_wrapper(MPI_Session session, MPI_Info info, int* npset_names) {
    return on_local(Function::MPI_Session_get_num_psets,
        [&] { return host.MPI_Session_get_num_psets(session, info, npset_names); });
}
#endif
#if MPI_VERSION >= 4
int MPI_Session_get_pset_info_wrapper(MPI_Session session, const char* pset_name, MPI_Info* info) {
    return on_local(Function::MPI_Session_get_pset_info,
        [&] { return host.MPI_Session_get_pset_info(session, pset_name, info); });
}
#endif
int MPI_Status_set_cancelled_wrapper(MPI_Status* status, int flag) {
    return on_local(Function::MPI_Status_set_cancelled, [&] { return host.MPI_Status_set_cancelled(status, flag); });
}
int MPI_Status_set_elements_wrapper(MPI_Status* status, MPI_Datatype datatype, int count) {
    return on_local(Function::MPI_Status_set_elements,
        [&] { return host.MPI_Status_set_elements(status, datatype, count); });
}
int MPI_Status_set_elements_x_wrapper(MPI_Status* status, MPI_Datatype datatype, MPI_Count count) {
    return on_local(Function::MPI_Status_set_elements_x,
        [&] { return host.MPI_Status_set_elements_x(status, datatype, count); });
}
int MPI_Test_cancelled_wrapper(const MPI_Status* status, int* flag) {
    return on_local(Function::MPI_Test_cancelled, [&] { return host.MPI_Test_cancelled(status, flag); });
}
int MPI_Topo_test_wrapper(MPI_Comm comm, int* status) {
    return on_local(Function::MPI_Topo_test, [&] { return host.MPI_Topo_test(comm, status); });
}
int MPI_Type_commit_wrapper(MPI_Datatype* datatype) {
    return on_local(Function::MPI_Type_commit, [&] { return host.MPI_Type_commit(datatype); });
}
int MPI_Type_contiguous_wrapper(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_contiguous, [&] { return host.MPI_Type_contiguous(count, oldtype, newtype); });
}
int MPI_Type_contiguous_c_wrapper(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_contiguous_c,
        [&] { return host.MPI_Type_contiguous_c(count, oldtype, newtype); });
}
int MPI_Type_create_darray_wrapper(int size, int rank, int ndims, const int* array_of_gsizes,
        const int* array_of_distribs, const int* array_of_dargs, const int* array_of_psizes, int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_darray,
        [&] { return host.MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype); });
}
int MPI_Type_create_darray_c_wrapper(int size, int rank, int ndims, const MPI_Count* array_of_gsizes,
        const int* array_of_distribs, const int* array_of_dargs, const int* array_of_psizes, int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_darray_c,
        [&] { return host.MPI_Type_create_darray_c(size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype); });
}
int MPI_Type_create_f90_complex_wrapper(int p, int r, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_f90_complex,
        [&] { return host.MPI_Type_create_f90_complex(p, r, newtype); });
}
int MPI_Type_create_f90_integer_wrapper(int r, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_f90_integer,
        [&] { return host.MPI_Type_create_f90_integer(r, newtype); });
}
int MPI_Type_create_f90_real_wrapper(int p, int r, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_f90_real, [&] { return host.MPI_Type_create_f90_real(p, r, newtype); });
}
int MPI_Type_create_hindexed_wrapper(int count, const int* array_of_blocklengths,
        const MPI_Aint* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_hindexed,
        [&] { return host.MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_create_hindexed_c_wrapper(MPI_Count count, const MPI_Count* array_of_blocklengths,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_hindexed_c,
        [&] { return host.MPI_Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_create_hindexed_block_wrapper(int count, int blocklength, const MPI_Aint* array_of_displacements,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_hindexed_block,
        [&] { return host.MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_create_hindexed_block_c_wrapper(MPI_Count count, MPI_Count blocklength,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_hindexed_block_c,
        [&] { return host.MPI_Type_create_hindexed_block_c(count, blocklength, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_create_hvector_wrapper(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_hvector,
        [&] { return host.MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype); });
}
int MPI_Type_create_hvector_c_wrapper(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_hvector_c,
        [&] { return host.MPI_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype); });
}
int MPI_Type_create_indexed_block_wrapper(int count, int blocklength, const int* array_of_displacements,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_indexed_block,
        [&] { return host.MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_create_indexed_block_c_wrapper(MPI_Count count, MPI_Count blocklength,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_indexed_block_c,
        [&] { return host.MPI_Type_create_indexed_block_c(count, blocklength, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_create_resized_wrapper(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_resized,
        [&] { return host.MPI_Type_create_resized(oldtype, lb, extent, newtype); });
}
int MPI_Type_create_resized_c_wrapper(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_resized_c,
        [&] { return host.MPI_Type_create_resized_c(oldtype, lb, extent, newtype); });
}
int MPI_Type_create_struct_wrapper(int count, const int* array_of_blocklengths, const MPI_Aint* array_of_displacements,
        const MPI_Datatype* array_of_types, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_struct,
        [&] { return host.MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype); });
}
int MPI_Type_create_struct_c_wrapper(MPI_Count count, const MPI_Count* array_of_blocklengths,
        const MPI_Count* array_of_displacements, const MPI_Datatype* array_of_types, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_struct_c,
        [&] { return host.MPI_Type_create_struct_c(count, array_of_blocklengths, array_of_displacements, array_of_types, newtype); });
}
int MPI_Type_create_subarray_wrapper(int ndims, const int* array_of_sizes, const int* array_of_subsizes,
        const int* array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_subarray,
        [&] { return host.MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype); });
}
int MPI_Type_create_subarray_c_wrapper(int ndims, const MPI_Count* array_of_sizes, const MPI_Count* array_of_subsizes,
        const MPI_Count* array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_create_subarray_c,
        [&] { return host.MPI_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype); });
}
int MPI_Type_dup_wrapper(MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_dup, [&] { return host.MPI_Type_dup(oldtype, newtype); });
}
int MPI_Type_free_wrapper(MPI_Datatype* datatype) {
    return on_type_free(Function::MPI_Type_free, [&] { return host.MPI_Type_free(datatype); }, datatype);
}
int MPI_Type_get_contents_c_wrapper(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
        MPI_Count max_large_counts, MPI_Count max_datatypes, int* array_of_integers, MPI_Aint* array_of_addresses,
        MPI_Count* array_of_large_counts, MPI_Datatype* array_of_datatypes) {
    return on_local(Function::MPI_Type_get_contents_c,
        [&] { return host.MPI_Type_get_contents_c(datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes); });
}
int MPI_Type_get_contents_wrapper(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
        int* array_of_integers, MPI_Aint* array_of_addresses, MPI_Datatype* array_of_datatypes) {
    return on_local(Function::MPI_Type_get_contents,
        [&] { return host.MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes); });
}
int MPI_Type_get_envelope_c_wrapper(MPI_Datatype datatype, MPI_Count* num_integers, MPI_Count* num_addresses,
        MPI_Count* num_large_counts, MPI_Count* num_datatypes, int* combiner) {
    return on_local(Function::MPI_Type_get_envelope_c,
        [&] { return host.MPI_Type_get_envelope_c(datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner); });
}
int MPI_Type_get_envelope_wrapper(MPI_Datatype datatype, int* num_integers, int* num_addresses, int* num_datatypes,
        int* combiner) {
    return on_local(Function::MPI_Type_get_envelope,
        [&] { return host.MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner); });
}
int MPI_Type_get_extent_wrapper(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
    return on_local(Function::MPI_Type_get_extent, [&] { return host.MPI_Type_get_extent(datatype, lb, extent); });
}
int MPI_Type_get_extent_c_wrapper(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    return on_local(Function::MPI_Type_get_extent_c, [&] { return host.MPI_Type_get_extent_c(datatype, lb, extent); });
}
int MPI_Type_get_extent_x_wrapper(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    return on_local(Function::MPI_Type_get_extent_x, [&] { return host.MPI_Type_get_extent_x(datatype, lb, extent); });
}
int MPI_Type_get_name_wrapper(MPI_Datatype datatype, char* type_name, int* resultlen) {
    return on_local(Function::MPI_Type_get_name,
        [&] { return host.MPI_Type_get_name(datatype, type_name, resultlen); });
}
int MPI_Type_get_true_extent_wrapper(MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent) {
    return on_local(Function::MPI_Type_get_true_extent,
        [&] { return host.MPI_Type_get_true_extent(datatype, true_lb, true_extent); });
}
int MPI_Type_get_true_extent_c_wrapper(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    return on_local(Function::MPI_Type_get_true_extent_c,
        [&] { return host.MPI_Type_get_true_extent_c(datatype, true_lb, true_extent); });
}
int MPI_Type_get_true_extent_x_wrapper(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    return on_local(Function::MPI_Type_get_true_extent_x,
        [&] { return host.MPI_Type_get_true_extent_x(datatype, true_lb, true_extent); });
}
int MPI_Type_indexed_wrapper(int count, const int* array_of_blocklengths, const int* array_of_displacements,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_indexed,
        [&] { return host.MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_indexed_c_wrapper(MPI_Count count, const MPI_Count* array_of_blocklengths,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_indexed_c,
        [&] { return host.MPI_Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype, newtype); });
}
int MPI_Type_match_size_wrapper(int typeclass, int size, MPI_Datatype* datatype) {
    return on_local(Function::MPI_Type_match_size, [&] { return host.MPI_Type_match_size(typeclass, size, datatype); });
}
int MPI_Type_set_name_wrapper(MPI_Datatype datatype, const char* type_name) {
    return on_local(Function::MPI_Type_set_name, [&] { return host.MPI_Type_set_name(datatype, type_name); });
}
int MPI_Type_size_wrapper(MPI_Datatype datatype, int* size) {
    return on_local(Function::MPI_Type_size, [&] { return host.MPI_Type_size(datatype, size); });
}
int MPI_Type_size_c_wrapper(MPI_Datatype datatype, MPI_Count* size) {
    return on_local(Function::MPI_Type_size_c, [&] { return host.MPI_Type_size_c(datatype, size); });
}
int MPI_Type_size_x_wrapper(MPI_Datatype datatype, MPI_Count* size) {
    return on_local(Function::MPI_Type_size_x, [&] { return host.MPI_Type_size_x(datatype, size); });
}
int MPI_Type_vector_wrapper(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_vector,
        [&] { return host.MPI_Type_vector(count, blocklength, stride, oldtype, newtype); });
}
int MPI_Type_vector_c_wrapper(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
    return on_local(Function::MPI_Type_vector_c,
        [&] { return host.MPI_Type_vector_c(count, blocklength, stride, oldtype, newtype); });
}
int MPI_Unpack_wrapper(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype,
        MPI_Comm comm) {
    return on_local(Function::MPI_Unpack,
        [&] { return host.MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm); });
}
int MPI_Unpack_c_wrapper(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount,
        MPI_Datatype datatype, MPI_Comm comm) {
    return on_local(Function::MPI_Unpack_c,
        [&] { return host.MPI_Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm); });
}
int MPI_Unpack_external_wrapper(const char* datarep, const void* inbuf, MPI_Aint insize, MPI_Aint* position,
        void* outbuf, int outcount, MPI_Datatype datatype) {
    return on_local(Function::MPI_Unpack_external,
        [&] { return host.MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype); });
}
int MPI_Unpack_external_c_wrapper(const char* datarep, const void* inbuf, MPI_Count insize, MPI_Count* position,
        void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
    return on_local(Function::MPI_Unpack_external_c,
        [&] { return host.MPI_Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, datatype); });
}
int MPI_Unpublish_name_wrapper(const char* service_name, MPI_Info info, const char* port_name) {
    return on_local(Function::MPI_Unpublish_name,
        [&] { return host.MPI_Unpublish_name(service_name, info, port_name); });
}
int MPI_Win_attach_wrapper(MPI_Win win, void* base, MPI_Aint size) {
    return on_local(Function::MPI_Win_attach, [&] { return host.MPI_Win_attach(win, base, size); });
}
int MPI_Win_detach_wrapper(MPI_Win win, const void* base) {
    return on_local(Function::MPI_Win_detach, [&] { return host.MPI_Win_detach(win, base); });
}
int MPI_Win_get_group_wrapper(MPI_Win win, MPI_Group* group) {
    return on_local(Function::MPI_Win_get_group, [&] { return host.MPI_Win_get_group(win, group); });
}
int MPI_Win_get_info_wrapper(MPI_Win win, MPI_Info* info_used) {
    return on_local(Function::MPI_Win_get_info, [&] { return host.MPI_Win_get_info(win, info_used); });
}
int MPI_Win_get_name_wrapper(MPI_Win win, char* win_name, int* resultlen) {
    return on_local(Function::MPI_Win_get_name, [&] { return host.MPI_Win_get_name(win, win_name, resultlen); });
}
int MPI_Win_set_info_wrapper(MPI_Win win, MPI_Info info) {
    return on_local(Function::MPI_Win_set_info, [&] { return host.MPI_Win_set_info(win, info); });
}
int MPI_Win_set_name_wrapper(MPI_Win win, const char* win_name) {
    return on_local(Function::MPI_Win_set_name, [&] { return host.MPI_Win_set_name(win, win_name); });
}
int MPI_Win_shared_query_wrapper(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr) {
    return on_local(Function::MPI_Win_shared_query,
        [&] { return host.MPI_Win_shared_query(win, rank, size, disp_unit, baseptr); });
}
int MPI_Win_shared_query_c_wrapper(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit, void* baseptr) {
    return on_local(Function::MPI_Win_shared_query_c,
        [&] { return host.MPI_Win_shared_query_c(win, rank, size, disp_unit, baseptr); });
}

}  // namespace

const WrapperRow kWrapperRows[] = {
    {Function::MPI_Abort, WrapperKind::abort, reinterpret_cast<void*>(&MPI_Abort_wrapper)},
    {Function::MPI_Finalize, WrapperKind::finalize, reinterpret_cast<void*>(&MPI_Finalize_wrapper)},
    {Function::MPI_Init, WrapperKind::init, reinterpret_cast<void*>(&MPI_Init_wrapper)},
    {Function::MPI_Init_thread, WrapperKind::init_thread, reinterpret_cast<void*>(&MPI_Init_thread_wrapper)},
    {Function::MPI_Pcontrol, WrapperKind::pcontrol, reinterpret_cast<void*>(&MPI_Pcontrol_wrapper)},
#if MPI_VERSION >= 4
    {Function::MPI_Session_finalize, WrapperKind::session_finalize, reinterpret_cast<void*>(&MPI_Session_finalize_wrapper)},
#endif
#if MPI_VERSION >= 4
    {Function::MPI_Session_init, WrapperKind::session_init, reinterpret_cast<void*>(&MPI_Session_init_wrapper)},
#endif
    {Function::MPI_Bsend, WrapperKind::send, reinterpret_cast<void*>(&MPI_Bsend_wrapper)},
    {Function::MPI_Bsend_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Bsend_c_wrapper)},
    {Function::MPI_Bsend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Bsend_init_wrapper)},
    {Function::MPI_Bsend_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Bsend_init_c_wrapper)},
    {Function::MPI_Ibsend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Ibsend_wrapper)},
    {Function::MPI_Ibsend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Ibsend_c_wrapper)},
    {Function::MPI_Improbe, WrapperKind::improbe, reinterpret_cast<void*>(&MPI_Improbe_wrapper)},
    {Function::MPI_Imrecv, WrapperKind::imrecv, reinterpret_cast<void*>(&MPI_Imrecv_wrapper)},
    {Function::MPI_Imrecv_c, WrapperKind::imrecv, reinterpret_cast<void*>(&MPI_Imrecv_c_wrapper)},
    {Function::MPI_Iprobe, WrapperKind::iprobe, reinterpret_cast<void*>(&MPI_Iprobe_wrapper)},
    {Function::MPI_Irecv, WrapperKind::irecv, reinterpret_cast<void*>(&MPI_Irecv_wrapper)},
    {Function::MPI_Irecv_c, WrapperKind::irecv, reinterpret_cast<void*>(&MPI_Irecv_c_wrapper)},
    {Function::MPI_Irsend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Irsend_wrapper)},
    {Function::MPI_Irsend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Irsend_c_wrapper)},
    {Function::MPI_Isend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Isend_wrapper)},
    {Function::MPI_Isend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Isend_c_wrapper)},
    {Function::MPI_Isendrecv, WrapperKind::isendrecv, reinterpret_cast<void*>(&MPI_Isendrecv_wrapper)},
    {Function::MPI_Isendrecv_c, WrapperKind::isendrecv, reinterpret_cast<void*>(&MPI_Isendrecv_c_wrapper)},
    {Function::MPI_Isendrecv_replace, WrapperKind::isendrecv_replace, reinterpret_cast<void*>(&MPI_Isendrecv_replace_wrapper)},
    {Function::MPI_Isendrecv_replace_c, WrapperKind::isendrecv_replace, reinterpret_cast<void*>(&MPI_Isendrecv_replace_c_wrapper)},
    {Function::MPI_Issend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Issend_wrapper)},
    {Function::MPI_Issend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Issend_c_wrapper)},
    {Function::MPI_Mprobe, WrapperKind::mprobe, reinterpret_cast<void*>(&MPI_Mprobe_wrapper)},
    {Function::MPI_Mrecv, WrapperKind::mrecv, reinterpret_cast<void*>(&MPI_Mrecv_wrapper)},
    {Function::MPI_Mrecv_c, WrapperKind::mrecv, reinterpret_cast<void*>(&MPI_Mrecv_c_wrapper)},
    {Function::MPI_Precv_init, WrapperKind::precv_init, reinterpret_cast<void*>(&MPI_Precv_init_wrapper)},
    {Function::MPI_Probe, WrapperKind::probe, reinterpret_cast<void*>(&MPI_Probe_wrapper)},
    {Function::MPI_Psend_init, WrapperKind::psend_init, reinterpret_cast<void*>(&MPI_Psend_init_wrapper)},
    {Function::MPI_Recv, WrapperKind::recv, reinterpret_cast<void*>(&MPI_Recv_wrapper)},
    {Function::MPI_Recv_c, WrapperKind::recv, reinterpret_cast<void*>(&MPI_Recv_c_wrapper)},
    {Function::MPI_Recv_init, WrapperKind::recv_init, reinterpret_cast<void*>(&MPI_Recv_init_wrapper)},
    {Function::MPI_Recv_init_c, WrapperKind::recv_init, reinterpret_cast<void*>(&MPI_Recv_init_c_wrapper)},
    {Function::MPI_Rsend, WrapperKind::send, reinterpret_cast<void*>(&MPI_Rsend_wrapper)},
    {Function::MPI_Rsend_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Rsend_c_wrapper)},
    {Function::MPI_Rsend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Rsend_init_wrapper)},
    {Function::MPI_Rsend_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Rsend_init_c_wrapper)},
    {Function::MPI_Send, WrapperKind::send, reinterpret_cast<void*>(&MPI_Send_wrapper)},
    {Function::MPI_Send_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Send_c_wrapper)},
    {Function::MPI_Send_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Send_init_wrapper)},
    {Function::MPI_Send_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Send_init_c_wrapper)},
    {Function::MPI_Sendrecv, WrapperKind::sendrecv, reinterpret_cast<void*>(&MPI_Sendrecv_wrapper)},
    {Function::MPI_Sendrecv_c, WrapperKind::sendrecv, reinterpret_cast<void*>(&MPI_Sendrecv_c_wrapper)},
    {Function::MPI_Sendrecv_replace, WrapperKind::sendrecv_replace, reinterpret_cast<void*>(&MPI_Sendrecv_replace_wrapper)},
    {Function::MPI_Sendrecv_replace_c, WrapperKind::sendrecv_replace, reinterpret_cast<void*>(&MPI_Sendrecv_replace_c_wrapper)},
    {Function::MPI_Ssend, WrapperKind::send, reinterpret_cast<void*>(&MPI_Ssend_wrapper)},
    {Function::MPI_Ssend_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Ssend_c_wrapper)},
    {Function::MPI_Ssend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Ssend_init_wrapper)},
    {Function::MPI_Ssend_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Ssend_init_c_wrapper)},
    {Function::MPI_Start, WrapperKind::start, reinterpret_cast<void*>(&MPI_Start_wrapper)},
    {Function::MPI_Startall, WrapperKind::startall, reinterpret_cast<void*>(&MPI_Startall_wrapper)},
    {Function::MPI_Request_free, WrapperKind::request_free, reinterpret_cast<void*>(&MPI_Request_free_wrapper)},
    {Function::MPI_Test, WrapperKind::test, reinterpret_cast<void*>(&MPI_Test_wrapper)},
    {Function::MPI_Testall, WrapperKind::testall, reinterpret_cast<void*>(&MPI_Testall_wrapper)},
    {Function::MPI_Testany, WrapperKind::testany, reinterpret_cast<void*>(&MPI_Testany_wrapper)},
    {Function::MPI_Testsome, WrapperKind::testsome, reinterpret_cast<void*>(&MPI_Testsome_wrapper)},
    {Function::MPI_Wait, WrapperKind::wait, reinterpret_cast<void*>(&MPI_Wait_wrapper)},
    {Function::MPI_Waitall, WrapperKind::waitall, reinterpret_cast<void*>(&MPI_Waitall_wrapper)},
    {Function::MPI_Waitany, WrapperKind::waitany, reinterpret_cast<void*>(&MPI_Waitany_wrapper)},
    {Function::MPI_Waitsome, WrapperKind::waitsome, reinterpret_cast<void*>(&MPI_Waitsome_wrapper)},
    {Function::MPIX_Allgather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Allgather_init_wrapper)},
    {Function::MPIX_Allgatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Allgatherv_init_wrapper)},
    {Function::MPIX_Allreduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Allreduce_init_wrapper)},
    {Function::MPIX_Alltoall_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Alltoall_init_wrapper)},
    {Function::MPIX_Alltoallv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Alltoallv_init_wrapper)},
    {Function::MPIX_Alltoallw_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Alltoallw_init_wrapper)},
    {Function::MPIX_Barrier_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Barrier_init_wrapper)},
    {Function::MPIX_Bcast_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Bcast_init_wrapper)},
    {Function::MPIX_Exscan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Exscan_init_wrapper)},
    {Function::MPIX_Gather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Gather_init_wrapper)},
    {Function::MPIX_Gatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Gatherv_init_wrapper)},
    {Function::MPIX_Neighbor_allgather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Neighbor_allgather_init_wrapper)},
    {Function::MPIX_Neighbor_allgatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Neighbor_allgatherv_init_wrapper)},
    {Function::MPIX_Neighbor_alltoall_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Neighbor_alltoall_init_wrapper)},
    {Function::MPIX_Neighbor_alltoallv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Neighbor_alltoallv_init_wrapper)},
    {Function::MPIX_Neighbor_alltoallw_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Neighbor_alltoallw_init_wrapper)},
    {Function::MPIX_Reduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Reduce_init_wrapper)},
    {Function::MPIX_Reduce_scatter_block_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Reduce_scatter_block_init_wrapper)},
    {Function::MPIX_Reduce_scatter_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Reduce_scatter_init_wrapper)},
    {Function::MPIX_Scan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Scan_init_wrapper)},
    {Function::MPIX_Scatter_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Scatter_init_wrapper)},
    {Function::MPIX_Scatterv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Scatterv_init_wrapper)},
    {Function::MPI_Allgather, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgather_wrapper)},
    {Function::MPI_Allgather_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgather_c_wrapper)},
    {Function::MPI_Allgather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allgather_init_wrapper)},
    {Function::MPI_Allgather_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allgather_init_c_wrapper)},
    {Function::MPI_Allgatherv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgatherv_wrapper)},
    {Function::MPI_Allgatherv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgatherv_c_wrapper)},
    {Function::MPI_Allgatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allgatherv_init_wrapper)},
    {Function::MPI_Allgatherv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allgatherv_init_c_wrapper)},
    {Function::MPI_Allreduce, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allreduce_wrapper)},
    {Function::MPI_Allreduce_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allreduce_c_wrapper)},
    {Function::MPI_Allreduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allreduce_init_wrapper)},
    {Function::MPI_Allreduce_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allreduce_init_c_wrapper)},
    {Function::MPI_Alltoall, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoall_wrapper)},
    {Function::MPI_Alltoall_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoall_c_wrapper)},
    {Function::MPI_Alltoall_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoall_init_wrapper)},
    {Function::MPI_Alltoall_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoall_init_c_wrapper)},
    {Function::MPI_Alltoallv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallv_wrapper)},
    {Function::MPI_Alltoallv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallv_c_wrapper)},
    {Function::MPI_Alltoallv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoallv_init_wrapper)},
    {Function::MPI_Alltoallv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoallv_init_c_wrapper)},
    {Function::MPI_Alltoallw, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallw_wrapper)},
    {Function::MPI_Alltoallw_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallw_c_wrapper)},
    {Function::MPI_Alltoallw_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoallw_init_wrapper)},
    {Function::MPI_Alltoallw_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoallw_init_c_wrapper)},
    {Function::MPI_Barrier, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Barrier_wrapper)},
    {Function::MPI_Barrier_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Barrier_init_wrapper)},
    {Function::MPI_Bcast, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Bcast_wrapper)},
    {Function::MPI_Bcast_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Bcast_c_wrapper)},
    {Function::MPI_Bcast_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Bcast_init_wrapper)},
    {Function::MPI_Bcast_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Bcast_init_c_wrapper)},
    {Function::MPI_Exscan, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Exscan_wrapper)},
    {Function::MPI_Exscan_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Exscan_c_wrapper)},
    {Function::MPI_Exscan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Exscan_init_wrapper)},
    {Function::MPI_Exscan_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Exscan_init_c_wrapper)},
    {Function::MPI_Gather, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gather_wrapper)},
    {Function::MPI_Gather_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gather_c_wrapper)},
    {Function::MPI_Gather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gather_init_wrapper)},
    {Function::MPI_Gather_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gather_init_c_wrapper)},
    {Function::MPI_Gatherv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gatherv_wrapper)},
    {Function::MPI_Gatherv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gatherv_c_wrapper)},
    {Function::MPI_Gatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gatherv_init_wrapper)},
    {Function::MPI_Gatherv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gatherv_init_c_wrapper)},
    {Function::MPI_Iallgather, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgather_wrapper)},
    {Function::MPI_Iallgather_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgather_c_wrapper)},
    {Function::MPI_Iallgatherv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgatherv_wrapper)},
    {Function::MPI_Iallgatherv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgatherv_c_wrapper)},
    {Function::MPI_Iallreduce, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallreduce_wrapper)},
    {Function::MPI_Iallreduce_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallreduce_c_wrapper)},
    {Function::MPI_Ialltoall, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoall_wrapper)},
    {Function::MPI_Ialltoall_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoall_c_wrapper)},
    {Function::MPI_Ialltoallv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallv_wrapper)},
    {Function::MPI_Ialltoallv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallv_c_wrapper)},
    {Function::MPI_Ialltoallw, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallw_wrapper)},
    {Function::MPI_Ialltoallw_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallw_c_wrapper)},
    {Function::MPI_Ibarrier, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ibarrier_wrapper)},
    {Function::MPI_Ibcast, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ibcast_wrapper)},
    {Function::MPI_Ibcast_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ibcast_c_wrapper)},
    {Function::MPI_Iexscan, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iexscan_wrapper)},
    {Function::MPI_Iexscan_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iexscan_c_wrapper)},
    {Function::MPI_Igather, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igather_wrapper)},
    {Function::MPI_Igather_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igather_c_wrapper)},
    {Function::MPI_Igatherv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igatherv_wrapper)},
    {Function::MPI_Igatherv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igatherv_c_wrapper)},
    {Function::MPI_Ineighbor_allgather, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_allgather_wrapper)},
    {Function::MPI_Ineighbor_allgather_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_allgather_c_wrapper)},
    {Function::MPI_Ineighbor_allgatherv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_allgatherv_wrapper)},
    {Function::MPI_Ineighbor_allgatherv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_allgatherv_c_wrapper)},
    {Function::MPI_Ineighbor_alltoall, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_alltoall_wrapper)},
    {Function::MPI_Ineighbor_alltoall_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_alltoall_c_wrapper)},
    {Function::MPI_Ineighbor_alltoallv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_alltoallv_wrapper)},
    {Function::MPI_Ineighbor_alltoallv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_alltoallv_c_wrapper)},
    {Function::MPI_Ineighbor_alltoallw, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_alltoallw_wrapper)},
    {Function::MPI_Ineighbor_alltoallw_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ineighbor_alltoallw_c_wrapper)},
    {Function::MPI_Ireduce, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_wrapper)},
    {Function::MPI_Ireduce_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_c_wrapper)},
    {Function::MPI_Ireduce_scatter, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_scatter_wrapper)},
    {Function::MPI_Ireduce_scatter_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_scatter_c_wrapper)},
    {Function::MPI_Ireduce_scatter_block, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_scatter_block_wrapper)},
    {Function::MPI_Ireduce_scatter_block_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_scatter_block_c_wrapper)},
    {Function::MPI_Iscan, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscan_wrapper)},
    {Function::MPI_Iscan_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscan_c_wrapper)},
    {Function::MPI_Iscatter, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatter_wrapper)},
    {Function::MPI_Iscatter_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatter_c_wrapper)},
    {Function::MPI_Iscatterv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatterv_wrapper)},
    {Function::MPI_Iscatterv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatterv_c_wrapper)},
    {Function::MPI_Neighbor_allgather, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_allgather_wrapper)},
    {Function::MPI_Neighbor_allgather_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_allgather_c_wrapper)},
    {Function::MPI_Neighbor_allgather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_allgather_init_wrapper)},
    {Function::MPI_Neighbor_allgather_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_allgather_init_c_wrapper)},
    {Function::MPI_Neighbor_allgatherv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_wrapper)},
    {Function::MPI_Neighbor_allgatherv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_c_wrapper)},
    {Function::MPI_Neighbor_allgatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_init_wrapper)},
    {Function::MPI_Neighbor_allgatherv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_init_c_wrapper)},
    {Function::MPI_Neighbor_alltoall, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoall_wrapper)},
    {Function::MPI_Neighbor_alltoall_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoall_c_wrapper)},
    {Function::MPI_Neighbor_alltoall_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_alltoall_init_wrapper)},
    {Function::MPI_Neighbor_alltoall_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_alltoall_init_c_wrapper)},
    {Function::MPI_Neighbor_alltoallv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_wrapper)},
    {Function::MPI_Neighbor_alltoallv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_c_wrapper)},
    {Function::MPI_Neighbor_alltoallv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_init_wrapper)},
    {Function::MPI_Neighbor_alltoallv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_init_c_wrapper)},
    {Function::MPI_Neighbor_alltoallw, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_wrapper)},
    {Function::MPI_Neighbor_alltoallw_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_c_wrapper)},
    {Function::MPI_Neighbor_alltoallw_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_init_wrapper)},
    {Function::MPI_Neighbor_alltoallw_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_init_c_wrapper)},
    {Function::MPI_Reduce, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_wrapper)},
    {Function::MPI_Reduce_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_c_wrapper)},
    {Function::MPI_Reduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_init_wrapper)},
    {Function::MPI_Reduce_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_init_c_wrapper)},
    {Function::MPI_Reduce_scatter, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_scatter_wrapper)},
    {Function::MPI_Reduce_scatter_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_scatter_c_wrapper)},
    {Function::MPI_Reduce_scatter_block, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_scatter_block_wrapper)},
    {Function::MPI_Reduce_scatter_block_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_scatter_block_c_wrapper)},
    {Function::MPI_Reduce_scatter_block_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_scatter_block_init_wrapper)},
    {Function::MPI_Reduce_scatter_block_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_scatter_block_init_c_wrapper)},
    {Function::MPI_Reduce_scatter_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_scatter_init_wrapper)},
    {Function::MPI_Reduce_scatter_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_scatter_init_c_wrapper)},
    {Function::MPI_Scan, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scan_wrapper)},
    {Function::MPI_Scan_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scan_c_wrapper)},
    {Function::MPI_Scan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scan_init_wrapper)},
    {Function::MPI_Scan_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scan_init_c_wrapper)},
    {Function::MPI_Scatter, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatter_wrapper)},
    {Function::MPI_Scatter_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatter_c_wrapper)},
    {Function::MPI_Scatter_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatter_init_wrapper)},
    {Function::MPI_Scatter_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatter_init_c_wrapper)},
    {Function::MPI_Scatterv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatterv_wrapper)},
    {Function::MPI_Scatterv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatterv_c_wrapper)},
    {Function::MPI_Scatterv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatterv_init_wrapper)},
    {Function::MPI_Scatterv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatterv_init_c_wrapper)},
    {Function::MPIX_Comm_shrink, WrapperKind::comm_new, reinterpret_cast<void*>(&MPIX_Comm_shrink_wrapper)},
    {Function::MPI_Cart_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Cart_create_wrapper)},
    {Function::MPI_Cart_sub, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Cart_sub_wrapper)},
    {Function::MPI_Comm_accept, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_accept_wrapper)},
    {Function::MPI_Comm_connect, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_connect_wrapper)},
    {Function::MPI_Comm_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_create_wrapper)},
    {Function::MPI_Comm_create_from_group, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_create_from_group_wrapper)},
    {Function::MPI_Comm_create_group, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_create_group_wrapper)},
    {Function::MPI_Comm_disconnect, WrapperKind::comm_free, reinterpret_cast<void*>(&MPI_Comm_disconnect_wrapper)},
    {Function::MPI_Comm_dup, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_dup_wrapper)},
    {Function::MPI_Comm_dup_with_info, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_dup_with_info_wrapper)},
    {Function::MPI_Comm_free, WrapperKind::comm_free, reinterpret_cast<void*>(&MPI_Comm_free_wrapper)},
    {Function::MPI_Comm_idup, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_idup_wrapper)},
    {Function::MPI_Comm_idup_with_info, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_idup_with_info_wrapper)},
    {Function::MPI_Comm_join, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_join_wrapper)},
    {Function::MPI_Comm_spawn, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_spawn_wrapper)},
    {Function::MPI_Comm_spawn_multiple, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_spawn_multiple_wrapper)},
    {Function::MPI_Comm_split, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_split_wrapper)},
    {Function::MPI_Comm_split_type, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_split_type_wrapper)},
    {Function::MPI_Dist_graph_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Dist_graph_create_wrapper)},
    {Function::MPI_Dist_graph_create_adjacent, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Dist_graph_create_adjacent_wrapper)},
    {Function::MPI_Graph_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Graph_create_wrapper)},
    {Function::MPI_Intercomm_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Intercomm_create_wrapper)},
    {Function::MPI_Intercomm_create_from_groups, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Intercomm_create_from_groups_wrapper)},
    {Function::MPI_Intercomm_merge, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Intercomm_merge_wrapper)},
    {Function::MPI_Accumulate, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Accumulate_wrapper)},
    {Function::MPI_Accumulate_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Accumulate_c_wrapper)},
    {Function::MPI_Compare_and_swap, WrapperKind::rma_one, reinterpret_cast<void*>(&MPI_Compare_and_swap_wrapper)},
    {Function::MPI_Fetch_and_op, WrapperKind::rma_one, reinterpret_cast<void*>(&MPI_Fetch_and_op_wrapper)},
    {Function::MPI_Get, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_wrapper)},
    {Function::MPI_Get_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_c_wrapper)},
    {Function::MPI_Get_accumulate, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_accumulate_wrapper)},
    {Function::MPI_Get_accumulate_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_accumulate_c_wrapper)},
    {Function::MPI_Put, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Put_wrapper)},
    {Function::MPI_Put_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Put_c_wrapper)},
    {Function::MPI_Raccumulate, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Raccumulate_wrapper)},
    {Function::MPI_Raccumulate_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Raccumulate_c_wrapper)},
    {Function::MPI_Rget, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_wrapper)},
    {Function::MPI_Rget_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_c_wrapper)},
    {Function::MPI_Rget_accumulate, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_accumulate_wrapper)},
    {Function::MPI_Rget_accumulate_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_accumulate_c_wrapper)},
    {Function::MPI_Rput, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rput_wrapper)},
    {Function::MPI_Rput_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rput_c_wrapper)},
    {Function::MPI_Win_allocate, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_allocate_wrapper)},
    {Function::MPI_Win_allocate_c, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_allocate_c_wrapper)},
    {Function::MPI_Win_allocate_shared, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_allocate_shared_wrapper)},
    {Function::MPI_Win_allocate_shared_c, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_allocate_shared_c_wrapper)},
    {Function::MPI_Win_complete, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_complete_wrapper)},
    {Function::MPI_Win_create, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_create_wrapper)},
    {Function::MPI_Win_create_c, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_create_c_wrapper)},
    {Function::MPI_Win_create_dynamic, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_create_dynamic_wrapper)},
    {Function::MPI_Win_fence, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_fence_wrapper)},
    {Function::MPI_Win_flush, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_wrapper)},
    {Function::MPI_Win_flush_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_all_wrapper)},
    {Function::MPI_Win_flush_local, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_local_wrapper)},
    {Function::MPI_Win_flush_local_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_local_all_wrapper)},
    {Function::MPI_Win_free, WrapperKind::win_free, reinterpret_cast<void*>(&MPI_Win_free_wrapper)},
    {Function::MPI_Win_lock, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_lock_wrapper)},
    {Function::MPI_Win_lock_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_lock_all_wrapper)},
    {Function::MPI_Win_post, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_post_wrapper)},
    {Function::MPI_Win_start, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_start_wrapper)},
    {Function::MPI_Win_sync, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_sync_wrapper)},
    {Function::MPI_Win_test, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_test_wrapper)},
    {Function::MPI_Win_unlock, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_unlock_wrapper)},
    {Function::MPI_Win_unlock_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_unlock_all_wrapper)},
    {Function::MPI_Win_wait, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_wait_wrapper)},
    {Function::MPI_File_close, WrapperKind::file_close, reinterpret_cast<void*>(&MPI_File_close_wrapper)},
    {Function::MPI_File_iread, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_wrapper)},
    {Function::MPI_File_iread_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_c_wrapper)},
    {Function::MPI_File_iread_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_all_wrapper)},
    {Function::MPI_File_iread_all_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_all_c_wrapper)},
    {Function::MPI_File_iread_at, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_wrapper)},
    {Function::MPI_File_iread_at_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_c_wrapper)},
    {Function::MPI_File_iread_at_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_all_wrapper)},
    {Function::MPI_File_iread_at_all_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_all_c_wrapper)},
    {Function::MPI_File_iread_shared, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_shared_wrapper)},
    {Function::MPI_File_iread_shared_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_shared_c_wrapper)},
    {Function::MPI_File_iwrite, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_wrapper)},
    {Function::MPI_File_iwrite_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_c_wrapper)},
    {Function::MPI_File_iwrite_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_all_wrapper)},
    {Function::MPI_File_iwrite_all_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_all_c_wrapper)},
    {Function::MPI_File_iwrite_at, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_at_wrapper)},
    {Function::MPI_File_iwrite_at_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_at_c_wrapper)},
    {Function::MPI_File_iwrite_at_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_at_all_wrapper)},
    {Function::MPI_File_iwrite_at_all_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_at_all_c_wrapper)},
    {Function::MPI_File_iwrite_shared, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_shared_wrapper)},
    {Function::MPI_File_iwrite_shared_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_shared_c_wrapper)},
    {Function::MPI_File_open, WrapperKind::file_open, reinterpret_cast<void*>(&MPI_File_open_wrapper)},
    {Function::MPI_File_read, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_wrapper)},
    {Function::MPI_File_read_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_c_wrapper)},
    {Function::MPI_File_read_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_wrapper)},
    {Function::MPI_File_read_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_c_wrapper)},
    {Function::MPI_File_read_all_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_begin_wrapper)},
    {Function::MPI_File_read_all_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_begin_c_wrapper)},
    {Function::MPI_File_read_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_end_wrapper)},
    {Function::MPI_File_read_at, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_wrapper)},
    {Function::MPI_File_read_at_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_c_wrapper)},
    {Function::MPI_File_read_at_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_wrapper)},
    {Function::MPI_File_read_at_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_c_wrapper)},
    {Function::MPI_File_read_at_all_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_begin_wrapper)},
    {Function::MPI_File_read_at_all_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_begin_c_wrapper)},
    {Function::MPI_File_read_at_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_end_wrapper)},
    {Function::MPI_File_read_ordered, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_wrapper)},
    {Function::MPI_File_read_ordered_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_c_wrapper)},
    {Function::MPI_File_read_ordered_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_begin_wrapper)},
    {Function::MPI_File_read_ordered_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_begin_c_wrapper)},
    {Function::MPI_File_read_ordered_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_end_wrapper)},
    {Function::MPI_File_read_shared, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_shared_wrapper)},
    {Function::MPI_File_read_shared_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_shared_c_wrapper)},
    {Function::MPI_File_write, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_wrapper)},
    {Function::MPI_File_write_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_c_wrapper)},
    {Function::MPI_File_write_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_wrapper)},
    {Function::MPI_File_write_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_c_wrapper)},
    {Function::MPI_File_write_all_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_begin_wrapper)},
    {Function::MPI_File_write_all_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_begin_c_wrapper)},
    {Function::MPI_File_write_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_end_wrapper)},
    {Function::MPI_File_write_at, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_wrapper)},
    {Function::MPI_File_write_at_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_c_wrapper)},
    {Function::MPI_File_write_at_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_wrapper)},
    {Function::MPI_File_write_at_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_c_wrapper)},
    {Function::MPI_File_write_at_all_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_begin_wrapper)},
    {Function::MPI_File_write_at_all_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_begin_c_wrapper)},
    {Function::MPI_File_write_at_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_end_wrapper)},
    {Function::MPI_File_write_ordered, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_wrapper)},
    {Function::MPI_File_write_ordered_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_c_wrapper)},
    {Function::MPI_File_write_ordered_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_begin_wrapper)},
    {Function::MPI_File_write_ordered_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_begin_c_wrapper)},
    {Function::MPI_File_write_ordered_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_end_wrapper)},
    {Function::MPI_File_write_shared, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_shared_wrapper)},
    {Function::MPI_File_write_shared_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_shared_c_wrapper)},
    {Function::MPIX_Comm_agree, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_agree_wrapper)},
    {Function::MPIX_Comm_failure_ack, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_failure_ack_wrapper)},
    {Function::MPIX_Comm_failure_get_acked, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_failure_get_acked_wrapper)},
    {Function::MPIX_Comm_revoke, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_revoke_wrapper)},
    {Function::MPI_Alloc_mem, WrapperKind::local, reinterpret_cast<void*>(&MPI_Alloc_mem_wrapper)},
    {Function::MPI_Buffer_attach, WrapperKind::local, reinterpret_cast<void*>(&MPI_Buffer_attach_wrapper)},
    {Function::MPI_Buffer_attach_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Buffer_attach_c_wrapper)},
    {Function::MPI_Buffer_detach, WrapperKind::local, reinterpret_cast<void*>(&MPI_Buffer_detach_wrapper)},
    {Function::MPI_Buffer_detach_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Buffer_detach_c_wrapper)},
    {Function::MPI_Cancel, WrapperKind::cancel, reinterpret_cast<void*>(&MPI_Cancel_wrapper)},
    {Function::MPI_Cart_coords, WrapperKind::local, reinterpret_cast<void*>(&MPI_Cart_coords_wrapper)},
    {Function::MPI_Cart_get, WrapperKind::local, reinterpret_cast<void*>(&MPI_Cart_get_wrapper)},
    {Function::MPI_Cart_map, WrapperKind::local, reinterpret_cast<void*>(&MPI_Cart_map_wrapper)},
    {Function::MPI_Cart_rank, WrapperKind::local, reinterpret_cast<void*>(&MPI_Cart_rank_wrapper)},
    {Function::MPI_Cart_shift, WrapperKind::local, reinterpret_cast<void*>(&MPI_Cart_shift_wrapper)},
    {Function::MPI_Cartdim_get, WrapperKind::local, reinterpret_cast<void*>(&MPI_Cartdim_get_wrapper)},
    {Function::MPI_Close_port, WrapperKind::local, reinterpret_cast<void*>(&MPI_Close_port_wrapper)},
    {Function::MPI_Comm_compare, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_compare_wrapper)},
    {Function::MPI_Comm_get_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_get_info_wrapper)},
    {Function::MPI_Comm_get_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_get_name_wrapper)},
    {Function::MPI_Comm_get_parent, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_get_parent_wrapper)},
    {Function::MPI_Comm_group, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_group_wrapper)},
    {Function::MPI_Comm_get_attr, WrapperKind::host, nullptr},
    {Function::MPI_Query_thread, WrapperKind::host, nullptr},
    {Function::MPI_Comm_set_errhandler, WrapperKind::host, nullptr},
    {Function::MPI_Comm_call_errhandler, WrapperKind::host, nullptr},
    {Function::MPI_Comm_get_errhandler, WrapperKind::host, nullptr},
    {Function::MPI_Errhandler_free, WrapperKind::host, nullptr},
    {Function::MPI_Comm_rank, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_rank_wrapper)},
    {Function::MPI_Comm_remote_group, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_remote_group_wrapper)},
    {Function::MPI_Comm_remote_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_remote_size_wrapper)},
    {Function::MPI_Comm_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_set_info_wrapper)},
    {Function::MPI_Comm_set_name, WrapperKind::comm_set_name, reinterpret_cast<void*>(&MPI_Comm_set_name_wrapper)},
    {Function::MPI_Comm_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_size_wrapper)},
    {Function::MPI_Comm_test_inter, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_test_inter_wrapper)},
    {Function::MPI_Dims_create, WrapperKind::local, reinterpret_cast<void*>(&MPI_Dims_create_wrapper)},
    {Function::MPI_Dist_graph_neighbors, WrapperKind::local, reinterpret_cast<void*>(&MPI_Dist_graph_neighbors_wrapper)},
    {Function::MPI_Dist_graph_neighbors_count, WrapperKind::local, reinterpret_cast<void*>(&MPI_Dist_graph_neighbors_count_wrapper)},
    {Function::MPI_File_delete, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_delete_wrapper)},
    {Function::MPI_File_get_amode, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_amode_wrapper)},
    {Function::MPI_File_get_atomicity, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_atomicity_wrapper)},
    {Function::MPI_File_get_byte_offset, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_byte_offset_wrapper)},
    {Function::MPI_File_get_group, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_group_wrapper)},
    {Function::MPI_File_get_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_info_wrapper)},
    {Function::MPI_File_get_position, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_position_wrapper)},
    {Function::MPI_File_get_position_shared, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_position_shared_wrapper)},
    {Function::MPI_File_get_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_size_wrapper)},
    {Function::MPI_File_get_type_extent, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_type_extent_wrapper)},
    {Function::MPI_File_get_type_extent_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_type_extent_c_wrapper)},
    {Function::MPI_File_get_view, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_view_wrapper)},
    {Function::MPI_File_preallocate, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_preallocate_wrapper)},
    {Function::MPI_File_seek, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_seek_wrapper)},
    {Function::MPI_File_seek_shared, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_seek_shared_wrapper)},
    {Function::MPI_File_set_atomicity, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_atomicity_wrapper)},
    {Function::MPI_File_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_info_wrapper)},
    {Function::MPI_File_set_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_size_wrapper)},
    {Function::MPI_File_set_view, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_view_wrapper)},
    {Function::MPI_File_sync, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_sync_wrapper)},
    {Function::MPI_Free_mem, WrapperKind::local, reinterpret_cast<void*>(&MPI_Free_mem_wrapper)},
    {Function::MPI_Get_count, WrapperKind::local, reinterpret_cast<void*>(&MPI_Get_count_wrapper)},
    {Function::MPI_Get_count_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Get_count_c_wrapper)},
    {Function::MPI_Get_elements, WrapperKind::local, reinterpret_cast<void*>(&MPI_Get_elements_wrapper)},
    {Function::MPI_Get_elements_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Get_elements_c_wrapper)},
    {Function::MPI_Get_elements_x, WrapperKind::local, reinterpret_cast<void*>(&MPI_Get_elements_x_wrapper)},
    {Function::MPI_Get_processor_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Get_processor_name_wrapper)},
    {Function::MPI_Graph_get, WrapperKind::local, reinterpret_cast<void*>(&MPI_Graph_get_wrapper)},
    {Function::MPI_Graph_map, WrapperKind::local, reinterpret_cast<void*>(&MPI_Graph_map_wrapper)},
    {Function::MPI_Graph_neighbors, WrapperKind::local, reinterpret_cast<void*>(&MPI_Graph_neighbors_wrapper)},
    {Function::MPI_Graph_neighbors_count, WrapperKind::local, reinterpret_cast<void*>(&MPI_Graph_neighbors_count_wrapper)},
    {Function::MPI_Graphdims_get, WrapperKind::local, reinterpret_cast<void*>(&MPI_Graphdims_get_wrapper)},
    {Function::MPI_Grequest_complete, WrapperKind::local, reinterpret_cast<void*>(&MPI_Grequest_complete_wrapper)},
    {Function::MPI_Group_compare, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_compare_wrapper)},
    {Function::MPI_Group_difference, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_difference_wrapper)},
    {Function::MPI_Group_excl, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_excl_wrapper)},
    {Function::MPI_Group_free, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_free_wrapper)},
#if MPI_VERSION >= 4
    {Function::MPI_Group_from_session_pset, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_from_session_pset_wrapper)},
#endif
    {Function::MPI_Group_incl, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_incl_wrapper)},
    {Function::MPI_Group_intersection, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_intersection_wrapper)},
    {Function::MPI_Group_range_excl, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_range_excl_wrapper)},
    {Function::MPI_Group_range_incl, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_range_incl_wrapper)},
    {Function::MPI_Group_rank, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_rank_wrapper)},
    {Function::MPI_Group_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_size_wrapper)},
    {Function::MPI_Group_translate_ranks, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_translate_ranks_wrapper)},
    {Function::MPI_Group_union, WrapperKind::local, reinterpret_cast<void*>(&MPI_Group_union_wrapper)},
    {Function::MPI_Info_create, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_create_wrapper)},
    {Function::MPI_Info_create_env, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_create_env_wrapper)},
    {Function::MPI_Info_delete, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_delete_wrapper)},
    {Function::MPI_Info_dup, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_dup_wrapper)},
    {Function::MPI_Info_free, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_free_wrapper)},
    {Function::MPI_Info_get, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_get_wrapper)},
    {Function::MPI_Info_get_nkeys, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_get_nkeys_wrapper)},
    {Function::MPI_Info_get_nthkey, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_get_nthkey_wrapper)},
    {Function::MPI_Info_get_string, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_get_string_wrapper)},
    {Function::MPI_Info_get_valuelen, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_get_valuelen_wrapper)},
    {Function::MPI_Info_set, WrapperKind::local, reinterpret_cast<void*>(&MPI_Info_set_wrapper)},
    {Function::MPI_Keyval_free, WrapperKind::local, reinterpret_cast<void*>(&MPI_Keyval_free_wrapper)},
    {Function::MPI_Lookup_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Lookup_name_wrapper)},
    {Function::MPI_Op_commutative, WrapperKind::local, reinterpret_cast<void*>(&MPI_Op_commutative_wrapper)},
    {Function::MPI_Op_free, WrapperKind::op_free, reinterpret_cast<void*>(&MPI_Op_free_wrapper)},
    {Function::MPI_Open_port, WrapperKind::local, reinterpret_cast<void*>(&MPI_Open_port_wrapper)},
    {Function::MPI_Pack, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_wrapper)},
    {Function::MPI_Pack_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_c_wrapper)},
    {Function::MPI_Pack_external, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_external_wrapper)},
    {Function::MPI_Pack_external_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_external_c_wrapper)},
    {Function::MPI_Pack_external_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_external_size_wrapper)},
    {Function::MPI_Pack_external_size_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_external_size_c_wrapper)},
    {Function::MPI_Pack_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_size_wrapper)},
    {Function::MPI_Pack_size_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pack_size_c_wrapper)},
    {Function::MPI_Parrived, WrapperKind::local, reinterpret_cast<void*>(&MPI_Parrived_wrapper)},
    {Function::MPI_Pready, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pready_wrapper)},
    {Function::MPI_Pready_list, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pready_list_wrapper)},
    {Function::MPI_Pready_range, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pready_range_wrapper)},
    {Function::MPI_Publish_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Publish_name_wrapper)},
    {Function::MPI_Reduce_local, WrapperKind::local, reinterpret_cast<void*>(&MPI_Reduce_local_wrapper)},
    {Function::MPI_Reduce_local_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Reduce_local_c_wrapper)},
    {Function::MPI_Request_get_status, WrapperKind::get_status, reinterpret_cast<void*>(&MPI_Request_get_status_wrapper)},
#if MPI_VERSION >= 4
    {Function::MPI_Session_get_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Session_get_info_wrapper)},
#endif
#if MPI_VERSION >= 4
    {Function::MPI_Session_get_nth_pset, WrapperKind::local, reinterpret_cast<void*>(&MPI_Session_get_nth_pset_wrapper)},
#endif
#if MPI_VERSION >= 4
    {Function::MPI_Session_get_num_psets, WrapperKind::local, reinterpret_cast<void*>(&MPI_Session_get_num_psets_wrapper)},
#endif
#if MPI_VERSION >= 4
    {Function::MPI_Session_get_pset_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Session_get_pset_info_wrapper)},
#endif
    {Function::MPI_Status_set_cancelled, WrapperKind::local, reinterpret_cast<void*>(&MPI_Status_set_cancelled_wrapper)},
    {Function::MPI_Status_set_elements, WrapperKind::local, reinterpret_cast<void*>(&MPI_Status_set_elements_wrapper)},
    {Function::MPI_Status_set_elements_x, WrapperKind::local, reinterpret_cast<void*>(&MPI_Status_set_elements_x_wrapper)},
    {Function::MPI_Test_cancelled, WrapperKind::local, reinterpret_cast<void*>(&MPI_Test_cancelled_wrapper)},
    {Function::MPI_Topo_test, WrapperKind::local, reinterpret_cast<void*>(&MPI_Topo_test_wrapper)},
    {Function::MPI_Type_commit, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_commit_wrapper)},
    {Function::MPI_Type_contiguous, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_contiguous_wrapper)},
    {Function::MPI_Type_contiguous_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_contiguous_c_wrapper)},
    {Function::MPI_Type_create_darray, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_darray_wrapper)},
    {Function::MPI_Type_create_darray_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_darray_c_wrapper)},
    {Function::MPI_Type_create_f90_complex, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_f90_complex_wrapper)},
    {Function::MPI_Type_create_f90_integer, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_f90_integer_wrapper)},
    {Function::MPI_Type_create_f90_real, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_f90_real_wrapper)},
    {Function::MPI_Type_create_hindexed, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_hindexed_wrapper)},
    {Function::MPI_Type_create_hindexed_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_hindexed_c_wrapper)},
    {Function::MPI_Type_create_hindexed_block, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_hindexed_block_wrapper)},
    {Function::MPI_Type_create_hindexed_block_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_hindexed_block_c_wrapper)},
    {Function::MPI_Type_create_hvector, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_hvector_wrapper)},
    {Function::MPI_Type_create_hvector_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_hvector_c_wrapper)},
    {Function::MPI_Type_create_indexed_block, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_indexed_block_wrapper)},
    {Function::MPI_Type_create_indexed_block_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_indexed_block_c_wrapper)},
    {Function::MPI_Type_create_resized, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_resized_wrapper)},
    {Function::MPI_Type_create_resized_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_resized_c_wrapper)},
    {Function::MPI_Type_create_struct, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_struct_wrapper)},
    {Function::MPI_Type_create_struct_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_struct_c_wrapper)},
    {Function::MPI_Type_create_subarray, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_subarray_wrapper)},
    {Function::MPI_Type_create_subarray_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_create_subarray_c_wrapper)},
    {Function::MPI_Type_dup, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_dup_wrapper)},
    {Function::MPI_Type_free, WrapperKind::type_free, reinterpret_cast<void*>(&MPI_Type_free_wrapper)},
    {Function::MPI_Type_get_contents_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_contents_c_wrapper)},
    {Function::MPI_Type_get_contents, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_contents_wrapper)},
    {Function::MPI_Type_get_envelope_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_envelope_c_wrapper)},
    {Function::MPI_Type_get_envelope, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_envelope_wrapper)},
    {Function::MPI_Type_get_extent, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_extent_wrapper)},
    {Function::MPI_Type_get_extent_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_extent_c_wrapper)},
    {Function::MPI_Type_get_extent_x, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_extent_x_wrapper)},
    {Function::MPI_Type_get_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_name_wrapper)},
    {Function::MPI_Type_get_true_extent, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_true_extent_wrapper)},
    {Function::MPI_Type_get_true_extent_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_true_extent_c_wrapper)},
    {Function::MPI_Type_get_true_extent_x, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_get_true_extent_x_wrapper)},
    {Function::MPI_Type_indexed, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_indexed_wrapper)},
    {Function::MPI_Type_indexed_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_indexed_c_wrapper)},
    {Function::MPI_Type_match_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_match_size_wrapper)},
    {Function::MPI_Type_set_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_set_name_wrapper)},
    {Function::MPI_Type_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_size_wrapper)},
    {Function::MPI_Type_size_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_size_c_wrapper)},
    {Function::MPI_Type_size_x, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_size_x_wrapper)},
    {Function::MPI_Type_vector, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_vector_wrapper)},
    {Function::MPI_Type_vector_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Type_vector_c_wrapper)},
    {Function::MPI_Unpack, WrapperKind::local, reinterpret_cast<void*>(&MPI_Unpack_wrapper)},
    {Function::MPI_Unpack_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Unpack_c_wrapper)},
    {Function::MPI_Unpack_external, WrapperKind::local, reinterpret_cast<void*>(&MPI_Unpack_external_wrapper)},
    {Function::MPI_Unpack_external_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Unpack_external_c_wrapper)},
    {Function::MPI_Unpublish_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Unpublish_name_wrapper)},
    {Function::MPI_Win_attach, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_attach_wrapper)},
    {Function::MPI_Win_detach, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_detach_wrapper)},
    {Function::MPI_Win_get_group, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_get_group_wrapper)},
    {Function::MPI_Win_get_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_get_info_wrapper)},
    {Function::MPI_Win_get_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_get_name_wrapper)},
    {Function::MPI_Win_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_set_info_wrapper)},
    {Function::MPI_Win_set_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_set_name_wrapper)},
    {Function::MPI_Win_shared_query, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_shared_query_wrapper)},
    {Function::MPI_Win_shared_query_c, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_shared_query_c_wrapper)},
    {Function::MPI_Error_class, WrapperKind::host, nullptr},
};
const std::size_t kWrapperRowCount = sizeof(kWrapperRows) / sizeof(kWrapperRows[0]);

}  // namespace shunt
