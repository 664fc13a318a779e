#!/usr/bin/env bash
# One rank alone, under the launcher and without one. The launcher must see it end properly.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
bare bare 1 "$work/ring"
expect_status bare 0
for setting in SHUNT_RULES= 'SHUNT_RULES=alltoall -> phased choose=always' SHUNT_WAIT=gentle; do
    name=$(echo "$setting" | tr -cd A-Za-z)
    rank_wrapper=(env "$setting")
    under "$name" 1 "$work/ring"
    expect_same bare "$name"
    expect_clean "$name" 1
    expect_calls "$name" 5 MPI_Alltoall
done
rank_wrapper=()

run_limited bare_singleton "$work/ring"
expect_status bare_singleton 0
own_files singleton
run_limited singleton $(with_library) "$work/ring"
expect_same bare_singleton singleton
expect_clean singleton 1
expect_calls singleton 5 MPI_Alltoall

bare bare_seven 1 "$work/ring" 5 7
under seven 1 "$work/ring" 5 7
expect_same bare_seven seven
