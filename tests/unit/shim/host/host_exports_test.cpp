#include "shim/host/host_exports.hpp"

#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <set>

using namespace shunt;

TEST_CASE("functions on requests are recognised by their names", "[shim][host_exports]") {
    for (const char* name : {"MPI_Request_get_status_any", "MPIX_Waitall_enqueue", "MPIX_Continueall", "MPI_Testany",
                             "MPIX_Request_is_complete", "MPI_Cancel", "MPI_Pready_range", "MPIX_Isend_enqueue"})
        CHECK(may_take_request(name));
    for (const char* name : {"MPI_Send", "MPI_Type_size", "MPI_T_pvar_start", "MPIR_Wait", "opal_Test", "MPI_Barrier"})
        CHECK_FALSE(may_take_request(name));
}

TEST_CASE("every export of a library is visited once", "[shim][host_exports]") {
    void* const library = dlopen("libm.so.6", RTLD_LAZY);
    REQUIRE(library);
    std::multiset<std::string> names;
    for_each_export(library, [&](const char* name) { names.insert(name); });
    CHECK(names.count("ldexp") >= 1);  // one for each version of the symbol
    CHECK(names.count("atan2") == 1);
    CHECK(names.count("malloc") == 0);  // used, not exported
    dlclose(library);
}

TEST_CASE("a library without functions on requests has no unknown one", "[shim][host_exports]") {
    void* const library = dlopen("libm.so.6", RTLD_LAZY);
    REQUIRE(library);
    CHECK(unknown_request_function(library, [](std::string_view) { return false; }).empty());
    CHECK(unknown_request_function(nullptr, [](std::string_view) { return false; }).empty());
    dlclose(library);
}
