// Generated from shim/table/functions.txt by shim/table/generate.py; change those.

#pragma once
#include <mpi.h>

#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// The host MPI's functions by their MPI names: each member is the next PMPI_X below us, or
/// null when the host lacks it.
struct HostMpi {
    int (*MPI_Abort)(MPI_Comm, int) = nullptr;
    int (*MPI_Finalize)() = nullptr;
    int (*MPI_Init)(int*, char***) = nullptr;
    int (*MPI_Init_thread)(int*, char***, int, int*) = nullptr;
    int (*MPI_Pcontrol)(int) = nullptr;
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_finalize)(MPI_Session*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_init)(MPI_Info, MPI_Errhandler, MPI_Session*) = nullptr;
#endif
    int (*MPI_Bsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Bsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Bsend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Bsend_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ibsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ibsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Improbe)(int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*) = nullptr;
    int (*MPI_Imrecv)(void*, int, MPI_Datatype, MPI_Message*, MPI_Request*) = nullptr;
    int (*MPI_Imrecv_c)(void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Request*) = nullptr;
    int (*MPI_Iprobe)(int, int, MPI_Comm, int*, MPI_Status*) = nullptr;
    int (*MPI_Irecv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Irecv_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Irsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Irsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Isend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Isendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Isendrecv_c)(const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count, MPI_Datatype, int, int,
        MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Isendrecv_replace)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Isendrecv_replace_c)(void*, MPI_Count, MPI_Datatype, int, int, int, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Issend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Issend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Mprobe)(int, int, MPI_Comm, MPI_Message*, MPI_Status*) = nullptr;
    int (*MPI_Mrecv)(void*, int, MPI_Datatype, MPI_Message*, MPI_Status*) = nullptr;
    int (*MPI_Mrecv_c)(void*, MPI_Count, MPI_Datatype, MPI_Message*, MPI_Status*) = nullptr;
    int (*MPI_Precv_init)(void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Probe)(int, int, MPI_Comm, MPI_Status*) = nullptr;
    int (*MPI_Psend_init)(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Recv)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*) = nullptr;
    int (*MPI_Recv_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Status*) = nullptr;
    int (*MPI_Recv_init)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Recv_init_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Rsend)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Rsend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Rsend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Rsend_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Send)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Send_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Send_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Send_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Sendrecv)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm,
        MPI_Status*) = nullptr;
    int (*MPI_Sendrecv_c)(const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count, MPI_Datatype, int, int,
        MPI_Comm, MPI_Status*) = nullptr;
    int (*MPI_Sendrecv_replace)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*) = nullptr;
    int (*MPI_Sendrecv_replace_c)(void*, MPI_Count, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status*) = nullptr;
    int (*MPI_Ssend)(const void*, int, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Ssend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm) = nullptr;
    int (*MPI_Ssend_init)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ssend_init_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Start)(MPI_Request*) = nullptr;
    int (*MPI_Startall)(int, MPI_Request*) = nullptr;
    int (*MPI_Request_free)(MPI_Request*) = nullptr;
    int (*MPI_Test)(MPI_Request*, int*, MPI_Status*) = nullptr;
    int (*MPI_Testall)(int, MPI_Request*, int*, MPI_Status*) = nullptr;
    int (*MPI_Testany)(int, MPI_Request*, int*, int*, MPI_Status*) = nullptr;
    int (*MPI_Testsome)(int, MPI_Request*, int*, int*, MPI_Status*) = nullptr;
    int (*MPI_Wait)(MPI_Request*, MPI_Status*) = nullptr;
    int (*MPI_Waitall)(int, MPI_Request*, MPI_Status*) = nullptr;
    int (*MPI_Waitany)(int, MPI_Request*, int*, MPI_Status*) = nullptr;
    int (*MPI_Waitsome)(int, MPI_Request*, int*, int*, MPI_Status*) = nullptr;
    int (*MPIX_Allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Allreduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Alltoallw_init)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
        const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Barrier_init)(MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Bcast_init)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Exscan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Gather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Gatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Neighbor_allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Neighbor_allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Neighbor_alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Neighbor_alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
        const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Neighbor_alltoallw_init)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*,
        const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Reduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Reduce_scatter_block_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Reduce_scatter_init)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Scan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Scatter_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPIX_Scatterv_init)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Allgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Allgather_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
        MPI_Comm) = nullptr;
    int (*MPI_Allgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Allgatherv_init_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Allreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Allreduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Allreduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Allreduce_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Alltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Alltoall_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
        MPI_Comm) = nullptr;
    int (*MPI_Alltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Alltoallv_init_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Alltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
        const MPI_Datatype*, MPI_Comm) = nullptr;
    int (*MPI_Alltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*, const MPI_Count*,
        const MPI_Aint*, const MPI_Datatype*, MPI_Comm) = nullptr;
    int (*MPI_Alltoallw_init)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
        const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Alltoallw_init_c)(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*,
        const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Barrier)(MPI_Comm) = nullptr;
    int (*MPI_Barrier_init)(MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Bcast)(void*, int, MPI_Datatype, int, MPI_Comm) = nullptr;
    int (*MPI_Bcast_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Comm) = nullptr;
    int (*MPI_Bcast_init)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Bcast_init_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Exscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Exscan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Exscan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Exscan_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Gather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) = nullptr;
    int (*MPI_Gather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Comm) = nullptr;
    int (*MPI_Gather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Gather_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Gatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int,
        MPI_Comm) = nullptr;
    int (*MPI_Gatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        int, MPI_Comm) = nullptr;
    int (*MPI_Gatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Gatherv_init_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Iallgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iallgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Iallgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Iallgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iallreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iallreduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ialltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ialltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Ialltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ialltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ialltoallw)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
        const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ialltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*,
        const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ibarrier)(MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ibcast)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ibcast_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iexscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iexscan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Igather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Igather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Igatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Igatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
        int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_allgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
        MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_allgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_alltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_alltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_alltoallw)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
        const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ineighbor_alltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*,
        const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ireduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ireduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ireduce_scatter)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ireduce_scatter_c)(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Ireduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Ireduce_scatter_block_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Iscan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iscan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Iscatter)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Iscatter_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Iscatterv)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
        MPI_Request*) = nullptr;
    int (*MPI_Iscatterv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        int, MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_allgather)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_allgather_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        MPI_Comm) = nullptr;
    int (*MPI_Neighbor_allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Neighbor_allgather_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_allgatherv)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
        MPI_Comm) = nullptr;
    int (*MPI_Neighbor_allgatherv_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
        MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
        MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_allgatherv_init_c)(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*,
        const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_alltoall)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_alltoall_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        MPI_Comm) = nullptr;
    int (*MPI_Neighbor_alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Neighbor_alltoall_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_alltoallv)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_alltoallv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_alltoallv_init_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*,
        const MPI_Count*, const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_alltoallw)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
        const MPI_Aint*, const MPI_Datatype*, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_alltoallw_c)(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*,
        const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm) = nullptr;
    int (*MPI_Neighbor_alltoallw_init)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
        const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Neighbor_alltoallw_init_c)(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*,
        const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Reduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm) = nullptr;
    int (*MPI_Reduce_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, MPI_Comm) = nullptr;
    int (*MPI_Reduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Reduce_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Reduce_scatter)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Reduce_scatter_c)(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Reduce_scatter_block)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Reduce_scatter_block_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Reduce_scatter_block_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Reduce_scatter_block_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Reduce_scatter_init)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Reduce_scatter_init_c)(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Scan)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Scan_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm) = nullptr;
    int (*MPI_Scan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Scan_init_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Scatter)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm) = nullptr;
    int (*MPI_Scatter_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Comm) = nullptr;
    int (*MPI_Scatter_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
        MPI_Request*) = nullptr;
    int (*MPI_Scatter_init_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Scatterv)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int,
        MPI_Comm) = nullptr;
    int (*MPI_Scatterv_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, MPI_Count, MPI_Datatype,
        int, MPI_Comm) = nullptr;
    int (*MPI_Scatterv_init)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
        MPI_Info, MPI_Request*) = nullptr;
    int (*MPI_Scatterv_init_c)(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, MPI_Count,
        MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
    int (*MPIX_Comm_ishrink)(MPI_Comm, MPI_Comm*, MPI_Request*) = nullptr;
    int (*MPIX_Comm_shrink)(MPI_Comm, MPI_Comm*) = nullptr;
    int (*MPIX_Stream_comm_create)(MPI_Comm, int, MPI_Comm*) = nullptr;
    int (*MPIX_Stream_comm_create_multiplex)(MPI_Comm, int, int*, MPI_Comm*) = nullptr;
    int (*MPIX_Threadcomm_free)(MPI_Comm*) = nullptr;
    int (*MPIX_Threadcomm_init)(MPI_Comm, int, MPI_Comm*) = nullptr;
    int (*MPI_Cart_create)(MPI_Comm, int, const int*, const int*, int, MPI_Comm*) = nullptr;
    int (*MPI_Cart_sub)(MPI_Comm, const int*, MPI_Comm*) = nullptr;
    int (*MPI_Comm_accept)(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*) = nullptr;
    int (*MPI_Comm_connect)(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*) = nullptr;
    int (*MPI_Comm_create)(MPI_Comm, MPI_Group, MPI_Comm*) = nullptr;
    int (*MPI_Comm_create_from_group)(MPI_Group, const char*, MPI_Info, MPI_Errhandler, MPI_Comm*) = nullptr;
    int (*MPI_Comm_create_group)(MPI_Comm, MPI_Group, int, MPI_Comm*) = nullptr;
    int (*MPI_Comm_disconnect)(MPI_Comm*) = nullptr;
    int (*MPI_Comm_dup)(MPI_Comm, MPI_Comm*) = nullptr;
    int (*MPI_Comm_dup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*) = nullptr;
    int (*MPI_Comm_free)(MPI_Comm*) = nullptr;
    int (*MPI_Comm_idup)(MPI_Comm, MPI_Comm*, MPI_Request*) = nullptr;
    int (*MPI_Comm_idup_with_info)(MPI_Comm, MPI_Info, MPI_Comm*, MPI_Request*) = nullptr;
    int (*MPI_Comm_join)(int, MPI_Comm*) = nullptr;
    int (*MPI_Comm_spawn)(const char*, char**, int, MPI_Info, int, MPI_Comm, MPI_Comm*, int*) = nullptr;
    int (*MPI_Comm_spawn_multiple)(int, char**, char***, const int*, const MPI_Info*, int, MPI_Comm, MPI_Comm*,
        int*) = nullptr;
    int (*MPI_Comm_split)(MPI_Comm, int, int, MPI_Comm*) = nullptr;
    int (*MPI_Comm_split_type)(MPI_Comm, int, int, MPI_Info, MPI_Comm*) = nullptr;
    int (*MPI_Dist_graph_create)(MPI_Comm, int, const int*, const int*, const int*, const int*, MPI_Info, int,
        MPI_Comm*) = nullptr;
    int (*MPI_Dist_graph_create_adjacent)(MPI_Comm, int, const int*, const int*, int, const int*, const int*, MPI_Info,
        int, MPI_Comm*) = nullptr;
    int (*MPI_Graph_create)(MPI_Comm, int, const int*, const int*, int, MPI_Comm*) = nullptr;
    int (*MPI_Intercomm_create)(MPI_Comm, int, MPI_Comm, int, int, MPI_Comm*) = nullptr;
    int (*MPI_Intercomm_create_from_groups)(MPI_Group, int, MPI_Group, int, const char*, MPI_Info, MPI_Errhandler,
        MPI_Comm*) = nullptr;
    int (*MPI_Intercomm_merge)(MPI_Comm, int, MPI_Comm*) = nullptr;
    int (*MPI_Accumulate)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win) = nullptr;
    int (*MPI_Accumulate_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Op,
        MPI_Win) = nullptr;
    int (*MPI_Compare_and_swap)(const void*, const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Win) = nullptr;
    int (*MPI_Fetch_and_op)(const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win) = nullptr;
    int (*MPI_Get)(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) = nullptr;
    int (*MPI_Get_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win) = nullptr;
    int (*MPI_Get_accumulate)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
        MPI_Datatype, MPI_Op, MPI_Win) = nullptr;
    int (*MPI_Get_accumulate_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Aint,
        MPI_Count, MPI_Datatype, MPI_Op, MPI_Win) = nullptr;
    int (*MPI_Put)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win) = nullptr;
    int (*MPI_Put_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win) = nullptr;
    int (*MPI_Raccumulate)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win,
        MPI_Request*) = nullptr;
    int (*MPI_Raccumulate_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Op,
        MPI_Win, MPI_Request*) = nullptr;
    int (*MPI_Rget)(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*) = nullptr;
    int (*MPI_Rget_c)(void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win,
        MPI_Request*) = nullptr;
    int (*MPI_Rget_accumulate)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
        MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*) = nullptr;
    int (*MPI_Rget_accumulate_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, MPI_Aint,
        MPI_Count, MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*) = nullptr;
    int (*MPI_Rput)(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*) = nullptr;
    int (*MPI_Rput_c)(const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win,
        MPI_Request*) = nullptr;
    int (*MPI_Win_allocate)(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
    int (*MPI_Win_allocate_c)(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
    int (*MPI_Win_allocate_shared)(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
    int (*MPI_Win_allocate_shared_c)(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*) = nullptr;
    int (*MPI_Win_complete)(MPI_Win) = nullptr;
    int (*MPI_Win_create)(void*, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win*) = nullptr;
    int (*MPI_Win_create_c)(void*, MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, MPI_Win*) = nullptr;
    int (*MPI_Win_create_dynamic)(MPI_Info, MPI_Comm, MPI_Win*) = nullptr;
    int (*MPI_Win_fence)(int, MPI_Win) = nullptr;
    int (*MPI_Win_flush)(int, MPI_Win) = nullptr;
    int (*MPI_Win_flush_all)(MPI_Win) = nullptr;
    int (*MPI_Win_flush_local)(int, MPI_Win) = nullptr;
    int (*MPI_Win_flush_local_all)(MPI_Win) = nullptr;
    int (*MPI_Win_free)(MPI_Win*) = nullptr;
    int (*MPI_Win_lock)(int, int, int, MPI_Win) = nullptr;
    int (*MPI_Win_lock_all)(int, MPI_Win) = nullptr;
    int (*MPI_Win_post)(MPI_Group, int, MPI_Win) = nullptr;
    int (*MPI_Win_start)(MPI_Group, int, MPI_Win) = nullptr;
    int (*MPI_Win_sync)(MPI_Win) = nullptr;
    int (*MPI_Win_test)(MPI_Win, int*) = nullptr;
    int (*MPI_Win_unlock)(int, MPI_Win) = nullptr;
    int (*MPI_Win_unlock_all)(MPI_Win) = nullptr;
    int (*MPI_Win_wait)(MPI_Win) = nullptr;
    int (*MPI_File_close)(MPI_File*) = nullptr;
    int (*MPI_File_iread)(MPI_File, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_all)(MPI_File, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_all_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_at)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_at_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_at_all)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_at_all_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_shared)(MPI_File, void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iread_shared_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_all)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_all_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_at)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_at_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_at_all)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_at_all_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_shared)(MPI_File, const void*, int, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_iwrite_shared_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Request*) = nullptr;
    int (*MPI_File_open)(MPI_Comm, const char*, int, MPI_Info, MPI_File*) = nullptr;
    int (*MPI_File_read)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_all)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_all_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_all_begin)(MPI_File, void*, int, MPI_Datatype) = nullptr;
    int (*MPI_File_read_all_begin_c)(MPI_File, void*, MPI_Count, MPI_Datatype) = nullptr;
    int (*MPI_File_read_all_end)(MPI_File, void*, MPI_Status*) = nullptr;
    int (*MPI_File_read_at)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_at_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_at_all)(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_at_all_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_at_all_begin)(MPI_File, MPI_Offset, void*, int, MPI_Datatype) = nullptr;
    int (*MPI_File_read_at_all_begin_c)(MPI_File, MPI_Offset, void*, MPI_Count, MPI_Datatype) = nullptr;
    int (*MPI_File_read_at_all_end)(MPI_File, void*, MPI_Status*) = nullptr;
    int (*MPI_File_read_ordered)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_ordered_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_ordered_begin)(MPI_File, void*, int, MPI_Datatype) = nullptr;
    int (*MPI_File_read_ordered_begin_c)(MPI_File, void*, MPI_Count, MPI_Datatype) = nullptr;
    int (*MPI_File_read_ordered_end)(MPI_File, void*, MPI_Status*) = nullptr;
    int (*MPI_File_read_shared)(MPI_File, void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_read_shared_c)(MPI_File, void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_all)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_all_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_all_begin)(MPI_File, const void*, int, MPI_Datatype) = nullptr;
    int (*MPI_File_write_all_begin_c)(MPI_File, const void*, MPI_Count, MPI_Datatype) = nullptr;
    int (*MPI_File_write_all_end)(MPI_File, const void*, MPI_Status*) = nullptr;
    int (*MPI_File_write_at)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_at_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_at_all)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_at_all_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_at_all_begin)(MPI_File, MPI_Offset, const void*, int, MPI_Datatype) = nullptr;
    int (*MPI_File_write_at_all_begin_c)(MPI_File, MPI_Offset, const void*, MPI_Count, MPI_Datatype) = nullptr;
    int (*MPI_File_write_at_all_end)(MPI_File, const void*, MPI_Status*) = nullptr;
    int (*MPI_File_write_ordered)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_ordered_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_ordered_begin)(MPI_File, const void*, int, MPI_Datatype) = nullptr;
    int (*MPI_File_write_ordered_begin_c)(MPI_File, const void*, MPI_Count, MPI_Datatype) = nullptr;
    int (*MPI_File_write_ordered_end)(MPI_File, const void*, MPI_Status*) = nullptr;
    int (*MPI_File_write_shared)(MPI_File, const void*, int, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPI_File_write_shared_c)(MPI_File, const void*, MPI_Count, MPI_Datatype, MPI_Status*) = nullptr;
    int (*MPIX_Comm_ack_failed)(MPI_Comm, int, int*) = nullptr;
    int (*MPIX_Comm_agree)(MPI_Comm, int*) = nullptr;
    int (*MPIX_Comm_failure_ack)(MPI_Comm) = nullptr;
    int (*MPIX_Comm_failure_get_acked)(MPI_Comm, MPI_Group*) = nullptr;
    int (*MPIX_Comm_get_failed)(MPI_Comm, MPI_Group*) = nullptr;
    int (*MPIX_Comm_iagree)(MPI_Comm, int*, MPI_Request*) = nullptr;
    int (*MPIX_Comm_is_revoked)(MPI_Comm, int*) = nullptr;
    int (*MPIX_Comm_revoke)(MPI_Comm) = nullptr;
    int (*MPIX_Stream_irecv)(void*, int, MPI_Datatype, int, int, MPI_Comm, int, int, MPI_Request*) = nullptr;
    int (*MPIX_Stream_irecv_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, int, int, MPI_Request*) = nullptr;
    int (*MPIX_Stream_isend)(const void*, int, MPI_Datatype, int, int, MPI_Comm, int, int, MPI_Request*) = nullptr;
    int (*MPIX_Stream_isend_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, int, int,
        MPI_Request*) = nullptr;
    int (*MPIX_Stream_recv)(void*, int, MPI_Datatype, int, int, MPI_Comm, int, int, MPI_Status*) = nullptr;
    int (*MPIX_Stream_recv_c)(void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, int, int, MPI_Status*) = nullptr;
    int (*MPIX_Stream_send)(const void*, int, MPI_Datatype, int, int, MPI_Comm, int, int) = nullptr;
    int (*MPIX_Stream_send_c)(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, int, int) = nullptr;
    int (*MPI_Alloc_mem)(MPI_Aint, MPI_Info, void*) = nullptr;
    int (*MPI_Buffer_attach)(void*, int) = nullptr;
    int (*MPI_Buffer_attach_c)(void*, MPI_Count) = nullptr;
    int (*MPI_Buffer_detach)(void*, int*) = nullptr;
    int (*MPI_Buffer_detach_c)(void*, MPI_Count*) = nullptr;
    int (*MPI_Buffer_flush)() = nullptr;
    int (*MPI_Buffer_iflush)(MPI_Request*) = nullptr;
    int (*MPI_Cancel)(MPI_Request*) = nullptr;
    int (*MPI_Cart_coords)(MPI_Comm, int, int, int*) = nullptr;
    int (*MPI_Cart_get)(MPI_Comm, int, int*, int*, int*) = nullptr;
    int (*MPI_Cart_map)(MPI_Comm, int, const int*, const int*, int*) = nullptr;
    int (*MPI_Cart_rank)(MPI_Comm, const int*, int*) = nullptr;
    int (*MPI_Cart_shift)(MPI_Comm, int, int, int*, int*) = nullptr;
    int (*MPI_Cartdim_get)(MPI_Comm, int*) = nullptr;
    int (*MPI_Close_port)(const char*) = nullptr;
    int (*MPI_Comm_compare)(MPI_Comm, MPI_Comm, int*) = nullptr;
    int (*MPI_Comm_get_info)(MPI_Comm, MPI_Info*) = nullptr;
    int (*MPI_Comm_get_name)(MPI_Comm, char*, int*) = nullptr;
    int (*MPI_Comm_get_parent)(MPI_Comm*) = nullptr;
    int (*MPI_Comm_group)(MPI_Comm, MPI_Group*) = nullptr;
    int (*MPI_Comm_get_attr)(MPI_Comm, int, void*, int*) = nullptr;
    int (*MPI_Query_thread)(int*) = nullptr;
    int (*MPI_Comm_set_errhandler)(MPI_Comm, MPI_Errhandler) = nullptr;
    int (*MPI_Comm_attach_buffer)(MPI_Comm, void*, int) = nullptr;
    int (*MPI_Comm_attach_buffer_c)(MPI_Comm, void*, MPI_Count) = nullptr;
    int (*MPI_Comm_call_errhandler)(MPI_Comm, int) = nullptr;
    int (*MPI_Comm_detach_buffer)(MPI_Comm, void*, int*) = nullptr;
    int (*MPI_Comm_detach_buffer_c)(MPI_Comm, void*, MPI_Count*) = nullptr;
    int (*MPI_Comm_flush_buffer)(MPI_Comm) = nullptr;
    int (*MPI_Comm_iflush_buffer)(MPI_Comm, MPI_Request*) = nullptr;
    int (*MPI_Comm_get_errhandler)(MPI_Comm, MPI_Errhandler*) = nullptr;
    int (*MPI_Errhandler_free)(MPI_Errhandler*) = nullptr;
    int (*MPI_Comm_rank)(MPI_Comm, int*) = nullptr;
    int (*MPI_Comm_remote_group)(MPI_Comm, MPI_Group*) = nullptr;
    int (*MPI_Comm_remote_size)(MPI_Comm, int*) = nullptr;
    int (*MPI_Comm_set_info)(MPI_Comm, MPI_Info) = nullptr;
    int (*MPI_Comm_set_name)(MPI_Comm, const char*) = nullptr;
    int (*MPI_Comm_size)(MPI_Comm, int*) = nullptr;
    int (*MPI_Comm_test_inter)(MPI_Comm, int*) = nullptr;
    int (*MPI_Dims_create)(int, int, int*) = nullptr;
    int (*MPI_Dist_graph_neighbors)(MPI_Comm, int, int*, int*, int, int*, int*) = nullptr;
    int (*MPI_Dist_graph_neighbors_count)(MPI_Comm, int*, int*, int*) = nullptr;
    int (*MPI_File_delete)(const char*, MPI_Info) = nullptr;
    int (*MPI_File_get_amode)(MPI_File, int*) = nullptr;
    int (*MPI_File_get_atomicity)(MPI_File, int*) = nullptr;
    int (*MPI_File_get_byte_offset)(MPI_File, MPI_Offset, MPI_Offset*) = nullptr;
    int (*MPI_File_get_group)(MPI_File, MPI_Group*) = nullptr;
    int (*MPI_File_get_info)(MPI_File, MPI_Info*) = nullptr;
    int (*MPI_File_get_position)(MPI_File, MPI_Offset*) = nullptr;
    int (*MPI_File_get_position_shared)(MPI_File, MPI_Offset*) = nullptr;
    int (*MPI_File_get_size)(MPI_File, MPI_Offset*) = nullptr;
    int (*MPI_File_get_type_extent)(MPI_File, MPI_Datatype, MPI_Aint*) = nullptr;
    int (*MPI_File_get_type_extent_c)(MPI_File, MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_File_get_view)(MPI_File, MPI_Offset*, MPI_Datatype*, MPI_Datatype*, char*) = nullptr;
    int (*MPI_File_preallocate)(MPI_File, MPI_Offset) = nullptr;
    int (*MPI_File_seek)(MPI_File, MPI_Offset, int) = nullptr;
    int (*MPI_File_seek_shared)(MPI_File, MPI_Offset, int) = nullptr;
    int (*MPI_File_set_atomicity)(MPI_File, int) = nullptr;
    int (*MPI_File_set_info)(MPI_File, MPI_Info) = nullptr;
    int (*MPI_File_set_size)(MPI_File, MPI_Offset) = nullptr;
    int (*MPI_File_set_view)(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char*, MPI_Info) = nullptr;
    int (*MPI_File_sync)(MPI_File) = nullptr;
    int (*MPI_Free_mem)(void*) = nullptr;
    int (*MPI_Get_count)(const MPI_Status*, MPI_Datatype, int*) = nullptr;
    int (*MPI_Get_count_c)(const MPI_Status*, MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_Get_elements)(const MPI_Status*, MPI_Datatype, int*) = nullptr;
    int (*MPI_Get_elements_c)(const MPI_Status*, MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_Get_elements_x)(const MPI_Status*, MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_Get_processor_name)(char*, int*) = nullptr;
    int (*MPI_Get_hw_resource_info)(MPI_Info*) = nullptr;
    int (*MPI_Graph_get)(MPI_Comm, int, int, int*, int*) = nullptr;
    int (*MPI_Graph_map)(MPI_Comm, int, const int*, const int*, int*) = nullptr;
    int (*MPI_Graph_neighbors)(MPI_Comm, int, int, int*) = nullptr;
    int (*MPI_Graph_neighbors_count)(MPI_Comm, int, int*) = nullptr;
    int (*MPI_Graphdims_get)(MPI_Comm, int*, int*) = nullptr;
    int (*MPI_Grequest_complete)(MPI_Request) = nullptr;
    int (*MPI_Group_compare)(MPI_Group, MPI_Group, int*) = nullptr;
    int (*MPI_Group_difference)(MPI_Group, MPI_Group, MPI_Group*) = nullptr;
    int (*MPI_Group_excl)(MPI_Group, int, const int*, MPI_Group*) = nullptr;
    int (*MPI_Group_free)(MPI_Group*) = nullptr;
