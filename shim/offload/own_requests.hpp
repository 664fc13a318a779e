#pragma once
#include <string>

namespace shunt {

struct OwnFacts;
struct Session;

/// Finds out what decides whether this rank can carry calls with requests: functions of its host, a thread, loops for
/// reductions. Fills `own`.   Returns the name of a function of the host's that may take requests and has no wrapper;
/// empty: there is none. `host_library`: of dlopen.
std::string look_at_requests(Session& s, void* host_library, OwnFacts& own);
/// After the agreement: requests of our own are in use on all ranks or on none, as engines carry a call on all members
/// or on none. `unknown`: of look_at_requests.
void decide_on_requests(Session& s, const std::string& unknown);

}  // namespace shunt
