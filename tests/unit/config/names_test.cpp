#include "config/names.hpp"

#include <catch2/catch.hpp>
#include <string>

using namespace shunt::config;

TEST_CASE("edit distance counts added, dropped, changed and swapped letters", "[config]") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("memory", "memory") == 0);
    CHECK(edit_distance("memory", "memmory") == 1);
    CHECK(edit_distance("memory", "memry") == 1);
    CHECK(edit_distance("memory", "memori") == 1);
    CHECK(edit_distance("memory", "memroy") == 1);
    CHECK(edit_distance("ab", "ba") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("edit distance is blind to case and to the kind of separator", "[config]") {
    CHECK(edit_distance("RECORD_TIMING_SAMPLE", "record.timing-sample") == 0);
}

TEST_CASE("edit distance is symmetric and stops looking after 64 letters", "[config]") {
    CHECK(edit_distance("alltoallv", "allgather") == edit_distance("allgather", "alltoallv"));
    CHECK(edit_distance(std::string(100000, 'a'), std::string(64, 'a')) == 0);
    CHECK(edit_distance(std::string(100000, 'a'), "") == 64);
}

TEST_CASE("the nearest name is the first of the closest", "[config]") {
    const std::string_view known[] = {"bcast", "alltoall", "alltoallv", "allgather"};
    CHECK(nearest("altoall", known) == "alltoall");
    CHECK(nearest("alltoallw", known) == "alltoall");
    CHECK(nearest("allgahter", known) == "allgather");
    CHECK(nearest("bcats", known) == "bcast");
    CHECK(nearest("", known) == "bcast");
    CHECK(nearest("x", {}).empty());
}
