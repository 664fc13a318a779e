#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/memory/verbs/open.hpp"
#include "native/memory/verbs/verbs_memory.hpp"

namespace verbs_test {

using namespace shunt;
using namespace shunt::memory;

/// The first block that each member exchanges: its card, after the 8 bytes of WireUp.
inline constexpr std::size_t kCardAt = 8, kToldBytes = kCardAt + sizeof(verbs::Card);

/// Where forked members meet: an all_gather over shared memory, and flags for other orders that a test needs.
struct Board {
    static constexpr std::size_t kBytes = 64 << 10;
    std::atomic<int> arrived[2] = {0, 0};
    std::atomic<std::uint64_t> round{0};
    std::atomic<int> flags[8] = {};
    std::byte slots[2][kBytes];
};

/// One process of a test.
class Member {
public:
    Member(Board& board, int rank, int size) : board_(board), rank_(rank), size_(size) {}

    int rank() const { return rank_; }
    int size() const { return size_; }
    /// Blocks: until all members have called it.
    Status all_gather(const void* mine, std::size_t bytes, void* all);
    void barrier();
    std::atomic<int>& flag(int i) { return board_.flags[i]; }

    /// Settings with the device of this member: rxe0 for even ranks, rxe1 for odd ones. Warnings are kept in `said`.
    /// There is a trial, so small groups are already connected when they are open.
    verbs::Settings settings();
    /// The same with a trial of at most `most_ns`.
    verbs::Settings trying(std::int64_t most_ns);
    /// The same without a trial: members connect at their first put.
    verbs::Settings untried();
    Setup setup(std::size_t window_bytes);
    /// Opens remote memory; a failure ends the process.
    std::unique_ptr<RemoteMemory> open(std::size_t window_bytes, const verbs::Settings& settings);
    /// The same, with the interface for a member that also waits for other events.
    std::unique_ptr<InternodeMemory> open_far(std::size_t window_bytes, const verbs::Settings& settings);
    std::unique_ptr<RemoteMemory> open(std::size_t window_bytes) { return open(window_bytes, settings()); }

    std::string said;
    /// Changes the answers that this member gets from others while it opens: round, bytes of all.
    std::function<void(int round, std::size_t bytes, std::byte* all)> tamper;

private:
    Board& board_;
    int rank_;
    int size_;
    int rounds_ = 0;
};

/// Ends the process and prints `words` when `condition` is false.
void check(bool condition, const std::string& words);

/// Runs `body` in `size` processes.   Returns: how each ended; "exit 0" means success.
std::vector<std::string> run(int size, const std::function<void(Member&)>& body);

/// Whether all processes ended with success.
bool all_well(const std::vector<std::string>& ends);

/// Puts, and repeats while the memory returns `again`; ends the process after a minute.
void put(RemoteMemory& memory, int peer, std::uint64_t offset, std::span<const std::byte> data,
         const Registration* from = nullptr);
void put_word(RemoteMemory& memory, int peer, std::uint64_t offset, std::uint64_t value);
/// Waits until the word at `offset` of the own window is at least `value`.
void await_word(RemoteMemory& memory, std::uint64_t offset, std::uint64_t value);
std::uint64_t word(RemoteMemory& memory, std::uint64_t offset);
/// Waits until no operation posted to `peer` needs its data any more.
void await_end(RemoteMemory& memory, int peer);

/// Byte `offset` of message `number` in every test.
constexpr std::byte pattern(std::uint64_t number, std::uint64_t offset) {
    return static_cast<std::byte>((number * 131 + offset * 7 + (offset >> 8) * 13 + (offset >> 16) * 29) & 0xff);
}

inline constexpr std::int64_t kMinute = 60'000'000'000;

}  // namespace verbs_test
