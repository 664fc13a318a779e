#!/bin/bash
# The results of `shunt tune --peer` in a network whose rate is known, and which host writes them when all hosts run the same command.
source "$(dirname "$0")/common.sh"
needs_cluster
name=$(own_name t)
up "$name" --hosts 3 --rate 20mbit
cd "$scratch" || exit 1
# The first host prints the command for the others. A host without its key is refused, and silent connections keep no host out.
"$shunt" cluster run --name "$name" --on 1 -- "$shunt" tune --peer "$name-1" --output "a file.conf" >one 2>&1 &
partner=$!
for _ in $(seq 100); do line=$(sed -n "s/^    shunt tune /tune /p" one); [ -z "$line" ] || break; sleep 0.1; done
[ -n "$line" ] || { cat one >&2; fail "no line to be copied"; }
key=${line#*--key } key=${key%% *}
"$shunt" cluster run --name "$name" --on 2 -- /usr/bin/python3 "$here/idle.py" "$name-1" 48620 100 >idle 2>&1 &
idle=$!
for _ in $(seq 100); do [ ! -s idle ] || break; sleep 0.1; done
grep -q '^100 idle' idle || { cat idle >&2; fail "the idle ones did not connect"; }
expect 1 "$shunt" cluster run --name "$name" --on 2 -- "$shunt" tune --peer "$name-1" --output two.conf
says 'another host.*has its key'
expect 1 "$shunt" cluster run --name "$name" --on 2 -- "$shunt" tune --peer "$name-1" --key "$(echo "$key" | tr 0-9a-f 1-9a-f0)" --output two.conf
says 'refused this host.*give the one'
kill -0 $partner || { cat one >&2; fail "who was refused has ended the measurement"; }
"$shunt" cluster run --name "$name" --on 3 -- "$shunt" tune --peer "$name-1" --key "$key" --output three.conf >three 2>&1 &
third=$!
expect 0 "$shunt" cluster run --name "$name" --on 2 -- sh -c "$shunt $line"
kill $idle
wait $partner || { cat one >&2; fail "the partner ended badly"; }
wait $third || { cat three >&2; fail "the third host ended badly"; }
[ "$(ls ./*.conf | wc -l)" = 1 ] || fail "not one host has written: $(ls)"
file=$(echo ./*.conf)
cat "$file"
# 1 MiB at 20 Mbit/s takes at least 419 ms; a busy machine only makes it longer.
move=$(sed -n 's/^tcp-move = \([0-9]*\)ns$/\1/p' "$file")
[ "$move" -ge 415000000 ] || fail "1 MiB in $move ns is faster than the wire"
grep -Eq '^tcp-lone = [1-9][0-9]*ns$' "$file" || fail "nothing of lone blocks"
grep -Eq '^tcp-latency = [1-9][0-9]*ns$' "$file" || fail "no latency"
grep -Eq '^tcp-least = [1-9][0-9]*$' "$file" || fail "no crossover"
rate=$(sed -n 's/^rate = \([0-9]*\)$/\1/p' "$file")
[ "${rate:-0}" -gt 0 ] && [ "$rate" -lt 2500000 ] || fail "a port of 20 Mbit/s takes '$rate' bytes a second"
expect 0 env "SHUNT_CONFIG=$file" "$shunt" options
says "$move"
says 'pipeline.tcp-least'

expect 2 "$shunt" tune --peer ""; says 'must be HOST'
expect 2 "$shunt" tune --peer a --rate 10; says 'give it, or --rate and --latency'
