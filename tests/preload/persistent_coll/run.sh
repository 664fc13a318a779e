#!/usr/bin/env bash
# Persistent collectives: MPI 4's names on MPICH, Open MPI's own MPIX_ names.
source "$(dirname "$0")/../common.sh"
compile "$here/persistent.c"
case $host in openmpi) prefix=MPIX ;; mpich) prefix=MPI ;; esac
bare bare 2 "$work/persistent"
expect_status bare 0
for rules in '' 'alltoall -> phased choose=always'; do
    name=under$(echo "$rules" | tr -cd a-z)
    SHUNT_RULES=$rules under $name 2 "$work/persistent"
    expect_same bare $name
    expect_clean $name 2
    expect_calls $name 2 ${prefix}_Allreduce_init
    expect_calls $name 2 ${prefix}_Alltoall_init
    expect_calls $name 6 MPI_Start
    expect_calls $name 8 MPI_Startall
    expect_calls $name 6 MPI_Wait
    expect_calls $name 8 MPI_Waitall
    expect_calls $name 6 MPI_Request_free
    expect_calls $name 0 MPI_Allreduce
    expect_calls $name 0 MPI_Alltoall
done
