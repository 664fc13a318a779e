#!/usr/bin/env bash
# The spool directory is on a device without room, or fills up while the program runs: one warning, and no SIGBUS.
source "$(dirname "$0")/../common.sh"
unshare -m true 2>/dev/null || skip "mounting a small file system needs root (unshare -m)"
compile "$preload_tests/programs/ring.c"
compile "$here/many_keys.c"
tiny=$work/tiny
mkdir "$tiny"

# The launcher runs in a mount namespace of its own, so that the mount ends with it.
launcher_prefix=(unshare -m sh -c 'mount -t tmpfs -o size=$1 tmpfs "$2" && [ "$3" = leave ] || cat /dev/zero >"$2/fill" 2>/dev/null; shift 3; "$@"' sh)

bare_prefix=("${launcher_prefix[@]}")
launcher_prefix=("${bare_prefix[@]}" 64k "$tiny" fill)
bare bare 2 "$work/ring"
expect_status bare 0
spool=$tiny under full 2 "$work/ring"
expect_same bare full
expect_warnings full 1 "spool|$tiny"

spool=$tiny SHUNT_RULES='alltoall -> phased choose=always' under full_carried 2 "$work/ring"
expect_same bare full_carried
expect_warnings full_carried 1 "spool|$tiny"

# Room for about half of the space that two ranks need.
launcher_prefix=("${bare_prefix[@]}" 9m "$tiny" leave)
spool=$tiny under half 2 "$work/ring"
expect_same bare half

# Enough room at the start. Then the program itself uses the rest, and writes rows of the record that have no page in the file system yet.
launcher_prefix=("${bare_prefix[@]}" 40m "$tiny" leave)
bare bare_filling 2 "$work/many_keys" "$tiny/taken"
expect_status bare_filling 0
spool=$tiny under filling 2 "$work/many_keys" "$tiny/taken"
expect_same bare_filling filling
expect_warnings filling 1 "could not grow on 2 of the ranks"
expect_calls filling 12000 MPI_Sendrecv
