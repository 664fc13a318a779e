/* MPI-IO: independent, collective, shared-pointer and nonblocking access, through views, to one file. Usage: io [seed]
 * [directory] */
#include <unistd.h>

#include "check.h"

#define BLOCK 50
#define ROUNDS 4

static int value_of(int rank, int i) { return rank * 100000 + i; }

static void write_interleaved(MPI_File file, MPI_Datatype view) {
    int data[BLOCK * ROUNDS];
    MPI_Status status;
    int count = -1;
    for (int i = 0; i < BLOCK * ROUNDS; ++i) data[i] = value_of(world_rank, i);
    CHECK_OK(MPI_File_set_view(file, (MPI_Offset)world_rank * BLOCK * 4, MPI_INT, view, "native", MPI_INFO_NULL));
    CHECK_OK(MPI_File_write_all(file, data, BLOCK * ROUNDS, MPI_INT, &status));
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, BLOCK * ROUNDS);
}

static void read_interleaved(MPI_File file) {
    int data[BLOCK * ROUNDS] = {0};
    CHECK_OK(MPI_File_seek(file, 0, MPI_SEEK_SET));
    CHECK_OK(MPI_File_read_all(file, data, BLOCK * ROUNDS, MPI_INT, MPI_STATUS_IGNORE));
    for (int i = 0; i < BLOCK * ROUNDS; ++i) CHECK_EQUAL(data[i], value_of(world_rank, i));
}

/* Reads without the view, to check where each rank's ints are. */
static void read_plain(MPI_File file) {
    int data[BLOCK];
    const int other = (world_rank + 1) % world_size;
    MPI_Request request;
    MPI_Status status;
    int count = -1;
    CHECK_OK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    for (int round = 0; round < ROUNDS; ++round) {
        const MPI_Offset at = (MPI_Offset)(round * world_size + other) * BLOCK;
        CHECK_OK(MPI_File_iread_at(file, at, data, BLOCK, MPI_INT, &request));
        CHECK_OK(MPI_Wait(&request, &status));
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK_EQUAL(count, BLOCK);
        for (int i = 0; i < BLOCK; ++i) CHECK_EQUAL(data[i], value_of(other, round * BLOCK + i));
        CHECK_OK(MPI_File_read_at_all(file, at, data, BLOCK, MPI_INT, &status));
        CHECK_EQUAL(data[0], value_of(other, round * BLOCK));
    }
}

/* Several collective operations in the background, completed by one Waitall, with the plain view. */
static void several_at_once(MPI_File file) {
    int data[ROUNDS][BLOCK];
    const int other = (world_rank + 1) % world_size;
    MPI_Request requests[ROUNDS];
    MPI_Status statuses[ROUNDS];
    for (int round = 0; round < ROUNDS; ++round) {
        for (int i = 0; i < BLOCK; ++i) data[round][i] = -value_of(world_rank, round * BLOCK + i);
        CHECK_OK(MPI_File_iwrite_at_all(file, (MPI_Offset)(round * world_size + world_rank) * BLOCK, data[round], BLOCK,
                                        MPI_INT, &requests[round]));
    }
    CHECK_OK(MPI_Waitall(ROUNDS, requests, statuses));
    for (int round = 0; round < ROUNDS; ++round) {
        int count = -1;
        MPI_Get_count(&statuses[round], MPI_INT, &count);
        CHECK_EQUAL(count, BLOCK);
        CHECK(requests[round] == MPI_REQUEST_NULL, "round %d", round);
    }
    CHECK_OK(MPI_File_sync(file));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < ROUNDS; ++round)
        CHECK_OK(MPI_File_iread_at_all(file, (MPI_Offset)(round * world_size + other) * BLOCK, data[round], BLOCK,
                                       MPI_INT, &requests[round]));
    CHECK_OK(MPI_Waitall(ROUNDS, requests, statuses));
    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < BLOCK; ++i) CHECK_EQUAL(data[round][i], -value_of(other, round * BLOCK + i));
}

static void errors(const char* path) {
    MPI_File file;
    char missing[600];
    snprintf(missing, sizeof missing, "%s.missing", path);
    report_class("open a missing file", MPI_File_open(MPI_COMM_SELF, missing, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
}

int main(int argc, char** argv) {
    start(argc, argv);
    char path[500];
    snprintf(path, sizeof path, "%s/shunt_io_test.%d", argc > 2 ? argv[2] : "/tmp", (int)getpid());
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_File file;
    MPI_Datatype view;
    MPI_Offset bytes = 0;
    MPI_Type_vector(ROUNDS, BLOCK, BLOCK * world_size, MPI_INT, &view);
    MPI_Type_commit(&view);
    const int opened = MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                                     MPI_INFO_NULL, &file);
    CHECK_OK(opened);
    if (opened == MPI_SUCCESS) {
        write_interleaved(file, view);
        read_interleaved(file);
        CHECK_OK(MPI_File_sync(file));
        MPI_Barrier(MPI_COMM_WORLD);
        read_plain(file);
        MPI_Barrier(MPI_COMM_WORLD);
        several_at_once(file);
        CHECK_OK(MPI_File_get_size(file, &bytes));
        CHECK_EQUAL(bytes, (MPI_Offset)4 * BLOCK * ROUNDS * world_size);
        CHECK_OK(MPI_File_close(&file));
    }
    errors(path);
    MPI_Type_free(&view);
    return finish();
}
