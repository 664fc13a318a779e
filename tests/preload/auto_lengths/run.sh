#!/usr/bin/env bash
# Under auto, broadcasts whose lengths differ between ranks, among many correct calls. Each ends as under the bare host, and all later calls
# are right. Auto leaves its calls to the host, with one line; where all lengths are equal it does not.
source "$(dirname "$0")/../common.sh"
gives_way=yes
compile "$here/mixture.c"
export SHUNT_AUTO_KNOWLEDGE=off SHUNT_RULES='* -> auto' SHUNT_WAIT=host
turn=0
# try_case COMMUNICATOR LENGTHS ROUND...
try_case() {
    turn=$((turn + 1))
    bare bare-$turn 2 "$work/mixture" 120 "$@"
    expect_status bare-$turn 0
    expect_line bare-$turn '^0 calls are wrong'
    under auto-$turn 2 "$work/mixture" 120 "$@"
    [ -n "$bare_only" ] || expect_same bare-$turn auto-$turn
}
try_case comm 3000,2000 0
expect_warnings auto-$turn 1 'make different calls'
try_case comm 100000,64 30 31 90
expect_warnings auto-$turn 1 'make different calls'
try_case dup 20000,2000 60 119
try_case dup 64,100000 40 41 42
expect_warnings auto-$turn 1 'make different calls'
try_case comm 64,64
expect_silence auto-$turn
