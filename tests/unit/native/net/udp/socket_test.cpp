#include "native/net/udp/socket.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "native/base/random.hpp"
#include "native/net/udp/group_address.hpp"
#include "tests/unit/native/net/loopback.hpp"
#include "tests/unit/native/protected_pages.hpp"

using namespace shunt::net;
using shunt::Random;
using shunt::Status;

namespace {

/// Groups of these tests: concurrent runs have other process numbers.
Endpoint test_group(std::uint32_t number) {
    return group_address(parse_group_range(kDefaultGroupRange).value,
                         {static_cast<std::uint64_t>(getpid()), 4242, number});
}

std::vector<OutgoingDatagram> outgoing(const std::vector<std::string>& texts, const Endpoint& to,
                                       std::size_t header_bytes) {
    std::vector<OutgoingDatagram> all;
    for (const auto& text : texts) {
        const auto bytes = std::as_bytes(std::span(text));
        const auto cut = std::min(header_bytes, bytes.size());
        all.push_back({bytes.first(cut), bytes.subspan(cut), to});
    }
    return all;
}

}  // namespace

TEST_CASE("datagrams of header and payload arrive whole, with their sender, one by one or segmented by the kernel",
          "[transport]") {
    const std::uint64_t seed = 99;
    CAPTURE(seed);
    Random random(seed);
    const unsigned segments = GENERATE(1U, 32U);
    ControlOptions options;
    options.segments = segments;
    auto sender = open_control(options);
    auto receiver = open_control();
    REQUIRE(sender.is_open());
    REQUIRE(receiver.is_open());
    CHECK((fcntl(sender.descriptor(), F_GETFD) & FD_CLOEXEC) != 0);
    std::vector<std::string> texts;
    for (int i = 0; i < 150; ++i)
        texts.emplace_back(i < 100 ? 1000 : random.below(1400), static_cast<char>('a' + i % 26));
    texts[70] = "short";
    texts[120].clear();
    const auto result = sender.send(outgoing(texts, receiver.local(), 20));
    CHECK(result.outcome.ok());
    CHECK(result.sent == texts.size());
    std::vector<Endpoint> from;
    CHECK(receive_texts(receiver, texts.size(), &from) == texts);
    for (const auto& one : from) CHECK(one == sender.local());
}

TEST_CASE("datagrams from pages that the program protects leave, one by one or segmented by the kernel",
          "[transport]") {
    ControlOptions options;
    options.segments = GENERATE(1U, 32U);
    auto sender = open_control(options);
    auto receiver = open_control();
    constexpr std::size_t kCount = 40, kBytes = 1000;
    protected_pages::Pages pages(kCount * kBytes);
    std::vector<std::string> texts;
    std::vector<OutgoingDatagram> datagrams;
    for (std::size_t i = 0; i < kCount; ++i) {
        texts.emplace_back(kBytes, static_cast<char>('a' + i % 26));
        const auto payload = pages.all().subspan(i * kBytes, kBytes);
        std::memcpy(payload.data(), texts.back().data(), kBytes);
        datagrams.push_back({{}, payload, receiver.local()});
    }
    pages.protect();
    const auto result = sender.send(datagrams);
    CHECK(result.outcome.ok());
    CHECK(result.sent == kCount);
    CHECK(receive_texts(receiver, kCount) == texts);
}

TEST_CASE("a node's own multicast reaches only members", "[transport]") {
    const Endpoint group = test_group(1);
    auto sender = open_control();
    auto member = open_group(group);
    auto second_member = open_group(group);
    auto outsider = open_group(group);
    auto other_group = open_group({test_group(2).address, group.port});
    REQUIRE(member.is_open());
    REQUIRE(outsider.is_open());
    REQUIRE(member.join().ok());
    REQUIRE(member.join().ok());
    REQUIRE(second_member.join().ok());
    REQUIRE(other_group.join().ok());
    const std::vector<std::string> texts{"to all"};
    REQUIRE(sender.send(outgoing(texts, group, 2)).outcome.ok());
    CHECK(receive_texts(member, 1) == texts);
    CHECK(receive_texts(second_member, 1) == texts);
    CHECK_FALSE(wait_readable(outsider.descriptor(), 0));
    CHECK_FALSE(wait_readable(other_group.descriptor(), 0));
    member.leave();
    CHECK_FALSE(member.joined());
    REQUIRE(sender.send(outgoing(texts, group, 2)).outcome.ok());
    CHECK(receive_texts(second_member, 1) == texts);
    CHECK_FALSE(wait_readable(member.descriptor(), 0));
}

TEST_CASE("datagrams sent to this node alone do not arrive at the group's socket", "[transport]") {
    const Endpoint group = test_group(4);
    auto sender = open_control();
    auto member = open_group(group);
    REQUIRE(member.join().ok());
    const std::vector<std::string> strange{"stranger"};
    (void)sender.send(outgoing(strange, {kLoopback, group.port}, 0));
    const std::vector<std::string> ours{"ours"};
    REQUIRE(sender.send(outgoing(ours, group, 0)).outcome.ok());
    CHECK(receive_texts(member, 1) == ours);
}

