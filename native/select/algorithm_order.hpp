#pragma once
#include "native/engines/contract.hpp"
#include "native/select/decision.hpp"

namespace shunt {

/// What a call takes by an algorithm of a host's, roughly: good enough to say which to look at first, as looks are
/// rare, and not to choose by. On a usual network or within a node, whichever the communicator lies on. Equal on all
/// members.   Units: ns.   Source: Thakur, Rabenseifner, Gropp 2005 (costs of collectives in latencies, bytes and
/// steps); Open MPI's names in coll/tuned, MPICH's in its MPIR_CVAR_..._ALGORITHM.
double rough_ns(const HostChoice& choice, const Facts& call);

/// Whether what an algorithm takes is known at all: not those that choose again by themselves ("smp", "nb").
bool is_known_algorithm(const HostChoice& choice);

}  // namespace shunt
