#!/usr/bin/env bash
# Faults while messages are carried within a node: no message is lost, doubled or wrong, no rank hangs, and nothing is left in /dev/shm.
source "$(dirname "$0")/../common.sh"
compile "$here/faults.c"
[ -z "$bare_only" ] || { for mode in stop unexpected; do bare $mode 2 "$work/faults" $mode; expect_status $mode 0; done; exit 0; }
export SHUNT_RULES='p2p -> remote_write'
limit=60
names_in_shm() { find /dev/shm -name '*shunt*' | sort; }
before=$(names_in_shm)

# survives NAME MODE: the run ends as if there had been no fault.
survives() {
    under "$1" 2 "$work/faults" "$2"
    expect_status "$1" 0
    for rank in 0 1; do expect_line "$1" "^rank $rank: $2, 0 wrong$"; done
    expect_clean "$1" 2
    [ "$(query "$1" calls MPI_Send,MPI_Isend,MPI_Sendrecv engine=remote_write)" -gt 0 ] || fail "$1: no message was carried"
}
for mode in stop unexpected never denied denied_one; do survives $mode $mode; done

# ends NAME MODE...: the job ends, with a status that shows the fault.
ends() {
    local name=$1
    shift
    under "$name" 2 "$work/faults" "$@"
    ended_badly "$name" || fail "$name: nobody has noticed"
    ! grep -q 'went on' "$work/$name.out" || fail "$name: a rank went on without the other"
}
ends abort abort
for when in short sends receives computes; do ends kill_$when kill $when; done
[ "$before" = "$(names_in_shm)" ] || fail "left in /dev/shm: $(names_in_shm)"

unshare -m true 2>/dev/null || { echo "a full /dev/shm was left out: mounting one needs root"; exit 0; }
launcher_prefix=(unshare -m sh -c 'mount -t tmpfs -o size=64m tmpfs /dev/shm && exec "$@"' sh)
survives full full
