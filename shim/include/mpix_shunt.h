/* MPI_Scatterv to a group that is opened once and used again and again: the sizes are told once, and where Shunt carries the operation by
 * multicast, only hosts that have data take part. A program that uses it needs no library of Shunt's: without Shunt, and wherever Shunt carries
 * nothing, each call is a plain MPI_Scatterv. For C (C99) and C++; needs dlsym, which glibc has from 2.34 on, else -ldl.
 * Source: CC-MPI 3.1, compiler-assisted group management.
 *
 *     MPIX_Scatterv_group group;
 *     MPIX_Scatterv_open_group(sendcounts, MPI_DOUBLE, root, comm, &group);
 *     for (...) MPIX_Scatterv_data_movement(sendbuf, sendcounts, displs, MPI_DOUBLE, recvbuf, recvcount, MPI_DOUBLE, &group);
 *     MPIX_Scatterv_close_group(&group);
 *
 * All three are called by all ranks of the communicator, in the same order, as collective operations are. */
#ifndef MPIX_SHUNT_H
#define MPIX_SHUNT_H

#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An opened group. May be copied; what is in it is not for the program. */
typedef struct MPIX_Scatterv_group {
    MPI_Comm comm;
    int root;
    void *opened; /* null: nothing carries it */
    int (*move)(const void *, const int *, const int *, MPI_Datatype, void *, int, MPI_Datatype, void *);
    int (*close)(void *);
} MPIX_Scatterv_group;

static inline void *MPIX_Scatterv_find_(const char *name) {
#ifdef RTLD_DEFAULT
    return dlsym(RTLD_DEFAULT, name);
#else
    return dlsym((void *)0, name);
#endif
}

/* Opens a group. `sendcounts` (one for each rank) and `sendtype` matter at the root alone, and are what every later
 * MPIX_Scatterv_data_movement of this group has; the communicator must not be freed before the group is closed.
 * Fails: as MPI functions do, through the communicator's error handler. */
static inline int MPIX_Scatterv_open_group(const int sendcounts[], MPI_Datatype sendtype, int root, MPI_Comm comm, MPIX_Scatterv_group *group) {
    int (*open)(const int *, MPI_Datatype, int, MPI_Comm, void **);
    void *found = MPIX_Scatterv_find_("shunt_Scatterv_open_group");
    void *move = MPIX_Scatterv_find_("shunt_Scatterv_data_movement");
    void *close = MPIX_Scatterv_find_("shunt_Scatterv_close_group");
    group->comm = comm;
    group->root = root;
    group->opened = (void *)0;
    if (!found || !move || !close) return MPI_SUCCESS;
    memcpy(&open, &found, sizeof open); /* C has no cast for it */
    memcpy(&group->move, &move, sizeof group->move);
    memcpy(&group->close, &close, sizeof group->close);
    return open(sendcounts, sendtype, root, comm, &group->opened);
}

/* MPI_Scatterv with the root and communicator of the group. MPI_IN_PLACE is allowed as `recvbuf` of the root.
 * Fails: MPI_ERR_ARG when `sendcounts` or the size of `sendtype` at the root are not those the group was opened with: at the root, and at all
 * ranks of hosts that wait for its data; others cannot know and succeed. The group can be used further. MPI_ERR_TRUNCATE at a rank that has room
 * for less than its block. Where nothing carries the group, the call is MPI_Scatterv, with the counts it is given and its errors. */
static inline int MPIX_Scatterv_data_movement(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                                              int recvcount, MPI_Datatype recvtype, const MPIX_Scatterv_group *group) {
    if (!group->opened) return MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, group->root, group->comm);
    return group->move(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, group->opened);
}

/* Closes a group; it and its copies must not be used any more. */
static inline int MPIX_Scatterv_close_group(MPIX_Scatterv_group *group) {
    void *opened = group->opened;
    group->opened = (void *)0;
    group->comm = MPI_COMM_NULL;
    return opened ? group->close(opened) : MPI_SUCCESS;
}

#ifdef __cplusplus
}
#endif
#endif
