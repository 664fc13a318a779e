#pragma once
// What `auto` has chosen in a run: its measurements, what trying cost, and what the choices have gained.
#include <string>
#include <vector>

#include "native/select/trial_clause.hpp"
#include "tools/analysis/analysis.hpp"

namespace shunt::tools {

/// The choice for calls of one function and size.   Owner: the analysis.
struct AutoDecision {
    const EngineRow* row = nullptr;
    TrialInClause trial;
    double factor = 0;     ///< how many times faster than the host's default; 0: that was not compared
    double gained_ns = 0;  ///< sum over ranks; 0: none, or too little to be claimed
    std::string_view choice() const { return trial.times.front().name; }
};

/// By function and size.
std::vector<AutoDecision> auto_decisions(const Analysis& run);

/// "pipeline 200 us, the host 600 us": the choice first.
std::string candidates_text(const AutoDecision& decision);

/// What slower candidates have cost this rank, by all clauses of its record.
double trying_ns_of(const record::Image& image);

/// "trying cost 0.12 s a rank, 0.4 % of the run"; empty: nothing was tried.
std::string trying_text(const Analysis& run);

/// Gain of `auto` against the host, by its own measurements: "gained about 3.1 s per rank, of 14.2 s without auto:
/// Bcast 256 KiB by pipeline (3.3 x)", largest gain first. Then the calls that took about the time the ports need, so
/// that `auto` did not try the host, and what trying cost. Empty: `auto` has measured nothing.
std::string auto_text(const Analysis& run);

}  // namespace shunt::tools
