#!/usr/bin/env bash
# An MPI that Shunt does not know: one warning, and every call is passed to it unchanged, also with floating-point and with many arguments.
source "$(dirname "$0")/../common.sh"
for soname in libmpi.so.77 libstrange.so.1; do
    mkdir -p "$work/$soname.d"
    gcc -O1 -shared -fPIC -Wl,-soname,$soname -o "$work/$soname.d/$soname" "$here/strange_mpi.c"
    gcc -O1 -o "$work/talks" "$here/talks.c" "$work/$soname.d/$soname" -Wl,-rpath,"$work/$soname.d"
    run_limited "bare_$soname" "$work/talks"
    expect_status "bare_$soname" 0
    [ -z "$bare_only" ] || continue
    own_files "$soname"
    run_limited "$soname" env "LD_PRELOAD=$library" "$work/talks"
    expect_same "bare_$soname" "$soname"
    expect_warnings "$soname" 1 "Strange MPI 0.1"
    expect_no_files "$soname"
done
