#!/bin/bash
# auto.sh BUILD FLAVOUR: `shunt run --auto` among three hosts whose ports are slow, so that engines win. Broadcasts alone, where no call
# synchronises the ranks, are carried from the first ones on, and the summary reports the gain. Short exchanges, where no engine is expected
# to win, are compared with the host's own algorithms. Floating sums are the same to the last bit in two runs, one of them on a busy
# machine. A rule has precedence over auto.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
compile_once "$scratch/auto" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/auto.c" || fail "auto.c does not compile"
launches "$flavour"
name=$(own_name t)
up "$name" --hosts 3 --rate 100mbit
cd "$scratch" || exit 1
export UCX_TLS=self,tcp   # MPICH's: not through this machine's memory
export SHUNT_AUTO_KNOWLEDGE=off   # each run starts without knowledge

wait=gentle ranks=3
# run OUTPUT [OPTIONS OF RUN...] -- ARGUMENTS: all results are right.
run() {
    local output=$1 options=()
    shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    rm -f run.shunt
    timeout --kill-after=5 100 env SHUNT_WAIT="$wait" "$shunt" run "${options[@]}" --profile run.shunt -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np "$ranks" ./auto "$@" >"$output" 2>&1 </dev/null || { tail -30 "$output" >&2; fail "$*"; }
    grep -q '^OK' "$output" || { tail -30 "$output" >&2; fail "$*: wrong"; }
}
# calls FUNCTION [engine=NAME]: the number of such calls in the profile.
calls() { "$shunt" export run.shunt --csv csv >/dev/null && /usr/bin/python3 "$here/../preload/profile_query.py" csv calls "$@"; }

run output --auto -- broadcasts 120 262144
"$shunt" report run.shunt >report
by_engine=$(( $(calls MPI_Bcast engine=multicast) + $(calls MPI_Bcast engine=pipeline) ))
[ "$by_engine" -gt 280 ] || { cat report >&2; fail "of 360 broadcasts engines carried only $by_engine"; }
measured='[0-9.]+ x faster than (the host|pipeline)|[0-9]+ us for multicast, about what the ports need'
grep -Eq "auto measured ((multicast|pipeline) )?($measured)" report || { cat report >&2; fail "the report does not say what was measured"; }
grep -Eq '^  auto +(gained about .* per|carried .* a) rank' output || { cat output >&2; fail "the summary does not say what auto did"; }

# The rate of the ports was measured: less than a port of 100 Mbit/s can carry, and a large part of it even on a busy machine.
rates() { "$shunt" export run.shunt --csv csv >/dev/null && awk -F, '$2 == "ports.bytes-per-s" { print $3 }' csv/counters.csv; }
right_rates() { [ "$(rates | wc -l)" = 3 ] && [ "$(rates | awk '$1 > 2e6 && $1 < 25e6' | wc -l)" = 3 ]; }
right_rates || fail "ports of 100 Mbit/s were measured as $(rates | tr '\n' ' ')"
SHUNT_RULES='bcast -> host' run output -- broadcasts 4 1024   # without auto, in MPI_Finalize
right_rates || fail "in MPI_Finalize ports of 100 Mbit/s were measured as $(rates | tr '\n' ' ')"
SHUNT_RECORD_PORTS=off run output -- broadcasts 4 1024
[ -z "$(rates)" ] || fail "record.ports = off does not hold"

# Calls that wait gently are nonblocking ones, whose algorithms cannot be chosen. Two ranks, because the ranks spin here.
wait=host ranks=2
run output --auto -- exchanges 60000 512
wait=gentle ranks=3
"$shunt" report run.shunt >report
grep -Eq "auto measured the host.* (than|against).*the host's [a-z_]+|auto measured the host's [a-z_]+ " report || { cat report >&2; fail "no algorithm of the host was compared"; }

run first --auto -- sums 100
yes >/dev/null & busy=$!
yes >/dev/null & busier=$!
run second --auto -- sums 100
kill $busy $busier
[ "$(grep -c ^digest first)" = 3 ] || { cat first >&2; fail "no digests"; }
diff <(grep ^digest first) <(grep ^digest second) || fail "sums have other bits on a busy machine"
[ "$(calls MPI_Reduce engine=pipeline)" -gt 0 ] || { "$shunt" report run.shunt >&2; fail "no sum was carried: their bits prove nothing"; }

SHUNT_RULES='bcast -> host' run output --auto -- broadcasts 40 262144
[ "$(calls MPI_Bcast engine=host)" = 120 ] || fail "the rule before auto does not hold"

# MPI_Init waits for the measurement as long as it takes. The patience of MPI_Finalize does not matter there, and no transfer is left that
# would disturb the end. These ports need two seconds for it.
name=$(own_name s) ranks=2
up "$name" --hosts 2 --rate 500kbit
SHUNT_RECORD_FINALIZE_TIMEOUT=1500ms run output --auto -- broadcasts 2 8
[ "$(rates | awk '$1 > 2e4 && $1 < 1e5' | wc -l)" = 2 ] || { cat output >&2; fail "ports of 500 kbit/s were measured as $(rates | tr '\n' ' ')"; }
