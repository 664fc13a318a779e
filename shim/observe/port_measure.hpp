#pragma once
#include "shim/observe/gather_records.hpp"

namespace shunt {

/// Measures the ports of the world's hosts: the first rank of each host sends to that of the next host, all at once,
/// first a few bytes, then more until a pass takes some milliseconds.
/// The result is in `s.ports`, equal on all ranks; with only one host `s.ports` stays empty.
/// Blocks: collective over the world, whose ranks must all be present; on 4 to 16 hosts 30 to 60 ms.   Fails: false if
/// a wait was given up, perhaps on this rank alone: messages and collectives of the world are still under way then, so
/// no others may follow. std::bad_alloc.
[[nodiscard]] bool measure_ports(Session& s, Deadline& deadline);

/// Stores `s.ports` in the record, for reports and plans. The first rank of each host does so.
void note_ports(Session& s);

}  // namespace shunt
