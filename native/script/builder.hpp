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

/// A program under construction, as scripts write it: each step of a rank comes after the previous one, except in parts
/// whose steps are declared to be `together`. Ranges and peers are checked immediately, so that a message refers to the
/// current line. Errors: a function that returns false has set error() and changed nothing else.   Threads: one.
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

    /// Finds the range of `blocks` blocks from block `first` on, in a buffer that consists of blocks, as in gather.
    bool find_blocks(int rank, program::Buffer buffer, std::int64_t first, std::int64_t blocks, program::Range& found);
    /// Allocates new scratch memory of `rank`.
    bool add_scratch(int rank, std::int64_t count, program::Range& made);
    /// Adds a step after the steps added before it, and also after `after`.
    bool add(int rank, program::Step step, std::span<const std::int64_t> after, std::uint32_t& index);

    /// Begins a part, to which all steps up to close() belong. `together`: its steps and parts do not wait for each
    /// other; otherwise they are in order.
    bool open(int rank, bool together);
    /// Ends the part. The next steps wait for all of it, unless the surrounding part is `together`.
    bool close(int rank);
    /// Whether each open() has been closed.
    bool is_closed(int rank) const { return lines_[rank].parts.size() == 1; }

private:
    struct Part {
        bool together = false;
        std::vector<std::uint32_t> before;  ///< steps for which the next step waits
        std::vector<std::uint32_t> ends;    ///< together: steps that must be done when the part is closed
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
    std::vector<std::uint64_t> block_ends_;  ///< of the last buffer asked for
    int block_rank_ = -1;
    program::Buffer block_buffer_ = program::Buffer::scratch;
    std::string error_;
};

}  // namespace shunt::script
