#pragma once
// What exactly decided about a call, recorded beside its rows.
#include <string>
#include <string_view>

#include "native/select/decision.hpp"

namespace shunt {

struct Session;

inline constexpr int kMostClauses = 128;

/// The reason to record in place of `reason`, which names `clause` in the record. Returns `reason` itself if the clause
/// is empty, if nothing is recorded, or if the table has `most` clauses.
Reason with_clause(Session& s, Reason reason, const std::string& clause, int most = kMostClauses);

/// Why nothing is carried in this job although there are rules; none if engines may carry, or if there are no rules.
/// Fails: std::bad_alloc.
Reason host_reason_of(Session& s);

/// Makes the decision's reason name what decided (clause_of()), and the order of combining if it matters. Each trial
/// has one clause, which shows its last state.   Fails: std::bad_alloc.
void explain_in_record(Session& s, Decision& decision, std::string_view order = {});

/// Reason::small_sizes, with the sizes found last.   Fails: std::bad_alloc.
Reason small_sizes_by(Session& s, std::uint64_t busiest_bytes, std::string_view bound);

}  // namespace shunt
