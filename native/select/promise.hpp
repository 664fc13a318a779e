#pragma once
#include <string>
#include <string_view>

namespace shunt {

struct Decision;

/// A time as clauses show it: "85000 us".   Fails: std::bad_alloc.
std::string show_us(double ns);

/// What the line of a plan that decided promises: "as planned: 120 us in place of 310 us"; empty: it promises nothing.
/// Fails: std::bad_alloc.
std::string clause_of_promise(const Decision& decision);

/// What such a clause says, or that of a measured line (trial_clause).   Units: ns.
struct Promise {
    double expected_ns = 0;      ///< 0: it is no such clause
    double host_ns = 0;          ///< 0: the clause does not have it
    bool is_taken_back = false;  ///< auto has measured it, and something else carries
};
Promise promise_in_clause(std::string_view clause);

}  // namespace shunt
