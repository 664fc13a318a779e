#!/bin/bash
# shunt script try: all results of the ready scripts are right on real ranks; wrong results, and a script that carries nothing, are
# reported.
# usage: try_script.sh HOST SHUNT      Environment: as run_mpi.sh. Exit: 0, 1.
set -u
host=$1 shunt=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export TMPDIR=$folder OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
scripts=$(dirname "$0")/../../tools/scripts
failed=0
launch=("${TEST_LAUNCHER:-mpirun.$host}" -np 2)
launch_four=("${TEST_LAUNCHER:-mpirun.$host}" -np 4)
[ "$host" = openmpi ] && launch_four=("${TEST_LAUNCHER:-mpirun.$host}" --oversubscribe --mca mpi_yield_when_idle 1 -np 4)
# try STATUS PATTERN ARGUMENTS...: the command exits with STATUS and its output contains PATTERN.
try() {
    local wanted=$1 pattern=$2
    shift 2
    "$shunt" script try "$@" -- "${launch[@]}" </dev/null >out 2>&1
    local status=$?
    [ $status -eq "$wanted" ] && grep -q "$pattern" out && return
    echo "script try $*: status $status, and not '$pattern':"; cat out; failed=1
}
scripted() { "$shunt" script show "$1" --ranks 2 --bytes 64; }

try 0 'allgatherv  *[0-9 ]*  right  *[4-9][0-9] %' "$scripts/ring.lua" --counts 0,3,1000
try 0 'alltoallv  *[0-9 ]*  right' "$scripts/flat.lua" --counts 0,3,1000
for operation in gatherv scatterv; do grep -q "$operation  *[0-9 ]*  right" out || { echo "flat: no $operation:"; cat out; failed=1; }; done
try 0 'reduce  *[0-9 ]*  right  *[4-9][0-9] %' "$scripts/binomial.lua,$scripts/dissemination.lua" --counts 0,3,1000
# The ready scripts of several steps, on four ranks.
two=("${launch[@]}") launch=("${launch_four[@]}")
for script in doubling halving leaders; do try 0 'allreduce  *[0-9 ]*  right' "$scripts/$script.lua" --counts 0,3,1000; done
for script in two_level magpie; do
    try 0 'reduce  *[0-9 ]*  right' "$scripts/$script.lua" --counts 0,3,1000
    grep -q 'bcast  *[0-9 ]*  right' out || { echo "$script: no broadcast:"; cat out; failed=1; }
done
try 0 'allreduce  *[0-9 ]*  right' "$scripts/timed.lua,$scripts/ring.lua" --counts 0,3,1000 --operation allreduce
launch=("${two[@]}")
cat >none.lua <<'END'
creator("allreduce", function(call) return nil end)
END
try 1 'allreduce  *[0-9 ]*  right  *NOTHING' none.lua --counts 1,8
# Not checked, so that the wrong results of a wrong script can be observed.
cat >wrong.lua <<'END'
creator("bcast", function(call) return function(me) end end)
END
try 1 '[0-9]* WRONG' wrong.lua --counts 1,8 --set script.check=off
grep -q '^bcast: 1 x int, root [01], rank [01]: element 0: [0-9]* instead of [0-9]*$' out || { echo "the first wrong result is not told:"; cat out; failed=1; }
scripted known:ring-allreduce >ring.program
try 0 'allreduce .* right' ring.program
try 2 'none.lua has no creator for the operations to try' none.lua --operation bcast
exit $failed
