#!/usr/bin/env bash
# A whole program under `auto`, twice, the second time while other programs compute on its cores. Floating sums, and those by operations of
# the program, have the same bits, although the second run has the knowledge that the first kept. Sums of integers are measured. `shunt
# diff` reports whether two runs combined in the same order. `auto.reductions` leaves such sums to the host, or lets them be measured. If
# they are measured, later runs that do not measure follow what the knowledge file then contains.
source "$(dirname "$0")/../common.sh"
gives_way=yes
limit=100 ranks=4 rounds=128
compile "$here/orders.c"
# A rank that waits gently does not use the host's algorithms. MPICH spins too much for more ranks than cores.
case $host in openmpi) wait=host ;; mpich) wait=gentle ;; esac
export SHUNT_WAIT=$wait SHUNT_RULES='* -> auto'
file=$work/knowledge
[ "$host" != openmpi ] || launcher_options=(--bind-to none)

# run NAME: all results are right, apart from the order of sums.
run() {
    SHUNT_AUTO_KNOWLEDGE=$file under "$1" $ranks "$work/orders" $rounds
    expect_status "$1" 0
    expect_line "$1" '^RIGHT'
    expect_images "$1" $ranks
}
digests() { sort "$work/$1.out" | grep ^digest; }
same_bits() { diff <(digests "$1") <(digests "$2") >&2 || fail "$2 has other bits than $1"; }
# rounded NAME WORD: number of calls with sums whose order matters and whose engine, or reason, contains WORD.
calls() {
    query "$1" images >/dev/null   # makes the tables
    /usr/bin/python3 - "$work/$1.tables/calls.csv" "$2" "$3" <<'END'
import csv, sys
rows = [row for row in csv.DictReader(open(sys.argv[1], newline="")) if row["rounded"] == sys.argv[2]]
print(sum(int(row["count"]) for row in rows if sys.argv[3] in row["engine"] + ": " + row["why"]))
END
}

run first
[ -n "$bare_only" ] || grep -q '^allreduce 64K' "$file" || { cat "$file" >&2; fail "sums of integers were not measured"; }
others=()
trap 'kill "${others[@]}" 2>/dev/null || true; finish' EXIT
for ((i = 0; i < 3; ++i)); do
    timeout "$limit" bash -c 'while :; do for ((k = 0; k < 200000; ++k)); do :; done; sleep 0.0$((RANDOM % 90 + 10)); done' &
    others+=($!)
done
run second
kill "${others[@]}" 2>/dev/null || true
wait "${others[@]}" 2>/dev/null || true
others=()
same_bits first second
[ -z "$bare_only" ] || exit 0

[ "$(calls first 0 'auto measure')" -gt 0 ] || fail "nothing was measured"
for name in first second; do
    [ "$(calls $name 1 'pipeline: ')" -gt 0 ] || fail "$name: no engine has combined what could have other bits: equal bits prove nothing"
    [ "$(calls $name 1 'auto measured')" = 0 ] && [ "$(calls $name 1 'auto measures')" = 0 ] ||
        fail "$name: sums whose order counts were measured"
    [ "$(calls $name 1 '; combined in one ring')" -gt 0 ] || fail "$name: the order of combining is not recorded"
done
! grep -q rounded "$file" || { cat "$file" >&2; fail "something was kept of sums whose order counts"; }
"$shunt" diff "$work/first.shunt" "$work/second.shunt" >"$work/diff.out"
grep -q 'were combined in the same order in both runs' "$work/diff.out" || fail "diff does not see that the order was the same"

SHUNT_AUTO_REDUCTIONS=host run left
[ "$(calls left 1 'pipeline: ')" = 0 ] || fail "host: an engine has combined"
[ "$(calls left 1 'auto.reductions leaves')" -gt 0 ] || fail "host: the reason is not told"
"$shunt" diff "$work/first.shunt" "$work/left.shunt" >"$work/diff.out"
grep -q 'Combined in different orders' "$work/diff.out" && grep -q 'by pipeline in one ring' "$work/diff.out" ||
    fail "diff does not see that the order was another"

usual=$rounds
for length in 2 4 8 16; do   # the faster the calls, the more of them a choice needs
    rounds=$((length * usual))
    SHUNT_AUTO_REDUCTIONS=measured run measured
    ! grep -q rounded "$file" || break
done
rounds=$usual
[ "$(calls measured 1 'auto measure')" -gt 0 ] || fail "measured: nothing was"
grep -q rounded "$file" || { cat "$file" >&2; fail "measured: nothing was kept"; }
grep rounded "$file" | sort >"$work/kept"
run third
run fourth
same_bits third fourth
[ "$(calls third 1 'keeps the order of combining')" -gt 0 ] || fail "what the file says of sums was not used"
grep rounded "$file" | sort | diff "$work/kept" - >&2 || fail "what is kept of sums whose order counts was changed"
