#!/bin/bash
# shellcheck disable=SC1091,SC2034,SC2154
# In the guest: MPI programs whose pipelines go by RDMA, and what breaks them. cases.sh BUILD [NAME ...]
build=$1
shift
source "$(dirname "$0")/common.sh"
programs=$build/tests/mpi

# The programs of tests/mpi compute every result themselves.
unmodified() {   # HOST RANKS RANKS_A_NODE PROGRAM BYTES
    begin "$4 of $1, $2 ranks, $3 on a node, by RDMA"
    run "$1" "$2" "$3" "$programs/$1/$4" 1
    ended_well
    says_not 'shunt.*RDMA'
    carried_by_verbs "$5"
    [ "$(counter pipeline.verbs-copied-bytes)" = 0 ] || failed "$(counter pipeline.verbs-copied-bytes) bytes were copied on the way"
    end
}
openmpi() {
    unmodified openmpi 3 1 pipelines 50000000
    unmodified openmpi 3 2 reductions 10000
    unmodified openmpi 2 1 collectives 10000
}
# Port, address and packet size are set by hand.
mpich() {
    [ -x "$programs/mpich/pipelines" ] || return 0
    SHUNT_VERBS_PORT=1 SHUNT_VERBS_GID_INDEX=0 SHUNT_VERBS_MTU=1024 unmodified mpich 2 1 pipelines 10000000
}
# No call synchronises the members; the last of them makes no call at all for a while.
rooted() {
    begin "programs that only broadcast are carried by RDMA"
    run openmpi 3 1 "$build/tests/verbs/rooted.openmpi" bcast,200000,150,500
    ended_well
    says_not 'shunt.*RDMA'
    carried_by_verbs 20000000
    end
}
doctor() {
    begin "the doctor names the devices"
    "$build/bin/shunt" doctor >"$scratch/out" 2>&1
    says 'ok *RDMA: rxe0 port 1 (Ethernet, active), rxe1 port 1 (Ethernet, active)'
    end
}

