// Sends and receives that are cancelled, and communicators that are freed before a message has been received.
#include <malloc.h>

#include <catch2/catch.hpp>

#include "message_bed.hpp"

using namespace message_bed;

TEST_CASE("a send is cancelled whose offer a receiver has held for a receive that was claimed", "[messages]") {
    AnySourceBed bed;
    REQUIRE(bed.at(1).cancel(bed.second));
    bed.network.pair(0, 1).delay = 100;
    Sent one(0, 1, 3, 150), of_2(2, 1, 3, 150);
    bed.at(0).start(one);
    CHECK(one.protocol == Protocol::write);
    bed.at(2).start(of_2);
    bed.settle();
    CHECK_FALSE(of_2.has_ended());
    bed.at(2).cancel(of_2);
    bed.settle();
    CHECK(of_2.has_ended());
    CHECK(of_2.ending == Ending::cancelled);
    CHECK_FALSE(bed.at(2).has_unsent());
    bed.network.now = 100;
    bed.settle();
    CHECK(bed.first.has(one));
}

TEST_CASE("a cancelled receive is not written to, and one that a sender has claimed is not cancelled", "[messages]") {
    Bed bed(2);
    Received first(0, 3), second(0, 3);
    bed.at(1).start(first);
    bed.at(1).start(second);
    CHECK(bed.at(1).cancel(first));
    CHECK(first.ending == Ending::cancelled);
    Sent send(0, 1, 3, 150);
    bed.at(0).start(send);
    CHECK_FALSE(bed.at(1).cancel(second));
    bed.settle();
    CHECK(second.has(send));
    CHECK(second.protocol == Protocol::write);
}

TEST_CASE("an eager send that has left stays ended when it is cancelled, whatever the receiver does", "[messages]") {
    Bed bed(2);
    const bool receiver_looks = GENERATE(false, true);
    Sent eager(0, 1, 1, 20);
    bed.at(0).start(eager);
    if (receiver_looks) bed.settle();
    bed.at(0).cancel(eager);
    CHECK(eager.has_ended());
    CHECK(eager.ending == Ending::success);
    CHECK_FALSE(bed.at(0).has_unsent());
    Received receive(0, 1, 30);
    bed.at(1).start(receive);
    bed.settle();
    CHECK(receive.has(eager));
}

TEST_CASE("sends that have not ended are cancelled unless a receive has matched them", "[messages]") {
    Bed bed(2);
    const bool matched = GENERATE(false, true);
    Sent synchronous(0, 1, 2, 20), offered(0, 1, 3, 150);
    synchronous.synchronous = true;
    Received receives[] = {{0, 2, 30}, {0, 3, 150}};
    for (Send* send : {&synchronous, &offered}) bed.at(0).start(*send);
    bed.settle();
    if (matched)
        for (Receive& receive : receives) bed.at(1).start(receive);
    for (Send* send : {&synchronous, &offered}) bed.at(0).cancel(*send);
    bed.settle();
    const Ending ending = matched ? Ending::success : Ending::cancelled;
    for (const Send* send : {&synchronous, &offered}) {
        CHECK(send->has_ended());
        CHECK(send->ending == ending);
    }
    Envelope found;
    CHECK_FALSE(bed.at(1).probe(kContext, {}, found));
    for (const Received& receive : receives) CHECK(receive.has_ended() == matched);
    CHECK_FALSE(bed.at(0).has_work());
}

TEST_CASE("a communicator that is freed takes its unexpected messages along", "[messages]") {
    Bed bed(2);
    Sent eager(0, 1, 1, 50), own(1, 1, 1, 150);
    bed.at(0).start(eager);
    bed.at(1).start(own);
    bed.settle();
    CHECK_FALSE(own.has_ended());
    bed.at(1).close_context(kContext);
    CHECK(own.has_ended());
    Envelope found;
    CHECK_FALSE(bed.at(1).probe(kContext, {}, found));
    CHECK_FALSE(bed.at(1).has_work());
}

TEST_CASE("a probe does not find an offer that its sender has withdrawn", "[messages]") {
    Bed bed(2);
    Sent offered(0, 1, 3, 150), next(0, 1, 3, 160);
    for (Send* send : {&offered, &next}) bed.at(0).start(*send);
    bed.settle();
    bed.network.pair(0, 1).delay = 100;  // of the frame that tells it
    bed.at(0).cancel(offered);
    REQUIRE(offered.has_ended());
    Envelope found;
    REQUIRE(bed.at(1).probe(kContext, {}, found));
    CHECK(found.bytes == 160);
    bed.at(0).cancel(next);
    CHECK_FALSE(bed.at(1).probe(kContext, {}, found));
}

TEST_CASE("sends are cancelled whose messages were dropped with their communicator", "[messages]") {
    const bool on_one_node = GENERATE(true, false);
    const bool asks_before = GENERATE(false, true);
    Bed bed(2);
    bed.network.conditions.processes_a_node = on_one_node ? 0 : 1;
    bed.network.conditions.far_delay_most = 0;
    Sent synchronous(0, 1, 2, 20), offered(0, 1, 3, 150);
    synchronous.synchronous = true;
    for (Send* send : {&synchronous, &offered}) bed.at(0).start(*send);
    bed.settle();
    if (asks_before)
        for (Send* send : {&synchronous, &offered}) bed.at(0).cancel(*send);
    bed.at(1).close_context(kContext);
    bed.settle();
    for (Send* send : {&synchronous, &offered}) {
        CHECK(send->has_ended() == asks_before);
        if (!asks_before) bed.at(0).cancel(*send);
        CHECK(send->has_ended());
        CHECK(send->ending == Ending::cancelled);
    }
    bed.settle();
    CHECK_FALSE(bed.at(0).has_work());
    CHECK(bed.at(0).failure() == nullptr);
    CHECK(bed.network.open_transfers == 0);
}

TEST_CASE("a communicator freed with a posted receive leaves no memory once that has ended", "[messages]") {
    Bed bed(2);
    const auto used = [] { return mallinfo2().uordblks; };
    std::size_t before = 0;
    for (Context context = 100; context < 20'000; ++context) {
        if (context == 200) before = used();
        Received receive(0, 3, 20);  // too short to post a request
        receive.context = context;
        bed.at(1).start(receive);
        bed.at(1).close_context(context);
        REQUIRE(bed.at(1).cancel(receive));
    }
    CHECK(used() < before + 100'000);
    CHECK_FALSE(bed.at(1).has_work());
}
