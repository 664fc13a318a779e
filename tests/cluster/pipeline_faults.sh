#!/bin/bash
# pipeline_faults.sh BUILD FLAVOUR: between four hosts a rank is killed, or its connections are reset, in the middle of a pipeline, along
# the chain and in the trees. Every surviving rank gets an error from the call and from the next, none hangs, none gets a wrong result.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
compile_once "$scratch/pipeline_faults" "mpicc.$flavour" -std=gnu11 -O1 -pthread -Wall -Wextra "$here/pipeline_faults.c" || fail "pipeline_faults.c does not compile"
case $flavour in
    openmpi) launcher=(mpirun.openmpi --enable-recovery --mca orte_abort_on_non_zero_status 0) ;;
    mpich) launcher=(mpirun.mpich -disable-auto-cleanup) ;;
esac
name=$(own_name f)
up "$name" --hosts 4 --rate 20mbit
cd "$scratch" || exit 1

# broken SHAPE HOW OPERATION BYTES VICTIM: the run, whose output is in ./output; it must end in time, with any status.
broken() {
    local status=0
    rm -f survivor-*
    timeout --kill-after=5 60 "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 4 env "LD_PRELOAD=$build/lib/libshunt.so" SHUNT_RECORD=off \
        SHUNT_WAIT=gentle "SHUNT_RULES=* -> pipeline choose=always shape=$1" ./pipeline_faults "${@:2}" >output 2>&1 </dev/null || status=$?
    cat survivor-* >>output 2>/dev/null
    [ $status != 124 ] && [ $status != 137 ] || { cat output >&2; fail "$*: still there after 60 s"; }
    ! grep -E 'wrong result|nothing failed|nothing was there' output >&2 || { cat output >&2; fail "$*"; }
    echo "$*: $(grep -c '^survivor' output) survivors, status $status"
}
# survivors COUNT: that many ranks survive, and both of their calls failed.
survivors() {
    [ "$(grep -Ec '^survivor [0-9]: error [1-9][0-9]* in call [0-9]+, then [1-9]' output)" = "$1" ] || { cat output >&2; fail "not $1 survivors with two errors each"; }
}

for shape in chain tree; do
    for operation in allreduce bcast reduce; do
        broken $shape killed $operation 524288 2; survivors 3
        broken $shape reset $operation 524288 1; survivors 4
    done
done
broken chain killed scan 524288 1; survivors 3

# If the program's errors are fatal, its ranks end.
FATAL=1 broken tree reset allreduce 524288 1
survivors 0
grep -Eqi 'MPI_ERR|abort|fatal' output || { cat output >&2; fail "the host does not say that it ends the job"; }
