/* Messages between hosts that break while data are in flight. All ranks exchange with one rank, the victim, repeatedly.
   message_faults killed|reset BYTES VICTIM: in the third exchange the victim is killed, or resets all its connections
   that the engine has made. Each surviving rank writes "survivor RANK: error CLASS in exchange N, then CLASS" into a
   file survivor-RANK of the current folder, which all share, because launchers lose output when a rank is killed. When
   all have written, it leaves without MPI_Finalize, in which hosts would hang.
   message_faults until BYTES VICTIM: exchanges until there is a file `stop`. The number of exchanges is written to
   `calls`, the process id of each rank to pid-RANK.
   message_faults many|deaf|unreceived|aborts BYTES VICTIM: the victim receives 10,000 messages of each rank only when
   all have arrived; makes no MPI call until the others have sent to it and exchanged among themselves; receives none at
   all before all call MPI_Finalize; calls MPI_Abort while the others wait for it. A rank that has done its part writes
   "done RANK". */
#define _GNU_SOURCE
#include <mpi.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { kMostFiles = 4096, kMostCalls = 40, kFaultCall = 3, kFaultAfterUs = 60000, kMostRanks = 16, kTag = 4 };

static int rank, ranks, bytes, victim, resets;
static unsigned char *sent, *received[kMostRanks];

/* The engine marks its connections by this limit (native/engines/remote_write/tcp_fabric.cpp); hosts have other limits
   or none. */
static int is_engines(int file) {
    int limit = 0;
    socklen_t size = sizeof limit;
    return getsockopt(file, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &limit, &size) == 0 && limit == 512 << 10;
}

/* Both sides of each connection see a reset at once. */
static void reset_connections(void) {
    struct sockaddr nobody;
    memset(&nobody, 0, sizeof nobody);
    nobody.sa_family = AF_UNSPEC;
    for (int file = 0; file < kMostFiles; ++file)
        if (is_engines(file)) resets += connect(file, &nobody, sizeof nobody) == 0;
}

static void* strike(void* word) {
    usleep(kFaultAfterUs);
    if (strcmp(word, "killed") == 0) raise(SIGKILL);
    reset_connections();
    return NULL;
}

static unsigned char byte_of(int from, int number, int at) {
    return (unsigned char)(from * 31 + number * 7 + at + (at >> 8));
}

/* In both directions at once. The last byte tells whether the ranks continue. */
static int exchange(int number, int last) {
    MPI_Request requests[2 * kMostRanks];
    int count = 0, error = MPI_SUCCESS;
    for (int at = 0; at < bytes; ++at) sent[at] = byte_of(rank, number, at);
    sent[bytes] = (unsigned char)last;
    for (int other = 0; other < ranks; ++other) {
        if (other == rank || (rank != victim && other != victim)) continue;
        memset(received[other], 0, (size_t)bytes);
        MPI_Irecv(received[other], bytes + 1, MPI_BYTE, other, kTag, MPI_COMM_WORLD, &requests[count++]);
        error = MPI_Isend(sent, bytes + 1, MPI_BYTE, other, kTag, MPI_COMM_WORLD, &requests[count++]);
        if (error != MPI_SUCCESS) requests[count - 1] = MPI_REQUEST_NULL;
    }
    const int waited = MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    return waited != MPI_SUCCESS ? waited : error;
}

static int is_right(int number) {
    for (int other = 0; other < ranks; ++other)
        for (int at = 0; at < bytes && other != rank && (rank == victim || other == victim); ++at)
            if (received[other][at] != byte_of(other, number, at)) return 0;
    return 1;
}

static int class_of(int error) {
    int class = 0;
    if (error != MPI_SUCCESS) MPI_Error_class(error, &class);
    return class;
}

static void write_file(const char* stem, int number, const char* text) {
    char name[32], unfinished[32];
    snprintf(name, sizeof name, number < 0 ? "%s" : "%s-%d", stem, number);
    snprintf(unfinished, sizeof unfinished, "unfinished-%d", rank);
    FILE* file = fopen(unfinished, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0 || rename(unfinished, name) != 0) abort();
}

static void report(const char* way, int error, int number, int after) {
    char text[100], name[32];
    snprintf(text, sizeof text, "survivor %d: error %d in exchange %d, then %d\n", rank, class_of(error), number,
             class_of(after));
    write_file("survivor", rank, text);
    /* MPICH's launcher may end the others when one rank leaves in this way. */
    for (int tries = 0, there = 0; tries < 200 && there < ranks - (strcmp(way, "killed") == 0); ++tries) {
        usleep(50000);
        there = 0;
        for (int other = 0; other < ranks; ++other) {
            snprintf(name, sizeof name, "survivor-%d", other);
            there += access(name, F_OK) == 0;
        }
    }
}

