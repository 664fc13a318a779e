/* Two extensions that need no library of Shunt to be built, linked or run: without Shunt, and wherever Shunt carries
 * nothing, their calls are plain MPI_Scatterv and MPI_Alltoallv. For C (C99) and C++; needs dlsym, which glibc has
 * from 2.34 on, else -ldl.
 *
 * MPI_Scatterv to a group that is opened once and used repeatedly: the sizes are exchanged once, and if Shunt carries
 * the operation by multicast, only hosts that have data take part.   Source: CC-MPI 3.1, compiler-assisted
 * group management.
 *
 *     MPIX_Scatterv_group group;
 *     MPIX_Scatterv_open_group(sendcounts, MPI_DOUBLE, root, comm, &group);
 *     for (...) MPIX_Scatterv_data_movement(sendbuf, sendcounts, displs, MPI_DOUBLE, recvbuf, recvcount, MPI_DOUBLE,
 * &group); MPIX_Scatterv_close_group(&group);
 *
 * MPI_Alltoallv by a schedule that is computed once and used repeatedly, in which no two messages share a link.
 * Source: CC-MPI 3.2, compiled communication for MPI_Alltoallv: Level 1 is control1 before each data_trans2, Level 2 is
 * control2 before each, Level 3 is data_trans2 alone.
 *
 *     MPIX_Alltoallv_schedule schedule;
 *     MPIX_Alltoallv_control1(sendcounts, MPI_DOUBLE, recvcounts, MPI_DOUBLE, comm, &schedule);
 *     for (...) MPIX_Alltoallv_data_trans2(sendbuf, sendcounts, sdispls, MPI_DOUBLE, recvbuf, recvcounts, rdispls,
 * MPI_DOUBLE, &schedule); MPIX_Alltoallv_free(&schedule);
 *
 * All ranks of the communicator must call these functions, in the same order, as collective operations. */
#ifndef MPIX_SHUNT_H
#define MPIX_SHUNT_H

#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An opened group. May be copied; the program must not access its members. */
typedef struct MPIX_Scatterv_group {
    MPI_Comm comm;
    int root;
    void* opened; /* null: Shunt does not carry it */
    int (*move)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, void*);
    int (*close)(void*);
} MPIX_Scatterv_group;

static inline void* MPIX_Shunt_find_(const char* name) {
#ifdef RTLD_DEFAULT
    return dlsym(RTLD_DEFAULT, name);
#else
    return dlsym((void*)0, name);
#endif
}

/* Opens a group. `sendcounts` (one for each rank) and `sendtype` are significant only at the root. Every later
 * MPIX_Scatterv_data_movement of this group must have the same. The communicator must not be freed before the group is
 * closed.
 * Fails: as MPI functions do, through the communicator's error handler. */
static inline int MPIX_Scatterv_open_group(const int sendcounts[], MPI_Datatype sendtype, int root, MPI_Comm comm,
                                           MPIX_Scatterv_group* group) {
    int (*open)(const int*, MPI_Datatype, int, MPI_Comm, void**);
    void* found = MPIX_Shunt_find_("shunt_Scatterv_open_group");
    void* move = MPIX_Shunt_find_("shunt_Scatterv_data_movement");
    void* close = MPIX_Shunt_find_("shunt_Scatterv_close_group");
    group->comm = comm;
    group->root = root;
    group->opened = (void*)0;
    if (!found || !move || !close) return MPI_SUCCESS;
    memcpy(&open, &found, sizeof open); /* C has no cast for it */
    memcpy(&group->move, &move, sizeof group->move);
    memcpy(&group->close, &close, sizeof group->close);
    return open(sendcounts, sendtype, root, comm, &group->opened);
}

/* MPI_Scatterv with the root and communicator of the group. MPI_IN_PLACE is allowed as `recvbuf` of the root.
 * Fails: MPI_ERR_ARG if `sendcounts` or the size of `sendtype` at the root are not those the group was opened with: at
 * the root, and at all ranks of hosts that wait for its data. Other ranks cannot detect it and succeed. The group
 * remains usable. MPI_ERR_TRUNCATE at a rank whose buffer is smaller than its block. If Shunt does not carry the group,
 * the call is MPI_Scatterv, with the given counts and with its errors. */
