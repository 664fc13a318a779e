#include "shim/host/host_work.hpp"

#include <catch2/catch.hpp>

using shunt::HostWork;

TEST_CASE("a process that has done nothing has no work for its host", "[shim][host_work]") {
    CHECK_FALSE(HostWork().any());
}

TEST_CASE("messages count until all ranks have met twice", "[shim][host_work]") {
    HostWork work;
    work.moved();
    work.met();
    CHECK(work.any());  // the host may receive them only now
    work.met();
    CHECK_FALSE(work.any());
    work.met();
    CHECK_FALSE(work.any());
    work.moved();
    work.met();
    work.moved();
    work.met();
    CHECK(work.any());
}

TEST_CASE("requests count until they are completed, however often ranks meet", "[shim][host_work]") {
    HostWork work;
    work.add_request();
    work.add_request();
    work.met();
    work.met();
    work.remove_requests(1);
    CHECK(work.any());
    work.remove_requests(1);
    CHECK_FALSE(work.any());
}

TEST_CASE("a completed request that was never seen means work of the host from then on", "[shim][host_work]") {
    HostWork work;
    work.add_request();
    work.remove_requests(2);
    CHECK(work.any());
    work.met();
    CHECK(work.any());
}

TEST_CASE("open windows and files count", "[shim][host_work]") {
    HostWork work;
    work.open();
    work.open();
    work.close();
    CHECK(work.any());
    CHECK(work.is_open());
    work.close();
    CHECK_FALSE(work.any());
    CHECK_FALSE(work.is_open());
}
