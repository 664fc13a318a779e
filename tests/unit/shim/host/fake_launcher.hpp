#pragma once
// A launcher of PMI-1 or PMI-2 for a whole job in one process. One thread serves a socket for each rank, keeps a
// key-value space, counts ranks in barriers, and sends each reply in pieces whose lengths a seed decides.
#include <atomic>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "shim/host/launcher_kvs.hpp"

namespace shunt {

/// A fault on the connection of one rank.
struct LauncherFault {
    enum class Kind { none, refuses_put, closes } kind = Kind::none;
    int rank = 0;
    int request = 0;  ///< closes: instead of answering this request, counted from 0
};

class FakeLauncher {
public:
    FakeLauncher(int ranks, PmiVersion version, std::uint64_t seed, LauncherFault fault = {});
    ~FakeLauncher();
    FakeLauncher(const FakeLauncher&) = delete;
    FakeLauncher& operator=(const FakeLauncher&) = delete;

    int size() const { return static_cast<int>(connections_.size()); }
    PmiVersion version() const { return version_; }
    int fd(int rank) const { return connections_[static_cast<std::size_t>(rank)].host_end; }
    LauncherFacts facts(int rank) const;
    /// The number of requests of this rank for a key of Shunt's, so far.
    int gets(int rank) const { return gets_[static_cast<std::size_t>(rank)]; }

private:
    struct Connection {
        int host_end = -1, own_end = -1;
        bool greeted = false;
        int requests = 0;
        std::string heard, reply;  // not yet understood, not yet sent
    };

    void serve();
    void hear(std::size_t rank);
    void answer(std::size_t rank, PmiVersion version, const PmiMessage& request);
    std::string reply_to_put(std::size_t rank, const std::string& key, const std::string& value);
    std::string reply_to_get(std::size_t rank, const std::string& key);
    void enter_barrier();
    void send_piece(Connection& connection);
    std::string framed(const std::string& body) const;

    PmiVersion version_;
    std::mt19937_64 random_;
    LauncherFault fault_;
    std::vector<Connection> connections_;
    std::vector<std::atomic<int>> gets_;
    std::map<std::string, std::string> space_;
    int in_barrier_ = 0;
    std::atomic<bool> stops_{false};
    std::thread thread_;
};

/// The requests of a host in its MPI_Init on `fd`: a greeting, a key of its own, a barrier, the keys of all others,
/// each sent in pieces.   Returns: whether all replies were right.
bool host_exchanges(int fd, int rank, int size, PmiVersion version, std::uint64_t seed);

}  // namespace shunt
