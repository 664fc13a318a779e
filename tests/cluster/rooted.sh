#!/bin/bash
# rooted.sh BUILD FLAVOUR: programs that only broadcast and scatter, in which no call synchronises the ranks; the engines carry their calls
# among hosts.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
program=$scratch/rooted
compile_once "$program" "mpicc.$flavour" -std=gnu99 -Wall -Wextra -Werror "$here/rooted.c" || fail "rooted.c does not compile"
name=$(own_name r)
up "$name" --hosts 4 --rate 200mbit
scripts=$(realpath "$here/../../tools/scripts")
cd "$scratch" || exit 1
[ "$flavour" = openmpi ] && export OMPI_MCA_rmaps_base_oversubscribe=1

# by ENGINE FUNCTION: ENGINE carried calls, once the members had found each other in the background. They check that after 16, 32, 64 ...
# calls, and there are enough calls for a busy machine, too.
by() {
    local theirs
    theirs=$(calls "$2" engine="$1")
    [ "$theirs" -ge 400 ] || { tail -20 "$scratch/output" >&2; fail "$1 carried $theirs of $(calls "$2") calls of $2"; }
}

for ranks in 4 8; do
    multicast_rule='scatter 1K.. -> phased choose=always; bcast 10K.. -> pipeline choose=always; * -> multicast choose=always'
    run_limit=120 carried $ranks "$program" bcast,40,5000 scatter,100,5000 scatter,5000,2600 bcast,100000,300
    by multicast MPI_Bcast
    by multicast MPI_Scatter
    by phased MPI_Scatter
    by pipeline MPI_Bcast
    multicast_rule="bcast -> script file=$scripts/binomial.lua; scatter -> script file=$scripts/flat.lua"
    run_limit=120 carried $ranks "$program" bcast,40,5000 scatter,100,5000 bcast,5000,900,300
    by script MPI_Bcast
    by script MPI_Scatter
done
# Without choose=always a communicator made after many others gets its team after 1000 collectives.
multicast_rule='* -> multicast'
carried 4 "$program" bcast,40,6000
by multicast MPI_Bcast
# A rank that makes no call for a while: the others continue with the host, and may have ended before that rank calls again.
carried 4 "$program" bcast,40,2000,3000
# Where multicast is blocked the host carries everything, and no rank waits until that is found out.
for host in 1 2 3 4; do filter $host "$drop_multicast"; done
carried 4 "$program" bcast,40,500
[ "$(calls MPI_Bcast engine=multicast)" = 0 ] || fail "multicast carried what it cannot"
exit 0
