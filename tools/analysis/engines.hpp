#pragma once
// Engines in a run: what they carried, what they counted, and what their fault counters tell.
#include <string>
#include <string_view>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// The engine that counter `name` ("multicast.repairs") belongs to; empty for a counter of the shim ("node.cores").
std::string_view engine_of_counter(const record::Image& image, std::string_view name);

/// Who carried a function's calls, the host left out: "95.0 % by multicast"; empty when the host carried all.
std::string carried_text(const FunctionRow& row);

/// One line for each engine that carried something: "multicast: MPI_Bcast 95.0 %, MPI_Barrier 100 %", by engine.
std::vector<std::string> carried_lines(const Analysis& run);

/// What `auto` won against the host, as it measured: "won about 3.1 s a rank, of what would have been 14.2 s: Bcast 256
/// KiB by pipeline (3.3 x)", the dearest first; and what it had carried in about the time that the ports need, so that
/// it did not try the host. Empty: nothing that it measured was carried.
std::string auto_text(const Analysis& run);

/// Why the last of the row's calls was carried by its engine, with the number of that rule (0: none is told); empty
/// where nothing was decided.
std::string reason_text(const record::Image& image, const record::Cell& cell, std::uint16_t rule);

/// Where rules were given and the host carried all the same: "nothing, the host had all: REASON"; the reason of most of
/// that time. Else empty.
std::string nothing_carried_text(const Analysis& run);

/// A counter of an engine in words: "repairs 12 (9 on rank 3)"; the rank is named when it stands out.
std::string counter_text(const CounterRow& row, std::size_t ranks);

/// One line for each engine that counted something: "multicast: datagrams 4500, repairs 12 (9 on rank 3)"; zeros are
/// left out.
std::vector<std::string> counter_lines(const Analysis& run);

/// Faults that engines met, whatever they cost, gravest first.
void find_engine_faults(const Analysis& run, std::vector<Finding>& out);

}  // namespace shunt::tools
