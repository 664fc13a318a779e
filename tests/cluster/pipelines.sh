#!/bin/bash
# pipelines.sh BUILD FLAVOUR: reductions and broadcasts between four hosts, along the chain, in the trees and by levels: every operation, root,
# type and length of tests/mpi/pipelines.c, with one rank a host, and two ranks a host in both orders.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
compile_once "$scratch/pipelines" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../mpi/pipelines.c" "$here/../mpi/layout.c" || fail "pipelines.c does not compile"
launches "$flavour"
name=$(own_name l)
up "$name" --hosts 4 --rate 10gbit --ranks-per-host 2
cd "$scratch" || exit 1

# carried RANKS SHAPE PLACEMENT: all results are right, and the engine carried the calls.
carried() {
    local began=$SECONDS
    rm -rf run.shunt csv
    # shellcheck disable=SC2086
    timeout --kill-after=5 100 env SHUNT_WAIT=gentle "$shunt" run --profile run.shunt --rules "* -> pipeline choose=always shape=$2" -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $3 -np "$1" ./pipelines 3 1 >output 2>&1 </dev/null || { tail -30 output >&2; fail "$*"; }
    "$shunt" export run.shunt --csv csv >/dev/null || fail "no profile"
    local operations
    operations=$(awk -F, '$2 == "pipeline.operations" { sum += $3 } END { print sum + 0 }' csv/counters.csv)
    [ "$operations" -gt 1000 ] || { cat output >&2; fail "$*: only $operations operations were carried"; }
    echo "$*: $operations operations, $((SECONDS - began)) s"
}

for shape in chain tree auto; do carried 4 $shape "$by_node"; done
carried 6 tree "$by_node"
carried 6 tree "$by_slot"
carried 6 auto "$by_node"   # by levels: each node combines first; where the order of operands must be kept, along the chain
carried 8 auto "$by_slot"

# Broadcasts whose length differs on some ranks: these ranks get the result of the bare host, and later calls work.
compile_once "$scratch/lengths" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../preload/lengths/lengths.c" || fail "lengths.c does not compile"
others() {
    rm -rf run.shunt
    timeout --kill-after=5 60 env SHUNT_WAIT=host "$shunt" run --profile run.shunt --rules "* -> pipeline choose=always shape=$1" -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 3 ./lengths "$2" >output 2>&1 </dev/null || { tail -30 output >&2; fail "lengths $*"; }
    ! grep -E 'wrong|beyond|not all' output >&2 || fail "lengths $*: the communicator is harmed"
    [ "$(grep -Ec "^$2: rank [0-2], (fits: class 0|too short: class 1[45]|too long: class (0|15))$" output)" = 6 ] || { cat output >&2; fail "lengths $*"; }
    echo "lengths $*"
}
for shape in chain tree; do others $shape 4000,4000,40; done
others auto 100,3000000,3000000   # some in trees, the others along the chain

# Ranks that are further ahead of their receivers than the rings have room for, as bare hosts permit.
compile_once "$scratch/ahead" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../mpi/ahead.c" || fail "ahead.c does not compile"
for ranks in 2 3; do
    # shellcheck disable=SC2086
    timeout --kill-after=5 100 env SHUNT_WAIT=host "$shunt" run --profile run.shunt --rules "* -> pipeline choose=always" -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_node -np $ranks ./ahead 1 20 100 >output 2>&1 </dev/null || { tail -30 output >&2; fail "ahead of $ranks"; }
    grep '^OK' output || fail "ahead of $ranks: no end"
done

# A root that gives up waiting in MPI_Finalize (and so leaves its record in the spool): the others still receive all its data.
compile_once "$scratch/early_root" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/early_root.c" || fail "early_root.c does not compile"
for calls in 5 500; do
    # shellcheck disable=SC2086
    timeout --kill-after=5 60 "$shunt" run --profile run.shunt --record.finalize-timeout 1s --rules "* -> pipeline choose=always" -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_node -np 3 ./early_root $calls 3 >output 2>&1 </dev/null || { tail -30 output >&2; fail "early_root $calls"; }
    [ "$(grep -c '^rank [12]: 0 wrong$' output)" = 2 ] && grep -q 'is late to call it' output ||
        { cat output >&2; fail "early_root $calls"; }
done

# Ready scripts that distinguish nodes, on two ranks a node.
scripts=$(realpath "$here/../../tools/scripts")
for script in two_level magpie leaders; do
    # shellcheck disable=SC2086
    timeout --kill-after=5 100 env SHUNT_WAIT=gentle \
        "$shunt" script try "$scripts/$script.lua" --counts 0,3,20000 --operation allreduce -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_slot -np 8 >output 2>&1 </dev/null ||
        { tail -30 output >&2; fail "$script"; }
    grep -Eq 'allreduce +[0-9 ]+ right +[1-9]' output || { cat output >&2; fail "$script carried no Allreduce, or not rightly"; }
done
# What is measured between nodes, and their addresses, are the same on all ranks: otherwise their programs differ, and the host carries.
cat >measured.lua <<'END'
topology.measure()
creator("allreduce", function(call)
  assert(topology.nodes == 2 and topology.node_of(0) ~= topology.node_of(1))
  assert(topology.address_of(0) ~= topology.address_of(1) and topology.subnet_of(0) == topology.subnet_of(1))
  assert(topology.latency(0, 1) > 0 and topology.latency(0, 1) < 1 and topology.rate(1, 0) > 1000)
  local last = #topology.address_of(1)
  return function(me)
    local other = me:scratch(call.count + last + topology.latency(0, 1) * 1e9 // 1 % 1000 + topology.rate(0, 1) // 1 % 1000)
    other = other:slice(0, call.count)
    me:exchange(1 - me.rank, me.input, 1 - me.rank, other)
    me:copy(me.input, me.output)
    if me.rank == 0 then me:combine(other, me.output) else me:combine_left(other, me.output) end
  end
end)
END
# shellcheck disable=SC2086
timeout --kill-after=5 100 "$shunt" script try measured.lua --counts 1000,2000 -- \
    "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_node -np 2 >output 2>&1 </dev/null ||
    { tail -30 output >&2; fail "measured.lua"; }
grep -Eq 'allreduce +[0-9 ]+ right +[1-9]' output || { cat output >&2; fail "measured.lua carried no Allreduce, or not rightly"; }

# Communicators merged from two groups, whose members name them differently: teams end when all members have freed them.
compile_once "$scratch/merged" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/merged.c" || fail "merged.c does not compile"
# shellcheck disable=SC2086
timeout --kill-after=5 100 env SHUNT_WAIT=host "$shunt" run --profile run.shunt --rules "* -> pipeline choose=always" -- \
    "$shunt" cluster run --name "$name" -- "${launcher[@]}" $by_node -np 2 ./merged 40 >output 2>&1 </dev/null ||
    { tail -30 output >&2; fail "merged"; }
[ "$(grep -c '^OK ' output)" = 2 ] || { cat output >&2; fail "merged: descriptors stay open, or wrong results"; }
