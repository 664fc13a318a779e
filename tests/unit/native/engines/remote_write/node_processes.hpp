#pragma once
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/remote_write/node_fabric.hpp"
#include "tests/unit/native/node/processes.hpp"

namespace remote_write_test {

using namespace shunt;
using namespace shunt::remote_write;
using node_test::Told;

inline constexpr int kMostProcesses = 8;

/// Memory in which forked processes exchange tickets, in place of the caller's exchange.
struct Board {
    InboxTicket tickets[kMostProcesses];
    std::atomic<int> arrived[8] = {};
    std::atomic<std::uint64_t> told[kMostProcesses] = {};

    /// Waits until `count` processes have reached `point`.
    bool meet(int point, int count) {
        ++arrived[point];
        return node_test::wait_for(arrived[point], count);
    }
};

using Body = std::function<int(int, NodeFabric&, Board&)>;

/// One of `count` processes: creates its fabric, connects it and runs `body`.
inline int run_fabric(int process, int count, const NodeFabricOptions& options, Board& board, const Body& body) {
    std::unique_ptr<NodeFabric> fabric;
    if (!NodeFabric::create(process, static_cast<std::uint32_t>(count), options, fabric).ok()) return 100;
    board.tickets[process] = fabric->ticket();
    if (!board.meet(0, count)) return 101;
    if (!fabric->connect({board.tickets, static_cast<std::size_t>(count)}).ok()) return 102;
    if (!board.meet(1, count)) return 103;
    fabric->close_door();
    const int end = body(process, *fabric, board);
    if (fabric->failure() != nullptr) fprintf(stderr, "process %d: %s\n", process, fabric->failure());
    fabric->finish();
    return end;
}

/// Runs `body(process, fabric, board)` in threads of this process, for ThreadSanitizer.   Returns: how each thread
/// ended.
inline std::vector<std::string> run_fabrics_in_threads(int count, const NodeFabricOptions& options, const Body& body) {
    Board board;
    std::vector<std::string> ends(static_cast<std::size_t>(count));
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i)
        threads.emplace_back([&, i] {
            const int end = run_fabric(i, count, options, board, body);
            ends[static_cast<std::size_t>(i)] = "exit " + std::to_string(end);
        });
    for (std::thread& thread : threads) thread.join();
    return ends;
}

/// Runs `body(process, fabric, board)` in forked processes whose fabrics are connected.   Returns: how each process
/// ended.
inline std::vector<std::string> run_fabrics(int count, const NodeFabricOptions& options, const Body& body) {
    Told<Board> board;
    std::vector<pid_t> children;
    for (int i = 0; i < count; ++i)
        children.push_back(node_test::start_child([&, i] { return run_fabric(i, count, options, *board, body); }));
    std::vector<std::string> ends;
    for (const pid_t child : children) ends.push_back(node_test::end_of(child));
    return ends;
}

/// The connected fabrics of several processes, all in this process.
template <std::size_t kCount>
std::array<std::unique_ptr<NodeFabric>, kCount> all_sides(const NodeFabricOptions& options) {
    std::array<std::unique_ptr<NodeFabric>, kCount> sides;
    std::array<InboxTicket, kCount> tickets;
    for (std::size_t i = 0; i < kCount; ++i) {
        REQUIRE(NodeFabric::create(static_cast<int>(i), kCount, options, sides[i]).ok());
        tickets[i] = sides[i]->ticket();
    }
    for (const auto& side : sides) REQUIRE(side->connect(tickets).ok());
    return sides;
}
inline std::array<std::unique_ptr<NodeFabric>, 2> two_sides(const NodeFabricOptions& options) {
    return all_sides<2>(options);
}

inline void require_all_well(const std::vector<std::string>& ends) {
    for (const std::string& end : ends) REQUIRE(end == "exit 0");
}

/// Byte `at` of message `message` from `from` to `to`.
inline std::byte byte_of(int from, int to, std::uint64_t message, std::uint64_t at) {
    const auto seed = static_cast<std::uint64_t>(from * 16 + to) * 1315423911u + message * 2654435761u;
    return static_cast<std::byte>((seed >> 8) + at * 7 + (at >> 8) * 13 + (at >> 16) * 29);
}

inline void fill(std::span<std::byte> data, int from, int to, std::uint64_t message) {
    for (std::size_t at = 0; at < data.size(); ++at) data[at] = byte_of(from, to, message, at);
}

inline bool is_right(std::span<const std::byte> data, int from, int to, std::uint64_t message) {
    for (std::size_t at = 0; at < data.size(); ++at)
        if (data[at] != byte_of(from, to, message, at)) return false;
    return true;
}

}  // namespace remote_write_test
