#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "native/engines/pipeline/vector_call.hpp"
#include "native/memory/remote_memory.hpp"

namespace shunt::pipeline {

/// One broadcast without an intermediate buffer. Each reader copies from the root's memory into its own, taking pieces
/// from the front; at the same time the root copies into the reader's memory, taking pieces from the back. So each core
/// copies half of the data. The kernel does not access protected pages for another process. If the reader's pages are
/// protected, it reads all remaining pieces itself; if the root's are, the root copies its data to readable memory.
/// Cost: one copy of the data for each reader, shared by root and reader; two words in each direction. Requires that
/// members map each other's windows and reach each other's memory (cross-memory attach). Thread: any one at a time.
/// Blocks: for the copy of a piece.
class DirectBcast {
public:
    /// Bytes of this member's window that it uses, from `words_at` on.
    static std::uint64_t window_bytes(int size);
    /// Bytes copied in one step, for a vector of `bytes`.
    static std::uint64_t piece_bytes(std::uint64_t bytes);

    /// The length with which `root` has begun broadcast `number`; nothing if it has not.
    static std::optional<std::uint64_t> bytes_told(memory::RemoteMemory& memory, std::uint64_t words_at, int root,
                                                   std::uint64_t number);

    /// Begins operation `number`, counted alike on all members. `memory` and the call's data outlive this.
    DirectBcast(memory::RemoteMemory& memory, int rank, int size, std::uint64_t words_at, const VectorCall& call,
                std::uint64_t number);

    /// As SharedCall::advance. Fails: bug, at a reader, if the root has begun another call (the root waits for readers
    /// of its own call); declined when the memory of a member is unreachable after all; std::bad_alloc.
    Status advance();
    bool moved() const { return moved_; }
    int waits_for() const;

private:
    /// The words that one member has written to another, in its own line of that member's window.
    struct Line;
    /// The state of the copy between the root and one reader.
    struct Reader {
        memory::Place place;
        std::uint64_t written = 0;
        bool is_ready = false;
        bool is_done = false;
        bool reads_alone = false;  // the root cannot write into its memory
        bool wants_copy = false;   // the root's memory cannot be read
        bool has_copy = false;     // it knows where the root's copy is
    };

    bool is_root() const { return call_.root == rank_; }
    std::uint64_t offset(int from, std::uint64_t member) const;
    memory::Word& own_word(int from, std::uint64_t member) const;
    std::uint64_t pieces() const { return (call_.bytes + piece_bytes_ - 1) / piece_bytes_; }
    Status tell_ready(int peer);
    Status poll_ready(int peer, memory::Place& place) const;
    bool claim(int reader, std::span<std::byte>& piece);
    Status tell(int peer, std::uint64_t member, std::uint64_t value);
    bool is_told(int peer, std::uint64_t member) const;
    Status serve(int peer);
    Status write_piece(int peer, std::span<const std::byte> piece);
    Status offer_copy(int peer);
    Status advance_root();
    Status advance_reader();
    Status read_piece();
    bool next_piece();
    std::uint64_t written_here() const;

    static constexpr std::uint64_t kLine = 128;

    memory::RemoteMemory& memory_;
    int rank_;
    int size_;
    std::uint64_t words_at_;
    VectorCall call_;
    std::uint64_t piece_bytes_;
    std::uint64_t number_;
    std::vector<Reader> readers_;        // at the root, by rank
    Reader root_;                        // at a reader: where the root's data are
    std::uint64_t read_ = 0;             // pieces that this reader has copied itself
    std::span<std::byte> piece_;         // at a reader: claimed and not read yet
    bool took_last_ = false;             // at a reader: the piece that the root could not write
    std::unique_ptr<std::byte[]> copy_;  // at the root: of its data, for readers that cannot read them
    bool told_ = false;
    bool all_claimed_ = false;
    bool moved_ = false;
};

}  // namespace shunt::pipeline
