#include "native/engines/remote_write/tcp_peer.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::remote_write;

namespace {

constexpr std::int64_t kPatienceNs = 60'000'000'000;

/// The two ends of a stream. The test may read the second end by itself.
struct Ends {
    TcpPeer from{1, kPatienceNs}, to{0, kPatienceNs};
    TcpTransfers transfers;
    int raw = -1;

    explicit Ends(bool reads_raw) {
        const int door = socket(AF_INET, SOCK_STREAM, 0), out = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        REQUIRE(bind(door, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        REQUIRE(listen(door, 1) == 0);
        REQUIRE(getsockname(door, reinterpret_cast<sockaddr*>(&address), &length) == 0);
        REQUIRE(::connect(out, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        const int in = accept4(door, nullptr, nullptr, SOCK_NONBLOCK);
        REQUIRE(in >= 0);
        close(door);
        from.connection.adopt(net::Descriptor(out));
        if (reads_raw) raw = in;
        else to.connection.adopt(net::Descriptor(in));
    }
    ~Ends() {
        if (raw >= 0) close(raw);
    }
};

std::vector<std::byte> frame_of(int tag, std::size_t data, std::uint64_t seed) {
    const MessageHeader header{Kind::eager, {}, 0, 77, 3, tag};
    std::vector<std::byte> frame(sizeof header + data);
    std::memcpy(frame.data(), &header, sizeof header);
    Random random(seed);
    for (std::size_t i = 0; i < data; ++i) frame[sizeof header + i] = static_cast<std::byte>(random.below(256));
    return frame;
}

void put(TcpPeer& peer, const std::vector<std::byte>& frame) {
    std::byte* const room = peer.reserve(frame.size());
    REQUIRE(room != nullptr);
    REQUIRE(reinterpret_cast<std::uintptr_t>(room) % 8 == 0);
    std::memcpy(room, frame.data(), frame.size());
    peer.publish();
}

}  // namespace

TEST_CASE("the header of a message is sent once", "[remote_write]") {
    const auto [data, first, again] = GENERATE(
        table<std::size_t, std::size_t, std::size_t>({{0, 40, 2}, {8, 48, 10}, {255, 295, 257}, {256, 296, 259}}));
    Ends ends(true);
    std::byte bytes[1000];
    for (const std::size_t expected : {first, again, again}) {
        put(ends.from, frame_of(5, data, 1));
        REQUIRE(ends.from.flush() == Status::ok);
        const ssize_t came = recv(ends.raw, bytes, sizeof bytes, 0);
        REQUIRE(came == static_cast<ssize_t>(expected));
    }
}

TEST_CASE("frames arrive as they were sent, with and without their headers", "[remote_write]") {
    const std::uint64_t seed = GENERATE(range(0, 20));
    Random random(seed);
    Ends ends(false);
    std::deque<std::vector<std::byte>> sent;
    int taken = 0;
    const auto take = [&] {
        for (;;) {
            std::span<const std::byte> frame;
            const Status status = ends.to.look(frame, ends.transfers);
            REQUIRE(status != Status::bug);
            if (status == Status::again) {
                std::size_t budget = 1 << 20;
                ends.to.may_have_more();
                if (ends.to.fill(budget) != Status::ok) return;
                continue;
            }
            REQUIRE_FALSE(sent.empty());
            REQUIRE(std::ranges::equal(frame, sent.front()));
            sent.pop_front();
            ends.to.pass();
            ++taken;
        }
    };
    for (int i = 0; i < 3000; ++i) {
        const std::size_t data = random.chance(1, 30) ? random.below(16'000) : random.below(400);
        std::vector<std::byte> frame = frame_of(static_cast<int>(random.below(30)), data, random.below(1'000'000));
        if (random.chance(1, 5)) frame[0] = static_cast<std::byte>(Kind::control);  // other frames have no buffer
        put(ends.from, frame);
        sent.push_back(std::move(frame));
        if (random.chance(1, 3)) REQUIRE(ends.from.flush() != Status::peer_lost);
        if (random.chance(1, 4) || sent.size() > 3) {
            REQUIRE(ends.from.flush() != Status::peer_lost);
            take();
        }
    }
    while (ends.from.flush() != Status::ok || !sent.empty()) take();
    REQUIRE(taken == 3000);
}
