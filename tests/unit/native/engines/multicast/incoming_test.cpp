#include "native/engines/multicast/incoming.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

using namespace shunt::multicast;
using Taken = Incoming::Taken;

namespace {

constexpr std::int64_t kStart = 1'000 * kMillisecond;

struct Memory final : Sink {
    std::string bytes;
    std::vector<std::size_t> placed;  ///< offsets, in order
    bool readable = true;
    explicit Memory(std::size_t total) : bytes(total, '.') {}
    void place(std::size_t offset, std::span<const std::byte> piece) override {
        if (!piece.empty()) std::memcpy(bytes.data() + offset, piece.data(), piece.size());
        placed.push_back(offset);
    }
    bool fetch(std::size_t offset, std::span<std::byte> out) const override {
        if (readable && !out.empty()) std::memcpy(out.data(), bytes.data() + offset, out.size());
        return readable;
    }
};

/// A receiver of `sent`, in packets of four bytes.
struct Receiver {
    std::string sent;
    Memory memory{sent.size()};
    Layout layout{sent.size(), 4};
    Timing timing{4, 1};
    Counters counters{};
    Incoming incoming{9, 0, layout, memory, timing, kStart};

    std::span<const std::byte> piece(std::uint32_t packet) const {
        return std::as_bytes(std::span(sent)).subspan(layout.offset(packet), layout.length(packet));
    }
    Header header(std::uint32_t packet, std::uint8_t flags = 0) const {
        if (packet + 1 == layout.packets()) flags |= flag::last;
        return {0, 9, packet, Kind::data, flags, 0};
    }
    Taken data(std::uint32_t packet, std::int64_t now = kStart, std::uint8_t flags = 0) {
        return incoming.data(header(packet, flags), piece(packet), now, counters);
    }
    void end(std::int64_t now) { incoming.end({0, 9, layout.packets(), Kind::end, 0, 0}, now); }
    /// The ranges that it requests now.
    std::vector<Range> asks(std::int64_t now) { return incoming.lacking(kMostRanges, now).ranges; }
};

using Ranges = std::vector<Range>;

}  // namespace

TEST_CASE("packets in order complete the operation, and no nak is due", "[multicast][incoming]") {
    Receiver r{"abcdefghij"};
    for (std::uint32_t packet = 0; packet < 3; ++packet) {
        CHECK_FALSE(r.incoming.complete());
        CHECK(r.data(packet) == Taken::fresh);
    }
    CHECK(r.incoming.complete());
    CHECK(r.incoming.due() == kNever);
    CHECK(r.memory.bytes == r.sent);
}

TEST_CASE("an operation of no bytes is one empty packet", "[multicast][incoming]") {
    Receiver r{""};
    CHECK_FALSE(r.incoming.complete());
    CHECK(r.data(0) == Taken::fresh);
    CHECK(r.incoming.complete());
}

TEST_CASE("a packet that arrives again is placed once", "[multicast][incoming]") {
    Receiver r{"abcdefghij"};
    r.data(1);
    CHECK(r.data(1) == Taken::duplicate);
    CHECK(r.memory.placed == std::vector<std::size_t>{4});
}

TEST_CASE("a packet that cannot be of this operation changes nothing", "[multicast][incoming]") {
    Receiver r{"abcdefghij"};
    CHECK(r.incoming.data(r.header(3), r.piece(0), kStart, r.counters) == Taken::malformed);  // beyond the end
    CHECK(r.incoming.data(r.header(0), r.piece(2), kStart, r.counters) == Taken::malformed);  // too short
    CHECK(r.incoming.data(r.header(0, flag::last), r.piece(0), kStart, r.counters) ==
          Taken::malformed);  // not the last packet
    CHECK(r.incoming.data({0, 9, 2, Kind::data, 0, 0}, r.piece(2), kStart, r.counters) == Taken::malformed);
    CHECK(r.memory.placed.empty());
    CHECK_FALSE(r.incoming.was_heard());
}

