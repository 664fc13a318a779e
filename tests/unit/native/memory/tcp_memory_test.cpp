#include <poll.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <thread>

#include "impostor.hpp"
#include "native/base/random.hpp"
#include "native/net/hosts.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace remote_test;
using net::Descriptor;

TEST_CASE("an invalid frame, or one outside the window, ends the connection and is counted", "[remote][tcp]") {
    constexpr auto kEnd = ~std::uint64_t{0};
    const TcpFrame bad = GENERATE(TcpFrame{TcpFrame::data, 100, 4000, 0}, TcpFrame{TcpFrame::data, 1, 4096, 0},
                                  TcpFrame{TcpFrame::data, 100, kEnd - 50, 0},
                                  TcpFrame{TcpFrame::data, 0xffffffff, 0, 0}, TcpFrame{TcpFrame::word, 0, 4092, 1},
                                  TcpFrame{TcpFrame::word, 0, 4, 1}, TcpFrame{TcpFrame::word, 0, kEnd - 7, 1},
                                  TcpFrame{TcpFrame::word, 8, 0, 1}, TcpFrame{0, 0, 0, 0}, TcpFrame{9, 4, 0, 0});
    CAPTURE(bad.kind, bad.bytes, bad.offset);
    Impostor impostor;
    const Descriptor socket = impostor.enter();
    say(socket, encode(bad));
    CHECK(impostor.memory->wait([] { return false; }, 5 * kSecond) == Status::bug);
    CHECK(impostor.memory->lost_peer() == 1);
    CHECK(impostor.memory->counters().bad_frames == 1);
    CHECK(impostor.memory->put_word(1, 0, 1) == Status::bug);
    CHECK(impostor.untouched());
    std::byte one{};
    CHECK(hear(socket, {&one, 1}) == 0);
}

TEST_CASE("frames arrive whole however they are cut", "[remote][tcp]") {
    const std::uint64_t seed = 77;
    CAPTURE(seed);
    Random random(seed);
    Impostor impostor;
    const Descriptor socket = impostor.enter();
    std::vector<std::byte> stream, expected(4096);
    std::uint64_t words = 0;
    for (int i = 0; i < 300; ++i) {
        const bool is_word = random.chance(1, 2);
        const auto bytes = static_cast<std::uint32_t>(is_word ? 0 : random.below(900));
        const TcpFrame frame{is_word ? TcpFrame::word : TcpFrame::data, bytes, is_word ? 8 : 64 + random.below(3000),
                             ++words};
        const auto header = encode(frame);
        stream.insert(stream.end(), header.begin(), header.end());
        for (std::uint32_t k = 0; k < bytes; ++k)
            stream.push_back(expected[frame.offset + k] = static_cast<std::byte>(random.next()));
    }
    const auto last = encode(TcpFrame{TcpFrame::word, 0, 0, 1});
    stream.insert(stream.end(), last.begin(), last.end());
    std::thread sender([&] {
        for (std::size_t at = 0; at < stream.size();) {
            const std::size_t piece = std::min<std::size_t>(stream.size() - at, 1 + random.below(700));
            if (send(socket.number(), stream.data() + at, piece, MSG_NOSIGNAL) != static_cast<ssize_t>(piece)) return;
            at += piece;
        }
    });
    CHECK(impostor.memory->wait([&] { return word_at(impostor.memory->window(), 0) == 1; }, 20 * kSecond) ==
          Status::ok);
    sender.join();
    CHECK(std::memcmp(impostor.memory->window().data() + 64, expected.data() + 64, expected.size() - 64) == 0);
}

TEST_CASE("strangers at the listener are dropped and disturb no member", "[remote][tcp]") {
    Impostor impostor;
    const SipKey& key = impostor.key;
    std::vector<Descriptor> strangers;
    for (const net::Identity& wrong : {net::Identity{0, 1, 0, {key.low + 1, key.high}},
                                       {0, 1, 0, {key.low, key.high ^ 1}},
                                       {0, 1, 5, key},
                                       {0, 7, 0, key},
                                       {0, 0, 0, key},
                                       {9, 1, 0, key}}) {
        strangers.push_back(connected_to(impostor.memory->door()));
        CHECK(impostor.introduced(strangers.back(), wrong) == Status::peer_lost);
    }
    CHECK(impostor.memory->counters().strangers == 6);
    for (int i = 0; i < 20; ++i) {
        strangers.push_back(connected_to(impostor.memory->door()));
        std::array<std::byte, 100> garbage{};
        garbage.fill(static_cast<std::byte>(i));
        say(strangers.back(), garbage);
    }
    const Descriptor socket = impostor.enter();
    say(socket, encode(TcpFrame{TcpFrame::word, 0, 8, 5}));
    CHECK(impostor.memory->wait([&] { return word_at(impostor.memory->window(), 8) == 5; }, 5 * kSecond) == Status::ok);
    CHECK(impostor.memory->counters().strangers == 26);
}

