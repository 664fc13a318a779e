#!/usr/bin/env bash
# Arguments that the host refuses: the same answers, the program's error handler called as often, and the program goes on, recorded and carried.
source "$(dirname "$0")/../common.sh"
compile "$here/wrong.c"
compile "$here/aliased.c"
[ "$host" = mpich ] || launcher_options=(--mca osc pt2pt)   # the component that reads beyond its group when asked about a rank that is none
bare wrong 2 "$work/wrong"
expect_status wrong 0
bare aliased 2 "$work/aliased"
expect_status aliased 0
under recorded 2 "$work/wrong"
expect_same wrong recorded
expect_clean recorded 2
[ -n "$bare_only" ] || [ "$(query recorded sent)$(query recorded received)" = 00 ] || fail "recorded: messages to and from nobody"
export SHUNT_RULES='alltoall, alltoallv, allgather, allgatherv, gather, gatherv, scatter, scatterv -> phased choose=always; * -> pipeline choose=always'
under carried 2 "$work/wrong"
expect_same wrong carried
under aliased-carried 2 "$work/aliased"
expect_same aliased aliased-carried
expect_clean aliased-carried 2
