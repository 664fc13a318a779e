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
    CHECK(open_mpi.idup_disturbs_twins);
    CHECK_FALSE(open_mpi.ends_raise_on_world);
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
    CHECK(quirks_of("MPICH Version:\t4.0.2\n").ends_raise_on_world);
    CHECK_FALSE(quirks_of("MPICH Version:\t4.2.1\n").ends_raise_on_world);
    CHECK(quirks_of("MPICH Version: 4.0.2\nMPICH Device: ch4:ucx\n").refuses_parts_of_elements);
}

TEST_CASE("Open MPI's all-to-alls in place, and on grids, have no sound twin, and its reduction alone refuses an alias",
          "[shim][quirks]") {
    const Quirks open_mpi = quirks_of("Open MPI v5.0.7"), mpich = quirks_of("MPICH Version: 4.2.1");
    CHECK_FALSE(open_mpi.twin_is_sound(Operation::alltoallw, false, Topology::none));
    CHECK_FALSE(open_mpi.twin_is_sound(Operation::alltoallv, true, Topology::none));
    CHECK_FALSE(open_mpi.twin_is_sound(Operation::alltoall, true, Topology::none));
    CHECK(open_mpi.twin_is_sound(Operation::alltoall, false, Topology::none));
    CHECK(open_mpi.twin_is_sound(Operation::allreduce, true, Topology::none));
    CHECK(mpich.twin_is_sound(Operation::alltoallw, true, Topology::none));
    for (const Operation operation :
         {Operation::neighbor_alltoall, Operation::neighbor_alltoallv, Operation::neighbor_alltoallw}) {
        CHECK_FALSE(open_mpi.twin_is_sound(operation, false, Topology::grid));
        CHECK(open_mpi.twin_is_sound(operation, false, Topology::distributed_graph));
        CHECK(mpich.twin_is_sound(operation, false, Topology::grid));
    }
    CHECK(open_mpi.twin_is_sound(Operation::neighbor_allgather, false, Topology::grid));
    CHECK_FALSE(mpich.twin_is_sound(Operation::neighbor_alltoallw, false, Topology::distributed_graph));
    CHECK(mpich.twin_is_sound(Operation::neighbor_alltoallw, false, Topology::graph));
    for (const Quirks* const each : {&open_mpi, &mpich})
        CHECK_FALSE(each->twin_is_sound(Operation::neighbor_allgather, false, Topology::none));
    CHECK(open_mpi.refuses_alias(Operation::reduce));
    CHECK_FALSE(open_mpi.refuses_alias(Operation::allreduce));
    CHECK(mpich.refuses_alias(Operation::allreduce));
}
