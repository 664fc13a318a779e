#pragma once
#include <cstdint>

#include "config/rules.hpp"
#include "native/select/reason.hpp"

namespace shunt {

/// Whether Shunt may carry messages in this job at all. Equal on all ranks.
enum class MessageService : std::uint8_t {
    ready,
    no_agreement,  ///< the ranks do not run alike
    no_requests,   ///< requests of our own are off
    no_memory      ///< some rank could not share memory with the others of its node
};

/// Facts about a communicator when it is made. Every field is equal on all members.
struct MessageFacts {
    MessageService service = MessageService::ready;
    bool reaches_nodes = false;  ///< the service carries messages among nodes too
    int ranks = 1;
    int nodes = 1;
    bool all_ours = false;      ///< an intracommunicator whose members all run with Shunt in one world
    bool id_is_agreed = false;  ///< its number is equal on all members, and no other communicator of theirs has it
    config::CommunicatorName communicator;
};

/// Who carries all messages of a communicator.
struct MessageDecision {
    bool is_carried = false;  ///< by remote write; else by the host
    Because because;          ///< `engine`: remote_write_index(); reason `none`: no rule names messages
};

/// The index of remote write in profiles, where the host is 0: after all engines of the registry.
std::uint8_t remote_write_index();

/// Decides who carries the messages of a communicator. The only such function.   Pure: the same facts give the same
/// decision on every member.
MessageDecision decide_messages(const config::RuleSet& rules, const MessageFacts& facts);

/// Whether some rule lets Shunt carry messages.
bool may_carry_messages(const config::RuleSet& rules);

}  // namespace shunt
