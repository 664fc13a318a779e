#include "native/engines/phased/wire_up.hpp"

#include <sys/epoll.h>
#include <sys/random.h>

#include <algorithm>
#include <string>
#include <utility>

#include "native/base/clock.hpp"
#include "native/base/wire_up.hpp"
#include "native/engines/phased/plan.hpp"
#include "native/engines/phased/team.hpp"
#include "native/engines/refusal.hpp"
#include "native/engines/trial_clock.hpp"
#include "native/net/hosts.hpp"
#include "native/net/remedy.hpp"
#include "native/net/wait.hpp"

namespace shunt::phased {
namespace {

using net::Endpoint;

constexpr std::int64_t kTrialNs = 5'000'000'000;
constexpr std::int64_t kBetweenPumpsNs = 10'000'000;
constexpr std::size_t kFewestConnections = 16;  // with fewer, each call would have to make them again

/// The data that every member announces once it has its listener and its memory.
struct Hello {
    std::uint64_t token = 0;     ///< rank 0's counts
    SipKey key;                  ///< likewise
    Endpoint door;               ///< of a leader
    node::SegmentTicket ticket;  ///< of a leader with local_peers
    LocalPeers::Proof proof;
};

Refusals refusals;

std::uint64_t random_word() {
    std::uint64_t word = 0;
    if (getrandom(&word, sizeof word, 0) != sizeof word)
        word = static_cast<std::uint64_t>(monotonic_ns()) * 0x9e3779b97f4a7c15u;
    return word;
}

/// Detects broken streams during the trial; other frames of that time wait for the first call.
struct TrialSink final : net::StreamSink {
    Take frame_begins(int, const net::Frame&, std::vector<iovec>&) override { return Take::hold; }
    void frame_ends(int, const net::Frame&) override {}
    void lost(int node, const Outcome& why) override {
        if (reason.empty()) reason = "node " + std::to_string(node) + " cannot be reached: " + why.reason;
    }
    std::string reason;
};

class TeamWireUp {
public:
    explicit TeamWireUp(const TeamSetup& setup) : setup_(setup), wire_up_(setup.group.size, all_gather()) {
        parts_.nodes = Nodes(setup.group.rank, setup.node_of);
        parts_.options = setup.options->get<PhasedOptions>();
        // When it sends at the port's rate, bbr resumes after a pause where it stopped; before that rate is known, bbr
        // is a hindrance. It needs eight calls to be as fast. Patterns of many lengths may not repeat so often: they
        // use cubic (InterNodeCall::begin).
        if (parts_.options.congestion == "auto") {
            const bool is_known = parts_.options.rate > 0;
            parts_.options.congestion = is_known ? "bbr" : "reno";
            parts_.renews_when_paced = !is_known;
        }
        parts_.exchange = setup.exchange;
        parts_.has_core = static_cast<int>(parts_.nodes.local().size()) <= setup.cores;
    }

    std::unique_ptr<Team> run() {
        open_own();
        if (!meet()) return give_up();
        take_local_ranks();
        take_streams();
        try_streams();
        if (!agree()) return give_up();
        return std::make_unique<PhasedTeam>(std::move(parts_));
    }

private:
    bool has_network() const { return parts_.nodes.count() > 1; }

    AllGather all_gather() {
        return [this](const void* own, std::size_t bytes, void* all) {
            return setup_.exchange->all_gather(own, bytes, all, [this] { pump(); });
        };
    }

    /// The listener, and the memory shared with local_peers.
    void open_own() {
        if (!topology_of(parts_.options.uplink, parts_.nodes.count()))
            wire_up_.fail(joined({"phased.uplink = '", parts_.options.uplink,
                                  "' is not NODES:PAIRS, two whole numbers from 1 on, such as 8:2"}));
        const auto members = static_cast<std::uint32_t>(parts_.nodes.local().size());
        if (members > 1) {
            parts_.local_peers = std::make_unique<LocalPeers>();
            if (parts_.nodes.is_leader()) wire_up_.fail(parts_.local_peers->create(members));
        }
        if (!parts_.nodes.is_leader() || !has_network()) return;
        const auto own = static_cast<std::size_t>(parts_.nodes.own());
        const net::Choice choice = setup_.hosts->choose(setup_.host_of, own, parts_.options.interface);
        if (!choice.outcome.ok()) return wire_up_.fail(choice.outcome);
        auto door = net::Listener::open(choice.addresses[own]);
        if (!door.ok()) return wire_up_.fail(door.outcome);
        door_ = std::move(door.value);
        epoll_ = net::Descriptor(epoll_create1(EPOLL_CLOEXEC));
        if (!epoll_.is_open()) return wire_up_.fail("no file descriptor is left; " + std::string(net::kRaiseFileLimit));
        reserve_connections();
    }

    /// Reserves descriptors for the connections of later calls: the host has as many nodes to reach.
    void reserve_connections() {
        const auto others = static_cast<std::size_t>(parts_.nodes.count() - 1);
        const std::size_t most = std::min(others, static_cast<std::size_t>(parts_.options.connections));
        wire_up_.fail(net::ReservedDescriptors::reserve(most, kFewestConnections, others, reserved_));
    }

