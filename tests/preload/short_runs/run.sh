#!/usr/bin/env bash
# Runs of a program that are too short for `auto` to choose. Each starts from the times that the run before has kept, until one of the next
# runs has a choice from its first call on.
source "$(dirname "$0")/../common.sh"
limit=60 ranks=4
compile "$here/../combining_order/orders.c"
[ "$host" != openmpi ] || launcher_options=(--bind-to none)
export SHUNT_WAIT=gentle SHUNT_RULES='* -> auto'
[ -n "$bare_only" ] || export SHUNT_AUTO_KNOWLEDGE=$work/knowledge
kind='^allreduce 64K'

# blocks: the number that the knowledge file has for such calls; 0: there is a choice.
blocks() {
    grep -q "$kind" "$work/knowledge" || { [ "$run" = 1 ] && echo 0 && return; fail "nothing was kept"; }
    sed -nE "s/$kind unfinished ([0-9]+) .*/\1/p" "$work/knowledge" | grep . || echo 0
}

before=0 beginnings=1 dropped=0
for ((run = 1; run <= 20; ++run)); do
    under run$run $ranks "$work/orders" 12
    expect_status run$run 0
    expect_line run$run '^RIGHT'
    [ -z "$bare_only" ] || exit 0
    now=$(blocks)
    # Other programs may have held the cores, so that one candidate seemed much slower at once, or so that the run ended too late for the
    # other candidates.
    if [ "$run $now" = '1 0' ] && [ "$beginnings" -lt 8 ]; then
        beginnings=$((beginnings + 1)) run=0
        rm -f "$work/knowledge"
        continue
    fi
    "$shunt" report "$work/run$run.shunt" >"$work/report"
    # This number of blocks is as good as a choice. It is kept as a choice once a run is long enough to confirm it.
    [ "$now" != 0 ] && ! grep -q 'auto remembers' "$work/report" || break
    # Beside other programs a run may take so long that the times kept by the run before seem stale, and are dropped.
    [ "$now" -gt "$before" ] || dropped=$((dropped + 1))
    [ "$dropped" -le 4 ] || { cat "$work/knowledge" "$work/report" >&2; fail "run $run has not gone on from $before blocks"; }
    before=$now
done
[ "$run" -le 20 ] || { cat "$work/knowledge" "$work/report" >&2; fail "no choice after 20 runs"; }
[ "$run" -gt 1 ] || skip "calls take so long on this busy machine that one block of each was enough for a choice"
