#!/usr/bin/env bash
# Debian's NetPIPE, unmodified: its integrity check passes, and the profile has exactly the messages of its table.
source "$(dirname "$0")/../common.sh"
case $host in openmpi) program=NPopenmpi longest=2048 repeats=10 ;; mpich) program=NPmpich2 longest=64 repeats=5 ;; esac
need $program
options=(-l 1 -u $longest -n $repeats)

cd "$work"
bare bare 2 $program "${options[@]}" -o bare.table
expect_status bare 0
under under 2 $program "${options[@]}" -o under.table
expect_status under 0
expect_clean under 2
[ "$(awk '{print $1}' bare.table)" = "$(awk '{print $1}' under.table)" ] || fail "the tables measure other lengths"
if [ -z "$bare_only" ]; then
    query under ledger >"$work/ledger"
    for bytes in $(awk '$1 > 8 {print $1}' under.table); do
        sent=$(sed -n "s/^rank 0 sent to 1 bytes $bytes: //p" "$work/ledger")
        received=$(sed -n "s/^rank 1 received from 0 bytes $bytes: //p" "$work/ledger")
        [ "${sent:-0}" -ge $repeats ] || fail "not $repeats messages of $bytes bytes from rank 0 but ${sent:-0}"
        [ "$sent" = "$received" ] || fail "of $bytes bytes $sent sent and $received received"
    done
fi

bare bare_check 2 $program "${options[@]}" -i -o check.table
for rules in '' 'p2p -> remote_write'; do
    name=check${rules:+_carried}
    SHUNT_RULES=$rules under $name 2 $program "${options[@]}" -i -a -o check.table
    expect_status $name "$(cat bare_check.status)"
    ! grep -qi 'integrity.*fail' $name.out $name.err || fail "$name: the integrity check failed"
    [ -n "$bare_only" ] || [ -z "$rules" ] || [ "$(query $name how_messages_went | awk '{ print $1 }')" -gt 0 ] ||
        fail "no message was carried"
done
