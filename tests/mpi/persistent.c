/* Persistent all-to-alls. Every rank starts them in another order, together with persistent messages, again and again,
   and frees them in any order. Usage: persistent [seed] [rounds] [carried]
   carried: also the cases that bare hosts get wrong; MPICH 4.0, for example, waits for inactive requests of
   collectives. */
#include "background.h"
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Alltoall_init MPIX_Alltoall_init
#define MPI_Alltoallv_init MPIX_Alltoallv_init
#define MPI_Alltoallw_init MPIX_Alltoallw_init
#endif

#define MOST_JOBS 5

static int is_carried;

static enum JobKind kind_for(uint64_t key) {
    static const enum JobKind sure[] = {JOB_ALLTOALL, JOB_ALLTOALLV};
    static const enum JobKind all[] = {JOB_ALLTOALL, JOB_ALLTOALLV, JOB_ALLTOALL_IN_PLACE, JOB_ALLTOALLW};
    return is_carried ? all[key % 4] : sure[key % 2];
}

/* Makes the persistent request, with the displacements and types of the job. */
static void init_job(Job* job, const Team* team, MPI_Request* request) {
    MPI_Datatype type;
    MPI_Type_contiguous(1, MPI_INT, &type); /* freed at once: the request must keep it */
    MPI_Type_commit(&type);
    for (int peer = 0; job->kind == JOB_ALLTOALLW && peer < job->peers; ++peer) {
        job->places_out[peer] *= (int)sizeof(int), job->places_in[peer] *= (int)sizeof(int);
        job->types[peer] = job->types[job->peers + peer] = type;
    }
    if (job->kind == JOB_ALLTOALL)
        CHECK_OK(
            MPI_Alltoall_init(job->out, job->ints, type, job->in, job->ints, type, team->comm, MPI_INFO_NULL, request));
    else if (job->kind == JOB_ALLTOALL_IN_PLACE)
        CHECK_OK(MPI_Alltoall_init(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, job->in, job->ints, type, team->comm,
                                   MPI_INFO_NULL, request));
    else if (job->kind == JOB_ALLTOALLV)
        CHECK_OK(MPI_Alltoallv_init(job->out, job->counts_out, job->places_out, type, job->in, job->counts_in,
                                    job->places_in, type, team->comm, MPI_INFO_NULL, request));
    else
        CHECK_OK(MPI_Alltoallw_init(job->out, job->counts_out, job->places_out, job->types, job->in, job->counts_in,
                                    job->places_in, job->types + job->peers, team->comm, MPI_INFO_NULL, request));
    MPI_Type_free(&type);
}

/* Writes new values into the same buffers; these must be received. */
static void refill(Job* job, uint64_t key) {
    job->key = key;
    const size_t room = job->bytes_in / sizeof(int);
    for (size_t i = 0; i < room; ++i) job->in[i] = job->expected[i] = -3;
    for (int peer = 0; peer < job->peers; ++peer) {
        const int first = peer * job->ints;
        for (int i = 0; i < job->counts_out[peer]; ++i) job->out[first + i] = job_value(job, job->rank, peer, i);
        for (int i = 0; i < job->counts_in[peer]; ++i) job->expected[first + i] = job_value(job, peer, job->rank, i);
    }
    if (job->kind == JOB_ALLTOALL_IN_PLACE) memcpy(job->in, job->out, job->bytes_in);
    for (size_t i = 0; job->kind == JOB_ALLTOALL_IN_PLACE && i < room; ++i)
        if (job->expected[i] == -3) job->expected[i] = job->in[i];
}

static void check_inactive(MPI_Request* request, const char* how) {
    int flag = 0;
    if (!is_carried) return;
    CHECK(*request != MPI_REQUEST_NULL, "%s: a persistent request became null", how);
    CHECK_OK(MPI_Test(request, &flag, MPI_STATUS_IGNORE));
    CHECK(flag && *request != MPI_REQUEST_NULL, "%s: an inactive request is tested with flag %d", how, flag);
}

typedef struct {
    Job jobs[MOST_JOBS];
    int job_count;
    MPI_Request requests[MOST_JOBS + 2]; /* the last two are a message around the ring */
    int token, arrived;
} Batch;

static void start_all(Batch* batch, uint64_t key) {
    const int count = batch->job_count + 2, together = (int)(key % 3);
    const int first = is_carried ? (int)((key >> 4) % (uint64_t)batch->job_count) : 0;
    if (together == 0) {
        CHECK_OK(MPI_Startall(count, batch->requests));
        return;
    }
    if (together == 1) CHECK_OK(MPI_Startall(2, &batch->requests[batch->job_count]));
    /* In another order on every rank. */
    for (int i = 0; i < batch->job_count; ++i) CHECK_OK(MPI_Start(&batch->requests[(first + i) % batch->job_count]));
    if (together == 2) CHECK_OK(MPI_Startall(2, &batch->requests[batch->job_count]));
}

