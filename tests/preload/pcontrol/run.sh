#!/usr/bin/env bash
# MPI_Pcontrol before MPI_Init (on which both bare hosts abort), with any level, and after MPI_Finalize; phases are recorded.
source "$(dirname "$0")/../common.sh"
compile "$here/levels.c"
bare bare 2 "$work/levels"
expect_status bare 0
under under 2 "$work/levels"
expect_same bare under
expect_clean under 2
expect_calls under 4 MPI_Barrier phase=5     # the phase is entered twice, with one barrier each, on two ranks
expect_counts under <<END
6 MPI_Barrier phase=7
2 MPI_Barrier phase=-3
2 MPI_Barrier phase=2147483647
16 MPI_Barrier
END

[ -z "$bare_only" ] || exit 0
under early 2 "$work/levels" early
expect_same bare early
expect_clean early 2
expect_calls early 16 MPI_Barrier
