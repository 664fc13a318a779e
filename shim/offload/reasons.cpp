#include "shim/offload/reasons.hpp"

#include "native/select/trial.hpp"
#include "shim/observe/session.hpp"

namespace shunt {
namespace {

/// Sizes may differ each time: after so many clauses they are no longer recorded.
constexpr int kMostWithSizes = 64;

}  // namespace

Reason with_clause(Session& s, Reason reason, const std::string& clause, int most) {
    if (clause.empty() || !s.recorder) return reason;
    const record::Recorder::Locked locked(*s.recorder);
    const std::uint8_t place = s.recorder->add_clause(clause, most);
    return place == 0 ? reason : static_cast<Reason>(place);
}

Reason host_reason_of(Session& s) {
    if (s.carrying || s.rules.rules.empty()) return Reason::none;
    std::string clause;
    if (!s.has_world) clause = "there is no MPI_COMM_WORLD";
    else if (s.everyone && !s.agreement.same_settings)
        clause = "rank " + std::to_string(s.agreement.first_different_rank) + " has other settings than rank 0";
    else if (s.everyone) clause = "the hosts could not exchange their addresses";
    else clause = s.no_agreement;
    return with_clause(s, Reason::no_agreement, clause);
}

void explain_in_record(Session& s, Decision& decision, std::string_view order) {
    if (!s.recorder) return;
    const std::string clause = clause_with_order(decision, clause_of(decision), order);
    if (!decision.trial || clause.empty()) {
        decision.because.reason = with_clause(s, decision.because.reason, clause);
        return;
    }
    const record::Recorder::Locked locked(*s.recorder);
    const std::uint8_t place = s.recorder->rewrite_clause(decision.trial->told_as(), clause, kMostClauses);
    decision.trial->tell_as(place);
    if (place != 0) decision.because.reason = static_cast<Reason>(place);
}

Reason small_sizes_by(Session& s, std::uint64_t busiest_bytes, std::string_view bound) {
    return with_clause(s, Reason::small_sizes, clause_of_sizes(busiest_bytes, bound), kMostWithSizes);
}

}  // namespace shunt
