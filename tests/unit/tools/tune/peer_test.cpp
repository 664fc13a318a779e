#include "tools/tune/peer.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "native/base/clock.hpp"
#include "native/net/tcp/handshake.hpp"
#include "native/net/tcp/listener.hpp"

using namespace shunt::tools;

namespace {

/// A port of this machine without a listener.
std::uint16_t free_port(const char* host) {
    const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::inet_addr(host);
    socklen_t size = sizeof address;
    REQUIRE(::bind(file, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    ::close(file);
    return ntohs(address.sin_port);
}

constexpr shunt::SipKey kKey{0x0123456789abcdef, 42};

shunt::net::Endpoint place_of(const Peer& peer) { return {*shunt::net::parse_ipv4(peer.host), peer.port}; }

int listen_at(const Peer& peer) {
    const int door = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = shunt::net::to_sockaddr(place_of(peer));
    REQUIRE(::bind(door, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::listen(door, 8) == 0);
    return door;
}

/// The host that answers, on a thread; its measurement takes `busy_us`.
struct Answering {
    Answering(const Peer& peer, double patience_s, unsigned busy_us = 0) : at(place_of(peer)), door(find_place(peer)) {
        REQUIRE(door.part == Part::answers);
        thread = std::thread([this, patience_s, busy_us] {
            try {
                answer_one(std::move(door.listener), kKey, patience_s,
                           [&](int) { return ++measured, ::usleep(busy_us), true; });
            } catch (const std::runtime_error& problem) { end = problem.what(); }
        });
    }
    ~Answering() { join(); }
    void join() {
        if (thread.joinable()) thread.join();
        CHECK(end == "");
    }
    /// The place as another host sees it: on this host it would be the port that is already used.
    Place place() const { return {Part::calls, at, {}}; }
    int connect() const {
        const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_in address = shunt::net::to_sockaddr(at);
        REQUIRE(::connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        return file;
    }

    shunt::net::Endpoint at;
    Place door;
    std::atomic<int> measured = 0;
    std::string end;
    std::thread thread;
};

}  // namespace

TEST_CASE("the partner of a measurement is a host, with a port where one is given", "[tune]") {
    CHECK(parse_peer("node1")->host == "node1");
    CHECK(parse_peer("node1")->port == 48620);
    CHECK(parse_peer("10.0.0.1:7000")->host == "10.0.0.1");
    CHECK(parse_peer("10.0.0.1:7000")->port == 7000);
    for (const char* wrong : {"", ":7000", "node1:", "node1:0", "node1:70000", "node1:port", "node1:7000:1"})
        CHECK_FALSE(parse_peer(wrong));
}

TEST_CASE("the partner waits for a call, and gives up with a remedy when no host calls", "[tune]") {
    const PeerSetup setup{{"127.0.0.1", free_port("127.0.0.1")}, kKey, 0.2, {}};
    CHECK_THROWS_WITH(measure_network(setup, 0.1),
                      Catch::Contains("no other host connected") && Catch::Contains("firewall"));
}

TEST_CASE("a partner without an address is reported, with a remedy", "[tune]") {
    CHECK_THROWS_WITH(measure_network({{"no-such-host.invalid", 7000}, kKey, 0.2, {}}, 0.1),
                      Catch::Contains("no IPv4 address") && Catch::Contains("give the address"));
}

TEST_CASE("crossovers are powers of two that grow with the latency and with the rate", "[tune]") {
    CHECK(least_bytes_for({100'000, 419'430'400}) == 4 << 10);  // 20 Mbit/s, 100 us
    CHECK(least_bytes_for({20'000, 8'388'608}) == 64 << 10);    // 1 Gbit/s, 20 us
    CHECK(least_bytes_for({20'000, 838'861}) == 512 << 10);     // 10 Gbit/s
    CHECK(least_bytes_for({1'000'000'000, 1}) == 1 << 20);
}

TEST_CASE("a key is 32 digits that are read as they were written", "[tune]") {
    const shunt::SipKey key = new_key();
    CHECK(key_text(key).size() == 32);
    CHECK(parse_key(key_text(key)) == key);
    CHECK(parse_key("00000000000000010000000000000002") == shunt::SipKey{2, 1});
    for (const char* wrong : {"", "1234", "0000000000000001000000000000000g", "000000000000000100000000000000020",
                              "00000000000000000000000000000000"})
        CHECK_FALSE(parse_key(wrong));
}

TEST_CASE("the file of a key is made once, and not used where others may read it", "[tune]") {
    char folder[] = "/tmp/shunt-key-XXXXXX";
    REQUIRE(::mkdtemp(folder) != nullptr);
    const std::string path = std::string(folder) + "/key";
    const shunt::SipKey key = key_of_file(path);
    CHECK(key_of_file(path) == key);
    ::chmod(path.c_str(), 0640);
    CHECK_THROWS_WITH(key_of_file(path), Catch::Contains("others may read"));
    ::chmod(path.c_str(), 0600);
    CHECK(::truncate(path.c_str(), 7) == 0);
    CHECK_THROWS_WITH(key_of_file(path), Catch::Contains("holds no key"));
    ::unlink(path.c_str());
    CHECK(::rmdir(folder) == 0);  // no other file was left there
    CHECK_THROWS_WITH(key_of_file(path), Catch::Contains("cannot write"));
}

TEST_CASE(
    "the host that makes the key listens before it shows the key, and another process of that host measures nothing",
    "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    shunt::SipKey told;
    const auto tell = [&](const shunt::SipKey& key) {
        told = key;
        CHECK_THROWS_WITH(measure_network({peer, {}, 0.1, {}}, 0.1), Catch::Contains("another process listens"));
        CHECK_FALSE(measure_network({peer, key, 0.1, {}, true}, 0.1));  // all hosts run one command line
    };
    CHECK_THROWS_WITH(measure_network({peer, {}, 0.2, tell}, 0.1), Catch::Contains("no other host connected"));
    CHECK_FALSE(told.is_none());
}

TEST_CASE("a caller with another key is refused with a message, and garbage is not answered", "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    Answering host(peer, 30);
    const int stranger = host.connect();
    const std::string garbage = "GET / HTTP/1.0\r\nHost: somebody.invalid\r\nAccept: text/html, text/plain\r\n\r\n";
    REQUIRE(garbage.size() > shunt::net::kClaimBytes);
    REQUIRE(::send(stranger, garbage.data(), garbage.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(garbage.size()));
    char answer[64];
    ssize_t heard = 0;
    for (ssize_t got; (got = ::recv(stranger, answer, sizeof answer, 0)) > 0;) heard += got;
    CHECK(heard == static_cast<ssize_t>(shunt::net::kChallengeBytes));
    ::close(stranger);
    CHECK_THROWS_WITH(call_peer(host.place(), peer, {kKey.low, kKey.high + 1}, 5, false),
                      Catch::Contains("refused") && Catch::Contains("give the one"));
    CHECK(host.measured == 0);
    CHECK(call_peer(host.place(), peer, kKey, 5, false));
    host.join();
    CHECK(host.measured == 1);
}

TEST_CASE("the steps of a measurement within the node are named before they begin", "[tune]") {
    std::vector<std::string> steps;
    const NodeCosts costs = measure_node(0.03, [&](std::string_view what) { steps.emplace_back(what); });
    CHECK(costs.move_ns > 0);
    CHECK(steps == std::vector<std::string>{"the time of a word between two processes of this host",
                                            "moving data between them", "reading another process's memory",
                                            "combining two vectors"});
}

TEST_CASE("a host that is not the partner and has no key learns where to get one", "[tune]") {
    CHECK_THROWS_WITH(measure_network({{"192.0.2.1", 7000}, {}, 0.1, {}}, 0.1),
                      Catch::Contains("another host") && Catch::Contains("its key"));
}

TEST_CASE("a caller accepts no measurement from a host without the key", "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    const int door = listen_at(peer);
    std::thread impostor([&] {
        const int guest = ::accept(door, nullptr, nullptr);
        const auto challenge = shunt::net::encode_challenge({});
        CHECK(::send(guest, challenge.data(), challenge.size(), MSG_NOSIGNAL) ==
              static_cast<ssize_t>(challenge.size()));
        const std::vector<char> guess(shunt::net::kAnswerBytes, 1);
        CHECK(::send(guest, guess.data(), guess.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(guess.size()));
        char claim[128];
        while (::recv(guest, claim, sizeof claim, 0) > 0) continue;
        ::close(guest);
    });
    CHECK_THROWS_WITH(call_peer({Part::calls, place_of(peer), {}}, peer, kKey, 5, false),
                      Catch::Contains("has this key"));
    impostor.join();
    ::close(door);
}

TEST_CASE("silent connections keep no partner waiting, however many they are", "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    Answering host(peer, 30);
    std::vector<int> idle;
    for (int i = 0; i < 200; ++i) idle.push_back(host.connect());  // three times as many as there are places
    const std::int64_t start = shunt::monotonic_ns();
    CHECK(call_peer(host.place(), peer, kKey, 10, false));
    CHECK(shunt::monotonic_ns() - start < 2'000'000'000);  // a hundredth of what they may take in succession
    host.join();
    CHECK(host.measured == 1);
    for (const int file : idle) ::close(file);
}

TEST_CASE("a caller with the right key that lost its place before its claim arrived calls again", "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    const int door = listen_at(peer);
    std::atomic<int> measured = 0;
    std::thread host([&] {
        const int evicted = ::accept(door, nullptr, nullptr);
        ::usleep(2 * shunt::net::ListenerLimits{}.fresh_ns / 1000);
        const auto challenge = shunt::net::encode_challenge({});
        CHECK(::send(evicted, challenge.data(), challenge.size(), MSG_NOSIGNAL) ==
              static_cast<ssize_t>(challenge.size()));
        char claim[shunt::net::kClaimBytes];
        CHECK(::recv(evicted, claim, sizeof claim, MSG_WAITALL) == static_cast<ssize_t>(sizeof claim));
        ::close(evicted);
        ::fcntl(door, F_SETFL, O_NONBLOCK);
        answer_one(shunt::net::Descriptor(door), kKey, 30, [&](int) { return ++measured, true; });
    });
    CHECK(call_peer({Part::calls, place_of(peer), {}}, peer, kKey, 10, false));
    host.join();
    CHECK(measured == 1);
}

TEST_CASE("further hosts with the key learn that another was first", "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    Answering host(peer, 30, 300'000);
    CHECK(call_peer(host.place(), peer, kKey, 10, false));
    CHECK_FALSE(call_peer(host.place(), peer, kKey, 10, true));
    host.join();
    CHECK(host.measured == 1);
}

TEST_CASE("a host that accepts connections but does not answer is named, unless further hosts may run the command",
          "[tune]") {
    const Peer peer{"127.0.0.1", free_port("127.0.0.1")};
    const int door = listen_at(peer);
    const Place place{Part::calls, place_of(peer), {}};
    CHECK_THROWS_WITH(call_peer(place, peer, kKey, 0.3, false), Catch::Contains("does not answer"));
    CHECK_FALSE(call_peer(place, peer, kKey, 0.3, true));
    ::close(door);
}
