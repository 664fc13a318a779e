#!/usr/bin/env bash
# Misspelt options and rules: a message with the nearest known name, and the program runs on the host.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
bare bare 2 "$work/ring"

# mistaken NAME PATTERN [MESSAGES]: runs with the wrong setting. The message matches PATTERN, nothing is carried, everything is recorded.
mistaken() {
    under "$1" 2 "$work/ring"
    expect_same bare "$1"
    expect_warnings "$1" ${3:-1} "$2"
    expect_calls "$1" 10 MPI_Alltoall engine=host
}
SHUNT_RECORD_MEMRY=1M mistaken name 'SHUNT_RECORD_MEMORY'
SHUNT_RECORD_MEMORY=lots mistaken value 'lots'
SHUNT_RECORD_MEMORY=1k mistaken range '1M'
# For rules, a second message reports the consequence of the mistake.
SHUNT_RULES='alltoall -> fased' mistaken engine 'phased' 2
SHUNT_RULES='altoall -> phased' mistaken operation 'alltoall' 2
SHUNT_RULES='alltoall -> phased nothing=4' mistaken parameter 'nothing' 2
SHUNT_RULES='alltoall phased' mistaken arrow '->' 2
printf '[rules]\nbcast -> host\nalltoal -> phased\n' >"$work/config"
SHUNT_CONFIG=$work/config mistaken file "$work/config:3.*alltoall" 2
# Rules that can never match are named by one rank in one line, with a rule that would.
SHUNT_RULES='allreduce -> multicast' mistaken never "shunt\\[0\\].*multicast does not carry allreduce; 'allreduce -> pipeline' would act"
SHUNT_RULES='alltoallv -> phased; bcast -> phased' mistaken one_node 'alltoallv on one node to the host MPI.* Also .*phased does not carry bcast'
SHUNT_CONFIG=$work/nowhere mistaken no_file "$work/nowhere"
# The same where the wrong setting leaves nothing to record, to carry or to wait for.
SHUNT_RECORD=off SHUNT_WAIT=host SHUNT_RULES='alltoall -> fased' under nothing 2 "$work/ring"
expect_same bare nothing
expect_warnings nothing 2 'phased'
