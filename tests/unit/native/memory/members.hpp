#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/memory/remote_memory.hpp"
#include "native/memory/setup.hpp"
#include "tests/unit/native/node/processes.hpp"

namespace remote_test {

using node_test::Told;
using shunt::Status;

/// The board of the members before their windows exist: it replaces the host's messages of a program.
struct Board {
    static constexpr std::size_t kMembers = 16, kBytes = 1024;
    std::atomic<int> arrived{0};
    std::atomic<int> round{0};
    std::atomic<int> steps[8] = {};  // for the tests' own use
    std::byte slots[kMembers][kBytes] = {};
};

/// An all_gather among `size` processes or threads that see `board`.   Fails: timeout after 20 s.
shunt::AllGather gathering(Board& board, int rank, int size);

/// Waits until all members have called it.
bool meet(Board& board, int size);

/// One transport for remote memory, and its name.
struct Transport {
    const char* name;
    std::function<shunt::Outcome(const shunt::memory::Setup&, std::unique_ptr<shunt::memory::RemoteMemory>&)> open;
};

/// All transports whose members can be processes of this machine.
std::vector<Transport> ways();

shunt::memory::Setup setup_of(Board& board, int rank, int size, std::size_t window_bytes);

/// Runs `body(rank, setup)` in `size` processes.   Returns: how each ended, "exit 0" meaning well.
std::vector<std::string> run_members(int size, std::size_t window_bytes,
                                     const std::function<int(Board&, const shunt::memory::Setup&)>& body);

/// A word of a window.
shunt::memory::Word& word_at(std::span<std::byte> window, std::size_t offset);

/// Every member sends random puts into a ring in the window of every other member, with words that count the bytes
/// written and the bytes read.   Returns: 0, or the number of a check that failed.
int all_to_all_streams(shunt::memory::RemoteMemory& memory, int rank, int size, std::uint64_t seed, int blocks);
/// The window size that all_to_all_streams() needs.
std::size_t streams_window_bytes(int size);

}  // namespace remote_test
