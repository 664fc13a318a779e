/* Messages among other operations: cancelled and buffered ones, requests of collectives, of another communicator and of
   the program's own among theirs, progress while the receiver is in another call, many messages without a posted
   receive, communicators freed early, threads. Usage: message_mix [seed] [threads] */
#include <pthread.h>
#include <unistd.h>

#include "ring.h"

#define LONG 70000 /* ints: longer than any host sends before it knows of the receive */

static int* filled(int count, uint64_t key) {
    int* values = malloc(sizeof(int) * (size_t)(count + 1));
    fill(values, count, key);
    return values;
}

/* ---- cancelling and buffers -------------------------------------------------------------------------------------- */

/* A send that no receive has matched is cancelled. If the cancellation fails, the message can be received. */
static void cancel_send(int ints) {
    int *data = filled(ints, key_of(world_rank, ints)), *into = calloc((size_t)ints + 1, sizeof(int));
    int cancelled[2] = {0, 0};
    MPI_Request send, receive;
    MPI_Status status;
    CHECK_OK(MPI_Isend(data, ints, MPI_INT, next, 12, comm, &send));
    CHECK_OK(MPI_Cancel(&send));
    MPI_Barrier(comm);
    CHECK_OK(MPI_Irecv(into, ints, MPI_INT, previous, 12, comm, &receive));
    CHECK_OK(MPI_Wait(&send, &status));
    MPI_Test_cancelled(&status, &cancelled[0]);
    CHECK_OK(MPI_Sendrecv(&cancelled[0], 1, MPI_INT, next, 13, &cancelled[1], 1, MPI_INT, previous, 13, comm,
                          MPI_STATUS_IGNORE));
    if (cancelled[1]) CHECK_OK(MPI_Cancel(&receive));
    CHECK_OK(MPI_Wait(&receive, &status));
    int flag = -1;
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(!!flag, !!cancelled[1]);
    if (!flag) check_values(into, ints, key_of(previous, ints), "not cancelled");
    MPI_Barrier(comm); /* later messages would match a receive that is to be cancelled */
    free(data), free(into);
}

/* Messages in the attached buffer are sent even when the sender has left the call. */
static void buffered(void) {
    enum { EACH = 20, INTS = 700 };
    int data[INTS], into[INTS], size = 0;
    void *old = NULL, *old_tiny = NULL, *own = malloc((INTS * sizeof(int) + MPI_BSEND_OVERHEAD) * EACH);
    MPI_Buffer_detach(&old, &size);
    CHECK_OK(MPI_Buffer_attach(own, (int)(INTS * sizeof(int) + MPI_BSEND_OVERHEAD) * EACH));
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < EACH; ++i) {
            fill(data, INTS, key_of(world_rank, i));
            if (i % 2) {
                CHECK_OK(MPI_Bsend(data, INTS, MPI_INT, next, 14, comm));
            } else {
                MPI_Request request;
                CHECK_OK(MPI_Ibsend(data, INTS, MPI_INT, next, 14, comm, &request));
                memset(into, 0, sizeof into);
                CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            }
            memset(data, 0, sizeof data);
        }
        for (int i = 0; i < EACH; ++i) {
            CHECK_OK(MPI_Recv(into, INTS, MPI_INT, previous, 14, comm, MPI_STATUS_IGNORE));
            check_values(into, INTS, key_of(previous, i), "buffered");
        }
        MPI_Barrier(comm);
        void* given = NULL;
        CHECK_OK(MPI_Buffer_detach(&given, &size));
        CHECK(given == own, "another buffer");
        CHECK_OK(MPI_Buffer_attach(own, size));
    }
    /* A send that is completed after another buffer has been attached: its data were in the first buffer. */
    MPI_Request before;
    CHECK_OK(MPI_Ibsend(data, INTS, MPI_INT, next, 14, comm, &before));
    CHECK_OK(MPI_Recv(into, INTS, MPI_INT, previous, 14, comm, MPI_STATUS_IGNORE));
    MPI_Barrier(comm);
    MPI_Buffer_detach(&own, &size);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    char tiny[MPI_BSEND_OVERHEAD + 16];
    MPI_Buffer_attach(tiny, (int)sizeof tiny);
    CHECK_OK(MPI_Wait(&before, MPI_STATUS_IGNORE));
    report_class("Bsend without room", MPI_Bsend(data, INTS, MPI_INT, next, 15, comm));
    MPI_Buffer_detach(&old_tiny, &size);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
    free(own);
    MPI_Buffer_attach(old, 1 << 20);
}

