#!/usr/bin/env bash
# Persistent collectives: MPI 4's names on MPICH and Open MPI 5, the MPIX_ names of Open MPI 4.
source "$(dirname "$0")/../common.sh"
compile "$here/persistent.c"
prefix=MPI
if [ "$host" = openmpi ] && mpirun.openmpi --version | grep -q ' 4\.'; then prefix=MPIX; fi
bare bare 2 "$work/persistent"
expect_status bare 0
for rules in '' 'alltoall -> phased choose=always'; do
    name=under$(echo "$rules" | tr -cd a-z)
    SHUNT_RULES=$rules under $name 2 "$work/persistent"
    expect_same bare $name
    expect_clean $name 2
    expect_counts $name <<END
2 ${prefix}_Allreduce_init
2 ${prefix}_Alltoall_init
6 MPI_Start
8 MPI_Startall
6 MPI_Wait
8 MPI_Waitall
6 MPI_Request_free
0 MPI_Allreduce
0 MPI_Alltoall
END
done
