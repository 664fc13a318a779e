/* Linked into a program, it makes MPICH's ranks over UCX yield the processor while no message arrives, as Open MPI's
   yielding ranks do. With more ranks than cores they would otherwise take the processor from each other by spinning. It
   acts only on calls in close succession, as a blocking call of the host makes them. A caller that tests between other
   work, as Shunt does, is not delayed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

typedef unsigned Progress(void* worker);

enum { kCloseNs = 2000, kSpins = 200, kShortSleeps = 200, kShortNs = 50000, kLongNs = 100000 };

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

__attribute__((visibility("default"))) unsigned ucp_worker_progress(void* worker) {
    static Progress* progress;
    static __thread int in_vain;
    static __thread int64_t left_ns;
    const int64_t entered_ns = now_ns();
    if (progress == NULL) {
        prctl(PR_SET_TIMERSLACK, 1000, 0, 0, 0);
        progress = (Progress*)dlsym(RTLD_NEXT, "ucp_worker_progress");
    }
    const unsigned events = progress(worker);
    if (events != 0 || entered_ns - left_ns > kCloseNs) in_vain = 0;
    else if (++in_vain > kSpins) {
        const struct timespec sleep = {0, in_vain <= kSpins + kShortSleeps ? kShortNs : kLongNs};
        nanosleep(&sleep, NULL);
    }
    left_ns = now_ns();
    return events;
}
