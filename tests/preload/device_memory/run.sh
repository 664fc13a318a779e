#!/usr/bin/env bash
# Buffers that the processor must not access: the engines' calls copy them by the runtime that the program has loaded. Also pages that a
# program protects itself in order to notice accesses: their own process accesses them, never the kernel or a peer in its place.
source "$(dirname "$0")/../common.sh"
[ -z "$bare_only" ] || skip "this host is not built for devices"
compile "$here/device.c" -I"$here/../../../shim/include" -ldl
mkdir "$work/cuda" "$work/hip" "$work/zero"
gcc -O1 -g -shared -fPIC -DCUDA -o "$work/cuda/libcuda.so.1" "$here/runtime.c"
gcc -O1 -g -shared -fPIC -DHIP -o "$work/hip/libamdhip64.so.6" "$here/runtime.c"
gcc -O1 -g -shared -fPIC -DLEVEL_ZERO -o "$work/zero/libze_loader.so.1" "$here/runtime.c"
gcc -O1 -g -shared -fPIC -DPAGES -o "$work/libpages.so" "$here/runtime.c"
case $host in openmpi) ranks=3 ;; mpich) ranks=2 ;; esac

# run NAME LIBRARY WHAT RULES [ROUNDS]: the program checks all results.
run() {
    SHUNT_RULES=$4 under "$1" $ranks "$work/device" "$2" "$3" ${5:-}
    expect_status "$1" 0
    expect_line "$1" "^OK $3"
    [ "$(wc -l <"$work/$1.out")" = 1 ] || fail "$1 printed more than its end"
    expect_clean "$1" $ranks
}
blocks=
for operation in alltoall alltoallv alltoallw allgather allgatherv gather gatherv scatter scatterv; do
    blocks+="$operation -> phased choose=always; "
done
run vectors "$work/cuda/libcuda.so.1" vectors "* -> pipeline choose=always"
expect_counts vectors <<END
0 MPI_Bcast engine=host
0 MPI_Reduce engine=host
END
# Left to the host, whose nonblocking reductions do not accept such buffers even where its blocking ones do.
SHUNT_WAIT=gentle run gentle "$work/cuda/libcuda.so.1" vectors "bcast -> pipeline choose=always; * -> host"
expect_calls gentle 0 MPI_Allreduce,MPI_Reduce,MPI_Scan,MPI_Exscan,MPI_Reduce_scatter,MPI_Reduce_scatter_block engine=pipeline
[ "$(query gentle calls MPI_Reduce_scatter engine=host)" -gt 0 ] || fail "gentle: no reduction went to the host"
run blocks "$work/hip/libamdhip64.so.6" blocks "$blocks"
expect_calls blocks 0 MPI_Gatherv engine=host
# The newest hosts load the real library, which does not know our memory.
case $host in openmpi) before=5.0 ;; mpich) before=4.3 ;; esac
if is_newer_than $before; then echo "not tried with Level Zero, whose loader this MPI brings along"
else run blocks_zero "$work/zero/libze_loader.so.1" blocks "$blocks" 2; fi
run page_blocks "$work/libpages.so" blocks "$blocks"
ranks=2   # more than cores, and broadcasts do not copy from memory to memory
run pages "$work/libpages.so" vectors "* -> pipeline choose=always"
