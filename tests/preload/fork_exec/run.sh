#!/usr/bin/env bash
# A rank forks. Some children exec other programs (with and without MPI in them). One child continues as a copy of the rank and must not
# write into the rank's record, although it shares its memory.
source "$(dirname "$0")/../common.sh"
compile "$here/forks.c"
compile "$here/linked_only.c"

bare bare 2 "$work/forks" "$work/linked_only"
expect_line bare "child: linked, not called"
under forks 2 "$work/forks" "$work/linked_only"
expect_same bare forks
expect_clean forks 2
expect_calls forks 20 MPI_Comm_size      # ten a rank, without the thousand that each child made
expect_calls forks 2 MPI_Sendrecv
