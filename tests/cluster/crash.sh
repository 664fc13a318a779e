#!/bin/bash
# `up` is killed at one of its steps; the seed chooses which. Then `down` must remove everything that `up` had made, and nothing else.
source "$(dirname "$0")/common.sh"
needs_cluster
seed=${2:-$RANDOM}
echo "seed $seed (crash.sh BUILD SEED repeats it)"
RANDOM=$seed
name=$(own_name c)
clusters+=("$name")
up "$name" --hosts 4 --rate 20mbit
"$shunt" cluster down --name "$name" >/dev/null
the_machine >"$scratch/before"

# kill_at STEP: the step under way is number STEP or the next.
kill_at() {
    local line
    mkfifo "$scratch/steps"
    "$shunt" cluster up --verbose --name "$name" --hosts 4 --rate 20mbit --loss 1% >"$scratch/steps" 2>/dev/null &
    local maker=$!
    while read -r line; do
        case $line in "step $1 of "*) kill -KILL $maker; break ;; esac
    done <"$scratch/steps"
    wait $maker 2>/dev/null
    rm "$scratch/steps"
}

crashed=0
for step in 1 2 5 $((RANDOM % 24 + 3)) $((RANDOM % 24 + 3)) $((RANDOM % 24 + 3)); do
    kill_at "$step"
    if "$shunt" cluster status --name "$name" >"$scratch/status"; then
        echo "step $step: it was up before it could be killed"
    else
        crashed=$((crashed + 1))
        grep -Eq "$name: unfinished" "$scratch/status" || { cat "$scratch/status"; fail "step $step: status does not say unfinished"; }
        expect 1 "$shunt" cluster run --name "$name" -- true; says "unfinished"
        expect 1 "$shunt" cluster up --name "$name" --hosts 2 --rate 20mbit; says "unfinished: shunt cluster down"
    fi
    expect 0 "$shunt" cluster down --name "$name"
    ! ip netns list | grep "^shunt-$name-" || fail "step $step: namespaces are left"
    ls /run/netns | grep "^shunt-$name-" && fail "step $step: names are left"
done
[ $crashed -ge 3 ] || fail "only $crashed of 6 were killed half-way"
the_machine >"$scratch/after"
diff "$scratch/before" "$scratch/after" || fail "the machine is not as it was"

# Another program's namespace of such a name: up refuses, and down leaves it.
ip netns add "shunt-$name-2" || fail "cannot make a namespace"
trap 'ip netns del "shunt-$name-2"; clean_up' EXIT
expect 1 "$shunt" cluster up --name "$name" --hosts 3 --rate 20mbit; says "shunt-$name-2 that no cluster's record lists"
ip netns list | grep -q "^shunt-$name-2" || fail "somebody else's namespace was removed by up"
ip netns del "shunt-$name-2"
up "$name" --hosts 3 --rate 20mbit
ip netns del "shunt-$name-2"; ip netns add "shunt-$name-2"
expect 0 "$shunt" cluster down --name "$name"
ip netns list | grep -q "^shunt-$name-2" || fail "somebody else's namespace was removed by down"
! ip netns list | grep -E "^shunt-$name-(1|3|switch)" || fail "namespaces are left"
