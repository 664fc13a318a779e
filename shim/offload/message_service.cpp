#include "shim/offload/message_service.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/environment.hpp"
#include "native/base/outcome.hpp"
#include "native/engines/registry.hpp"
#include "native/engines/remote_write/rdma_opening.hpp"
#include "native/engines/remote_write/routed_fabric.hpp"
#include "native/engines/remote_write/tcp_fabric.hpp"
#include "shim/host/log.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/messages/apart.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/messages/world_line.hpp"
#include "shim/offload/offload.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

using remote_write::Fabric;
using remote_write::FarFabric;
using remote_write::InboxTicket;
using remote_write::NodeFabric;
using remote_write::RoutedFabric;
using remote_write::TcpFabric;

/// Pairs that a test keeps apart; equal on all ranks.
const Apart& apart() {
    static const Apart pairs(config::environment_value("SHUNT_TEST_APART"));
    return pairs;
}

/// The ways of this rank while they are being made.
struct Ways {
    std::unique_ptr<NodeFabric> near;
    std::unique_ptr<TcpFabric> far;  ///< if there are several nodes
    Outcome near_outcome, far_outcome;
};

/// A rank's message to all others: its ticket, if it could make an inbox, and where others connect to it.
struct Offered {
    InboxTicket ticket;
    SipKey key;  ///< that of rank 0 is used
    net::Endpoint door;
    std::uint32_t made = 0, is_open = 0;
    std::uint32_t node = 0;
};

/// The first rank that has failed, which logs the reason; all others learn that it has failed.
struct Answers {
    int first_failed = -1;

    void add(int rank, bool well) {
        if (!well && first_failed < 0) first_failed = rank;
    }
    bool all_well() const { return first_failed < 0; }
};

void say(const Session& s, const Answers& answers, const char* which, const Outcome& why) {
    if (answers.first_failed != s.world_rank) return;
    SHUNT_WARN("%s stay with the host on all ranks: %s", which, why.reason.c_str());
}

/// Whether all ranks have connected within their nodes. Keeps the far way only if all could connect there too.
/// Blocks: collective over the world.
bool all_have_connected(const Session& s, Ways& ways) {
    const std::array<std::uint8_t, 2> mine{ways.near_outcome.ok(), ways.far_outcome.ok()};
    std::vector<std::array<std::uint8_t, 2>> all(static_cast<std::size_t>(s.world_size));
    if (host.MPI_Allgather(mine.data(), 2, MPI_BYTE, all.data(), 2, MPI_BYTE, s.world) != MPI_SUCCESS) return false;
    Answers near, far;
    for (int rank = 0; rank < s.world_size; ++rank) {
        near.add(rank, all[static_cast<std::size_t>(rank)][0] != 0);
        far.add(rank, all[static_cast<std::size_t>(rank)][1] != 0);
    }
    say(s, near, "messages", ways.near_outcome);
    if (near.all_well()) say(s, far, "messages among nodes", ways.far_outcome);
    if (!far.all_well()) ways.far.reset();
    return near.all_well();
}

/// Connects the lowest ranks of each node and the next: so a network that separates them is detected before any program
/// relies on it.   Blocks: until they have connected, or for seconds.
Outcome meet_next_nodes(const Session& s, TcpFabric& far) {
    constexpr std::int64_t kMostNs = 10'000'000'000;
    if (apart().any()) return {};
    const int count = s.agreement.node_count, node = s.agreement.node;
    std::vector<int> leaders;
    for (int rank = 0; rank < s.world_size; ++rank)
        if (s.agreement.node_of[static_cast<std::size_t>(rank)] == static_cast<int>(leaders.size()))
            leaders.push_back(rank);
    if (leaders[static_cast<std::size_t>(node)] != s.world_rank) return {};
    const auto leader = [&](int of) { return leaders[static_cast<std::size_t>((of + count) % count)]; };
    return far.meet(std::array{leader(node - 1), leader(node + 1)}, kMostNs);
}

std::string name_of(const Session& s, int rank) {
    if (s.agreement.node_count == 1) return joined({"rank ", std::to_string(rank)});
    const int node = s.agreement.node_of[static_cast<std::size_t>(rank)];
    return joined({"rank ", std::to_string(rank), " on host ", s.offload->hosts.name(node)});
}

