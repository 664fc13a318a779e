#!/bin/bash
# Clusters are made and removed completely, two at once, and leave this machine as it was.
source "$(dirname "$0")/common.sh"
needs_cluster
a=$(own_name a) b=$(own_name b)
the_machine >"$scratch/before"

up "$a" --hosts 3 --rate 20mbit
up "$b" --hosts 4 --rate 10mbit --switches 2 --ranks-per-host 2 --mtu 1400
expect 0 "$shunt" cluster status --name "$a"; says "^$a: up, 3 hosts .*20mbit, MTU 1500"
expect 0 "$shunt" cluster status --name "$b"; says "^$b: up, 4 hosts .*10mbit, 2 switches, MTU 1400, 2 ranks a host"
the_machine >"$scratch/during"
diff "$scratch/before" "$scratch/during" || fail "the machine's own network is not as it was"

networks=$(for name in "$a" "$b"; do "$shunt" cluster run --name "$name" -- ip -o -4 address show dev eth0 | grep -o '10\.77\.[0-9]*'; done | sort -u | wc -l)
[ "$networks" = 2 ] || fail "both clusters have the same addresses"
expect 1 "$shunt" cluster up --name "$a" --hosts 2 --rate 20mbit; says "there is a cluster called $a"

expect 0 "$shunt" cluster run --name "$b" --on 3 -- sh -c 'hostname; cat /etc/hosts; ip link show dev eth0; touch /dev/shm/mine; ls /dev/shm'
says "^$b-3\$"; says "$b-4\$"; says "mtu 1400"; says '^mine$'
[ ! -e /dev/shm/mine ] || fail "a host's /dev/shm is the machine's"
[ "$(hostname)" != "$b-3" ] || fail "the machine's name was changed"
# Where sessions are scheduling groups, the programs in a cluster have one control group, which is removed with the cluster.
groups=/sys/fs/cgroup/cpu
[ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2>/dev/null)" = 1 ] && [ -w $groups/cgroup.procs ] || groups=
in_no_group=(sh -c "echo \$\$ >$groups/cgroup.procs && exec \"\$@\"" -)
if [ -n "$groups" ]; then
    expect 0 "${in_no_group[@]}" "$shunt" cluster run --name "$a" -- cat /proc/self/cgroup; says "cpu:/shunt-cluster-$a\$"
    [ -d "$groups/shunt-cluster-$a" ] || fail "the control group is elsewhere"
fi
expect 7 "$shunt" cluster run --name "$b" -- sh -c 'exit 7'
expect 127 "$shunt" cluster run --name "$b" -- no-such-program-here; says "cannot start no-such-program-here"
expect 143 "$shunt" cluster run --name "$b" -- sh -c 'kill -TERM $$'

# Running programs keep a cluster up. When a run is ended, the processes that it started end too.
"$shunt" cluster run --name "$a" -- sh -c "setsid sleep 300 & echo \$! >$scratch/orphan; exec sleep 300" &
run=$!
for _ in $(seq 100); do [ -s "$scratch/orphan" ] && break; sleep 0.05; done
expect 1 "$shunt" cluster down --name "$a"; says "processes running in $a"
kill -TERM $run
wait $run
[ $? -eq 143 ] || fail "a run ended by SIGTERM did not say so"
! kill -0 "$(cat "$scratch/orphan")" 2>/dev/null || fail "a process is left of a run"
expect 0 "$shunt" cluster down --name "$a"
[ -z "$groups" ] || [ ! -e "$groups/shunt-cluster-$a" ] || fail "the control group is left"
expect 0 "$shunt" cluster status --name "$b"
expect 0 "$shunt" cluster down --name "$b"
expect 1 "$shunt" cluster down --name "$b"; says "there is no cluster called $b"
the_machine >"$scratch/after"
diff "$scratch/before" "$scratch/after" || fail "the machine is not as it was"
! ip netns list | grep -E "^shunt-($a|$b)-" || fail "namespaces are left"
