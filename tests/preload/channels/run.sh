#!/usr/bin/env bash
# A rank may share only few mailboxes with a single other rank (p2p.channels). A plan made from a profile gives them, phase by phase, to the
# pairs with most messages; without a plan the ranks find these pairs out. The results are the same, and no message is lost when a mailbox
# is given up or made.
source "$(dirname "$0")/../common.sh"
compile "$here/partners.c"
ranks=8
reference=bare
if [ "$host" = openmpi ]; then
    bare bare $ranks "$work/partners"
    expect_status bare 0
fi
[ -z "$bare_only" ] || exit 0
export SHUNT_RULES='p2p -> remote_write'

# run NAME: remote write carries all messages, and the results are right.
run() {
    under "$1" $ranks "$work/partners"
    expect_same "$reference" "$1"
    expect_clean "$1" $ranks
    expect_calls "$1" 0 MPI_Isend engine=host
}
# share RUN: the percentage of sent messages that used a mailbox of the two ranks alone.
share() {
    local all own
    read -r all _ < <(query "$1" how_messages_went is_receive=0)
    read -r own _ < <(query "$1" how_messages_went is_receive=0 'way=shared memory')
    echo $((100 * own / all))
}
# between RUN LOW HIGH
between() {
    local found
    found=$(share "$1")
    [ "$found" -ge "$2" ] && [ "$found" -le "$3" ] || fail "$1: $found % by mailboxes of two ranks, not $2 to $3 %"
}

if [ "$host" = mpich ]; then    # bare MPICH spins, with 8 ranks on a few cores
    reference=first
    under first $ranks "$work/partners"
fi
run all
between all 95 100

# Two mailboxes for each rank, and each has two partners in a phase: the plan covers all messages but the first of each phase.
SHUNT_P2P_CHANNELS=2 run seen
"$shunt" analyze "$work/seen.shunt" -o "$work/app.plan" >"$work/analyze.out" || fail "shunt analyze: $(cat "$work/analyze.out")"
grep -qx 'channels phase 2 from 1 to 3 7' "$work/app.plan" || fail "no channels of rank 1 in phase 2: $(cat "$work/app.plan")"
grep -qx 'channels phase 3 from 7 to 2 4' "$work/app.plan" || fail "no channels of rank 7 in phase 3: $(cat "$work/app.plan")"
! grep -q '^set' "$work/app.plan" || fail "what was set already is set by the plan"
SHUNT_P2P_CHANNELS=2 SHUNT_PLAN=$work/app.plan run planned
between planned 80 99
"$shunt" diff "$work/seen.shunt" "$work/planned.shunt" >"$work/diff.out" || fail "shunt diff: $(cat "$work/diff.out")"
grep -qE '^ *2 +[0-9 ]+ [0-9.]+ % +(9[0-9.]*|100) % +([89][0-9.]*|100) %$' "$work/diff.out" || fail "no channels of phase 2: $(cat "$work/diff.out")"

# The plan also sets the number. A plan that names no partners leaves all messages in the shared mailbox.
"$shunt" analyze "$work/all.shunt" --channels 2 -o "$work/two.plan" >/dev/null
grep -qx 'set p2p.channels = 2' "$work/two.plan" || fail "no number in the plan: $(cat "$work/two.plan")"
SHUNT_PLAN=$work/two.plan run two
between two 80 99
{ grep -E '^(plan|program|ranks|set)' "$work/two.plan"; for rank in 0 1 2 3 4 5 6 7; do echo "channels from $rank to $(((rank + 4) % 8))"; done; } >"$work/wrong.plan"
sed -i 's/p2p.channels = 2/p2p.channels = 1/' "$work/wrong.plan"
SHUNT_PLAN=$work/wrong.plan run wrong
between wrong 0 2

# Without a plan the pairs with most messages get mailboxes once their traffic has been observed. The run is long enough for that.
export SHUNT_P2P_CHANNELS=2
under long $ranks "$work/partners" 400
expect_clean long $ranks
between long 50 99
