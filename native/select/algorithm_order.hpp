#pragma once
#include "native/base/ports.hpp"
#include "native/engines/contract.hpp"
#include "native/select/decision.hpp"

namespace shunt {

/// What a call takes by an algorithm of a host's, roughly: good enough to say which to look at first, as looks are
/// rare, and not to choose by. Among nodes: through `ports`, or a usual network's where that is null; ranks lie on them
/// one node after the other, as many on each. Equal on all members.   Units: ns.   Source: Thakur, Rabenseifner, Gropp
/// 2005 (costs of collectives in latencies, bytes and steps); Open MPI's names in coll/tuned, MPICH's in its
/// MPIR_CVAR_..._ALGORITHM.
double rough_ns(const HostChoice& choice, const Facts& call, const Ports* ports = nullptr);

/// The same by an engine's way among nodes; 0: not known.
double rough_ns(const Engine& engine, const Facts& call, const Ports& ports);

/// What such a call among nodes takes at the least, as its data have to pass the ports; 0: not known.
double least_ns(const Facts& call, const Ports& ports);

/// Whether what an algorithm takes is known at all: not those that choose again by themselves ("smp", "nb").
bool is_known_algorithm(const HostChoice& choice);

}  // namespace shunt
