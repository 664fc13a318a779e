#!/usr/bin/env bash
# The sessions model of MPI 4, without MPI_Init; and sessions beside MPI_Init.
source "$(dirname "$0")/../common.sh"
only_host mpich "Open MPI has sessions from version 5"
compile "$here/session.c"
for how in alone beside; do
    bare bare_$how 2 "$work/session" $how
    expect_status bare_$how 0
    SHUNT_RULES='alltoall -> phased choose=always' under $how 2 "$work/session" $how
    expect_same bare_$how $how
done
expect_silence beside
bare bare_self 1 "$work/session" self
SHUNT_WAIT=gentle under self 1 "$work/session" self
expect_same bare_self self
expect_images beside 2
expect_counts beside <<END
2 MPI_Allreduce
2 MPI_Alltoall
END
# Without MPI_COMM_WORLD the records are merged afterwards.
expect_warnings alone 1 "run shunt recover"
recover alone
expect_images alone 2
expect_calls alone 2 MPI_Allreduce
