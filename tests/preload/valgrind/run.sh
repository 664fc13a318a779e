#!/usr/bin/env bash
# valgrind's memcheck finds no error of Shunt's: recorded, and carried. What it finds in the MPI without Shunt is in HOST.supp beside this file.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need valgrind
limit=150
memcheck=(valgrind -q --tool=memcheck --error-exitcode=9 --gen-suppressions=all "--suppressions=$here/$host.supp")
[ ! -e /usr/share/openmpi/openmpi-valgrind.supp ] || memcheck+=(--suppressions=/usr/share/openmpi/openmpi-valgrind.supp)
rank_wrapper=("${memcheck[@]}")
bare bare 2 "$work/beside"
[ "$status" = 0 ] || skip "valgrind finds errors in this $host without Shunt that $host.supp does not have: $(grep -m 1 '==' "$work/bare.err")"
[ -z "$bare_only" ] || exit 0
under recorded 2 "$work/beside"
expect_recorded recorded
SHUNT_RULES=${carried_rules#*; } under carried 2 "$work/beside"
expect_same bare carried
expect_clean carried 2
expect_counts carried <<END
28 MPI_Alltoall engine=phased
END
# Of messages, memcheck does not see that the sender has written them into the receiver's memory: it is not asked what is initialised.
rank_wrapper=("${memcheck[@]}" --undef-value-errors=no)
SHUNT_RULES=$carried_rules under messages 2 "$work/beside"
expect_carried messages

# Gentle waiting
rank_wrapper=("${memcheck[@]}")
SHUNT_WAIT=gentle under gentle 2 "$work/beside"
expect_same bare gentle
