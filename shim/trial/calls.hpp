#pragma once
#include <mpi.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shunt::trial {

/// The calls to try.
struct Plan {
    std::vector<std::string> operations;  ///< names of native/base/operation.hpp
    std::vector<std::uint64_t> counts;    ///< elements of the vector, or of one block
    std::vector<int> roots;               ///< roots that are not ranks are skipped
};

/// The results of the calls of one operation on this rank.
struct Tally {
    std::uint64_t calls = 0;
    std::uint64_t wrong = 0;
    std::string first;  ///< the first wrong one: its fault
};

/// Makes all calls of one operation that `plan` requests: each type, count, root, in place and not. Compares each
/// result with one that is computed here. It does so several times, as teams and programs are made where ranks meet.
/// Blocks: collective over `comm`.   `operation`: one that is_tried().
Tally try_operation(std::string_view operation, const Plan& plan, MPI_Comm comm);

/// Whether the operation can be tried.
bool is_tried(std::string_view operation);

}  // namespace shunt::trial
