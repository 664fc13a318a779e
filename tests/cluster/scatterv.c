/* scatterv WAY: checks every byte of MPI_Scatterv to 1, 2, 5 and no ranks, from every root, with derived types and in
 * place at the root. WAY: `plain`, or in groups that are `opened` once and used repeatedly. Prints one line with the
 * data of all ranks, which is the same on every MPI and in every way.
 * scatterv bulk | bulk-opened: 3 MB from rank 0 to ranks 1 and 2, in pieces. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/include/mpix_shunt.h"

enum { kIterations = 100, kMost = 6000, kShapes = 4 };

static int rank, ranks;
static unsigned long long total = 14695981039346656037ull;

static unsigned char byte_of(int iteration, int to, int at) {
    return (unsigned char)(iteration * 31 + to * 7 + at * 13 + at / 251);
}

static void require(int good, const char* what, int iteration) {
    if (good) return;
    fprintf(stderr, "rank %d, iteration %d: %s\n", rank, iteration, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int has_data(int shape, int root, int to) {
    static const int receivers[kShapes] = {1, 2, 5, 0};
    const int place = (to - root - 1 + ranks) % ranks; /* the root is last */
    return place < receivers[shape];
}

/* Irregular sizes, from a byte to several datagrams. */
static int pairs_for(int shape, int root, int to) {
    static const int sizes[] = {1, 700, 3, kMost / 2 - 1, 129};
    return has_data(shape, root, to) ? sizes[(to + shape) % 5] : 0;
}

/* Two of three bytes: a type with holes, so that it must be packed. */
static MPI_Datatype pair_type(void) {
    MPI_Datatype vector, pair;
    MPI_Type_vector(2, 1, 2, MPI_BYTE, &vector);
    MPI_Type_create_resized(vector, 0, 4, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_free(&vector);
    return pair;
}

static void scatter_once(int shape, int root, int iteration, MPI_Datatype pair, MPIX_Scatterv_group* group) {
    static unsigned char send[8 * (4 * kMost + 64)], got[4 * kMost];
    int counts[64], places[64], next = 1;
    const int in_place = iteration % 3 == 0, contiguous = iteration % 2 == 0;
    for (int to = 0; to < ranks; ++to) {
        counts[to] = pairs_for(shape, root, to);
        places[to] = next; /* blocks in order, with holes between them */
        next += counts[to] + to % 2;
        for (int i = 0; i < counts[to]; ++i) {
            send[4 * (places[to] + i)] = byte_of(iteration, to, 2 * i);
            send[4 * (places[to] + i) + 2] = byte_of(iteration, to, 2 * i + 1);
        }
    }
    memset(got, 0xee, sizeof got);
    const int mine = counts[rank];
    void* receive = root == rank && in_place ? MPI_IN_PLACE : got;
    const MPI_Datatype type = contiguous ? MPI_BYTE : pair;
    const int count = contiguous ? 2 * mine : mine;
    int code;
    if (group) code = MPIX_Scatterv_data_movement(send, counts, places, pair, receive, count, type, group);
    else code = MPI_Scatterv(send, counts, places, pair, receive, count, type, root, MPI_COMM_WORLD);
    require(code == MPI_SUCCESS, "no success", iteration);
    for (int i = 0; i < 2 * mine && receive != MPI_IN_PLACE; ++i) {
        const unsigned char byte = got[contiguous ? i : 2 * i];
        require(byte == byte_of(iteration, rank, i), "a wrong byte", iteration);
        if (!contiguous) require(got[2 * i + 1] == 0xee, "a hole was written to", iteration);
        total = (total ^ byte) * 1099511628211ull;
    }
    require(got[contiguous ? 2 * mine : 4 * mine] == 0xee, "a byte too many", iteration);
}

static void bulk(int opened) {
    enum { kPiece = 32768, kTimes = 48 };
    static unsigned char send[2 * kPiece], got[kPiece];
    int counts[64] = {0, kPiece, kPiece}, places[64] = {0, 0, kPiece};
    MPIX_Scatterv_group group;
    if (opened) MPIX_Scatterv_open_group(counts, MPI_BYTE, 0, MPI_COMM_WORLD, &group);
    for (int time = 0; time < kTimes; ++time) {
        for (int i = 0; i < 2 * kPiece; ++i) send[i] = byte_of(time, 1 + i / kPiece, i % kPiece);
        if (opened) MPIX_Scatterv_data_movement(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, &group);
        else MPI_Scatterv(send, counts, places, MPI_BYTE, got, counts[rank], MPI_BYTE, 0, MPI_COMM_WORLD);
        for (int i = 0; i < counts[rank]; ++i) require(got[i] == byte_of(time, rank, i), "a wrong byte", time);
    }
    if (opened) MPIX_Scatterv_close_group(&group);
}

static void many_shapes(int is_opened) {
    MPI_Datatype pair = pair_type();
    MPIX_Scatterv_group groups[kShapes][8];
    for (int shape = 0; is_opened && shape < kShapes; ++shape)
        for (int root = 0; root < ranks; ++root) {
            int counts[64];
            for (int to = 0; to < ranks; ++to) counts[to] = pairs_for(shape, root, to);
            const int* told = root == rank ? counts : NULL;
            require(MPIX_Scatterv_open_group(told, pair, root, MPI_COMM_WORLD, &groups[shape][root]) == MPI_SUCCESS,
                    "not opened", 0);
        }
    for (int iteration = 0; iteration < kIterations; ++iteration) {
        const int shape = iteration % kShapes, root = (iteration / kShapes) % ranks;
        scatter_once(shape, root, iteration, pair, is_opened ? &groups[shape][root] : NULL);
    }
    for (int shape = 0; is_opened && shape < kShapes; ++shape)
        for (int root = ranks - 1; root >= 0; --root) MPIX_Scatterv_close_group(&groups[shape][root]);
    MPI_Type_free(&pair);
    unsigned long long sum = 0;
    MPI_Reduce(&total, &sum, 1, MPI_UNSIGNED_LONG_LONG, MPI_BXOR, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%d ranks have %016llx\n", ranks, sum);
}

int main(int argc, char** argv) {
    const char* way = argc > 1 ? argv[1] : "plain";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int one = 0, ones[64], places[64];
    for (int peer = 0; peer < ranks; ++peer) ones[peer] = 1, places[peer] = peer;
    MPI_Scatterv(ones, ones, places, MPI_INT, &one, 1, MPI_INT, 0,
                 MPI_COMM_WORLD); /* wants the team that carries the next calls */
    MPI_Barrier(MPI_COMM_WORLD);  /* makes that team */
    if (strncmp(way, "bulk", 4) == 0) bulk(strcmp(way, "bulk-opened") == 0);
    else many_shapes(strcmp(way, "opened") == 0);
    MPI_Finalize();
    return 0;
}
