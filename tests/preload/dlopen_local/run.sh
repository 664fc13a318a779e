#!/usr/bin/env bash
# The program is not linked to MPI: it dlopens one RTLD_LOCAL, then a plugin that is linked to it, also RTLD_LOCAL.
source "$(dirname "$0")/../common.sh"
compile "$here/plugin.c" -shared -fPIC
gcc -O1 -g -o "$work/loader" "$here/loader.c" -ldl

case $host in openmpi) mpi=libmpi.so.40 ;; mpich) mpi=libmpich.so.12 ;; esac
for order in mpi_first plugin_only; do
    [ $order = mpi_first ] && first=$mpi || first=-
    bare bare 2 "$work/loader" "$first" "$work/plugin" local
    expect_status bare 0
    under $order 2 "$work/loader" "$first" "$work/plugin" local
    expect_same bare $order
    expect_clean $order 2
    expect_counts $order <<END
6 MPI_Allreduce
2 MPI_Sendrecv
END
done
