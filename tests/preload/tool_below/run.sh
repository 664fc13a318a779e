#!/usr/bin/env bash
# Another PMPI tool, preloaded after the library: the library passes a call on as MPI_X, and the tool passes it back to the library as
# PMPI_X.
# Each of the two must count every call once.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
compile "$preload_tests/programs/tool.c" -shared -fPIC
export TOOL_OUTPUT=$work/tool.counts

rank_wrapper=(env "LD_PRELOAD=$work/tool")
bare bare 2 "$work/ring"
sort "$work"/tool.counts.* >"$work/expected"
rm "$work"/tool.counts.*
grep -q 'MPI_Alltoall 5' "$work/expected" || fail "the tool does not count: $(cat "$work/expected")"

rank_wrapper=()
[ -z "$bare_only" ] || exit 0
preload="$library:$work/tool" under both 2 "$work/ring"
expect_same bare both
sort "$work"/tool.counts.* | diff "$work/expected" - >&2 || fail "the tool counted something else than without the library"
expect_clean both 2
expect_counts both <<END
10 MPI_Isend
10 MPI_Recv
10 MPI_Wait
10 MPI_Alltoall
10 MPI_Allreduce
END

SHUNT_RULES='alltoall -> phased choose=always' preload="$library:$work/tool" under carried 2 "$work/ring"
expect_same bare carried
expect_clean carried 2
expect_counts carried <<END
10 MPI_Alltoall engine=phased
10 MPI_Isend
END
