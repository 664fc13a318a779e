#!/usr/bin/env bash
# Calls with MPI_PROC_NULL: the statuses are those of the bare host, however calls wait, and no message is recorded.
source "$(dirname "$0")/../common.sh"
compile "$here/nobody.c"
bare bare 2 "$work/nobody"
expect_status bare 0
for wait in host gentle auto; do
    SHUNT_WAIT=$wait SHUNT_RULES='alltoall -> phased choose=always' under $wait 2 "$work/nobody"
    expect_same bare $wait
    expect_clean $wait 2
    expect_counts $wait <<END
2 MPI_Recv
2 MPI_Sendrecv
END
    [ -n "$bare_only" ] || [ "$(query $wait received)$(query $wait sent)" = 00 ] || fail "$wait: $(query $wait received) messages from nobody, $(query $wait sent) to nobody"
done