TEST_CASE("idle connections keep no peer out, however many arrive before and after it", "[remote][tcp]") {
    Impostor impostor;
    std::vector<Descriptor> idle;
    const auto come = [&](int count) {
        while (count-- > 0) idle.push_back(connected_to(impostor.memory->door()));
    };
    come(100);
    const Descriptor peer = connected_to(impostor.memory->door());
    come(100);
    CHECK(impostor.introduced(peer, {0, 1, 0, impostor.key}) == Status::ok);
}

TEST_CASE("a listener that drops a connection is tried again; an absent listener refuses", "[remote][tcp]") {
    Impostor impostor;
    std::thread peer([&] {
        // The peer treats the first connection as a stranger's.
        Descriptor(accept(impostor.listener.number(), nullptr, nullptr)).reset();
        Descriptor socket(accept(impostor.listener.number(), nullptr, nullptr));
        if (!Impostor::accept_as(impostor.key, socket, net::Answer::accepted)) return;
        const auto word = encode(TcpFrame{TcpFrame::word, 0, 16, 3});
        if (send(socket.number(), word.data(), word.size(), MSG_NOSIGNAL) < 0) return;
        std::byte frames[2 * kTcpFrameBytes + 4];
        (void)hear(socket, frames);
        impostor.listener.reset();
    });
    CHECK(impostor.memory->put(1, 0, std::vector<std::byte>(4), nullptr) == Status::ok);
    CHECK(impostor.memory->put_word(1, 8, 1) == Status::ok);
    CHECK(impostor.memory->wait([&] { return word_at(impostor.memory->window(), 16) == 3; }, 5 * kSecond) ==
          Status::ok);
    CHECK(impostor.memory->wait([] { return false; }, 5 * kSecond) == Status::peer_lost);
    peer.join();
    REQUIRE(impostor.warnings.size() == 1);
    CHECK(impostor.warnings[0].starts_with("rank 1 on host "));
    CHECK(impostor.warnings[0].find("(127.0.0.1) has closed its connection") != std::string::npos);

    Impostor second;
    second.listener.reset();
    second.memory->expect(1);
    CHECK(second.memory->wait([] { return false; }, 5 * kSecond) == Status::peer_lost);
    CHECK(second.memory->lost_peer() == 1);
}

TEST_CASE("a connection reset by the peer loses it, after the frames that it sent before", "[remote][tcp]") {
    Impostor impostor;
    Descriptor socket = impostor.enter();
    say(socket, encode(TcpFrame{TcpFrame::word, 0, 8, 5}));
    CHECK(impostor.memory->wait([&] { return word_at(impostor.memory->window(), 8) == 5; }, 5 * kSecond) == Status::ok);
    const linger at_once{1, 0};
    setsockopt(socket.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    socket.reset();
    CHECK(impostor.memory->wait([] { return false; }, 5 * kSecond) == Status::peer_lost);
    CHECK(impostor.memory->lost_peer() == 1);
}

TEST_CASE("an answer with a wrong key is not accepted", "[remote][tcp]") {
    Impostor impostor;
    std::thread peer([&] {
        Descriptor socket(accept(impostor.listener.number(), nullptr, nullptr));
        if (!Impostor::accept_as({impostor.key.low + 1, impostor.key.high}, socket, net::Answer::accepted)) return;
        std::byte one[256];
        (void)hear(socket, one);
    });
    impostor.memory->expect(1);
    CHECK(impostor.memory->wait([] { return false; }, 5 * kSecond) == Status::bug);
    peer.join();
}

TEST_CASE("a peer that reads nothing holds puts back, and gets all of them later", "[remote][tcp]") {
    const auto ends = run_members(2, 1 << 20, [](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!open_tcp(setup, {}, memory).ok()) return 100;
        constexpr std::size_t kBytes = 300'000;
        if (setup.rank == 1) {
            if (!node_test::wait_for(board.steps[0], 1)) return 101;
            const std::uint64_t puts = static_cast<std::uint64_t>(board.steps[1]);
            if (memory->wait([&] { return word_at(memory->window(), 0) == puts; }, 20 * kSecond) != Status::ok)
                return 1;
            for (std::size_t i = 0; i < kBytes; ++i)
                if (memory->window()[4096 + i] != node_test::pattern(puts, i)) return 2;
            return meet(board, 2) ? 0 : 102;
        }
        std::vector<std::vector<std::byte>> kept;
        Status status = Status::ok;
        int puts = 0;
        while (status == Status::ok && puts < 1000) {
            const bool by_reference = puts % 3 != 0;
            auto& data = kept.emplace_back(kBytes);
            for (std::size_t i = 0; i < kBytes; ++i)
                data[i] = node_test::pattern(static_cast<std::uint64_t>(puts) + 1, i);
            Registration registration;
            if (!memory->register_memory(data, registration).ok()) return 3;
            status = memory->put(1, 4096, data, by_reference ? &registration : nullptr);
            if (status == Status::ok) ++puts;
            if (!by_reference) data.assign(data.size(), std::byte{0});
        }
        if (status != Status::again || memory->completed(1) >= memory->posted(1)) return 4;
        board.steps[1] = puts;
        ++board.steps[0];
        const auto total = static_cast<std::uint64_t>(puts);
        if (memory->wait([&] { return memory->put_word(1, 0, total) != Status::again; }, 20 * kSecond) != Status::ok)
            return 5;
        if (memory->wait([&] { return memory->completed(1) == memory->posted(1); }, 20 * kSecond) != Status::ok)
            return 6;
        return meet(board, 2) ? 0 : 102;
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "exit 0"});
}

