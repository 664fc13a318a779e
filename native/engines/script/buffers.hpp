#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/base/status.hpp"
#include "native/engines/contract.hpp"
#include "native/memory/remote_memory.hpp"
#include "native/program/program.hpp"

namespace shunt::script_engine {

/// One of a program's buffers in memory: one run of bytes, or one run for each rank's block.
/// Owner: owns nothing.
struct Place {
    std::byte* memory = nullptr;  ///< null where it consists of blocks
    std::span<std::byte* const> blocks;
    std::uint64_t block_bytes = 0;               ///< of each of `blocks`, where `begins` is empty
    const memory::Registration* lent = nullptr;  ///< of `memory`, or null
    std::span<const std::uint64_t> begins;       ///< where the blocks differ: first byte of each, and the end of all

    /// The run of bytes from `at` on, `bytes` at most.
    std::span<std::byte> run(std::uint64_t at, std::uint64_t bytes) const {
        if (memory) [[likely]]
            return {memory + at, bytes};
        if (!begins.empty()) return run_in_differing_block(at, bytes);
        const std::uint64_t within = at % block_bytes;
        return {blocks[at / block_bytes] + within, std::min(bytes, block_bytes - within)};
    }
    /// Whether `bytes` from `at` on are one run.
    bool is_run(std::uint64_t at, std::uint64_t bytes) const { return run(at, bytes).size() == bytes; }

private:
    std::span<std::byte> run_in_differing_block(std::uint64_t at, std::uint64_t bytes) const;
};

/// The three buffers of a program in one call.
struct Places {
    std::array<Place, 3> of;  ///< by program::Buffer
    Place& operator[](program::Buffer buffer) { return of[static_cast<std::size_t>(buffer)]; }
    const Place& operator[](program::Buffer buffer) const { return of[static_cast<std::size_t>(buffer)]; }
};

/// The key of a call: two calls with equal keys use the same program. Equal on all members whose calls match.
struct CallKey {
    Operation operation = Operation::barrier;
    int file = 0;  ///< the rule's number for it, see Programs
    int root = 0;
    bool commutative = true;
    std::uint64_t element_bytes = 1;        ///< the unit of the program's counts
    std::uint64_t count = 0;                ///< as Program::count
    std::span<const std::uint64_t> counts;  ///< in bytes, where the blocks differ

    bool operator==(const CallKey& other) const;
    std::uint64_t hash() const;
    /// Whether a call has no data to carry.
    bool is_empty() const;
    /// Whether no member ends such a call before all have begun it (synchronises()).
    bool synchronises() const;
};

/// Whether no member of such a call knows all block sizes by itself: only the root of a gatherv or scatterv does, and
/// nobody in an alltoallv. Members exchange them first (SizeExchange).
bool has_unknown_sizes(Operation operation);

/// Computes the key of a call. Of a call with unknown sizes it leaves out the counts.   Fails: bug where its buffers do
/// not fit the operation.
Status key_of(const CollectiveCall& call, const Group& group, CallKey& into);

/// Memory of a team for the needs of calls: scratch, copies of input, and stand-ins for blocks that a member keeps in
/// place. It grows, and is kept while the team lives.   Thread: any one at a time.   Fails: std::bad_alloc.
class Room {
public:
    /// At least `bytes`, aligned to 64; the contents are lost when it grows.
    std::byte* of(std::uint64_t bytes);
    std::span<std::byte> all() { return {first(), room_ ? bytes_.size() - kAlignment : 0}; }

private:
    static constexpr std::size_t kAlignment = 64;
    std::byte* first();
    std::vector<std::byte> bytes_;
    std::uint64_t room_ = 0;
};

/// Finds the buffers of a call. Blocks that a member keeps in place are sent to a stand-in: by the checker's proof none
/// of their bytes can reach another block. Thread: any one at a time.
class Layout {
public:
    explicit Layout(const Group& group);
    /// `copies_input`: `send` must be a copy, as the program is wrong where it and `receive` are the same memory.
    /// Owner: the places are in the call's memory and in this.   Fails: std::bad_alloc.
    void lay_out(const CollectiveCall& call, const CallKey& key, bool copies_input, Places& into);

private:
    void lay_out_blocks(const CollectiveCall& call, const CallKey& key, Places& into);
    /// The blocks of one buffer.
    struct Blocks {
        std::vector<std::byte*> memory;     // by rank
        std::vector<std::uint64_t> begins;  // as Place::begins
    };
    /// Sets the block sizes: `counts[first + i * step]` for rank i; without counts all have `key.count` bytes.
    void size_blocks(const CallKey& key, std::size_t first, std::size_t step, Blocks& blocks) const;
    template <class Span>
    void place_blocks(std::span<const Span> spans, Blocks& blocks, Place& into);

    Group group_;
    Blocks sends_, receives_;
    Room copy_, stand_in_;
};

}  // namespace shunt::script_engine
