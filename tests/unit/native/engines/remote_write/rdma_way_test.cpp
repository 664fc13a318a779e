#include "native/engines/remote_write/rdma_way.hpp"

#include <catch2/catch.hpp>
#include <string>

using shunt::remote_write::RdmaWay;

namespace {

/// Both ends have said that they have memory, and know it.
void grant(RdmaWay& one, RdmaWay& other) {
    for (RdmaWay* const way : {&one, &other}) {
        way->answer(RdmaWay::granted);
        way->told();
    }
    REQUIRE((one.hear(other.word()) && other.hear(one.word())));
    REQUIRE((one.settle() && other.settle()));
}

void refuse(RdmaWay& one, RdmaWay& other) {
    one.answer(RdmaWay::granted);
    other.answer(RdmaWay::refused);
    one.told(), other.told();
    REQUIRE((one.hear(other.word()) && other.hear(one.word())));
    REQUIRE((one.settle() && other.settle()));
}

/// The first round is refused, and `one` begins the second.
void ask_again(RdmaWay& one, RdmaWay& other) {
    refuse(one, other);
    one.begin();
    one.answer(RdmaWay::granted);
    one.told();
}

}  // namespace

TEST_CASE("the first round settles the way before any frame, and needs no mark", "[remote_write][rdma]") {
    RdmaWay one, other;
    CHECK_FALSE(one.has_way());
    CHECK_FALSE(one.is_over());
    SECTION("granted") {
        grant(one, other);
        CHECK((one.sends_cells() && one.reads_cells() && one.is_steady()));
        CHECK_FALSE(one.is_over());
        CHECK_FALSE(one.settle());
    }
    SECTION("refused") {
        refuse(one, other);
        CHECK((one.has_way() && one.is_over() && other.is_over()));
        CHECK_FALSE((one.sends_cells() || one.reads_cells() || one.needs_memory()));
    }
}

TEST_CASE("in later rounds frames go by TCP until the mark, in each direction", "[remote_write][rdma]") {
    RdmaWay one, other;
    ask_again(one, other);
    CHECK(one.has_way());
    CHECK_FALSE(one.sends_cells());
    CHECK(other.is_asked_again(one.word()));
    other.begin();
    CHECK(other.hear(one.word()));
    CHECK(other.is_asked());
    other.answer(RdmaWay::granted);
    other.told();
    SECTION("the answer arrives before the mark") {
        REQUIRE(other.settle());
        CHECK((other.owes_turn() && !other.sends_cells() && !other.reads_cells()));
        other.turned();
        CHECK((other.sends_cells() && !other.is_steady()));
        REQUIRE(one.hear(other.word()));
        REQUIRE(one.settle());
        CHECK_FALSE(one.reads_cells());
        CHECK(one.peer_turned(2));
        CHECK((one.reads_cells() && one.reads_cells_first() && !one.sends_cells()));
    }
    SECTION("the mark arrives before the answer") {
        CHECK(one.peer_turned(2));
        CHECK((one.reads_cells_first() && !one.reads_cells()));
        REQUIRE(one.hear(other.word()));
        REQUIRE(one.settle());
        CHECK((one.reads_cells() && one.owes_turn()));
    }
    SECTION("marks that nobody sends") {
        CHECK_FALSE(one.peer_turned(1));
        CHECK_FALSE(one.peer_turned(3));
        CHECK(one.peer_turned(2));
        CHECK_FALSE(one.peer_turned(2));
    }
    CHECK(one.needs_memory());
}

TEST_CASE("both may begin the same round", "[remote_write][rdma]") {
    RdmaWay one, other;
    refuse(one, other);
    one.begin(), other.begin();
    grant(one, other);
    CHECK((one.owes_turn() && other.owes_turn()));
}

TEST_CASE("the word of the next round says how this one has ended", "[remote_write][rdma]") {
    RdmaWay one, other;
    one.answer(RdmaWay::granted);
    other.answer(RdmaWay::refused);
    one.told(), other.told();
    REQUIRE(other.hear(one.word()));
    REQUIRE(other.settle());
    other.begin();  // over its answer of the first round, which `one` has not read
    other.answer(RdmaWay::granted);
    other.told();
    REQUIRE(one.hear(other.word()));
    REQUIRE(one.settle());
    CHECK((one.is_over() && one.is_asked_again(other.word())));
    one.begin();
    REQUIRE(one.hear(other.word()));
    CHECK(one.is_asked());
}

