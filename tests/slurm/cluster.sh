#!/usr/bin/env bash
# Four nodes of Slurm on the hosts of `shunt cluster`, each with a slurmd in its network and under its name. Ranks on several hosts find
# each other through Slurm, and an engine carries their calls by multicast.
source "$(dirname "$0")/common.sh"
[ -z "$bare_only" ] || skip "a cluster with the library only"
compile "$preload_tests/programs/ring.c"
hosts=4
mount -t tmpfs tmpfs /run   # for network namespaces and clusters of this test alone
mkdir /run/cgroup
mount --rbind /sys/fs/cgroup /run/cgroup   # hosts have a /sys of their own, and slurmd needs this one
ip link set lo up
"$shunt" cluster up --hosts $hosts --rate 200mbit --name slurm >"$work/up.out" 2>&1 || skip "no cluster: $(cat "$work/up.out")"
on=("$shunt" cluster run --name slurm --on)

start_munge
write_configuration slurm-1 10.77.0.1 "NodeName=slurm-[1-$hosts] NodeAddr=10.77.0.[1-$hosts] CPUs=4 RealMemory=500 State=UNKNOWN"
"${on[@]}" 1 -- slurmctld -D >"$work/slurmctld.out" 2>&1 &
for ((n = 1; n <= hosts; ++n)); do
    mkdir "$work/pmix.$n"   # PMIx's servers of several nodes cannot share a folder
    "${on[@]}" $n -- sh -c "mount --rbind /run/cgroup /sys/fs/cgroup && mount --bind $work/pmix.$n $work/pmix && exec slurmd -D" \
        >"$work/slurmd.$n.out" 2>&1 &
done
await_nodes $hosts "${on[@]}" 1 --

launch() { run_limited "$1" "${on[@]}" 1 -- srun --mpi=$plugin -N $hosts -n 8 "${@:2}"; }
launch bare "$work/ring" 3
expect_status bare 0
own_files carried
SHUNT_RULES='alltoall -> phased choose=always; barrier -> multicast' launch carried env "LD_PRELOAD=$library" "$work/ring" 3
expect_same bare carried
expect_clean carried 8
expect_calls carried 24 MPI_Alltoall engine=phased
expect_calls carried 8 MPI_Barrier engine=multicast
"$shunt" report "$work/carried.shunt" >"$work/report.out"
grep -q "8 ranks on $hosts nodes" "$work/report.out" || fail "not on $hosts nodes: $(head -n 5 "$work/report.out")"

# One rank of one host without the library: nothing is carried anywhere.
own_files missing
SHUNT_RULES='alltoall -> phased choose=always' launch missing bash -c \
    '[ "$SLURM_PROCID" = 5 ] || export LD_PRELOAD=$0; exec "$@"' "$library" "$work/ring" 3
expect_same bare missing
expect_warnings missing 1 "rank 5 runs without Shunt"
