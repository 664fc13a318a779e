#!/bin/bash
# Commands that cannot succeed are refused with the cause, and change nothing.
source "$(dirname "$0")/common.sh"
expect 2 "$shunt" cluster up --hosts 4; says "--hosts and --rate are needed"
expect 2 "$shunt" cluster up --hosts 4 --rate 20; says "as in 20mbit, not '20'"
expect 2 "$shunt" cluster up --hosts 0 --rate 20mbit; says "1 to 200"
expect 2 "$shunt" cluster up --hosts 4 --rate 20mbit --loss 1; says "as in 1%"
expect 2 "$shunt" cluster up --hosts 4 --rate 20mbit --name ../x; says "letters and digits"
expect 2 "$shunt" cluster down --name ../x
expect 2 "$shunt" cluster upp; says "the nearest is 'up'"
expect 2 "$shunt" cluster run; says "put -- and the command"
expect 0 "$shunt" cluster --help; says "SYNOPSIS"
for word in up run status down; do expect 0 "$shunt" cluster "$word" --help; says "EXIT STATUS"; done

# Without root: status 3 and the missing right.
if [ "$(id -u)" = 0 ]; then
    command -v setpriv >/dev/null || skip "no setpriv (util-linux)"
    cp "$shunt" "$scratch/shunt" && chmod 755 "$scratch" "$scratch/shunt"
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/shunt")
else
    as_nobody=("$shunt")
fi
expect 3 "${as_nobody[@]}" cluster up --hosts 2 --rate 20mbit --name nobody; says "only root can make network namespaces: run it with sudo"
expect 3 "${as_nobody[@]}" cluster run --name nobody -- true
expect 3 "${as_nobody[@]}" cluster down --name nobody
[ ! -e /run/shunt/nobody ] || fail "a record was written"

needs_cluster
# Root without the right to make namespaces, as in many containers: nothing is left behind.
name=$(own_name r)
clusters+=("$name")
expect 3 setpriv --bounding-set=-sys_admin "$shunt" cluster up --hosts 2 --rate 20mbit --name "$name"; says "--privileged"
[ ! -e "/run/shunt/$name" ] || fail "a record was left"
