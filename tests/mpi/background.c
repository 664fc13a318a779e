/* Nonblocking all-to-alls mixed with messages and other collectives. Ranks wait for them in every way that MPI has, one
   rank in one way and another in another. Usage: background [seed] [rounds] [w: MPI_Ialltoallw too, which crashes in
   bare Open MPI 4.1] */
#include "background.h"

#define MOST_JOBS 6
#define MOST_REQUESTS (2 * MOST_JOBS)

typedef struct {
    Job jobs[MOST_JOBS];
    int job_count;
    MPI_Request requests[MOST_REQUESTS];
    int job_of[MOST_REQUESTS], ended[MOST_REQUESTS];
    int request_count;
} Batch;

static int with_w;

/* Types, counts and displacements are freed before the operation has ended, as far as MPI allows. */
static void start_job(Batch* batch, enum JobKind kind, const Team* team, uint64_t key) {
    const int ints = (int)(key % 7 == 0   ? 20000
                           : key % 5 == 0 ? 0
                                          : key % 300),
              strided = kind != JOB_RING && kind != JOB_SUM && key % 3 == 0;
    Job* job = &batch->jobs[batch->job_count];
    *job = make_job(kind, team, key, ints, strided);
    MPI_Request* request = &batch->requests[batch->request_count];
    MPI_Datatype block = MPI_INT, spaced = MPI_INT;
    if (strided)
        MPI_Type_vector(ints, 1, 2, MPI_INT, &block),
            MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &spaced);
    if (strided) {
        MPI_Datatype resized;
        MPI_Type_create_resized(block, 0, 2 * ints * (MPI_Aint)sizeof(int), &resized);
        MPI_Type_free(&block), block = resized;
        MPI_Type_commit(&block), MPI_Type_commit(&spaced);
    }
    const int count = strided ? 1 : ints, step = strided ? 2 : 1;
    const int next = (team->rank + 1) % team->peers, previous = (team->rank + team->peers - 1) % team->peers;
    switch (kind) {
        case JOB_RING:
            CHECK_OK(MPI_Irecv(job->in, ints, MPI_INT, previous, 7, team->comm, request));
            CHECK_OK(MPI_Isend(job->out, ints, MPI_INT, next, 7, team->comm, request + 1));
            break;
        case JOB_ALLTOALL:
            CHECK_OK(MPI_Ialltoall(job->out, count, block, job->in, count, block, team->comm, request));
            break;
        case JOB_ALLTOALL_IN_PLACE:
            CHECK_OK(MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, job->in, count, block, team->comm, request));
            break;
        case JOB_ALLTOALLV:
            for (int peer = 0; peer < team->peers; ++peer) job->places_out[peer] /= step, job->places_in[peer] /= step;
            CHECK_OK(MPI_Ialltoallv(job->out, job->counts_out, job->places_out, spaced, job->in, job->counts_in,
                                    job->places_in, spaced, team->comm, request));
            break;
        case JOB_SUM: CHECK_OK(MPI_Iallreduce(job->out, job->in, ints, MPI_INT, MPI_SUM, team->comm, request)); break;
        default:
            for (int peer = 0; peer < team->peers; ++peer) {
                job->places_out[peer] *= (int)sizeof(int), job->places_in[peer] *= (int)sizeof(int);
                job->types[peer] = job->types[team->peers + peer] = spaced;
            }
            CHECK_OK(MPI_Ialltoallw(job->out, job->counts_out, job->places_out, job->types, job->in, job->counts_in,
                                    job->places_in, job->types + team->peers, team->comm, request));
    }
    if (strided) MPI_Type_free(&block), MPI_Type_free(&spaced);
    job->requests = kind == JOB_RING ? 2 : 1;
    for (int i = 0; i < job->requests; ++i)
        batch->job_of[batch->request_count + i] = batch->job_count, batch->ended[batch->request_count + i] = 0;
    batch->request_count += job->requests;
    batch->job_count += 1;
}

static void ended(Batch* batch, int index, const char* how) {
    if (!CHECK(index >= 0 && index < batch->request_count, "%s: index %d", how, index)) return;
    CHECK(!batch->ended[index], "%s: request %d ended twice", how, index);
    CHECK(batch->requests[index] == MPI_REQUEST_NULL, "%s: request %d is not null", how, index);
    batch->ended[index] = 1;
}

