/* Shared by every program of this suite: counting of checks, the report of the rank that failed, seeded values, the
   last line. */
#ifndef SHUNT_TESTS_MPI_CHECK_H
#define SHUNT_TESTS_MPI_CHECK_H

#include <mpi.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int world_rank, world_size;
static uint64_t test_seed = 1;
static atomic_long checks_done, checks_failed;

/* Mixes words into one. Every value sent is computed by this function, so that receivers know it without
   communicating. */
static inline uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t value = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 29)) * 0x94d049bb133111ebu;
    return value ^ (value >> 32);
}

static inline uint64_t mix4(uint64_t a, uint64_t b, uint64_t c, uint64_t d) { return mix(mix(mix(a, b), c), d); }

/* A value in [0, limit), always the same for the same arguments. */
static inline int pick(uint64_t key, int limit) { return limit > 0 ? (int)(mix(test_seed, key) % (uint64_t)limit) : 0; }

/* Counts one check; prints the first few failures of a rank. */
static inline int check_that(int holds, const char* file, int line, const char* text, const char* format, ...) {
    atomic_fetch_add(&checks_done, 1);
    if (holds) return 1;
    if (atomic_fetch_add(&checks_failed, 1) >= 10) return 0;
    char detail[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    const char* name = strrchr(file, '/');
    fprintf(stderr, "rank %d of %d: %s:%d: %s: %s\n", world_rank, world_size, name ? name + 1 : file, line, text,
            detail);
    return 0;
}

#define CHECK(condition, ...) check_that((condition), __FILE__, __LINE__, #condition, __VA_ARGS__)
#define CHECK_EQUAL(actual, expected)                                                                          \
    do {                                                                                                       \
        const long long actual_ = (long long)(actual), expected_ = (long long)(expected);                      \
        check_that(actual_ == expected_, __FILE__, __LINE__, #actual " == " #expected, "%lld instead of %lld", \
                   actual_, expected_);                                                                        \
    } while (0)
#define CHECK_OK(call) CHECK_EQUAL((call), MPI_SUCCESS)

static inline int class_of(int error) {
    int class_ = MPI_SUCCESS;
    if (error != MPI_SUCCESS) MPI_Error_class(error, &class_);
    return class_;
}

/* Writes a result that the host may choose (an error class, a count of handler calls). The launcher script compares
   these lines between the bare host and the host under Shunt. Each rank writes a file of its own, TEST_CHOSEN.RANK,
   because launchers mix lines of several ranks. Without TEST_CHOSEN the lines are printed. */
static inline void report_number(const char* what, long number) {
    static FILE* to;
    const char* const path = getenv("TEST_CHOSEN");
    if (!to && path) {
        char name[4096];
        snprintf(name, sizeof name, "%s.%d", path, world_rank);
        to = fopen(name, "w");
    }
    if (!to) to = stdout;
    fprintf(to, "host-chosen rank %d: %s: %ld\n", world_rank, what, number);
    fflush(to);
}

static inline void report_class(const char* what, int error) { report_number(what, class_of(error)); }

static inline void start_world(int argc, char** argv) {
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    if (argc > 1) test_seed = strtoull(argv[1], NULL, 10);
}

/* Starts MPI; the first argument is the seed. */
static inline void start(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    start_world(argc, argv);
}

/* Sums over all ranks, prints "OK <checks>" when none failed, ends MPI.   Returns: the exit status of main. */
static inline int finish(void) {
    long mine[2] = {atomic_load(&checks_done), atomic_load(&checks_failed)}, all[2] = {0, 0};
    MPI_Allreduce(mine, all, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (world_rank == 0 && all[1] == 0) printf("OK %ld\n", all[0]);
    if (world_rank == 0 && all[1] != 0)
        printf("FAILED %ld of %ld, seed %llu\n", all[1], all[0], (unsigned long long)test_seed);
    fflush(stdout);
    MPI_Finalize();
    return all[1] != 0 || mine[1] != 0;
}

#endif
