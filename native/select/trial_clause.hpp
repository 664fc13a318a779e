#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "native/select/decision.hpp"

namespace shunt {

/// The result of Decision::trial, in one clause: "auto measured pipeline 3.1 x faster than the host (0.20 ms against
/// 0.62 ms)"; "auto remembers ..." if an earlier run measured it. Empty: no candidates were compared.
std::string clause_of_trial(const Decision& decision);
/// For a choice whose modelled time is about what the ports need: the modelled time and the measured one. The host was
/// not tried.
std::string clause_of_trusted(const Decision& decision);
/// For a choice that follows the knowledge file alone (Decision::expected): both times. Empty if one is not known.
std::string clause_of_remembered(const Decision& decision);
/// The remembered result that did not hold, while all candidates are tried anew. Otherwise empty.
std::string clause_of_dropped(const Decision& decision);
/// The candidate that such a clause reports as faster than the host: an engine's name, or "the host's pipeline/8K".
struct Gain {
    std::string_view winner;  ///< empty: none was faster, or it is another clause.   Owner: the clause
    double factor = 0;
    bool is_remembered = false;  ///< an earlier run has measured it
};
Gain gain_in_clause(std::string_view clause);
/// All figures of such a clause, of clause_of_trusted() and of a choice that follows a knowledge file.   Owner of the
/// names: the clause.
struct TrialInClause {
    struct Time {
        std::string_view name;  ///< as Gain::winner; "the host": its default algorithm
        double ns = 0;          ///< of a call, the median
    };
    std::vector<Time> times;      ///< the choice first; empty: it is another clause
    std::string_view source;      ///< "measured", "remembered", "planned" or "expected"
    std::uint32_t chosen_at = 0;  ///< ordinal of the call; 0: not said
    double trying_ns = 0;         ///< what the slower candidates have cost a rank

    const Time* find(std::string_view name) const;
};
TrialInClause trial_in_clause(std::string_view clause);
/// The engine that such a clause reports to take about as long as the ports need, so that the host was not tried
/// (clause_of_trusted()); empty: it is another clause.   Owner: the clause
std::string_view as_ports_in_clause(std::string_view clause);

}  // namespace shunt