static void wait_one_by_one(Batch* batch, uint64_t key) {
    const int first = (int)(key % (uint64_t)batch->request_count);
    for (int i = 0; i < batch->request_count; ++i) {
        const int index = (first + i) % batch->request_count;
        MPI_Status status;
        int cancelled = 1;
        CHECK_OK(MPI_Wait(&batch->requests[index], &status));
        MPI_Test_cancelled(&status, &cancelled);
        CHECK_EQUAL(cancelled, 0);
        ended(batch, index, "Wait");
    }
}

static void test_one_by_one(Batch* batch) {
    for (int left = batch->request_count; left > 0;)
        for (int i = 0; i < batch->request_count; ++i) {
            int flag = 0;
            if (batch->ended[i]) continue;
            CHECK_OK(MPI_Test(&batch->requests[i], &flag, MPI_STATUS_IGNORE));
            if (flag) ended(batch, i, "Test"), --left;
            else CHECK(batch->requests[i] != MPI_REQUEST_NULL, "Test: request %d is null and not ended", i);
        }
}

static void wait_for_all(Batch* batch, int with_statuses) {
    MPI_Status statuses[MOST_REQUESTS];
    CHECK_OK(MPI_Waitall(batch->request_count, batch->requests, with_statuses ? statuses : MPI_STATUSES_IGNORE));
    for (int i = 0; i < batch->request_count; ++i) ended(batch, i, "Waitall");
}

/* Testall changes nothing until all requests have ended. */
static void test_for_all(Batch* batch) {
    MPI_Request before[MOST_REQUESTS];
    MPI_Status statuses[MOST_REQUESTS];
    memcpy(before, batch->requests, sizeof before);
    for (int flag = 0; !flag;) {
        CHECK_OK(MPI_Testall(batch->request_count, batch->requests, &flag, statuses));
        if (!flag)
            CHECK(memcmp(before, batch->requests, (size_t)batch->request_count * sizeof *before) == 0,
                  "Testall changed requests without a flag");
    }
    for (int i = 0; i < batch->request_count; ++i) ended(batch, i, "Testall");
}

static void wait_for_any(Batch* batch) {
    int index = -5;
    for (int i = 0; i < batch->request_count; ++i) {
        CHECK_OK(MPI_Waitany(batch->request_count, batch->requests, &index, MPI_STATUS_IGNORE));
        ended(batch, index, "Waitany");
    }
    CHECK_OK(MPI_Waitany(batch->request_count, batch->requests, &index, MPI_STATUS_IGNORE));
    CHECK_EQUAL(index, MPI_UNDEFINED);
}

static void test_for_any(Batch* batch) {
    int index = -5, flag = 0;
    MPI_Status status;
    for (int left = batch->request_count; left > 0;) {
        CHECK_OK(MPI_Testany(batch->request_count, batch->requests, &index, &flag, &status));
        if (flag) ended(batch, index, "Testany"), --left;
        else CHECK_EQUAL(index, MPI_UNDEFINED);
    }
    CHECK_OK(MPI_Testany(batch->request_count, batch->requests, &index, &flag, &status));
    CHECK(flag && index == MPI_UNDEFINED, "Testany of nothing: flag %d, index %d", flag, index);
}

static void some(Batch* batch, int waits) {
    MPI_Status statuses[MOST_REQUESTS];
    int indices[MOST_REQUESTS], count = 0;
    for (int left = batch->request_count; left > 0; left -= count) {
        if (waits) CHECK_OK(MPI_Waitsome(batch->request_count, batch->requests, &count, indices, statuses));
        else CHECK_OK(MPI_Testsome(batch->request_count, batch->requests, &count, indices, statuses));
        if (!CHECK(count >= waits && count <= left, "%d of %d ended", count, left)) return;
        for (int i = 0; i < count; ++i) ended(batch, indices[i], waits ? "Waitsome" : "Testsome");
    }
    CHECK_OK(MPI_Waitsome(batch->request_count, batch->requests, &count, indices, statuses));
    CHECK_EQUAL(count, MPI_UNDEFINED);
}

static void ask_first(Batch* batch) {
    for (int i = 0; i < batch->request_count; ++i) {
        MPI_Status status;
        for (int flag = 0; !flag;) CHECK_OK(MPI_Request_get_status(batch->requests[i], &flag, &status));
        CHECK(batch->requests[i] != MPI_REQUEST_NULL, "Request_get_status freed request %d", i);
    }
    for (int i = 0; i < batch->request_count; ++i) {
        int flag = 0;
        CHECK_OK(MPI_Test(&batch->requests[i], &flag, MPI_STATUS_IGNORE));
        CHECK(flag, "request %d had ended", i);
        ended(batch, i, "Test after Request_get_status");
    }
}

