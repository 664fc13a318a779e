#pragma once
// Broadcasts whose length decides, by rules or by what `auto` has measured, between an engine and the host.
#include <cstdint>

#include "native/engines/bcast_choices.hpp"
#include "shim/objects/communicator.hpp"

namespace shunt {

/// This member would leave the broadcast with that ordinal to the host. Tells the others so, and returns whether the
/// host carries it on all members. False: the root, whose length decides, lets the engine carry it. The communicator
/// has `bcast_choices`, and `root` is one of its ranks. May be called again for the same broadcast.
inline bool is_hosts_broadcast(const CommRecord& record, int root, std::uint32_t ordinal) {
    BcastChoices& choices = *record.bcast_choices;
    if (root != record.rank) return choices.member_leaves(root, ordinal);
    choices.root_leaves(ordinal);
    return true;
}

}  // namespace shunt
