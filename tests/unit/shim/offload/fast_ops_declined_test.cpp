#include <catch2/catch.hpp>

#include "shim/offload/fast_ops.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

// What the host does is asked once in a process: so this is a program run of its own (see CMakeLists.txt).
TEST_CASE("a host that gives other bits keeps its own operation", "[.][declined]") {
    shunt::fake::Bed bed;
    bed.mpi.sums_doubles_otherwise = true;
    CHECK(shunt::fast_op(MPI_SUM, MPI_DOUBLE) == nullptr);
    CHECK(shunt::fast_op(MPI_PROD, MPI_DOUBLE) != nullptr);
    bed.mpi.sums_doubles_otherwise = false;
    CHECK(shunt::fast_op(MPI_SUM, MPI_DOUBLE) == nullptr);  // it is not asked again
    bed.mpi.fail_next("MPI_Reduce_local", MPI_ERR_OP);
    CHECK(shunt::fast_op(MPI_SUM, MPI_FLOAT) == nullptr);
}
