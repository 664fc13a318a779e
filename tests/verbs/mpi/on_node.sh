#!/bin/bash
# One rank of an MPI program in the guest, on a node of its own by name: on_node.sh RANKS_A_NODE PROGRAM [ARGUMENT ...]
# Nodes differ by their host name, which a UTS namespace gives; their RDMA devices are rxe0 and rxe1 alternately.
rank=${PMI_RANK:-$OMPI_COMM_WORLD_RANK}
node=$((rank / $1))
shift
export SHUNT_VERBS_DEVICE=${SHUNT_VERBS_DEVICE-rxe$((node % 2))}
if [ "$(id -u)" = 0 ]; then
    exec unshare --uts bash -c 'hostname "node$0" && exec "$@"' "$node" "$@"
fi
exec unshare --user --map-root-user --uts bash -c 'hostname "node$0" && exec "$@"' "$node" "$@"
