#!/usr/bin/env bash
# heaptrack beside the library, started by its command, which preloads heaptrack's library first.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need heaptrack
bare bare 2 "$work/beside"
expect_status bare 0
[ -z "$bare_only" ] || exit 0
limit=120
# heaptrack's command also prints on standard output.
only_ours() { sed -n '/^rank [0-9]* of/p' "$work/$1.out" >"$work/kept" && mv "$work/kept" "$work/$1.out"; }
for rules in '' "$carried_rules"; do
    name=command${rules:+-carried}
    rank_wrapper=(sh -c 'exec heaptrack --raw -o "$0.$$" "$@"' "$work/$name.heap")
    SHUNT_RULES=$rules under "$name" 2 "$work/beside"
    only_ours "$name"
    if [ -z "$rules" ]; then expect_recorded "$name"; else expect_carried "$name"; fi
    [ "$(find "$work" -name "$name.heap.*" -size +1k | wc -l)" = 2 ] || fail "heaptrack has not recorded: $(ls -l "$work")"
done
