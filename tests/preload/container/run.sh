#!/usr/bin/env bash
# A container without privileges for all ranks, as Docker makes it: system calls refused, 64 MiB of /dev/shm, pid and ipc namespaces.
# Results are right, engines carry calls, the profile has all ranks, and the doctor reports what is missing. Not tested: a pid namespace for
# each rank. There ranks have the same process ids, with which Open MPI crashes and UCX may fail, without Shunt too.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need unshare
compile_once "$work/confine" cc -O1 "$here/confine.c"
unshare --mount --ipc --pid --fork --mount-proc true 2>/dev/null || skip "no namespaces may be made here (root, or unprivileged user namespaces)"
# The launcher and all ranks in one container.
container=(unshare --mount --ipc --uts --pid --fork --kill-child --mount-proc sh -c 'mount -t tmpfs -o size=64m,mode=1777 shm /dev/shm && hostname box && exec "$@"'
           sh "$work/confine")

# The container refuses Open MPI's own copying between processes, about which Open MPI complains endlessly.
export OMPI_MCA_btl_vader_single_copy_mechanism=none

# --- one container
# Bare MPICH hangs in MPI_Finalize in one of ten such runs when UCX, which may not copy between processes, goes by its own choice of ways.
launcher_prefix=("${container[@]}")
UCX_TLS=self,posix bare bare 2 "$work/beside"
expect_status bare 0
recorded_and_carried one
[ -n "$bare_only" ] || {
    own_files doctor
    run_limited doctor "${container[@]}" "$shunt" doctor
    expect_line doctor '^warn  process_vm_readv'
    expect_line doctor '^warn  /dev/shm has'
}
