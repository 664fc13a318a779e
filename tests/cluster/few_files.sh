#!/bin/bash
# few_files.sh BUILD FLAVOUR: programs that may open hardly more files than the MPI needs. Files that the engines open must not make the
# MPI's connections fail.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
programs=$build/tests/mpi/$flavour
hosts=10
name=$(own_name f)
up "$name" --hosts $hosts --rate 1gbit
cd "$scratch" || exit 1
launches "$flavour"
# A few more files than such a program has open before it communicates.
few=40
[ "$flavour" = openmpi ] || few=60

# run LIMIT PROGRAM RULES: with `ulimit LIMIT` in each process.
run() {
    local line=(bash -c "ulimit $1; exec '$programs/$2'")
    expect 0 env SHUNT_RULES="$3" "$shunt" run --record off -- "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np $hosts "${line[@]}"
}

for rules in '* -> pipeline choose=always' '* -> phased choose=always' 'bcast, barrier, allgather, scatter -> multicast choose=always'; do
    # The soft limit is raised.
    run "-Sn $few" collectives "$rules"
    ! grep -q 'too few file descriptors' output || fail "the soft limit was not raised under $rules"
    # The hard limit cannot be raised: the host carries all calls.
    run "-n $few" collectives "$rules"
    says 'too few file descriptors left .*ulimit -n'
done
run "-Sn $few" message_fuzz 'p2p -> remote_write'
run "-n $((few + 20))" message_fuzz 'p2p -> remote_write'
