# shellcheck shell=bash disable=SC2154
# The guest's process 1 on the root filesystem: makes ports and RDMA devices, runs the command, switches the machine off.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
exec </dev/null >/dev/console 2>&1
control=/run/guest
source $control/settings   # ports, mtu
finish() { echo "$1" >$control/status.new; mv $control/status.new $control/status; echo b >/proc/sysrq-trigger; sleep 60; }
fail() { echo "guest: $*"; echo "$*" >$control/error; finish 125; }
ulimit -l unlimited

# Soft-RoCE chooses the route by the port that sends, so packets for another port's address do leave by the wire. These settings let that
# port accept packets from an address of its own machine.
for f in all default; do
    echo 1 >/proc/sys/net/ipv4/conf/$f/accept_local
    echo 0 >/proc/sys/net/ipv4/conf/$f/rp_filter
    echo 1 >/proc/sys/net/ipv4/conf/$f/arp_ignore
    echo 2 >/proc/sys/net/ipv4/conf/$f/arp_announce
    echo 0 >/proc/sys/net/ipv6/conf/$f/accept_dad
done
# All ports are set up in one call, because starting a program takes long here. Neighbours are known from the start, so that no packet waits
# for them.
{
    echo "link set lo up"
    echo "link add br0 mtu $mtu type bridge mcast_snooping 0 forward_delay 0"
    echo "link set br0 addrgenmode none up"
    for ((i = 0; i < ports; i++)); do
        printf -v hex '%02x' $((i + 1))
        echo "link add veth$i mtu $mtu address 02:00:00:00:55:$hex type veth peer name wire$i mtu $mtu"
        echo "link set wire$i addrgenmode none master br0 up"
        echo "addr add 10.55.0.$((i + 1))/24 dev veth$i"
        echo "link set veth$i up"
    done
    for ((i = 0; i < ports; i++)); do
        for ((j = 0; j < ports; j++)); do
            [ $i != $j ] || continue
            printf -v hex '%02x' $((j + 1))
            echo "neigh replace 10.55.0.$((j + 1)) lladdr 02:00:00:00:55:$hex nud permanent dev veth$i"
            echo "neigh replace fe80::ff:fe00:55$hex lladdr 02:00:00:00:55:$hex nud permanent dev veth$i"
        done
    done
} | ip -batch - || fail "cannot make the ports"
for ((i = 0; i < ports; i++)); do echo "link add rxe$i type rxe netdev veth$i"; done | rdma --batch - || fail "cannot make the RDMA devices"
for ((i = 0; i < ports; i++)); do [ -e /dev/infiniband/uverbs$i ] || fail "no /dev/infiniband/uverbs$i"; done

# The output goes through a pipe: the port can be opened only once, and programs open /dev/stderr anew.
port=
for p in /sys/class/virtio-ports/*; do
    read -r name <"$p/name" && [ "$name" = out ] && port=/dev/${p##*/}
done
[ -n "$port" ] || fail "no output port"
mkfifo /run/out
cat /run/out >"$port" &
drain=$!
read -r up _ </proc/uptime
echo "$up" >$control/booted
setsid -w bash $control/command >/run/out 2>&1
ended=$?
# Processes that the command left running may hold the pipe: wait for it only a moment.
for ((n = 0; n < 20; n++)); do
    kill -0 $drain 2>/dev/null || break
    sleep 0.1
done
while read -r folder; do umount "$folder" || umount -l "$folder"; done <$control/rw
finish $ended
