#!/usr/bin/env bash
# Each row of the profile tells by which protocol and way remote write carried its messages, and how long the unexpected queue was. The
# program determines whether the receive or the message is first.
source "$(dirname "$0")/../common.sh"
compile "$here/message_rows.c"
bare bare 2 "$work/message_rows"
expect_status bare 0

# expect_how NAME "MESSAGES BYTES UNEXPECTED SUM MOST" CONDITIONS...: the sums of the table `messages`.
expect_how() {
    local name=$1 expected=$2 found
    shift 2
    found=$(query "$name" how_messages_went "$@")
    [ "$found" = "$expected" ] || fail "$name: $* went as '$found', not '$expected'"
}

# expect_rows NAME: the rows that the program's messages must have.
expect_rows() {
    local received='is_receive=1' sent='is_receive=0'
    # Where the kernel does not allow copying from another process, no receive posts a request.
    local first=written
    grep -q '^[01],remote_write.requests,' "$work/$1.tables/counters.csv" || first=rendezvous
    expect_how "$1" "20 $((20 * 65536)) 0 0 0" $received function=MPI_Irecv bytes=65536 protocol=$first
    expect_how "$1" "20 $((20 * 65536)) 0 0 0" $sent function=MPI_Send bytes=65536 protocol=$first
    # The first two receives from any source show which rank sends.
    local learning=5
    [ $first = rendezvous ] || learning=2
    expect_how "$1" "$learning $((learning * 32768)) 0 0 0" $received function=MPI_Irecv bytes=32768 protocol=rendezvous any_source=1
    expect_how "$1" "$((5 - learning)) $(((5 - learning) * 32768)) 0 0 0" $received function=MPI_Irecv bytes=32768 protocol=written any_source=1
    expect_how "$1" "5 $((5 * 1024)) 5 15 5" $received function=MPI_Recv bytes=1024 protocol=eager "way=shared memory"
    expect_how "$1" "5 $((5 * 1024)) 0 0 0" $sent function=MPI_Send bytes=1024 protocol=eager "way=shared memory"
    expect_how "$1" "1 1048576 1 1 1" $received function=MPI_Recv bytes=1048576 protocol=rendezvous
    expect_how "$1" "1 1048576 0 0 0" $sent function=MPI_Isend bytes=1048576 protocol=rendezvous
    expect_how "$1" "3 $((3 * 131072)) 0 0 0" $received function=MPI_Start bytes=131072 protocol=$first
    expect_how "$1" "3 $((3 * 131072)) 0 0 0" $sent function=MPI_Start bytes=131072 protocol=$first
    expect_how "$1" "3 150000 0 0 0" $received function=MPI_Startall bytes=50000 protocol=$first
    expect_how "$1" "3 150000 0 0 0" $sent function=MPI_Startall bytes=50000 protocol=$first
    expect_how "$1" "1 2048 1 1 1" $received function=MPI_Mrecv bytes=2048 protocol=eager
    expect_how "$1" "1 2049 1 2 2" $received function=MPI_Imrecv bytes=2049 protocol=eager
    local length
    for length in 3000 3001 4000 5000; do expect_how "$1" "1 $length 0 0 0" $sent bytes=$length protocol=eager; done
    for length in 30000 40000; do expect_how "$1" "1 $length 0 0 0" $sent bytes=$length; done
    expect_how "$1" "2 16 0 0 0" $sent function=MPI_Sendrecv bytes=8 protocol=eager "way=own process"
    expect_how "$1" "2 16 0 0 0" $received function=MPI_Sendrecv bytes=8 protocol=eager "way=own process"
    expect_how "$1" "8 128 0 0 0" $sent function=MPI_Sendrecv bytes=16 protocol=eager "way=shared memory"
    expect_how "$1" "0 0 0 0 0" bytes=7777
    [ "$(query "$1" cancelled MPI_Irecv)" = 2 ] || fail "$1: cancelled receives are no longer such"
    # Each carried message of each row has a protocol and a way, with all its bytes, and no other message has.
    local unknown
    unknown=$(query "$1" unknown_messages)
    [ -z "$unknown" ] || fail "$1: of these it is not known how they went: $unknown"
}

# report_of NAME: the report's section about protocols.
report_of() { "$shunt" report --protocols "$work/$1.shunt"; }

SHUNT_RULES='p2p -> remote_write' under carried 2 "$work/message_rows"
expect_same bare carried
expect_clean carried 2
[ -z "$bare_only" ] || exit 0
query carried images >/dev/null
expect_rows carried
report_of carried >"$work/report.out"
expect_line report '^MPI_Irecv received +64 KiB +28 +100 % '
expect_line report '^all received '

# With the record's lock, which no thread may acquire twice.
SHUNT_RULES='p2p -> remote_write' under threads 2 "$work/message_rows" threads
expect_same bare threads
expect_clean threads 2
query threads images >/dev/null
expect_rows threads

# Messages that the host carries have no such rows.
under host 2 "$work/message_rows"
expect_same bare host
expect_clean host 2
expect_how host "0 0 0 0 0"
report_of host | grep -q 'Remote write carried no messages' || fail "the report knows of messages that nobody carried"
