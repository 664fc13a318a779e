#!/bin/bash
# messages.sh BUILD FLAVOUR: messages by remote_write among hosts: the programs of tests/mpi, which check every result by themselves, with
# one and with two ranks a host, in both orders.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
for program in messages message_mix message_fuzz; do
    compile_once "$scratch/$program" "mpicc.$flavour" -std=gnu11 -O1 -pthread -w "$here/../mpi/$program.c" || fail "$program.c does not compile"
done
launches "$flavour"
name=$(own_name m)
up "$name" --hosts 4 --rate 1gbit --ranks-per-host 2
cd "$scratch" || exit 1

# carried RANKS PLACEMENT PROGRAM ARGUMENT...: all results are right, and messages were carried between hosts.
carried() {
    local began=$SECONDS ranks=$1 placement=$2 status=0
    shift 2
    rm -rf run.shunt csv
    # shellcheck disable=SC2086
    limited 100 output 1 '^OK' "$shunt" run --profile run.shunt --rules "p2p -> remote_write; * -> host" -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $placement -np "$ranks" "./$@" || status=$?
    [ $status = 0 ] || { may_hang_in_finalize $status && grep -q '^OK' output; } || { tail -30 output >&2; fail "$ranks $placement $*: $status"; }
    echo "$ranks $placement $*: $((SECONDS - began)) s"
    [ $status = 0 ] || return 0
    "$shunt" export run.shunt --csv csv >/dev/null || fail "no profile"
    local sent
    sent=$(awk -F, '$2 ~ /^remote_write.(sent|connections)/ { sum[$2] += $3 } END { for (each in sum) printf "%s %d, ", each, sum[each] }' csv/counters.csv)
    grep -q 'remote_write.connections' csv/counters.csv && grep -q 'remote_write.sent-eager' csv/counters.csv || fail "$*: nothing went between hosts: $sent"
    grep -q ',TCP,' csv/messages.csv || fail "$*: no row of the profile says that its messages went by TCP"
    echo "    $sent"
}

carried 2 "$by_node" messages
carried 2 "$by_node" message_mix
carried 2 "$by_node" message_mix 2 8
carried 2 "$by_node" message_fuzz 1 100
carried 4 "$by_node" message_fuzz 2 40
carried 4 "$by_slot" message_fuzz 3 40
carried 4 "$by_slot" messages
carried 8 "$by_node" message_fuzz 4 10

# Ranks of two hosts that refuse each other's connections: the host MPI carries their messages, and one line says so.
status=0
# shellcheck disable=SC2086
limited 100 output 1 '^OK' "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_node -np 4 env "LD_PRELOAD=$build/lib/libshunt.so" \
    "SHUNT_RULES=p2p -> remote_write; * -> host" SHUNT_P2P_UNREACHABLE=host SHUNT_TEST_APART=0-1,3-2 SHUNT_RECORD=off \
    ./message_fuzz 5 20 || status=$?
[ $status = 0 ] || { may_hang_in_finalize $status && grep -q '^OK' output; } || { tail -30 output >&2; fail "ranks apart: $status"; }
grep -q 'the host MPI carries their messages' output || { cat output >&2; fail "no rank says that the host carries messages"; }
