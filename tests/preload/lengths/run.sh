#!/usr/bin/env bash
# A broadcast whose length differs: each rank is told what the bare host tells it, nothing is written beyond its buffer, and later calls work.
source "$(dirname "$0")/../common.sh"
compile "$here/lengths.c"
export SHUNT_RULES='* -> pipeline choose=always'
# Short and short, short and long, long and long: the engine carries each by another way.
cases="4,40 40,100000 100000,1000000"
bare two 2 "$work/lengths" $cases
# Of messages in many pieces Open MPI itself writes more, bare.
sed -i '/written beyond/d' "$work/two.out"
expect_status two 0
under two-carried 2 "$work/lengths" $cases
[ -n "$bare_only" ] || expect_same two two-carried
# Rules that give the one length to the engine and the other to the host: all go where the root goes. What follows is the engine's, or the host's.
parted="4,4000 4000,4 40,100000 300000,40"
bare bare-parted 2 "$work/lengths" $parted
expect_status bare-parted 0
turn=0
for rules in 'bcast 1K.. -> pipeline choose=always; bcast -> host; * -> pipeline choose=always' \
    'bcast ..1K -> pipeline choose=always; bcast -> host; * -> pipeline choose=always' \
    'bcast 1K.. -> pipeline choose=always; * -> host'; do
    # Under load the host would be waited for gently, and then says MPI_ERR_OTHER (MPICH).
    for record in on off; do    # recorded or not, a call takes other ways through the shim
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
