// Messages by RDMA over simulated remote memory, in one thread. With real devices: tests/verbs/messages_test.
#include "rdma_world.hpp"

using namespace remote_write_test;

TEST_CASE("messengers exchange random messages by RDMA", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 30)));
    CAPTURE(seed);
    RdmaWorld world(2 + static_cast<int>(seed % 3), seed);
    const int wrong = talk(world, seed % 2 == 0);
    CHECK(wrong == 0);
    const std::uint64_t count = world.messengers.size();
    CHECK(world.by_rdma() == count * (count - 1));
    CHECK(world.network.wrong == 0);
}

TEST_CASE("data that may not be registered are written in pieces", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 20)));
    CAPTURE(seed);
    RdmaWorld world(3, seed);
    for (int i = 0; i < 3; ++i)  // two chunks, and for some processes a little more
        world.network.at(i).limit = RdmaSlot::kBytes * 8 + 200'000 * static_cast<std::uint64_t>(i);
    CHECK(talk(world, seed % 2 == 0) == 0);
    CHECK(world.by_rdma() == 6);
    CHECK(world.network.wrong == 0);
}

TEST_CASE("pairs for which one side has no slot go by TCP, on both sides", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 20)));
    CAPTURE(seed);
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(4, seed, options);
    if (seed % 3 == 0) world.network.at(0).limit = 0;
    CHECK(talk(world, seed % 2 == 0) == 0);
    CHECK(world.by_rdma() <= 4);
    CHECK(world.by_rdma() % 2 == 0);
    CHECK(world.network.wrong == 0);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            if (i != j)
                CHECK(world.fabrics[static_cast<std::size_t>(i)]->way_to(j) ==
                      world.fabrics[static_cast<std::size_t>(j)]->way_to(i));
}

TEST_CASE("pairs for which one side cannot make a connection go by TCP, and other pairs by RDMA",
          "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 30)));
    CAPTURE(seed);
    RdmaFabricOptions options;
    options.slots_most = static_cast<std::uint32_t>(seed % 4);  // 0: any number
    RdmaWorld world(4, seed, options);
    world.network.no_way = {{0, 1}, {2, 0}};
    if (seed % 2 == 0) world.network.no_way.emplace_back(1, 0);  // neither side can
    const int wrong = talk(world, seed % 3 == 0);
    CHECK(wrong == 0);
    CHECK(world.network.wrong == 0);
    for (const auto& [one, other] : world.network.no_way) {
        CHECK(world.fabrics[static_cast<std::size_t>(one)]->way_to(other) == Way::tcp);
        CHECK(world.fabrics[static_cast<std::size_t>(other)]->way_to(one) == Way::tcp);
    }
    if (seed % 4 == 0) CHECK(world.by_rdma() == 8);
    for (const auto& fabric : world.fabrics) CHECK(fabric->counters().lost == 0);
}

TEST_CASE("slots are kept for the preferred processes, whoever sends first", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 20)));
    CAPTURE(seed);
    RdmaFabricOptions options;
    options.slots_most = 2;
    // Process 4 is preferred by 0, which it does not prefer; 3 prefers more than it has slots.
    RdmaWorld world(5, seed, options, {{3, 4}, {3}, {}, {1, 0, 2}, {}});
    CHECK(talk(world, seed % 2 == 0) == 0);
    CHECK(world.fabrics[0]->way_to(3) == Way::rdma);
    CHECK(world.fabrics[3]->way_to(1) == Way::rdma);
    CHECK(world.fabrics[3]->way_to(2) == Way::tcp);
    CHECK(world.fabrics[3]->way_to(4) == Way::tcp);
    CHECK(world.by_rdma() >= 4);
    CHECK(world.by_rdma() <= 10);
    CHECK(world.network.wrong == 0);
}

