// The cases and races of MPI/MBCF 3.1, one by one, and the limits of memory.
#include <catch2/catch.hpp>

#include <memory>
#include <numeric>

#include "message_bed.hpp"
#include "native/engines/remote_write/requests.hpp"

using namespace message_bed;

TEST_CASE("a send that precedes its receive is eager", "[messages]") {
    Bed bed(2);
    Sent send(0, 1, 3, 60);
    bed.at(0).start(send);
    CHECK(send.has_ended());
    bed.settle();
    Received receive(0, 3);
    bed.at(1).start(receive);
    CHECK(receive.has(send));
    CHECK(receive.protocol == Protocol::eager);
}

TEST_CASE("a receive that precedes its send is written to, and the receiver need not look", "[messages]") {
    Bed bed(2);
    Received receive(0, 3);
    bed.at(1).start(receive);
    Sent send(0, 1, 3, 150);
    bed.at(0).start(send);
    for (int i = 0; i < 5; ++i) bed.at(0).advance();
    CHECK(send.has_ended());
    CHECK(send.protocol == Protocol::write);
    CHECK(std::equal(send.buffer.begin(), send.buffer.end(), receive.buffer.begin()));
    CHECK_FALSE(receive.has_ended());
    bed.settle();
    CHECK(receive.has(send));
    CHECK(receive.protocol == Protocol::write);
}

TEST_CASE("a request that crosses a send is not fresh, requests posted again are", "[messages]") {
    Bed bed(2);
    Received first(0, 3), second(0, 3);
    bed.network.pair(1, 0).delay = 10;
    bed.at(1).start(first);
    bed.at(1).start(second);
    Sent one(0, 1, 3, 60), two(0, 1, 3, 61);
    bed.at(0).start(one);
    CHECK(one.protocol == Protocol::eager);
    bed.network.now = 20;
    bed.at(0).advance();
    CHECK(bed.at(0).counters().requests_dropped == 2);
    bed.at(1).advance();
    CHECK(first.has(one));
    bed.network.now = 40;
    bed.at(0).start(two);
    bed.settle();
    CHECK(second.has(two));
    CHECK(second.protocol == Protocol::write);
}

TEST_CASE("intertwined tags are written, each to its receive", "[messages]") {
    Bed bed(2);
    Received second(0, 2), first(0, 1), any(0, kAnyTag);
    for (Receive* receive : {&second, &first, &any}) bed.at(1).start(*receive);
    Sent one(0, 1, 1, 90), two(0, 1, 2, 91), three(0, 1, 1, 92);
    for (Send* send : {&one, &two, &three}) bed.at(0).start(*send);
    bed.settle();
    CHECK(first.has(one));
    CHECK(second.has(two));
    CHECK(any.has(three));
    CHECK(bed.at(1).counters().received[static_cast<std::size_t>(Protocol::write)].messages == 3);
}

TEST_CASE("a receive from any source keeps later ones from posting a request, until it is matched", "[messages]") {
    Bed bed(3);
    Received any(-1, kAnyTag), exact(0, 3), other_tag(0, 4);
    any.pattern.tag = 3;
    for (Receive* receive : {&any, &exact, &other_tag}) bed.at(1).start(*receive);
    CHECK(bed.at(1).counters().requests_posted == 1);  // for the receive with the other tag
    Sent from_2(2, 1, 3, 50), from_0(0, 1, 3, 51);
    bed.at(2).start(from_2);
    bed.settle();
    CHECK(any.has(from_2));
    CHECK(bed.at(1).counters().requests_posted == 2);
    bed.at(0).start(from_0);
    bed.settle();
    CHECK(exact.has(from_0));
    CHECK(exact.protocol == Protocol::write);
    REQUIRE(bed.at(1).cancel(other_tag));
}

TEST_CASE("a receive from any source is written to by the process that sent the earlier messages", "[messages]") {
    AnySourceBed bed;
    CHECK(bed.requests() == 2);
    Sent one(0, 1, 3, 150), two(0, 1, 3, 151);
    for (Send* send : {&one, &two}) bed.at(0).start(*send);
    bed.settle();
    CHECK(bed.first.has(one));
    CHECK(bed.second.has(two));
    CHECK(bed.first.protocol == Protocol::write);
    CHECK(bed.second.protocol == Protocol::write);
}

