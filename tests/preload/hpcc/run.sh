#!/usr/bin/env bash
# Debian's hpcc, unmodified: its own checks pass as they do bare, and the profile has all ranks.
source "$(dirname "$0")/../common.sh"
need hpcc
ldd "$(command -v hpcc)" | grep "lib$([ "$host" = openmpi ] && echo mpi.so || echo mpich)" >/dev/null || skip "this hpcc is not linked to $host"
limit=120

# The verdicts: hpcc's own judgement of its results, without times and rates. Lines of processor time are left out, because PTRANS omits
# them where the time is too short to be measured.
verdicts() {
    grep -v '^ *CPU ' "$1" | grep -oE 'PASSED|FAILED|WARNING|[A-Za-z_]*(Errors|Failure|errors|Success)[A-Za-z_]*=[-0-9.e]+' | sort | uniq -c
}
run_in() { mkdir -p "$work/$1.d" && cp "$here/hpccinf.txt" "$work/$1.d" && cd "$work/$1.d"; }
run_in bare
bare bare 4 hpcc
expect_status bare 0
verdicts hpccoutf.txt >"$work/bare.verdicts"
grep -q PASSED "$work/bare.verdicts" || fail "hpcc bare passes nothing: $(tail -5 hpccoutf.txt)"
grep -q FAILED "$work/bare.verdicts" && skip "hpcc fails bare" || true

for rules in '' 'alltoall,alltoallv -> phased choose=always' 'p2p -> remote_write'; do
    name=under$(echo "$rules" | tr -cd a-z)
    run_in $name
    SHUNT_RULES=$rules under $name 4 hpcc
    expect_status $name 0
    verdicts hpccoutf.txt | diff "$work/bare.verdicts" - >&2 || fail "$name: hpcc found otherwise than bare"
    expect_clean $name 4
    [ -n "$bare_only" ] || [ "$(query $name calls MPI_Alltoall)" -gt 0 ] || fail "no MPI_Alltoall in hpcc's profile"
    [ -z "$bare_only" ] || continue
    case $rules in
        alltoall*) [ "$(query $name calls MPI_Alltoall engine=phased)" -gt 0 ] || fail "no MPI_Alltoall was carried" ;;
        p2p*) [ "$(query $name how_messages_went | awk '{ print $1 }')" -gt 0 ] || fail "no message was carried" ;;
    esac
done
