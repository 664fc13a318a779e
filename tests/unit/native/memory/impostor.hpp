#pragma once
#include <sys/socket.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "members.hpp"
#include "native/base/clock.hpp"
#include "native/memory/tcp_memory.hpp"

namespace remote_test {

using namespace shunt::memory;
using shunt::monotonic_ns;
using shunt::SipKey;
namespace net = shunt::net;
using net::Descriptor;
using net::Endpoint;

inline constexpr std::int64_t kSecond = 1'000'000'000;

inline Descriptor connected_to(const Endpoint& door) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in to = net::to_sockaddr(door);
    REQUIRE(connect(socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    return socket;
}

template <std::size_t Size>
void say(const Descriptor& socket, const std::array<std::byte, Size>& bytes) {
    REQUIRE(send(socket.number(), bytes.data(), Size, MSG_NOSIGNAL) == static_cast<ssize_t>(Size));
}

/// Receives from the other end; fewer bytes when it closes.
inline std::size_t hear(const Descriptor& socket, std::span<std::byte> into) {
    const ssize_t count = recv(socket.number(), into.data(), into.size(), MSG_WAITALL);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

/// A group of two whose second member is this test, with sockets of its own. It knows the secret and violates the
/// protocol.
struct Impostor {
    explicit Impostor(std::int64_t patience_ns = net::kUsualPatienceNs) {
        Setup setup;
        setup.size = 2;
        setup.window_bytes = 4096;
        setup.all_gather = [&](const void* mine, std::size_t bytes, void* all) {
            // The second member gives the same values as the first, except its listener: after 8 bytes of WireUp, 16
            // bytes of its own and the key.
            std::memcpy(all, mine, bytes);
            std::memcpy(static_cast<std::byte*>(all) + bytes, mine, bytes);
            std::memcpy(&key, static_cast<const std::byte*>(mine) + 24, sizeof key);
            std::memcpy(static_cast<std::byte*>(all) + bytes + 24 + sizeof key, &door, sizeof door);
            return Status::ok;
        };
        listener = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const sockaddr_in at = net::to_sockaddr({*net::parse_ipv4("127.0.0.1"), 0});
        REQUIRE(bind(listener.number(), reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0);
        REQUIRE(listen(listener.number(), 8) == 0);
        door = net::bound_endpoint(listener.number());
        TcpOptions options;
        options.patience_ns = patience_ns;
        options.warn = [this](std::string_view text) { warnings.emplace_back(text); };
        REQUIRE(TcpMemory::open(setup, options, memory).ok());
    }

    /// Connects and is accepted.
    Descriptor enter() {
        Descriptor socket = connected_to(memory->door());
        CHECK(introduced(socket, {0, 1, 0, key}) == Status::ok);
        return socket;
    }
    /// Polls, and never waits, until `ready` or the end of the connection.
    Status polled(const std::function<bool()>& ready) {
        Status status = Status::timeout;
        for (const std::int64_t end = monotonic_ns() + 20 * kSecond; status == Status::timeout && monotonic_ns() < end;)
            status = memory->wait(ready, 0);
        return status;
    }
    /// The answer to a caller that presents `identity`.
    Status introduced(const Descriptor& socket, const net::Identity& identity) {
        net::Handshake handshake(identity);
        Status status = Status::again;
        for (const std::int64_t end = monotonic_ns() + 20 * kSecond; status == Status::again && monotonic_ns() < end;) {
            (void)memory->wait([] { return false; }, kSecond / 1000);
            status = handshake.advance(socket.number());
        }
        return status;
    }
    /// The listener's half of the handshake, for connections of the memory to this test.
    static bool accept_as(const SipKey& key, const Descriptor& socket, net::Answer answer) {
        const net::Nonce challenge{std::byte{1}};
        const auto question = net::encode_challenge(challenge);
        std::array<std::byte, net::kClaimBytes> bytes{};
        net::Claim claim;
        if (send(socket.number(), question.data(), question.size(), MSG_NOSIGNAL) < 0 ||
            hear(socket, bytes) != bytes.size() || !decode(bytes, claim))
            return false;
        const auto said = encode_answer(key, challenge, claim, answer);
        return send(socket.number(), said.data(), said.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(said.size());
    }
    static bool heard(const Descriptor& socket) {
        std::byte one{};
        return recv(socket.number(), &one, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    }
    bool untouched() const {
        for (const std::byte each : memory->window())
            if (each != std::byte{0}) return false;
        return true;
    }

    SipKey key;
    std::vector<std::string> warnings;
    Descriptor listener;
    Endpoint door;
    std::unique_ptr<TcpMemory> memory;
};

}  // namespace remote_test
