#include "native/engines/remote_write/rdma_slot.hpp"

#include <algorithm>

namespace shunt::remote_write {

RdmaSlots::RdmaSlots(std::uint64_t most, std::span<const int> preferred) : most_(most) {
    if (most > 0)
        kept_for_.assign(preferred.begin(), preferred.begin() + std::min<std::size_t>(preferred.size(), most));
}

bool RdmaSlots::take(memory::DirectMemory& memory, int process, RdmaSlot& into) {
    std::erase(kept_for_, process);
    if (most_ > 0 && taken_ + kept_for_.size() >= most_) return false;
    if (free_.empty() && !add_chunk(memory)) return false;
    into = free_.back();
    free_.pop_back();
    ++taken_;
    return true;
}

void RdmaSlots::give_back(const RdmaSlot& slot) {
    --taken_;
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
