# shellcheck shell=bash
# Sourced by the tests here, which are started as TEST.sh BUILD_FOLDER. What they make is removed when they end, however they end.
set -u
build=$1
shunt=$build/bin/shunt
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../compile_once.sh"
unset OMPI_MCA_pml   # `shunt cluster run` chooses
clusters=()
scratch=$(mktemp -d)

fail() { echo "FAILED: $*" >&2; exit 1; }
skip() { echo "SKIPPED: $*"; exit 77; }

clean_up() {
    local name
    for name in "${clusters[@]}"; do "$shunt" cluster down --name "$name" --force >/dev/null 2>&1; done
    rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# needs_cluster: skips the test where this machine cannot have a cluster.
needs_cluster() {
    [ "$(id -u)" = 0 ] || skip "only root can make network namespaces"
    command -v ip >/dev/null && command -v tc >/dev/null || skip "no ip and tc: apt-get install iproute2"
    unshare -n true 2>/dev/null || skip "this kernel or container has no network namespaces for us"
}

# needs_flavour FLAVOUR: skips the test without that MPI, and where the library was not built for it.
needs_flavour() {
    flavour=$1
    command -v "mpicc.$flavour" >/dev/null && command -v "mpirun.$flavour" >/dev/null || skip "no $flavour"
    [ -e "$build/lib/libshunt-$flavour.so" ] || skip "built without $flavour"
    command -v python3 >/dev/null || skip "no python3"
}

# launches FLAVOUR: sets `launcher`, and the options that place ranks on one host after the other, or fill each host (`by_node`, `by_slot`).
launches() {
    # shellcheck disable=SC2034
    case $1 in
        openmpi) launcher=(mpirun.openmpi --oversubscribe) by_node='--map-by node' by_slot='--map-by slot' ;;
        mpich) launcher=(mpirun.mpich) by_node='-ppn 1' by_slot='-ppn 2' ;;
    esac
}

# up NAME OPTIONS...: a cluster that is removed at the end; skips the test where the kernel lacks a feature that it needs.
up() {
    local name=$1 status=0
    shift
    clusters+=("$name")
    "$shunt" cluster up --name "$name" "$@" >"$scratch/up" 2>&1 || status=$?
    cat "$scratch/up"
    [ $status -ne 3 ] || skip "no cluster can be made here, see above"
    [ $status -eq 0 ] || fail "up ended with $status"
}

# own_name LETTER: a cluster's name that no other run of these tests has.
own_name() { echo "$1$$"; }

# the_machine: the interfaces and namespaces of this machine that belong to no other cluster.
the_machine() {
    ip -o link show | sed 's/ qdisc.*//'
    ip netns list | sed 's/ .*//' | grep -v '^shunt-[a-z]*[0-9]*-' | sort
    ip route show
    cat /etc/hosts
}

# expect STATUS COMMAND...: the command must exit with STATUS; its output is in $scratch/output.
expect() {
    local wanted=$1 status=0
    shift
    timeout --kill-after=5 40 "$@" >"$scratch/output" 2>&1 </dev/null || status=$?
    [ $status -eq "$wanted" ] || { cat "$scratch/output" >&2; fail "$* ended with $status, not $wanted"; }
}

# says PATTERN: the output of the last expect contains PATTERN.
says() { grep -Eq -- "$1" "$scratch/output" || { cat "$scratch/output" >&2; fail "nothing there says: $1"; }; }

# may_hang_in_finalize STATUS: a program that timed out may nevertheless have done all its work. MPICH 4.0 over UCX's TCP often hangs at the
# end of its MPI_Finalize, also without Shunt, where finished ranks wait for others.
may_hang_in_finalize() { [ "$flavour $1" = "mpich 124" ]; }

# limited SECONDS OUTPUT TIMES SAID COMMAND...: as timeout does it. A program of MPICH whose output has contained TIMES lines with SAID for
# 5 s ends like one that timed out, so that may_hang_in_finalize applies.
limited() {
    local seconds=$1 output=$2 times=$3 said=$4 run status=0 ended=0
    shift 4
    : >"$output"
    timeout --kill-after=5 "$seconds" "$@" >"$output" 2>&1 </dev/null &
    run=$!
    if [ "$flavour" = mpich ]; then
        while kill -0 $run 2>/dev/null && [ "$(grep -c -- "$said" "$output")" -lt "$times" ]; do sleep 0.1; done
        for _ in $(seq 50); do kill -0 $run 2>/dev/null || break; sleep 0.1; done
        ! kill $run 2>/dev/null || status=124
    fi
    wait $run || ended=$?
    [ $status -ne 0 ] || status=$ended
    return $status
}
