#include "native/base/operation.hpp"

#include <catch2/catch.hpp>

#include "config/rules.hpp"

using namespace shunt;

TEST_CASE("every operation is found by its own name", "[base]") {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        const auto operation = static_cast<Operation>(i);
        CHECK(operation_named(name_of(operation)) == operation);
    }
    CHECK(name_of(Operation::alltoallv) == "alltoallv");
    CHECK(name_of(Operation::neighbor_alltoallw) == "neighbor_alltoallw");
}

TEST_CASE("an unknown operation name is no operation", "[base]") {
    CHECK_FALSE(operation_named("alltoal").has_value());
    CHECK_FALSE(operation_named("").has_value());
    CHECK_FALSE(operation_named("Alltoall").has_value());
}

TEST_CASE("rules know the operations by the same names in the same order", "[base]") {
    REQUIRE(std::size(config::kMpiOperations) >= kOperationCount);
    for (std::size_t i = 0; i < kOperationCount; ++i) CHECK(config::kMpiOperations[i].name == kOperationNames[i]);
}
