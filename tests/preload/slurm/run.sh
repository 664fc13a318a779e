#!/usr/bin/env bash
# Slurm starts the ranks (srun), those of MPICH by its plugin pmi2, which takes one greeting from a process, those of Open MPI by pmix: it is
# seen that all ranks have the library, a rule carries calls, and there is one profile. A client of PMI-2 is served like one of PMI-1.
# A Slurm of one node runs for the test alone, in namespaces of its own; that needs root.
if [ -z "${SHUNT_TEST_NAMESPACE:-}" ]; then
    for tool in slurmctld slurmd srun munged unshare ip; do
        command -v $tool >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
    done
    [ "$(id -u)" = 0 ] || { echo "SKIPPED: only root can start a Slurm"; exit 77; }
    SHUNT_TEST_NAMESPACE=1 exec unshare --net --uts --mount --pid --fork --kill-child=KILL --mount-proc "$0" "$@"
fi
source "$(dirname "$0")/../common.sh"

start_slurm() {
    local address=10.99.0.1 node=shuntnode   # with nothing but loopback, Slurm resolves no address at all
    hostname $node
    ip link set lo up
    ip link add shuntlab0 type bridge
    ip addr add $address/24 dev shuntlab0
    ip link set shuntlab0 up
    { cat /etc/hosts; echo "$address $node"; } >"$work/hosts"
    mount --bind "$work/hosts" /etc/hosts
    mkdir "$work/munge" "$work/state" "$work/spool"
    (umask 077; head -c 64 /dev/urandom >"$work/munge/key")
    munged --force --socket="$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" \
        --seed-file="$work/munge/seed" --log-file="$work/munge/log" --num-threads=1 || fail "munged does not start"
    export SLURM_CONF=$work/slurm.conf
    cat >"$SLURM_CONF" <<END
ClusterName=shunt
SlurmctldHost=$node($address)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$node NodeAddr=$address CPUs=8 RealMemory=1000 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
END
    slurmctld && slurmd || fail "Slurm does not start: $(tail -n 5 "$work"/slurm*.log)"
    local start=$SECONDS
    until sinfo -h -o %t 2>/dev/null | grep -q idle; do
        [ $((SECONDS - start)) -lt 60 ] || fail "Slurm's node is not ready: $(tail -n 5 "$work"/slurm*.log)"
        sleep 0.2
    done
}

case $host in openmpi) plugin=pmix ;; mpich) plugin=pmi2 ;; esac
launch() { run_limited "$1" srun --mpi=$plugin "${@:2}"; }
bare() { launch "$1" -n "$2" "${@:3}"; }
under() { own_files "$1"; launch "$1" -n "$2" $(with_library) "${@:3}"; }

start_slurm
compile "$preload_tests/programs/ring.c"
bare bare 3 "$work/ring" 3
expect_status bare 0

SHUNT_RULES='alltoall -> phased choose=always' under carried 3 "$work/ring" 3
expect_same bare carried
expect_clean carried 3
expect_calls carried 9 MPI_Alltoall engine=phased

own_files missing
SHUNT_RULES='alltoall -> phased choose=always' launch missing -n 3 bash -c \
    '[ "$SLURM_PROCID" = 1 ] || export LD_PRELOAD=$0; exec "$@"' "$([ -n "$bare_only" ] || echo "$library")" "$work/ring" 3
expect_same bare missing
expect_warnings missing 1 "rank 1 runs without Shunt"

[ "$host" = mpich ] || exit 0
# What an MPI with a client of PMI-2 would do. Hydra holds back its answers about keys that are not there: nothing is asked of it.
root=$preload_tests/../..
g++ -std=c++20 -O1 -I"$root" -o "$work/pmi2_probe" "$here/pmi2_probe.cpp" \
    "$root"/shim/host/{presence,launcher_kvs_pmi,launcher_kvs_pmix,pmi_messages,pmi_relay}.cpp -ldl -lpmi2 -pthread \
    2>"$work/compile.log" || { cat "$work/compile.log" >&2; fail "cannot compile pmi2_probe"; }
all=$'ROLL 0 3 all_present -1\nROLL 1 3 all_present -1\nROLL 2 3 all_present -1'
some=$'ROLL 0 3 someone_missing 1\nROLL 1 3 skipped -1\nROLL 2 3 someone_missing 1'
unknown=$'ROLL 0 3 cannot_tell -1\nROLL 1 3 cannot_tell -1\nROLL 2 3 cannot_tell -1'
for launcher in srun mpirun.mpich; do
    words=(srun --mpi=pmi2 -n 3)
    [ $launcher = srun ] || { words=($launcher -np 3); all=$unknown; some=${unknown/1 3 cannot_tell/1 3 skipped}; }
    run_limited $launcher "${words[@]}" "$work/pmi2_probe"
    SHUNT_TEST_SKIP_ROLL=1 run_limited $launcher.some "${words[@]}" "$work/pmi2_probe"
    [ "$(sort "$work/$launcher.out")" = "$all" ] || fail "$launcher: PMI-2 does not find all ranks"
    [ "$(sort "$work/$launcher.some.out")" = "$some" ] || fail "$launcher: PMI-2 does not find the rank that is missing"
    expect_status $launcher 0
    expect_status $launcher.some 0
done
