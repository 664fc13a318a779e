#!/usr/bin/env bash
# Slurm starts the ranks (srun): those of MPICH by its plugin pmi2, which accepts one greeting from a process, those of Open MPI by pmix.
# Shunt finds that all ranks have the library, a rule carries calls, and there is one profile. A client of PMI-2 is served like one of
# PMI-1.
source "$(dirname "$0")/common.sh"

launch() { run_limited "$1" srun --mpi=$plugin "${@:2}"; }
bare() { launch "$1" -n "$2" "${@:3}"; }
under() { own_files "$1"; launch "$1" -n "$2" $(with_library) "${@:3}"; }

start_slurm
compile "$preload_tests/programs/ring.c"
bare bare 3 "$work/ring" 3
expect_status bare 0

SHUNT_RULES='alltoall -> phased choose=always' under carried 3 "$work/ring" 3
expect_same bare carried
expect_clean carried 3
expect_calls carried 9 MPI_Alltoall engine=phased

own_files missing
SHUNT_RULES='alltoall -> phased choose=always' launch missing -n 3 bash -c \
    '[ "$SLURM_PROCID" = 1 ] || export LD_PRELOAD=$0; exec "$@"' "$([ -n "$bare_only" ] || echo "$library")" "$work/ring" 3
expect_same bare missing
expect_warnings missing 1 "rank 1 runs without Shunt"

[ "$host" = mpich ] || exit 0
# As an MPI with a client of PMI-2 would do. Hydra delays its answers about keys that do not exist, so Shunt does not query it.
root=$here/../..
g++ -std=c++20 -O1 -I"$root" -o "$work/pmi2_probe" "$here/pmi2_probe.cpp" \
    "$root"/shim/host/{presence,launcher_kvs_pmi,launcher_kvs_pmix,pmi_messages,pmi_relay}.cpp -ldl -lpmi2 -pthread \
    2>"$work/compile.log" || { cat "$work/compile.log" >&2; fail "cannot compile pmi2_probe"; }
all=$'ROLL 0 3 all_present -1\nROLL 1 3 all_present -1\nROLL 2 3 all_present -1'
some=$'ROLL 0 3 someone_missing 1\nROLL 1 3 skipped -1\nROLL 2 3 someone_missing 1'
unknown=$'ROLL 0 3 cannot_tell -1\nROLL 1 3 cannot_tell -1\nROLL 2 3 cannot_tell -1'
for launcher in srun mpirun.mpich; do
    words=(srun --mpi=pmi2 -n 3)
    [ $launcher = srun ] || { words=($launcher -np 3); all=$unknown; some=${unknown/1 3 cannot_tell/1 3 skipped}; }
    run_limited $launcher "${words[@]}" "$work/pmi2_probe"
    SHUNT_TEST_SKIP_ROLL=1 run_limited $launcher.some "${words[@]}" "$work/pmi2_probe"
    [ "$(sort "$work/$launcher.out")" = "$all" ] || fail "$launcher: PMI-2 does not find all ranks"
    [ "$(sort "$work/$launcher.some.out")" = "$some" ] || fail "$launcher: PMI-2 does not find the rank that is missing"
    expect_status $launcher 0
    expect_status $launcher.some 0
done
