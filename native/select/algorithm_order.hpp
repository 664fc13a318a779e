#pragma once
#include "native/base/ports.hpp"
#include "native/engines/contract.hpp"
#include "native/select/decision.hpp"

namespace shunt {

/// Rough time of a call by one of the host's algorithms. Good enough to decide which algorithm to look at first, as
/// looks are rare; not good enough to choose by. Among nodes the call passes `ports`, or a usual network's if that is
/// null. Ranks are placed node after node, equally many on each. Equal on all members.   Units: ns.   Source: Thakur,
/// Rabenseifner, Gropp 2005 (costs of collectives in latencies, bytes and steps); Open MPI's names in coll/tuned,
/// MPICH's in its MPIR_CVAR_..._ALGORITHM.
double rough_ns(const HostChoice& choice, const Facts& call, const Ports* ports = nullptr);

/// The same for an engine among nodes; 0: not known.
double rough_ns(const Engine& engine, const Facts& call, const Ports& ports);

/// Lower bound on the time of such a call among nodes, as its data have to pass the ports; 0: not known.
double least_ns(const Facts& call, const Ports& ports);

/// Whether there is a cost model for the algorithm. There is none for algorithms that choose again by themselves
/// ("smp", "nb").
bool is_known_algorithm(const HostChoice& choice);

}  // namespace shunt