/* ---- other requests ---------------------------------------------------------------------------------------------- */

static int query(void* state, MPI_Status* status) {
    MPI_Status_set_elements(status, MPI_INT, *(int*)state);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = 3, status->MPI_TAG = 4;
    return MPI_SUCCESS;
}
static int freed_state(void* state) { return (void)state, MPI_SUCCESS; }
static int cancel_state(void* state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

enum { MIXED = 6 };

/* Messages, a background broadcast, a message to oneself on another communicator, a generalized request of the
   program's. */
static void begin_mixture(int round, int* data, int* into, int* sum, int* self, MPI_Request* requests) {
    static int elements = 17;
    fill(data, 3000, key_of(world_rank, round));
    sum[0] = world_rank, self[0] = round;
    CHECK_OK(MPI_Irecv(into, 3000, MPI_INT, MPI_ANY_SOURCE, 21, comm, &requests[0]));
    CHECK_OK(MPI_Iallreduce(&sum[0], &sum[1], 1, MPI_INT, MPI_SUM, comm, &requests[1]));
    CHECK_OK(MPI_Irecv(&self[1], 1, MPI_INT, 0, 22, MPI_COMM_SELF, &requests[2]));
    CHECK_OK(MPI_Grequest_start(query, freed_state, cancel_state, &elements, &requests[3]));
    CHECK_OK(MPI_Isend(&self[0], 1, MPI_INT, 0, 22, MPI_COMM_SELF, &requests[4]));
    CHECK_OK(MPI_Isend(data, 3000, MPI_INT, next, 21, comm, &requests[5]));
    CHECK_OK(MPI_Grequest_complete(requests[3]));
}

static void check_mixture(int round, const int* into, const int* sum, const int* self, const MPI_Status* statuses) {
    check_status(&statuses[0], previous, 21, 3000);
    check_values(into, 3000, key_of(previous, round), "mixture");
    CHECK_EQUAL(sum[1], world_size * (world_size - 1) / 2);
    check_status(&statuses[2], 0, 22, 1);
    CHECK_EQUAL(self[1], round);
    check_envelope(&statuses[3], 3, 4, 17);
}

static void mixtures(void) {
    int *data = malloc(12000), *into = malloc(12000), sum[2], self[2], indices[MIXED], index, done, flag;
    MPI_Request requests[MIXED];
    MPI_Status statuses[MIXED], got[MIXED];
    for (int round = 0; round < 30; ++round) {
        begin_mixture(round, data, into, sum, self, requests);
        switch (round % 5) {
            case 0: CHECK_OK(MPI_Waitall(MIXED, requests, statuses)); break;
            case 1:
                for (int left = MIXED; left > 0; --left) {
                    CHECK_OK(MPI_Waitany(MIXED, requests, &index, &got[0]));
                    if (CHECK(index >= 0 && index < MIXED, "index %d", index)) statuses[index] = got[0];
                }
                break;
            case 2:
                for (done = 0; done != MPI_UNDEFINED;) {
                    CHECK_OK(MPI_Waitsome(MIXED, requests, &done, indices, got));
                    for (int i = 0; done != MPI_UNDEFINED && i < done; ++i) statuses[indices[i]] = got[i];
                }
                break;
            case 3:
                for (flag = 0; !flag;) CHECK_OK(MPI_Testall(MIXED, requests, &flag, statuses));
                break;
            default:
                for (int left = MIXED; left > 0;) {
                    CHECK_OK(MPI_Testany(MIXED, requests, &index, &flag, &got[0]));
                    if (!flag || !CHECK(index >= 0 && index < MIXED, "index %d", index)) continue;
                    statuses[index] = got[0], --left;
                }
        }
        check_mixture(round, into, sum, self, statuses);
        for (int i = 0; i < MIXED; ++i) CHECK_EQUAL(requests[i], MPI_REQUEST_NULL);
        MPI_Barrier(comm);
    }
    free(data), free(into);
}

/* ---- progress ---------------------------------------------------------------------------------------------------- */

/* The sender of a long message completes it while the receiver, which has posted its receive, waits in another call. */
static void receiver_elsewhere(void) {
    int *data = filled(LONG, key_of(world_rank, 30)), *into = calloc(LONG, sizeof(int));
    for (int round = 0; round < 4; ++round) {
        MPI_Request request, barrier;
        CHECK_OK(MPI_Irecv(into, LONG, MPI_INT, previous, 30, comm, &request));
        if (world_rank % 2 == 0 || round == 3) CHECK_OK(MPI_Ssend(data, LONG, MPI_INT, next, 30, comm));
        if (round % 2) {
            CHECK_OK(MPI_Barrier(comm));
        } else {
            CHECK_OK(MPI_Ibarrier(MPI_COMM_WORLD, &barrier));
            CHECK_OK(MPI_Wait(&barrier, MPI_STATUS_IGNORE));
        }
        if (world_rank % 2 != 0 && round != 3) CHECK_OK(MPI_Ssend(data, LONG, MPI_INT, next, 30, comm));
        CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_values(into, LONG, key_of(previous, 30), "receiver elsewhere");
    }
    free(data), free(into);
}

/* Standard sends that every host accepts before a receive is posted, while the receiver waits in a host call and has
   posted no receive yet. */
static void receiver_far_behind(void) {
    enum { EACH = 1500, INTS = 120 };
    int data[INTS];
    for (int round = 0; round < 2; ++round) {
        MPI_Comm other;
        const int sends_first = world_rank % 2 == round;
        fill(data, INTS, key_of(world_rank, 33));
        for (int i = 0; sends_first && i < EACH; ++i) CHECK_OK(MPI_Send(data, INTS, MPI_INT, next, 33, comm));
        MPI_Comm_dup(comm, &other);
        const int is_sent_to = previous % 2 == round;
        for (int i = 0; is_sent_to && i < EACH; ++i) {
            CHECK_OK(MPI_Recv(data, INTS, MPI_INT, previous, 33, comm, MPI_STATUS_IGNORE));
            check_values(data, INTS, key_of(previous, 33), "far behind");
        }
        MPI_Comm_free(&other);
    }
}

/* Thousands of unexpected messages, received from the last tag to the first. */
static void unexpected(void) {
    enum { EACH = 3000 };
    static MPI_Request requests[EACH];
    static int sent[EACH];
    for (int i = 0; i < EACH; ++i) {
        sent[i] = world_rank * EACH + i;
        CHECK_OK(MPI_Isend(&sent[i], i % 2, MPI_INT, next, 1000 + i, comm, &requests[i]));
    }
    MPI_Barrier(comm);
    for (int i = EACH - 1; i >= 0; --i) {
        int got = -1;
        MPI_Status status;
        CHECK_OK(MPI_Recv(&got, 1, MPI_INT, previous, 1000 + i, comm, &status));
        check_status(&status, previous, 1000 + i, i % 2);
        CHECK_EQUAL(got, i % 2 ? previous * EACH + i : -1);
    }
    CHECK_OK(MPI_Waitall(EACH, requests, MPI_STATUSES_IGNORE));
}

/* The program frees the communicator and the receive's request while messages are under way. */
static void freed_early(void) {
    int *data = filled(LONG, key_of(world_rank, 31)), *into = calloc(LONG, sizeof(int)), small = world_rank, got = -1;
    for (int round = 0; round < 4; ++round) {
        MPI_Comm other;
        MPI_Request requests[4];
        MPI_Comm_dup(comm, &other);
        const int ints = round % 2 ? LONG : 10;
        CHECK_OK(MPI_Irecv(into, ints, MPI_INT, previous, 1, other, &requests[0]));
        CHECK_OK(MPI_Irecv(&got, 1, MPI_INT, previous, 2, other, &requests[1]));
        CHECK_OK(MPI_Request_free(&requests[1]));
        CHECK_OK(MPI_Isend(data, ints, MPI_INT, next, 1, other, &requests[2]));
        CHECK_OK(MPI_Isend(&small, 1, MPI_INT, next, 2, other, &requests[3]));
        CHECK_OK(MPI_Comm_free(&other));
        MPI_Barrier(comm);
        CHECK_OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        CHECK_OK(MPI_Waitall(2, &requests[2], MPI_STATUSES_IGNORE));
        check_values(into, ints, key_of(previous, 31), "freed early");
        MPI_Barrier(comm); /* on both hosts the freed receive has ended when this call has ended */
        memset(into, 0, LONG * sizeof(int));
    }
    free(data), free(into);
}

/* ---- threads ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int number, rounds;
} Thread;

/* All threads share one communicator, and distinguish their messages by tags. */
static void* exchange(void* argument) {
    const Thread* thread = argument;
    const int tag = 100 + thread->number;
    int *data = malloc(sizeof(int) * 6000), *into = malloc(sizeof(int) * 6000);
    for (int round = 0; round < thread->rounds; ++round) {
        const int ints = round % 4 == 3 ? 6000 : 1 + round;
        MPI_Request requests[2];
        MPI_Status status;
        fill(data, ints, key_of(world_rank, tag * 1000 + round));
        if (round % 3 == 0) {
            CHECK_OK(MPI_Sendrecv(data, ints, MPI_INT, next, tag, into, 6000, MPI_INT, previous, tag, comm, &status));
        } else if (round % 3 == 1) {
            CHECK_OK(MPI_Isend(data, ints, MPI_INT, next, tag, comm, &requests[0]));
            CHECK_OK(MPI_Recv(into, 6000, MPI_INT, MPI_ANY_SOURCE, tag, comm, &status));
            CHECK_OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        } else {
            MPI_Message message;
            CHECK_OK(MPI_Isend(data, ints, MPI_INT, next, tag, comm, &requests[0]));
            CHECK_OK(MPI_Mprobe(previous, tag, comm, &message, MPI_STATUS_IGNORE));
            CHECK_OK(MPI_Imrecv(into, 6000, MPI_INT, &message, &requests[1]));
            CHECK_OK(MPI_Wait(&requests[1], &status));
            CHECK_OK(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        }
        check_status(&status, previous, tag, ints);
        check_values(into, ints, key_of(previous, tag * 1000 + round), "threads");
    }
    free(data), free(into);
    return NULL;
}

static void threads(int count, int rounds) {
    pthread_t handles[64];
    Thread of[64];
    for (int i = 0; i < count && i < 64; ++i) {
        of[i] = (Thread){i, rounds};
        pthread_create(&handles[i], NULL, exchange, &of[i]);
    }
    for (int i = 0; i < count && i < 64; ++i) pthread_join(handles[i], NULL);
}

/* One thread is already in a host call when another thread posts the receive of a long message and makes no further
   call. The sender first sends and only then makes that host call too: its send must complete all the same. */
static void* dup_elsewhere(void* made) {
    MPI_Comm_dup(MPI_COMM_WORLD, (MPI_Comm*)made);
    return NULL;
}

static void receiver_beside(void) {
    int* values = calloc(LONG, sizeof(int));
    MPI_Comm made;
    for (int round = 0; round < 3; ++round) {
        const int peer = world_rank ^ 1;
        if (peer >= world_size) {
            MPI_Comm_dup(MPI_COMM_WORLD, &made);
        } else if (world_rank % 2 == 0) {
            pthread_t elsewhere;
            MPI_Request request;
            pthread_create(&elsewhere, NULL, dup_elsewhere, &made);
            usleep(50000);
            CHECK_OK(MPI_Irecv(values, LONG, MPI_INT, MPI_ANY_SOURCE, 34, comm, &request));
            pthread_join(elsewhere, NULL);
            CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            check_values(values, LONG, key_of(peer, 34), "receiver beside");
        } else {
            fill(values, LONG, key_of(world_rank, 34));
            usleep(200000);
            CHECK_OK(MPI_Send(values, LONG, MPI_INT, peer, 34, comm));
            MPI_Comm_dup(MPI_COMM_WORLD, &made);
        }
        MPI_Comm_free(&made);
    }
    free(values);
}

/* Each thread of rank 0 sends to one other rank, which has one thread. The requests of all threads begin and end
   concurrently. */
static void* send_many(void* argument) {
    enum { EACH = 3, MOST = 1 << 16 };
    const int to = 1 + ((const Thread*)argument)->number;
    int* data = malloc(EACH * MOST * sizeof(int));
    for (int ints = 1; ints <= MOST; ints *= 2) {
        MPI_Request requests[EACH];
        for (int i = 0; i < EACH; ++i) {
            fill(data + i * ints, ints, key_of(to, ints + i));
            CHECK_OK(MPI_Isend(data + i * ints, ints, MPI_INT, to, 40 + i, comm, &requests[i]));
        }
        CHECK_OK(MPI_Waitall(EACH, requests, MPI_STATUSES_IGNORE));
    }
    free(data);
    return NULL;
}

static void threads_to_all(void) {
    enum { EACH = 3, MOST = 1 << 16 };
    if (world_rank == 0) {
        pthread_t handles[64];
        Thread of[64];
        for (int i = 0; i + 1 < world_size && i < 64; ++i) {
            of[i] = (Thread){i, 1};
            pthread_create(&handles[i], NULL, send_many, &of[i]);
        }
        for (int i = 0; i + 1 < world_size && i < 64; ++i) pthread_join(handles[i], NULL);
    } else {
        int* into = malloc(MOST * sizeof(int));
        for (int ints = 1; ints <= MOST; ints *= 2)
            for (int i = 0; i < EACH; ++i) {
                CHECK_OK(MPI_Recv(into, ints, MPI_INT, 0, 40 + i, comm, MPI_STATUS_IGNORE));
                check_values(into, ints, key_of(world_rank, ints + i), "threads to all");
            }
        free(into);
    }
}

int main(int argc, char** argv) {
    int level = MPI_THREAD_SINGLE;
    const int wanted = argc > 2 ? atoi(argv[2]) : 0;
    MPI_Init_thread(&argc, &argv, wanted ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
    continue_ring(argc, argv);
    if (level == MPI_THREAD_MULTIPLE) receiver_beside(); /* before the engine has seen any other message */
    for (int ints = 0; ints <= LONG; ints = ints * 4 + 1) cancel_send(ints);
    buffered();
    mixtures();
    receiver_elsewhere();
    receiver_far_behind();
    unexpected();
    freed_early();
    if (level == MPI_THREAD_MULTIPLE) {
        threads(wanted, 60);
        for (int i = 0; i < 10; ++i) threads_to_all();
    }
    for (int i = 0; i < 300; ++i) { /* no rank ever receives them */
        static int data[250];
        CHECK_OK(MPI_Send(data, 250, MPI_INT, next, 77, comm));
    }
    return finish_ring();
}
