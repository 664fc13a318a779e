#!/usr/bin/env bash
# gdb attaches to ranks repeatedly while they run, looks at their threads and detaches. Waits that its signal interrupts continue.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need gdb
ranks_of() {
    local link
    for link in /proc/[0-9]*/exe; do
        [[ $(readlink "$link" 2>/dev/null) != "$work/beside" ]] || { link=${link#/proc/}; echo "${link%/exe}"; }
    done
}
attach_for() {
    local end=$((SECONDS + $1)) rank
    while [ $SECONDS -lt $end ]; do
        for rank in $(ranks_of); do
            timeout 30 gdb -nx -batch -p "$rank" -ex 'info threads' -ex 'info sharedlibrary libshunt' -ex detach >>"$work/gdb.said" 2>&1 || true
        done
        sleep 0.1
    done
}
bare bare 2 "$work/beside"
expect_status bare 0
[ -z "$bare_only" ] || exit 0
for mode in recorded carried; do
    : >"$work/gdb.said"
    attach_for 4 &
    attacher=$!
    rules=
    [ $mode = recorded ] || rules=$carried_rules
    SHUNT_RULES=$rules under $mode 2 "$work/beside" 6
    wait $attacher
    grep -q 'ptrace: Operation not permitted' "$work/gdb.said" && skip "gdb may not attach here (ptrace)"
    expect_same bare $mode
    expect_clean $mode 2
    [ "$(grep -c 'Yes.*libshunt' "$work/gdb.said")" -ge 2 ] || fail "gdb did not find the library: $(cat "$work/gdb.said")"
    [ "$(grep -c '^\[Inferior 1 .* detached\]' "$work/gdb.said")" -ge 2 ] || fail "gdb did not detach: $(cat "$work/gdb.said")"
done
[ "$(query carried calls MPI_Sendrecv engine=remote_write)" -gt 28 ] || fail "nothing was carried"
