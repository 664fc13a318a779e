#!/usr/bin/env bash
# Two ranks on two cores on which other programs compute. With `wait = auto` both ranks find that out and wait gently, and the profile shows
# it. `wait = host` leaves waiting to the host. With `wait = gentle` the ranks find the load, too.
yields=0   # Shunt does not change the waiting of a host that yields
source "$(dirname "$0")/../common.sh"
need taskset
mapfile -t cores < <(taskset -pc $$ | sed 's/.*: //' | tr , '\n' | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done)
[ ${#cores[@]} -ge 2 ] || skip "there is only one core"
[ "$host" != openmpi ] || launcher_options=(--bind-to none)
rank_wrapper=(taskset -c "${cores[0]},${cores[1]}")
compile "$here/steps.c"

others=()
trap 'kill "${others[@]}" 2>/dev/null; finish' EXIT
for core in "${cores[@]:0:2}"; do
    taskset -c "$core" timeout "$limit" bash -c 'while :; do :; done' &
    others+=($!)
done

SHUNT_WAIT=host under host 2 "$work/steps" 0.8
under auto 2 "$work/steps" 2
SHUNT_WAIT=gentle under gentle 2 "$work/steps" 2
for name in host auto gentle; do
    expect_status $name 0
    expect_clean $name 2
done
[ -z "$bare_only" ] || exit 0
# The values of that table contain no comma.
modes() {
    tr -d '\r' <"$work/$1.tables/ranks.csv" | awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "wait_mode") column = i; next } { print $column }' | sort -u
}
[ "$(modes host)" = host ] || fail "host: the profile says that ranks waited so: $(modes host)"
[ "$(modes auto)" = "gentle by load" ] || fail "auto: the profile says that ranks waited so: $(modes auto)"
# With this setting a rank does not yield, as other programs would run for a whole time slice each time.
[ "$(modes gentle)" = gentle ] || fail "gentle: the profile says that ranks waited so: $(modes gentle)"
grep -q gentle_by_load_ns "$work/gentle.tables/counters.csv" || fail "gentle: no rank has found the machine busy"
# Not through a pipe: grep would end at its line, and the report by SIGPIPE.
"$shunt" report "$work/auto.shunt" >"$work/auto.report"
grep -q "gentle by load on 2 of 2 ranks" "$work/auto.report" || fail "auto: the report does not say since when ranks waited gently"
grep -q gentle_by_load_agreements "$work/auto.tables/counters.csv" || fail "auto: the collectives of no communicator came to wait gently"
