/* A collective in its blocking and its nonblocking form; the root and its group. */
#ifndef SHUNT_TESTS_MPI_FORMS_H
#define SHUNT_TESTS_MPI_FORMS_H

#include "teams.h"

enum Form { BLOCKING, NONBLOCKING, FORM_END };

static MPI_Request form_request;

static inline int wait_after(int error) {
    return error == MPI_SUCCESS ? MPI_Wait(&form_request, MPI_STATUS_IGNORE) : error;
}

/* RUN(form, MPI_Bcast, MPI_Ibcast, arguments ...) */
#define RUN(form, blocking, nonblocking, ...) \
    CHECK_OK((form) == BLOCKING ? blocking(__VA_ARGS__) : wait_after(nonblocking(__VA_ARGS__, &form_request)))

/* The root of an intercommunicator is in the group of side 0. */
static inline int root_argument(const Team* team, int root) {
    if (!team->is_inter || team->side == 1) return root;
    return team->rank == root ? MPI_ROOT : MPI_PROC_NULL;
}

static inline int is_root(const Team* team, int root) { return team->side == 0 && team->rank == root; }
static inline int is_leaf(const Team* team) { return !team->is_inter || team->side == 1; }
static inline int leaf_side(const Team* team) { return team->is_inter ? 1 : 0; }

/* Ranks in the group of side 0, where roots are. */
static inline int root_group_size(const Team* team) {
    if (!team->is_inter) return team->peers;
    int local;
    MPI_Comm_size(team->comm, &local);
    return team->side == 0 ? local : team->peers;
}

#endif
