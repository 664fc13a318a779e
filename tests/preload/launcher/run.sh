#!/usr/bin/env bash
# LD_PRELOAD in the environment of the launcher itself: mpirun, hydra and its proxies load the library too. Their behaviour may not change,
# and they may not be recorded or leave files.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"

bare bare 2 "$work/ring"

own_files direct
[ -n "$bare_only" ] || launcher_prefix=(env "LD_PRELOAD=$library")
launch direct -np 2 "$work/ring"
expect_same bare direct
expect_clean direct 2
expect_calls direct 20 MPI_Alltoall,MPI_Recv

own_files shell
launcher_prefix=("${launcher_prefix[@]}" sh -c '"$@"; exit $?' sh)
launch shell -np 2 "$work/ring"
expect_same bare shell
expect_clean shell 2

launcher_prefix=()
launch version_bare --version
own_files version
[ -n "$bare_only" ] || launcher_prefix=(env "LD_PRELOAD=$library")
launch version --version
expect_same version_bare version
expect_silence version
expect_no_files version
