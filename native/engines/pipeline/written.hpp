#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/pipeline/tree_shape.hpp"
#include "native/engines/pipeline/vector_call.hpp"
#include "native/program/program.hpp"

namespace shunt::pipeline {

/// The words in which steps are written.
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

/// Adds the steps of one member for its branches (branches_of), in elements of `call`.
void write_branches(const VectorCall& call, const std::vector<Branch>& branches, program::RankProgram& into);

/// A range of the vector in elements, and how it is cut into blocks.
struct Cut {
    std::uint64_t first = 0, count = 0, chunk = 0;
    Cut(const VectorCall& call, std::uint64_t begin, std::uint64_t end)
        : first(begin / call.element_bytes),
          count((end - begin) / call.element_bytes),
          chunk(call.block_bytes / call.element_bytes) {}
    program::Range in(program::Buffer buffer, std::uint64_t at) const { return {buffer, at, count}; }
    program::Range in(program::Buffer buffer) const { return {buffer, first, count}; }
};

}  // namespace shunt::pipeline