killed() {
    begin "a rank is killed in mid-pipeline"
    launcher_extra=(--enable-recovery)   # otherwise the launcher ends the others before they notice
    SHUNT_VERBS_ACK_TIMEOUT=120ms run openmpi 3 1 "$build/tests/verbs/steady.openmpi" 100000 400000 1 1000
    launcher_extra=()
    did_not_hang
    says 'under way'
    says_not 'WRONG\|^OK'
    says 'rank 1 on host .* has closed its connection'
    end
}
# takes_link SECONDS: in the background, once the program runs, the cable of rxe1 is pulled for that time.
takes_link() {
    rm -f "$scratch/out"
    (
        for ((n = 0; n < 600; n++)); do
            grep -q 'under way' "$scratch/out" 2>/dev/null && break
            sleep 0.1
        done
        sleep 1
        ip link set wire1 down
        sleep "$1"
        ip link set wire1 up
    ) &
}
outage() {
    local seconds=${SHUNT_OUTAGE_SECONDS:-12}
    begin "the network is away for $seconds s in mid-run"
    takes_link "$seconds"
    SHUNT_VERBS_ACK_TIMEOUT=120ms run openmpi 3 1 "$build/tests/verbs/steady.openmpi" "${SHUNT_OUTAGE_TURNS:-30}" 400000
    wait
    ended_well
    says_not 'lost'
    carried_by_verbs 50000000
    [ "$(counter pipeline.verbs-repairs)" -ge 2 ] || failed "no queue pair was made anew"
    end
}
killed_in_outage() {
    begin "a rank is killed while the network is away"
    takes_link 40
    launcher_extra=(--enable-recovery)
    SHUNT_VERBS_ACK_TIMEOUT=120ms limit=100 run openmpi 3 1 "$build/tests/verbs/steady.openmpi" 100000 400000 1 5000
    launcher_extra=()
    did_not_hang
    says 'under way'
    says_not 'WRONG\|^OK'
    says 'rank 1 on host .* has closed its connection'
    kill $! 2>/dev/null
    wait
    ip link set wire1 up
    end
}
# Linux removes a soft-RoCE device only when no program uses it any more; its port goes down at once.
removed() {
    begin "a device is removed in mid-run"
    rm -f "$scratch/out"
    (
        for ((n = 0; n < 300; n++)); do
            grep -q 'under way' "$scratch/out" 2>/dev/null && break
            sleep 0.1
        done
        rdma link del rxe1 &
        sleep 0.3
        ip link set veth1 down
        wait
    ) &
    SHUNT_VERBS_ACK_TIMEOUT=120ms SHUNT_NETWORK_PATIENCE=4s run openmpi 2 1 "$build/tests/verbs/steady.openmpi" 100000 400000
    did_not_hang
    [ "$status" != 0 ] || failed "it ended well"
    says 'under way'
    says_not 'WRONG\|^OK'
    says 'rank [01] .* is lost.*see the link'
    wait
    ! rdma link show | grep -q rxe1 || failed "the device is still there"
    ip link set veth1 up
    rdma link add rxe1 type rxe netdev veth1
    end
}
# Messages by remote write: the programs compute the expected data by themselves.
by_messages() {   # HOST RANKS RANKS_A_NODE PROGRAM ENDS [OTHER ENDS]: of pairs that use RDMA
    local ends
    begin "messages: $4 of $1, $2 ranks, $3 on a node, by RDMA"
    SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs run "$1" "$2" "$3" "$programs/$1/$4" 1
    ended_well
    says_not 'shunt.*RDMA'
    ends=$(counter remote_write.by-rdma)
    [ "$ends" = "$5" ] || [ "$ends" = "${6-$5}" ] || failed "$ends ends of pairs by RDMA, not $5"
    end
}
messages() {
    by_messages openmpi 3 1 message_mix 6
    by_messages openmpi 3 2 p2p 4
    by_messages openmpi 3 1 requests 6
    by_messages openmpi 2 1 message_groups 2
    [ ! -x "$programs/mpich/p2p" ] || by_messages mpich 2 1 p2p 2
}
# Among three pairs of ranks, one pair has memory for each other; or none has, if each rank has promised its memory to the next one. The
# rest use TCP.
few_slots() {
    SHUNT_P2P_CHANNELS=1 by_messages openmpi 3 1 message_mix 2 0
}
# A plan gives the only slot of each rank to one pair of the three, whichever ranks communicate first.
planned_slots() {
    printf '%s\n' 'plan 1' 'program message_mix' 'ranks 3' 'channels rdma from 0 to 2' 'channels rdma from 2 to 0' >"$scratch/slots.plan"
    SHUNT_PLAN=$scratch/slots.plan SHUNT_P2P_CHANNELS=1 by_messages openmpi 3 1 message_mix 2
}
# The only slot of each rank goes to the pair whose turn it is, while messages are under way.
slots_in_turn() {
    local ends turns
    begin "messages: each of three pairs has its turn of the ranks' only slots"
    SHUNT_P2P_CHANNELS=1 SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs run openmpi 3 1 "$build/tests/verbs/turns.openmpi" 6 1500
    ended_well
    says_not 'shunt.*RDMA'
    grep '^turn' "$scratch/out" | sed 's/^/    /'
    ends=$(counter remote_write.by-rdma) turns=$(counter remote_write.rdma-handovers)
    echo "    $turns directions turned"
    [ "$ends" -le 2 ] || failed "$ends ends of pairs by RDMA, not 2 at most"
    # In turns 2 and 4 at least, a pair leaves its slots and another gets them: 4 directions, counted where they begin.
    [ "$turns" -ge 16 ] || failed "only $turns directions have turned"
    end
}
messages_outage() {
    begin "messages: the network is away for 8 s in mid-run"
    takes_link 8
    SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs SHUNT_VERBS_ACK_TIMEOUT=120ms \
        run openmpi 3 1 "$build/tests/verbs/streams.openmpi" 100 400000
    wait
    ended_well
    says_not 'lost'
    [ "$(counter remote_write.by-rdma)" = 6 ] || failed "not all pairs went by RDMA"
    end
}
messages_killed() {
    begin "messages: a rank is killed in mid-message"
    launcher_extra=(--enable-recovery)
    SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs SHUNT_VERBS_ACK_TIMEOUT=120ms \
        run openmpi 3 1 "$build/tests/verbs/streams.openmpi" 100000 400000 1 1000
    launcher_extra=()
    did_not_hang
    says 'under way'
    says_not 'WRONG\|^OK'
    says 'rank 1 on host .* has closed its connection'
    end
}
messages_limited() {
    begin "messages: too little memory may be locked for any: TCP"
    SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs \
        run openmpi 2 1 prlimit --memlock=65536 setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock --ambient-caps=-ipc_lock \
        "$build/tests/verbs/streams.openmpi" 3 400000
    ended_well
    says 'messages between nodes are sent by TCP.*limit of 64 KiB of locked memory'
    end
    begin "messages: too little memory may be locked for long ones: they are written in pieces"
    SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs \
        run openmpi 2 1 prlimit --memlock=4194304 setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock --ambient-caps=-ipc_lock \
        "$build/tests/verbs/streams.openmpi" 2 8000000
    ended_well
    says 'ulimit -l unlimited'
    [ "$(counter remote_write.by-rdma)" = 2 ] || failed "not all pairs went by RDMA"
    end
    begin "messages: one rank may lock too little to have memory for others: its pairs go by TCP"
    SHUNT_RULES='p2p -> remote_write' SHUNT_P2P_WAY=verbs \
        run openmpi 3 1 bash -c '[ "$OMPI_COMM_WORLD_RANK" != 1 ] || ulimit -l 1800; exec "$@"' rank \
        setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock --ambient-caps=-ipc_lock "$programs/openmpi/message_mix" 1
    ended_well
    says 'shunt.1.*limit of 1800 KiB of locked memory'
    [ "$(counter remote_write.by-rdma)" = 2 ] || failed "$(counter remote_write.by-rdma) ends of pairs by RDMA, not 2"
    end
}
# Two ranks register the buffers of a message and of a broadcast four times a round, or once each time that their memory has been given
# back.
reused() {
    local pins
    for keep in on off; do
        begin "buffers whose memory is given back between messages, registrations kept: $keep"
        SHUNT_RULES='p2p -> remote_write; * -> pipeline choose=always' SHUNT_P2P_WAY=verbs SHUNT_VERBS_KEEP_REGISTRATIONS=$keep \
            run openmpi 2 1 "$build/tests/verbs/reused.openmpi" 49 400000
        ended_well
        says_not 'shunt.*RDMA'
        pins=$(($(counter remote_write.registrations) + $(counter pipeline.verbs-registrations)))
        case $keep in
            on) [ "$pins" -lt 500 ] || failed "nothing was kept: $pins registrations" ;;
            off) [ "$pins" -gt 600 ] || failed "kept nevertheless: $pins registrations" ;;
        esac
        echo "    $pins registrations"
        end
    done
}
# As a user to whom limits of locked memory apply.
limited() {
    begin "too little memory may be locked for the windows: TCP"
    run openmpi 2 1 prlimit --memlock=65536 setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock --ambient-caps=-ipc_lock \
        "$build/tests/verbs/steady.openmpi" 3 400000
    ended_well
    says 'limit of 64 KiB of locked memory'
    says 'ulimit -l unlimited'
    says 'using TCP'
    [ "$(counter pipeline.verbs-bytes)" = 0 ] || failed "RDMA was used"
    end
    begin "too little memory may be locked for the vectors: copies"
    run openmpi 2 1 prlimit --memlock=4194304 setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock --ambient-caps=-ipc_lock \
        "$build/tests/verbs/steady.openmpi" 2 8000000
    ended_well
    says 'ulimit -l unlimited'
    carried_by_verbs 16000000
    [ "$(counter pipeline.verbs-copied-bytes)" -gt 8000000 ] || failed "nothing was copied"
    end
}
[ $# -gt 0 ] || set -- doctor openmpi rooted mpich limited outage killed killed_in_outage messages reused few_slots planned_slots \
    slots_in_turn messages_limited messages_outage messages_killed removed
for each in "$@"; do
    case=$each
    if declare -F "$each" >/dev/null; then "$each"; else failed "there is no such case"; fi
done
rm -rf "$scratch"
[ "$failures" = 0 ] || { echo "$failures failures"; exit 1; }
echo "all cases well"
