#!/usr/bin/env bash
# The spool directory cannot be written: it is on a read-only mount, cannot be made, or is not a directory at all.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
bare bare 2 "$work/ring"

spool=/proc/nowhere/spool under missing 2 "$work/ring"
expect_same bare missing
expect_warnings missing 1 "/proc/nowhere"

touch "$work/file"
spool=$work/file under file 2 "$work/ring"
expect_same bare file
expect_warnings file 1 "$work/file"

spool=/proc/nowhere/spool SHUNT_RULES='alltoall -> phased choose=always' under carried 2 "$work/ring"
expect_same bare carried
expect_warnings carried 1 "/proc/nowhere"

unshare -m true 2>/dev/null || skip "the read-only mount needs root (unshare -m); the rest passed"
mkdir "$work/readonly"
launcher_prefix=(unshare -m sh -c 'mount -t tmpfs -o ro tmpfs "$1"; shift; "$@"' sh "$work/readonly")
spool=$work/readonly under readonly 2 "$work/ring"
expect_same bare readonly
expect_warnings readonly 1 "$work/readonly"
