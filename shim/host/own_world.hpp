#pragma once
#include <mpi.h>

#include <atomic>

namespace shunt {

/// This rank among all that were started together, and the communicator of Shunt's own that holds exactly these.
struct OwnWorld {
    MPI_Comm world = MPI_COMM_NULL;  ///< private copy of MPI_COMM_WORLD, whose errors come back as codes; null unless
                                     ///< every rank runs with the shim
    MPI_Group world_group = MPI_GROUP_NULL;
    int world_rank = 0;
    int world_size = 1;
};

/// The world of the session; null before MPI_Init and after MPI_Finalize.
extern std::atomic<const OwnWorld*> own_world;

}  // namespace shunt
