# shellcheck shell=bash
# Sourced by the tests here, which are started as TEST.sh HOST BUILD_DIR. A Slurm of some nodes runs for one test alone: munged, slurmctld and
# a slurmd a node with folders, addresses and ports of their own, in namespaces that end with the test, and everything in them. Needs root.
if [ -z "${SHUNT_TEST_NAMESPACE:-}" ]; then
    for tool in slurmctld slurmd srun munged unshare ip; do
        command -v $tool >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
    done
    [ "$(id -u)" = 0 ] || { echo "SKIPPED: only root can start a Slurm"; exit 77; }
    SHUNT_TEST_NAMESPACE=1 exec unshare --net --uts --mount --pid --fork --kill-child=KILL --mount-proc "$0" "$@"
fi
source "$(dirname "${BASH_SOURCE[0]}")/../preload/common.sh"

# stop_slurm: ends its processes by id; slurmctld writes its state until the end.
stop_slurm() {
    local file pids=()
    for file in "$work"/*.pid "$work/munge/pid"; do [ ! -s "$file" ] || pids+=("$(cat "$file")"); done
    [ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2>/dev/null || true
    for ((i = 0; i < 50; ++i)); do
        kill -0 "${pids[@]}" 2>/dev/null || break
        sleep 0.1
    done
}
trap 'stop_slurm; finish' EXIT
case $host in openmpi) plugin=pmix ;; mpich) plugin=pmi2 ;; esac

# start_munge: with the key and the socket of this test.
start_munge() {
    mkdir "$work/munge"
    (umask 077; head -c 64 /dev/urandom >"$work/munge/key")
    munged --force --socket="$work/munge/socket" --key-file="$work/munge/key" --pid-file="$work/munge/pid" \
        --seed-file="$work/munge/seed" --log-file="$work/munge/log" --num-threads=1 || fail "munged does not start"
}

# write_configuration CONTROLLER ADDRESS NODES: NODES are the configuration lines for the nodes.
write_configuration() {
    export SLURM_CONF=$work/slurm.conf
    mkdir "$work/state" "$work/spool" "$work/pmix"
    echo "PMIxCliTmpDirBase=$work/pmix" >"$work/mpi.conf"
    cat >"$SLURM_CONF" <<END
ClusterName=shunt
SlurmctldHost=$1($2)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
MpiDefault=$plugin
KillWait=2
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
$3
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=YES
END
}

# await_nodes COUNT [WORDS...]: waits until sinfo, run after these words, shows COUNT idle nodes.
await_nodes() {
    local start=$SECONDS
    until [ "$("${@:2}" sinfo -h -N -o %t 2>/dev/null | grep -c idle)" = "$1" ]; do
        [ $((SECONDS - start)) -lt 30 ] || fail "Slurm's nodes are not ready: $(tail -n 5 "$work"/slurm*.log)"
        sleep 0.2
    done
}

# start_slurm: one node, which is this machine.
start_slurm() {
    local address=10.99.0.1 node=shuntnode   # with nothing but loopback, Slurm resolves no address at all
    hostname $node
    ip link set lo up
    ip link add shuntlab0 type bridge
    ip addr add $address/24 dev shuntlab0
    ip link set shuntlab0 up
    { cat /etc/hosts; echo "$address $node"; } >"$work/hosts"
    mount --bind "$work/hosts" /etc/hosts
    start_munge
    write_configuration $node $address "NodeName=$node NodeAddr=$address CPUs=8 RealMemory=1000 State=UNKNOWN"
    slurmctld && slurmd || fail "Slurm does not start: $(tail -n 5 "$work"/slurm*.log)"
    await_nodes 1
}
