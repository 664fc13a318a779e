#!/usr/bin/env bash
# valgrind's memcheck around each rank, recorded and carried. It finds no fault in Shunt's libraries, and the results are right. Findings
# with no frame of Shunt's are the hosts' own faults.
source "$(dirname "$0")/../common.sh"
need valgrind
[ -z "$bare_only" ] || exit 0
limit=150
programs=$preload_tests/../mpi
compile "$programs/collectives.c" "$programs/layout.c" -std=gnu11 -w
compile "$programs/message_fuzz.c" -std=gnu11 -w -pthread
rank_wrapper=(valgrind --quiet --num-callers=25 --log-file="$work/memcheck.%p")
checked() {
    local name=$1 program=$2
    rm -f "$work"/memcheck.*
    under "$name" 2 "$work/$program" 1
    expect_status "$name" 0
    expect_line "$name" '^OK [0-9]'
    expect_clean "$name" 2
    [ "$(find "$work" -name 'memcheck.*' | wc -l)" = 2 ] || fail "$name: valgrind has not run on two ranks"
    ! grep -B 12 -A 12 libshunt "$work"/memcheck.* >&2 || fail "$name: memcheck finds something in Shunt"
}
checked recorded collectives
SHUNT_RULES='p2p -> remote_write; * -> pipeline choose=always' checked messages message_fuzz
[ "$(query messages calls MPI_Isend,MPI_Send,MPI_Ssend,MPI_Issend engine=remote_write)" -gt 0 ] || fail "no message was carried"
SHUNT_RULES='allgather,gather,scatter -> phased choose=always; * -> pipeline choose=always' checked carried collectives
[ "$(query carried calls MPI_Allreduce engine=pipeline)" -gt 0 ] || fail "pipeline carried nothing"
[ "$(query carried calls MPI_Allgather,MPI_Gather,MPI_Scatter engine=phased)" -gt 0 ] || fail "phased carried nothing"

# Shows that the check can fail: an engine gets a buffer that is too short.
cat >"$work/short.c" <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    double* mine = calloc(990, sizeof(double));
    double sum[1000];
    for (int i = 0; i < 4; ++i) MPI_Allreduce(mine, sum, 1000, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    puts("OK 1");
    return 0;
}
END
compile "$work/short.c" -w
rm -f "$work"/memcheck.*
SHUNT_RULES='allreduce -> pipeline choose=always' under short 2 "$work/short"
grep -q libshunt "$work"/memcheck.* || fail "memcheck sees nothing of what the library does"
