#!/bin/bash
# hello.sh BUILD FLAVOUR: ranks of that MPI start on the cluster's hosts, bare and under `shunt run` in either order, and end with it.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
compile_once "$scratch/hello" "mpicc.$flavour" "$here/hello.c" || fail "hello.c does not compile"
name=$(own_name h)
up "$name" --hosts 4 --rate 100mbit
in_cluster=("$shunt" cluster run --name "$name" --)
cd "$scratch" || exit 1

every_host() {
    local host
    for host in 1 2 3 4; do says "rank [0-3] of 4 on $name-$host sum 6"; done
}
expect 0 "${in_cluster[@]}" "mpirun.$flavour" -np 4 ./hello; every_host
expect 5 "${in_cluster[@]}" "mpirun.$flavour" -np 4 ./hello 5
expect 0 "${in_cluster[@]}" sh -c "mpirun.$flavour -np 4 ./hello"; every_host
expect 0 "$shunt" cluster run --name "$name" --hosts 2 -- "mpirun.$flavour" -np 2 ./hello
says "on $name-1 sum 1"; says "on $name-2 sum 1"

# Under shunt run, which must find its ranks' records on all hosts.
expect 0 "${in_cluster[@]}" "$shunt" run --profile in.shunt -- "mpirun.$flavour" -np 4 ./hello; every_host; says "4 ranks"; says "MPI_Allreduce +4 "
expect 0 "$shunt" run --profile out.shunt -- "${in_cluster[@]}" "mpirun.$flavour" -np 4 ./hello; every_host; says "4 ranks"; says "MPI_Allreduce +4 "

# Neither profile was recovered from spools: on every host the ranks knew of each other.
for profile in in out; do
    expect 0 "$shunt" report "$scratch/$profile.shunt"; says "4 nodes"
    ! grep -q 'Recovered' "$scratch/output" || fail "the ranks of $flavour did not know of each other"
done

# A run that is killed, even by SIGKILL, leaves no rank.
for signal in TERM KILL; do
    rm -f "$scratch"/rank.*
    "${in_cluster[@]}" "mpirun.$flavour" -np 4 sh -c "echo \$\$ >$scratch/rank.\$\$; exec sleep 300" </dev/null >"$scratch/output" 2>&1 &
    run=$!
    for _ in $(seq 200); do [ "$(ls "$scratch" | grep -c '^rank\.')" = 4 ] && break; sleep 0.05; done
    [ "$(ls "$scratch" | grep -c '^rank\.')" = 4 ] || { cat "$scratch/output"; kill -KILL $run; fail "four ranks did not start"; }
    kill -$signal $run
    wait $run 2>/dev/null
    for _ in $(seq 200); do
        alive=0
        for process in $(cat "$scratch"/rank.*); do kill -0 "$process" 2>/dev/null && alive=$((alive + 1)); done
        [ $alive = 0 ] && break
        sleep 0.05
    done
    [ $alive = 0 ] || fail "$alive ranks are left after SIG$signal"
done
exit 0
