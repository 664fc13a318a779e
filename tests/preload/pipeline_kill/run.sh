#!/usr/bin/env bash
# A rank is killed by SIGKILL in the middle of a carried collective within a node, under a launcher that does not end the others: each of
# them gets an error from its call, and none waits for ever. Also under the launcher with its defaults: the job ends.
source "$(dirname "$0")/../common.sh"
[ -z "$bare_only" ] || skip "bare, the hosts may wait for ever"
compile "$here/dies.c" -pthread
export SHUNT_RULES='* -> pipeline choose=always'
functions=MPI_Bcast,MPI_Reduce,MPI_Allreduce,MPI_Scan,MPI_Reduce_scatter_block
limit=40
seed=${SHUNT_TEST_SEED:-$RANDOM}
echo "seed $seed"
RANDOM=$seed

case $host in
    openmpi) alone=(--enable-recovery --mca orte_abort_on_non_zero_status 0) ranks=4 ;;
    mpich) alone=() ranks=2 ;;   # its launcher does not pass on what ranks say after another one's death: here only the end counts
esac

# killed NAME OPERATION HOW: all survivors get an error, in a call that the engine carried.
killed() {
    local name=$1 rank victim=0
    shift
    [ "$1" != scan ] && [ "$2" != clock ] || victim=1
    under "$name" $ranks "$work/dies" "$@"
    ended_badly "$name" || grep -q "is told" "$work/$name.out" || fail "$name: nobody has noticed"
    for ((rank = 0; rank < ranks; ++rank)); do
        [ $rank = $victim ] || [ "$host" = mpich ] || expect_line "$name" "^rank $rank is told"
    done
    recover "$name"
    [[ $host = mpich && $name != *.later ]] ||   # no call has ended then
        [ "$(query "$name" calls "$functions" engine=pipeline)" -ge 1 ] || fail "$name: the engine carried nothing"
}

launcher_options=("${alone[@]}")
for operation in reduce allreduce scan reduce_scatter; do
    killed $operation.first $operation combine 1
    killed $operation.later $operation combine $((500 + RANDOM % 1500))   # after the first call
done
for operation in bcast allreduce; do
    for turn in 1 2; do killed $operation.clock$turn $operation clock $((300000 + RANDOM * 5)); done
done
SHUNT_PIPELINE_DIRECT=1G killed bcast.ring bcast clock $((300000 + RANDOM * 5))

launcher_options=()
under plain $ranks "$work/dies" allreduce combine 500
ended_badly plain || fail "a killed rank was not noticed"