/// The pipeline's interface, which also reaches each rank of other nodes.
std::string_view interface_of(const Session& s) {
    for (const Engine* engine : engines())
        if (engine->name() == std::string_view("pipeline")) return engine->network(s.options.engines).value_or("");
    return {};
}

void warn_of_messages(std::string_view text) {
    SHUNT_WARN("remote_write: %.*s", static_cast<int>(text.size()), text.data());
}

/// Whether there are ranks that this node's memory does not connect.
bool reaches_far(const Session& s) { return s.agreement.node_count > 1 || apart().any(); }

/// Opens the listener of this rank.   Fails: declined, with the remedy.
Outcome open_door(const Session& s, Ways& ways) {
    std::vector<int> nodes(static_cast<std::size_t>(s.agreement.node_count));
    std::iota(nodes.begin(), nodes.end(), 0);
    const auto own = static_cast<std::size_t>(s.agreement.node);
    net::Choice choice;
    if (nodes.size() > 1) choice = s.offload->hosts.choose(nodes, own, interface_of(s));
    else choice.addresses = {net::Ipv4{0x7f000001}};
    if (!choice.outcome.ok()) return choice.outcome;
    remote_write::TcpFabricOptions options;
    options.patience_ns = s.options.network.patience_ns;
    options.name_of = [&s](int rank) { return name_of(s, rank); };
    options.warn = warn_of_messages;
    return TcpFabric::open(s.world_rank, choice.addresses[own], std::move(options), ways.far);
}

void make_ways(const Session& s, Ways& ways) {
    const auto processes = static_cast<std::uint32_t>(s.agreement.node_peers.size() + 1);
    remote_write::NodeFabricOptions options;
    if (s.agreement.own_node_crowded) options.spin_ns = 0;
    const auto most = static_cast<std::uint32_t>(s.options.p2p.channels);
    if (most < processes - 1) options.rings_most = most;  // else there are enough for all
    ways.near_outcome = NodeFabric::create(s.world_rank, processes, options, ways.near);
    if (reaches_far(s)) ways.far_outcome = open_door(s, ways);
}

/// Sends all ranks the contacts of this one. Keeps the far way only if all ranks have it.
/// Returns: whether all have an inbox; then `of_node` has the tickets of this node's ranks.
/// Blocks: collective over the world.
bool exchange_contacts(const Session& s, Ways& ways, std::vector<InboxTicket>& of_node) {
    Offered mine;
    if (ways.near) mine.ticket = ways.near->ticket();
    if (ways.far) mine.door = ways.far->door();
    if (s.world_rank == 0) mine.key = random_sip_key();
    if (s.world_rank == 0 && mine.key.is_none() && ways.far_outcome.ok())
        ways.far_outcome = {Status::declined, "the kernel of rank 0 returns no random numbers (getrandom)"};
    mine.made = ways.near != nullptr;
    mine.is_open = ways.far_outcome.ok();
    mine.node = static_cast<std::uint32_t>(s.agreement.node);
    std::vector<Offered> all(static_cast<std::size_t>(s.world_size));
    const int bytes = sizeof mine;
    if (host.MPI_Allgather(&mine, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, s.world) != MPI_SUCCESS) return false;
    Answers near, far;
    std::vector<net::Endpoint> doors;
    for (int rank = 0; rank < s.world_size; ++rank) {
        const Offered& one = all[static_cast<std::size_t>(rank)];
        near.add(rank, one.made != 0);
        far.add(rank, one.is_open != 0);
        doors.push_back(one.door);
        if (apart().refuses(s.world_rank, rank)) doors.back().port = 1;  // where nobody listens
        if (one.node == mine.node && !apart().separates(s.world_rank, rank)) of_node.push_back(one.ticket);
    }
    say(s, near, "messages", ways.near_outcome);
    if (near.all_well()) say(s, far, "messages among nodes", ways.far_outcome);
    if (!far.all_well()) ways.far.reset(), ways.far_outcome = {};
    if (ways.far) ways.far->connect(std::move(doors), all.front().key);
    return near.all_well();
}

