#!/usr/bin/env bash
# Containers without privileges: one for all ranks, as Docker makes it (system calls refused, 64 MiB of /dev/shm, pid and ipc namespaces);
# a pid namespace for each rank. Results are right, nobody is taken for somebody else, the profile has all ranks; what cannot be carried stays
# with the MPI, with a sentence that names the remedy.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need unshare
compile_once "$work/confine" cc -O1 "$here/confine.c"
unshare --mount --ipc --pid --fork --mount-proc true 2>/dev/null || skip "no namespaces may be made here (root, or unprivileged user namespaces)"
# The launcher and all ranks in one container.
container=(unshare --mount --ipc --uts --pid --fork --kill-child --mount-proc sh -c 'mount -t tmpfs -o size=64m,mode=1777 shm /dev/shm && hostname box && exec "$@"'
           sh "$work/confine")

# The container refuses Open MPI's own copying, of which it complains without end.
export OMPI_MCA_btl_vader_single_copy_mechanism=none

# expect_host NAME: recorded on all ranks, and carried by the MPI.
expect_host() {
    expect_same bare "$1"
    expect_images "$1" 2
    expect_counts "$1" <<END
28 MPI_Sendrecv engine=host
28 MPI_Alltoall engine=host
28 MPI_Allreduce engine=host
END
}

# --- one container
launcher_prefix=("${container[@]}")
bare bare 2 "$work/beside"
expect_status bare 0
recorded_and_carried one
[ -n "$bare_only" ] || {
    own_files doctor
    run_limited doctor "${container[@]}" "$shunt" doctor
    expect_line doctor '^warn  process_vm_readv'
    expect_line doctor '^warn  /dev/shm has'
}

# --- a pid namespace for each rank, with its own /proc, and below the /proc of another. Ranks then have the same numbers, which the shared
# memory of some MPIs does not survive without Shunt either: there is nothing to compare then.
for proc in --mount-proc ''; do
    launcher_prefix=()
    rank_wrapper=(unshare --pid --fork --kill-child $proc)
    bare "pids$proc-bare" 2 "$work/beside"
    if [ "$(cat "$work/pids$proc-bare.status")" != 0 ]; then
        echo "ranks in pid namespaces of their own ($proc): $host does not run there without Shunt"
        continue
    fi
    SHUNT_RULES=$carried_rules under "pids$proc" 2 "$work/beside"
    expect_host "pids$proc"
    [ -n "$bare_only" ] || messages "pids$proc" | grep -q 'pid namespace' || fail "pids$proc: nobody says why nothing is carried"
done
