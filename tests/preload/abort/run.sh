#!/usr/bin/env bash
# MPI_Abort: no exit handler and no destructor runs. The job ends as it does bare, and the spools stay. shunt recover makes a profile of
# them that has every call up to the last.
source "$(dirname "$0")/../common.sh"
compile "$here/aborts.c"
bare bare 2 "$work/aborts"
[ "$status" != 0 ] || fail "MPI_Abort gave status 0"
under under 2 "$work/aborts"
expect_status under "$(cat "$work/bare.status")"
expect_silence under
recover under
expect_images under 2
expect_counts under <<END
10 MPI_Send rank=1
10 MPI_Recv rank=0
3 MPI_Barrier rank=1
3 MPI_Barrier rank=0
END
