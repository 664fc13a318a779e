#!/bin/bash
# programs.sh BUILD FLAVOUR nas_like|hpcc: whole programs on four hosts, unmodified: the same results bare, recorded, and carried
# by multicast.
source "$(dirname "$0")/common.sh"
needs_cluster
flavour=$2 what=$3
command -v "mpirun.$flavour" >/dev/null || skip "no $flavour"
name=$(own_name p)

# on_hosts WORDS...: runs a command on the cluster, in the current folder; the output is in ./output.
on_hosts() {
    local status=0
    timeout --kill-after=5 140 "$shunt" cluster run --name "$name" -- "$@" >output 2>&1 </dev/null || status=$?
    [ $status -eq 0 ] || { cat output >&2; fail "$* ended with $status"; }
}
# in_ways WAYS RULES WORDS...: runs a program in each of the ways bare, recorded and carried, in a folder of that name with the files that
# `prepare` makes.
in_ways() {
    local ways=$1 rules=$2
    shift 2
    for way in $ways; do
        mkdir "$scratch/$way" && cd "$scratch/$way" && prepare || exit 1
        case $way in
            bare) on_hosts "$@" ;;
            recorded) on_hosts "$shunt" run --profile run.shunt -- "$@" ;;
            carried) on_hosts "$shunt" run --profile run.shunt --rules "$rules" -- "$@" ;;
        esac
        results >results
        cmp "$scratch/bare/results" results || { diff "$scratch/bare/results" results >&2; fail "$way: other results than bare"; }
    done
}
# profile_says PATTERN: the report of the profile in the current folder contains PATTERN.
profile_says() {
    "$shunt" report --width 200 run.shunt >report 2>&1
    grep -Eq -- "$1" report || { cat report output >&2; fail "the profile does not say: $1"; }
}
# well_formed: prints the engine's counters. A busy machine may cause repairs and rescues, but never malformed datagrams.
well_formed() {
    "$shunt" report --width 200 --counters run.shunt | grep 'multicast\.' >counters
    cat counters
    grep -Eq '^multicast\.malformed +0 +0 ' counters || fail "malformed datagrams were received"
}

ready() { up "$name" "$@"; }

case $what in
    nas_like)
        command -v gfortran >/dev/null && command -v "mpif90.$flavour" >/dev/null || skip "no Fortran for $flavour"
        beside=()
        [ "$flavour" != mpich ] || beside=("$tests_folder/gives_way.c")
        "mpif90.$flavour" -O2 -w "$here/nas_like.f90" "${beside[@]}" -J "$scratch" -o "$scratch/nas_like" || fail "nas_like.f90 does not compile"
        prepare() { :; }
        results() { grep -E '^ ?(step|verification) ' output; }
        ready --hosts 4 --rate 400mbit
        in_ways 'bare recorded carried' 'bcast -> multicast' "mpirun.$flavour" -np 4 "$scratch/nas_like"
        cat results
        grep -q '^ *verification passed' results || fail "it does not verify"
        profile_says 'carried by multicast: MPI_Bcast [0-9]'
        ;;
    hpcc)
        command -v hpcc >/dev/null || skip "no hpcc: apt-get install hpcc"
        library=libmpich
        [ "$flavour" = openmpi ] && library=libmpi.so
        ldd "$(command -v hpcc)" | grep "$library" >/dev/null || skip "this hpcc is not linked to $flavour"
        prepare() { cp "$here/../preload/hpcc/hpccinf.txt" .; }
        # hpcc's own judgement of its results, without times and rates.
        results() {
            grep -v '^ *CPU ' hpccoutf.txt |
                grep -oE 'PASSED|FAILED|[A-Za-z_]*(Errors|Failure|errors|Success)[A-Za-z_]*=[-0-9.e]+' | sort | uniq -c
        }
        ready --hosts 4 --rate 10gbit --mtu 9000   # hpcc moves 3 GiB however small its problem
        in_ways 'bare carried' '* -> multicast' "mpirun.$flavour" -np 4 hpcc
        cat results
        grep -q PASSED results && grep -q 'Success=1' results || fail "hpcc does not pass"
        grep -q FAILED results && fail "hpcc's own checks failed"
        profile_says 'carried by multicast: .*MPI_Bcast [0-9]'
        ;;
    *) fail "no program $what" ;;
esac
well_formed
exit 0