TEST_CASE("a receive from any source takes an earlier message of another process, and is not written to",
          "[messages]") {
    AnySourceBed bed;
    Sent of_2(2, 1, 3, 70), one(0, 1, 3, 150), two(0, 1, 3, 151);
    bed.at(2).start(of_2);
    bed.settle();
    CHECK(bed.first.has(of_2));
    bed.at(0).start(one);
    bed.settle();
    CHECK(bed.second.has(one));
    CHECK(bed.second.protocol == Protocol::write);
    Received last(-1, 3);
    bed.at(1).start(last);  // process 2 has sent the last message but one, so no sender is asked
    bed.at(0).start(two);
    bed.settle();
    CHECK(last.has(two));
    CHECK(last.protocol == Protocol::rendezvous);
}

TEST_CASE("a receive from any source that was claimed leaves other processes' messages to the next", "[messages]") {
    AnySourceBed bed;
    bed.network.pair(0, 1).delay = 100;
    Sent one(0, 1, 3, 150), of_2(2, 1, 3, 70);
    bed.at(0).start(one);
    CHECK(one.protocol == Protocol::write);
    bed.at(2).start(of_2);
    bed.settle();
    CHECK(bed.second.has(of_2));
    CHECK_FALSE(bed.first.has_ended());
    CHECK_FALSE(bed.at(1).cancel(bed.first));
    bed.at(1).close_context(kContext);  // the messenger still completes the claimed receive
    bed.network.now = 100;
    bed.settle();
    CHECK(bed.first.has(one));
    CHECK_FALSE(bed.at(1).has_work());
}

TEST_CASE("only the process asked by a receive from any source may write to the receives behind it", "[messages]") {
    AnySourceBed bed;
    Received of_2(2, 3), of_0(0, 3);
    for (Received* receive : {&of_2, &of_0}) bed.at(1).start(*receive);
    CHECK(bed.requests() == 3);  // for of_0; the first receive may match a message of 2
    REQUIRE(bed.at(1).cancel(bed.first));
    REQUIRE(bed.at(1).cancel(bed.second));
    bed.settle();
    CHECK(bed.requests() == 4);
    Sent one(0, 1, 3, 150), two(2, 1, 3, 151);
    bed.at(0).start(one);
    bed.at(2).start(two);
    bed.settle();
    CHECK(of_0.has(one));
    CHECK(of_2.has(two));
    CHECK(of_0.protocol == Protocol::write);
    CHECK(of_2.protocol == Protocol::write);
}

TEST_CASE("a request without room is lost, and nothing else", "[messages]") {
    Bed bed(2);
    Received first(0, kAnyTag), second(0, 3);
    bed.network.conditions.refused_in_1000 = 1000;
    bed.at(1).start(first);
    bed.network.conditions.refused_in_1000 = 0;
    bed.at(1).start(second);  // the first receive may match the message
    CHECK(bed.at(1).counters().requests_posted == 0);
    Sent one(0, 1, 3, 60), two(0, 1, 3, 61);
    bed.at(0).start(one);
    bed.settle();
    CHECK(first.has(one));
    bed.at(0).start(two);
    bed.settle();
    CHECK(second.has(two));
    CHECK(second.protocol == Protocol::write);
}

TEST_CASE("requests count only if they are fresh and successive", "[messages]") {
    RequestsReceived requests;
    RequestFrame frame{Kind::request, {}, 1, 0, kAnyTag, kContext, {}};
    CHECK(requests.take(frame));
    CHECK_FALSE(requests.take(frame));  // not successive: 2 is next
    frame.serial = 3;
    CHECK_FALSE(requests.take(frame));  // 2 was lost
    frame.serial = 2;
    CHECK(requests.take(frame));
    CHECK(requests.message_sent() == 1);
    CHECK(requests.empty());
    frame.serial = 3;
    CHECK_FALSE(requests.take(frame));  // not fresh
    CHECK(requests.next_request() == 3);
    frame.accepted = 1;
    CHECK(requests.take(frame));
}

