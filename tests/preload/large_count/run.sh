#!/usr/bin/env bash
# The large-count forms of MPI 4: calls of MPI_Send_c and the like are recorded under their own names.
source "$(dirname "$0")/../common.sh"
only_host mpich "Open MPI has the _c functions from version 5"
compile "$here/large.c"
bare bare 2 "$work/large" 1
expect_status bare 0
for rules in '' 'p2p -> remote_write' 'alltoall,alltoallv -> phased choose=always'; do
    name=under$(echo "$rules" | tr -cd a-z)
    case $rules in alltoall*) blocks=1 ;; *) blocks=2304 ;; esac       # 2304 MiB: more bytes than an int can count
    SHUNT_RULES=$rules under $name 2 "$work/large" $blocks
    expect_same bare $name
    expect_clean $name 2
    expect_counts $name <<END
1 MPI_Send_c
1 MPI_Recv_c
2 MPI_Isend_c
2 MPI_Irecv_c
2 MPI_Bcast_c
2 MPI_Allreduce_c
2 MPI_Alltoall_c
2 MPI_Alltoallv_c
2 MPI_Get_count_c
0 MPI_Send,MPI_Recv,MPI_Bcast,MPI_Allreduce,MPI_Alltoall,MPI_Alltoallv
END
    [ -z "$bare_only" ] || continue
    [ "$(query $name sent rank=0 peer=1 bytes=$((blocks << 20)))" = 1 ] || fail "$name: the large message is not there"
    [ "$(query $name received rank=1 peer=0 bytes=$((blocks << 20)))" = 1 ] || fail "$name: the large message was not received"
    [[ $rules != p2p* ]] || [ "$(query $name how_messages_went | awk '{ print $1 }')" -gt 0 ] || fail "no message was carried"
done
