#!/usr/bin/env bash
# Another user makes the spool folder first, replaces the files in it by links to a file of ours, and places a link at the profile's path.
# Shunt refuses that user's files with one line, our file stays unchanged, and nothing is lost.
source "$(dirname "$0")/../common.sh"
[ "$(id -u)" = 0 ] || skip "a second user needs root"
need setpriv
other=(setpriv --reuid=65534 --regid=65534 --clear-groups)
chmod 711 "$work"
"${other[@]}" test -x "$work" || skip "the second user cannot reach $work"
compile "$here/swapped.c"

# A folder open to all users, as /tmp, and a file that no other user should write to.
mkdir -m 1777 "$work/tmp"
head -c 100 /dev/zero >"$work/precious"
intact() { cmp -s "$work/precious" <(head -c 100 /dev/zero) || fail "$1: a file of ours was written to"; }
cat >"$work/swap" <<'END'
#!/bin/sh
cd "$1" && for file in *.spool; do [ ! -e "$file" ] || { mv "$file" "$file.taken" && ln -s "$2" "$file"; }; done
END
chmod 755 "$work/swap"
bare bare 2 "$work/swapped" true
[ -z "$bare_only" ] || exit 0

# The default folder, made by the other user.
"${other[@]}" mkdir -m 777 "$work/tmp/shunt-0"
own_files theirs
unset SHUNT_SPOOL
launch theirs -np 2 $(preload_option) env TMPDIR="$work/tmp" "$work/swapped" "${other[@]}" "$work/swap" "$work/tmp/shunt-0" "$work/precious"
expect_same bare theirs
intact theirs
expect_warnings theirs 1 "shunt-0 belongs to user 65534"
expect_calls theirs 6000 MPI_Sendrecv
! TMPDIR=$work/tmp "$shunt" recover 2>"$work/recover.err" || fail "shunt recover read the other user's folder"
grep -q "belongs to user 65534" "$work/recover.err" || fail "shunt recover said: $(cat "$work/recover.err")"
TMPDIR=$work/tmp "$shunt" doctor >"$work/doctor.out" || true
grep -q "shunt-0 belongs to user 65534" "$work/doctor.out" || fail "shunt doctor said nothing of the folder"

# A folder that we named ourselves, for a group that includes the other user. That user can remove files there, but no more. The link at the
# profile's path is also the other user's.
mkdir -m 770 "$work/shared"
chgrp 65534 "$work/shared"
ln -s "$work/precious" "$work/tmp/run.shunt"
chown -h 65534 "$work/tmp/run.shunt"
spool=$work/shared profile=$work/tmp/run.shunt under shared 2 "$work/swapped" "${other[@]}" "$work/swap" "$work/shared" "$work/precious"
expect_same bare shared
intact shared
expect_warnings shared 2 "could not grow"
expect_warnings shared 2 "another user made that file.*profile is in $work/shared/swapped.shunt"
mv "$work/shared/swapped.shunt" "$work/shared.shunt"
expect_calls shared 6000 MPI_Sendrecv
! "$shunt" report "$work/shared.shunt" --html "$work/tmp/run.shunt" 2>"$work/report.err" || fail "shunt report followed the link"
intact report
