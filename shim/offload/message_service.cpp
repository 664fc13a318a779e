#include "shim/offload/message_service.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "native/base/outcome.hpp"
#include "shim/host/log.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/offload.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

using remote_write::InboxTicket;
using remote_write::NodeFabric;

/// What a rank tells all others: its ticket, if it could make an inbox.
struct Offered {
    InboxTicket ticket;
    std::uint32_t made = 0;
    std::uint32_t node = 0;
};

/// The first rank that has failed, which says why; all others learn that it has.
struct Answers {
    int first_failed = -1;

    void add(int rank, bool well) {
        if (!well && first_failed < 0) first_failed = rank;
    }
};

void say(const Session& s, const Answers& answers, const Outcome& why) {
    if (answers.first_failed != s.world_rank) return;
    SHUNT_WARN("messages stay with the host on all ranks: %s", why.reason.c_str());
}

/// Whether all ranks did `well`.   Blocks: collective over the world.
bool all_did(const Session& s, const Outcome& mine) {
    const std::uint8_t well = mine.ok();
    std::vector<std::uint8_t> all(static_cast<std::size_t>(s.world_size));
    if (host.MPI_Allgather(&well, 1, MPI_BYTE, all.data(), 1, MPI_BYTE, s.world) != MPI_SUCCESS) return false;
    Answers answers;
    for (int rank = 0; rank < s.world_size; ++rank) answers.add(rank, all[static_cast<std::size_t>(rank)] != 0);
    say(s, answers, mine);
    return answers.first_failed < 0;
}

/// The tickets of this node's ranks, if all ranks have one.   Blocks: collective over the world.
bool exchange_tickets(const Session& s, const NodeFabric* made, const Outcome& how, std::vector<InboxTicket>& of_node) {
    Offered mine;
    if (made) mine.ticket = made->ticket();
    mine.made = made != nullptr;
    mine.node = static_cast<std::uint32_t>(s.agreement.node);
    std::vector<Offered> all(static_cast<std::size_t>(s.world_size));
    const int bytes = sizeof mine;
    if (host.MPI_Allgather(&mine, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, s.world) != MPI_SUCCESS) return false;
    Answers answers;
    for (int rank = 0; rank < s.world_size; ++rank) {
        const Offered& one = all[static_cast<std::size_t>(rank)];
        answers.add(rank, one.made != 0);
        if (one.node == mine.node) of_node.push_back(one.ticket);
    }
    say(s, answers, how);
    return answers.first_failed < 0;
}

bool open(Session& s) {
    Offload& offload = *s.offload;
    const auto processes = static_cast<std::uint32_t>(s.agreement.node_peers.size() + 1);
    remote_write::NodeFabricOptions options;
    if (s.agreement.own_node_crowded) options.spin_ns = 0;
    const Outcome made = NodeFabric::create(s.world_rank, processes, options, offload.message_fabric);
    if (!made.ok()) offload.message_fabric.reset();
    std::vector<InboxTicket> tickets;
    if (!exchange_tickets(s, offload.message_fabric.get(), made, tickets)) return false;
    const Outcome connected = offload.message_fabric->connect(tickets);
    if (!all_did(s, connected)) return false;
    offload.message_fabric->close_door();
    return true;
}

MessageFacts message_facts(const Session& s, const CommRecord& record) {
    MessageFacts facts;
    facts.service = s.offload->message_service;
    facts.ranks = record.size;
    facts.nodes = record.nodes;
    facts.all_ours = record.all_ours;
    facts.id_is_agreed = record.id_is_agreed;
    facts.communicator = {record.path, record.id_is_agreed ? record.id : 0};
    return facts;
}

void note_counters(const Session& s, const remote_write::Counters& counters) {
    if (!s.recorder) return;
    const record::Recorder::Locked locked(*s.recorder);
    const auto note = [&](const std::string& what, std::uint64_t value) {
        if (value) s.recorder->set_counter(("remote_write." + what).c_str(), value);
    };
    for (int i = 0; i < remote_write::kProtocols; ++i) {
        const std::string name = name_of(static_cast<remote_write::Protocol>(i));
        const auto place = static_cast<std::size_t>(i);
        note("received-" + name, counters.received[place].messages);
        note("bytes-" + name, counters.received[place].bytes);
        note("sent-" + name, counters.sent[place].messages);
    }
    note("requests", counters.requests_posted);
    note("requests-dropped", counters.requests_dropped);
    note("unexpected", counters.unexpected_messages);
    note("unexpected-sum", counters.unexpected_length_sum);
    note("unexpected-most", counters.unexpected_length_most);
}

}  // namespace

void open_message_fabric(Session& s) {
    if (!s.carrying || !may_carry_messages(s.rules)) return;
    if (!s.own_requests || !s.agreement.all_have_threads) {
        s.offload->message_service = MessageService::no_requests;
        return;
    }
    if (open(s)) {
        Offload& offload = *s.offload;
        offload.message_service = MessageService::ready;
        offload.messages = std::make_unique<Messages>(s, *offload.message_fabric, remote_write::MessengerOptions{});
        offload.background.drive_too(s, *offload.messages);
        s.messages = offload.messages.get();
        return;
    }
    s.offload->message_fabric.reset();
    s.offload->message_service = MessageService::no_memory;
}

void decide_on_messages(CommRecord& record) {
    const Session* s = session.load(std::memory_order_acquire);
    if (!s) return;
    const MessageDecision decision = decide_messages(s->rules, message_facts(*s, record));
    record.carries_messages = decision.is_carried;
    record.messages_reason = static_cast<std::uint8_t>(decision.because.reason);
    record.messages_asked = decision.because.engine;
    record.messages_rule = decision.because.rule;
}

void end_messages(Session& s, bool all_have_come) {
    if (!s.messages) return;
    note_counters(s, s.messages->counters());
    s.messages->end();
    if (all_have_come) s.offload->message_fabric->finish();
}

}  // namespace shunt
