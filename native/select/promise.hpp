#pragma once
#include <string>
#include <string_view>

namespace shunt {

struct Decision;

/// A time as clauses show it: "85000 us".   Fails: std::bad_alloc.
std::string show_us(double ns);

/// The promise of the plan's line that decided: "as planned: 120 us in place of 310 us"; empty: the line promises
/// nothing. Fails: std::bad_alloc.
std::string clause_of_promise(const Decision& decision);

/// The figures in such a clause, or in that of a measured line (trial_clause).   Units: ns.
struct Promise {
    double expected_ns = 0;      ///< 0: it is another clause
    double host_ns = 0;          ///< 0: the clause does not contain it
    bool is_taken_back = false;  ///< auto has measured the calls, and another candidate carries them
};
Promise promise_in_clause(std::string_view clause);

}  // namespace shunt
