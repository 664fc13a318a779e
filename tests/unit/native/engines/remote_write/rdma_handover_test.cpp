// Slots of registered memory are handed over between pairs of processes while messages are under way.
#include <array>
#include <cstring>
#include <string>

#include "rdma_world.hpp"

using namespace remote_write_test;

TEST_CASE("slots are handed over while messages are under way, and none is lost or overtaken", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 60)));
    CAPTURE(seed);
    RdmaFabricOptions options;
    options.slots_most = 1 + static_cast<std::uint32_t>(seed % 2);
    const int count = 3 + static_cast<int>(seed % 3);
    RdmaWorld world(count, seed, options);
    // A process may have less memory for data, or for another chunk of slots.
    if (seed % 5 == 0) world.network.at(0).limit = RdmaSlot::kBytes * 8 + 100'000;
    Random random(seed);
    const auto prefer_others = [&] {
        // What one process sends another by RDMA is late now and then, later than TCP.
        const auto any = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(count))); };
        if (random.chance(1, 30))
            world.network.held = random.chance(1, 2) ? std::pair{any(), any()} : std::pair{-1, -1};
        if (!random.chance(1, 40)) return;
        // A ring of preferences, so that both ends agree now and then.
        const int distance = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(count - 1)));
        for (int i = 0; i < count; ++i)
            if (random.chance(3, 4))
                world.fabrics[static_cast<std::size_t>(i)]->prefer_elsewhere(
                    std::array{(distance + count - i) % count, (i + distance) % count});
    };
    CHECK(talk(world, seed % 2 == 0, 400, prefer_others) == 0);
    CHECK(world.handovers() > 0);
    CHECK(world.network.wrong == 0);
    REQUIRE(world.run([&] {
        for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j)
                if (i != j && world.fabrics[static_cast<std::size_t>(i)]->way_to(j) !=
                                  world.fabrics[static_cast<std::size_t>(j)]->way_to(i))
                    return false;
        return true;
    }));
    CHECK(world.by_rdma() <= static_cast<std::uint64_t>(count) * options.slots_most);
    for (int i = 0; i < count; ++i) CHECK(world.network.at(i).registered.size() <= 1);  // one chunk of slots
}

TEST_CASE("the pair that communicates most has the slot", "[remote_write][rdma]") {
    const std::uint64_t seed = GENERATE(range(std::uint64_t{1}, end_of_seeds(1, 10)));
    CAPTURE(seed);
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(3, seed, options);
    REQUIRE(exchange(world, 0, 1) == Way::rdma);
    REQUIRE(exchange(world, 0, 2) == Way::tcp);
    int sent = 0;
    while (exchange(world, 0, 2) == Way::tcp) REQUIRE(++sent < 4000);  // in one direction
    CHECK(sent > 900);
    CHECK(exchange(world, 2, 0) == Way::rdma);
    CHECK(exchange(world, 0, 1) == Way::tcp);
    CHECK(world.fabrics[1]->way_to(0) == Way::tcp);
    sent = 0;
    while (exchange(world, 1, 0) == Way::tcp) REQUIRE(++sent < 9000);
    CHECK(world.network.wrong == 0);
}