#ifdef MPI_SESSION_NULL
    int (*MPI_Group_from_session_pset)(MPI_Session, const char*, MPI_Group*) = nullptr;
#endif
    int (*MPI_Group_incl)(MPI_Group, int, const int*, MPI_Group*) = nullptr;
    int (*MPI_Group_intersection)(MPI_Group, MPI_Group, MPI_Group*) = nullptr;
    int (*MPI_Group_range_excl)(MPI_Group, int, int (*)[3], MPI_Group*) = nullptr;
    int (*MPI_Group_range_incl)(MPI_Group, int, int (*)[3], MPI_Group*) = nullptr;
    int (*MPI_Group_rank)(MPI_Group, int*) = nullptr;
    int (*MPI_Group_size)(MPI_Group, int*) = nullptr;
    int (*MPI_Group_translate_ranks)(MPI_Group, int, const int*, MPI_Group, int*) = nullptr;
    int (*MPI_Group_union)(MPI_Group, MPI_Group, MPI_Group*) = nullptr;
    int (*MPI_Info_create)(MPI_Info*) = nullptr;
    int (*MPI_Info_create_env)(int, char**, MPI_Info*) = nullptr;
    int (*MPI_Info_delete)(MPI_Info, const char*) = nullptr;
    int (*MPI_Info_dup)(MPI_Info, MPI_Info*) = nullptr;
    int (*MPI_Info_free)(MPI_Info*) = nullptr;
    int (*MPI_Info_get)(MPI_Info, const char*, int, char*, int*) = nullptr;
    int (*MPI_Info_get_nkeys)(MPI_Info, int*) = nullptr;
    int (*MPI_Info_get_nthkey)(MPI_Info, int, char*) = nullptr;
    int (*MPI_Info_get_string)(MPI_Info, const char*, int*, char*, int*) = nullptr;
    int (*MPI_Info_get_valuelen)(MPI_Info, const char*, int*, int*) = nullptr;
    int (*MPI_Info_set)(MPI_Info, const char*, const char*) = nullptr;
    int (*MPI_Keyval_free)(int*) = nullptr;
    int (*MPI_Lookup_name)(const char*, MPI_Info, char*) = nullptr;
    int (*MPI_Op_commutative)(MPI_Op, int*) = nullptr;
    int (*MPI_Op_free)(MPI_Op*) = nullptr;
    int (*MPI_Open_port)(MPI_Info, char*) = nullptr;
    int (*MPI_Pack)(const void*, int, MPI_Datatype, void*, int, int*, MPI_Comm) = nullptr;
    int (*MPI_Pack_c)(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Count*, MPI_Comm) = nullptr;
    int (*MPI_Pack_external)(const char*, const void*, int, MPI_Datatype, void*, MPI_Aint, MPI_Aint*) = nullptr;
    int (*MPI_Pack_external_c)(const char*, const void*, MPI_Count, MPI_Datatype, void*, MPI_Count,
        MPI_Count*) = nullptr;
    int (*MPI_Pack_external_size)(const char*, int, MPI_Datatype, MPI_Aint*) = nullptr;
    int (*MPI_Pack_external_size_c)(const char*, MPI_Count, MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_Pack_size)(int, MPI_Datatype, MPI_Comm, int*) = nullptr;
    int (*MPI_Pack_size_c)(MPI_Count, MPI_Datatype, MPI_Comm, MPI_Count*) = nullptr;
    int (*MPI_Parrived)(MPI_Request, int, int*) = nullptr;
    int (*MPI_Pready)(int, MPI_Request) = nullptr;
    int (*MPI_Pready_list)(int, int*, MPI_Request) = nullptr;
    int (*MPI_Pready_range)(int, int, MPI_Request) = nullptr;
    int (*MPI_Publish_name)(const char*, MPI_Info, const char*) = nullptr;
    int (*MPI_Reduce_local)(const void*, void*, int, MPI_Datatype, MPI_Op) = nullptr;
    int (*MPI_Reduce_local_c)(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op) = nullptr;
    int (*MPIX_Request_is_complete)(MPI_Request) = nullptr;
    int (*MPI_Request_get_status)(MPI_Request, int*, MPI_Status*) = nullptr;
    int (*MPI_Request_get_status_all)(int, const MPI_Request*, int*, MPI_Status*) = nullptr;
    int (*MPI_Request_get_status_any)(int, const MPI_Request*, int*, int*, MPI_Status*) = nullptr;
    int (*MPI_Request_get_status_some)(int, const MPI_Request*, int*, int*, MPI_Status*) = nullptr;
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_attach_buffer)(MPI_Session, void*, int) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_attach_buffer_c)(MPI_Session, void*, MPI_Count) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_detach_buffer)(MPI_Session, void*, int*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_detach_buffer_c)(MPI_Session, void*, MPI_Count*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_flush_buffer)(MPI_Session) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_get_info)(MPI_Session, MPI_Info*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_get_nth_pset)(MPI_Session, MPI_Info, int, int*, char*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_get_num_psets)(MPI_Session, MPI_Info, int*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_get_pset_info)(MPI_Session, const char*, MPI_Info*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_iflush_buffer)(MPI_Session, MPI_Request*) = nullptr;
#endif
#ifdef MPI_SESSION_NULL
    int (*MPI_Session_set_info)(MPI_Session, MPI_Info) = nullptr;
