#!/usr/bin/env bash
# Every rank has a spool directory that no other rank can see, as on hosts that share no /tmp: still one profile.
source "$(dirname "$0")/../common.sh"
unshare -m true 2>/dev/null || skip "private mounts need root (unshare -m)"
compile "$preload_tests/programs/ring.c"
case $host in openmpi) ranks=5 ;; mpich) ranks=2 ;; esac
bare bare $ranks "$work/ring" 3

mkdir "$work/private" "$work/shared"
rank_wrapper=(unshare -m sh -c 'mount -t tmpfs tmpfs "$1"; shift; "$@"; s=$?; [ -z "$(ls -A "$SHUNT_SPOOL")" ] || echo "left: $(ls "$SHUNT_SPOOL")"; exit $s' sh "$work/private")
spool=$work/private profile=$work/shared/run.shunt under apart $ranks "$work/ring" 3
expect_same bare apart
expect_silence apart
[ -n "$bare_only" ] && exit 0
[ "$(ls "$work/shared")" = run.shunt ] || fail "not one profile: $(ls "$work/shared")"
mv "$work/shared/run.shunt" "$work/apart.shunt"
expect_images apart $ranks
expect_calls apart $((3 * ranks)) MPI_Alltoall
