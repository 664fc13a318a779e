/* Lets a rank kill itself, as a fault would: without a message. */
#ifndef SHUNT_TESTS_VERBS_DIE_H
#define SHUNT_TESTS_VERBS_DIE_H

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

static inline void die(int number) {
    (void)number;
    kill(getpid(), SIGKILL);
}

static inline void die_after(int milliseconds) {
    const struct itimerval timer = {{0, 0}, {milliseconds / 1000, milliseconds % 1000 * 1000}};
    signal(SIGALRM, die);
    setitimer(ITIMER_REAL, &timer, NULL);
}

#endif