TEST_CASE("frames that arrive by TCP are received before the answer that makes RDMA the way", "[remote_write][rdma]") {
    RdmaWorld world(2, 3);
    world.network.at(0).limit = 0;
    world.network.held = {0, 1};
    std::vector<std::byte> data(100'000), into(data.size()), word(8), word_into(8);
    fill(data, 0, 1, 3);
    OneSend asks(1, 0, word), answer(0, 1, data);
    OneReceive asked(1, word_into), waits(0, into);
    world.messengers[0]->start(asked);
    world.messengers[1]->start(waits);
    world.messengers[1]->start(asks);
    world.messengers[0]->start(answer);
    REQUIRE(world.run([&] { return waits.has_ended(); }));
    CHECK(waits.ending == Ending::success);
    CHECK(waits.way == Way::tcp);
    CHECK(into == data);
    CHECK_FALSE(asked.has_ended());
    world.network.held = {-1, -1};
    CHECK(world.run([&] { return asked.has_ended() && answer.has_ended(); }));
    CHECK(world.by_rdma() == 0);
}

TEST_CASE("a long message is read from the sender's memory, and both sides report it", "[remote_write][rdma]") {
    RdmaWorld world(2, 5);
    std::vector<std::byte> data(500'000), into(data.size());
    fill(data, 0, 1, 3);
    OneSend send(0, 1, data);
    OneReceive receive(0, into);
    world.messengers[1]->start(receive);
    world.messengers[0]->start(send);
    REQUIRE(world.run([&] { return receive.has_ended() && send.has_ended(); }));
    CHECK(receive.way == Way::rdma);
    CHECK(send.way == Way::rdma);
    CHECK(receive.protocol == Protocol::rendezvous);
    CHECK(into == data);
    CHECK(world.network.happened[{0, 1}] < 10);  // an offer, not 500,000 bytes in pieces
    CHECK(world.network.at(0).registered.size() == 1);
    CHECK(world.network.at(1).registered.size() == 1);  // only the slots
}

TEST_CASE("long messages are read piece by piece, or written from where that ends", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 60)));
    CAPTURE(seed);
    RdmaWorld world(2, seed);
    Random random(seed);
    // Some of the memory may be registered, or all; the slots always.
    if (seed % 4 == 1) world.network.at(0).limit = RdmaSlot::kBytes * 8 + random.below(2'000'000);
    if (seed % 4 == 2) world.network.at(1).limit = RdmaSlot::kBytes * 8 + random.below(900'000);
    constexpr std::size_t kLengths[] = {262'144, 262'145, 600'000, 1'048'583};
    constexpr int kMessages = 8;
    std::vector<std::vector<std::byte>> data, into;
    std::vector<std::unique_ptr<OneSend>> sends;
    std::vector<std::unique_ptr<OneReceive>> receives;
    for (int i = 0; i < kMessages; ++i) {
        data.emplace_back(kLengths[random.below(4)]);
        fill(data.back(), 0, 1, static_cast<std::uint64_t>(i));
        const bool is_short = random.chance(1, 4);
        into.emplace_back(is_short ? random.below(data.back().size()) : data.back().size());
        sends.push_back(std::make_unique<OneSend>(0, 1, data.back(), i));
        receives.push_back(std::make_unique<OneReceive>(0, into.back(), i));
    }
    int sent = 0, posted = 0;
    REQUIRE(world.run([&] {
        if (sent < kMessages && random.chance(1, 20))
            world.messengers[0]->start(*sends[static_cast<std::size_t>(sent++)]);
        if (posted < kMessages && random.chance(1, 20))
            world.messengers[1]->start(*receives[static_cast<std::size_t>(kMessages - ++posted)]);
        return sent == kMessages && posted == kMessages &&
               std::ranges::all_of(sends, [](const auto& each) { return each->has_ended(); }) &&
               std::ranges::all_of(receives, [](const auto& each) { return each->has_ended(); });
    }));
    for (std::size_t i = 0; i < kMessages; ++i) {
        const bool is_whole = into[i].size() == data[i].size();
        CHECK(receives[i]->ending == (is_whole ? Ending::success : Ending::truncated));
        CHECK(std::equal(into[i].begin(), into[i].end(), data[i].begin()));
    }
    CHECK(world.run([&] { return !world.messengers[0]->has_unsent() && !world.messengers[1]->has_unsent(); }));
    CHECK(world.network.wrong == 0);
    for (int i = 0; i < 2; ++i) CHECK(world.network.at(i).registered.size() == 1);  // only the slots
}

TEST_CASE("a receiver that does not poll receives as much as it has room for", "[remote_write][rdma]") {
    RdmaWorld world(2, 9);
    const std::vector<std::byte> data(1000, std::byte{7});
    std::vector<std::unique_ptr<OneSend>> sends;
    std::vector<std::byte> word(8), back(8);
    OneSend hello(0, 1, word);
    OneReceive heard(0, back);
    world.messengers[1]->start(heard);
    world.messengers[0]->start(hello);
    REQUIRE(world.run([&] { return heard.has_ended(); }));
    for (int i = 0; i < 3000; ++i) {
        sends.push_back(std::make_unique<OneSend>(0, 1, data));
        world.messengers[0]->start(*sends.back());
        for (int look = 0; look < 500 && !sends.back()->has_ended(); ++look) world.messengers[0]->advance();
        REQUIRE(sends.back()->has_ended());
    }
    std::vector<std::byte> into(1000);
    for (int i = 0; i < 3000; ++i) {
        OneReceive receive(0, into);
        world.messengers[1]->start(receive);
        REQUIRE(world.run([&] { return receive.has_ended(); }));
        REQUIRE(into == data);
    }
    CHECK(world.run([&] { return !world.messengers[0]->has_unsent(); }));
}

TEST_CASE("when a process is gone, operations that only it could end are lost", "[remote_write][rdma]") {
    std::string told;
    RdmaFabricOptions options;
    options.warn = [&](std::string_view text) { told = text; };
    RdmaWorld world(3, 4, options);
    world.network.holds_reads = true;
    std::vector<std::byte> data(300'000), into(data.size()), more(10);
    OneSend send(0, 1, data);
    OneReceive receive(0, into), posted(0, more, 2);
    world.messengers[1]->start(receive);
    world.messengers[0]->start(send);
    world.messengers[1]->start(posted);
    REQUIRE(world.run([&] { return receive.transfer != nullptr; }));
    const bool receiver_stays = GENERATE(true, false);
    const std::size_t goes = receiver_stays ? 0 : 1;
    world.messengers[goes].reset();
    world.fabrics[goes].reset();
    REQUIRE(world.run([&] { return receiver_stays ? receive.has_ended() && posted.has_ended() : send.has_ended(); }));
    CHECK((receiver_stays ? posted.ending : send.ending) == Ending::lost);
    if (receiver_stays) CHECK(receive.ending == Ending::lost);
    CHECK_THAT(told, Catch::Contains("is lost"));
    OneSend later(static_cast<int>(1 - goes), static_cast<int>(goes), data);
    world.messengers[1 - goes]->start(later);
    REQUIRE(world.run([&] { return later.has_ended(); }));
    CHECK(later.ending == Ending::lost);
}

TEST_CASE("a cell that no process of the job writes makes its writer's operations lost", "[remote_write][rdma]") {
    std::string told;
    RdmaFabricOptions options;
    options.warn = [&](std::string_view text) { told = text; };
    RdmaWorld world(2, 4, options);
    std::vector<std::byte> word(8), into(8), never(8);
    OneSend hello(0, 1, word);
    OneReceive heard(0, into), waits(0, never, 3);
    world.messengers[1]->start(heard);
    world.messengers[1]->start(waits);
    world.messengers[0]->start(hello);
    REQUIRE(world.run([&] { return heard.has_ended() && hello.has_ended(); }));
    RdmaCell cell;
    cell.stamp = 2;
    cell.bytes = 8;
    cell.kind = RdmaCell::message;
    const std::string what = GENERATE("a kind that is none", "too long", "a body out of place", "an answer to no offer",
                                      "data of no transfer");
    CAPTURE(what);
    if (what == "a kind that is none") cell.kind = 77;
    if (what == "too long") cell.bytes = 1 << 20;
    if (what == "a body out of place") cell.bytes = 1000, cell.body_end = 77'000'000;
    if (what == "an answer to no offer") cell.kind = RdmaCell::accept, cell.bytes = sizeof(RdmaAccept);
    if (what == "data of no transfer") cell.kind = RdmaCell::data, cell.body_end = 8;
    const auto slots = world.network.at(1).registered.front();
    auto* const place = const_cast<std::byte*>(slots.data()) + sizeof(RdmaCell);
    LoopMemory forger(world.network, 0, world.network.at(0).window);
    REQUIRE(forger.put_at(1, {reinterpret_cast<std::uint64_t>(place), 1}, std::as_bytes(std::span(&cell, 1)), nullptr,
                          true) == Status::ok);
    REQUIRE(world.run([&] { return waits.has_ended(); }));
    CHECK(waits.ending == Ending::lost);
    CHECK_THAT(told, Catch::Contains("has sent data by RDMA that no process of this job sends"));
}