#endif
    int (*MPI_Status_get_error)(const MPI_Status*, int*) = nullptr;
    int (*MPI_Status_get_source)(const MPI_Status*, int*) = nullptr;
    int (*MPI_Status_get_tag)(const MPI_Status*, int*) = nullptr;
    int (*MPI_Status_set_cancelled)(MPI_Status*, int) = nullptr;
    int (*MPI_Status_set_elements)(MPI_Status*, MPI_Datatype, int) = nullptr;
    int (*MPI_Status_set_elements_c)(MPI_Status*, MPI_Datatype, MPI_Count) = nullptr;
    int (*MPI_Status_set_elements_x)(MPI_Status*, MPI_Datatype, MPI_Count) = nullptr;
    int (*MPI_Status_set_error)(MPI_Status*, int) = nullptr;
    int (*MPI_Status_set_source)(MPI_Status*, int) = nullptr;
    int (*MPI_Status_set_tag)(MPI_Status*, int) = nullptr;
    int (*MPI_Test_cancelled)(const MPI_Status*, int*) = nullptr;
    int (*MPI_Topo_test)(MPI_Comm, int*) = nullptr;
    int (*MPI_Type_commit)(MPI_Datatype*) = nullptr;
    int (*MPI_Type_contiguous)(int, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_contiguous_c)(MPI_Count, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_darray)(int, int, int, const int*, const int*, const int*, const int*, int, MPI_Datatype,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_darray_c)(int, int, int, const MPI_Count*, const int*, const int*, const int*, int,
        MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_f90_complex)(int, int, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_f90_integer)(int, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_f90_real)(int, int, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_hindexed)(int, const int*, const MPI_Aint*, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_hindexed_c)(MPI_Count, const MPI_Count*, const MPI_Count*, MPI_Datatype,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_hindexed_block)(int, int, const MPI_Aint*, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_hindexed_block_c)(MPI_Count, MPI_Count, const MPI_Count*, MPI_Datatype,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_hvector)(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_hvector_c)(MPI_Count, MPI_Count, MPI_Count, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_indexed_block)(int, int, const int*, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_indexed_block_c)(MPI_Count, MPI_Count, const MPI_Count*, MPI_Datatype,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_resized)(MPI_Datatype, MPI_Aint, MPI_Aint, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_resized_c)(MPI_Datatype, MPI_Count, MPI_Count, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_struct)(int, const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_struct_c)(MPI_Count, const MPI_Count*, const MPI_Count*, const MPI_Datatype*,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_subarray)(int, const int*, const int*, const int*, int, MPI_Datatype,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_create_subarray_c)(int, const MPI_Count*, const MPI_Count*, const MPI_Count*, int, MPI_Datatype,
        MPI_Datatype*) = nullptr;
    int (*MPI_Type_dup)(MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_free)(MPI_Datatype*) = nullptr;
    int (*MPI_Type_get_contents_c)(MPI_Datatype, MPI_Count, MPI_Count, MPI_Count, MPI_Count, int*, MPI_Aint*,
        MPI_Count*, MPI_Datatype*) = nullptr;
    int (*MPI_Type_get_contents)(MPI_Datatype, int, int, int, int*, MPI_Aint*, MPI_Datatype*) = nullptr;
    int (*MPI_Type_get_envelope_c)(MPI_Datatype, MPI_Count*, MPI_Count*, MPI_Count*, MPI_Count*, int*) = nullptr;
    int (*MPI_Type_get_envelope)(MPI_Datatype, int*, int*, int*, int*) = nullptr;
    int (*MPI_Type_get_extent)(MPI_Datatype, MPI_Aint*, MPI_Aint*) = nullptr;
    int (*MPI_Type_get_extent_c)(MPI_Datatype, MPI_Count*, MPI_Count*) = nullptr;
    int (*MPI_Type_get_extent_x)(MPI_Datatype, MPI_Count*, MPI_Count*) = nullptr;
    int (*MPI_Type_get_name)(MPI_Datatype, char*, int*) = nullptr;
    int (*MPI_Type_get_true_extent)(MPI_Datatype, MPI_Aint*, MPI_Aint*) = nullptr;
    int (*MPI_Type_get_true_extent_c)(MPI_Datatype, MPI_Count*, MPI_Count*) = nullptr;
    int (*MPI_Type_get_true_extent_x)(MPI_Datatype, MPI_Count*, MPI_Count*) = nullptr;
    int (*MPI_Type_get_value_index)(MPI_Datatype, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_indexed)(int, const int*, const int*, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_indexed_c)(MPI_Count, const MPI_Count*, const MPI_Count*, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_match_size)(int, int, MPI_Datatype*) = nullptr;
    int (*MPI_Type_set_name)(MPI_Datatype, const char*) = nullptr;
    int (*MPI_Type_size)(MPI_Datatype, int*) = nullptr;
    int (*MPI_Type_size_c)(MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_Type_size_x)(MPI_Datatype, MPI_Count*) = nullptr;
    int (*MPI_Type_vector)(int, int, int, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Type_vector_c)(MPI_Count, MPI_Count, MPI_Count, MPI_Datatype, MPI_Datatype*) = nullptr;
    int (*MPI_Unpack)(const void*, int, int*, void*, int, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Unpack_c)(const void*, MPI_Count, MPI_Count*, void*, MPI_Count, MPI_Datatype, MPI_Comm) = nullptr;
    int (*MPI_Unpack_external)(const char*, const void*, MPI_Aint, MPI_Aint*, void*, int, MPI_Datatype) = nullptr;
    int (*MPI_Unpack_external_c)(const char*, const void*, MPI_Count, MPI_Count*, void*, MPI_Count,
        MPI_Datatype) = nullptr;
    int (*MPI_Unpublish_name)(const char*, MPI_Info, const char*) = nullptr;
    int (*MPI_Win_attach)(MPI_Win, void*, MPI_Aint) = nullptr;
    int (*MPI_Win_detach)(MPI_Win, const void*) = nullptr;
    int (*MPI_Win_get_group)(MPI_Win, MPI_Group*) = nullptr;
    int (*MPI_Win_get_info)(MPI_Win, MPI_Info*) = nullptr;
    int (*MPI_Win_get_name)(MPI_Win, char*, int*) = nullptr;
    int (*MPI_Win_set_info)(MPI_Win, MPI_Info) = nullptr;
    int (*MPI_Win_set_name)(MPI_Win, const char*) = nullptr;
    int (*MPI_Win_shared_query)(MPI_Win, int, MPI_Aint*, int*, void*) = nullptr;
    int (*MPI_Win_shared_query_c)(MPI_Win, int, MPI_Aint*, MPI_Aint*, void*) = nullptr;
    int (*MPI_Comm_create_keyval)(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*) = nullptr;
    int (*MPI_Comm_set_attr)(MPI_Comm, int, void*) = nullptr;
    int (*MPI_Error_class)(int, int*) = nullptr;
    int (*MPI_Finalized)(int*) = nullptr;

    /// Stores `address` as function number `number`.
    void set(Function number, void* address);
};

extern HostMpi host;

}  // namespace shunt
