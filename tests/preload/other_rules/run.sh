#!/usr/bin/env bash
# One rank has other rules, or another version of the library: nothing is carried anywhere, one warning, right result.
source "$(dirname "$0")/../common.sh"
starts_two_programs || skip "this launcher crashes by itself when it starts two programs"
compile "$preload_tests/programs/ring.c"
bare bare 3 "$work/ring" 3
[ -z "$bare_only" ] || exit 0

# mixed NAME SETTING SETTING: two ranks with the first, one with the second.
mixed() {
    own_files "$1"
    launch "$1" -np 2 env "LD_PRELOAD=$library" "$2" "$work/ring" 3 : -np 1 env "LD_PRELOAD=$library" "$3" "$work/ring" 3
    expect_same bare "$1"
    [ -s "$work/$1.shunt" ] || recover "$1"      # where ranks may not talk to each other, each keeps its own record
    expect_calls "$1" 9 MPI_Alltoall engine=${4:-host}
    expect_images "$1" 3
}

mixed other 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES=alltoall -> host'
expect_warnings other 1 "rank 2 has other settings"
mixed none 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES='
expect_warnings none 1 "rank 2 has other settings"
mixed wrong 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES=alltoall -> fased'
expect_warnings wrong 3 "rank 2 has other settings"   # and rank 2 says what is wrong with its own


# One rank records nothing: the others are merged all the same, and nobody waits for it.
own_files norecord
launch norecord -np 2 env "LD_PRELOAD=$library" "$work/ring" 3 : -np 1 env "LD_PRELOAD=$library" SHUNT_RECORD=off "$work/ring" 3
expect_same bare norecord
expect_images norecord 2
expect_warnings norecord 1 "rank 2 has other settings"

# Switched off on one rank: as if the library were not there.
own_files off
launch off -np 2 env "LD_PRELOAD=$library" 'SHUNT_RULES=alltoall -> phased choose=always' "$work/ring" 3 : -np 1 env "LD_PRELOAD=$library" SHUNT=off "$work/ring" 3
expect_same bare off
expect_warnings off 1 "rank 2 runs without"
recover off
expect_calls off 6 MPI_Alltoall engine=host
expect_images off 2

# The same rules in other words are the same rules; settings that each rank may choose do not matter.
mixed same 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES=alltoall   ->  phased  choose=always;' phased
expect_silence same
export SHUNT_RULES='alltoall -> phased choose=always'
mixed memory SHUNT_RECORD_MEMORY=4M SHUNT_RECORD_MEMORY=2M phased
expect_silence memory
mixed version SHUNT_TEST_NOTHING=1 SHUNT_TEST_VERSION=0.0.7
expect_warnings version 1 "0\.0\.7|version"