TEST_CASE("a gap is requested after the delay in which reordered packets may arrive", "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    const std::int64_t now = kStart + 10 * kMillisecond;
    r.data(0, now);
    const std::int64_t silent = r.incoming.due();
    r.data(3, now);
    CHECK(r.incoming.due() >= now + 100 * kMicrosecond);
    CHECK(r.incoming.due() < silent);
    CHECK(r.asks(r.incoming.due()) == Ranges{{1, 2}});
}

TEST_CASE("a second gap is not requested within the interval between naks", "[multicast][incoming]") {
    Receiver r{std::string(400, 'x')};
    std::int64_t now = kStart + 10 * kMillisecond;
    r.data(1, now);
    now = r.incoming.due();
    r.asks(now);
    r.data(5, now);
    // The silence may end before; the gap alone puts the request off.
    for (std::uint32_t packet = 6; packet < 20; ++packet) r.data(packet, now + packet * 250 * kMicrosecond);
    CHECK(r.incoming.due() >= now + Timing::kGapInterval);
}

TEST_CASE("an end packet requests all that is missing at once", "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    r.data(0);
    r.data(7);
    const std::int64_t now = kStart + kMillisecond;
    r.end(now);
    CHECK(r.incoming.due() >= now + 20 * kMicrosecond);
    CHECK(r.incoming.due() < now + 21 * kMicrosecond);
    CHECK(r.asks(r.incoming.due()) == Ranges{{1, 6}, {8, 2}});
}

TEST_CASE("the last packet tells that all was sent", "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    r.data(9);
    CHECK(r.incoming.due() < kStart + 21 * kMicrosecond);
    CHECK(r.asks(r.incoming.due()) == Ranges{{0, 9}});
}

TEST_CASE("a receiver in silence requests one packet more than it knows to be sent, at growing intervals",
          "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    r.data(0);
    std::int64_t now = kStart, before = 0;
    for (int i = 0; i < 4; ++i) {
        const std::int64_t waited = r.incoming.due() - now;
        CHECK(waited >= before);
        before = waited;
        now = r.incoming.due();
        CHECK(r.asks(now) == Ranges{{1, 1}});
    }
    CHECK(before >= 4 * r.timing.silence());
    for (int i = 0; i < 20; ++i) r.asks(now = r.incoming.due());
    CHECK(r.incoming.due() - now == r.timing.longest_silence());
}

TEST_CASE("packets of other operations postpone the silence timeout", "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    const std::int64_t due = r.incoming.due();
    r.incoming.heard_others(kStart + 3 * kMillisecond);
    CHECK(r.incoming.due() == due + 3 * kMillisecond);
}

TEST_CASE("a nak that another one has sent is put off", "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    r.data(3);
    const std::int64_t now = r.incoming.due();
    r.incoming.postpone(now);
    CHECK(r.incoming.due() > now + kMillisecond / 2);
}

TEST_CASE("no nak names more ranges than it has room for", "[multicast][incoming]") {
    Receiver r{std::string(400, 'x')};
    for (std::uint32_t packet = 1; packet < 100; packet += 2) r.data(packet);
    const Request request = r.incoming.lacking(3, kStart);
    CHECK(request.total == 400);
    CHECK(request.ranges == Ranges{{0, 1}, {2, 1}, {4, 1}});
}

TEST_CASE("naks say whether packets arrived since the last nak, and count as unanswered until a packet arrives",
          "[multicast][incoming]") {
    Receiver r{std::string(40, 'x')};
    r.data(9);
    CHECK((r.incoming.nak_flags() & flag::progress) != 0);
    r.asks(kStart + kMillisecond);
    CHECK(r.incoming.unanswered() == 0);
    CHECK((r.incoming.nak_flags() & flag::progress) == 0);
    r.asks(kStart + 2 * kMillisecond);
    r.asks(kStart + 3 * kMillisecond);
    CHECK(r.incoming.unanswered() == 2);
    r.data(0, kStart + 4 * kMillisecond, flag::repair);
    CHECK(r.incoming.unanswered() == 0);
}

