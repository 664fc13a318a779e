#!/bin/sh
# Starts the checking program of the MPI whose launcher has started this rank.
folder=$(dirname "$0")
mpi=mpich
if [ -n "${OMPI_COMM_WORLD_SIZE:-}${PMIX_RANK:-}" ]; then mpi=openmpi; fi
if [ ! -x "$folder/trial-$mpi" ]; then
    echo "shunt script try: there is no $folder/trial-$mpi: Shunt was built without that MPI" >&2
    exit 127
fi
exec "$folder/trial-$mpi" "$@"
