#!/usr/bin/env bash
# tcmalloc beside the library, in front of it and behind: its malloc serves both. Also with its profiler, whose signal interrupts ranks
# wherever they are.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
tcmalloc=$(installed_library libtcmalloc.so.4) || skip "libtcmalloc.so.4 (libgoogle-perftools4) is not installed"
beside_library "$tcmalloc"

profiler=$(installed_library libtcmalloc_and_profiler.so.4) || exit 0
rank_wrapper=(env CPUPROFILE_FREQUENCY=1000 sh -c 'CPUPROFILE='"$work"'/cpu.$$ exec "$0" "$@"')
# Its handler walks the stack through libunwind's list of libraries, and dies (SIGSEGV) where it interrupts a dlclose that unmaps one. Open MPI
# closes many at its end, when the program has said all: one run in ten.
dies_in_dlclose() { grep -q 'exit status 139' "$work/said" && [ "$(grep -c ': 0 wrong$' "$work/$1.out")" = 2 ]; }
for attempt in 1 2 3 4; do
    status=0
    (preload=$library:$profiler recorded_and_carried profiled) >"$work/said" 2>&1 || status=1
    [ $status = 1 ] && { dies_in_dlclose profiled || dies_in_dlclose profiled-carried; } || break
    echo "the profiler dies at the end of a run (attempt $attempt)"
done
[ $status = 0 ] || { cat "$work/said" >&2; exit 1; }
[ "$(find "$work" -name 'cpu.*' -size +1k | wc -l)" -ge 4 ] || fail "the profiler has written nothing: $(ls -l "$work")"
