#!/usr/bin/env bash
# perf record around the whole run, and around each rank: its samples interrupt ranks at any instruction, and name the library.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need perf
perf record -q -o "$work/try.perf" true >"$work/try.out" 2>&1 || skip "perf may not record here: $(tail -n 1 "$work/try.out")"
bare bare 2 "$work/beside"
expect_status bare 0
[ -z "$bare_only" ] || exit 0
launcher_prefix=(perf record -q -F 999 -g -o "$work/all.perf")
recorded_and_carried launched
perf report -i "$work/all.perf" --stdio --no-children --sort dso 2>/dev/null >"$work/dsos"
grep -q 'libshunt-' "$work/dsos" || fail "no sample in the library: $(cat "$work/dsos")"
launcher_prefix=()
rank_wrapper=(sh -c 'exec perf record -q -F 999 -o "$0.$$" "$@"' "$work/rank.perf")
recorded_and_carried rank
