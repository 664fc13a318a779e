#include "shim/blocks.hpp"

#include <cstdint>

#include "shim/carrier.hpp"
#include "shim/flat.hpp"

namespace shunt {

// MPICH looks at the types of blocks that are not empty only, in w forms. Of one that is none nothing can be asked.
bool BlockSide::ignores_type_of_none() const {
#if defined(MPICH_VERSION)
    return has_types_;
#else
    return false;
#endif
}

bool BlockSide::is_valid(int ranks) const {
    if (varies_ && (!counts_ || !displacements_)) return false;
    if (has_types_ && !types_) return false;
    for (int rank = 0; rank < ranks; ++rank) {
        if (ignores_type_of_none() && count(rank) == 0) continue;
        if (count(rank) < 0 || !facts_of(type(rank)).exists) return false;
        if (is_missing(base_, count(rank) > 0, type(rank))) return false;
        if (!varies_) return true;
    }
    return true;
}

MPI_Count BlockSide::displacement(int rank) const {
    if (!varies_) return count_ * rank;
    return is_large_ ? static_cast<const MPI_Aint*>(displacements_)[rank] : static_cast<const int*>(displacements_)[rank];
}

void* BlockSide::address(int rank, MPI_Count extent) const {
    // As a number: the base may be MPI_BOTTOM, from which nothing but numbers can be counted.
    const auto offset = displacement(rank) * (has_types_ ? 1 : extent);
    return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(base_) + static_cast<std::uintptr_t>(offset));
}

std::vector<Block> blocks_of(const BlockSide& side, int ranks) {
    std::vector<Block> blocks(static_cast<std::size_t>(ranks));
    MPI_Datatype known = MPI_DATATYPE_NULL;
    MPI_Count lb = 0, extent = 0, size = 0;
    bool plain = false;
    for (int rank = 0; rank < ranks; ++rank) {
        const MPI_Datatype type = side.type(rank);
        if (side.ignores_type_of_none() && side.count(rank) == 0) continue;
        if (known == MPI_DATATYPE_NULL || type != known) {
            host.MPI_Type_get_extent_x(type, &lb, &extent);
            size = facts_of(type).size;
            plain = is_plain(type);
            known = type;
        }
        const MPI_Count count = side.count(rank);
        void* const address = side.address(rank, extent);
        const bool lends = plain && (count == 0 || !is_on_device(address));
        blocks[static_cast<std::size_t>(rank)] = {address, count, type, static_cast<std::size_t>(count * size), lends};
    }
    return blocks;
}

}  // namespace shunt
