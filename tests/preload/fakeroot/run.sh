#!/usr/bin/env bash
# Under fakeroot, whose library is before Shunt's or after it: files and users look like root's. If the test runs as root, this is tried as
# another user.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need fakeroot
ordinary=()
if [ "$(id -u)" = 0 ]; then
    need setpriv
    ordinary=(setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work")
    chmod 755 "$work"
    "${ordinary[@]}" test -r "$library" || skip "the build's folder is closed to other users"
    mkdir "$work/tmp"
    chown 65534 "$work" "$work/tmp"
    ordinary+=("TMPDIR=$work/tmp")
fi
launcher_prefix=("${ordinary[@]}" fakeroot)
# The launcher replaces fakeroot's LD_PRELOAD by ours, so the name of fakeroot's library is read where fakeroot has set it.
fake=$("${ordinary[@]}" fakeroot sh -c 'for d in $(echo "$LD_LIBRARY_PATH" | tr : " "); do ls "$d/$LD_PRELOAD" 2>/dev/null; done; true' | head -n 1)
[ -n "$fake" ] || skip "fakeroot does not work here"
# Spools belong to the user who runs the ranks.
own_files() {
    mkdir -p "$work/$1.spool"
    [ "$(id -u)" != 0 ] || chown 65534 "$work/$1.spool"
    export SHUNT_SPOOL=$work/$1.spool SHUNT_PROFILE=$work/$1.shunt
}
beside_library "$fake"