TEST_CASE("cells are left in each direction, and closed when no offer needs them", "[remote_write][rdma]") {
    RdmaWay one, other;
    grant(one, other);
    one.leave();
    CHECK((one.sends_cells() && !one.may_leave()));
    one.left();
    CHECK_FALSE(one.sends_cells());
    CHECK((one.reads_cells() && one.reads_cells_first()));
    CHECK(other.peer_left(1));
    CHECK((other.was_left() && other.may_leave() && other.reads_cells() && !other.reads_cells_first()));
    CHECK_FALSE(other.peer_left(1));
    other.leave(), other.left();
    CHECK_FALSE(one.peer_drained(1));  // frames may still follow
    CHECK(one.peer_left(1));
    one.drain();
    CHECK(other.peer_drained(1));
    CHECK_FALSE(other.may_close());
    other.drain();
    CHECK(other.is_spent());
    CHECK_FALSE(one.is_spent());
    CHECK(one.peer_drained(1));
    CHECK((one.is_spent() && other.is_spent() && !one.needs_memory()));
    one.tell_done();
    CHECK_FALSE(one.may_close());  // the peer's device may write again what it has heard nothing of
    CHECK(other.peer_done(1));
    CHECK_FALSE(other.peer_done(1));
    other.tell_done();
    CHECK(one.peer_done(1));
    REQUIRE((one.may_close() && other.may_close()));
    one.close(), other.close();
    CHECK((one.is_over() && other.is_over() && !one.needs_memory()));
    one.begin(), other.begin();
    grant(one, other);
    CHECK(one.owes_turn());
}

TEST_CASE("words that no process of the job says", "[remote_write][rdma]") {
    RdmaWay one, other;
    CHECK(one.hear(0));
    CHECK_FALSE(one.hear(1 << 2));      // no answer
    CHECK_FALSE(one.hear(1 << 2 | 3));  // no such answer
    CHECK_FALSE(one.hear(2 << 2 | 1));  // the next round before this one is answered
    CHECK_FALSE(one.hear(3 << 2 | 1));
    refuse(one, other);
    CHECK(one.hear(1 << 2 | 2));
    CHECK_FALSE(one.hear(0 << 2 | 1));
    one.begin();
    CHECK(one.hear(1 << 2 | 2));  // the last round's
    CHECK_FALSE(one.is_asked());
}

TEST_CASE("a process that gives a round up keeps TCP, and the peer learns it", "[remote_write][rdma]") {
    RdmaWay one, other;
    refuse(one, other);
    one.begin();
    one.answer(RdmaWay::granted);
    CHECK_FALSE(one.needs_memory());
    const std::string when =
        GENERATE("it was not told", "the peer has heard", "the peer has answered", "the peer has not heard");
    CAPTURE(when);
    if (when != "it was not told") one.told();
    if (when == "the peer has heard" || when == "the peer has answered") {
        other.begin();
        REQUIRE(other.hear(one.word()));
    }
    if (when == "the peer has answered") other.answer(RdmaWay::granted), other.told();
    REQUIRE(one.may_give_up());
    one.give_up();
    REQUIRE(one.settle());
    CHECK((one.is_over() && !one.is_open()));
    CHECK(one.hear(2 << 2 | 1));  // the peer's answer may be on its way
    if (when == "the peer has answered") {
        REQUIRE(other.settle());  // it has turned: the pair is lost
        CHECK_FALSE(other.peer_gave_up(2));
        return;
    }
    REQUIRE(other.peer_gave_up(2));
    if (when != "the peer has heard") other.begin();
    if (when == "the peer has not heard") CHECK(other.hear(2 << 2 | 1));
    CHECK((other.is_asked() && other.is_refused()));
    other.answer(RdmaWay::refused), other.told();
    REQUIRE(other.settle());
    CHECK(other.is_over());
}

TEST_CASE("a round in which the peer has already turned cannot be given up", "[remote_write][rdma]") {
    RdmaWay one, other;
    ask_again(one, other);
    CHECK(one.may_give_up());
    REQUIRE(one.peer_turned(2));  // its word is not here yet
    CHECK((!one.may_give_up() && one.needs_memory()));
}

TEST_CASE("a mark of a round that was given up is refused", "[remote_write][rdma]") {
    RdmaWay one, other;
    ask_again(one, other);
    one.give_up();
    REQUIRE(one.settle());
    CHECK_FALSE(one.peer_turned(2));
    CHECK_FALSE(one.reads_cells_first());
}

TEST_CASE("a pair without a connection gives the first round up, and has TCP", "[remote_write][rdma]") {
    RdmaWay one, other;
    one.answer(RdmaWay::granted);
    one.give_up();
    REQUIRE(one.settle());
    CHECK((one.has_way() && one.is_over() && !one.sends_cells()));
    const bool has_answered = GENERATE(false, true);
    const bool gives_up_too = GENERATE(false, true);
    if (has_answered) other.answer(RdmaWay::granted), other.told();
    if (gives_up_too) other.give_up();
    if (gives_up_too) REQUIRE(other.settle());
    REQUIRE(other.peer_gave_up(1));
    CHECK(other.is_asked() == (!has_answered && !gives_up_too));
    if (other.is_asked()) other.answer(RdmaWay::refused), other.told();
    CHECK(other.settle() == !gives_up_too);
    CHECK((other.has_way() && other.is_over() && !other.sends_cells()));
    if (gives_up_too) CHECK(one.peer_gave_up(1));
    CHECK((one.is_over() && !one.is_asked()));
}

TEST_CASE("in the first round no process gives up, as the pair has no other way yet", "[remote_write][rdma]") {
    RdmaWay one;
    CHECK((!one.may_give_up() && one.needs_memory()));
    one.answer(RdmaWay::granted);
    one.told();
    CHECK((!one.may_give_up() && one.needs_memory()));
}
