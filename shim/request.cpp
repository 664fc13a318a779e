#include "shim/request.hpp"

#include <algorithm>
#include <new>

namespace shunt {

bool RequestTable::grow() try {
    std::vector<PendingCall> old(std::max<std::size_t>(256, 2 * slots_.size()));
    old.swap(slots_);
    for (const PendingCall& call : old) {
        if (call.handle == 0) continue;
        std::size_t slot = home(call.handle);
        while (slots_[slot].handle != 0) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = call;
    }
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

bool RequestTable::learn_shared(MPI_Request request, PendingCall::Kind kind) {
    PendingCall* other = find(request);
    if (!other || other->persistent || other->kind != kind) return false;
    remove(other);
    for (std::uint64_t& shared : shared_)
        if (shared == 0) {
            shared = handle_value(request);
            break;
        }
    return true;
}

PendingCall* RequestTable::add(MPI_Request request, PendingCall::Kind kind, bool persistent, bool with_self) {
    if (2 * (used_ + 1) > slots_.size() && !grow()) return nullptr;
    const std::uint64_t handle = handle_value(request);
    std::size_t slot = home(handle);
    while (slots_[slot].handle != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot].start(handle, kind, persistent, with_self, next_order_++);
    used_ += 1;
    with_self_ += with_self;
    return &slots_[slot];
}

PendingCall* RequestTable::find(MPI_Request request) {
    if (used_ == 0) return nullptr;
    const std::uint64_t handle = handle_value(request);
    PendingCall* oldest = nullptr;
    for (std::size_t slot = home(handle); slots_[slot].handle != 0; slot = (slot + 1) & (slots_.size() - 1)) {
        PendingCall& call = slots_[slot];
        // Wrapping difference: the counter may pass its end in a long run.
        if (call.handle == handle && (!oldest || static_cast<std::int32_t>(call.order - oldest->order) < 0)) oldest = &call;
    }
    return oldest;
}

void RequestTable::remove(PendingCall* entry) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t hole = static_cast<std::size_t>(entry - slots_.data());
    slots_[hole].handle = 0;
    used_ -= 1;
    with_self_ -= entry->with_self;
    for (std::size_t slot = (hole + 1) & mask; slots_[slot].handle != 0; slot = (slot + 1) & mask) {
        const std::size_t wanted = home(slots_[slot].handle);
        if (((slot - wanted) & mask) < ((slot - hole) & mask)) continue;
        slots_[hole] = slots_[slot];
        slots_[slot].handle = 0;
        hole = slot;
    }
}

}  // namespace shunt
