#!/usr/bin/env bash
# heaptrack beside the library: by its command, which puts its own library in front, and with that behind.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need heaptrack
bare bare 2 "$work/beside"
expect_status bare 0
[ -z "$bare_only" ] || exit 0
limit=120
# heaptrack's command speaks on standard output too.
only_ours() { sed -n '/^rank [0-9]* of/p' "$work/$1.out" >"$work/kept" && mv "$work/kept" "$work/$1.out"; }
for rules in '' "$carried_rules"; do
    name=command${rules:+-carried}
    rank_wrapper=(sh -c 'exec heaptrack --raw -o "$0.$$" "$@"' "$work/$name.heap")
    SHUNT_RULES=$rules under "$name" 2 "$work/beside"
    only_ours "$name"
    if [ -z "$rules" ]; then expect_recorded "$name"; else expect_carried "$name"; fi
    [ "$(find "$work" -name "$name.heap.*" -size +1k | wc -l)" = 2 ] || fail "heaptrack has not recorded: $(ls -l "$work")"
done
heaptrack_library=$(find /usr/lib -name libheaptrack_preload.so 2>/dev/null | head -n 1)
[ -n "$heaptrack_library" ] || skip "libheaptrack_preload.so is nowhere below /usr/lib"
# It takes LD_PRELOAD away from what a rank starts, so no shell comes in between; $$ is the rank's number.
rank_wrapper=()
export DUMP_HEAPTRACK_OUTPUT="$work/behind.heap.\$\$"
preload=$library:$heaptrack_library recorded_and_carried behind
[ "$(find "$work" -name 'behind.heap.*' -size +1k | wc -l)" = 4 ] || fail "heaptrack has not recorded: $(ls -l "$work")"
