#!/usr/bin/env bash
# One rank of four runs without the library, as when a launcher drops the environment on some hosts, and the rules would carry calls. Shunt
# must notice this before it sends anything on the host's communicators. One warning, no hang, right result.
source "$(dirname "$0")/../common.sh"
starts_two_programs || skip "this launcher crashes by itself when it starts two programs; see preload/presence"
compile "$preload_tests/programs/ring.c"
export SHUNT_RULES='alltoall -> phased choose=always'
bare bare 4 "$work/ring" 3
expect_status bare 0

# The arguments of mpirun: which of the four ranks lacks the library.
last=(-np 3 $(with_library) "$work/ring" 3 : -np 1 "$work/ring" 3)
first=(-np 1 "$work/ring" 3 : -np 3 $(with_library) "$work/ring" 3)
middle=(-np 1 $(with_library) "$work/ring" 3 : -np 1 "$work/ring" 3 : -np 2 $(with_library) "$work/ring" 3)
most=(-np 3 "$work/ring" 3 : -np 1 $(with_library) "$work/ring" 3)

declare -A without
for which in last first middle most; do
    words="$which[@]"
    own_files $which
    launch $which "${!words}"
    expect_same bare $which
    expect_warnings $which 1 "rank"
done

# Shunt sends nothing on the host's communicators then, so the records stay in the spools. Recovered, they are complete.
for which in last first middle; do
    recover $which
    expect_images $which 3
    expect_counts $which <<END
9 MPI_Alltoall engine=host
9 MPI_Allreduce
END
done

# The report names the rank.
without=([last]=3 [first]=0 [middle]=1)
for which in last first middle; do
    [ -z "$bare_only" ] || continue
    "$shunt" report --engines "$work/$which.shunt" >"$work/$which.report"
    grep -qx "a: rank ${without[$which]} runs without Shunt" "$work/$which.report" ||
        fail "$which: the report does not name rank ${without[$which]}: $(cat "$work/$which.report")"
done
