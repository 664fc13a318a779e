#pragma once
// Engines in a run: the calls they carried, their counters, and the faults their counters show.
#include <string>
#include <string_view>
#include <vector>

#include "shim/observe/record/image.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// The engine that counter `name` ("multicast.repairs") belongs to; empty for a counter of the shim ("node.cores").
std::string_view engine_of_counter(const record::Image& image, std::string_view name);

/// The engines that carried a function's calls, without the host: "95.0 % by multicast"; empty when the host carried
/// all.
std::string carried_text(const FunctionRow& row);

/// One line for each engine that carried something: "multicast: MPI_Bcast 95.0 %, MPI_Barrier 100 %", by engine.
std::vector<std::string> carried_lines(const Analysis& run);

/// Why the last of the row's calls was carried by its engine, with the number `rule` of the rule (0: no number is
/// shown). Empty where nothing was decided.
std::string reason_text(const record::Image& image, const record::Cell& cell, std::uint16_t rule);

/// "nothing, the host carried every call: REASON" where rules were given but the host carried every call; REASON is the
/// one that covers most of the time. Otherwise empty.
std::string nothing_carried_text(const Analysis& run);

/// A counter of an engine in words: "repairs 12 (9 on rank 3)"; the rank is named if its value stands out.
std::string counter_text(const CounterRow& row, std::size_t ranks);

/// One line for each engine that counted something: "multicast: datagrams 4500, repairs 12 (9 on rank 3)"; zeros are
/// left out.
std::vector<std::string> counter_lines(const Analysis& run);

/// Adds the faults that engines met, whatever their cost, most serious first.
void find_engine_faults(const Analysis& run, std::vector<Finding>& out);

}  // namespace shunt::tools
