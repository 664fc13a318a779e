/* pin(): binds the calling rank to the core with the rank's number on its node, from variables of Open MPI, MPICH's
   hydra or PMI. Needs _GNU_SOURCE. */
#pragma once
#include <sched.h>
#include <stdlib.h>

static void pin(void) {
    const char* names[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_RANK"};
    for (int i = 0; i < 3; ++i) {
        const char* local = getenv(names[i]);
        if (!local) continue;
        cpu_set_t core;
        CPU_ZERO(&core);
        CPU_SET(atoi(local), &core);
        sched_setaffinity(0, sizeof core, &core);
        return;
    }
}
