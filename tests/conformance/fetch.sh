#!/bin/bash
# Fetches the source of MPICH, whose test/mpi is the suite, from the servers of this machine's apt:
#   fetch.sh FOLDER
# FOLDER gets the source; nothing is done when it has it already. apt's own lists and settings stay as they are.
set -eu
folder=$(realpath -m "$1")
[ ! -e "$folder/test/mpi/testlist.in" ] || exit 0
mkdir -p "$folder"
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
mkdir -p "$apt/sources" "$apt/lists/partial"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$list" ] || sed -E 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' "$list" >"$apt/sources/${list##*/}"
done
[ ! -e "$apt/sources/sources.list" ] || mv "$apt/sources/sources.list" "$apt/sources/main.list"
settings=(-q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root -o Acquire::Languages=none)
cd "$apt"
{ apt-get "${settings[@]}" update && apt-get "${settings[@]}" source --download-only mpich; } >"$apt/log" 2>&1 ||
    { cat "$apt/log" >&2; echo "${0##*/}: apt has no source of mpich; unpack MPICH's own archive (www.mpich.org) in $folder" >&2; exit 1; }
# The sources of MPICH itself are not needed.
tar -xf mpich_*.orig.tar.* -C "$folder" --strip-components=1 --wildcards '*/test/*' '*/confdb/*' '*/COPYRIGHT' '*/maint/*'
[ -e "$folder/test/mpi/testlist.in" ] || { echo "${0##*/}: $folder/test/mpi is not MPICH's suite" >&2; exit 1; }
