/* NAS IS: integers are sorted over all ranks. Histograms are added by recursive doubling if the number of ranks is a
 * power of two, otherwise around a ring. Then the ranks exchange numbers of keys, then the keys: all receives are
 * posted first, then all sends, as in the collectives of MPI/MBCF. SIZE is the total number of keys. */
#include "npb.h"

#include <stdlib.h>
#include <string.h>

enum { kKeys = 1 << 16, kBuckets = 1 << 10, kOfABucket = kKeys / kBuckets, kMostRanks = 31 };

static int n, here, got;
static int *keys, *bucketed, *in, *sorted;

static int key_of(long number) {
    double sum = 0;
    for (int k = 0; k < 4; ++k) sum += drawn((unsigned long long)number * 4 + (unsigned)k);
    return (int)(sum / 4 * kKeys);
}

static void make(int size) {
    if (ranks > kMostRanks || size % ranks != 0) failed("is: at most 31 ranks, which divide SIZE");
    n = size, here = n / ranks;
    keys = taken((size_t)here * sizeof(int)), bucketed = taken((size_t)here * sizeof(int));
    in = taken((size_t)n * sizeof(int)), sorted = taken((size_t)n * sizeof(int));
    for (int i = 0; i < here; ++i) keys[i] = key_of((long)rank * here + i);
}

static void add(int* sums, int* other) {
    if ((ranks & (ranks - 1)) == 0) {
        for (int step = 1; step < ranks; step *= 2) {
            Started both[2] = {post(other, kBuckets * sizeof(int), rank ^ step, 1)};
            both[1] = start(sums, kBuckets * sizeof(int), rank ^ step, 1);
            await(both, 2);
            for (int i = 0; i < kBuckets; ++i) sums[i] += other[i];
        }
        return;
    }
    int* passed = taken(kBuckets * sizeof(int));
    memcpy(passed, sums, kBuckets * sizeof(int));
    for (int step = 1; step < ranks; ++step) {
        Started both[2] = {post(other, kBuckets * sizeof(int), (rank + ranks - 1) % ranks, 1)};
        both[1] = start(passed, kBuckets * sizeof(int), (rank + 1) % ranks, 1);
        await(both, 2);
        for (int i = 0; i < kBuckets; ++i) sums[i] += other[i];
        memcpy(passed, other, kBuckets * sizeof(int));
    }
    free(passed);
}

/* The first bucket of each rank. */
static void divide(const int* histogram, int* first) {
    long below = 0;
    int to = 0;
    first[0] = 0;
    for (int bucket = 0; bucket < kBuckets; ++bucket) {
        while (to + 1 < ranks && below >= (long)n * (to + 1) / ranks) first[++to] = bucket;
        below += histogram[bucket];
    }
    while (to < ranks) first[++to] = kBuckets;
}

/* Exchanges numbers between all ranks, with `counts` in and out. */
static void exchange(const int* from, const int* places, const int* counts, int* to, const int* in_places,
                     const int* in_counts, int tag) {
    Started all[2 * kMostRanks];
    int started = 0;
    for (int k = 1; k < ranks; ++k) {
        const int peer = (rank + ranks - k) % ranks;
        all[started++] = post(to + in_places[peer], (size_t)in_counts[peer] * sizeof(int), peer, tag);
    }
    memcpy(to + in_places[rank], from + places[rank], (size_t)counts[rank] * sizeof(int));
    for (int k = 1; k < ranks; ++k) {
        const int peer = (rank + k) % ranks;
        all[started++] = start(from + places[peer], (size_t)counts[peer] * sizeof(int), peer, tag);
    }
    await(all, started);
}

static void sort(void) {
    int own[kBuckets] = {0}, all[kBuckets], other[kBuckets], next[kBuckets], first[kMostRanks + 1];
    int counts[kMostRanks], places[kMostRanks], in_counts[kMostRanks], in_places[kMostRanks];
    int ones[kMostRanks], order[kMostRanks];
    for (int i = 0; i < here; ++i) own[keys[i] / kOfABucket] += 1;
    next[0] = 0;
    for (int bucket = 1; bucket < kBuckets; ++bucket) next[bucket] = next[bucket - 1] + own[bucket - 1];
    for (int i = 0; i < here; ++i) bucketed[next[keys[i] / kOfABucket]++] = keys[i];
    memcpy(all, own, sizeof all);
    add(all, other);
    divide(all, first);
    for (int to = 0, at = 0; to < ranks; ++to) {
        places[to] = at, ones[to] = 1, order[to] = to;
        for (int bucket = first[to]; bucket < first[to + 1]; ++bucket) at += own[bucket];
        counts[to] = at - places[to];
    }
    exchange(counts, order, ones, in_counts, order, ones, 2);
    got = 0;
    for (int from = 0; from < ranks; ++from) in_places[from] = got, got += in_counts[from];
    if (got > n) failed("is: more keys than there are");
    exchange(bucketed, places, counts, in, in_places, in_counts, 3);
    const int low = first[rank] * kOfABucket, values = (first[rank + 1] - first[rank]) * kOfABucket;
    int* ends = taken(((size_t)values + 1) * sizeof(int));
    for (int i = 0; i < got; ++i) {
        if (in[i] < low || in[i] >= low + values) failed("is: a key of another rank");
        ends[in[i] - low + 1] += 1;
    }
    for (int i = 0; i < values; ++i) ends[i + 1] += ends[i];
    for (int i = 0; i < got; ++i) sorted[ends[in[i] - low]++] = in[i];
    free(ends);
}

static void run(int steps) {
    for (int step = 0; step < steps; ++step) {
        memset(sorted, 0, (size_t)got * sizeof(int));
        sort();
    }
}

static size_t result(const void** at) {
    *at = sorted;
    return (size_t)got * sizeof(int);
}

/* Counts all keys in one process; this rank's keys begin where those of lower ranks end. */
static void check(int steps) {
    (void)steps;
    int* counts = taken(kKeys * sizeof(int));
    for (long i = 0; i < n; ++i) counts[key_of(i)] += 1;
    long before = 0;
    const long mine = got;
    MPI_Exscan(&mine, &before, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    long at = 0;
    for (int key = 0; key < kKeys; ++key)
        for (int k = 0; k < counts[key]; ++k, ++at)
            if (at >= before && at < before + mine && sorted[at - before] != key) failed("is: keys out of order");
    long sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (sum != n) failed("is: keys are missing");
    free(counts);
}

const Kernel kernel_is = {"is", make, run, result, check};
