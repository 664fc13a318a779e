#include "native/phased/protocol.hpp"

#include <catch2/catch.hpp>

using namespace shunt;
using phased::Protocol;
using phased::Step;

TEST_CASE("a lone rank copies its own block and is done", "[phased]") {
    Protocol protocol(Group{0, 1});
    CHECK(protocol.next().kind == Step::Kind::own_block);
    CHECK(protocol.completed(Status::ok) == Status::ok);
    CHECK(protocol.done());
    CHECK(protocol.next().kind == Step::Kind::done);
    CHECK(protocol.result() == Status::ok);
}

TEST_CASE("a rank of three copies, then exchanges with the next and the one after", "[phased]") {
    Protocol protocol(Group{1, 3});
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    const Step first = protocol.next();
    CHECK(first.kind == Step::Kind::exchange);
    CHECK(first.to == 2);
    CHECK(first.from == 0);
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    const Step second = protocol.next();
    CHECK(second.to == 0);
    CHECK(second.from == 2);
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    CHECK(protocol.done());
}

TEST_CASE("asking twice gives the same step until it is completed", "[phased]") {
    Protocol protocol(Group{0, 4});
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    CHECK(protocol.next().to == 1);
    CHECK(protocol.next().to == 1);
}

TEST_CASE("after a failure the later phases are still gone through and the first failure is reported", "[phased]") {
    Protocol protocol(Group{0, 4});
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    REQUIRE(protocol.completed(Status::no_memory) == Status::ok);
    CHECK_FALSE(protocol.done());
    REQUIRE(protocol.completed(Status::peer_lost) == Status::ok);
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    CHECK(protocol.done());
    CHECK(protocol.result() == Status::no_memory);
}

TEST_CASE("a port that answers again counts as a bug and cannot keep a rank for ever", "[phased]") {
    Protocol protocol(Group{0, 2});
    REQUIRE(protocol.completed(Status::again) == Status::ok);
    REQUIRE(protocol.completed(Status::again) == Status::ok);
    CHECK(protocol.done());
    CHECK(protocol.result() == Status::bug);
}

TEST_CASE("completing a step when there is none is a bug", "[phased]") {
    Protocol protocol(Group{0, 1});
    REQUIRE(protocol.completed(Status::ok) == Status::ok);
    CHECK(protocol.completed(Status::ok) == Status::bug);
    CHECK(protocol.result() == Status::bug);
}

TEST_CASE("a group that cannot be is refused without a step", "[phased]") {
    for (const Group group : {Group{0, 0}, Group{-1, 2}, Group{2, 2}, Group{0, -1}}) {
        Protocol protocol(group);
        CHECK(protocol.done());
        CHECK(protocol.next().kind == Step::Kind::done);
        CHECK(protocol.result() == Status::bug);
    }
}
