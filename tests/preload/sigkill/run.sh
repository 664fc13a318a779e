#!/usr/bin/env bash
# A rank kills itself by SIGKILL, or calls exit(), while the other waits for a message from it or is in MPI_Finalize. The job ends as it
# does bare, and shunt recover has every call up to the last. Later runs remove spools that are too old.
source "$(dirname "$0")/../common.sh"
compile "$here/dies.c"
for where in recv finalize exit; do
    bare bare_$where 2 "$work/dies" $where
    [ "$status" != 0 ] || fail "$where: status 0"
    under $where 2 "$work/dies" $where
    expect_status $where "$(cat "$work/bare_$where.status")"
    # A rank that reaches MPI_Finalize may notice the death; then it reports where the records are.
    [ "$(messages $where | wc -l)" -le 1 ] || fail "$where: more than one message"
    recover $where
    expect_images $where 2
    expect_counts $where <<END
10 MPI_Send rank=1
10 MPI_Recv rank=0
3 MPI_Barrier rank=1
3 MPI_Barrier rank=0
END
done

if [ -z "$bare_only" ]; then
    "$shunt" report "$work/exit.shunt" >"$work/exit.report"
    grep -q '^! Rank 1 left by exit(3) without MPI_Finalize\.$' "$work/exit.report" || fail "exit: $(cat "$work/exit.report")"
    "$shunt" report "$work/recv.shunt" >"$work/recv.report"
    grep -q '^! Ended without MPI_Finalize, outside of MPI calls: rank 1\.$' "$work/recv.report" || fail "recv: $(cat "$work/recv.report")"
fi

# The spools of the killed run stay until they are older than spool.keep.
[ -z "$bare_only" ] || exit 0
left() { ls "$work/recv.spool" | wc -l; }
[ "$(left)" = 2 ] || fail "$(left) records of the killed run"
spool=$work/recv.spool under next 1 "$work/dies" survive
[ "$(left)" = 2 ] || fail "$(left) records after the next run, not 2"
spool=$work/recv.spool SHUNT_SPOOL_KEEP=1us under sweeping 1 "$work/dies" survive
expect_status sweeping 0
expect_silence sweeping
[ "$(left)" = 0 ] || fail "$(left) records after a run that should sweep them"
