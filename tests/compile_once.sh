# shellcheck shell=bash
# Sourced by tests that compile programs of their own, with build=FOLDER.
tests_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# compile_once OUTPUT COMPILER ARGUMENT...: OUTPUT is the compiler's output for the arguments. Tests that compile the same program share it:
# $build/tests/compiled keeps each under a digest of the command, its files, all headers and the compiler. With $gives_way MPICH's programs
# wait as gives_way.c says.   Fails: as the compiler.
gives_way=
compile_once() {
    local output=$1 argument kept
    shift
    [ "$gives_way $1" != 'yes mpicc.mpich' ] || set -- "$@" "$tests_folder/gives_way.c"
    kept=$({
        stat -Lc '%n %s %y' "$(command -v "$1")" "$(command -v cc)"
        for argument; do
            if [ -f "$argument" ]; then echo "${argument##*/}"; cat "$argument"; else echo "$argument"; fi
        done
        cat "$tests_folder"/*/*.h "$tests_folder"/preload/*/*.h "$tests_folder"/../shim/include/*.h
    } | sha256sum)
    kept=$build/tests/compiled/${kept%% *}
    if [ ! -e "$kept" ]; then
        mkdir -p "${kept%/*}" && "$@" -o "$kept.$$" && mv "$kept.$$" "$kept" || return
    fi
    cp "$kept" "$output"
}
