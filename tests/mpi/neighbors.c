/* Cartesian, graph and distributed-graph topologies and their neighbourhood collectives, blocking and nonblocking.
   Usage: neighbors [seed] */
#include "forms.h"

#define MOST 16

typedef struct {
    const char* name;
    MPI_Comm comm;
    int rank, in, out;
    int sources[MOST], destinations[MOST]; /* as MPI orders them; MPI_PROC_NULL at the edges of a grid */
} Neighbourhood;

/* The value that `from` sends along its n-th edge to `to`: for the all-to-all forms it matters which edge it took. */
static int value_of(int from, int to, int i) { return from * 10000 + (to + 1) * 100 + i; }

static void allgather(const Neighbourhood* there, enum Form form) {
    int send[2] = {there->rank, -there->rank}, receive[2 * MOST];
    for (int i = 0; i < 2 * MOST; ++i) receive[i] = -999;
    RUN(form, MPI_Neighbor_allgather, MPI_Ineighbor_allgather, send, 2, MPI_INT, receive, 2, MPI_INT, there->comm);
    for (int i = 0; i < there->in; ++i) {
        const int source = there->sources[i];
        CHECK(receive[2 * i] == (source == MPI_PROC_NULL ? -999 : source), "%s: neighbour %d sent %d", there->name, i,
              receive[2 * i]);
        CHECK_EQUAL(receive[2 * i + 1], source == MPI_PROC_NULL ? -999 : -source);
    }
    for (int i = 2 * there->in; i < 2 * MOST; ++i) CHECK_EQUAL(receive[i], -999);
}

static void allgatherv(const Neighbourhood* there, enum Form form) {
    int send[3], receive[4 * MOST], counts[MOST] = {0}, places[MOST] = {0};
    const int mine = 1 + there->rank % 3;
    for (int i = 0; i < mine; ++i) send[i] = value_of(there->rank, 0, i);
    for (int i = 0; i < 4 * MOST; ++i) receive[i] = -999;
    for (int i = 0; i < there->in; ++i) {
        counts[i] = there->sources[i] == MPI_PROC_NULL ? 0 : 1 + there->sources[i] % 3;
        places[i] = 4 * (there->in - 1 - i);
    }
    RUN(form, MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, send, mine, MPI_INT, receive, counts, places, MPI_INT,
        there->comm);
    for (int i = 0; i < there->in; ++i)
        for (int k = 0; k < 4; ++k)
            CHECK_EQUAL(receive[places[i] + k], k < counts[i] ? value_of(there->sources[i], 0, k) : -999);
}

static void alltoall(const Neighbourhood* there, enum Form form) {
    int send[2 * MOST], receive[2 * MOST];
    for (int i = 0; i < 2 * MOST; ++i) send[i] = receive[i] = -999;
    for (int i = 0; i < there->out; ++i)
        for (int k = 0; k < 2; ++k) send[2 * i + k] = value_of(there->rank, there->destinations[i], k);
    RUN(form, MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, send, 2, MPI_INT, receive, 2, MPI_INT, there->comm);
    for (int i = 0; i < there->in; ++i)
        for (int k = 0; k < 2; ++k)
            CHECK_EQUAL(receive[2 * i + k],
                        there->sources[i] == MPI_PROC_NULL ? -999 : value_of(there->sources[i], there->rank, k));
    for (int i = 2 * there->in; i < 2 * MOST; ++i) CHECK_EQUAL(receive[i], -999);
}

static void alltoallv(const Neighbourhood* there, enum Form form) {
    int send[4 * MOST], receive[4 * MOST], sends[MOST] = {0}, receives[MOST] = {0}, places[MOST];
    for (int i = 0; i < MOST; ++i) places[i] = 4 * i;
    for (int i = 0; i < 4 * MOST; ++i) send[i] = receive[i] = -999;
    for (int i = 0; i < there->out; ++i) {
        if (there->destinations[i] == MPI_PROC_NULL) continue;
        sends[i] = (there->rank + there->destinations[i]) % 4;
        for (int k = 0; k < sends[i]; ++k) send[4 * i + k] = value_of(there->rank, there->destinations[i], k);
    }
    for (int i = 0; i < there->in; ++i)
        if (there->sources[i] != MPI_PROC_NULL) receives[i] = (there->rank + there->sources[i]) % 4;
    RUN(form, MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, send, sends, places, MPI_INT, receive, receives, places,
        MPI_INT, there->comm);
    for (int i = 0; i < there->in; ++i)
        for (int k = 0; k < 4; ++k)
            CHECK_EQUAL(receive[4 * i + k], k < receives[i] ? value_of(there->sources[i], there->rank, k) : -999);
}

