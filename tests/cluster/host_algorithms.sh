#!/bin/bash
# host_algorithms.sh BUILD FLAVOUR: an algorithm of the host's that a rule names takes effect. On a slow wire one of two takes more than
# half as long again as the other, and the profile names both.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour "$2"
program=$scratch/host_algorithms
compile_once "$program" "mpicc.$flavour" -std=gnu99 -O1 -Wall -Wextra -Werror "$here/host_algorithms.c" || fail "host_algorithms.c does not compile"
name=$(own_name a)
up "$name" --hosts 6 --rate 20mbit
cd "$scratch" || exit 1
case $flavour in
    openmpi) slow="basic_linear" fast="pipeline segment=8K" ;;
    mpich) slow="scatter_ring_allgather" fast="binomial" ;;
esac
rules="bcast comm world/dup#0 -> host algorithm=$slow; bcast comm world/dup#1 -> host algorithm=$fast"
SHUNT_WAIT=host timeout --kill-after=5 100 "$shunt" run --profile "$scratch/profile" --rules "$rules" -- \
    "$shunt" cluster run --name "$name" -- "mpirun.$flavour" -np 6 "$program" 3 >"$scratch/output" 2>&1 </dev/null ||
    { cat "$scratch/output" >&2; fail "it ended badly"; }
micros() { awk -v which="$1" '$1 == which && NF == 2 {print $2}' "$scratch/output"; }
echo "$slow $(micros 0) us, $fast $(micros 1) us, as the host likes $(micros 2) us"
[ "$(micros 0)" -ge "$((3 * $(micros 1) / 2))" ] || { cat "$scratch/output" >&2; fail "no algorithm acts"; }
export_profile
for words in "algorithm ${slow% *}" "algorithm ${fast%% *}"; do
    grep -q "MPI_Bcast.*$words" "$scratch/csv/calls.csv" || fail "the profile does not say: $words"
done
exit 0