static inline int MPIX_Scatterv_data_movement(const void* sendbuf, const int sendcounts[], const int displs[],
                                              MPI_Datatype sendtype, void* recvbuf, int recvcount,
                                              MPI_Datatype recvtype, const MPIX_Scatterv_group* group) {
    if (!group->opened)
        return MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, group->root,
                            group->comm);
    return group->move(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, group->opened);
}

/* Closes a group; it and its copies must not be used any more. */
static inline int MPIX_Scatterv_close_group(MPIX_Scatterv_group* group) {
    void* opened = group->opened;
    group->opened = (void*)0;
    group->comm = MPI_COMM_NULL;
    return opened ? group->close(opened) : MPI_SUCCESS;
}

/* A schedule. May be copied; the program must not access its members. */
typedef struct MPIX_Alltoallv_schedule {
    MPI_Comm comm;
    void* opened; /* null: Shunt does not carry it */
    int (*move)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, void*);
    int (*close)(void*);
} MPIX_Alltoallv_schedule;

static inline void* MPIX_Alltoallv_begin_(const char* control, MPI_Comm comm, MPIX_Alltoallv_schedule* schedule) {
    void* move = MPIX_Shunt_find_("shunt_Alltoallv_data_trans2");
    void* close = MPIX_Shunt_find_("shunt_Alltoallv_free");
    schedule->comm = comm;
    schedule->opened = (void*)0;
    if (!move || !close) return (void*)0;
    memcpy(&schedule->move, &move, sizeof schedule->move); /* C has no cast for it */
    memcpy(&schedule->close, &close, sizeof schedule->close);
    return MPIX_Shunt_find_(control);
}

/* Makes the schedule for blocks of these sizes. Every rank gives its own: those that it sends to and receives from
 * every other rank. The ranks exchange them. The communicator must not be freed before the schedule is. Fails: as MPI
 * functions do, through the communicator's error handler; MPI_ERR_COUNT for a negative count, MPI_ERR_TYPE,
 * MPI_ERR_ARG. */
static inline int MPIX_Alltoallv_control1(const int sendcounts[], MPI_Datatype sendtype, const int recvcounts[],
                                          MPI_Datatype recvtype, MPI_Comm comm, MPIX_Alltoallv_schedule* schedule) {
    int (*control)(const int*, MPI_Datatype, const int*, MPI_Datatype, MPI_Comm, void**);
    void* found = MPIX_Alltoallv_begin_("shunt_Alltoallv_control1", comm, schedule);
    if (!found) return MPI_SUCCESS;
    memcpy(&control, &found, sizeof control);
    return control(sendcounts, sendtype, recvcounts, recvtype, comm, &schedule->opened);
}

/* The same if every rank knows the whole pattern: pattern[i * size + j] is the number of bytes that rank i sends to
 * rank j, equal on all ranks. The ranks exchange nothing, except in the first call on a communicator, for its setup.
 * Fails: MPI_ERR_ARG for a negative size. */
static inline int MPIX_Alltoallv_control2(const MPI_Aint pattern[], MPI_Comm comm, MPIX_Alltoallv_schedule* schedule) {
    int (*control)(const MPI_Aint*, MPI_Comm, void**);
    void* found = MPIX_Alltoallv_begin_("shunt_Alltoallv_control2", comm, schedule);
    if (!found) return MPI_SUCCESS;
    memcpy(&control, &found, sizeof control);
    return control(pattern, comm, &schedule->opened);
}

/* MPI_Alltoallv by the schedule, on its communicator. The blocks must have the sizes it was made for;
 * displacements and datatypes may change. Fails: as MPI_Alltoallv; MPI_ERR_TRUNCATE if a block has another size. */
static inline int MPIX_Alltoallv_data_trans2(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                             MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                             const int rdispls[], MPI_Datatype recvtype,
                                             const MPIX_Alltoallv_schedule* schedule) {
    if (!schedule->opened)
        return MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                             schedule->comm);
    return schedule->move(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                          schedule->opened);
}

/* Frees a schedule; it and its copies must not be used any more. */
static inline int MPIX_Alltoallv_free(MPIX_Alltoallv_schedule* schedule) {
    void* opened = schedule->opened;
    schedule->opened = (void*)0;
    schedule->comm = MPI_COMM_NULL;
    return opened ? schedule->close(opened) : MPI_SUCCESS;
}

#ifdef __cplusplus
}
#endif
#endif
