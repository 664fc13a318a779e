#include "shim/host/world_exchange.hpp"

#include <mpi.h>
#include <sched.h>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

bool WorldExchange::pass_on(int to, bool mine, int from, bool& theirs) noexcept {
    constexpr int kTag = 0x7e57;
    const char out = mine ? 1 : 0;
    char in = out;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    const auto peer = [](int rank) { return rank == kNobody ? MPI_PROC_NULL : rank; };
    if (host.MPI_Irecv(&in, 1, MPI_CHAR, peer(from), kTag, MPI_COMM_WORLD, &requests[0]) != MPI_SUCCESS) return false;
    if (host.MPI_Isend(&out, 1, MPI_CHAR, peer(to), kTag, MPI_COMM_WORLD, &requests[1]) != MPI_SUCCESS) return false;
    int done = 0;
    while (host.MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE) == MPI_SUCCESS && !done) sched_yield();
    theirs = in != 0;
    return done != 0;
}

}  // namespace shunt
