#!/usr/bin/env bash
# A rank forks: children that exec other programs (with and without MPI in them), and one that goes on as a copy of the rank
# and must not write into the rank's record, which it shares memory with.
source "$(dirname "$0")/../common.sh"
compile "$here/forks.c"
compile "$here/linked_only.c"

bare bare 2 "$work/forks" "$work/linked_only"
expect_line bare "child: linked, not called"
under forks 2 "$work/forks" "$work/linked_only"
expect_same bare forks
expect_clean forks 2
expect_calls forks 20 MPI_Comm_size      # ten a rank; each child made a thousand more
expect_calls forks 2 MPI_Sendrecv
