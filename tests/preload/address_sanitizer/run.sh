#!/usr/bin/env bash
# A program compiled with -fsanitize=address. Its runtime requires to be the first library, or an option that turns this check off.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
compile "$preload_tests/programs/beside.c" -pthread -fsanitize=address
runtime=$(ldd "$work/beside" | sed -n 's/^\s*libasan[^ ]* => \(\/[^ ]*\).*/\1/p')
[ -n "$runtime" ] || skip "the compiler has no shared libasan"
export ASAN_OPTIONS=detect_leaks=0:exitcode=66
bare bare 2 "$work/beside"
needs_bare bare "with this MPI such a program ends at once"
[ -z "$bare_only" ] || exit 0
preload=$runtime:$library recorded_and_carried in-front
ASAN_OPTIONS+=:verify_asan_link_order=0 recorded_and_carried behind
