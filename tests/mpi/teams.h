/* The communicators on which every collective is tried. */
#ifndef SHUNT_TESTS_MPI_TEAMS_H
#define SHUNT_TESTS_MPI_TEAMS_H

#include "check.h"

#define MOST_TEAMS 8

typedef struct {
    const char* name;
    MPI_Comm comm;
    int rank;
    int peers; /* the ranks that data is exchanged with: of an intercommunicator its remote group */
    int is_inter;
    int side;           /* the group of this rank in an intercommunicator, else 0 */
    uint64_t operation; /* counts calls, so that no two calls exchange the same values */
} Team;

static inline Team team_of(const char* name, MPI_Comm comm, int side) {
    Team team = {.name = name, .comm = comm, .side = side, .operation = mix(test_seed, (uint64_t)name[0])};
    MPI_Comm_rank(comm, &team.rank);
    MPI_Comm_test_inter(comm, &team.is_inter);
    if (team.is_inter) MPI_Comm_remote_size(comm, &team.peers);
    else MPI_Comm_size(comm, &team.peers);
    return team;
}

/* The values that `from` sends to `to` in the current operation; `from_side` distinguishes the two groups of an
 * intercommunicator. */
static inline uint64_t team_key(const Team* team, int from_side, int from, int to) {
    return mix4(team->operation, (uint64_t)from_side, (uint64_t)from, (uint64_t)to);
}

static inline uint64_t outgoing_key(const Team* team, int to) { return team_key(team, team->side, team->rank, to); }

static inline uint64_t incoming_key(const Team* team, int from) {
    return team_key(team, team->is_inter ? 1 - team->side : 0, from, team->rank);
}

/* World, a duplicate, halves by parity, reversed order, self and (with two ranks or more) an intercommunicator of the
 * halves. */
static inline int make_teams(Team teams[MOST_TEAMS]) {
    MPI_Comm comm, half;
    int count = 0;
    teams[count++] = team_of("world", MPI_COMM_WORLD, 0);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    teams[count++] = team_of("duplicate", comm, 0);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, world_rank, &half);
    teams[count++] = team_of("half", half, 0);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank, &comm);
    teams[count++] = team_of("reversed", comm, 0);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    teams[count++] = team_of("alone", comm, 0);
    if (world_size < 2) return count;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - world_rank % 2, 77, &comm);
    teams[count++] = team_of("inter", comm, world_rank % 2);
    return count;
}

static inline void free_teams(Team teams[MOST_TEAMS], int count) {
    for (int i = 0; i < count; ++i)
        if (teams[i].comm != MPI_COMM_WORLD) MPI_Comm_free(&teams[i].comm);
}

#endif
