#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/pipeline/chain_stream.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/engines/pipeline/tree_shape.hpp"
#include "native/engines/pipeline/vector_call.hpp"
#include "native/program/program.hpp"

namespace shunt::pipeline {

/// The vocabulary of steps.
namespace steps {
using program::Buffer;
using program::combine_step;
using program::copy_step;
using program::Range;
using program::RankProgram;
using program::receive_step;
using program::send_step;
using After = std::vector<std::uint32_t>;
}  // namespace steps

/// A range of the vector in elements, and its division into blocks.
struct Cut {
    std::uint64_t first = 0, count = 0, chunk = 0;
    Cut(const VectorCall& call, std::uint64_t begin, std::uint64_t end)
        : first(begin / call.element_bytes),
          count((end - begin) / call.element_bytes),
          chunk(call.block_bytes / call.element_bytes) {}
    program::Range in(program::Buffer buffer, std::uint64_t at) const { return {buffer, at, count}; }
    program::Range in(program::Buffer buffer) const { return {buffer, first, count}; }
};

/// Where a member has its vector, or gets its result: the first of as many elements of a buffer, and the steps after
/// which they are present.
struct Held {
    program::Buffer buffer = program::Buffer::send;
    std::uint64_t first = 0;
    steps::After after{};

    program::Range in(const Cut& cut) const { return cut.in(buffer, first + cut.first); }
};

/// The inputs and outputs of one member's steps.
struct Ends {
    Held own, result{program::Buffer::receive};
    /// With the program's own buffers.
    static Ends of(const VectorCall& call) {
        return {{call.operation == Operation::bcast ? program::Buffer::receive : program::Buffer::send}};
    }
};

/// Adds the steps of one member for its streams (streams_of), in elements of `call`.
void write_streams(const VectorCall& call, const std::vector<ChainStream>& streams, const Ends& ends,
                   program::RankProgram& into);
/// The same for the member's branches (branches_of).
void write_branches(const VectorCall& call, const std::vector<Branch>& branches, const Ends& ends,
                    program::RankProgram& into);
/// The same where the call goes by levels; `most_bytes`: as streams_among().
void write_levels(const VectorCall& call, const Ways& ways, int rank, const Route& route, std::uint64_t most_bytes,
                  program::RankProgram& into);

}  // namespace shunt::pipeline
