#!/usr/bin/env bash
# Rules name communicators by how they were made, and by id; the report gives the names. The halves of the world make their communicators in
# different orders, so a rule that only some members followed would hang.
source "$(dirname "$0")/../common.sh"
compile "$here/halves.c"
bare bare 4 "$work/halves"
expect_status bare 0

rules='alltoall comm world/split/dup#0 -> phased choose=always; alltoall comm world/dup#2 -> phased choose=always'
SHUNT_RULES=$rules under paths 4 "$work/halves"
expect_same bare paths
expect_clean paths 4
expect_counts paths <<END
6 MPI_Alltoall engine=phased rule_name=world/split#0/dup#0
0 MPI_Alltoall engine=host rule_name=world/split#0/dup#0
6 MPI_Alltoall engine=host rule_name=world/split#0/dup#1
12 MPI_Alltoall engine=phased rule_name=world/dup#2
12 MPI_Alltoall engine=host rule_name=world/dup#1
12 MPI_Alltoall engine=host rule_name=world
12 MPI_Alltoall engine=host rule_name=world/split#0
END

[ -n "$bare_only" ] && exit
# A name that the report shows can be copied into a rule.
"$shunt" report --comms "$work/paths.shunt" >"$work/report.out"
for name in world world/split#0 world/dup#1 world/dup#2 world/split#0/dup#0 world/split#0/split#1; do
    grep -qE "(^|[[:space:]])$name([[:space:]]|$)" "$work/report.out" || fail "no $name in: $(cat "$work/report.out")"
done

# By id, which the table of communicators contains: the duplicate of one half alone.
id=$(query paths rule_ids world/split#0/dup#0)
[ -n "$id" ] || fail "the profile has no id of world/split#0/dup#0"
SHUNT_RULES="alltoall comm 0x$id -> phased choose=always" under ids 4 "$work/halves"
expect_same bare ids
expect_clean ids 4
expect_counts ids <<END
6 MPI_Alltoall engine=phased rule_name=world/split#0/dup#0
6 MPI_Alltoall engine=phased
END

# A communicator that does not exist: nothing is carried, and the reason is reported.
SHUNT_RULES='alltoall comm world/cart -> phased choose=always' under none 4 "$work/halves"
expect_same bare none
expect_counts none <<END
0 MPI_Alltoall engine=phased
END
