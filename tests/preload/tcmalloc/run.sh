#!/usr/bin/env bash
# tcmalloc beside the library, in front of it and behind: its malloc serves both. Also with its profiler, whose signal interrupts ranks
# wherever they are.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
tcmalloc=$(installed_library libtcmalloc.so.4) || skip "libtcmalloc.so.4 (libgoogle-perftools4) is not installed"
beside_library "$tcmalloc"

profiler=$(installed_library libtcmalloc_and_profiler.so.4) || exit 0
# By frame pointers: libunwind, its default, crashes (SIGSEGV) when a signal interrupts a dlclose that unmaps a library, as Open MPI's many.
rank_wrapper=(env TCMALLOC_STACKTRACE_METHOD=generic_fp CPUPROFILE_FREQUENCY=1000 sh -c 'CPUPROFILE='"$work"'/cpu.$$ exec "$0" "$@"')
preload=$library:$profiler recorded_and_carried profiled
[ "$(find "$work" -name 'cpu.*' -size +1k | wc -l)" -ge 4 ] || fail "the profiler has written nothing: $(ls -l "$work")"
