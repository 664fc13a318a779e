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

/// One of a program's buffers as it lies in memory: one run of bytes, or one run for each rank's block.
/// Owner: of nothing.
struct Place {
    std::byte* memory = nullptr;  ///< null where it lies in blocks
    std::span<std::byte* const> blocks;
    std::uint64_t block_bytes = 0;               ///< of each of `blocks`
    const memory::Registration* lent = nullptr;  ///< of `memory`, or null

    /// The run of bytes from `at` on, `bytes` at most.
    std::span<std::byte> run(std::uint64_t at, std::uint64_t bytes) const {
        if (memory) [[likely]]
            return {memory + at, bytes};
        const std::uint64_t within = at % block_bytes;
        return {blocks[at / block_bytes] + within, std::min(bytes, block_bytes - within)};
    }
    /// Whether so many bytes from `at` on are one run.
    bool is_run(std::uint64_t at, std::uint64_t bytes) const { return run(at, bytes).size() == bytes; }
};

/// The three buffers of a program in one call.
struct Places {
    std::array<Place, 3> of;  ///< by program::Buffer
    Place& operator[](program::Buffer buffer) { return of[static_cast<std::size_t>(buffer)]; }
    const Place& operator[](program::Buffer buffer) const { return of[static_cast<std::size_t>(buffer)]; }
};

/// What makes two calls ones of the same program. Equal on all members whose calls fit together.
struct CallKey {
    Operation operation = Operation::barrier;
    int file = 0;  ///< as the rule says, see Programs
    int root = 0;
    bool commutative = true;
    std::uint64_t element_bytes = 1;        ///< what the program counts in
    std::uint64_t count = 0;                ///< as Program::count
    std::span<const std::uint64_t> counts;  ///< in bytes, where the blocks differ

    bool operator==(const CallKey& other) const;
    std::uint64_t hash() const;
    /// Whether a call has anything to carry.
    bool is_empty() const;
    /// Whether no member ends such a call before all have begun it (synchronises()).
    bool synchronises() const;
};

/// Reads the key off a call.   Fails: bug where its buffers are none of such an operation.
Status key_of(const CollectiveCall& call, const Group& group, CallKey& into);

/// Memory of a team for what calls lack: scratch, copies of input, and stands for blocks that a member keeps where they
/// are. Grows, and is never given back while the team lives.   Thread: any one at a time.   Fails: std::bad_alloc.
class Room {
public:
    /// At least so many bytes, aligned to 64, whose contents are lost when it grows.
    std::byte* of(std::uint64_t bytes);
    std::span<std::byte> all() { return {first(), room_ ? bytes_.size() - kAlignment : 0}; }

private:
    static constexpr std::size_t kAlignment = 64;
    std::byte* first();
    std::vector<std::byte> bytes_;
    std::uint64_t room_ = 0;
};

/// Finds the buffers of a call. Blocks that a member keeps where they are go to a stand-in: by the checker's proof
/// nothing of them can reach another block. Thread: any one at a time.
class Layout {
public:
    explicit Layout(const Group& group);
    /// `copies_input`: `send` is to be a copy, as the program is not right where it is one memory with `receive`.
    /// Owner: the places lie in the call's memory and in this.   Fails: std::bad_alloc.
    void lay_out(const CollectiveCall& call, const CallKey& key, bool copies_input, Places& into);

private:
    void lay_out_blocks(const CollectiveCall& call, const CallKey& key, Places& into);
    template <class Span>
    void place_blocks(std::span<const Span> spans, std::uint64_t block_bytes, std::vector<std::byte*>& blocks,
                      Place& into);

    Group group_;
    std::vector<std::byte*> sends_, receives_;  // by rank
    Room copy_, stand_in_;
};

}  // namespace shunt::script_engine
