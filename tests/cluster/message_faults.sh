#!/bin/bash
# message_faults.sh BUILD FLAVOUR: messages between four hosts by remote_write. A rank is killed, or its connections are reset, in the
# middle of a message: every rank that communicates with it gets an error from that exchange and from the next, none hangs, none gets wrong
# data. A rank that is stopped for five seconds, a port that is down for three, and strangers at each listener only cost time. Messages that
# are received late or never harm nobody, and MPI_Abort ends the job.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
compile_once "$scratch/message_faults" "mpicc.$flavour" -std=gnu11 -O1 -pthread -w "$here/message_faults.c" || fail "message_faults.c does not compile"
case $flavour in
    openmpi) launcher=(mpirun.openmpi --enable-recovery --mca orte_abort_on_non_zero_status 0) ;;
    mpich) launcher=(mpirun.mpich -disable-auto-cleanup) ;;
esac
name=$(own_name g)
up "$name" --hosts 4 --rate 20mbit
cd "$scratch" || exit 1
environment=(env "LD_PRELOAD=$build/lib/libshunt.so" SHUNT_RECORD=off "SHUNT_RULES=p2p -> remote_write")

# broken HOW BYTES VICTIM: the run, whose output is in ./output; it must end in time, with any status.
broken() {
    status=0
    rm -f survivor-*
    timeout --kill-after=5 60 "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 4 "${environment[@]}" ./message_faults "$@" >output 2>&1 </dev/null || status=$?
    cat survivor-* >>output 2>/dev/null
    [ $status != 124 ] && [ $status != 137 ] || { cat output >&2; fail "$*: still there after 60 s"; }
    ! grep -E 'wrong result|nothing failed|nothing was there' output >&2 || { cat output >&2; fail "$*"; }
    echo "$*: $(grep -c '^survivor' output) survivors, status $status"
}
# survivors COUNT: that many ranks survive, and both of their exchanges failed.
survivors() {
    [ "$(grep -Ec '^survivor [0-9]: error [1-9][0-9]* in exchange [0-9]+, then [1-9]' output)" = "$1" ] || { cat output >&2; fail "not $1 survivors with two errors each"; }
}
for bytes in 1000 300000; do
    broken killed $bytes 2; survivors 3
done
grep -q 'remote_write: rank 2 on host .* has closed its connection' output || { cat output >&2; fail "nobody says who is lost"; }
broken reset 300000 1; survivors 4
# If the program's errors are fatal, its ranks end.
FATAL=1 broken reset 300000 1
survivors 0
[ $status != 0 ] || grep -Eqi 'MPI_ERR|abort|fatal' output || { cat output >&2; fail "the host does not end the job"; }

# all_done HOW BYTES VICTIM: all four ranks do their part, and the run ends well.
all_done() {
    status=0
    rm -f survivor-*
    limited 60 output 4 '^done' \
        "$shunt" cluster run --name "$name" -- "mpirun.$flavour" -np 4 "${environment[@]}" ./message_faults "$@" || status=$?
    [ "$(cat survivor-* 2>/dev/null | grep -c '^done')" = 4 ] && ! grep 'wrong result' output >&2 ||
        { cat output >&2; fail "$*: not all ranks are done"; }
    may_hang_in_finalize $status || [ $status = 0 ] || { cat output >&2; fail "$*: the run ended with $status"; }
    echo "$*: done"
}
all_done many 4 1
all_done deaf 1000 1
all_done unreceived 1000 1
rm -f survivor-*
status=0
timeout --kill-after=5 60 "$shunt" cluster run --name "$name" -- "mpirun.$flavour" -np 4 "${environment[@]}" \
    ./message_faults aborts 4 1 >output 2>&1 </dev/null || status=$?
[ $status != 0 ] && [ $status != 124 ] && [ $status != 137 ] || { cat output >&2; fail "after MPI_Abort the run ended with $status"; }
! ls survivor-* >/dev/null 2>&1 || fail "a rank went on after MPI_Abort"
rm -f survivor-*
echo "aborts: status $status"

calls() { cat calls 2>/dev/null || echo 0; }
# goes_on SECONDS: ten more exchanges end within that time.
goes_on() {
    local from end=$((SECONDS + $1))
    from=$(calls)
    while [ "$(calls)" -lt $((from + 10)) ]; do
        ! ls wrong-* >/dev/null 2>&1 || { cat output >&2; fail "an exchange failed: $(head wrong-*)"; }
        [ $SECONDS -lt $end ] || { cat output >&2; fail "no ten exchanges in $1 s after $from"; }
        sleep 0.05
    done
}
rm -f survivor-*
timeout --kill-after=5 120 "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 4 "${environment[@]}" ./message_faults until 30000 1 >output 2>&1 </dev/null &
run=$!
goes_on 20
kill -STOP "$(cat pid-2)"
sleep 0.2
from=$(calls)
sleep 5
[ "$(calls)" -le $((from + 2)) ] || fail "a rank is stopped, and exchanges go on"
kill -CONT "$(cat pid-2)"
goes_on 20
echo "stopped for 5 s: went on"
ip -n "shunt-$name-switch" link set port3 down || fail "cannot set the port down"
sleep 3
ip -n "shunt-$name-switch" link set port3 up || fail "cannot set the port up"
goes_on 40
echo "port down for 3 s: went on"
strangers=()
for host in 1 2 3 4; do
    ip netns exec "shunt-$name-$host" timeout 60 /usr/bin/python3 "$here/idle.py" message_faults 100 >"idle.$host" 2>&1 &
    strangers+=($!)
done
for host in 1 2 3 4; do
    for _ in $(seq 600); do grep -q ': 100 idle$' "idle.$host" && break; sleep 0.05; done
    grep -q ': 100 idle$' "idle.$host" || { cat idle.* output; fail "strangers found no listener of host $host"; }
done
goes_on 40
for stranger in "${strangers[@]}"; do kill "$stranger" 2>/dev/null; wait "$stranger"; done
goes_on 20
touch stop
status=0; wait $run || status=$?
may_hang_in_finalize $status || [ $status = 0 ] || { cat output >&2; fail "the run ended with $status"; }
! ls wrong-* 2>/dev/null || fail "wrong data"
echo "strangers: went on"

# A firewall that refuses all connections to the listeners of one host: all ranks leave messages among nodes to the host MPI, and one rank
# reports the reason. Open MPI's own listeners are at low ports.
[ "$flavour" = openmpi ] || exit 0
refuse='11,40 0 0 12,21 0 7 2048,48 0 0 23,21 0 5 6,48 0 0 47,84 0 0 18,21 0 2 2,40 0 0 36,53 1 0 30000,6 0 0 4294967295,6 0 0 2'
ip netns exec "shunt-$name-2" tc qdisc add dev eth0 clsact || fail "cannot filter"
ip netns exec "shunt-$name-2" tc filter add dev eth0 ingress protocol all pref 1 bpf da bytecode "$refuse" || fail "cannot filter"
rm -f wrong-* calls
timeout --kill-after=5 60 "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 4 "${environment[@]}" ./message_faults until 30000 1 >output 2>&1 </dev/null ||
    { cat output >&2; fail "behind a firewall the run ended with $?"; }
[ "$(cat calls)" = 1 ] || fail "behind a firewall nothing was exchanged"
[ "$(grep -c 'messages among nodes stay with the host on all ranks: rank [0-9] on host .* does not answer; allow' output)" = 1 ] ||
    { cat output >&2; fail "nobody, or more than one, says that a firewall is in the way"; }
echo "firewall: $(grep -o 'messages among nodes.*' output)"
