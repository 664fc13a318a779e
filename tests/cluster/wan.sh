#!/bin/bash
# Several clusters. Packets between clusters take longer by the latency; packets within one do not. Multicast reaches the members in all
# clusters once. The process between the clusters is shown, and only `down` ends it.
source "$(dirname "$0")/common.sh"
needs_cluster
command -v python3 >/dev/null || skip "no python3"
expect 2 "$shunt" cluster up --hosts 4 --rate 20mbit --clusters 2; says "for example --wan 400us"
expect 2 "$shunt" cluster up --hosts 4 --rate 20mbit --wan 1ms; says "for example --clusters 3"
expect 2 "$shunt" cluster up --hosts 4 --rate 20mbit --clusters 2 --wan 1; says "as in 400us, not '1'"
expect 2 "$shunt" cluster up --hosts 4 --rate 20mbit --clusters 2 --wan 1ms --switches 2; says "give no --switches"
the_machine >"$scratch/before"
a=$(own_name v)
on() { "$shunt" cluster run --name "$a" --on "$1" -- /usr/bin/python3 "$here/$2.py" "${@:3}"; }
wait_ready() { for _ in $(seq 100); do grep -q ready "$1" && return; sleep 0.05; done; fail "no receiver got ready"; }
forwarder() { "$shunt" cluster status --name "$a" | grep -o 'forwarder [0-9]*' | grep -o '[0-9]*'; }

# Without the right to packet sockets: a clear message, and nothing is left behind.
clusters+=("$a")
expect 3 setpriv --bounding-set=-net_raw "$shunt" cluster up --name "$a" --hosts 3 --rate 100mbit --clusters 3 --wan 5ms; says CAP_NET_RAW
[ ! -e "/run/shunt/$a" ] || fail "a record was left"
# Without a fixed priority: a message, and it works.
expect 0 setpriv --bounding-set=-sys_nice "$shunt" cluster up --name "$a" --hosts 3 --rate 100mbit --clusters 3 --wan 5ms
says "may be late.*CAP_SYS_NICE"
expect 0 "$shunt" cluster down --name "$a"

up "$a" --hosts 5 --rate 100mbit --clusters 3 --wan 5ms
expect 0 "$shunt" cluster status --name "$a"
says "^$a: up, 5 hosts 10\.1\.[0-9]+\.1 to 10\.3\.[0-9]+\.5, .*3 clusters 5ms apart, 0 processes"
says "$a-3 .*10\.2\.[0-9]+\.3 on eth0, cluster 2"

# Hosts 1 and 2, hosts 3 and 4, and host 5 form clusters. Up to 1 ms more than twice 5 ms is due to a busy machine, 0.1 ms less to the
# clock.
for host in 2 3 5; do on $host wan answer 5007 >"$scratch/answer$host" & done
for host in 2 3 5; do wait_ready "$scratch/answer$host"; done
between=() within=
for host in 2 3 5; do
    times=$(on 1 wan ask "$a-$host" 5007 200) || fail "host $host does not answer"
    echo "host $host: median and 90 % of the round trip $times us"
    if [ $host = 2 ]; then within=${times%.* *}; else between+=("${times%.* *}"); fi
done
[ "$within" -lt 4000 ] || fail "$within us within a cluster"
for time in "${between[@]}"; do
    [ "$time" -ge 9900 ] || fail "$time us between clusters: too early"
    [ $((time - within)) -lt 13000 ] || fail "$time us between clusters, $within within: too late"
done

# A long connection between clusters transfers all its data, at the rate of a port.
on 5 wire take 5006 >"$scratch/rate" &
taker=$!
wait_ready "$scratch/rate"
on 1 wire give "$a-5" 5006 5000000
wait $taker
rate=$(tail -1 "$scratch/rate")
echo "$rate bit/s of 100 Mbit/s"
[ "$rate" -lt 107000000 ] || fail "the rate does not limit"
[ "$rate" -gt 5000000 ] || fail "$rate bit/s"

# Multicast: members in two clusters get each datagram once; host 3 is no member.
takers=()
for host in 2 4 5; do on $host wire receive 239.77.1.1 5 >"$scratch/m$host" & takers+=($!); done
for host in 2 4 5; do wait_ready "$scratch/m$host"; done
sleep 0.2
on 1 wire send 239.77.1.1 400
wait "${takers[@]}"
for host in 2 4 5; do [ "$(tail -1 "$scratch/m$host")" = 400 ] || fail "host $host got $(tail -1 "$scratch/m$host") of 400 datagrams"; done
idle=$(ip netns exec "shunt-$a-switch" cat /sys/class/net/port3/statistics/tx_packets)
[ "$idle" -lt 350 ] || fail "host 3 is no member, and $idle packets went to it"

# No traffic: the forwarder sleeps.
ticks() { cut -d' ' -f14,15 "/proc/$1/stat" | tr ' ' +; }
forwarder=$(forwarder)
before=$(($(ticks "$forwarder"))); sleep 1; after=$(($(ticks "$forwarder")))
[ $((after - before)) -le 2 ] || fail "an idle second took the forwarder $((after - before)) ticks"

# The forwarder's end is noticed, and down removes the rest.
[ "$(pgrep -f "shunt cluster wan $a\$")" = "$forwarder" ] || fail "status shows $forwarder as forwarder"
expect 1 "$shunt" cluster down --name "$a"; says "3 processes running"
expect 0 "$shunt" cluster down --name "$a" --force
for _ in $(seq 40); do kill -0 "$forwarder" 2>/dev/null || break; sleep 0.05; done   # until init has reaped it
! kill -0 "$forwarder" 2>/dev/null || fail "the forwarder is left"
up "$a" --hosts 2 --rate 100mbit --clusters 2 --wan 5ms
kill -KILL "$(forwarder)"
sleep 0.2
expect 1 "$shunt" cluster status --name "$a"; says "damaged.*the forwarder between them has ended"
expect 0 "$shunt" cluster down --name "$a"
the_machine >"$scratch/after"
diff "$scratch/before" "$scratch/after" || fail "the machine is not as it was"
! ip netns list | grep "^shunt-$a-" || fail "namespaces are left"
