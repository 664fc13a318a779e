#!/bin/bash
# outage.sh BUILD FLAVOUR [ENGINE OPERATION [SECONDS]]: the port of a host is set down in the middle of a collective, and up again. Every
# call gives the right result, and the job soon continues. The second time it stays down: the calls of the others fail, and report which
# host does not answer, for how long, and since when. Retransmissions begin at 20 ms here, so that 3 s have as many of them as half a minute
# usually has. With SECONDS only the outage is tested, for that time, with the usual 200 ms and patience.
source "$(dirname "$0")/common.sh"
needs_cluster
flavour=$2 engine=${3:-pipeline} operation=${4:-allreduce} seconds=${5:-3.2}
command -v "mpicc.$flavour" >/dev/null && command -v "mpirun.$flavour" >/dev/null || skip "no $flavour"
compile_once "$scratch/outage" "mpicc.$flavour" -std=gnu11 -O1 -Wall -Wextra "$here/outage.c" || fail "outage.c does not compile"
case $flavour in
    openmpi) launcher=(mpirun.openmpi --enable-recovery --mca orte_abort_on_non_zero_status 0) ;;
    mpich) launcher=(mpirun.mpich -disable-auto-cleanup) ;;
esac
name=$(own_name o)
up "$name" --hosts 3 --rate 200mbit
cd "$scratch" || exit 1
patience=5min
if [ $# -lt 5 ]; then
    patience=8s   # more than the outage and the time to the next retransmission
    for host in 1 2 3; do
        route=$(ip -n "shunt-$name-$host" route show dev eth0 scope link | head -1)
        # shellcheck disable=SC2086
        ip -n "shunt-$name-$host" route change $route dev eth0 rto_min 20ms || fail "no rto_min for: $route"
    done
fi
port() { ip -n "shunt-$name-switch" link set port3 "$1" || fail "cannot set the port $1"; }
calls() { cat calls 2>/dev/null || echo 0; }
# goes_on SECONDS: fifty more calls end within that time.
goes_on() {
    local from end=$((SECONDS + $1))
    from=$(calls)
    while [ "$(calls)" -lt $((from + 50)) ]; do
        ! ls lost-* >/dev/null 2>&1 || { cat output >&2; fail "a call failed: $(head lost-*)"; }
        [ $SECONDS -lt $end ] || { cat output >&2; fail "no fifty calls in $1 s after $from"; }
        sleep 0.05
    done
}
timeout --kill-after=5 $((60 + 3 * ${seconds%.*})) "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 3 env "LD_PRELOAD=$build/lib/libshunt.so" \
    SHUNT_RECORD=off SHUNT_WAIT=gentle "SHUNT_RULES=* -> $engine choose=always" "SHUNT_NETWORK_PATIENCE=$patience" \
    ./outage . "$operation" 32768 >output 2>&1 </dev/null &
run=$!
goes_on 40

port down
sleep 0.2
from=$(calls)
sleep "$seconds"
[ "$(calls)" -le $((from + 2)) ] || fail "the port is down, and calls go on"
port up
began=$(date +%s%N)
goes_on $((20 + 2 * ${seconds%.*}))
echo "$engine, $operation: went on $((($(date +%s%N) - began) / 1000000)) ms after $seconds s"
if [ $# -ge 5 ]; then
    touch stop
    wait $run || { cat output >&2; fail "the run ended with $?"; }
    ! ls wrong-* lost-* 2>/dev/null || fail "wrong results"
    exit 0
fi

port down
end=$((SECONDS + 60))
while ! { [ -e lost-0 ] && [ -e lost-1 ] && [ -e lost-2 ]; }; do
    [ $SECONDS -lt $end ] || { cat output >&2; fail "60 s after the port went down for good not all ranks know: $(ls lost-*)"; }
    sleep 0.1
done
port up
wait $run
! ls wrong-* 2>/dev/null || fail "wrong results"
case $engine in
    multicast) lost='\[0\]: multicast: host [^ ]+' ;;
    *) lost="\\[[01]\\]: $engine: rank 2 on host .*" ;;
esac
grep -Eq "^shunt$lost \\([0-9.]+\\) has not answered for ([89]|[1-2][0-9]) s, since [0-9]+:[0-9]+:[0-9]+" output ||
    { cat output >&2; fail "nobody says who was lost, for how long and since when"; }
