#include "shim/host/algorithm_words.hpp"

#include <catch2/catch.hpp>

#include "shim/host/algorithm_quirks.hpp"

using namespace shunt;

namespace {

std::string told(const std::vector<HostAlgorithm>& algorithms) {
    std::string text;
    for (const HostAlgorithm& one : algorithms) text += one.name + "=" + std::to_string(one.value) + " ";
    return text;
}

}  // namespace

TEST_CASE("MPICH 4.0's descriptions name algorithms without ends of lines", "[host_algorithms]") {
    CHECK(
        told(algorithms_in_description(
            "Variable to select bcast algorithmauto - Internal algorithm selection (can be overridden with "
            "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE)binomial                                - Force Binomial Treenb"
            "                                      - Force nonblocking algorithmsmp                                    "
            " "
            "- Force smp algorithmscatter_recursive_doubling_allgather    - Force Scatter Recursive-Doubling "
            "Allgatherscatter_ring_allgather                  - Force Scatter Ring")) ==
        "binomial=1 nb=2 smp=3 scatter_recursive_doubling_allgather=4 scatter_ring_allgather=5 ");
    CHECK(
        told(algorithms_in_description(
            "Variable to select alltoall algorithmauto - Internal algorithm selection (can be overridden with "
            "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE)brucks                    - Force brucks algorithmnb            "
            " "
            "           - Force nonblocking algorithmpairwise                  - Force pairwise "
            "algorithmpairwise_sendrecv_replace - Force pairwise sendrecv replace algorithmscattered                 - "
            "Force scattered algorithm")) == "brucks=1 nb=2 pairwise=3 pairwise_sendrecv_replace=4 scattered=5 ");
}

TEST_CASE("a word of MPICH's that is not known leaves the values of the others", "[host_algorithms]") {
    CHECK(told(algorithms_in_description(
              "Variableauto - Choosenb   - Force nbnewest - Force newestring - Force ring")) == "nb=1 ring=3 ");
    // The end of another word does not count as a word.
    CHECK(told(algorithms_in_description("Variableauto - Choosegreat_ring - Force itsmp - Force smp")) == "smp=2 ");
}

TEST_CASE("with ends of lines any word of MPICH's is known", "[host_algorithms]") {
    CHECK(told(algorithms_in_description(
              "Variable to select\nauto - Internal\nnewest   - Force newest\npipelined_tree - Force tree")) ==
          "newest=1 pipelined_tree=2 ");
}

TEST_CASE("a description of another form names nothing", "[host_algorithms]") {
    CHECK(algorithms_in_description("").empty());
    CHECK(algorithms_in_description("The algorithm - 0 is automatic").empty());
    CHECK(algorithms_in_description("mpir - Fallbackrelease_gather - Force shmauto - Internal").empty());
    CHECK(algorithms_in_description(" - ").empty());
}

TEST_CASE("Open MPI's printed variables", "[host_algorithms]") {
    constexpr const char* kLines[] = {
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:value:ignore",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:source:default",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:status:writeable",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:help:Which: 0 ignore, 1 linear",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:enumerator:value:0:ignore",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:enumerator:value:1:linear",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:enumerator:value:2:in-order_binary",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:enumerator:value:x:wrong",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:enumerator:value:",
        "mca:coll:tuned:param:coll_tuned_scan_algorithm:deprecated:no"};
    const PrintedVariable variable = read_printed_variable(kLines, "coll_tuned_scan_algorithm");
    CHECK(variable.value == "ignore");
    CHECK(variable.is_default);
    CHECK(variable.is_writeable);
    CHECK(told(variable.algorithms) == "linear=1 in-order_binary=2 ");

    constexpr const char* kSet[] = {"mca:coll:tuned:param:coll_tuned_scan_algorithm:value:linear",
                                    "mca:coll:tuned:param:coll_tuned_scan_algorithm:source:file (mca-params.conf:3)",
                                    "mca:coll:tuned:param:coll_tuned_scan_algorithm:status:read-only"};
    const PrintedVariable set = read_printed_variable(kSet, "coll_tuned_scan_algorithm");
    CHECK_FALSE(set.is_default);
    CHECK_FALSE(set.is_writeable);
    CHECK(read_printed_variable(kSet, "coll_tuned_scan").value.empty());
    CHECK(read_printed_variable({}, "any").value.empty());
}

TEST_CASE("known faults of algorithms", "[host_algorithms]") {
    REQUIRE(quirk_of(true, Operation::alltoall, "two_proc"));
    CHECK(quirk_of(true, Operation::alltoall, "two_proc")->ranks == 2);
    CHECK(quirk_of(false, Operation::alltoall, "two_proc") == nullptr);
    REQUIRE(quirk_of(true, Operation::alltoall, "modified_bruck"));
    CHECK(quirk_of(true, Operation::alltoall, "modified_bruck")->ranks == 0);
    CHECK(is_waiting(true, Operation::bcast, "scatter_allgather"));
    CHECK_FALSE(is_waiting(true, Operation::bcast, "pipeline"));
}