    bool meet() {
        Hello mine;
        mine.token = random_word();
        mine.key = random_sip_key();
        if (parts_.nodes.rank == 0 && has_network() && mine.key.is_none())
            wire_up_.fail("the kernel of rank 0 returns no random numbers (getrandom)");
        mine.door = door_.local();
        if (parts_.local_peers) mine.proof = parts_.local_peers->proof();
        if (parts_.local_peers && parts_.nodes.is_leader() && wire_up_.ok())
            mine.ticket = parts_.local_peers->segment().ticket();
        if (!wire_up_.exchange(mine, hellos_)) return false;
        parts_.token = hellos_.front().token;
        return true;
    }

    const Hello& hello_of(int rank) const { return hellos_[static_cast<std::size_t>(rank)]; }

    void take_local_ranks() {
        if (!parts_.local_peers) return;
        const Nodes& nodes = parts_.nodes;
        for (const int rank : nodes.local())
            if (rank != nodes.rank) kernel_lets_ = kernel_lets_ && LocalPeers::kernel_lets(hello_of(rank).proof);
        if (nodes.is_leader()) return;
        const auto members = static_cast<std::uint32_t>(nodes.local().size());
        wire_up_.fail(
            parts_.local_peers->attach(hello_of(nodes.leader(nodes.own())).ticket, members, nodes.member(nodes.rank)));
    }

    void take_streams() {
        if (!parts_.nodes.is_leader() || !has_network()) return;
        net::StreamsSetup streams;
        streams.key = hellos_.front().key;
        streams.own = parts_.nodes.own();
        for (int node = 0; node < parts_.nodes.count(); ++node) {
            streams.names.emplace_back(setup_.hosts->name(setup_.host_of[static_cast<std::size_t>(node)]));
            streams.listeners.push_back(hello_of(parts_.nodes.leader(node)).door);
        }
        streams.most_open = static_cast<std::size_t>(parts_.options.connections);
        streams.care = {parts_.options.congestion, setup_.patience_ns};
        parts_.streams = std::make_unique<net::Streams>(std::move(streams), std::move(door_), std::move(epoll_),
                                                        std::move(reserved_));
    }

    /// Lets a leader that is late try its streams with this one.
    void pump() {
        if (parts_.streams) parts_.streams->pump(monotonic_ns(), sink_);
    }

    void try_streams() {
        if (!parts_.streams) return;
        net::Streams& streams = *parts_.streams;
        const DisseminationRounds rounds{parts_.nodes.own(), parts_.nodes.count()};
        const auto all_open = [&] {
            for (std::uint32_t round = 0; round < rounds.count(); ++round)
                if (!streams.is_open(rounds.to(round)) || !streams.is_open(rounds.from(round))) return false;
            return streams.all_sent();
        };
        for (std::uint32_t round = 0; round < rounds.count(); ++round) {
            streams.want(rounds.to(round));
            streams.want(rounds.from(round));
        }
        TrialClock clock(*setup_.exchange, kTrialNs, monotonic_ns());
        while (!all_open() && sink_.reason.empty() && !clock.is_over(monotonic_ns())) {
            pollfd ready{streams.descriptor(), POLLIN, 0};
            (void)net::wait_ready({&ready, 1},
                                  streams.next_timeout() == 0 ? 0 : clock.interval_ns(kBetweenPumpsNs, monotonic_ns()));
            pump();
        }
        if (setup_.exchange->attendance() == Attendance::given_up) return wire_up_.abandon();
        if (!sink_.reason.empty()) return wire_up_.fail(sink_.reason);
        if (!all_open())
            wire_up_.fail("no TCP connection with another node within 5 s; " + std::string(net::kOpenFirewall));
        for (int node = 0; node < parts_.nodes.count(); ++node) streams.unwant(node);
    }

    bool agree() {
        std::vector<char> lets;
        if (!wire_up_.exchange(static_cast<char>(kernel_lets_), lets)) return false;
        bool direct = true;
        for (const int rank : parts_.nodes.local()) direct = direct && lets[static_cast<std::size_t>(rank)] != 0;
        if (parts_.local_peers)
            parts_.local_peers->use(direct ? LocalPeers::CopyMethod::kernel : LocalPeers::CopyMethod::served);
        return true;
    }

    std::unique_ptr<Team> give_up() {
        const std::string text =
            "phased: no streams for a communicator, the host carries it: " + wire_up_.outcome().reason;
        if (parts_.nodes.rank == 0 && !wire_up_.is_abandoned()) refusals.warn(*setup_.exchange, text);
        return nullptr;
    }

    const TeamSetup& setup_;
    Parts parts_;
    WireUp wire_up_;
    bool kernel_lets_ = true;
    std::vector<Hello> hellos_;  ///< by rank
    TrialSink sink_;
    net::Listener door_;
    net::Descriptor epoll_;
    net::ReservedDescriptors reserved_;
};

}  // namespace

std::unique_ptr<Team> form_team(const TeamSetup& setup) { return TeamWireUp(setup).run(); }

}  // namespace shunt::phased
