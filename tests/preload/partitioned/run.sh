#!/usr/bin/env bash
# Partitioned communication of MPI 4: one message in eight parts, made ready in any order.
source "$(dirname "$0")/../common.sh"
only_host mpich "Open MPI has partitioned communication from version 5"
compile "$here/parts.c"
bare bare 2 "$work/parts"
expect_status bare 0
for rules in '' 'p2p -> remote_write'; do
    name=under${rules:+_carried}
    SHUNT_RULES=$rules under $name 2 "$work/parts"
    expect_same bare $name
    expect_clean $name 2
    expect_counts $name <<END
1 MPI_Psend_init rank=0
1 MPI_Precv_init rank=1
24 MPI_Pready
6 MPI_Start
6 MPI_Wait
END
done
