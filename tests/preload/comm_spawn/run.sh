#!/usr/bin/env bash
# Spawned processes: another MPI_COMM_WORLD, an intercommunicator, and a merged one. No call on these is carried; the children's profile
# does not overwrite the parents'.
source "$(dirname "$0")/../common.sh"
compile "$here/parent.c"
compile "$here/child.c"
btl=self,vader,tcp       # shared memory does not reach across two jobs
bare bare 1 "$work/parent" "$work/child"
! grep -q 'Error in spawn call' "$work/bare.err" || skip "this $host cannot spawn processes"
expect_status bare 0
for rules in '' 'alltoall -> phased choose=always' 'p2p -> remote_write'; do
    name=under$(echo "$rules" | tr -cd a-z)
    SHUNT_RULES=$rules under $name 1 "$work/parent" "$work/child"
    expect_same bare $name
    expect_silence $name
    expect_images $name 1
    expect_counts $name <<END
1 MPI_Comm_spawn
3 MPI_Send
1 MPI_Alltoall engine=host,phased
END
    expect_calls $name 0 MPI_Recv           # only the children receive
done