/// The way to other nodes: RDMA if all ranks can use it, else TCP.   Blocks: collective over the world.
std::unique_ptr<FarFabric> rdma_else(const Session& s, std::unique_ptr<TcpFabric> tcp) {
    if (s.options.p2p.way == FabricWay::tcp || s.agreement.node_count == 1) return tcp;
    remote_write::RdmaSetup setup;
    setup.process = s.world_rank;
    setup.node_of = s.agreement.node_of;
    setup.hosts = &s.offload->hosts;
    setup.options = &s.options.engines;
    setup.interface = interface_of(s);
    setup.patience_ns = s.options.network.patience_ns;
    setup.slots_most = static_cast<std::uint32_t>(s.options.p2p.channels);
    setup.name_of = [&s](int rank) { return name_of(s, rank); };
    setup.warn = warn_of_messages;
    setup.all_gather = all_gather_of_world(s);
    std::unique_ptr<FarFabric> made;
    const Outcome opened = open_rdma(setup, tcp, made);
    if (opened.ok()) return made;
    if (s.options.p2p.way == FabricWay::verbs && s.world_rank == 0)
        SHUNT_WARN("remote_write: messages between nodes are sent by TCP: %s", opened.reason.c_str());
    return tcp;
}

/// Returns: the ways to all ranks, or to those of this node; null if messages stay with the host, on all ranks alike.
/// `routed`: the same object, if it reaches other nodes.   Blocks: collective over the world.
std::unique_ptr<Fabric> open(Session& s, RoutedFabric*& routed) {
    Ways ways;
    make_ways(s, ways);
    std::vector<InboxTicket> tickets;
    if (!exchange_contacts(s, ways, tickets)) return nullptr;
    ways.near_outcome = ways.near->connect(tickets);
    if (ways.far) ways.far_outcome = meet_next_nodes(s, *ways.far);
    if (!all_have_connected(s, ways)) return nullptr;
    ways.near->close_door();
    if (!ways.far) return std::move(ways.near);
    if (tickets.size() == 1) ways.near.reset();
    if (s.options.p2p.unreachable == config::UnreachableRanks::host) {
        s.offload->line = std::make_unique<WorldLine>(s.world);
        s.offload->mail =
            std::make_unique<remote_write::HostMail>(*s.offload->line, WorldLine::numbers(s.tag_upper_bound));
        ways.far->use(*s.offload->mail);
    }
    auto both = std::make_unique<RoutedFabric>(std::move(ways.near), rdma_else(s, std::move(ways.far)));
    routed = both.get();
    return both;
}

MessageFacts message_facts(const Session& s, const CommRecord& record) {
    MessageFacts facts;
    facts.service = s.offload->message_service;
    facts.reaches_nodes = s.offload->messages_reach_nodes;
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
    const Fabric* const fabric = s.offload->message_fabric.get();
    const auto* const routed = dynamic_cast<const RoutedFabric*>(fabric);
    const auto* const near = routed ? routed->near() : dynamic_cast<const NodeFabric*>(fabric);
    if (near) note("rings-left", near->rings_left());
    if (!routed || !routed->far()) return;
    note("connections", routed->far()->counters().connections);
    note("strangers", routed->far()->counters().strangers);
    note("by-host", routed->far()->counters().by_host);
    note("by-rdma", routed->far()->counters().by_rdma);
    note("rdma-handovers", routed->far()->counters().handovers);
    note("registrations", routed->far()->counters().registrations);
}

}  // namespace

void open_message_fabric(Session& s) {
    if (!s.carrying || !may_carry_messages(s.rules)) return;
    if (!s.own_requests || !s.agreement.all_have_threads) {
        s.offload->message_service = MessageService::no_requests;
        return;
    }
    Offload& offload = *s.offload;
    RoutedFabric* routed = nullptr;
    offload.message_fabric = open(s, routed);
    if (!offload.message_fabric) {
        offload.message_service = MessageService::no_memory;
        return;
    }
    offload.message_service = MessageService::ready;
    offload.messages_reach_nodes = routed != nullptr;
    offload.messages = std::make_unique<Messages>(s, *offload.message_fabric, remote_write::MessengerOptions{});
    offload.background.drive_too(s, *offload.messages);
    if (routed) {
        routed->on_backlog([&offload] {
            if (!offload.messages->is_waited_in()) offload.background.note_messages(true);
        });
        offload.background.thread().drive_always();
    }
    s.messages = offload.messages.get();
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

void close_messages(CommRecord& record) {
    const Session* const s = session.load(std::memory_order_acquire);
    if (s && s->messages) s->messages->close(record);
}

void end_messages(Session& s) {
    if (!s.messages) return;
    note_counters(s, s.messages->counters());
    s.messages->end();
}

void leave_messages(Session& s) {
    if (s.messages) s.offload->message_fabric->finish();
}

}  // namespace shunt
