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

TEST_CASE("a rule names every operation at the place of its enumerator, and p2p behind all", "[base]") {
    REQUIRE(config::kMpiOperations.size() == kOperationCount + 1);
    for (std::size_t i = 0; i < kOperationCount; ++i)
        CHECK(config::kMpiOperations[i].name == name_of(static_cast<Operation>(i)));
    CHECK(config::kMpiOperations.back().name == "p2p");
    CHECK_FALSE(operation_named("p2p").has_value());
}

TEST_CASE("byte counts are equal on all ranks but for the v, w and neighbourhood forms", "[base]") {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        const auto operation = static_cast<Operation>(i);
        const std::string_view name = name_of(operation);
        const bool differs = name.starts_with("neighbor_") || name.ends_with("v") || operation == Operation::alltoallw;
        CHECK(are_bytes_equal(operation) != differs);
    }
}
