#pragma once
#include <mpi.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::trial {

/// What is tried.
struct Plan {
    std::vector<std::string> operations;  ///< names of native/base/operation.hpp
    std::vector<std::uint64_t> counts;    ///< elements of the vector, or of one block
    std::vector<int> roots;               ///< those below the number of ranks count
};

/// How the calls of one operation have ended on this rank.
struct Tally {
    std::uint64_t calls = 0;
    std::uint64_t wrong = 0;
    std::string first;  ///< of those: what is wrong with it
};

/// Makes all calls of one operation that `plan` asks for, each type, count, root, in place and not, and compares each
/// result with one that is computed here; several times, as teams and programs are made where ranks meet.
/// Blocks: collective over `comm`.   `operation`: one that is_tried().
Tally try_operation(std::string_view operation, const Plan& plan, MPI_Comm comm);

/// Whether there are such calls.
bool is_tried(std::string_view operation);

}  // namespace shunt::trial
