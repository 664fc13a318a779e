#!/usr/bin/env bash
# The files that `cmake --install` and the Debian package install work in their places: run.sh BUILD_DIR
set -euo pipefail
build=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/shunt-package.XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# works FOLDER: the program in FOLDER/bin finds its own library, not the build's, and the documents are there.
works() {
    local told
    told=$("$1/bin/shunt" doctor) || fail "shunt doctor in $1: $told"
    echo "$told" | grep -q "^ok *$1/lib/.*libshunt.so" || fail "$1/bin/shunt does not use the library beside it: $told"
    [ -x "$(echo "$1"/lib/*/shunt/trial)" ] || [ -x "$1/lib/shunt/trial" ] || fail "no checking program for shunt script try in $1"
    [ -s "$1/include/mpix_shunt.h" ] || fail "no header in $1"
    [ -s "$1/share/man/man1/shunt-run.1.gz" ] && [ -s "$1/share/man/man5/shunt-rules.5.gz" ] || fail "no manual pages in $1"
    [ -s "$1/share/bash-completion/completions/shunt" ] || fail "no completion in $1"
    [ -s "$1/share/doc/shunt/README.md" ] && [ -s "$1/share/doc/shunt/config/OPTIONS.md" ] || fail "no documents in $1"
}

cmake --install "$build" --prefix "$work/prefix" >/dev/null
works "$work/prefix"

command -v dpkg-shlibdeps >/dev/null || { echo "SKIPPED: no dpkg-shlibdeps (package dpkg-dev); cmake --install works"; exit 77; }
(cd "$build" && cpack -B "$work/deb" >"$work/cpack.log" 2>&1) || { cat "$work/cpack.log" >&2; fail "cpack"; }
package=$(echo "$work"/deb/shunt_*.deb)
[ "$(dpkg-deb -f "$package" Package)" = shunt ] || fail "$package is not the package shunt"
depends=$(dpkg-deb -f "$package" Depends)
[[ $depends == *libc6* && $depends == *libsqlite3* ]] || fail "something is missing: Depends: $depends"
[[ $depends != *mpi* ]] || fail "an MPI is demanded: Depends: $depends"
[[ $(dpkg-deb -f "$package" Recommends) == *mpi* ]] || fail "no MPI is recommended"
dpkg-deb -x "$package" "$work/unpacked"
works "$work/unpacked/usr"

command -v lintian >/dev/null || { echo "SKIPPED: no lintian; the package works"; exit 77; }
lintian --allow-root --no-cfg --fail-on error,warning "$package" >"$work/lintian" 2>&1 || { cat "$work/lintian" >&2; fail "lintian"; }
