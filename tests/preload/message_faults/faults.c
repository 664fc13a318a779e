/* Two ranks that exchange messages of all lengths while a fault happens. MODE is
   stop       rank 1 is stopped for 5 s in the middle
   unexpected 10,000 messages that no receive is posted for, received from the last to the first
   never      rank 1 never receives rank 0's messages, and rank 0 not those that it sent to itself
   denied     the kernel refuses cross-memory attach from the middle on, to both or to rank 1 alone (denied_one)
   full       /dev/shm is full once the ranks have begun
   abort      rank 1 aborts while rank 0 waits with messages under way
   kill WHEN  rank 1 kills itself: with short messages that it has not received (short), while it sends or receives a
   long one (sends, receives), or while others wait for it and it computes (computes) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kMost = 3 << 20, kShort = 300 };
static unsigned char *out, *in;
static int rank, peer, wrong;

static unsigned char byte_at(int from, int message, int at) {
    return (unsigned char)(from * 91 + message * 31 + at * 7 + (at >> 9));
}
static void fill(int message, int bytes) {
    for (int at = 0; at < bytes; ++at) out[at] = byte_at(rank, message, at);
}
static void check(int message, int bytes) {
    for (int at = 0; at < bytes; ++at) {
        if (in[at] == byte_at(peer, message, at)) continue;
        if (wrong++ < 5) printf("rank %d: message %d of %d bytes is wrong at %d\n", rank, message, bytes, at);
        return;
    }
}

static const int lengths[] = {0, 8, 1000, 9000, 70000, 1 << 20, kMost};

/* One exchange in each form: either rank first, blocking, both directions at once. */
static void exchange(int round) {
    const int bytes = lengths[round % 7];
    MPI_Request requests[2];
    fill(round, bytes);
    switch (round % 3) {
        case 0:
            MPI_Sendrecv(out, bytes, MPI_BYTE, peer, 1, in, kMost, MPI_BYTE, peer, 1, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            break;
        case 1:
            if (rank == 0) MPI_Send(out, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
            MPI_Recv(in, kMost, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1) MPI_Send(out, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
            break;
        default:
            MPI_Irecv(in, kMost, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[0]);
            MPI_Isend(out, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    check(round, bytes);
}

static void stop(void) {
    if (rank == 1) {
        char command[200];
        snprintf(command, sizeof command, "(sleep 0.3; kill -STOP %d; sleep 5; kill -CONT %d) &", getpid(), getpid());
        unsetenv("LD_PRELOAD");
        if (system(command) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    const double begin = MPI_Wtime();
    for (int round = 0, goes_on = 1; goes_on; ++round) {
        exchange(round);
        int mine = MPI_Wtime() - begin < 6;
        MPI_Allreduce(&mine, &goes_on, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    }
}

static void unexpected(void) {
    enum { kMessages = 10000 };
    MPI_Request* requests = malloc(kMessages * sizeof *requests);
    for (int i = 0; i < kMessages; ++i) out[i] = byte_at(rank, i, 0);
    for (int i = 0; i < kMessages; ++i)
        MPI_Isend(out + i, 1 + (i % 10 == 0 ? kShort : 0), MPI_BYTE, peer, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = kMessages - 1; i >= 0; --i) {
        MPI_Recv(in, kMost, MPI_BYTE, i % 2 ? peer : MPI_ANY_SOURCE, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(i, 1);
    }
    MPI_Waitall(kMessages, requests, MPI_STATUSES_IGNORE);
    free(requests);
}

static void never(void) {
    MPI_Request request;
    fill(0, 1000);
    for (int i = 0; rank == 0 && i < 20000; ++i) MPI_Send(out, 1000, MPI_BYTE, 1, 5, MPI_COMM_WORLD);
    for (int i = 0; i < 100; ++i) MPI_Send(out, 100, MPI_BYTE, rank, 6, MPI_COMM_WORLD);
    MPI_Isend(out, 8, MPI_BYTE, peer, 7, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
}

static void refuse_attach(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void denied(int by_all) {
    for (int round = 0; round < 60; ++round) {
        if (round == 30 && (by_all || rank == 1)) refuse_attach();
        exchange(round);
        if (round % 8 == rank) usleep(300); /* a rank alone would copy by attach */
    }
}

static void full(void) {
    if (rank == 0) {
        const int file = open("/dev/shm/fill", O_CREAT | O_WRONLY, 0600);
        while (write(file, out, kMost) > 0 || write(file, out, 1) > 0) continue;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 40; ++round) exchange(round);
}

static void abort_amid(void) {
    MPI_Request requests[2];
    MPI_Isend(out, kMost, MPI_BYTE, peer, 8, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, kMost, MPI_BYTE, peer, 9, MPI_COMM_WORLD, &requests[1]);
    if (rank == 1) usleep(200000);
    if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 5);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    puts("went on");
}

static void die(void) { kill(getpid(), SIGKILL); }

static void kill_amid(const char* when) {
    MPI_Request request;
    if (strcmp(when, "short") == 0) {
        for (int i = 0; i < 1000; ++i) MPI_Send(out, 100, MPI_BYTE, peer, 2, MPI_COMM_WORLD);
        if (rank == 1) die();
    } else if (strcmp(when, "sends") == 0) {
        if (rank == 1) MPI_Isend(out, kMost, MPI_BYTE, peer, 2, MPI_COMM_WORLD, &request);
        if (rank == 1) usleep(100000), die();
        usleep(200000);
    } else if (strcmp(when, "receives") == 0) {
        if (rank == 1) MPI_Irecv(in, kMost, MPI_BYTE, peer, 2, MPI_COMM_WORLD, &request);
        if (rank == 1) usleep(100000), die();
        for (int i = 0; i < 100; ++i) MPI_Ssend(out, kMost, MPI_BYTE, peer, 2, MPI_COMM_WORLD);
    } else if (rank == 1) {
        usleep(200000), die();
    }
    for (int i = 0; i < 2000; ++i) MPI_Recv(in, kMost, MPI_BYTE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    puts("went on");
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    out = malloc(kMost), in = malloc(kMost);
    memset(out, 0, kMost), memset(in, 0, kMost);
    const char* mode = argv[1];
    if (strcmp(mode, "stop") == 0) stop();
    if (strcmp(mode, "unexpected") == 0) unexpected();
    if (strcmp(mode, "never") == 0) never();
    if (strncmp(mode, "denied", 6) == 0) denied(strcmp(mode, "denied") == 0);
    if (strcmp(mode, "full") == 0) full();
    if (strcmp(mode, "abort") == 0) abort_amid();
    if (strcmp(mode, "kill") == 0) kill_amid(argv[2]);
    printf("rank %d: %s, %d wrong\n", rank, mode, wrong);
    MPI_Finalize();
    return 0;
}