static void end_all(Batch* batch, uint64_t key) {
    const int count = batch->job_count + 2;
    MPI_Status statuses[MOST_JOBS + 2];
    int indices[MOST_JOBS + 2], done = 0, index = 0, flag = 0;
    if (!is_carried) key = key / 6 * 6 + key % 2;
    switch (key % 6) {
        case 0: CHECK_OK(MPI_Waitall(count, batch->requests, statuses)); break;
        case 1:
            for (int i = 0; i < count; ++i)
                CHECK_OK(MPI_Wait(&batch->requests[(i + (int)(key >> 8 & 0xffff)) % count], MPI_STATUS_IGNORE));
            break;
        case 2:
            for (int left = count; left > 0; --left) {
                CHECK_OK(MPI_Waitany(count, batch->requests, &index, MPI_STATUS_IGNORE));
                CHECK(index != MPI_UNDEFINED, "Waitany: nothing active, %d to come", left);
            }
            CHECK_OK(MPI_Waitany(count, batch->requests, &index, MPI_STATUS_IGNORE));
            CHECK_EQUAL(index, MPI_UNDEFINED);
            break;
        case 3:
            for (int left = count; left > 0; left -= done) {
                CHECK_OK(MPI_Waitsome(count, batch->requests, &done, indices, MPI_STATUSES_IGNORE));
                if (!CHECK(done > 0 && done <= left, "Waitsome: %d of %d", done, left)) break;
            }
            break;
        case 4:
            while (!flag) CHECK_OK(MPI_Testall(count, batch->requests, &flag, MPI_STATUSES_IGNORE));
            break;
        default:
            for (int i = 0; i < count; ++i)
                for (flag = 0; !flag;) CHECK_OK(MPI_Test(&batch->requests[i], &flag, statuses));
    }
    static const char* const ways[] = {"Waitall", "Wait", "Waitany", "Waitsome", "Testall", "Test"};
    for (int i = 0; i < count; ++i) check_inactive(&batch->requests[i], ways[key % 6]);
}

static void batch_on(const Team* team, uint64_t key, int rounds, int free_comm) {
    Batch batch = {.job_count = 1 + (int)(key % MOST_JOBS)};
    Team used = *team;
    if (free_comm) MPI_Comm_dup(team->comm, &used.comm);
    const int next = (team->rank + 1) % team->peers, previous = (team->rank + team->peers - 1) % team->peers;
    for (int i = 0; i < batch.job_count; ++i) {
        const uint64_t job_key = mix4(key, (uint64_t)i, 1, 2) >> 8;
        batch.jobs[i] =
            make_job(kind_for(job_key >> 3), team, job_key, (int)(job_key % 4 == 0 ? 5000 : job_key % 100), 0);
        refill(&batch.jobs[i], job_key);
        init_job(&batch.jobs[i], &used, &batch.requests[i]);
        check_inactive(&batch.requests[i], "made");
    }
    MPI_Recv_init(&batch.arrived, 1, MPI_INT, previous, 3, team->comm, &batch.requests[batch.job_count]);
    MPI_Send_init(&batch.token, 1, MPI_INT, next, 3, team->comm, &batch.requests[batch.job_count + 1]);
    if (free_comm) MPI_Comm_free(&used.comm); /* requests outlive the communicator */
    for (int round = 0; round < rounds; ++round) {
        batch.token = team->rank + 100 * round, batch.arrived = -1;
        start_all(&batch, mix4(key, (uint64_t)round, (uint64_t)world_rank, 3) >> 8);
        end_all(&batch, mix4(key, (uint64_t)round, (uint64_t)world_rank, 4) >> 8);
        CHECK_EQUAL(batch.arrived, previous + 100 * round);
        for (int i = 0; i < batch.job_count; ++i) {
            Job* job = &batch.jobs[i];
            const int equal = memcmp(job->in, job->expected, job->bytes_in) == 0;
            CHECK(equal, "job %d of kind %d, %d ints, round %d: wrong data", i, job->kind, job->ints, round);
            refill(job, mix4(key, (uint64_t)round, (uint64_t)i, 5) >> 8);
        }
    }
    for (int i = 0; i < batch.job_count + 2; ++i) {
        CHECK_OK(MPI_Request_free(&batch.requests[(i + world_rank) % (batch.job_count + 2)]));
        CHECK(batch.requests[(i + world_rank) % (batch.job_count + 2)] == MPI_REQUEST_NULL,
              "a freed request is not null");
    }
    for (int i = 0; i < batch.job_count; ++i)
        free(batch.jobs[i].out), free(batch.jobs[i].in), free(batch.jobs[i].expected);
}

int main(int argc, char** argv) {
    start(argc, argv);
    const int rounds = argc > 2 ? atoi(argv[2]) : 6;
    is_carried = argc > 3;
    Team teams[MOST_TEAMS];
    const int count = make_teams(teams);
    if (world_rank == 0) printf("seed %llu\n", (unsigned long long)test_seed);
    for (int i = 0; i < count; ++i)
        for (int batch = 0; !teams[i].is_inter && !(is_carried && teams[i].peers == 1) && batch < 5;
             ++batch) /* with one rank the host carries it */
            batch_on(&teams[i], mix4(test_seed, (uint64_t)teams[i].name[0], (uint64_t)batch, 6) >> 8, rounds,
                     is_carried && batch == 4);
    free_teams(teams, count);
    return finish();
}