TEST_CASE("datagrams longer than a slot are dropped and counted, the others of the batch are not", "[transport]") {
    auto sender = open_control();
    auto receiver = open_control();
    const std::vector<std::string> texts{"first", std::string(300, 'x'), "last", std::string(100, 'y')};
    REQUIRE(sender.send(outgoing(texts, receiver.local(), 4)).outcome.ok());
    ReceiveArena arena(16, 100);
    REQUIRE(wait_readable(receiver.descriptor()));
    const auto batch = receiver.receive(arena);
    REQUIRE(batch.datagrams.size() == 3);
    CHECK(text_of(batch.datagrams[1].bytes) == "last");
    CHECK(batch.datagrams[2].bytes.size() == 100);
    CHECK(arena.truncated() == 1);
    CHECK(receiver.receive(arena).outcome.status == Status::again);
}

TEST_CASE("a dead destination disturbs neither sends to others nor receives", "[transport]") {
    auto sender = open_control();
    auto receiver = open_control();
    Endpoint dead;
    { dead = open_control().local(); }
    std::vector<std::string> texts(20, "alive");
    for (int round = 0; round < 5; ++round) {
        auto mixed = outgoing(texts, receiver.local(), 0);
        for (std::size_t i = 0; i < mixed.size(); i += 2) mixed[i].to = dead;
        const auto result = sender.send(mixed);
        INFO(result.outcome.reason);
        CHECK(result.sent == mixed.size());
        CHECK(receive_texts(receiver, texts.size() / 2).size() == texts.size() / 2);
    }
    ReceiveArena arena;
    CHECK(sender.receive(arena).outcome.status == Status::again);
    CHECK_FALSE(wait_readable(sender.descriptor(), 0));
}

TEST_CASE("a full receive buffer drops datagrams and counts them, and its size is the size that the kernel granted",
          "[transport]") {
    ControlOptions options;
    options.receive_buffer_bytes = 16 << 10;
    auto sender = open_control();
    auto receiver = open_control(options);
    CHECK(receiver.receive_buffer_bytes() == 16 << 10);
    const std::vector<std::string> texts(200, std::string(1000, 'x'));
    REQUIRE(sender.send(outgoing(texts, receiver.local(), 0)).outcome.ok());
    CHECK(receiver.dropped_by_kernel() > 0);
    ReceiveArena arena(256);
    CHECK(receiver.receive(arena).datagrams.size() + receiver.dropped_by_kernel() == texts.size());
}

TEST_CASE("a failed open, join or send reports its cause and a remedy", "[transport]") {
    const auto foreign = ControlSocket::open({*parse_ipv4("203.0.113.77"), loopback_index()});
    CHECK(foreign.outcome.status == Status::declined);
    CHECK(foreign.outcome.reason.find("203.0.113.77") != std::string::npos);
    CHECK(foreign.outcome.reason.find("multicast.interface") != std::string::npos);
    CHECK(ControlSocket::open({{}, loopback_index()}).outcome.status == Status::bug);
    CHECK(ControlSocket::open({kLoopback, 1u << 30}).outcome.status == Status::declined);
    CHECK(GroupSocket::open({{kLoopback, 61000}, loopback_index()}).outcome.status == Status::declined);
    auto nowhere = GroupSocket::open({test_group(5), 1u << 30}).value;
    const auto join = nowhere.join();
    CHECK(join.status == Status::declined);
    CHECK(join.reason.find(to_text(test_group(5).address)) != std::string::npos);
    CHECK_FALSE(nowhere.joined());

    auto sender = open_control();
    const std::string huge(70000, 'x');
    const auto result = sender.send(outgoing({"good"}, sender.local(), 0));
    CHECK(result.sent == 1);
    const std::vector<std::string> texts{"good", huge, "good"};
    const auto stopped = sender.send(outgoing(texts, sender.local(), 0));
    CHECK(stopped.sent == 1);
    CHECK(stopped.outcome.status == Status::declined);
    CHECK(stopped.outcome.reason.find("70000") != std::string::npos);
}

TEST_CASE("a wait ends when a socket is ready, or at its timeout", "[transport]") {
    auto sender = open_control();
    auto receiver = open_control();
    std::vector<pollfd> both{{sender.descriptor(), POLLIN, 0}, {receiver.descriptor(), POLLIN, 0}};
    CHECK(wait_ready(both, 0).status == Status::timeout);
    CHECK(wait_ready(both, 1000).status == Status::timeout);
    const std::vector<std::string> texts{"x"};
    REQUIRE(sender.send(outgoing(texts, receiver.local(), 0)).outcome.ok());
    CHECK(wait_ready(both, -1).ok());
    CHECK(both[0].revents == 0);
    CHECK((both[1].revents & POLLIN) != 0);
}
