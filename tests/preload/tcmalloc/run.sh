#!/usr/bin/env bash
# tcmalloc beside the library, before and after it: both use its malloc. Also with its profiler, whose signal interrupts ranks at any
# instruction.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
tcmalloc=$(installed_library libtcmalloc.so.4) || skip "libtcmalloc.so.4 (libgoogle-perftools4) is not installed"
beside_library "$tcmalloc"

profiler=$(installed_library libtcmalloc_and_profiler.so.4) || exit 0
# By frame pointers. libunwind, the default, crashes (SIGSEGV) when a signal interrupts a dlclose that unmaps a library, and Open MPI makes
# many of these.
rank_wrapper=(env TCMALLOC_STACKTRACE_METHOD=generic_fp CPUPROFILE_FREQUENCY=1000 sh -c 'CPUPROFILE='"$work"'/cpu.$$ exec "$0" "$@"')
preload=$library:$profiler recorded_and_carried profiled
[ "$(find "$work" -name 'cpu.*' -size +1k | wc -l)" -ge 4 ] || fail "the profiler has written nothing: $(ls -l "$work")"
