#pragma once
#include <mpi.h>

#include <atomic>

namespace shunt {

/// This rank among all ranks started together, and Shunt's own communicator, which contains exactly these ranks.
struct OwnWorld {
    MPI_Comm world = MPI_COMM_NULL;  ///< private copy of MPI_COMM_WORLD, whose errors are returned as codes; null
                                     ///< unless every rank runs with the shim
    MPI_Group world_group = MPI_GROUP_NULL;
    int world_rank = 0;
    int world_size = 1;
};

/// The world of the session; null before MPI_Init and after MPI_Finalize.
extern std::atomic<const OwnWorld*> own_world;

}  // namespace shunt
