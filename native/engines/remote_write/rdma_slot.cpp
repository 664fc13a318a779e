#include "native/engines/remote_write/rdma_slot.hpp"

#include <cstring>

namespace shunt::remote_write {

bool RdmaSlots::take(memory::DirectMemory& memory, RdmaSlot& into) {
    if (free_.empty() && !add_chunk(memory)) return false;
    into = free_.back();
    free_.pop_back();
    return true;
}

void RdmaSlots::give_back(const RdmaSlot& slot) {
    std::memset(slot.base, 0, RdmaSlot::kCells * sizeof(RdmaCell));  // the next writer's numbers may be equal
    free_.push_back(slot);
}

bool RdmaSlots::add_chunk(memory::DirectMemory& memory) {
    Chunk& chunk = chunks_.emplace_back();
    if (!memory::UnsharedPages::map(kInChunk * RdmaSlot::kBytes, chunk.pages).ok() ||
        !memory.register_memory(chunk.pages.memory(), chunk.registration).ok()) {
        chunks_.pop_back();
        return false;
    }
    for (std::size_t i = kInChunk; i-- > 0;)
        free_.push_back({chunk.pages.memory().data() + i * RdmaSlot::kBytes, &chunk.registration});
    return true;
}

}  // namespace shunt::remote_write
