#!/usr/bin/env bash
# Arguments that the host refuses: the error classes are the same, the program's error handler is called as often, and the program
# continues, recorded and carried.
source "$(dirname "$0")/../common.sh"
compile "$here/wrong.c"
compile "$here/aliased.c"
compile "$here/alone.c"
# The pt2pt component reads beyond its group when a call names a rank that does not exist.
if [ "$host" = openmpi ] && has_component osc pt2pt; then launcher_options=(--mca osc pt2pt); fi
# The launcher may mix lines of several ranks, so each rank writes to a file of its own.
rank_wrapper=(sh -c 'exec "$@" >"$0.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"' "$work/said")
said() { cat "$work"/said.* >"$work/$1.out"; }
bare wrong 2 "$work/wrong"
said wrong
expect_status wrong 0
bare aliased 2 "$work/aliased"
said aliased
expect_status aliased 0
bare alone 2 "$work/alone"
said alone
expect_status alone 0
! grep -q wrong "$work/alone.out" || fail "bare: wrong results"
under recorded 2 "$work/wrong"
said recorded
expect_same wrong recorded
expect_clean recorded 2
[ -n "$bare_only" ] || [ "$(query recorded sent)$(query recorded received)" = 00 ] || fail "recorded: messages to and from nobody"
SHUNT_WAIT=gentle under gentle 2 "$work/wrong"
said gentle
expect_same wrong gentle
expect_clean gentle 2
SHUNT_RULES='p2p -> remote_write' under messages 2 "$work/wrong"
said messages
expect_same wrong messages
expect_clean messages 2
export SHUNT_RULES='alltoall, alltoallv, allgather, allgatherv, gather, gatherv, scatter, scatterv -> phased choose=always; * -> pipeline choose=always'
under carried 2 "$work/wrong"
said carried
expect_same wrong carried
under aliased-carried 2 "$work/aliased"
said aliased-carried
expect_same aliased aliased-carried
expect_clean aliased-carried 2
# By engines, and with the ranks' waits agreed on or made gentle: the calls of the others must not be mistaken for the refused ones.
alone() {
    under "$1" 2 "$work/alone"
    said "$1"
    expect_same alone "$1"
    expect_clean "$1" 2
}
alone alone-carried
unset SHUNT_RULES
alone alone-agreed
SHUNT_WAIT=gentle alone alone-gentle
SHUNT_WAIT=gentle SHUNT_WAIT_REDUCTIONS=host alone alone-ordered
