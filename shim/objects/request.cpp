#include "shim/objects/request.hpp"

#include <algorithm>
#include <new>

namespace shunt {

bool RequestTable::grow() try {
    std::vector<PendingCall> old(std::max<std::size_t>(256, 2 * capacity_));
    old.swap(store_);
    slots_ = store_.data();
    capacity_ = store_.size();
    for (const PendingCall& call : old) {
        if (call.handle == 0) continue;
        std::size_t slot = home(call.handle);
        while (slots_[slot].handle != 0) slot = next(slot);
        slots_[slot] = call;
    }
    return true;
} catch (const std::bad_alloc&) { return false; }

bool RequestTable::learn_shared_slowly(MPI_Request request, PendingCall::Kind kind) {
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

PendingCall* RequestTable::find_slowly(std::uint64_t handle) {
    PendingCall* oldest = nullptr;
    for (std::size_t slot = home(handle); slots_[slot].handle != 0; slot = next(slot)) {
        PendingCall& call = slots_[slot];
        // Wrapping difference: the counter may overflow in a long run.
        if (call.handle == handle && (!oldest || static_cast<std::int32_t>(call.order - oldest->order) < 0))
            oldest = &call;
    }
    return oldest;
}

/// Entries that had been displaced by the one at `hole` move up.
void RequestTable::close_up(std::size_t hole) {
    const std::size_t mask = capacity_ - 1;
    for (std::size_t slot = next(hole); slots_[slot].handle != 0; slot = next(slot)) {
        const std::size_t wanted = home(slots_[slot].handle);
        if (((slot - wanted) & mask) < ((slot - hole) & mask)) continue;
        slots_[hole] = slots_[slot];
        slots_[slot].handle = 0;
        hole = slot;
    }
}

}  // namespace shunt
