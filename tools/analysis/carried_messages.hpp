#pragma once
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Fills Analysis::carried_messages.
void add_carried_messages(const RunView& run, Analysis& out);

/// Those of all functions and lengths in one direction; `all` is 0 where there are none.
CarriedMessages all_carried(const Analysis& run, bool received);

/// In words: "written", "eager-rendezvous"; "shared memory", "cross-memory attach".
const char* name_of(record::MessageProtocol protocol);
const char* name_of(record::MessageWay way);

}  // namespace shunt::tools
