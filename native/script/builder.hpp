#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/program/program.hpp"
#include "native/script/creators.hpp"

namespace shunt::script {

/// The name of a buffer in scripts: "input", "output", "scratch".
const char* name_of(program::Buffer buffer);

/// A program in the making, as scripts write it down: each step of a rank comes after the one before, but for those
/// that are said to go together. Ranges and peers are checked at once, so that a message is about the line at work.
/// Errors: what returns false has left a message in error() and changed nothing else.   Threads: one.
class Builder {
public:
    /// `call` has no flaw (program::flaw_of_call).
    Builder(const Call& call, int ranks, const Limits& limits);

    int ranks() const { return program_.size(); }
    program::Program& program() { return program_; }
    const std::string& error() const { return error_; }
    /// Elements that the steps of `rank` send so far.
    std::uint64_t sent_by(int rank) const { return lines_[rank].sent; }
    std::uint64_t size_of(int rank, program::Buffer buffer) const;

    /// `blocks` of the blocks that a buffer of an operation such as gather is made of, from `first` on.
    bool find_blocks(int rank, program::Buffer buffer, std::int64_t first, std::int64_t blocks, program::Range& found);
    /// New memory of `rank`.
    bool add_scratch(int rank, std::int64_t count, program::Range& made);
    /// Adds a step after those added before it, and after `after` as well.
    bool add(int rank, program::Step step, std::span<const std::int64_t> after, std::uint32_t& index);

    /// What is added up to close() is a part: `together`: its steps and parts do not wait for each other; else in
    /// order.
    bool open(int rank, bool together);
    /// What comes next waits for all of the part, or goes beside it where the part around it is together.
    bool close(int rank);
    /// Whether each open() has met its close().
    bool is_closed(int rank) const { return lines_[rank].parts.size() == 1; }

private:
    struct Part {
        bool together = false;
        std::vector<std::uint32_t> before;  ///< what the next step waits for
        std::vector<std::uint32_t> ends;    ///< together: what has to be done when it is closed
        bool is_empty = true;
    };
    struct Line {
        std::vector<Part> parts{1};
        std::uint64_t input = 0, output = 0, sent = 0;
    };

    bool fails(std::string message);
    bool fits(int rank, program::Range range);
    bool is_sound(int rank, const program::Step& step);
    static void finish_step(Part& part, std::uint32_t index, std::span<const std::int64_t> after);
    std::uint32_t join(int rank, std::span<const std::uint32_t> ends);
    std::uint64_t block_count(int rank, program::Buffer buffer, std::uint64_t block) const;
    bool has_blocks(int rank, program::Buffer buffer) const;

    program::Program program_;
    std::vector<Line> lines_;
    std::uint64_t steps_ = 0, most_steps_ = 0;
    std::vector<std::uint64_t> block_ends_;  ///< of the buffer asked for last
    int block_rank_ = -1;
    program::Buffer block_buffer_ = program::Buffer::scratch;
    std::string error_;
};

}  // namespace shunt::script
