#!/usr/bin/env bash
# The documented cases that no preload can intercept: a plugin opened RTLD_DEEPBIND, and functions looked up by dlsym on the MPI's own
# handle (Python's ctypes, Julia). Nothing is recorded then, and nothing may fail.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/dlopen_local/plugin.c" -shared -fPIC
compile "$here/by_handle.c" -ldl -Wl,--as-needed
gcc -O1 -g -o "$work/loader" "$preload_tests/dlopen_local/loader.c" -ldl
case $host in openmpi) mpi=libmpi.so.40 ;; mpich) mpi=libmpich.so.12 ;; esac

bare bare 2 "$work/loader" $mpi "$work/plugin" deepbind
expect_status bare 0
under deepbind 2 "$work/loader" $mpi "$work/plugin" deepbind
expect_same bare deepbind

bare bare 2 "$work/by_handle" $mpi
expect_status bare 0
under by_handle 2 "$work/by_handle" $mpi
expect_same bare by_handle
