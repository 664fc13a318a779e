#!/bin/bash
# background.sh BUILD FLAVOUR: nonblocking and persistent all-to-alls, schedules of the program's own, and calls of which some are left to
# the host, between four hosts.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
for program in background persistent; do
    compile_once "$scratch/$program" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../mpi/$program.c" || fail "$program.c does not compile"
done
compile_once "$scratch/alltoallv_levels" "mpicc.$flavour" -std=c99 -Wall -Wextra -I"$here/../.." "$here/alltoallv_levels.c" || fail "alltoallv_levels.c does not compile"
compile_once "$scratch/small_sizes" "mpicc.$flavour" -std=gnu99 -Wall -Wextra "$here/small_sizes.c" || fail "small_sizes.c does not compile"
name=$(own_name b)
up "$name" --hosts 4 --rate 200mbit
cd "$scratch" || exit 1
profile=$scratch/run.shunt
launcher=("mpirun.$flavour")
[ "$flavour" = openmpi ] && launcher+=(--oversubscribe)
rules=
for operation in alltoall alltoallv alltoallw; do rules+="$operation -> phased choose=always; "; done

# run RANKS RULES PROGRAM ARGUMENTS...: on four hosts; under Shunt unless RULES is "-".
run() {
    local ranks=$1 given=$2
    shift 2
    local line=("$shunt" cluster run --name "$name" -- "${launcher[@]}" -np "$ranks" "$@")
    [ "$given" = - ] || line=(env SHUNT_RULES="$given" "$shunt" run --profile "$profile" -- "${line[@]}")
    rm -f "$profile"
    expect 0 "${line[@]}"
}

# counted COUNTER: its sum over all ranks.
counted() {
    rm -rf "$scratch/tables"
    "$shunt" export "$profile" --csv "$scratch/tables" >/dev/null || fail "no profile"
    awk -F, -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }' "$scratch/tables/counters.csv"
}
carried() { [ "$(counted phased.operations)" -ge "$1" ] || fail "$(counted phased.operations) operations were carried in $2"; }

run 4 "$rules" ./background 3 10 carried; carried 300 background
run 8 "$rules" ./background 4 4 carried; carried 300 "background, two ranks on a host"
run 4 "$rules" ./persistent 3 5 carried; carried 300 persistent
run 4 - ./alltoallv_levels 5
run 4 "$rules" ./alltoallv_levels 5; carried 60 alltoallv_levels
[ "$(counted phased.schedule-given)" -ge 16 ] || fail "no schedule of the program's own was used"
# All ranks must leave the same calls to the host; otherwise they would wait for each other.
for seed in 1 2 3; do
    run 8 'alltoallv -> phased' ./small_sizes 120 $seed; carried 100 small_sizes
    says '120 calls are right'
    left=$(counted probation.left-to-host)
    [ "$left" -gt 0 ] && [ $((left % 8)) -eq 0 ] || fail "$left calls were left to the host by 8 ranks"
done
run 4 'alltoallv -> phased' ./small_sizes 200 4; carried 100 small_sizes
# Long calls: once the rate of the ports is known, the streams are made anew, between calls in the background. Two teams of four nodes have
# 24 stream ends.
run 8 'alltoallv -> phased' ./small_sizes 100 21 20000 2; carried 100 small_sizes
says '100 calls are right'
[ "$(counted phased.connections)" -gt 24 ] || fail "no stream was made anew: $(counted phased.connections) ends"
