#!/usr/bin/env bash
# A limit on the length of files (ulimit -f), set before MPI_Init, after it, or just before MPI_Finalize. The record causes no SIGXFSZ, the
# program's handler stays, and one line reports what became of the record.
source "$(dirname "$0")/../common.sh"
compile "$here/limits.c"
bare bare 2 "$work/limits" 10 5000000 before
needs_bare bare "files of 5 MB are too short for this MPI"

# Less than the first part of the record, which stays in memory. (With much less the hosts themselves fail, because of their shared memory.)
SHUNT_RECORD_MEMORY=64M under before 2 "$work/limits" 10 5000000 before
expect_same bare before
expect_warnings before 1 "kept in memory"
expect_images before 2
expect_calls before 20 MPI_Sendrecv

# Room for little more than the first part of the record, also where an engine allocates its shared memory.
SHUNT_RULES='allreduce -> pipeline choose=always' under after 2 "$work/limits" 5000 1800000 after
expect_same bare after
expect_warnings after 2 "could not grow on 2 of the ranks .*ulimit -f"
expect_warnings after 2 "pipeline.*raise ulimit -f; using the host"
expect_images after 2
expect_calls after 10000 MPI_Sendrecv

# Not even room for the profile: the spools stay.
under finalize 2 "$work/limits" 10 4096 finalize
expect_same bare finalize
expect_warnings finalize 1 "ulimit -f.*shunt recover"
recover finalize
expect_images finalize 2
expect_calls finalize 20 MPI_Sendrecv
