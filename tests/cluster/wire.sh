#!/bin/bash
# The rate limits, loss loses packets, multicast reaches members, also across the trunk, and no other host.
source "$(dirname "$0")/common.sh"
needs_cluster
command -v python3 >/dev/null || skip "no python3"
a=$(own_name w) b=$(own_name l)
up "$a" --hosts 4 --rate 20mbit --switches 2
up "$b" --hosts 2 --rate 20mbit --loss 20%
on() { "$shunt" cluster run --name "$1" --on "$2" -- /usr/bin/python3 "$here/wire.py" "${@:3}"; }
wait_ready() { for _ in $(seq 100); do grep -q ready "$1" && return; sleep 0.05; done; fail "no receiver got ready"; }
sleep 1.2   # until the switches have queried for members

# Multicast: hosts 2 and 3 are members, one on each switch. Host 4 is not, and its port stays silent.
for host in 2 3; do on "$a" $host receive 239.77.1.1 5 >"$scratch/m$host" & done
for host in 2 3; do wait_ready "$scratch/m$host"; done
sleep 0.2
on "$a" 1 send 239.77.1.1 400
wait
for host in 2 3; do [ "$(tail -1 "$scratch/m$host")" = 400 ] || fail "host $host got $(tail -1 "$scratch/m$host") of 400 datagrams"; done
idle=$(ip netns exec "shunt-$a-switch" cat /sys/class/net/port4/statistics/tx_packets)
[ "$idle" -lt 100 ] || fail "host 4 is no member, and $idle packets went to it"

# Rate: 2 MB through a port and the trunk of 20 Mbit/s.
on "$a" 4 take 5006 >"$scratch/rate" &
wait_ready "$scratch/rate"
on "$a" 1 give "$a-4" 5006 2000000
wait
rate=$(tail -1 "$scratch/rate")
echo "$rate bit/s of 20 Mbit/s"
[ "$rate" -lt 21500000 ] || fail "the rate does not limit"
[ "$rate" -gt 2000000 ] || fail "the rate limits to $rate bit/s"

# Loss: of 2000 datagrams about 1600 arrive; 5 standard deviations are 90.
on "$b" 2 receive 239.77.1.2 5 >"$scratch/loss" &
wait_ready "$scratch/loss"
on "$b" 1 send 239.77.1.2 2000
wait
count=$(tail -1 "$scratch/loss")
echo "$count of 2000 datagrams at 20 % loss"
[ "$count" -gt 1500 ] && [ "$count" -lt 1700 ] || fail "$count of 2000 arrived, not about 1600"
