#pragma once
#include "shim/observe/gather_records.hpp"

namespace shunt {

/// Measures the ports of the world's hosts: the first rank of each host sends to that of the next one, all at once,
/// first a few bytes, then more and more until that takes some milliseconds.
/// They are `s.ports` then, equal on all ranks; nothing where there is one host alone.
/// Blocks: collective over the world, whose ranks are all there; on 4 to 16 hosts 30 to 60 ms.   Fails: false, where a
/// wait was given up, perhaps on this rank alone: messages and collectives of the world are still under way then, so
/// there must be no other. std::bad_alloc.
[[nodiscard]] bool measure_ports(Session& s, Deadline& deadline);

/// Keeps in the record what `s.ports` are, for reports and plans. Every first rank of a host does.
void note_ports(Session& s);

}  // namespace shunt
