/* Functions that the kernels of this folder share. All messages between ranks use them, so that a run with notes can
 * find the receives that were posted before their message was sent. */
#pragma once
#include <mpi.h>
#include <stddef.h>

extern int rank, ranks;

/* A kernel. Each run begins with the same state, so each must end with the same result, bit by bit. */
typedef struct {
    const char* name;
    void (*make)(int size);
    void (*run)(int steps);
    /* The result of the run on this rank.   Returns: its length in bytes. */
    size_t (*result)(const void** at);
    /* Fails unless the last run's result is that of a single process. */
    void (*check)(int steps);
} Kernel;

extern const Kernel kernel_is, kernel_cg, kernel_lu, kernel_sp, kernel_bt, kernel_mg;

typedef struct {
    MPI_Request request;
    long note; /* index of a receive's note */
} Started;

/* As MPI_Irecv, MPI_Isend, MPI_Waitall, MPI_Recv, MPI_Send, of bytes. */
Started post(void* to, size_t bytes, int from, int tag);
Started start(const void* data, size_t bytes, int to, int tag);
void await(Started* started, int count);
void get(void* to, size_t bytes, int from, int tag);
void give(const void* data, size_t bytes, int to, int tag);

/* Zeroed memory. Ends the job when there is none. */
void* taken(size_t bytes);
/* Ends the job. */
void failed(const char* what);
/* A number in [0, 1) that depends on `number` alone. */
double drawn(unsigned long long number);
/* Fails unless the values are equal except for rounding. */
void compare(const char* what, const double* got, const double* alone, size_t count, double rounding);