static void alltoallw(const Neighbourhood* there) {
    int send[MOST], receive[MOST], counts[MOST];
    MPI_Aint places[MOST];
    MPI_Datatype types[MOST];
    for (int i = 0; i < MOST; ++i) {
        send[i] = i < there->out ? value_of(there->rank, there->destinations[i], 0) : -999;
        receive[i] = -999, counts[i] = 1, places[i] = 4L * i, types[i] = MPI_INT;
    }
    CHECK_OK(MPI_Neighbor_alltoallw(send, counts, places, types, receive, counts, places, types, there->comm));
    for (int i = 0; i < there->in; ++i)
        CHECK_EQUAL(receive[i],
                    there->sources[i] == MPI_PROC_NULL ? -999 : value_of(there->sources[i], there->rank, 0));
}

/* The ordinary collectives work on a communicator with a topology too. */
static void ordinary(const Neighbourhood* there) {
    int size, total = 0, send[64], receive[64];
    MPI_Comm_size(there->comm, &size);
    CHECK_OK(MPI_Allreduce(&there->rank, &total, 1, MPI_INT, MPI_SUM, there->comm));
    CHECK_EQUAL(total, size * (size - 1) / 2);
    for (int i = 0; i < size; ++i) send[i] = value_of(there->rank, i, 1);
    CHECK_OK(MPI_Alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, there->comm));
    for (int i = 0; i < size; ++i) CHECK_EQUAL(receive[i], value_of(i, there->rank, 1));
}

static void all_of(const Neighbourhood* there) {
    for (int form = BLOCKING; form < FORM_END; ++form) {
        allgather(there, form);
        allgatherv(there, form);
        alltoall(there, form);
        alltoallv(there, form);
    }
    alltoallw(there);
    ordinary(there);
}

/* A grid of one or two dimensions. No periodic dimension has fewer than 3 ranks: there both neighbours are one rank,
   and the hosts order its messages differently. */
static void grid(int dimensions, int periodic) {
    Neighbourhood there = {.name = periodic ? "periodic grid" : "grid"};
    int sizes[2] = {0, 0}, periods[2] = {0, 0}, rank = -1, coordinates[2] = {0, 0};
    CHECK_OK(MPI_Dims_create(world_size, dimensions, sizes));
    for (int d = 0; d < dimensions; ++d) periods[d] = periodic && sizes[d] > 2;
    CHECK_OK(MPI_Cart_create(MPI_COMM_WORLD, dimensions, sizes, periods, 0, &there.comm));
    MPI_Comm_rank(there.comm, &there.rank);
    for (int d = 0; d < dimensions; ++d) {
        int down, up;
        CHECK_OK(MPI_Cart_shift(there.comm, d, 1, &down, &up));
        there.sources[there.in++] = down, there.sources[there.in++] = up;
        there.destinations[there.out++] = down, there.destinations[there.out++] = up;
    }
    CHECK_OK(MPI_Cart_coords(there.comm, there.rank, dimensions, coordinates));
    CHECK_EQUAL(there.rank, dimensions == 1 ? coordinates[0] : coordinates[0] * sizes[1] + coordinates[1]);
    CHECK_OK(MPI_Cart_rank(there.comm, coordinates, &rank));
    CHECK_EQUAL(rank, there.rank);
    all_of(&there);
    MPI_Comm row;
    CHECK_OK(MPI_Cart_sub(there.comm, (const int[2]){1, 0}, &row));
    int size = 0;
    MPI_Comm_size(row, &size);
    CHECK_EQUAL(size, sizes[0]);
    MPI_Comm_free(&row);
    MPI_Comm_free(&there.comm);
}

