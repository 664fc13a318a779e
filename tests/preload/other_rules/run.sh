#!/usr/bin/env bash
# One rank has other rules, or another build of the library: no rank carries calls, one warning, right result.
source "$(dirname "$0")/../common.sh"
starts_two_programs || skip "this launcher crashes by itself when it starts two programs"
compile "$preload_tests/programs/ring.c"
bare bare 3 "$work/ring" 3
[ -z "$bare_only" ] || exit 0

# mixed NAME SETTING SETTING: two ranks with the first setting, one with the second.
mixed() {
    own_files "$1"
    launch "$1" -np 2 env "LD_PRELOAD=$library" "$2" "$work/ring" 3 : -np 1 env "LD_PRELOAD=$library" "$3" "$work/ring" 3
    expect_same bare "$1"
    [ -s "$work/$1.shunt" ] || recover "$1"      # where ranks may not communicate, each keeps its own record
    expect_calls "$1" 9 MPI_Alltoall engine=${4:-host}
    expect_images "$1" 3
}

mixed other 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES=alltoall -> host'
expect_warnings other 1 "rank 2 has other settings"
mixed none 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES='
expect_warnings none 1 "rank 2 has other settings"
mixed wrong 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES=alltoall -> fased'
expect_warnings wrong 3 "rank 2 has other settings"   # and rank 2 reports the fault in its own settings


# One rank records nothing: the others are merged all the same, and no rank waits for it.
own_files norecord
launch norecord -np 2 env "LD_PRELOAD=$library" "$work/ring" 3 : -np 1 env "LD_PRELOAD=$library" SHUNT_RECORD=off "$work/ring" 3
expect_same bare norecord
expect_images norecord 2
expect_warnings norecord 1 "rank 2 has other settings"

# Switched off on one rank: as if that rank had no library.
own_files off
launch off -np 2 env "LD_PRELOAD=$library" 'SHUNT_RULES=alltoall -> phased choose=always' "$work/ring" 3 : -np 1 env "LD_PRELOAD=$library" SHUNT=off "$work/ring" 3
expect_same bare off
expect_warnings off 1 "rank 2 runs without"
recover off
expect_calls off 6 MPI_Alltoall engine=host
expect_images off 2

# The same rules in other words are equal; settings that each rank may choose do not matter.
mixed same 'SHUNT_RULES=alltoall -> phased choose=always' 'SHUNT_RULES=alltoall   ->  phased  choose=always;' phased
expect_silence same
export SHUNT_RULES='alltoall -> phased choose=always'
mixed memory SHUNT_RECORD_MEMORY=4M SHUNT_RECORD_MEMORY=2M phased
expect_silence memory

# A library that was built from other sources, which its digest shows.
unset SHUNT_RULES
cp -r "$build/lib" "$work/other_build"
python3 - "$build/lib/libshunt-$host.so" "$build/shim/sources_digest.cpp" "$work/other_build/libshunt-$host.so" <<'END'
import re, sys
library, source, other = sys.argv[1:]
digest = re.search(r'"([0-9a-f]{32})"', open(source).read())[1].encode()
content = open(library, 'rb').read()
assert content.count(digest) == 1, 'the library has not the digest of its sources'
open(other, 'wb').write(content.replace(digest, bytes(reversed(digest))))
END
own_files build
launch build -np 2 env "LD_PRELOAD=$library" 'SHUNT_RULES=alltoall -> phased choose=always' "$work/ring" 3 \
    : -np 1 env "LD_PRELOAD=$work/other_build/libshunt.so" 'SHUNT_RULES=alltoall -> phased choose=always' "$work/ring" 3
expect_same bare build
recover build
expect_calls build 9 MPI_Alltoall engine=host
expect_warnings build 1 "rank 2 runs another build of Shunt"
