// A root that is ahead of its receivers: it continues with copies, and sends no more than they have room for.
#include <cstdint>
#include <utility>

#include "native/engines/multicast/channel.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kEarlyBesideBytes = 64;  ///< kept by a receiver for each packet of an operation it has not begun
constexpr std::size_t kBesideBytes = 512;      ///< that a retained operation takes beside its bytes

}  // namespace

bool Channel::has_room_ahead(std::size_t bytes) const {
    return retained_bytes_ + bytes + (retained_operations_ + 1) * kBesideBytes <= settings_.ahead_bytes;
}

/// When a send that waits for receivers to catch up continues without them.
std::int64_t Channel::ahead_at() const {
    if (outgoing_.empty()) return kNever;
    const Waiting& last = outgoing_.back();  // a root waits for one send after the other
    if (!last.may_be_ahead || !last.operation->all_sent() || !has_room_ahead(last.operation->layout().total))
        return kNever;
    return confirmed_at_ + Timing::kAheadPatience;
}

/// While it is not all sent, a datagram of it may still be on its way to the driver.
void Channel::go_ahead(std::int64_t now) {
    if (now < ahead_at()) return;
    Waiting& own = outgoing_.back();
    count_retained(own.operation->layout().total);
    own.operation->keep_copy();
    own.may_be_ahead = false;
    own.is_ahead = true;
}

/// Data without room at receivers that are far behind (EarlyStore) are not sent to them yet: they would drop them, and
/// have them repaired operation by operation later. A receiver that has reached one asks, and gets it (take_nak()).
void Channel::withhold(Waiting& own) {
    own.is_withheld = own.is_quiet = true;
    own.operation->allow(0);
    withheld_ += 1;
}

void Channel::let_go(Waiting& own) {
    if (!std::exchange(own.is_withheld, false)) return;
    own.is_quiet = false;
    own.operation->allow(UINT32_MAX);
    withheld_ -= 1;
}

/// A quarter of the receivers' room is left to other roots. An operation longer than all of the room is sent alone.
void Channel::let_go_what_fits() {
    if (withheld_ == 0) return;
    std::size_t early = 0;
    for (Waiting& own : outgoing_) {
        const Layout& layout = own.operation->layout();
        early += layout.total + kEarlyBesideBytes * layout.packets();
        if (!own.is_withheld) continue;
        if (early > settings_.early_bytes / 4 * 3 && &own != &outgoing_.front()) return;
        let_go(own);
    }
}

}  // namespace shunt::multicast
