#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/base/clock.hpp"
#include "native/engines/remote_write/fabric.hpp"
#include "native/engines/remote_write/host_mail.hpp"
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

/// The part of a session that carrying calls needs (Session::offload).
struct Offload {
    /// Makes this object that part of `s`.   Owner: `s` outlives it.
    explicit Offload(Session& s);
    Offload(const Offload&) = delete;
    Offload& operator=(const Offload&) = delete;

    NonblockingCalls background;
    Chores chores;
    HostAlgorithms algorithms;  ///< may be chosen if all ranks' are alike (Agreement::same_host_algorithms)
    /// By operation, for `auto`; empty if they may not be chosen. Equal on all ranks.
    std::array<std::vector<HostCandidate>, kOperationCount> host_candidates;
    RunKnowledge knowledge;  ///< of `auto`
    net::Hosts hosts;        ///< filled in if an engine may carry calls among nodes; equal on all ranks
    std::atomic<std::uint64_t> teams_proposed{0};      ///< by this rank (see TeamProposal)
    std::atomic<std::uint64_t> open_teams{0};          ///< of this rank
    std::atomic<std::uint64_t> open_private_comms{0};  ///< private communicators of this rank
    std::atomic<std::uint64_t> groups_led{0};          ///< communicators of MPI_Comm_create_group in which it is rank 0
    std::atomic<bool> told_of_teams{false}, told_of_files{false};
    std::unique_ptr<remote_write::HostLine> line;                   ///< of `mail`
    std::unique_ptr<remote_write::HostMail> mail;                   ///< if messages reach other nodes
    std::unique_ptr<remote_write::Fabric> message_fabric;           ///< sends messages, if the service is ready
    std::unique_ptr<Messages> messages;                             ///< Session::messages
    MessageService message_service = MessageService::no_agreement;  ///< if a rule names remote write
    bool messages_reach_nodes = false;                              ///< also among nodes; equal on all ranks
    bool learns = false;                                            ///< a rule says `auto`; equal on all ranks
    const std::int64_t begin_ns = monotonic_ns();                   ///< when MPI_Init made this
    std::atomic<std::uint64_t> trying_ns{0};                        ///< Budget::Figures::spent_ns
    Reason host_reason = Reason::none;  ///< why nothing is carried (!Session::carrying) although there are rules
};

/// Before MPI_Finalize: ends the background work and all teams. It waits for no rank if others are gone. If ranks are
/// late, all stays until the process ends: they may still read this rank's memory, and they would take a closed
/// connection for a lost peer.   Blocks: see NonblockingCalls::release and Chores::release.
void end_offload(Session& s, OtherRanks others);

}  // namespace shunt
