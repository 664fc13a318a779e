#!/usr/bin/env bash
# A rank waits in a Barrier that an engine carries, while others need its host, for passive-target epochs and long messages. It must not
# sleep then.
source "$(dirname "$0")/../common.sh"
[ "$(nproc)" -ge 2 ] || skip "ranks that share a core sleep at times, and this machine has one"
compile "$here/progress.c"
if [ "$host" = openmpi ] && has_component osc pt2pt; then launcher_options=(--mca osc pt2pt); fi
bare bare 2 "$work/progress" "$work/file"
expect_status bare 0
expect_line bare '^epochs: 50$'

expect_awake() {
    [ -z "$bare_only" ] || return 0
    expect_status "$1" 0
    diff - "$work/$1.out" >&2 <<'END' || fail "$1: slept where it must not, or never"
nothing: asleep
window: awake
epochs: 50
file: awake
send under way: awake
receive posted: awake
nonblocking collective: awake
persistent request: awake
message sent: awake
nothing any more: asleep
buffered send: awake
END
}
export SHUNT_RULES='barrier -> pipeline choose=always'
under recorded 2 "$work/progress" "$work/file"
expect_awake recorded
expect_clean recorded 2
SHUNT_RECORD=off under unrecorded 2 "$work/progress" "$work/file"
expect_awake unrecorded
