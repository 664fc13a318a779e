#!/usr/bin/env bash
# Sums of floating-point numbers by ranks that wait gently. With `wait.reductions = host` they have the same bits as on the bare host. Open
# MPI's nonblocking reductions combine in another order than its blocking ones, so that without the option some bits differ.
source "$(dirname "$0")/../common.sh"
compile "$here/sums.c"
bare bare 4 "$work/sums"
expect_status bare 0
SHUNT_WAIT=gentle SHUNT_WAIT_REDUCTIONS=host under gentle 4 "$work/sums"
expect_same bare gentle
expect_clean gentle 4
SHUNT_WAIT=gentle SHUNT_LOG=info SHUNT_RECORD=off under twins 4 "$work/sums"
expect_status twins 0
sed -i '/Level Zero is in the process/d' "$work/twins.err"   # which newer hosts bring along
expect_warnings twins 1 "another order: wait.reductions = host"
