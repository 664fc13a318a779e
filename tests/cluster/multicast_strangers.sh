#!/bin/bash
# Strangers on the wire, two jobs on one cluster, a rank with other rules, a rank that dies.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour openmpi
seed=${2:-$RANDOM}
echo "seed $seed (multicast_strangers.sh BUILD SEED repeats it)"
compile_multicast
cd "$scratch" || exit 1
name=$(own_name s)
up "$name" --hosts 4 --rate 1gbit

# until_started: waits for the run of mode `until`.
until_started() {
    for _ in $(seq 400); do [ -e "$scratch/marks/started" ] && return; sleep 0.05; done
    cat "$scratch/output" >&2
    fail "the run did not begin"
}

# Random, truncated, replayed and forged datagrams to the groups and the control ports, from the stranger's own address and from members'
# addresses.
mkdir "$scratch/marks"
start_carried 4 ./multicast "$seed" until "$scratch/marks" 30
until_started
strangers=()
for host in 2 4; do
    ip netns exec "shunt-$name-$host" /usr/bin/python3 "$here/strangers.py" $((seed + host)) 150 >"$scratch/stranger.$host" 2>&1 &
    strangers+=($!)
done
for stranger in "${strangers[@]}"; do wait "$stranger" || { cat "$scratch"/stranger.*; fail "a stranger could not do its work"; }; done
touch "$scratch/marks/go"
status=0; wait $run || status=$?
[ $status = 0 ] && grep -q '^OK [0-9]' "$scratch/output" || { cat "$scratch/output" >&2; fail "among strangers the run ended with $status"; }
export_profile
expect_carried MPI_Bcast,MPI_Scatter,MPI_Barrier
warned 0 .
for counter in foreign malformed stale duplicates; do
    echo "multicast.$counter: $(counted multicast.$counter)"
done
[ "$(counted multicast.foreign)" -gt 500 ] || fail "too few datagrams are counted as foreign"
[ "$(counted multicast.malformed)" -gt 20 ] || fail "too few datagrams are counted as malformed"
[ $(($(counted multicast.stale) + $(counted multicast.duplicates))) -gt 20 ] || fail "too few datagrams are counted as stale or as duplicates"

# Two jobs at once. Two mpirun of Open MPI fail if they make the folder of their sessions at the same moment, so each has its own.
mkdir "$scratch/second.sessions"
start_carried 4 ./multicast "$seed" bcasts 100 16384
first=$run
SHUNT_WAIT=gentle SHUNT_PROFILE=$scratch/second timeout 40 "$shunt" cluster run --name "$name" -- "$shunt" run --profile "$scratch/second" \
    --rules "$multicast_rule" -- "mpirun.$flavour" --mca orte_tmpdir_base "$scratch/second.sessions" -np 4 ./multicast $((seed + 1)) bcasts 100 16384 >"$scratch/output.second" 2>&1 </dev/null &
second=$!
wait $first || { cat "$scratch/output"; fail "the first of two jobs failed"; }
wait $second || { cat "$scratch/output.second"; fail "the second of two jobs failed"; }
for profile in profile second; do
    "$shunt" export "$scratch/$profile" --csv "$scratch/csv.$profile" >/dev/null
    [ "$(/usr/bin/python3 "$query" "$scratch/csv.$profile" calls MPI_Bcast engine=multicast)" = 400 ] || fail "$profile: not all was carried by multicast"
done

# One rank has other rules: nothing is carried anywhere, and one warning reports it.
rm -f "$scratch/profile"
under=(env "LD_PRELOAD=$build/lib/libshunt.so" SHUNT_WAIT=gentle "SHUNT_PROFILE=$scratch/profile")
expect 0 "$shunt" cluster run --name "$name" -- "mpirun.$flavour" -np 3 "${under[@]}" "SHUNT_RULES=$multicast_rule" ./multicast "$seed" bcasts 20 4096 : \
    -np 1 "${under[@]}" SHUNT_RULES= ./multicast "$seed" bcasts 20 4096
says '^OK [0-9]'
warned 1 .
warned 1 'has other settings'
export_profile
[ "$(calls MPI_Bcast engine=multicast)" = 0 ] || fail "calls were carried though the rules differ"

# A rank is killed in mid-run: the launcher ends the job by itself, and no process is left.
rm -rf "$scratch/marks"; mkdir "$scratch/marks"
run_limit=60 start_carried 4 sh -c 'echo $$ >"$1/rank.$$"; exec "$0" "$2" until "$1" 1' ./multicast "$scratch/marks" "$seed"
until_started
ranks=("$scratch"/marks/rank.*)
[ ${#ranks[@]} = 4 ] || fail "${#ranks[@]} ranks, not 4"
victim=$(cat "${ranks[$((seed % 4))]}")
kill -KILL "$victim"
end=$((SECONDS + 30))
while kill -0 $run 2>/dev/null; do
    [ $SECONDS -lt $end ] || { tail -40 "$scratch/output" >&2; fail "30 s after a rank was killed the job is still there"; }
    sleep 0.1
done
wait $run && fail "a rank was killed, and the job ended well"
for file in "${ranks[@]}"; do ! kill -0 "$(cat "$file")" 2>/dev/null || fail "a rank outlives the job"; done
grep -Eq 'signal 9|Killed|KILLED' "$scratch/output" || { cat "$scratch/output" >&2; fail "the launcher does not say what happened"; }
