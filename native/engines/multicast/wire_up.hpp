#pragma once
#include <memory>

#include "native/engines/contract.hpp"

namespace shunt::multicast {

/// Wires up the members of a communicator: opens sockets, joins the group, and tries whether multicast arrives from
/// every node at every other (from 8 of them where there are more than 64). Blocks: collective; two exchanges and a
/// trial of 50 ms to 0.4 s (TrialClock), and up to three exchanges and two trials more where no multicast arrives.
/// Returns null, on all members alike, if any member lacks something; rank 0 has warned, naming the remedy. If all
/// members have seen a trial fail before, no rank warns again, and only communicators with fewer nodes are tried.
std::unique_ptr<Team> form_team(const TeamSetup& setup);

}  // namespace shunt::multicast
