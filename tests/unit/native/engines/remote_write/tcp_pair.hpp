#pragma once
// Two messengers of one process that reach each other by TCP on loopback.
#include <unistd.h>

#include <catch2/catch.hpp>

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "native/base/clock.hpp"
#include "native/engines/remote_write/messenger.hpp"
#include "native/engines/remote_write/tcp_fabric.hpp"
#include "speaking_member.hpp"

namespace remote_write_test {

inline constexpr net::Ipv4 kHere{0x7f000001};
inline const SipKey kTcpKey{0x1234, 0x5678};

inline std::unique_ptr<TcpFabric> open_tcp_fabric(int process, TcpFabricOptions options = {}) {
    std::unique_ptr<TcpFabric> made;
    REQUIRE(TcpFabric::open(process, kHere, std::move(options), made).ok());
    return made;
}

/// The two sides in one process.
struct TcpPair {
    explicit TcpPair(const TcpFabricOptions& options = {}, Threads threads = Threads::one) {
        for (int i = 0; i < 2; ++i) fabrics[i] = open_tcp_fabric(i, options);
        for (auto& fabric : fabrics) fabric->connect({fabrics[0]->door(), fabrics[1]->door()}, kTcpKey);
        for (int i = 0; i < 2; ++i)
            messengers[i] = std::make_unique<Messenger>(*fabrics[i], i, MessengerOptions{}, threads);
    }
    /// Advances both sides until `done`.   Returns: false after 20 s.
    template <class Done>
    bool run(Done done) {
        const std::int64_t end = monotonic_ns() + 20'000'000'000;
        while (!done()) {
            bool moved = false;
            for (auto& messenger : messengers) moved |= messenger && messenger->advance();
            if (!moved) usleep(50);
            if (monotonic_ns() > end) return false;
        }
        return true;
    }
    std::unique_ptr<TcpFabric> fabrics[2];
    std::unique_ptr<Messenger> messengers[2];
};

struct TcpSend : Send {
    TcpSend(int from, std::span<const std::byte> bytes, std::int32_t tag = 1) {
        envelope = {kExact, from, tag, bytes.size()};
        process = 1 - from;
        data = bytes;
    }
};
struct TcpReceive : Receive {
    TcpReceive(int from, std::span<std::byte> place, std::int32_t tag = 1) {
        context = kExact;
        process = from;
        pattern = {from, tag};
        into = place;
    }
};

inline std::vector<std::byte> bytes_of(std::uint64_t message, std::size_t bytes) {
    std::vector<std::byte> made(bytes);
    fill(made, 0, 1, message);
    return made;
}

}  // namespace remote_write_test
