#include <catch2/catch.hpp>

#include "shim/offload/fast_ops.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

// The host's operation is tested once in a process, so this case is a program run of its own (see CMakeLists.txt).
TEST_CASE("a host that gives other bits keeps its own operation", "[.][declined]") {
    shunt::fake::Bed bed;
    bed.mpi.sums_doubles_otherwise = true;
    CHECK(shunt::fast_op(MPI_SUM, MPI_DOUBLE) == nullptr);
    CHECK(shunt::fast_op(MPI_PROD, MPI_DOUBLE) != nullptr);
    bed.mpi.sums_doubles_otherwise = false;
    CHECK(shunt::fast_op(MPI_SUM, MPI_DOUBLE) == nullptr);  // the host is not tested again
    bed.mpi.fail_next("MPI_Reduce_local", MPI_ERR_OP);
    CHECK(shunt::fast_op(MPI_SUM, MPI_FLOAT) == nullptr);
}
