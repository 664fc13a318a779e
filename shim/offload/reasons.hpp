#pragma once
// What exactly decided about a call, kept in the record beside its rows.
#include <string>
#include <string_view>

#include "native/select/decision.hpp"

namespace shunt {

struct Session;

inline constexpr int kMostClauses = 128;

/// The reason to note in place of `reason`, which names `clause` in the record; `reason` itself where the clause is
/// empty, nothing is recorded, or the table has `most` clauses.
Reason with_clause(Session& s, Reason reason, const std::string& clause, int most = kMostClauses);

/// Why nothing is carried in this job although rules are given; none where engines may carry, or no rules are given.
/// Fails: std::bad_alloc.
Reason host_reason_of(Session& s);

/// Has the decision's reason name what decided (clause_of()), and the order of combining where that counts. Each trial
/// has one clause, which tells its last state.   Fails: std::bad_alloc.
void explain_in_record(Session& s, Decision& decision, std::string_view order = {});

/// Reason::small_sizes, with the sizes that were last found.   Fails: std::bad_alloc.
Reason small_sizes_by(Session& s, std::uint64_t busiest_bytes, std::string_view bound);

}  // namespace shunt
