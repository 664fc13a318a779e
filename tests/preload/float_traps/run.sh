#!/usr/bin/env bash
# Floating point exceptions belong to the program: it may trap them (-ffpe-trap, feenableexcept), or report them when it ends (Fortran's
# STOP). Shunt raises none in the program's threads and does not turn the program's traps off, whichever engine carries its calls.
source "$(dirname "$0")/../common.sh"
compile "$here/float_traps.c" -lm
bare bare 2 "$work/float_traps"
expect_status bare 0
expect_line bare '^done$'

[ -z "$bare_only" ] || exit 0
run_under() {
    under "$1" 2 "$work/float_traps"
    expect_same bare "$1"
}
run_under recorded
expect_clean recorded 2
SHUNT_WAIT=gentle run_under gentle
SHUNT_RULES='* -> pipeline choose=always' run_under pipeline
expect_calls pipeline 0 MPI_Allreduce,MPI_Bcast,MPI_Scan engine=host
SHUNT_RULES='* -> auto' run_under auto
SHUNT_RULES='p2p -> remote_write' run_under messages
expect_calls messages 0 MPI_Sendrecv engine=host
SHUNT_RULES='allreduce -> script' SHUNT_SCRIPT="$preload_tests/../../tools/scripts/ring.lua" run_under script
SHUNT_RULES='bcast -> host algorithm=binomial; allreduce -> host algorithm=recursive_doubling' run_under host_algorithm
