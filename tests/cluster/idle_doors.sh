#!/bin/bash
# idle_doors.sh BUILD FLAVOUR: a hundred silent connections at each listener of each host, from the host's own address. Peers that connect
# later are accepted nevertheless: to exchange blocks, to move vectors, and to fetch data that multicast no longer delivers.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour "${2:-openmpi}"
gives_way=yes
multicast_rule='bcast -> multicast choose=always; allreduce 64K.. -> pipeline choose=always; alltoallv -> phased choose=always; * -> host'
compile_once "$scratch/doors" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/doors.c" || fail "doors.c does not compile"
cd "$scratch" || exit 1
name=$(own_name i)
up "$name" --hosts 4 --rate 1gbit
settings=(--pipeline.way tcp)
mkdir marks
crowds=()
for host in 1 2 3 4; do
    ip netns exec "shunt-$name-$host" /usr/bin/python3 "$here/idle.py" doors 100 >"marks/idle.$host" 2>marks/errors.$host &
    crowds+=($!)
done
run_limit=60 start_carried 4 ./doors "$scratch/marks" 3
for _ in $(seq 600); do [ -e marks/quiet ] && break; sleep 0.05; done
[ -e marks/quiet ] || { tail -n 40 output marks/idle.* marks/errors.* >&2; fail "the run came to no end among idle connections"; }
filter 3 "$drop_udp"
sleep 3
touch marks/go
status=0; wait $run || status=$?
kill "${crowds[@]}"
[ $status = 0 ] && grep -q '^OK [0-9]' output || { tail -n 40 output marks/idle.* marks/errors.* >&2; fail "the run ended with $status"; }
cat marks/idle.*
export_profile
# Each round has listeners of its own for phased and for the pipeline, and a process has one for recovery: seven on a host. The load of the
# machine decides how many of them the crowd finds before they are closed.
for host in 1 2 3 4; do [ "$(grep -c ': 100 idle$' "marks/idle.$host")" -ge 2 ] || fail "too few listeners of host $host had their idle connections"; done
[ "$(calls MPI_Alltoallv engine=phased)" -ge 12 ] || fail "phased carried too little"
[ "$(calls MPI_Allreduce engine=pipeline)" -ge 12 ] || fail "the pipeline carried too little"
[ "$(counted multicast.rescues)" -gt 0 ] || fail "nothing was fetched by TCP"
