#!/bin/bash
# multicast.sh BUILD FLAVOUR: programs that check their MPI results by themselves get the same results by multicast, with one rank a host
# and with two. Calls that multicast does not carry alternate with calls that it does.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
programs=$build/tests/mpi/$flavour
[ -x "$programs/collectives" ] || skip "the programs of tests/mpi are not built"
collectives=MPI_Bcast,MPI_Scatter,MPI_Scatterv,MPI_Allgather,MPI_Allgatherv,MPI_Barrier
cd "$scratch" || exit 1

name=$(own_name m)
up "$name" --hosts 4 --rate 1gbit
carried 4 "$programs/collectives" 1
# Not all calls of this program: some are between groups, some on communicators of one rank.
by_multicast=$(calls $collectives engine=multicast)
[ "$by_multicast" -gt 500 ] || fail "multicast carried only $by_multicast calls"
for function in ${collectives//,/ }; do
    [ "$(calls "$function" engine=multicast)" -gt 0 ] || fail "multicast carried no $function"
done
[ "$(counted multicast.datagrams)" -gt 0 ] || fail "the profile counts no datagrams"
warned 0 .
# nonblocking FIRST...: the program that begins every collective and waits in all ways, also with persistent calls.
nonblocking() {
    carried "$1" "$programs/nonblocking" "$2" 20 persistent
    local function
    for function in MPI_Ibcast MPI_Iscatter MPI_Iscatterv MPI_Iallgatherv MPI_Ibarrier; do
        [ "$(calls "$function" engine=multicast)" -gt 0 ] || fail "with $1 ranks multicast carried no $function"
    done
    warned 0 .
}
nonblocking 4 3
carried 4 "$programs/errors" 1
warned 0 multicast
# Roots that make a thousand short calls before the others enter.
carried 4 "$programs/ahead" 1 0 1000 roots
warned 0 multicast
[ "$(calls MPI_Bcast,MPI_Scatter engine=multicast)" -gt 20000 ] || fail "multicast carried too few calls of roots that are ahead"
# Roots that pass another length than the other ranks.
lengths {0,2}:{"4,40,4,4","4000,4000,40,200000","300000,1,2000000,299999"}
"$shunt" cluster down --name "$name" >/dev/null

# Two ranks a host: one has the sockets, the other shares its memory.
name=$(own_name n)
up "$name" --hosts 3 --rate 1gbit --ranks-per-host 2
carried 6 "$programs/collectives" 2
[ "$(calls $collectives engine=multicast)" -gt 500 ] || fail "with two ranks a host multicast carried too few calls"
warned 0 .
nonblocking 6 4
carried 6 "$programs/reductions" 3
carried 6 "$programs/p2p" 4
# The root is the rank with the sockets, the rank beside it, or a rank on another host.
lengths {0,1,5}:{"4,40,4,4,40,4","4000,40,4000,200000,1,4000","300000,1,2000000,299999,300000,40"}
"$shunt" cluster down --name "$name" >/dev/null

# The same with lost datagrams.
name=$(own_name o)
up "$name" --hosts 2 --rate 1gbit --ranks-per-host 2 --loss 2%
lengths {0,3}:300000,1,2000000,299999
