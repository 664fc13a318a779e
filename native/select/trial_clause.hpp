#pragma once
#include <string>
#include <string_view>

#include "native/select/decision.hpp"

namespace shunt {

/// What Decision::trial has found out, in one clause: "auto measured pipeline 3.1 x faster than the host (0.20 ms
/// against 0.62 ms)"; "auto remembers ..." where an earlier run has. Empty: nothing was compared.
std::string clause_of_trial(const Decision& decision);
/// Of a choice that a model said would take about as long as the ports need: what it said, and what was measured. The
/// host was not tried.
std::string clause_of_trusted(const Decision& decision);
/// While all is tried anew since what was remembered does not hold: what that was. Else empty.
std::string clause_of_dropped(const Decision& decision);
/// What such a clause says was faster than the host: an engine's name, or "the host's pipeline/8K".
struct Gain {
    std::string_view winner;  ///< empty: nothing was, or it is another clause.   Owner: the clause
    double factor = 0;
    bool is_remembered = false;  ///< an earlier run has measured it
};
Gain gain_in_clause(std::string_view clause);
/// The engine that such a clause says takes about what the ports need, so that the host was not tried
/// (clause_of_trusted()); empty: it is another clause.   Owner: the clause
std::string_view as_ports_in_clause(std::string_view clause);

}  // namespace shunt
