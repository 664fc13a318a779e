#!/usr/bin/env bash
# A rank goes away without MPI_Finalize while the others are in it, under a launcher that does not kill the job for that.
# The run must end as it does bare: no hang of ours in MPI_Finalize.
source "$(dirname "$0")/../common.sh"
compile "$here/leaves.c"
limit=10
case $host in
    openmpi) launcher_options=(--enable-recovery --mca orte_abort_on_non_zero_status 0) ;;
    mpich) launcher_options=(-disable-auto-cleanup) limit=7 ;;
esac
export SHUNT_RECORD_FINALIZE_TIMEOUT=2s
# Bare, the host itself may wait for ever for the dead rank; then so may the run under the library. All wait at the same time.
both() {
    local how status=0 waiting=()
    for how in exit kill; do
        ("$@" $how) &
        waiting+=($!)
    done
    for how in "${waiting[@]}"; do wait "$how" || status=1; done
    return $status
}
run_bare() { (bare bare_$1 2 "$work/leaves" $1) 2>/dev/null || touch "$work/bare_$1.hangs"; }
run_under() {
    local how=$1
    if [ ! -e "$work/bare_$how.hangs" ]; then
        under $how 2 "$work/leaves" $how
        expect_status $how "$(cat "$work/bare_$how.status")"
    else
        echo "bare, $host does not end when a rank leaves by $how"
        (under $how 2 "$work/leaves" $how) 2>/dev/null || true
        mkdir -p "$work/$how.spool"
    fi
}
both run_bare
both run_under || exit 1
for how in exit kill; do
    [ -n "$bare_only" ] || [ -s "$work/$how.shunt" ] || recover $how
    expect_calls $how 5 MPI_Barrier rank=0
    expect_calls $how 5 MPI_Barrier rank=1
    expect_images $how 2
done
