#include "tools/tune_peer.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace shunt::tools;

namespace {

/// A port of this machine that nobody listens at.
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

}  // namespace

TEST_CASE("the partner of a measurement is a host, with a port where one is given", "[tune]") {
    CHECK(parse_peer("node1")->host == "node1");
    CHECK(parse_peer("node1")->port == 48620);
    CHECK(parse_peer("10.0.0.1:7000")->host == "10.0.0.1");
    CHECK(parse_peer("10.0.0.1:7000")->port == 7000);
    for (const char* wrong : {"", ":7000", "node1:", "node1:0", "node1:70000", "node1:port", "node1:7000:1"}) CHECK_FALSE(parse_peer(wrong));
}

TEST_CASE("who is the partner answers, and gives up with a remedy when nobody comes", "[tune]") {
    CHECK_THROWS_WITH(measure_network({"127.0.0.1", free_port("127.0.0.1")}, 0.1, 0.2), Catch::Contains("nobody came") && Catch::Contains("firewall"));
}

TEST_CASE("a partner that has no address is told, with a remedy", "[tune]") {
    CHECK_THROWS_WITH(measure_network({"no-such-host.invalid", 7000}, 0.1, 0.2), Catch::Contains("no IPv4 address") && Catch::Contains("give the address"));
}

TEST_CASE("crossovers are powers of two that grow with the latency and with the rate", "[tune]") {
    CHECK(least_bytes_for({100'000, 419'430'400}) == 4 << 10);    // 20 Mbit/s, 100 us
    CHECK(least_bytes_for({20'000, 8'388'608}) == 64 << 10);      // 1 Gbit/s, 20 us
    CHECK(least_bytes_for({20'000, 838'861}) == 512 << 10);       // 10 Gbit/s
    CHECK(least_bytes_for({1'000'000'000, 1}) == 1 << 20);
}

TEST_CASE("strangers at the partner's port are turned away, and another process of its host has nothing to do", "[tune]") {
    const std::uint16_t port = free_port("127.0.0.1");
    std::string end;
    std::thread partner([&] {
        try {
            static_cast<void>(measure_network({"127.0.0.1", port}, 0.1, 0.9));
        } catch (const std::runtime_error& problem) {
            end = problem.what();
        }
    });
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::inet_addr("127.0.0.1");
    address.sin_port = htons(port);
    const int stranger = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    while (::connect(stranger, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) ::usleep(1000);
    CHECK_FALSE(measure_network({"127.0.0.1", port}, 0.1, 1));
    REQUIRE(::send(stranger, "GET / HTTP/1.0\r\n\r\n", 18, MSG_NOSIGNAL) == 18);
    char answer = 0;
    CHECK(::recv(stranger, &answer, 1, 0) <= 0);
    partner.join();
    CHECK(end.find("nobody came") != std::string::npos);
    ::close(stranger);
}

TEST_CASE("who connects and says nothing keeps no partner waiting, however many they are", "[tune]") {
    const std::uint16_t port = free_port("127.0.0.1");
    std::thread partner([&] {
        try {
            static_cast<void>(measure_network({"127.0.0.1", port}, 0.1, 4));
        } catch (const std::runtime_error&) {
        }
    });
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::inet_addr("127.0.0.1");
    address.sin_port = htons(port);
    const auto knock = [&] {
        const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        while (::connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) ::usleep(1000);
        return file;
    };
    std::vector<int> idle;
    for (int i = 0; i < 20; ++i) idle.push_back(knock());
    const int last = knock();
    char greeting[8] = {'S', 'H', 'T', 'U', 'N', 'E', '1', '\n'};
    REQUIRE(::send(last, greeting, sizeof greeting, MSG_NOSIGNAL) == sizeof greeting);
    const timeval patience{2, 0};   // a twentieth of what the idle ones may take one after the other
    ::setsockopt(last, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    CHECK(::recv(last, greeting, sizeof greeting, MSG_WAITALL) == sizeof greeting);
    ::close(last);
    for (const int file : idle) ::close(file);
    partner.join();
}
