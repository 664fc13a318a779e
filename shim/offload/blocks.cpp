#include "shim/offload/blocks.hpp"

#include "shim/offload/packed.hpp"

namespace shunt {

std::vector<Block> blocks_of(const CollectiveBuffer& buffer, int ranks) {
    std::vector<Block> blocks(static_cast<std::size_t>(ranks));
    MPI_Datatype known = MPI_DATATYPE_NULL;
    MPI_Count lb = 0, extent = 0, size = 0;
    bool plain = false;
    for (int rank = 0; rank < ranks; ++rank) {
        const MPI_Datatype type = buffer.type(rank);
        if (buffer.ignores_type_of_none() && buffer.count(rank) == 0) continue;
        if (known == MPI_DATATYPE_NULL || type != known) {
            host.MPI_Type_get_extent_x(type, &lb, &extent);
            size = facts_of(type).size;
            plain = is_plain(type);
            known = type;
        }
        const MPI_Count count = buffer.count(rank);
        void* const address = buffer.address(rank, extent);
        const bool lends = plain && (count == 0 || !is_on_device(address));
        blocks[static_cast<std::size_t>(rank)] = {address, count, type, static_cast<std::size_t>(count * size), lends};
    }
    return blocks;
}

bool look_again_at(std::vector<Block>& blocks) {
    bool changed = false;
    for (Block& block : blocks) {
        const bool lends = block.bytes > 0 && may_lend(block.address, block.type);
        changed |= block.bytes > 0 && lends != block.is_plain;
        block.is_plain = lends;
    }
    return changed;
}

}  // namespace shunt
