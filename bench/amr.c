/* A kernel in the shape of adaptive mesh refinement (HyperCLaw's helium bubble: PRO-MPI, chapters 1 and 5.4.1), on the
 * grid of amr_grid.h, whose communication partners change with the phase. In each step of a phase, one small message is
 * sent for each two adjacent patches of different ranks. MPI_Pcontrol(N) begins phase N.
 *
 *   amr [blocks] [levels] [phases] [steps] [bytes]     blocks: along a side, a power of two; bytes: of a message
 *
 * Phase 0 is the setup: all ranks send to all others, in order of their ranks, as in programs that distribute their
 * input. Each received byte is checked. Prints messages=, those received in all phases except 0, and us=, the time of
 * the steps of these phases. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "amr_grid.h"

enum { kMostRanks = 1024, kMostLevels = 4, kSetupMessages = 8 };

static int rank_, ranks_, blocks_ = 32, levels_ = 2, phases_ = 10, steps_ = 40, bytes_ = 128;
static amr_grid grid_;
static int pairs_[kMostRanks]; /* messages of a step to each rank; as many are received from it */

static void find_pairs(void) {
    memset(pairs_, 0, sizeof pairs_);
    for (int x = 0; x < blocks_; ++x)
        for (int y = 0; y < blocks_; ++y)
            for (int way = 0; way < 2; ++way) {
                int one, two;
                const int patches = amr_edge(&grid_, x, y, way, &one, &two);
                if (patches > 0 && (one == rank_ || two == rank_)) pairs_[one == rank_ ? two : one] += patches;
            }
}

static unsigned char value(int from, int to, int phase, int step, int number, int i) {
    return (unsigned char)(from * 7 + to * 13 + phase * 29 + step * 5 + number * 3 + i);
}

static void fill(unsigned char* data, int to, int phase, int step, int number) {
    for (int i = 0; i < bytes_; ++i) data[i] = value(rank_, to, phase, step, number, i);
}

static void check(const unsigned char* data, int from, int phase, int step, int number) {
    for (int i = 0; i < bytes_; ++i)
        if (data[i] != value(from, rank_, phase, step, number, i)) {
            fprintf(stderr, "rank %d: wrong byte %d of message %d from %d in step %d of phase %d\n", rank_, i, number,
                    from, step, phase);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static int longest(void) {
    int most = 0;
    for (int other = 0; other < ranks_; ++other) most += pairs_[other];
    return most;
}

/* Exchanges pairs_[other] messages with each other rank.   Returns: the number received. */
static int exchange(int phase, int step) {
    const int count = longest();
    MPI_Request* requests = malloc((size_t)count * 2 * sizeof *requests + 1);
    unsigned char *in = malloc((size_t)count * (size_t)bytes_ + 1), *out = malloc((size_t)count * (size_t)bytes_ + 1);
    int begun = 0, at_in = 0, at_out = 0;
    for (int other = 0; other < ranks_; ++other)
        for (int number = 0; number < pairs_[other]; ++number)
            MPI_Irecv(in + (size_t)at_in++ * (size_t)bytes_, bytes_, MPI_BYTE, other, 1, MPI_COMM_WORLD,
                      &requests[begun++]);
    for (int other = 0; other < ranks_; ++other)
        for (int number = 0; number < pairs_[other]; ++number, ++at_out) {
            fill(out + (size_t)at_out * (size_t)bytes_, other, phase, step, number);
            MPI_Isend(out + (size_t)at_out * (size_t)bytes_, bytes_, MPI_BYTE, other, 1, MPI_COMM_WORLD,
                      &requests[begun++]);
        }
    MPI_Waitall(begun, requests, MPI_STATUSES_IGNORE);
    at_in = 0;
    for (int other = 0; other < ranks_; ++other)
        for (int number = 0; number < pairs_[other]; ++number)
            check(in + (size_t)at_in++ * (size_t)bytes_, other, phase, step, number);
    free(requests), free(in), free(out);
    return count;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    int* const settings[] = {&blocks_, &levels_, &phases_, &steps_, &bytes_};
    for (int i = 1; i < argc && i <= 5; ++i) *settings[i - 1] = atoi(argv[i]);
    if (ranks_ > kMostRanks || blocks_ < 2 || blocks_ > 1024 || (blocks_ & (blocks_ - 1)) != 0 || levels_ < 0 ||
        levels_ > kMostLevels || phases_ < 1 || bytes_ < 1) {
        if (rank_ == 0)
            fprintf(stderr, "usage: amr [blocks: a power of two] [levels: 0 to 4] [phases] [steps] [bytes]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    grid_ = amr_make_grid(blocks_, levels_, phases_, ranks_);
    for (int other = 0; other < ranks_; ++other) pairs_[other] = other == rank_ ? 0 : 1;
    for (int step = 0; step < kSetupMessages; ++step) exchange(0, step);
    long long got = 0;
    double took = 0;
    for (int phase = 1; phase <= phases_; ++phase) {
        amr_regrid(&grid_, phase);
        find_pairs();
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Pcontrol(phase);
        const double start = MPI_Wtime();
        for (int step = 0; step < steps_; ++step) {
            got += exchange(phase, step);
            double dt = rank_, least = 0;
            MPI_Allreduce(&dt, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        }
        took += MPI_Wtime() - start;
    }
    long long all = 0;
    double slowest = 0;
    MPI_Reduce(&got, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank_ == 0) printf("messages=%lld us=%.0f\n", all, slowest * 1e6);
    amr_free_grid(&grid_);
    MPI_Finalize();
    return 0;
}