TEST_CASE("memory for unexpected messages is bounded: messages beyond it wait at their sender", "[messages]") {
    Bed bed(2);
    std::vector<std::unique_ptr<Sent>> sends;
    for (int i = 0; i < 10'000; ++i) {
        sends.push_back(std::make_unique<Sent>(0, 1, i % 7, 30 + static_cast<std::size_t>(i % 71)));
        bed.at(0).start(*sends.back());
        if (i % 100 == 0) bed.settle();
    }
    bed.settle();
    CHECK(bed.at(1).counters().unexpected_length_most == 10'000);
    // Of the messages beyond, the shortest are kept inside the record of the message.
    CHECK(bed.at(1).counters().unexpected_bytes_most < 4000 + 10'000 * 64);
    for (int i = 0; i < 10'000; ++i) {
        Received receive(-1, kAnyTag);
        receive.pattern = {kAnySource, i % 7};
        bed.at(1).start(receive);
        for (int round = 0; round < 5 && !receive.has_ended(); ++round) bed.settle();
        REQUIRE(receive.has(*sends[static_cast<std::size_t>(i)]));
    }
    bed.settle();
    CHECK(std::all_of(sends.begin(), sends.end(), [](const auto& send) { return send->has_ended(); }));
    Sent again(0, 1, 3, 60);  // received messages have freed their memory
    bed.at(0).start(again);
    CHECK(again.protocol == Protocol::eager);
}

TEST_CASE("eager sends end although the receiver does not poll and its mailbox is full", "[messages]") {
    Bed bed(2, {.eager_most = 100, .write_from = 40, .first_piece = 0, .unexpected_most = 1 << 20});
    bed.network.conditions.mailbox_bytes = 2000;
    std::vector<std::unique_ptr<Sent>> sends;
    for (int i = 0; i < 1000; ++i) {
        sends.push_back(std::make_unique<Sent>(0, 1, i % 7, 30 + static_cast<std::size_t>(i % 71)));
        bed.at(0).start(*sends.back());
    }
    Sent last(0, 1, 8, 150);  // not eager: it waits after the others
    bed.at(0).start(last);
    CHECK_FALSE(sends.back()->has_ended());
    for (int i = 0; i < 500; ++i) bed.at(0).advance();
    CHECK(std::all_of(sends.begin(), sends.end(), [](const auto& send) { return send->has_ended(); }));
    CHECK(bed.at(0).has_unsent());
    Received of_last(0, 8);
    bed.at(1).start(of_last);
    for (int i = 0; i < 100; ++i) bed.settle();
    CHECK(of_last.has(last));
    for (int i = 0; i < 1000; ++i) {
        Received receive(0, i % 7);
        bed.at(1).start(receive);
        REQUIRE(receive.has(*sends[static_cast<std::size_t>(i)]));
    }
    bed.settle();
    CHECK_FALSE(bed.at(0).has_unsent());
    CHECK(bed.at(0).counters().sent[static_cast<std::size_t>(Protocol::eager)].messages == 1000);
}

TEST_CASE("frames that no messenger sends end with an error text", "[messages]") {
    for (std::uint64_t seed = 1; seed < 400; ++seed) {
        INFO("seed " << seed);
        Bed bed(2);
        Random random(seed);
        Received receive(0, 3);
        bed.at(1).start(receive);
        for (int i = 0; i < 50; ++i) {
            const std::size_t bytes = random.below(150);
            std::byte* place = bed.fabrics[0]->reserve(1, bytes);
            for (std::size_t at = 0; at < bytes; ++at) place[at] = static_cast<std::byte>(random.next());
            // Offers name transfers; only the fabric can judge a ticket of garbage.
            if (bytes > 0)
                place[0] = static_cast<std::byte>(random.chance(1, 3) ? random.below(3) : 4 + random.below(4));
            bed.fabrics[0]->publish(1);
        }
        for (int i = 0; i < 60; ++i) bed.at(1).advance();
        CHECK(bed.at(1).failure() != nullptr);
        bed.at(1).cancel(receive);
    }
}
