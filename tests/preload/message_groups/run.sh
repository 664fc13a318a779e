#!/usr/bin/env bash
# Messages on communicators that only their members know, and on those of one rank alone, are carried like all others.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/../mpi/message_groups.c" -pthread
bare bare 2 "$work/message_groups" 1
expect_status bare 0
for threads in 1 2; do
    SHUNT_RULES='p2p -> remote_write' under carried$threads 2 "$work/message_groups" 1 $threads
    expect_status carried$threads 0
    expect_clean carried$threads 2
    expect_calls carried$threads 0 MPI_Isend,MPI_Irecv,MPI_Sendrecv,MPI_Recv engine=host
done
# The same without a rule about messages, because engines use the same numbers.
SHUNT_RULES='allreduce -> pipeline choose=always' under other 2 "$work/message_groups" 1
expect_status other 0
expect_clean other 2
expect_calls other 0 MPI_Isend,MPI_Irecv,MPI_Sendrecv,MPI_Recv engine=remote_write
