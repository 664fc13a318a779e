#!/usr/bin/env bash
# MPI_THREAD_MULTIPLE: each of eight threads a rank sends to the thread of the same number on the other rank, all concurrently; every count
# is exact.
source "$(dirname "$0")/../common.sh"
compile "$here/crossing.c" -pthread
case $host in openmpi) messages=500 ;; mpich) messages=200 ;; esac
bare bare 2 "$work/crossing" $messages
expect_status bare 0
! grep -q "no MPI_THREAD_MULTIPLE" "$work/bare.out" || skip "this $host gives no MPI_THREAD_MULTIPLE"
under under 2 "$work/crossing" $messages
expect_same bare under
expect_clean under 2
# Odd threads use MPI_Send and MPI_Recv, even ones the nonblocking calls.
expect_counts under <<END
$((2 * 4 * messages)) MPI_Send
$((2 * 4 * messages)) MPI_Recv
$((2 * 4 * messages)) MPI_Isend
$((2 * 4 * messages)) MPI_Irecv
$((2 * 4 * messages)) MPI_Waitall
END
[ -n "$bare_only" ] || for rank in 0 1; do
    [ "$(query under sent rank=$rank)" = $((8 * messages)) ] || fail "rank $rank sent $(query under sent rank=$rank)"
    [ "$(query under received rank=$rank)" = $((8 * messages)) ] || fail "rank $rank received $(query under received rank=$rank)"
done

SHUNT_RULES='alltoall -> phased choose=always' under carried 2 "$work/crossing" $messages
expect_same bare carried
expect_clean carried 2
expect_calls carried $((2 * 4 * messages)) MPI_Send
