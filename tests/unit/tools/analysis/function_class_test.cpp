#include "tools/analysis/function_class.hpp"

#include <catch2/catch.hpp>

using namespace shunt::tools;

TEST_CASE("functions are classified by their purpose", "[report]") {
    const auto is = [](FunctionClass kind, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            INFO(name);
            CHECK(classify(name) == kind);
        }
    };
    is(FunctionClass::send,
       {"MPI_Send", "MPI_Isend", "MPI_Issend", "MPI_Bsend_init", "MPI_Start", "MPI_Send_c", "MPI_Pready"});
    is(FunctionClass::receive,
       {"MPI_Recv", "MPI_Irecv", "MPI_Imrecv", "MPI_Sendrecv", "MPI_Isendrecv_replace", "MPI_Precv_init"});
    is(FunctionClass::collective,
       {"MPI_Barrier", "MPI_Iallreduce", "MPIX_Alltoallv_init", "MPI_Reduce_scatter", "MPI_Ineighbor_alltoallw",
        "MPI_Comm_split", "MPI_Comm_create_group", "MPI_Intercomm_create"});
    is(FunctionClass::wait,
       {"MPI_Wait", "MPI_Testsome", "MPI_Probe", "MPI_Iprobe", "MPI_Improbe", "MPI_Mprobe", "MPI_Request_get_status"});
    is(FunctionClass::one_sided,
       {"MPI_Put", "MPI_Get", "MPI_Get_accumulate", "MPI_Win_fence", "MPI_Win_create", "MPI_Rget_c"});
    is(FunctionClass::io, {"MPI_File_write_all", "MPI_File_iread_at", "MPI_File_open"});
    is(FunctionClass::startup, {"MPI_Init", "MPI_Init_thread", "MPI_Finalize", "MPI_Session_init"});
    is(FunctionClass::local,
       {"MPI_Comm_rank", "MPI_Finalized", "MPI_Initialized", "MPI_Is_thread_main", "MPI_Info_set", "MPI_Get_count",
        "MPI_Get_address", "MPI_Reduce_local", "MPI_Test_cancelled", "MPI_Comm_create_keyval",
        "MPI_Win_create_errhandler", "MPI_File_get_size", "?", "", "I"});
}

TEST_CASE("calls that return before the operation is complete are known", "[report]") {
    for (const char* name : {"MPI_Isend", "MPI_Ibarrier", "MPI_Send_init", "MPI_Startall", "MPI_Put", "MPI_Comm_idup"})
        CHECK(is_nonblocking(name));
    for (const char* name :
         {"MPI_Send", "MPI_Intercomm_create", "MPI_Info_set", "MPI_Win_fence", "MPI_Initialized", "MPI_Barrier"})
        CHECK_FALSE(is_nonblocking(name));
}
