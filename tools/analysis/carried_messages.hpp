#pragma once
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// Fills Analysis::carried_messages.
void add_carried_messages(const RunView& run, Analysis& out);

/// Sum over all functions and lengths in one direction; `all` is 0 where there are no messages.
CarriedMessages all_carried(const Analysis& run, bool received);

/// Name for the reader: "written", "eager-rendezvous"; "shared memory", "cross-memory attach".
const char* name_of(record::MessageProtocol protocol);
const char* name_of(record::MessageWay way);

}  // namespace shunt::tools
