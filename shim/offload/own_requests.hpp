#pragma once
#include <string>

namespace shunt {

struct OwnFacts;
struct Session;

/// Finds out whether this rank can carry calls with requests, from its host's functions, a thread, and loops for
/// reductions. Fills `own`.   Returns: the name of a host function that may accept requests and has no wrapper; empty:
/// there is none. `host_library`: from dlopen.
std::string look_at_requests(Session& s, void* host_library, OwnFacts& own);
/// After the agreement: Shunt's own requests are used on all ranks or on none, as engines carry a call on all members
/// or on none. `unknown`: the result of look_at_requests.
void decide_on_requests(Session& s, const std::string& unknown);

}  // namespace shunt
