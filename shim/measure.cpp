#include "shim/measure.hpp"

#include "shim/generated/host_mpi.hpp"

namespace shunt::measure {

int out_neighbors(CommRecord& comm) {
    if (comm.out_neighbors >= 0) return comm.out_neighbors;
    int kind = MPI_UNDEFINED, in = 0, out = 0, weighted = 0;
    host.MPI_Topo_test(comm.handle, &kind);
    if (kind == MPI_DIST_GRAPH) {
        host.MPI_Dist_graph_neighbors_count(comm.handle, &in, &out, &weighted);
    } else if (kind == MPI_GRAPH) {
        host.MPI_Graph_neighbors_count(comm.handle, comm.rank, &out);
    } else if (kind == MPI_CART) {
        host.MPI_Cartdim_get(comm.handle, &out);
        out *= 2;
    }
    comm.out_neighbors = out;
    return out;
}

}  // namespace shunt::measure
