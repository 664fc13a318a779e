#pragma once
// The blocks of a collective's buffer, one for each rank.
#include <mpi.h>

#include <cstddef>
#include <vector>

#include "shim/objects/collective_buffer.hpp"

namespace shunt {

/// `count` elements of `type` from `address`.
struct Block {
    void* address = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    std::size_t bytes = 0;  ///< of these elements
    bool is_plain = false;  ///< they lie in memory as they are sent, and the processor may access them
};

/// Checks whether addresses of the blocks have become a device's memory, or the processor's.   Returns: whether any
/// has.
bool look_again_at(std::vector<Block>& blocks);

/// The blocks of a valid buffer, by rank.   Fails: std::bad_alloc.
std::vector<Block> blocks_of(const CollectiveBuffer& buffer, int ranks);

}  // namespace shunt
