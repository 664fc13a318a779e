#!/usr/bin/env bash
# Partitioned communication of MPI 4: one message in eight parts, made ready in any order.
source "$(dirname "$0")/../common.sh"
only_host mpich "Open MPI has partitioned communication from version 5"
compile "$here/parts.c"
bare bare 2 "$work/parts"
expect_status bare 0
under under 2 "$work/parts"
expect_same bare under
expect_clean under 2
expect_counts under <<END
1 MPI_Psend_init rank=0
1 MPI_Precv_init rank=1
24 MPI_Pready
6 MPI_Start
6 MPI_Wait
END
