#include <poll.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "impostor.hpp"

using namespace shunt;
using namespace remote_test;

TEST_CASE("a member that only polls makes a dropped connection again", "[remote][tcp]") {
    Impostor impostor;
    std::thread peer([&] {
        Descriptor(accept(impostor.listener.number(), nullptr, nullptr)).reset();
        pollfd comes{impostor.listener.number(), POLLIN, 0};
        if (poll(&comes, 1, 10'000) != 1) return;
        Descriptor socket(accept(impostor.listener.number(), nullptr, nullptr));
        if (!Impostor::accept_as(impostor.key, socket, net::Answer::accepted)) return;
        const auto word = encode(TcpFrame{TcpFrame::word, 0, 16, 3});
        if (send(socket.number(), word.data(), word.size(), MSG_NOSIGNAL) < 0) return;
        std::byte frame[kTcpFrameBytes];
        (void)hear(socket, frame);
    });
    CHECK(impostor.memory->put_word(1, 8, 1) == Status::ok);
    CHECK(impostor.polled([&] { return word_at(impostor.memory->window(), 16) == 3; }) == Status::ok);
    CHECK(impostor.polled([] { return false; }) == Status::peer_lost);
    peer.join();
}

TEST_CASE("a member that only polls loses a peer that drops every connection for as long as patience",
          "[remote][tcp]") {
    Impostor impostor(kSecond / 2);
    std::atomic<bool> is_lost{false};
    std::thread peer([&] {
        while (!is_lost) {
            pollfd comes{impostor.listener.number(), POLLIN, 0};
            if (poll(&comes, 1, 10) == 1) Descriptor(accept(impostor.listener.number(), nullptr, nullptr)).reset();
        }
    });
    impostor.memory->expect(1);
    CHECK(impostor.polled([] { return false; }) == Status::peer_lost);
    CHECK(impostor.memory->lost_peer() == 1);
    is_lost = true;
    peer.join();
    REQUIRE(impostor.warnings.size() == 1);
    CHECK(impostor.warnings[0].find("has not answered for") != std::string::npos);
}
