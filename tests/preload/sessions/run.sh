#!/usr/bin/env bash
# The sessions model of MPI 4, without MPI_Init; and sessions beside MPI_Init.
source "$(dirname "$0")/../common.sh"
only_host mpich "Open MPI has sessions from version 5"
compile "$here/session.c"
for how in alone beside; do
    bare bare_$how 2 "$work/session" $how
    expect_status bare_$how 0
    SHUNT_RULES='alltoall -> phased choose=always' under $how 2 "$work/session" $how
    expect_same bare_$how $how
done
expect_silence beside
bare bare_self 1 "$work/session" self
SHUNT_WAIT=gentle under self 1 "$work/session" self
expect_same bare_self self
expect_images beside 2
expect_counts beside <<END
2 MPI_Allreduce
2 MPI_Alltoall
END
# Without MPI_COMM_WORLD the records are merged afterwards.
expect_warnings alone 1 "run shunt recover"
recover alone
expect_images alone 2
expect_calls alone 2 MPI_Allreduce

# Each later session has a record of its own, with its own call sites, and looks up the communicators anew.
export SHUNT_RECORD_CALLSITES=on
for runs in "around 1" "threads 2"; do
    read -r how lines <<<"$runs"
    bare bare_$how 2 "$work/session" $how
    expect_status bare_$how 0
    under $how 2 "$work/session" $how
    expect_same bare_$how $how
    expect_warnings $how $lines "run shunt recover"
done
expect_warnings threads 2 "16 MPI sessions"
under alone_around 1 "$work/session" around
expect_status alone_around 0
[ -z "$bare_only" ] || exit 0
# whole_runs NAME: the ids of the runs of which both ranks' records are there, the newest first.
whole_runs() { "$shunt" recover "$work/$1.spool" --list | grep ' 2 of 2 ' | grep -oE ' [0-9a-f]{16} '; }
# Of its 23 sessions the first 16 are recorded.
[ "$(whole_runs threads | wc -l)" = 16 ] || fail "threads: records of $(whole_runs threads | wc -l) sessions, not 16"
mapfile -t ids < <(whole_runs around)
[ ${#ids[@]} = 3 ] || fail "around: records of ${#ids[@]} sessions, not 3"
for i in 0 1 2; do
    "$shunt" recover "$work/around.spool" --run ${ids[i]} -o "$work/session_$((3 - i)).shunt" >"$work/recover.out"
    expect_images session_$((3 - i)) 2
done
expect_clean alone_around 1
for runs in "session_1 session_2 session_3 2" "alone_around alone_around.2 alone_around.3 1"; do
    read -r first second third ranks <<<"$runs"
    expect_calls $first "$ranks" MPI_Barrier
    expect_calls $second "$ranks" MPI_Sendrecv
    expect_calls $third "$ranks" MPI_Allreduce
done