TEST_CASE("a peer without a free slot stays with TCP, and is asked again later", "[remote_write][rdma]") {
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(4, 7, options);
    REQUIRE(exchange(world, 0, 1) == Way::rdma);
    REQUIRE(exchange(world, 2, 3) == Way::rdma);
    // 0 has most to do with 2, and 2 with 3.
    for (int i = 0; i < 2000; ++i) {
        exchange(world, 0, 2);
        for (int j = 0; j < 3; ++j) exchange(world, 2, 3);
    }
    CHECK(world.fabrics[2]->way_to(3) == Way::rdma);
    CHECK(world.fabrics[0]->way_to(2) == Way::tcp);
    exchange(world, 0, 1);
    int sent = 0;
    while (exchange(world, 0, 2) == Way::tcp) REQUIRE(++sent < 40'000);
    CHECK(world.fabrics[3]->way_to(2) == Way::tcp);
    CHECK(world.network.wrong == 0);
}

TEST_CASE("frames by TCP that arrive before earlier ones in cells wait for them", "[remote_write][rdma]") {
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(3, 13, options);
    REQUIRE(exchange(world, 0, 1) == Way::rdma);
    world.network.held = {0, 1};
    constexpr std::size_t kByCells = 4, kAll = 9;
    std::vector<std::vector<std::byte>> data, into(kAll, std::vector<std::byte>(8));
    std::vector<std::unique_ptr<OneSend>> sends;
    std::vector<std::unique_ptr<OneReceive>> receives;
    for (std::size_t i = 0; i < kAll; ++i) {
        data.emplace_back(8, static_cast<std::byte>(i + 1));
        receives.push_back(std::make_unique<OneReceive>(0, into[i]));
        world.messengers[1]->start(*receives.back());
    }
    for (std::size_t i = 0; i < kAll; ++i) {
        if (i == kByCells) {
            world.fabrics[0]->prefer_elsewhere(std::array{2});
            REQUIRE(world.run([&] { return world.fabrics[0]->way_to(1) == Way::tcp; }));
        }
        sends.push_back(std::make_unique<OneSend>(0, 1, data[i]));
        world.messengers[0]->start(*sends.back());
    }
    int looks = 0;
    REQUIRE(world.run([&] { return ++looks > 20'000; }));
    CHECK_FALSE(receives.front()->has_ended());
    world.network.held = {-1, -1};
    const auto have_ended = [](const auto& each) { return each->has_ended(); };
    REQUIRE(
        world.run([&] { return std::ranges::all_of(receives, have_ended) && std::ranges::all_of(sends, have_ended); }));
    CHECK(into == data);
    CHECK(receives[kByCells - 1]->way == Way::rdma);
    CHECK(receives[kByCells]->way == Way::tcp);
}

TEST_CASE("an offer that is accepted late keeps the slot, and later frames go by TCP", "[remote_write][rdma]") {
    const bool may_register = GENERATE(true, false);
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(3, 11, options);
    if (!may_register) world.network.at(0).limit = RdmaSlot::kBytes * 8;
    std::vector<std::byte> data(400'000), into(data.size()), word(8), short_into(8);
    fill(data, 0, 1, 3);
    OneSend offer(0, 1, data, 5), later(0, 1, word, 6);
    world.messengers[0]->start(offer);
    int looks = 0;
    REQUIRE(world.run([&] { return ++looks > 2000; }));
    CHECK(world.fabrics[0]->way_to(1) == Way::rdma);
    world.fabrics[0]->prefer_elsewhere(std::array{2});
    REQUIRE(world.run([&] { return world.fabrics[0]->way_to(1) == Way::tcp; }));
    OneReceive short_one(0, short_into, 6);
    world.messengers[1]->start(short_one);
    world.messengers[0]->start(later);
    REQUIRE(world.run([&] { return short_one.has_ended() && later.has_ended(); }));
    CHECK(short_one.way == Way::tcp);
    CHECK(world.fabrics[0]->counters().by_rdma == 1);  // the slot is not free yet
    OneReceive receive(0, into, 5);
    world.messengers[1]->start(receive);
    REQUIRE(world.run([&] { return receive.has_ended() && offer.has_ended(); }));
    CHECK(into == data);
    CHECK(world.run([&] { return world.by_rdma() == 0; }));
    CHECK(world.network.wrong == 0);
}

TEST_CASE("a process that is gone while its slot is handed over is lost, and others are not", "[remote_write][rdma]") {
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(3, 17, options);
    exchange(world, 1, 0);
    exchange(world, 2, 0);
    REQUIRE(world.fabrics[0]->way_to(1) == Way::rdma);
    REQUIRE(world.fabrics[0]->way_to(2) == Way::tcp);
    const std::string when = GENERATE("it has left", "it has not answered", "the other asks for the slot");
    CAPTURE(when);
    if (when == "it has not answered") world.network.held = {0, 1};
    world.fabrics[0]->prefer_elsewhere(std::array{2});
    if (when == "the other asks for the slot") world.fabrics[2]->prefer_elsewhere(std::array{0});
    REQUIRE(world.run([&] { return world.fabrics[0]->way_to(1) == Way::tcp; }));
    if (when == "it has left") REQUIRE(world.run([&] { return world.fabrics[1]->way_to(0) == Way::tcp; }));
    std::vector<std::byte> never(8), word(8), into(8);
    OneReceive waits(1, never, 3);
    world.messengers[0]->start(waits);
    world.messengers[1].reset();
    world.fabrics[1].reset();
    REQUIRE(world.run([&] { return waits.has_ended(); }));
    CHECK(waits.ending == Ending::lost);
    // A pair that had already turned to RDMA is lost with it, for both (see RdmaFabric). Otherwise it goes on by TCP.
    OneSend send(2, 0, word);
    OneReceive receive(2, into);
    world.messengers[0]->start(receive);
    world.messengers[2]->start(send);
    REQUIRE(world.run([&] { return receive.has_ended() && send.has_ended(); }));
    CHECK((receive.ending == Ending::success) == (send.ending == Ending::success));
    if (when != "the other asks for the slot") CHECK(receive.ending == Ending::success);
}

TEST_CASE("no round is closed while frames by TCP are held back", "[remote_write][rdma]") {
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(3, 19, options);
    REQUIRE(exchange(world, 0, 1) == Way::rdma);
    std::vector<std::vector<std::byte>> data;
    std::vector<std::unique_ptr<OneSend>> sends;
    const auto send = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = static_cast<std::uint32_t>(data.size());
            data.emplace_back(8);
            std::memcpy(data.back().data(), &number, sizeof number);
            sends.push_back(std::make_unique<OneSend>(0, 1, data.back()));
            world.messengers[0]->start(*sends.back());
        }
    };
    data.reserve(1000);
    // What 0 sends by RDMA is late; what it sends by TCP is held back at 1.
    world.network.held = {0, 1};
    world.fabrics[0]->prefer_elsewhere(std::array{2});
    REQUIRE(world.run([&] { return world.fabrics[0]->way_to(1) == Way::tcp; }));
    send(400);
    int looks = 0;
    REQUIRE(world.run([&] { return ++looks > 5000; }));
    world.network.held = {-1, -1};
    // 1 reads one frame at a time; meanwhile the pair returns to RDMA, and leaves it once more.
    Fabric::Frame frame;
    std::vector<int> order;
    const auto read = [&] {
        if (!world.fabrics[1]->next(frame)) return;
        if (frame.bytes.size() == sizeof(MessageHeader) + 8) {
            int number = 0;
            std::memcpy(&number, frame.bytes.data() + sizeof(MessageHeader), sizeof number);
            order.push_back(number);
        }
        world.fabrics[1]->release(frame);
    };
    const auto advance = [&](int times) {
        for (int i = 0; i < times; ++i) {
            world.messengers[0]->advance();
            world.messengers[2]->advance();
            if (i % 3 == 0) read();
        }
    };
    for (int turn = 0; turn < 6; ++turn) {
        const int wanted = turn % 2 == 0 ? 1 : 2;
        world.fabrics[0]->prefer_elsewhere(std::array{wanted});
        world.fabrics[1]->prefer_elsewhere(std::array{turn % 2 == 0 ? 0 : 2});
        advance(90);
        send(5);
        advance(90);
    }
    advance(20'000);
    REQUIRE(order.size() == data.size());
    CHECK(std::ranges::is_sorted(order));
    CHECK(world.network.wrong == 0);
}

TEST_CASE("a question that is put off is no unsent frame", "[remote_write][rdma]") {
    RdmaFabricOptions options;
    options.slots_most = 1;
    RdmaWorld world(3, 23, options);
    exchange(world, 1, 0);
    exchange(world, 2, 0);
    // 1 does not answer, so 0 cannot answer 2.
    world.network.held = {0, 1};
    world.fabrics[0]->prefer_elsewhere(std::array{2});
    world.fabrics[2]->prefer_elsewhere(std::array{0});
    int looks = 0;
    REQUIRE(world.run([&] { return ++looks > 5000; }));
    CHECK(world.fabrics[0]->way_to(2) == Way::tcp);
    CHECK_FALSE(world.messengers[2]->has_unsent());
    CHECK_FALSE(world.fabrics[0]->has_unsent());
    world.network.held = {-1, -1};
    CHECK(world.run(
        [&] { return world.fabrics[0]->way_to(2) == Way::rdma && world.fabrics[2]->way_to(0) == Way::rdma; }));
}
