#pragma once
// Broadcasts of which rules, or what `auto` has measured, give some lengths to an engine and others to the host.
#include <cstdint>

#include "native/engines/bcast_choices.hpp"
#include "shim/objects/communicator.hpp"

namespace shunt {

/// This member would leave the broadcast with that ordinal to the host. Tells the others so, and returns whether the
/// host carries it on all members; false: the root, whose length decides, has the engine carry it. The communicator has
/// `bcast_choices`, and `root` is one of its ranks. May be asked again of the same broadcast.
inline bool is_hosts_broadcast(const CommRecord& record, int root, std::uint32_t ordinal) {
    BcastChoices& choices = *record.bcast_choices;
    if (root != record.rank) return choices.member_leaves(root, ordinal);
    choices.root_leaves(ordinal);
    return true;
}

}  // namespace shunt
