/* Operations in the background, of which every rank knows the results. One job is one operation with its requests,
 * buffers and checks. */
#ifndef SHUNT_TESTS_MPI_BACKGROUND_H
#define SHUNT_TESTS_MPI_BACKGROUND_H

#include "teams.h"

enum JobKind { JOB_RING, JOB_ALLTOALL, JOB_ALLTOALL_IN_PLACE, JOB_ALLTOALLV, JOB_SUM, JOB_ALLTOALLW, JOB_KIND_END };

#define MOST_PEERS 64

typedef struct {
    enum JobKind kind;
    uint64_t key;          /* of the values, equal on all ranks */
    int rank, peers, ints; /* `ints` of the longest block */
    int counts_out[MOST_PEERS], places_out[MOST_PEERS], counts_in[MOST_PEERS], places_in[MOST_PEERS];
    MPI_Datatype types[2 * MOST_PEERS];
    int *out, *in, *expected;
    size_t bytes_in;
    int requests; /* one or two */
} Job;

static inline int job_value(const Job* job, int from, int to, int index) {
    return (int)(mix4(job->key, (uint64_t)from, (uint64_t)to, (uint64_t)index) & 0xffffff);
}

/* Ints that `from` sends to `to`. In the v and w forms every third pair exchanges none. */
static inline int job_ints(const Job* job, int from, int to) {
    if (job->kind == JOB_ALLTOALLV || job->kind == JOB_ALLTOALLW) {
        const int some = (int)(mix4(job->key, 77, (uint64_t)from, (uint64_t)to) % 6);
        return some < 2 ? 0 : (job->ints * some + 4) / 5;
    }
    return job->ints;
}

/* With `strided` only every second int of a buffer is data, so that data are packed. The buffers have room for `ints`
   of each peer in either case. */
static inline Job make_job(enum JobKind kind, const Team* team, uint64_t key, int ints, int strided) {
    Job job = {.kind = kind, .key = key, .rank = team->rank, .peers = team->peers, .ints = ints};
    const int step = strided ? 2 : 1;
    const size_t room = (size_t)(ints > 0 ? ints : 1) * (size_t)step * (size_t)team->peers;
    job.bytes_in = room * sizeof(int);
    job.out = malloc(job.bytes_in), job.in = malloc(job.bytes_in), job.expected = malloc(job.bytes_in);
    for (size_t i = 0; i < room; ++i) job.out[i] = -2, job.in[i] = job.expected[i] = -3;
    for (int peer = 0; peer < team->peers; ++peer) {
        const int first = peer * ints * step;
        job.places_out[peer] = job.places_in[peer] = first;
        job.counts_out[peer] = job_ints(&job, team->rank, peer), job.counts_in[peer] = job_ints(&job, peer, team->rank);
        for (int i = 0; i < job.counts_out[peer]; ++i) job.out[first + step * i] = job_value(&job, team->rank, peer, i);
        for (int i = 0; i < job.counts_in[peer]; ++i)
            job.expected[first + step * i] = job_value(&job, peer, team->rank, i);
        job.types[peer] = job.types[team->peers + peer] = MPI_INT;
    }
    if (kind == JOB_ALLTOALL_IN_PLACE) memcpy(job.in, job.out, job.bytes_in);
    for (size_t i = 0; kind == JOB_ALLTOALL_IN_PLACE && i < room; ++i)
        if (job.expected[i] == -3) job.expected[i] = -2;
    if (kind == JOB_SUM)
        for (int i = 0; i < ints; ++i) {
            job.out[i] = job_value(&job, team->rank, 0, i), job.expected[i] = 0;
            for (int peer = 0; peer < team->peers; ++peer) job.expected[i] += job_value(&job, peer, 0, i);
        }
    if (kind == JOB_SUM)
        for (size_t i = (size_t)ints; i < room; ++i) job.expected[i] = -3;
    if (kind == JOB_RING) {
        const int previous = (team->rank + team->peers - 1) % team->peers, next = (team->rank + 1) % team->peers;
        for (size_t i = 0; i < room; ++i) job.expected[i] = -3;
        for (int i = 0; i < ints; ++i)
            job.out[i] = job_value(&job, team->rank, next, i),
            job.expected[i] = job_value(&job, previous, team->rank, i);
    }
    return job;
}

static inline void check_job(Job* job, const char* how) {
    static const char* const names[] = {"ring", "alltoall", "alltoall in place", "alltoallv", "sum", "alltoallw"};
    const int equal = memcmp(job->in, job->expected, job->bytes_in) == 0;
    CHECK(equal, "%s of %d ints among %d, key %llx, %s: wrong data", names[job->kind], job->ints, job->peers,
          (unsigned long long)job->key, how);
    free(job->out), free(job->in), free(job->expected);
}

#endif
