#!/usr/bin/env bash
# Programs test and probe in loops. Where the host's own unsuccessful tests yield the core, tests of carried messages must yield too;
# otherwise ranks that share cores would wait for the end of each other's time slices. Where the host keeps the core, they keep it.
source "$(dirname "$0")/../common.sh"
compile "$here/vain_tests.c" -rdynamic
for yields in 1 0; do
    for name in bare$yields carried$yields; do
        case $name in
            bare*) bare $name 2 "$work/vain_tests" ;;
            *) SHUNT_RULES='p2p -> remote_write' under $name 2 "$work/vain_tests"
               expect_clean $name 2 ;;
        esac
        expect_status $name 0
        expect_line $name '^received 5$'
        [ "$(grep -cE '^[a-z_]+ [0-9]+$' "$work/$name.out")" = 8 ] || fail "$name: not all kinds of tests"
        # MPICH keeps the core. Open MPI polls its event library first in some of its tests.
        while read -r kind count; do
            if [ "$host $yields" = 'openmpi 1' ]; then [ "$count" -ge 500 ] || fail "$name: $kind gave the core away $count times of 1000"
            else [ "$count" -le 10 ] || fail "$name: $kind gave the core away $count times of 1000, and should not"; fi
        done < <(grep -vE '^received' "$work/$name.out")
    done
    expect_calls carried$yields 0 MPI_Irecv,MPI_Iprobe,MPI_Improbe engine=host
done