/* The calls for several requests at once, since MPI 4.1. */
#if MPI_VERSION * 10 + MPI_SUBVERSION >= 41
static void ask_several(Batch* batch) {
    const int count = batch->request_count;
    MPI_Status statuses[MOST_REQUESTS];
    int indices[MOST_REQUESTS], flag = 0, index = -5, done = 0;
    while (!flag) CHECK_OK(MPI_Request_get_status_any(count, batch->requests, &index, &flag, &statuses[0]));
    CHECK(index >= 0 && index < count, "get_status_any: index %d", index);
    while (done == 0) CHECK_OK(MPI_Request_get_status_some(count, batch->requests, &done, indices, statuses));
    CHECK(done > 0 && done <= count, "get_status_some: %d of %d", done, count);
    for (flag = 0; !flag;) CHECK_OK(MPI_Request_get_status_all(count, batch->requests, &flag, statuses));
    CHECK_OK(MPI_Request_get_status_some(count, batch->requests, &done, indices, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(done, count);
    for (int i = 0; i < count; ++i) {
        CHECK(batch->requests[i] != MPI_REQUEST_NULL, "get_status_all freed request %d", i);
        CHECK_OK(MPI_Test(&batch->requests[i], &flag, MPI_STATUS_IGNORE));
        CHECK(flag, "request %d had ended", i);
        ended(batch, i, "Test after Request_get_status_all");
    }
    CHECK_OK(MPI_Request_get_status_all(count, batch->requests, &flag, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(flag, 1);
    CHECK_OK(MPI_Request_get_status_any(count, batch->requests, &index, &flag, MPI_STATUS_IGNORE));
    CHECK(flag && index == MPI_UNDEFINED, "get_status_any of nothing: flag %d, index %d", flag, index);
    CHECK_OK(MPI_Request_get_status_some(count, batch->requests, &done, indices, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(done, MPI_UNDEFINED);
}
#else
static void ask_several(Batch* batch) { ask_first(batch); }
#endif

#ifdef STANDARD_ABI /* the extension's names of the same calls */
#define MPI_Request_c2f MPI_Request_toint
#define MPI_Request_f2c MPI_Request_fromint
#endif

/* Converts each request to a Fortran handle and back. */
static void through_fortran(Batch* batch) {
    for (int i = 0; i < batch->request_count; ++i)
        batch->requests[i] = MPI_Request_f2c(MPI_Request_c2f(batch->requests[i]));
    wait_for_all(batch, 0);
}

static void end_batch(Batch* batch, uint64_t key) {
    static const char* const ways[] = {"Wait",     "Waitall",  "Waitany",
                                       "Waitsome", "Test",     "Testall",
                                       "Testany",  "Testsome", "Request_get_status",
                                       "f2c",      "Waitall",  "Request_get_status_all"};
    const int way = (int)(key % 12);
    if (batch->request_count == 0) return;
    switch (way) {
        case 0: wait_one_by_one(batch, key >> 8); break;
        case 1: wait_for_all(batch, 1); break;
        case 2: wait_for_any(batch); break;
        case 3: some(batch, 1); break;
        case 4: test_one_by_one(batch); break;
        case 5: test_for_all(batch); break;
        case 6: test_for_any(batch); break;
        case 7: some(batch, 0); break;
        case 8: ask_first(batch); break;
        case 9: through_fortran(batch); break;
        case 11: ask_several(batch); break;
        default: wait_for_all(batch, 0);
    }
    for (int i = 0; i < batch->job_count; ++i) check_job(&batch->jobs[i], ways[way]);
}

/* In-place Ialltoall of Open MPI 4.1 is wrong for more than a few bytes, so Shunt's results could not be compared with
 * it. */
static enum JobKind kind_for(uint64_t key) {
    const enum JobKind kind = (enum JobKind)(key % (with_w ? JOB_KIND_END : JOB_ALLTOALLW));
#ifdef OPEN_MPI
    if (kind == JOB_ALLTOALL_IN_PLACE && !with_w) return JOB_ALLTOALL;
#endif
    return kind;
}

static void round_of(const Team* team, uint64_t round) {
    Batch batch = {.job_count = 0};
    const uint64_t key = mix4(test_seed, 1000, round, (uint64_t)team->name[0]);
    const int jobs = 1 + (int)(key % MOST_JOBS);
    for (int job = 0; job < jobs; ++job)
        start_job(&batch, kind_for(mix(key, (uint64_t)job)), team, mix4(key, (uint64_t)job, 3, 4) >> 8);
    end_batch(&batch, mix4(key, (uint64_t)world_rank, 5, 6) >> 8);
}

/* The first operation of a communicator, the blocking call that brings all ranks together, and the last operation,
 * which ends after the communicator is freed. */
static void freed_early(uint64_t round) {
    Team team = {.name = "freed", .rank = world_rank, .peers = world_size};
    Batch batch = {.job_count = 0};
    const uint64_t key = mix4(test_seed, 2000, round, 0);
    MPI_Comm_dup(MPI_COMM_WORLD, &team.comm);
    round_of(&team, round);
    MPI_Barrier(team.comm);
    for (int job = 0; job < 3; ++job) start_job(&batch, JOB_ALLTOALLV, &team, mix(key, (uint64_t)job) >> 8);
    MPI_Comm_free(&team.comm);
    end_batch(&batch, mix(key, (uint64_t)world_rank) >> 8);
}

/* A message from a rank that is in no MPI call arrives while others wait for it; blocking collectives continue
 * meanwhile. */
static void blocking_meanwhile(const Team* team) {
    Batch batch = {.job_count = 0};
    int token = team->rank, sum = 0;
    const int next = (team->rank + 1) % team->peers, previous = (team->rank + team->peers - 1) % team->peers;
    MPI_Barrier(team->comm);
    start_job(&batch, JOB_ALLTOALL, team, mix4(test_seed, 3000, 1, 2) >> 8);
    start_job(&batch, JOB_ALLTOALLV, team, mix4(test_seed, 3000, 3, 4) >> 8);
    if (team->rank % 2) CHECK_OK(MPI_Wait(&batch.requests[0], MPI_STATUS_IGNORE));
    CHECK_OK(MPI_Sendrecv_replace(&token, 1, MPI_INT, next, 9, previous, 9, team->comm, MPI_STATUS_IGNORE));
    CHECK_EQUAL(token, previous);
    CHECK_OK(MPI_Allreduce(&token, &sum, 1, MPI_INT, MPI_SUM, team->comm));
    CHECK_EQUAL(sum, team->peers * (team->peers - 1) / 2);
    CHECK_OK(MPI_Waitall(batch.request_count, batch.requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < batch.job_count; ++i) check_job(&batch.jobs[i], "blocking calls meanwhile");
}

/* After a blocking call of the same kind the engine knows the communicator. */
static void first_blocking(const Team* team) {
    Job job = make_job(JOB_ALLTOALLW, team, 1, 0, 0);
    CHECK_OK(MPI_Alltoallw(job.out, job.counts_out, job.places_out, job.types, job.in, job.counts_in, job.places_in,
                           job.types + team->peers, team->comm));
    check_job(&job, "nothing at all");
}

/* MPICH's MPIX_Request_is_complete, for a call that has ended, and for one that cannot have ended, because rank 1 makes
   it later. */
static void ask_extension(void) {
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 50000000
    int send[8] = {0}, receive[8], token = 0, flag = 0;
    MPI_Request request;
    if (world_size < 2 || world_size > 8) return;
    for (int round = 0; round < 3; ++round) {
        if (world_rank == 1) MPI_Recv(&token, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ialltoall(send, 1, MPI_INT, receive, 1, MPI_INT, MPI_COMM_WORLD, &request);
        if (world_rank == 0) {
            CHECK_EQUAL(MPIX_Request_is_complete(request), 0);
            MPI_Send(&token, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
        }
        for (flag = 0; !flag;) CHECK_OK(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
        CHECK(MPIX_Request_is_complete(request) != 0, "a call that has ended is said to go on");
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
#endif
}

int main(int argc, char** argv) {
    start(argc, argv);
    const int rounds = argc > 2 ? atoi(argv[2]) : 60;
    with_w = argc > 3;
    Team teams[MOST_TEAMS];
    const int count = make_teams(teams);
    if (world_rank == 0) printf("seed %llu\n", (unsigned long long)test_seed);
    for (int i = 0; i < count; ++i) {
        if (teams[i].is_inter) continue;
        first_blocking(&teams[i]);
        blocking_meanwhile(&teams[i]);
    }
    ask_extension();
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < count; ++i)
            if (!teams[i].is_inter) round_of(&teams[i], (uint64_t)round);
    for (int round = 0; round < 5; ++round) freed_early((uint64_t)round);
    free_teams(teams, count);
    return finish();
}
