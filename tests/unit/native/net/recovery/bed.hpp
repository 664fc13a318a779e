#pragma once
#include <sys/socket.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "native/base/clock.hpp"
#include "native/net/recovery/client.hpp"
#include "native/net/recovery/server.hpp"
#include "tests/unit/native/net/loopback.hpp"

/// A recovery service and its callers in one thread.
namespace rescue_test {

using namespace shunt::net;
using shunt::SipKey;
using shunt::Status;

inline constexpr std::uint64_t kToken = 0x1122334455667788;
inline constexpr SipKey kKey{0xfeedfacecafebeef, 0x0123456789abcdef};
inline constexpr std::uint32_t kOwnNode = 7;
inline constexpr Ipv4 kOtherAddress{0x7f000002};

/// Holds operation 1 of channel 5, of `bytes` bytes. Node 3 of its group has another address than all others.
struct OneOperation final : RecoverySource {
    explicit OneOperation(std::size_t bytes) : data(bytes) {
        for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(i * 2654435761U >> 16);
    }
    static GroupRoster members() {
        std::vector<Endpoint> endpoints(kOwnNode + 1, Endpoint{kLoopback, 0});
        endpoints[3].address = kOtherAddress;
        return {kKey, kOwnNode, endpoints, kToken};
    }
    bool knows(Ipv4 address) const override { return roster.knows(address); }
    const SipKey* key_of(const Claim& claim, Ipv4 address) const override { return roster.key_of(claim, address); }
    bool read(const RecoveryRequest& request, std::uint64_t offset, std::span<std::byte> out) override {
        ++asked;
        if (request.channel != 5 || request.operation != 1 || offset > data.size() || out.size() > data.size() - offset)
            return false;
        std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
        return true;
    }
    std::vector<std::byte> data;
    GroupRoster roster = members();
    int asked = 0;
};

/// The identity that node `node` presents to the service.
inline Identity identity(std::uint32_t node = 2) { return {kToken, node, kOwnNode, kKey}; }

/// Both ends in one thread, with a clock of the test's own.
struct Bed {
    explicit Bed(std::size_t bytes, RecoveryLimits limits = {})
        : source(bytes), service(RecoveryServer::open(kLoopback, source, limits).value) {}

    RecoveryClient client() { return {service.local(), kLoopback, identity()}; }

    RecoveryRequest request(std::uint64_t offset, std::uint64_t length) const {
        return {kToken, 5, 1, 2, offset, length};
    }

    /// Serves while the request is in progress. The real clock only guards against an endless wait.
    shunt::Outcome finish(RecoveryClient& client) {
        const std::int64_t give_up = shunt::monotonic_ns() + kLongNs;
        while (shunt::monotonic_ns() < give_up) {
            service.serve(now);
            auto outcome = client.advance(now);
            if (outcome.status != Status::again) return outcome;
            now += step_ns;
            std::array<pollfd, 2> both{pollfd{client.descriptor(), client.events(), 0},
                                       pollfd{service.descriptor(), POLLIN, 0}};
            (void)wait_ready(both, step_ns > 0 ? 1'000'000 : 1'000'000'000);
        }
        return {Status::bug, "the test waits for ever"};
    }

    shunt::Outcome fetch(RecoveryClient& client, const RecoveryRequest& request, std::vector<std::byte>& out) {
        out.assign(request.length, std::byte{});
        return fetch_into(client, request, out);
    }

    shunt::Outcome fetch_into(RecoveryClient& client, const RecoveryRequest& request, std::span<std::byte> out) {
        auto outcome = client.begin(request, out, now, kLongNs);
        return outcome.ok() ? finish(client) : outcome;
    }

    bool holds(std::span<const std::byte> out, std::size_t offset) const {
        return std::equal(out.begin(), out.end(), source.data.begin() + static_cast<std::ptrdiff_t>(offset));
    }

    /// A TCP connection to which the test writes by itself, blocking.
    Descriptor connect_by_hand() const {
        Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const sockaddr_in to = to_sockaddr(service.local());
        REQUIRE(connect(socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0);
        return socket;
    }

    /// A connection of an accepted peer, to which the test writes by itself.
    Descriptor enter_by_hand() {
        Descriptor socket = connect_by_hand();
        Handshake handshake(identity());
        REQUIRE(serve_until([&] { return handshake.advance(socket.number()) == Status::ok; }));
        return socket;
    }

    /// Serves until `condition` holds.
    template <class Condition>
    bool serve_until(Condition condition) {
        const std::int64_t give_up = shunt::monotonic_ns() + kLongNs;
        while (!condition() && shunt::monotonic_ns() < give_up) {
            service.serve(now);
            (void)wait_readable(service.descriptor(), 1'000'000);
        }
        return shunt::monotonic_ns() < give_up;
    }

    OneOperation source;
    RecoveryServer service;
    std::int64_t now = 1;
    std::int64_t step_ns = 0;  ///< how far the clock advances between two polls
};

inline void write_by_hand(const Descriptor& socket, std::span<const std::byte> bytes) {
    REQUIRE(send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
}

/// A listener of the test's own, in place of a service.
struct FalsePeer {
    FalsePeer() : listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const sockaddr_in any = to_sockaddr({kLoopback, 0});
        REQUIRE(bind(listener.number(), reinterpret_cast<const sockaddr*>(&any), sizeof(any)) == 0);
        REQUIRE(listen(listener.number(), 4) == 0);
    }
    Endpoint local() const { return bound_endpoint(listener.number()); }
    /// Accepts `client` as a true peer would.
    Descriptor admit(RecoveryClient& client) const {
        CHECK(client.advance(0).status == Status::again);
        Descriptor accepted(accept(listener.number(), nullptr, nullptr));
        const Nonce challenge{std::byte{9}};
        write_by_hand(accepted, encode_challenge(challenge));
        std::array<std::byte, kClaimBytes> bytes;
        for (ssize_t got = -1; got < 0;
             got = recv(accepted.number(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_WAITALL))
            (void)client.advance(0);
        Claim claim;
        REQUIRE(decode(bytes, claim));
        CHECK(claim.tag == claim_tag(kKey, challenge, claim));
        write_by_hand(accepted, encode_answer(kKey, challenge, claim, Answer::accepted));
        return accepted;
    }
    Descriptor listener;
};

inline shunt::Outcome finish_alone(RecoveryClient& client, std::int64_t now) {
    for (auto outcome = client.advance(now);; outcome = client.advance(now)) {
        if (outcome.status != Status::again) return outcome;
        pollfd ready{client.descriptor(), client.events(), 0};
        if (!wait_ready({&ready, 1}, kLongNs).ok()) return {Status::bug, "the test waits for ever"};
    }
}

}  // namespace rescue_test
