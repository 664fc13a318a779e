#!/usr/bin/env bash
# A program that counts its own calls, and its own messages by direction, peer and bytes: the profile has exactly the same counts.
source "$(dirname "$0")/../common.sh"
gives_way=yes
compile "$here/counts.c"
case $host in openmpi) sizes="2 5" ;; mpich) sizes="2 3" ;; esac
for ranks in $sizes; do
    for setting in plain gentle carried; do
        name=$setting$ranks
        rules= wait=auto
        [ $setting = gentle ] && wait=gentle
        [ $setting = carried ] && rules='alltoall,alltoallv -> phased choose=always'
        [ $setting = plain ] && bare bare$ranks "$ranks" "$work/counts" "$work/bare$ranks.counts" && expect_status bare$ranks 0
        SHUNT_WAIT=$wait SHUNT_RULES=$rules under $name "$ranks" "$work/counts" "$work/$name.counts"
        expect_status $name 0
        expect_clean $name "$ranks"
        [ -z "$bare_only" ] || continue
        cat "$work/$name.counts".* | sort >"$work/$name.expected"
        query $name ledger | sort >"$work/$name.recorded"
        diff "$work/$name.expected" "$work/$name.recorded" >"$work/$name.out" ||
            fail "$name: the program's own count (<) and the profile (>) differ"
        [ "$(query $name calls MPI_Bcast)" = "$(query $name calls MPI_Bcast peer=$((ranks - 1)))" ] || fail "$name: the root of MPI_Bcast is not recorded"
        [ "$(query $name calls MPI_Gatherv)" = "$(query $name calls MPI_Gatherv peer=0)" ] || fail "$name: the root of MPI_Gatherv is not recorded"
    done
done
