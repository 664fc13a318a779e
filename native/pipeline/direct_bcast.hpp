#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "native/pipeline/vector_call.hpp"
#include "native/remote/remote_memory.hpp"

namespace shunt::pipeline {

/// One broadcast without a buffer between: each reader copies from the root's own memory into its own, and the root copies into theirs at
/// the same time, so that both cores of a pair work on half of the data: the reader takes pieces from the front, the root from the back.
/// Cost: one copy of the data for each reader, shared by root and reader; two words each way.
/// Needs members that map each other's windows and reach each other's memory (cross-memory attach).
/// Thread: any one at a time.   Blocks: for the copy of a piece.
class DirectBcast {
public:
    /// Bytes of this member's window that it uses, from `words_at` on.
    static std::uint64_t window_bytes(int size);
    /// Bytes that are copied at once, for a vector of `bytes`.
    static std::uint64_t piece_bytes(std::uint64_t bytes);

    /// The bytes of the broadcast `number` that `root` is ready for, of whatever length.
    static std::optional<std::uint64_t> bytes_told(remote::RemoteMemory& memory, std::uint64_t words_at, int root, std::uint32_t number);

    /// Begins operation `number`, counted alike on all members. `memory` outlives this; the call's data too.
    DirectBcast(remote::RemoteMemory& memory, int rank, int size, std::uint64_t words_at, const VectorCall& call, std::uint32_t number);

    /// As SharedCall::advance. Fails: bug, at a reader, when the root means another call (the root waits for readers that mean its own);
    /// declined when the memory of a member cannot be reached after all.
    Status advance();
    bool moved() const { return moved_; }
    int waits_for() const;

private:
    /// What one member has told another in the line of its window that is its own.
    struct Line;
    /// How far the root is with one reader.
    struct Reader {
        remote::Place place;
        std::uint64_t written = 0;
        bool is_ready = false;
        bool is_done = false;
    };

    bool is_root() const { return call_.root == rank_; }
    std::uint64_t offset(int from, std::uint64_t member) const;
    remote::Word& own_word(int from, std::uint64_t member) const;
    std::uint64_t pieces() const { return (call_.bytes + piece_bytes_ - 1) / piece_bytes_; }
    Status tell_ready(int peer);
    Status poll_ready(int peer, remote::Place& place) const;
    bool claim(int reader, std::span<std::byte>& piece);
    Status serve(int peer);
    Status advance_root();
    Status advance_reader();

    static constexpr std::uint64_t kLine = 128;

    remote::RemoteMemory& memory_;
    int rank_;
    int size_;
    std::uint64_t words_at_;
    VectorCall call_;
    std::uint64_t piece_bytes_;
    std::uint32_t number_;
    std::vector<Reader> readers_;   // at the root, by rank
    Reader root_;                   // at a reader: where the root's data lies
    std::uint64_t read_ = 0;        // pieces that this reader has copied itself
    bool told_ = false;
    bool all_claimed_ = false;
    bool moved_ = false;
};

}  // namespace shunt::pipeline
