#pragma once
#include <cstddef>
#include <cstdint>

#include "native/base/operation.hpp"
#include "native/program/program.hpp"

namespace shunt::program {

/// A program in which no rank has a step yet, named after its operation.   Units of `count`: elements.
inline Program empty_program(Operation operation, int ranks, int root, std::uint64_t count,
                             bool commutative = Program{}.commutative) {
    Program program;
    program.operation = operation;
    program.root = root;
    program.count = count;
    program.commutative = commutative;
    program.ranks.resize(static_cast<std::size_t>(ranks));
    program.source = name_of(operation);
    return program;
}

}  // namespace shunt::program
