#include "native/engines/multicast/outgoing.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace shunt::multicast;
using Urgency = Outgoing::Urgency;

namespace {

constexpr std::int64_t kBegun = 1'000 * kMillisecond;
constexpr std::int64_t kCollect = 50 * kMicrosecond;

/// Node 0 of `nodes` sends `packets` packets of four bytes.
struct Sender {
    std::string bytes;
    Counters counters;
    Outgoing out;
    Destination destination;

    explicit Sender(std::uint32_t packets, int nodes = 4, std::vector<int> members = {})
        : bytes(text(packets)),
          out({7, 0, flag::acknowledge, 0, nodes, kCollect}, {bytes.size(), 4}, std::as_bytes(std::span(bytes)),
              members, kBegun) {}

    static std::string text(std::uint32_t packets) {
        std::string text;
        for (std::uint32_t i = 0; i < 4 * packets; ++i) text.push_back(static_cast<char>('a' + i % 26));
        return text;
    }
    /// Sends the next datagram.
    Header send(std::int64_t now = kBegun) {
        std::span<const std::byte> payload;
        const Header header = out.next(payload, destination);
        out.sent(now, counters);
        return header;
    }
    void send_all(std::int64_t now = kBegun) {
        while (out.urgency(now) != Urgency::none) send(now);
    }
};

}  // namespace

TEST_CASE("every packet is sent once, in order, and the last one is marked", "[multicast][outgoing]") {
    Sender s(5);
    for (std::uint32_t packet = 0; packet < 5; ++packet) {
        REQUIRE(s.out.urgency(kBegun) == Urgency::first);
        CHECK_FALSE(s.out.all_sent());
        const Header header = s.send();
        CHECK(header.kind == Kind::data);
        CHECK(header.sequence == packet);
        CHECK(((header.flags & flag::last) != 0) == (packet == 4));
        CHECK((header.flags & flag::acknowledge) != 0);
        CHECK((header.flags & flag::repair) == 0);
    }
    CHECK(s.out.all_sent());
    CHECK(s.out.urgency(kBegun) == Urgency::none);
    CHECK(s.counters.data == 5);
}

TEST_CASE("from eight packets on an end follows the last", "[multicast][outgoing]") {
    Sender shorter(7), longer(8);
    shorter.send_all();
    CHECK(shorter.counters.ends == 0);
    for (int i = 0; i < 8; ++i) longer.send();
    CHECK_FALSE(longer.out.all_sent());
    CHECK(longer.send().kind == Kind::end);
    CHECK(longer.out.all_sent());
}

TEST_CASE("an operation is over when all receivers have confirmed, each counted once", "[multicast][outgoing]") {
    Sender s(2);
    s.send_all();
    CHECK(s.out.receivers() == 3);
    CHECK(s.out.confirm(1, kBegun));
    CHECK_FALSE(s.out.confirm(1, kBegun));
    CHECK_FALSE(s.out.confirm(0, kBegun));  // the root itself
    CHECK(s.out.confirm(2, kBegun));
    CHECK_FALSE(s.out.over());
    CHECK(s.out.confirm(3, kBegun + 5));
    CHECK(s.out.over());
    CHECK(s.out.last_progress() == kBegun + 5);
}

TEST_CASE("only members are waited for, not the root and not nodes that do not exist", "[multicast][outgoing]") {
    Sender s(2, 4, {0, 2, 9, -1});
    CHECK(s.out.receivers() == 1);
    CHECK(s.out.missing().test(2));
}

TEST_CASE("an operation without receivers sends nothing and is over", "[multicast][outgoing]") {
    Sender s(2, 1);
    CHECK(s.out.over());
    CHECK(s.out.urgency(kBegun) == Urgency::none);
}

TEST_CASE("the first transmission stops at its limit and continues when more is allowed", "[multicast][outgoing]") {
    Sender s(6);
    CHECK_FALSE(s.out.allow(2));
    s.send_all();
    CHECK(s.counters.data == 2);
    CHECK_FALSE(s.out.allow(2));
    CHECK(s.out.allow(4));
    s.send_all();
    CHECK(s.counters.data == 4);
    CHECK(s.out.allow(UINT32_MAX));
    s.send_all();
    CHECK(s.out.all_sent());
}

TEST_CASE("naks are gathered before a round of repairs", "[multicast][outgoing]") {
    Sender s(6);
    s.send_all();
    s.out.lacks(1, 0, {{2, 1}}, kBegun + 10);
    s.out.lacks(2, 0, {{2, 1}}, kBegun + 20);
    CHECK(s.out.repairing());
    CHECK(s.out.due() == kBegun + 10 + kCollect);
    CHECK(s.out.urgency(kBegun + 9 + kCollect) == Urgency::none);
    REQUIRE(s.out.urgency(kBegun + 10 + kCollect) == Urgency::repair);
    const Header header = s.send();
    CHECK(header.sequence == 2);
    CHECK((header.flags & flag::repair) != 0);
    CHECK((header.flags & flag::direct) == 0);
    CHECK(s.destination.node == Destination::kGroup);
    CHECK(s.send().kind == Kind::end);
    CHECK_FALSE(s.out.repairing());
    CHECK(s.counters.repairs == 1);
}