TEST_CASE("the first repair after one nak tells the round trip; after two it does not", "[multicast][incoming]") {
    const int naks = GENERATE(1, 2);
    Receiver r{std::string(40, 'x')};
    r.data(9);
    for (int i = 0; i < naks; ++i) r.asks(kStart + kMillisecond);
    if (naks == 2) r.asks(kStart + kMillisecond);
    r.data(0, kStart + 2 * kMillisecond, flag::repair);
    CHECK(r.timing.silence() == (naks == 1 ? 2 : 5) * kMillisecond);
}

TEST_CASE("a parity packet replaces the one missing packet of its class", "[multicast][incoming]") {
    Receiver r{"abcdefghijkl"};
    r.data(0);
    r.data(2);
    std::vector<std::byte> sum(4);
    for (std::uint32_t packet = 0; packet < 3; ++packet)
        for (std::size_t i = 0; i < 4; ++i) sum[i] ^= r.piece(packet)[i];
    const Header header{0, 9, parity_sequence({1, 0, 0}), Kind::parity, flag::repair, 0};
    CHECK(r.incoming.parity(header, sum, kStart, r.counters) == Taken::fresh);
    CHECK(r.incoming.complete());
    CHECK(r.memory.bytes == r.sent);
    CHECK(r.counters.rebuilt == 1);
    CHECK(r.incoming.parity(header, sum, kStart, r.counters) == Taken::duplicate);
}

TEST_CASE("a sink that cannot be read makes parity useless, and naks say so", "[multicast][incoming]") {
    Memory memory(12);
    memory.readable = false;
    Timing timing(4, 1);
    Counters counters;
    Incoming incoming(9, 0, {12, 4}, memory, timing, kStart);
    CHECK((incoming.nak_flags() & flag::no_parity) != 0);
    const std::vector<std::byte> sum(4);
    CHECK(incoming.parity({0, 9, parity_sequence({1, 0, 0}), Kind::parity, flag::repair, 0}, sum, kStart, counters) ==
          Taken::duplicate);
    CHECK(memory.placed.empty());
}

TEST_CASE("parity of a length other than a packet's, or of no class, is malformed", "[multicast][incoming]") {
    Receiver r{"abcdefghijkl"};
    const std::vector<std::byte> shorter(3), sum(4);
    CHECK(r.incoming.parity({0, 9, parity_sequence({1, 0, 0}), Kind::parity, 0, 0}, shorter, kStart, r.counters) ==
          Taken::malformed);
    CHECK(r.incoming.parity({0, 9, parity_sequence({8, 0, 5}), Kind::parity, 0, 0}, sum, kStart, r.counters) ==
          Taken::malformed);
}

TEST_CASE("bytes that arrive by another path complete packets, also in pieces", "[multicast][incoming]") {
    Receiver r{"abcdefghij"};
    const auto all = std::as_bytes(std::span(r.sent));
    r.data(1);
    r.incoming.provide(0, all.first(3), kStart);
    CHECK(r.memory.placed == std::vector<std::size_t>{4});
    r.incoming.provide(3, all.subspan(3, 4), kStart);
    CHECK(r.memory.placed == std::vector<std::size_t>{4, 0});
    r.incoming.provide(7, all.subspan(7), kStart);
    CHECK(r.incoming.complete());
    CHECK(r.memory.bytes == r.sent);
}

TEST_CASE("bytes provided that do not continue a packet, or lie beyond the end, are dropped", "[multicast][incoming]") {
    Receiver r{"abcdefghij"};
    const auto all = std::as_bytes(std::span(r.sent));
    r.incoming.provide(0, all.first(2), kStart);
    for (int i = 0; i < 2; ++i) r.incoming.provide(3, all.subspan(3, 1), kStart);  // byte 2 is missing
    r.incoming.provide(10, all, kStart);
    r.incoming.provide(1000, all, kStart);
    CHECK(r.memory.placed.empty());
}
