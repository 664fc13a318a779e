#!/usr/bin/env bash
# 64 ranks of a tiny program: one profile with 64 ranks in it, written quickly.
source "$(dirname "$0")/../common.sh"
only_host openmpi "MPICH's waiting would need 64 cores"
compile "$preload_tests/programs/ring.c"
limit=120
bare bare 64 "$work/ring" 2
under under 64 "$work/ring" 2
expect_same bare under
expect_clean under 64
expect_counts under <<END
128 MPI_Alltoall
128 MPI_Isend
2 MPI_Recv rank=63
END
[ -n "$bare_only" ] || [ "$(query under sent rank=63 peer=0)" = 2 ] || fail "rank 63 sent $(query under sent rank=63 peer=0) messages to 0"
