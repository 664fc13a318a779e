#!/usr/bin/env bash
# A rank ends without MPI_Finalize while the others are in it, under a launcher that does not kill the job for that.
# The run must end as it does bare: Shunt may not hang in MPI_Finalize.
source "$(dirname "$0")/../common.sh"
compile "$here/leaves.c"
limit=10
case $host in
    openmpi) launcher_options=(--enable-recovery --mca orte_abort_on_non_zero_status 0) ;;
    mpich) launcher_options=(-disable-auto-cleanup) limit=7 ;;
esac
export SHUNT_RECORD_FINALIZE_TIMEOUT=2s
# Bare, the host itself may wait for ever for the dead rank; then the run under the library may, too. All runs wait at the same time.
both() {
    local how status=0 waiting=()
    for how in exit kill; do
        ("$@" $how) &
        waiting+=($!)
    done
    for how in "${waiting[@]}"; do wait "$how" || status=1; done
    return $status
}
run_bare() { (bare bare_$1 2 "$work/leaves" $1 "$work/bare_$1.mark") 2>/dev/null || touch "$work/bare_$1.hangs"; }
ends_as_bare() {
    under $1 2 "$work/leaves" $1 "$work/$1.mark"
    expect_status $1 "$(cat "$work/bare_$1.status")"
}
# Whether only the host's own MPI_Finalize has not ended. On a busy machine it waits for ever one time in ten, bare too.
only_host_waits() { grep -q "no end after" "$work/$1.said" && grep -q "some rank ended without MPI_Finalize" "$work/$1.err"; }
# Whether hydra has failed by itself because it killed a rank that had just asked it which rank is dead (leaves.c). One time in five it
# kills a rank that makes progress in MPI then, bare too. Or whether SIGPIPE has ended mpirun, which runs without the library, while it
# wrote to its helper.
hydra_fails() {
    [ "$host" = mpich ] || return 1
    [ "$(cat "$work/$1.status")" != $((128 + 13)) ] || return 0
    grep -q "unable to forward PMI response" "$work/$1.err" && grep -q "assert (!closed) failed" "$work/$1.err"
}
run_bare_steadily() {
    local attempt
    for attempt in 1 2 3 4; do
        run_bare $1
        hydra_fails bare_$1 || return 0
    done
}
run_under() {
    local how=$1
    mkdir -p "$work/$how.spool"
    if [ -e "$work/bare_$how.hangs" ]; then
        echo "bare, $host does not end when a rank leaves by $how"
        (ends_as_bare $how) >"$work/$how.said" 2>&1 || true
        return 0
    fi
    # One of a few attempts must end, unless bare runs do not end at the same time. Otherwise the library makes the host wait.
    local attempt
    for attempt in 1 2 3 4; do
        ! (ends_as_bare $how) >"$work/$how.said" 2>&1 || return 0
        only_host_waits $how || hydra_fails $how || break
        echo "$host's part of MPI_Finalize, or its launcher, does not end well when a rank has left by $how (attempt $attempt)"
        run_bare $how
        [ ! -e "$work/bare_$how.hangs" ] || { echo "bare neither"; return 0; }
        rm -rf "$work/$how.spool"
        mkdir "$work/$how.spool"
    done
    cat "$work/$how.said" >&2
    return 1
}
both run_bare_steadily
both run_under || exit 1
for how in exit kill; do
    [ -n "$bare_only" ] || [ -s "$work/$how.shunt" ] || recover $how
    expect_counts $how <<END
5 MPI_Barrier rank=0
5 MPI_Barrier rank=1
END
    expect_images $how 2
done
