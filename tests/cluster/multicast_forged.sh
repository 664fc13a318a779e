#!/bin/bash
# multicast_forged.sh BUILD FLAVOUR: a stranger on a member's host forges messages from the traffic that it hears. Without any rights it
# forges arrivals and confirmations by TCP. As root it forges datagrams, in a run that authenticates them. No rank leaves a barrier early,
# and no byte changes. The same forger does harm where datagrams are not authenticated, as the README says; so only the tag of its datagrams
# is wrong.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour "${2:-openmpi}"
gives_way=yes
command -v setpriv >/dev/null || skip "no setpriv"
multicast_rule='barrier -> multicast choose=always; bcast -> multicast choose=always; * -> host'
compile_once "$scratch/forged" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/forged.c" || fail "forged.c does not compile"
cd "$scratch" || exit 1
name=$(own_name f)
up "$name" --hosts 3 --rate 1gbit
own=$(ip -n "shunt-$name-2" -4 -o addr show dev eth0 | sed 's|.* inet \([0-9.]*\)/.*|\1|')

# forge COMMAND...: while a run is under way, which must end with $status.
forge() {
    rm -rf marks; mkdir marks
    start_carried 3 ./forged "$scratch/marks"
    for _ in $(seq 400); do [ -e marks/started ] && break; sleep 0.05; done
    [ -e marks/started ] || { cat output >&2; fail "the run did not begin"; }
    "$@" >forger 2>&1 || { cat forger >&2; fail "the forger could not do his work"; }
    cat forger
    touch marks/go
    status=0; wait $run || status=$?
}
ends_well() {
    [ $status = 0 ] && grep -q '^OK [0-9]' output || { tail -40 output >&2; fail "$1: the run ended with $status"; }
    export_profile
    expect_carried MPI_Bcast
    expect_carried MPI_Barrier
}
# The TCP listeners on the hosts of the other members, as a port scan would find them.
listeners() {
    local host
    for host in 1 3; do
        ip netns exec "shunt-$name-$host" cat /proc/net/tcp | awk '$4 == "0A" { print $2 }' | /usr/bin/python3 -c '
import socket, struct, sys
for line in sys.stdin:
    address, port = line.split(":")
    address = socket.inet_ntoa(struct.pack("=I", int(address, 16)))
    if not address.startswith(("0.", "127.")): print(f"{address}:{int(port, 16)}")'
    done
}
by_tcp() {
    # shellcheck disable=SC2046
    ip netns exec "shunt-$name-2" setpriv --reuid=65534 --regid=65534 --clear-groups /usr/bin/python3 - tcp "$own" 5 $(listeners) <"$here/forger.py"
}
by_udp() { ip netns exec "shunt-$name-2" /usr/bin/python3 "$here/forger.py" udp "$own" "$1"; }

forge by_tcp
ends_well "requests forged by TCP"
[ "$(sed -n 's/^forged \([0-9]*\) .*/\1/p' forger)" -ge 100 ] || fail "too little was forged"
grep -q 'at [1-9][0-9]* doors, admitted 0 times' forger || fail "a forger was let in"

settings=(--multicast.authenticate on)
forge by_udp 5
ends_well "forged datagrams, authenticated ones"
[ "$(counted multicast.foreign)" -ge 500 ] || fail "only $(counted multicast.foreign) datagrams are counted as foreign"

settings=()
run_limit=15 forge by_udp 2
[ $status != 0 ] || fail "the forger does no harm where datagrams are not authenticated: this test shows nothing"
grep -Em3 'has left the|first wrong byte' output || echo "the run did not end"