/* A star: every rank is a neighbour of rank 0 alone. */
static void graph(void) {
    Neighbourhood there = {.name = "graph"};
    int index[64], edges[128], edge = 0, kind = 0;
    for (int rank = 0; rank < world_size; ++rank) {
        for (int peer = 1; rank == 0 && peer < world_size; ++peer) edges[edge++] = peer;
        if (rank > 0) edges[edge++] = 0;
        index[rank] = edge;
    }
    CHECK_OK(MPI_Graph_create(MPI_COMM_WORLD, world_size, index, edges, 0, &there.comm));
    MPI_Topo_test(there.comm, &kind);
    CHECK_EQUAL(kind, MPI_GRAPH);
    there.rank = world_rank;
    there.in = there.out = world_rank == 0 ? world_size - 1 : 1;
    for (int i = 0; i < there.in; ++i) there.sources[i] = there.destinations[i] = world_rank == 0 ? i + 1 : 0;
    all_of(&there);
    MPI_Comm_free(&there.comm);
}

/* One-way ring: the neighbours that send and those that receive are different ranks. */
static void distributed_graph(void) {
    Neighbourhood there = {.name = "distributed graph", .rank = world_rank, .in = 1, .out = 1};
    there.sources[0] = (world_rank + world_size - 1) % world_size;
    there.destinations[0] = (world_rank + 1) % world_size;
    CHECK_OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, there.sources, MPI_UNWEIGHTED, 1, there.destinations,
                                            MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &there.comm));
    int in = -1, out = -1, weighted = -1;
    MPI_Dist_graph_neighbors_count(there.comm, &in, &out, &weighted);
    CHECK(in == 1 && out == 1 && weighted == 0, "neighbours: %d in, %d out, weighted %d", in, out, weighted);
    all_of(&there);
    MPI_Comm_free(&there.comm);
}

/* Prints the values that arrive, in order, where several edges lead to the same neighbour. The hosts order these
   messages differently, but the order of each host must not change under Shunt. */
static void report_order(MPI_Comm comm, const char* what) {
    const int counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 2, 3};
    const MPI_Aint offsets[4] = {0, 4, 8, 12};
    const MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
    const int send[4] = {1, 2, 3, 4};
    int got[3][4] = {{0}};
    CHECK_OK(MPI_Neighbor_alltoall(send, 1, MPI_INT, got[0], 1, MPI_INT, comm));
    CHECK_OK(MPI_Neighbor_alltoallv(send, counts, places, MPI_INT, got[1], counts, places, MPI_INT, comm));
    CHECK_OK(MPI_Neighbor_alltoallw(send, counts, offsets, types, got[2], counts, offsets, types, comm));
    for (int form = 0; form < 3; ++form) {
        char name[64];
        snprintf(name, sizeof name, "order in %s, form %d", what, form);
        report_number(name, ((got[form][0] * 10 + got[form][1]) * 10 + got[form][2]) * 10 + got[form][3]);
    }
}

/* A periodic grid of 1 or 2 in each dimension, and a graph with two edges to each neighbour. */
static void two_ways(void) {
    int sizes[2] = {world_size < 2 ? 1 : 2, world_size < 4 ? 1 : 2}, rank = 0;
    MPI_Comm comm;
    CHECK_OK(MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, (const int[2]){1, 1}, 0, &comm));
    if (comm != MPI_COMM_NULL) {
        report_order(comm, "grid");
        MPI_Comm_free(&comm);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int after = (rank + 1) % world_size, before = (rank + world_size - 1) % world_size;
    const int from[4] = {before, before, after, after}, to[4] = {after, after, before, before};
    CHECK_OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 4, from, MPI_UNWEIGHTED, 4, to, MPI_UNWEIGHTED,
                                            MPI_INFO_NULL, 0, &comm));
    report_order(comm, "graph");
    MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
    start(argc, argv);
    two_ways();
    for (int periodic = 0; periodic < 2; ++periodic) {
        grid(1, periodic);
        grid(2, periodic);
    }
    if (world_size > 1) graph();
    distributed_graph();
    return finish();
}
