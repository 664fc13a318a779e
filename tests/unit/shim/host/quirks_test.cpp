#include "shim/host/quirks.hpp"

#include <catch2/catch.hpp>

using namespace shunt;

TEST_CASE("quirks go by the version that the host tells", "[shim][quirks]") {
    const Quirks open_mpi = quirks_of("Open MPI v4.1.4, package: Debian OpenMPI");
    CHECK(open_mpi.is_open_mpi);
    CHECK(open_mpi.testall_is_sound);
    CHECK(open_mpi.names_first_error);
    CHECK_FALSE(open_mpi.marks_successes);
    CHECK_FALSE(open_mpi.short_broadcast_fails);
    CHECK(open_mpi.twin_sends_empty_blocks);
    for (const char* text : {"MPICH Version:      4.0.2", "Intel(R) MPI Library 2021.5", "MVAPICH Version: 3.0", ""}) {
        const Quirks mpich = quirks_of(text);
        CHECK_FALSE(mpich.is_open_mpi);
        CHECK_FALSE(mpich.testall_is_sound);
        CHECK_FALSE(mpich.names_first_error);
        CHECK(mpich.marks_successes);
        CHECK(mpich.ignores_types_of_none);
        CHECK_FALSE(mpich.twin_sends_empty_blocks);
        CHECK_FALSE(mpich.refuses_parts_of_elements);
    }
    CHECK(quirks_of("MPICH Version: 4.0.2\nMPICH Device: ch4:ucx\n").refuses_parts_of_elements);
}

TEST_CASE("Open MPI's all-to-alls in place, and on grids, have no sound twin, and its reduction alone refuses an alias",
          "[shim][quirks]") {
    const Quirks open_mpi = quirks_of("Open MPI v5.0.7"), mpich = quirks_of("MPICH Version: 4.2.1");
    CHECK_FALSE(open_mpi.twin_is_sound(Operation::alltoallw, false, false));
    CHECK_FALSE(open_mpi.twin_is_sound(Operation::alltoallv, true, false));
    CHECK_FALSE(open_mpi.twin_is_sound(Operation::alltoall, true, false));
    CHECK(open_mpi.twin_is_sound(Operation::alltoall, false, false));
    CHECK(open_mpi.twin_is_sound(Operation::allreduce, true, false));
    CHECK(mpich.twin_is_sound(Operation::alltoallw, true, false));
    for (const Operation operation :
         {Operation::neighbor_alltoall, Operation::neighbor_alltoallv, Operation::neighbor_alltoallw}) {
        CHECK_FALSE(open_mpi.twin_is_sound(operation, false, true));
        CHECK(open_mpi.twin_is_sound(operation, false, false));
        CHECK(mpich.twin_is_sound(operation, false, true));
    }
    CHECK(open_mpi.twin_is_sound(Operation::neighbor_allgather, false, true));
    CHECK(open_mpi.refuses_alias(Operation::reduce));
    CHECK_FALSE(open_mpi.refuses_alias(Operation::allreduce));
    CHECK(mpich.refuses_alias(Operation::allreduce));
}