TEST_CASE("a packet that one receiver lacks is sent to that one alone", "[multicast][outgoing]") {
    Sender s(6);
    s.send_all();
    s.out.lacks(3, 0, {{5, 1}}, kBegun);
    REQUIRE(s.out.urgency(kBegun + kCollect) == Urgency::repair);
    const Header header = s.send();
    CHECK(header.sequence == 5);
    CHECK((header.flags & flag::direct) != 0);
    CHECK((header.flags & flag::last) != 0);
    CHECK(s.destination.node == 3);
    CHECK(s.counters.direct_repairs == 1);
}

TEST_CASE("a packet that has not been sent yet is not repaired", "[multicast][outgoing]") {
    Sender s(6);
    s.send();
    s.send();
    s.out.lacks(1, 0, {{2, 4}}, kBegun);
    CHECK_FALSE(s.out.repairing());
    s.out.lacks(1, 0, {{1, 3}}, kBegun);
    CHECK(s.out.repairing());
    s.send_all(kBegun + kCollect);
    CHECK(s.counters.repairs == 1);
}

TEST_CASE("a later nak of a receiver takes the place of its earlier one", "[multicast][outgoing]") {
    Sender s(6);
    s.send_all();
    s.out.lacks(1, 0, {{0, 4}}, kBegun);
    s.out.lacks(1, 0, {{3, 1}}, kBegun);
    s.send_all(kBegun + kCollect);
    CHECK(s.counters.repairs == 1);
}

TEST_CASE("a receiver that confirms is sent no repairs any more", "[multicast][outgoing]") {
    Sender s(6);
    s.send_all();
    s.out.lacks(1, 0, {{0, 4}}, kBegun);
    s.out.confirm(1, kBegun);
    CHECK_FALSE(s.out.repairing());
    s.out.lacks(1, 0, {{0, 4}}, kBegun);
    CHECK_FALSE(s.out.repairing());
}

TEST_CASE("naks of a receiver are ignored while its repairs are being sent", "[multicast][outgoing]") {
    Sender s(6);
    s.send_all();
    s.out.lacks(1, 0, {{0, 2}}, kBegun);
    REQUIRE(s.out.urgency(kBegun + kCollect) == Urgency::repair);
    s.send();
    s.out.lacks(1, 0, {{0, 2}}, kBegun + kCollect);
    s.send_all(kBegun + kCollect);
    CHECK(s.out.due() == kNever);
    CHECK_FALSE(s.out.repairing());
}

TEST_CASE("a nak is progress only if packets arrived since the last nak", "[multicast][outgoing]") {
    Sender s(6);
    s.send_all();
    s.out.lacks(1, 0, {{0, 1}}, kBegun + 100);
    CHECK(s.out.last_progress() == kBegun);
    s.out.lacks(1, flag::progress, {{0, 1}}, kBegun + 200);
    CHECK(s.out.last_progress() == kBegun + 200);
}

TEST_CASE("one parity packet repairs the different packets that receivers lack", "[multicast][outgoing]") {
    Sender s(8);
    s.send_all();
    s.out.lacks(1, 0, {{0, 1}}, kBegun);
    s.out.lacks(2, 0, {{3, 1}}, kBegun);
    s.out.lacks(3, 0, {{6, 1}}, kBegun);
    s.send_all(kBegun + kCollect);
    CHECK(s.counters.parities == 1);
    CHECK(s.counters.repairs == 0);
}

TEST_CASE("one slow receiver is not congestion, several are", "[multicast][outgoing]") {
    Sender s(40);
    for (int i = 0; i < 32; ++i) s.send();
    s.out.lacks(1, 0, {{0, 16}}, kBegun);
    CHECK(s.out.common_loss() == -1);
    s.out.lacks(2, 0, {{0, 8}}, kBegun);
    CHECK(s.out.unjudged() == 32);
    CHECK(s.out.common_loss() == 0.25);  // the loss of at least a quarter of the receivers, and of two at least
    CHECK(s.out.unjudged() == 0);
    CHECK(s.out.common_loss() == -1);  // nothing new since then
}

TEST_CASE("a retained operation needs the caller's bytes no longer", "[multicast][outgoing]") {
    Sender s(1);
    const std::string before = s.bytes;
    s.out.keep_copy();
    s.bytes.assign(4, '!');
    std::span<const std::byte> payload;
    s.out.next(payload, s.destination);
    CHECK(std::string(reinterpret_cast<const char*>(payload.data()), payload.size()) == before);
    CHECK(s.out.retained());
}