static int run_until_stopped(void) {
    char text[32];
    snprintf(text, sizeof text, "%d\n", getpid());
    write_file("pid", rank, text);
    for (int number = 1, last = 0; !last; ++number) {
        last = rank == victim && access("stop", F_OK) == 0;
        const int error = exchange(number, last);
        if (error != MPI_SUCCESS || !is_right(number)) {
            snprintf(text, sizeof text, "exchange %d: %d\n", number, class_of(error));
            write_file("wrong", rank, text);
            _exit(1);
        }
        if (rank != victim) last = received[victim][bytes];
        snprintf(text, sizeof text, "%d\n", number);
        if (rank == victim) write_file("calls", -1, text);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}

static int done(void) {
    char text[32];
    snprintf(text, sizeof text, "done %d\n", rank);
    write_file("survivor", rank, text);
    fputs(text, stdout);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}

static int wrong(const char* what, int number) {
    printf("rank %d: wrong result: %s %d\n", rank, what, number);
    fflush(stdout);
    _exit(1);
}

enum { kMany = 10000, kLastTag = 5 };

static int run_many(void) {
    int number = 0;
    if (rank != victim) {
        for (; number < kMany; ++number) MPI_Send(&number, 1, MPI_INT, victim, kTag, MPI_COMM_WORLD);
        MPI_Send(&number, 1, MPI_INT, victim, kLastTag, MPI_COMM_WORLD);
        return done();
    }
    for (int i = 0; i < ranks - 1; ++i)
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, kLastTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int expected = 0; expected < kMany; ++expected)
        for (int other = 0; other < ranks; ++other) {
            if (other == victim) continue;
            MPI_Recv(&number, 1, MPI_INT, other, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (number != expected) wrong("message", expected);
        }
    return done();
}

static int are_others_done(void) {
    char name[32];
    int there = 0;
    for (int other = 0; other < ranks; ++other) {
        snprintf(name, sizeof name, "survivor-%d", other);
        there += access(name, F_OK) == 0;
    }
    return there == ranks - 1;
}

enum { kToDeaf = 200, kAmongOthers = 50 };

static int run_deaf(void) {
    MPI_Comm others;
    int size, place, number = 0;
    MPI_Comm_split(MPI_COMM_WORLD, rank == victim, rank, &others);
    if (rank == victim) {
        while (!are_others_done()) usleep(20000);
        for (int i = 0; i < kToDeaf; ++i)
            for (int other = 0; other < ranks; ++other) {
                if (other == victim) continue;
                MPI_Recv(received[other], bytes, MPI_BYTE, other, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                for (int at = 0; at < bytes; ++at)
                    if (received[other][at] != byte_of(other, i, at)) wrong("message", i);
            }
        return done();
    }
    for (int i = 0; i < kToDeaf; ++i) {
        for (int at = 0; at < bytes; ++at) sent[at] = byte_of(rank, i, at);
        MPI_Send(sent, bytes, MPI_BYTE, victim, kTag, MPI_COMM_WORLD);
    }
    MPI_Comm_rank(others, &place);
    MPI_Comm_size(others, &size);
    for (int i = 0; i < kAmongOthers; ++i) {
        MPI_Sendrecv(&i, 1, MPI_INT, (place + 1) % size, kTag, &number, 1, MPI_INT, (place + size - 1) % size, kTag,
                     others, MPI_STATUS_IGNORE);
        if (number != i) wrong("exchange", i);
    }
    return done();
}

static int run_unreceived(void) {
    for (int i = 0; i < 100 && rank != victim; ++i) MPI_Send(sent, bytes, MPI_BYTE, victim, kTag, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return done();
}

static int run_aborts(void) {
    int number = 0;
    if (rank == victim) {
        usleep(kFaultAfterUs);
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    if (MPI_Recv(&number, 1, MPI_INT, victim, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS) return done();
    return pause(); /* it may learn of the end before it is ended */
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 4 || ranks > kMostRanks) return 2;
    bytes = atoi(argv[2]);
    victim = atoi(argv[3]);
    sent = malloc((size_t)bytes + 1);
    for (int other = 0; other < ranks; ++other) received[other] = malloc((size_t)bytes + 1);
    if (!getenv("FATAL")) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int* all = malloc(sizeof(int) * (size_t)ranks); /* the host's own connections are made here */
    MPI_Alltoall(all, 1, MPI_INT, malloc(sizeof(int) * (size_t)ranks), 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(argv[1], "until") == 0) return run_until_stopped();
    if (strcmp(argv[1], "many") == 0) return run_many();
    if (strcmp(argv[1], "deaf") == 0) return run_deaf();
    if (strcmp(argv[1], "unreceived") == 0) return run_unreceived();
    if (strcmp(argv[1], "aborts") == 0) return run_aborts();
    for (int number = 1; number <= kMostCalls; ++number) {
        pthread_t thread;
        const int is_fault = number == kFaultCall && rank == victim;
        if (is_fault) pthread_create(&thread, NULL, strike, argv[1]);
        const int error = exchange(number, 0);
        if (is_fault) {
            pthread_join(thread, NULL);
            if (resets == 0) printf("rank %d: nothing was there to reset\n", rank);
        }
        if (error != MPI_SUCCESS) {
            const int after = exchange(number, 0);
            report(argv[1], error, number, after);
            _exit(0);
        }
        if (!is_right(number)) {
            printf("rank %d: exchange %d gave a wrong result\n", rank, number);
            fflush(stdout);
            _exit(1); /* not a survivor */
        }
    }
    printf("rank %d: nothing failed\n", rank);
    MPI_Finalize();
    return 1;
}
