#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <string>

#include "members.hpp"
#include "native/memory/tcp_memory.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace remote_test;

namespace {

constexpr std::int64_t kPatienceNs = 20'000'000'000;

/// The congestion controls of this process's TCP connections.
std::set<std::string> congestion_of_all() {
    std::set<std::string> all;
    for (int file = 0; file < 256; ++file) {
        char name[16] = {};
        socklen_t length = sizeof name;
        sockaddr_in peer{};
        socklen_t peer_length = sizeof peer;
        if (getpeername(file, reinterpret_cast<sockaddr*>(&peer), &peer_length) == 0 && peer.sin_family == AF_INET &&
            getsockopt(file, IPPROTO_TCP, TCP_CONGESTION, name, &length) == 0)
            all.insert(name);
    }
    return all;
}

}  // namespace

TEST_CASE("messages with pauses between them are not paced by BBR", "[remote][tcp]") {
    std::string system;
    std::getline(std::ifstream("/proc/sys/net/ipv4/tcp_congestion_control"), system);
    const bool is_bursty = GENERATE(false, true);
    const auto ends = run_members(2, 4096, [&](Board& board, const Setup& setup) {
        TcpOptions options;
        options.is_bursty = is_bursty;
        std::unique_ptr<RemoteMemory> memory;
        if (!open_tcp(setup, options, memory).ok()) return 1;
        auto& word = *reinterpret_cast<Word*>(memory->window().data());
        if (memory->put_word(1 - setup.rank, 0, 7) != Status::ok) return 2;
        if (memory->wait([&] { return word.load() == 7; }, kPatienceNs) != Status::ok) return 3;
        const auto found = congestion_of_all();
        if (!meet(board, setup.size)) return 4;
        if (is_bursty && system.starts_with("bbr")) return found.size() == 1 && !found.contains(system) ? 0 : 5;
        return found == std::set<std::string>{system} ? 0 : 6;
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "exit 0"});
}
