#!/usr/bin/env bash
# A broadcast whose length differs between ranks: each rank gets the result of the bare host, nothing is written beyond its buffer, and
# later calls work.
source "$(dirname "$0")/../common.sh"
compile "$here/lengths.c"
export SHUNT_RULES='* -> pipeline choose=always'
# Short and short, short and long, long and long: the engine carries each by another method.
cases="4,40 40,100000 100000,1000000"
bare two 2 "$work/lengths" $cases
# In bare runs Open MPI itself writes beyond the buffer when the message has many pieces.
sed -i '/written beyond/d' "$work/two.out"
expect_status two 0
under two-carried 2 "$work/lengths" $cases
[ -n "$bare_only" ] || expect_same two two-carried
# Rules that give one length to the engine and the other to the host. All ranks follow the root's choice. Later calls are carried by the
# engine, or by the host.
parted="4,4000 4000,4 40,100000 300000,40"
bare bare-parted 2 "$work/lengths" $parted
expect_status bare-parted 0
turn=0
for rules in 'bcast 1K.. -> pipeline choose=always; bcast -> host; * -> pipeline choose=always' \
    'bcast ..1K -> pipeline choose=always; bcast -> host; * -> pipeline choose=always' \
    'bcast 1K.. -> pipeline choose=always; * -> host'; do
    # Under load ranks would wait gently for the host, and MPICH then returns MPI_ERR_OTHER.
    for record in on off; do    # a call takes another path through the shim when it is recorded
        SHUNT_RECORD=$record SHUNT_WAIT=host SHUNT_RULES=$rules under parted-$((++turn)) 2 "$work/lengths" $parted
        sed -i '/written beyond/d' "$work/bare-parted.out" "$work/parted-$turn.out"
        [ -n "$bare_only" ] || expect_same bare-parted parted-$turn
    done
done
[ "$host$bare_only" = openmpi ] || exit 0   # more than two ranks of MPICH spin
SHUNT_PIPELINE_SHORT=8192 under mixture 4 "$work/lengths" 4000,4000,40,200000
expect_status mixture 0
for line in 'rank 1, fits: class 0' 'rank 2, too long: class 0' 'rank 2, too short: class 15' 'rank 3, too long: class 0' 'rank 3, fits: class 0'; do
    expect_line mixture "^4000,4000,40,200000: $line"
done
! grep -E 'wrong|beyond|not all' "$work/mixture.out" || fail "mixture: the communicator is harmed"
