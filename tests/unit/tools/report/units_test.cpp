#include "tools/report/units.hpp"

#include <catch2/catch.hpp>

using namespace shunt::tools;

TEST_CASE("numbers are shown with three digits and a unit", "[report]") {
    CHECK(show_bytes(0) == "0 B");
    CHECK(show_bytes(1023) == "1023 B");
    CHECK(show_bytes(1536) == "1.50 KiB");
    CHECK(show_bytes(1024.0 * 1024 * 1024) == "1 GiB");
    CHECK(show_time(0) == "0 s");
    CHECK(show_time(250) == "250 ns");
    CHECK(show_time(999.6) == "1.00 us");
    CHECK(show_time(12'345'678) == "12.3 ms");
    CHECK(show_time(59.9e9) == "59.9 s");
    CHECK(show_time(3'840e9) == "1 h 04 m");
    CHECK(show_time(-5) == "0 s");
    CHECK(show_count(9999) == "9999");
    CHECK(show_count(12'345) == "12 345");
    CHECK(show_count(1'234'567) == "1 234 567");
    CHECK(show_count(123'456'789) == "123 M");
    CHECK(show_percent(0.1234) == "12.3 %");
    CHECK(show_percent(0.0001) == "<0.1 %");
    CHECK(show_percent(1) == "100 %");
    CHECK(show_date(1'700'000'000'000'000'000) == "2023-11-14 22:13:20 UTC");
}

TEST_CASE("long and hostile names are made harmless for a terminal", "[report]") {
    CHECK(shorten("short", 10) == "short");
    CHECK(shorten("abcdefghijklmnop", 11) == "abcd...mnop");
    CHECK(shorten("a\033[31mb\n", 20) == "a?[31mb?");
    CHECK(short_library("Open MPI v4.1.4, package: Debian OpenMPI, ident") == "Open MPI v4.1.4");
    CHECK(short_library("MPICH Version:\t4.0.2\nRelease") == "MPICH 4.0.2");
}