TEST_CASE("a loss spreads to members that had no connection to the lost one", "[remote][tcp]") {
    // 2 communicates with 1, and 1 with 0, which dies. When both ways are used, nodes have two members.
    const Transport way = ways()[static_cast<std::size_t>(GENERATE(1, 2))];
    const auto ends = run_members(4, 4096, [&](Board& board, const Setup& setup) {
        std::unique_ptr<RemoteMemory> memory;
        if (!way.open(setup, memory).ok()) return 100;
        memory->expect((setup.rank + 3) % 4);
        for (const int peer : {setup.rank - 1, setup.rank + 1})
            if (peer >= 0 && peer < 4 &&
                memory->put_word(peer, 8U * static_cast<unsigned>(setup.rank), 1) != Status::ok)
                return 1;
        const auto came = [&] {
            for (const int peer : {setup.rank - 1, setup.rank + 1})
                if (peer >= 0 && peer < 4 && word_at(memory->window(), 8U * static_cast<unsigned>(peer)) != 1)
                    return false;
            return true;
        };
        if (memory->wait(came, 20 * kSecond) != Status::ok) return 2;
        ++board.steps[0];
        // The words of rank 0 must have left before it dies.
        if (memory->wait([&] { return board.steps[0] == 4; }, kSecond / 5) == Status::bug) return 3;
        if (!node_test::wait_for(board.steps[0], 4)) return 101;
        if (setup.rank == 0) raise(SIGKILL);
        const Status status = memory->wait([] { return false; }, 20 * kSecond);
        return status == Status::peer_lost && memory->lost_peer() == 0 ? 0 : 10 + static_cast<int>(status);
    });
    CHECK(ends == std::vector<std::string>{"signal 9", "exit 0", "exit 0", "exit 0"});
}

TEST_CASE("a node without the interface named declines TCP on all members", "[remote][tcp]") {
    const auto ends = run_members(2, 4096, [](Board&, Setup setup) {
        setup.node_of = {0, 1};
        setup.host_of = {0, 1};
        const auto hosts = net::Hosts::repeated(2, {"nowhere0"});
        setup.hosts = &hosts;
        std::unique_ptr<RemoteMemory> memory;
        const Outcome opened = open_tcp(setup, {"nowhere0"}, memory);
        return opened.status == Status::declined && !opened.reason.empty() && memory == nullptr ? 0 : 1;
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "exit 0"});
}

/// A yield advances a clock of its own by `turn`.
struct SteppedTurns {
    inline static std::int64_t time = 0, turn = 0;
    static std::int64_t now_ns() { return time; }
    static void yield() { time += turn; }
};

TEST_CASE("a member spins at its sockets after short waits, sleeps after long ones", "[remote][tcp]") {
    using Spin = BasicSocketSpin<SteppedTurns>;
    constexpr std::int64_t kShort = 50'000, kLong = 20 * Spin::kMostNs;
    SteppedTurns::turn = 1000;
    int looks = 0;
    const auto look = [&] { return ++looks, Status::again; };
    Spin spin(true);
    CHECK(spin.spin_ns() == Spin::kMostNs);
    for (int i = 0; i < 30; ++i) spin.note(kLong);
    CHECK(spin.spin_ns() == 0);
    CHECK(spin.run(look, kLong) == Status::again);
    CHECK(looks == 0);
    spin.note(kShort);
    CHECK(spin.spin_ns() == 2 * kShort);
    CHECK(spin.run([&] { return ++looks == 3 ? Status::ok : Status::again; }, kLong) == Status::ok);
    CHECK(looks == 3);
    CHECK(spin.run(look, 0) == Status::again);  // no longer than the wait may last
    CHECK(looks == 3);
    CHECK(spin.run(look, kLong) == Status::again);
    CHECK(looks == 3 + 2 * kShort / SteppedTurns::turn);
    Spin never(false);
    never.note(kShort);
    looks = 0;
    CHECK(never.run(look, kLong) == Status::again);
    CHECK(looks == 0);
}

TEST_CASE("a member whose yield gave the core away for long stops spinning for a while", "[remote][tcp]") {
    using Spin = BasicSocketSpin<SteppedTurns>;
    SteppedTurns::turn = kKeptNs;
    int looks = 0;
    const auto look = [&] { return ++looks, Status::again; };
    Spin spin(true);
    CHECK(spin.run(look, Spin::kMostNs) == Status::again);
    CHECK(looks == 1);
    CHECK(spin.spin_ns() == 0);
    for (int i = 0; i < KeptCore::kWaits; ++i) CHECK(spin.run(look, Spin::kMostNs) == Status::again);
    CHECK(looks == 1);
    CHECK(spin.run(look, Spin::kMostNs) == Status::again);
    CHECK(looks == 2);
}
