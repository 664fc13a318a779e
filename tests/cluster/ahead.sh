#!/bin/bash
# ahead.sh BUILD FLAVOUR: roots and leaves that run a thousand and more short calls ahead of the others end as on the bare hosts, by each
# engine, with one rank a host and with several (tests/mpi/ahead.c, early_giver.c).
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
program=$scratch/ahead
compile_once "$program" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../mpi/ahead.c" || fail "ahead.c does not compile"
launches "$flavour"
name=$(own_name n)
up "$name" --hosts 3 --rate 100mbit --ranks-per-host 2
cd "$scratch" || exit 1

# ahead RULES RANKS PLACEMENT CALLS [roots]
ahead() {
    local began=$SECONDS
    rm -rf "$scratch/profile" "$scratch/csv"
    # shellcheck disable=SC2086
    SHUNT_WAIT=host UCX_TLS=self,tcp timeout --kill-after=5 60 "$shunt" run --profile "$scratch/profile" --rules "$1" -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $3 -np "$2" "$program" 1 0 "${@:4}" >output 2>&1 </dev/null || { tail -30 output >&2; fail "$*"; }
    grep -q '^OK' output || { tail -30 output >&2; fail "$*: no end"; }
    export_profile
    echo "$*: $((SECONDS - began)) s"
}
# by ENGINE NAMES LEAST: ENGINE carried at least LEAST calls of these functions.
by() {
    local theirs
    theirs=$(calls "$2" engine="$1")
    [ "$theirs" -ge "$3" ] || fail "$1 carried only $theirs of $(calls "$2") calls of $2"
}

# In a bare host's trees leaves wait for each other from three ranks on, so engines carry all calls that run ahead here.
all='gather,gatherv,scatter,scatterv -> phased choose=always; * -> pipeline choose=always'
ahead "$all" 2 "$by_node" 1000
by phased MPI_Gather,MPI_Gatherv 5500
ahead "$all" 3 "$by_node" 1000
ahead "$all" 4 "$by_slot" 1000
by phased MPI_Gather,MPI_Gatherv 11000
by phased MPI_Scatter,MPI_Scatterv 8000   # the first thousand calls of each rank want the team
by pipeline MPI_Bcast,MPI_Reduce 20000
# A host's own limit is far away, but there may be memory for only some thousand calls.
ahead '* -> phased choose=always' 4 "$by_slot" 3000 roots
by phased MPI_Scatter,MPI_Scatterv 24000
ahead '* -> multicast choose=always' 3 "$by_node" 1000 roots
ahead '* -> multicast choose=always' 4 "$by_slot" 1000 roots
by multicast MPI_Bcast 12000
by multicast MPI_Scatter,MPI_Scatterv 8000

# A rank that has sent everything may be in MPI_Finalize, or may give up waiting there, before the others receive.
compile_once "$scratch/early_giver" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/early_giver.c" || fail "early_giver.c does not compile"
for operation in gather scatter; do
    takers=$([ $operation = gather ] && echo 1 || echo 3)
    # shellcheck disable=SC2086
    UCX_TLS=self,tcp limited 20 output "$takers" ': 0 wrong$' "$shunt" run --profile run.shunt --record.finalize-timeout 1s --rules '* -> phased choose=always' -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_slot -np 4 "$scratch/early_giver" $operation 500 2 || may_hang_in_finalize $? || { tail -30 output >&2; fail "early $operation"; }
    [ "$(grep -c ': 0 wrong$' output)" = "$takers" ] || { cat output >&2; fail "early $operation"; }
done
exit 0
