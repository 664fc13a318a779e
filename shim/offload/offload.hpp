#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/engines/remote_write/fabric.hpp"
#include "native/net/hosts.hpp"
#include "native/select/decision.hpp"
#include "native/select/messages.hpp"
#include "shim/host/host_algorithms.hpp"
#include "shim/observe/merge.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/chores.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/nonblocking.hpp"
#include "shim/offload/run_knowledge.hpp"

namespace shunt {

/// What carrying calls adds to a session, of which it is a part (Session::offload).
struct Offload {
    /// Gives `s` this as its part.   Owner: `s` outlives it.
    explicit Offload(Session& s);
    Offload(const Offload&) = delete;
    Offload& operator=(const Offload&) = delete;

    NonblockingCalls background;
    Chores chores;
    HostAlgorithms algorithms;  ///< that may be chosen where all ranks' are alike (Agreement::same_host_algorithms)
    /// Of each operation, for `auto`; empty where they may not be chosen. Equal on all ranks.
    std::array<std::vector<HostCandidate>, kOperationCount> host_candidates;
    RunKnowledge knowledge;  ///< of `auto`
    net::Hosts hosts;        ///< where an engine may carry calls among nodes; equal on all ranks
    std::atomic<std::uint64_t> last_team_number{0};    ///< the greatest that this rank knows (see TeamProposal)
    std::atomic<std::uint64_t> open_teams{0};          ///< of this rank
    std::atomic<std::uint64_t> open_private_comms{0};  ///< private communicators of this rank
    std::atomic<std::uint64_t> groups_led{0};          ///< communicators of MPI_Comm_create_group it is rank 0 of
    std::atomic<bool> told_of_teams{false}, told_of_files{false};
    std::unique_ptr<remote_write::Fabric> message_fabric;  ///< by which messages go, where the service is ready
    std::unique_ptr<Messages> messages;                    ///< Session::messages
    MessageService message_service = MessageService::no_agreement;  ///< where a rule names remote write
    bool messages_reach_nodes = false;                              ///< also among nodes; equal on all ranks
    bool learns = false;                                            ///< a rule says `auto`; equal on all ranks
    Reason host_reason = Reason::none;  ///< why nothing is carried (!Session::carrying) although rules are given
};

/// Before MPI_Finalize: ends what goes on in the background, and all teams. Nobody is waited for where others have
/// gone. For late ranks everything stays until the process ends: they may still read what this rank gave, and a
/// connection that closed would be a lost peer to them.   Blocks: see NonblockingCalls::release and Chores::release.
void end_offload(Session& s, OtherRanks others);

}  // namespace shunt
