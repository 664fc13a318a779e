#include "shim/host/own_errors.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

MPI_Errhandler program_handler;

struct HandlerBed : Bed {
    HandlerBed() {
        program_handler = MPI_ERRORS_ARE_FATAL;
        host.MPI_Comm_get_errhandler = [](MPI_Comm, MPI_Errhandler* found) {
            *found = program_handler;
            return int{MPI_SUCCESS};
        };
        host.MPI_Comm_set_errhandler = [](MPI_Comm, MPI_Errhandler set) {
            program_handler = set;
            return int{MPI_SUCCESS};
        };
        host.MPI_Errhandler_free = [](MPI_Errhandler*) { return int{MPI_SUCCESS}; };
    }
};

}  // namespace

TEST_CASE("errors of Shunt's calls are returned, and then the program's handler is there again", "[shim]") {
    HandlerBed bed;
    {
        const OwnErrors own(MPI_COMM_WORLD, false);
        CHECK(program_handler == MPI_ERRORS_RETURN);
    }
    CHECK(program_handler == MPI_ERRORS_ARE_FATAL);
}

TEST_CASE("the handler that another thread sets during Shunt's calls stays set", "[shim]") {
    HandlerBed bed;
    const MPI_Errhandler of_other_thread = SHUNT_FAKE_VALUE(MPI_Errhandler, 0x94000000);
    {
        const OwnErrors own(MPI_COMM_WORLD, true);
        CHECK(program_handler == MPI_ERRORS_ARE_FATAL);
        program_handler = of_other_thread;
    }
    CHECK(program_handler == of_other_thread);
}

TEST_CASE("with several threads the exchanges of a team that is made leave the program's handler", "[shim]") {
    HandlerBed bed;
    static MPI_Errhandler during;
    host.MPI_Allgather = [](const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm) {
        during = program_handler;
        return int{MPI_SUCCESS};
    };
    for (const bool has_threads : {false, true}) {
        bed.s.multithreaded = has_threads;
        HostExchange exchange(bed.s, *bed.s.comms.find(MPI_COMM_WORLD), {0, 1, 2, 3});
        char mine = 0, all[4];
        CHECK(exchange.all_gather(&mine, 1, all) == Status::ok);
        CHECK(during == (has_threads ? MPI_ERRORS_ARE_FATAL : MPI_ERRORS_RETURN));
        CHECK(program_handler == MPI_ERRORS_ARE_FATAL);
    }
}
