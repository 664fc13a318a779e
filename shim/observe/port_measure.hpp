#pragma once
#include <optional>

#include "native/base/ports.hpp"
#include "shim/observe/gather_records.hpp"

namespace shunt {

/// Measures the ports of the world's hosts: the first rank of each host sends to that of the next one, all at once,
/// first a few bytes, then more and more until that takes some milliseconds.
/// Blocks: collective over the world, whose ranks are all there; on 16 hosts of 20 Mbit/s some 30 ms, of 1 Gbit/s some
/// 15. Returns the same on all ranks; none where there is one host alone, or where a wait was given up: then on some
/// ranks only.   Fails: std::bad_alloc.
std::optional<Ports> measure_ports(Session& s, Deadline& deadline);

/// Keeps in the record what `s.ports` are, for reports and plans. Every first rank of a host does.
void note_ports(Session& s);

}  // namespace shunt
