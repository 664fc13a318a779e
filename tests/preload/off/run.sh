#!/usr/bin/env bash
# SHUNT=off: the same results, no spool, no profile, no message, whatever else is set.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
bare bare 2 "$work/ring"
SHUNT=off under off 2 "$work/ring"
expect_same bare off
expect_silence off
expect_no_files off
SHUNT=off SHUNT_RULES='alltoall -> phased choose=always' under off_rules 2 "$work/ring"
expect_same bare off_rules
expect_silence off_rules
expect_no_files off_rules

# Only recording is off: calls are carried, but there is no profile.
SHUNT_RECORD=off SHUNT_RULES='alltoall -> phased choose=always' under no_record 2 "$work/ring"
expect_same bare no_record
expect_silence no_record
expect_no_files no_record
