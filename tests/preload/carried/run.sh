#!/usr/bin/env bash
# A rule lets an engine carry a call: the results are the same, and the profile shows the engine's name.
source "$(dirname "$0")/../common.sh"
gives_way=yes
compile "$preload_tests/programs/ring.c"
case $host in openmpi) ranks=4 ;; mpich) ranks=2 ;; esac
bare bare $ranks "$work/ring"

SHUNT_RULES='alltoall -> phased choose=always' under carried $ranks "$work/ring"
expect_same bare carried
expect_clean carried $ranks
expect_counts carried <<END
$((5 * ranks)) MPI_Alltoall engine=phased
0 MPI_Alltoall engine=host
$((5 * ranks)) MPI_Allreduce engine=host
END
expect_calls carried $((5 * ranks)) MPI_Isend      # the engine's own messages are not the program's

# The null engine declines: the host carries the call, and the profile shows it.
SHUNT_RULES='* -> null' under null $ranks "$work/ring"
expect_same bare null
expect_clean null $ranks
expect_calls null $((5 * ranks)) MPI_Alltoall engine=host

# The first rule that matches decides. A rule whose range does not match leaves the call to the next rule.
SHUNT_RULES='alltoall 64K.. -> phased choose=always; * -> host' under range $ranks "$work/ring"
expect_same bare range
expect_calls range $((5 * ranks)) MPI_Alltoall engine=host

printf 'wait = auto\n[rules]\nalltoall ranks 2.. -> phased choose=always\n' >"$work/config"
SHUNT_CONFIG=$work/config under file $ranks "$work/ring"
expect_same bare file
expect_clean file $ranks
expect_calls file $((5 * ranks)) MPI_Alltoall engine=phased

# A communicator of one rank, and calls carried on every communicator of several ranks.
compile "$here/communicators.c"
bare bare_comms $ranks "$work/communicators"
expect_status bare_comms 0
SHUNT_RULES='alltoall,alltoallv -> phased choose=always' under comms $ranks "$work/communicators"
expect_same bare_comms comms
expect_clean comms $ranks

# Ranks that share a core. Short calls in which all ranks need data of all others are carried without choose=always, after 500 collectives.
core=$(taskset -pc $$ | sed -E 's/.*: ([0-9]+).*/\1/')
taskset -pc "$core" $$ >/dev/null
[ "$host" != openmpi ] || launcher_options=(--bind-to none)
bare bare_shared $ranks "$work/ring" 282
SHUNT_RULES='* -> pipeline' under shared $ranks "$work/ring" 282
expect_same bare_shared shared
expect_clean shared $ranks
if [ -z "$bare_only" ]; then
    carried=$(query shared calls MPI_Allreduce engine=pipeline)
    [ "$carried" -ge $((30 * ranks)) ] && [ "$carried" -le $((35 * ranks)) ] ||
        fail "of $((282 * ranks)) short Allreduces $carried were carried"
    [ "$(query shared calls MPI_Barrier engine=pipeline)" = "$ranks" ] || fail "the barrier was not carried"
fi
