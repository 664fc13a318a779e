#!/bin/bash
# Datagrams are lost, ranks are late or leave early, threads broadcast at the same time, communicators share few groups.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour openmpi
seed=${2:-$RANDOM}
echo "seed $seed (multicast_loss.sh BUILD SEED repeats it)"
compile_multicast
cd "$scratch" || exit 1

# no_rescue: multicast repaired all losses by its own means.
no_rescue() {
    [ "$(counted multicast.rescues)" = 0 ] || fail "$(counted multicast.rescues) operations were fetched by TCP"
    warned 0 .
}

name=$(own_name p)
up "$name" --hosts 4 --rate 1gbit --loss 1%
carried 4 ./multicast "$seed" bcasts 300 65536
expect_carried MPI_Bcast
[ "$(counted multicast.repairs)" -gt 0 ] || fail "1 % of loss, and nothing was repaired"
no_rescue
carried 4 ./multicast "$seed" gathers 100 200000
expect_carried MPI_Allgather,MPI_Allgatherv
no_rescue
carried 4 ./multicast "$seed" threads 60
expect_carried MPI_Bcast
no_rescue
if [ -x "$build/tests/mpi/openmpi/collectives" ]; then carried 4 "$build/tests/mpi/openmpi/collectives" 1; fi
"$shunt" cluster down --name "$name" >/dev/null

name=$(own_name r)
up "$name" --hosts 4 --rate 1gbit
# 10 % of the datagrams, of UDP alone, because a host's own TCP needs half a minute to start at that loss.
for host in 1 2 3 4; do filter $host "$lose_udp"; done
carried 4 ./multicast "$seed" bcasts 300 65536
expect_carried MPI_Bcast
[ "$(counted multicast.repairs)" -gt 50 ] || fail "10 % of loss, and little was repaired"
no_rescue
carried 4 ./multicast "$seed" gathers 60 100000
expect_carried MPI_Allgather,MPI_Allgatherv
no_rescue
carried 4 ./multicast "$seed" mixture 300 20000
expect_carried MPI_Bcast,MPI_Allgather,MPI_Allgatherv,MPI_Barrier
no_rescue
for host in 1 2 3 4; do no_filter $host; done
carried 4 ./multicast "$seed" late 1000
expect_carried MPI_Bcast
no_rescue
carried 4 ./multicast "$seed" leave
expect_carried MPI_Bcast
no_rescue

# 64 communicators, 4 groups: the groups change from one communicator to another.
settings=(--set multicast.groups=4)
carried 4 ./multicast "$seed" communicators 64 4
settings=()
# All but those on communicators of one rank: 16 communicators, 4 rounds.
[ "$(calls MPI_Bcast engine=multicast)" = $(($(calls MPI_Bcast) - 64)) ] || fail "multicast carried $(calls MPI_Bcast engine=multicast) calls"
no_rescue
[ "$(counted multicast.evictions)" -gt 64 ] || fail "$(counted multicast.evictions) groups were given up, of 64 with room for 4"
