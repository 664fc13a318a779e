#!/usr/bin/env bash
# The path of the profile: a relative and an absolute SHUNT_PROFILE, none, and one that cannot be written. In the last case one warning
# names the path used instead, and nothing is lost.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
mkdir "$work/here"
cd "$work/here"
bare bare 2 "$work/ring"
[ -z "$bare_only" ] || exit 0

profile=relative.shunt under relative 2 "$work/ring"
expect_same bare relative
expect_silence relative
[ "$(ls)" = relative.shunt ] || fail "in the working directory: $(ls)"
mv relative.shunt "$work/relative.shunt"
expect_images relative 2

under absolute 2 "$work/ring"
expect_clean absolute 2
[ -z "$(ls)" ] || fail "in the working directory: $(ls)"

under absolute 2 "$work/ring" 7          # a file named by the user is replaced
expect_calls absolute 14 MPI_Alltoall

# No name given: PROGRAM.shunt, and another name for the next run.
own_files none
unset SHUNT_PROFILE
launch none -np 2 $(preload_option) "$work/ring"
launch none -np 2 $(preload_option) "$work/ring" 7
[ -s ring.shunt ] || fail "no ring.shunt but $(ls)"
[ "$(ls | wc -l)" = 2 ] || fail "not two profiles: $(ls)"
mv ring.shunt "$work/none.shunt"
expect_images none 2
expect_calls none 10 MPI_Alltoall        # the first was kept
rm -f ./*

for bad in /proc/nowhere/run.shunt "$work/ring/run.shunt" "$work/here"; do
    name=bad_$(basename "$(dirname "$bad")")
    profile=$bad under $name 2 "$work/ring"
    expect_same bare $name
    expect_warnings $name 1 "$bad"
    # The message names the file, or the directory to recover from.
    found=$(messages $name | grep -oE '/[^ ;:,()]+' | sed 's/[.]$//' | while read -r word; do [ "$word" != "$bad" ] && [ -e "$word" ] && echo "$word"; done | tail -1)
    if [ -d "${found:-/nowhere}" ]; then
        recover $name
    elif [ -n "$found" ]; then
        mv "$found" "$work/$name.shunt"
    elif [ -e ring.shunt ]; then
        mv ring.shunt "$work/$name.shunt"
    else
        fail "$name: nothing of the run is found: $(messages $name)"
    fi
    expect_images $name 2
    expect_calls $name 10 MPI_Alltoall
    rm -rf "$work/here"/*
done
