#include "native/engines/multicast/wire_up.hpp"

#include <sys/random.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "native/base/clock.hpp"
#include "native/base/wire_up.hpp"
#include "native/engines/multicast/packet.hpp"
#include "native/engines/multicast/probe.hpp"
#include "native/engines/multicast/team.hpp"
#include "native/engines/refusal.hpp"
#include "native/net/hosts.hpp"
#include "native/net/udp/group_address.hpp"

namespace shunt::multicast {
namespace {

using net::Endpoint;

Refusals refusals;
constexpr unsigned kSegments =
    4;  // datagrams that pass through the kernel as one, at little more than its cost: see transport/README.md
constexpr int kTrials = 3;  // of multicast, before it counts as not arriving

/// The nodes of the smallest communicator of this process whose trial has failed; 0: none. Other communicators that
/// large are assumed to fail too, and the user has been warned.
std::atomic<std::uint32_t> nodes_in_vain{0};

/// The data that every member announces once it has its sockets.
struct Hello {
    std::uint64_t token = 0;     ///< rank 0's counts
    Keys keys;                   ///< likewise
    std::uint64_t in_vain = 0;   ///< nodes_in_vain
    Endpoint control, recovery;  ///< of a leader
    node::SegmentTicket ticket;  ///< of a leader with local_group
};

/// The result of the last trial for a member that has not failed otherwise.
struct Heard {
    bool all = true;
};

std::uint64_t random_word() {
    std::uint64_t word = 0;
    if (getrandom(&word, sizeof word, 0) != sizeof word)
        word = static_cast<std::uint64_t>(monotonic_ns()) * 0x9e3779b97f4a7c15u;
    return word;
}

class TeamWireUp {
public:
    explicit TeamWireUp(const TeamSetup& setup) : setup_(setup), wire_up_(setup.group.size, all_gather()) {
        parts_.places = Places::of(setup);
        parts_.options = setup.options->get<MulticastOptions>();
        parts_.patience_ns = setup.patience_ns;
        for (const int host : setup.host_of) parts_.host_names.emplace_back(setup.hosts->name(host));
        parts_.exchange = setup.exchange;
        parts_.has_core = static_cast<int>(parts_.places.local_ranks.size()) <= setup.cores;
    }

    std::unique_ptr<Team> run() {
        open_own();
        if (!meet()) return give_up();
        take_local_ranks();
        make_link();
        for (int trial = 1; trial <= kTrials; ++trial) {
            try_multicast();
            std::vector<Heard> heard;
            if (!wire_up_.exchange(Heard{silent_ < 0}, heard)) return give_up();
            if (std::all_of(heard.begin(), heard.end(), [](const Heard& each) { return each.all; }))
                return std::make_unique<MulticastTeam>(std::move(parts_));
            if (trial < kTrials) join_again();
        }
        nodes_in_vain = nodes_in_vain == 0 ? nodes() : std::min<std::uint32_t>(nodes_in_vain, nodes());
        say_who_is_silent();
        (void)wire_up_.exchange();
        return give_up();
    }

private:
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(parts_.places.nodes()); }

    AllGather all_gather() {
        return [this](const void* own, std::size_t bytes, void* all) {
            return setup_.exchange->all_gather(own, bytes, all, [this] { help_others(); });
        };
    }

    /// Sockets, the service, and the memory shared with local_group.
    void open_own() {
        const auto own = static_cast<std::size_t>(parts_.places.node());
        const net::Choice choice = setup_.hosts->choose(setup_.host_of, own, parts_.options.interface);
        if (!choice.outcome.ok()) return wire_up_.fail(choice.outcome);
        parts_.address = choice.addresses[own];
        const auto interfaces = net::list_interfaces();
        const net::Interface* interface = net::find_interface(interfaces.value, parts_.address);
        if (!interface)
            return wire_up_.fail("the address " + net::to_text(parts_.address) + " is on no interface of this host");
        const auto range = net::parse_group_range(parts_.options.range);
        if (!range.ok()) return wire_up_.fail(range.outcome);
        range_ = range.value;
        parts_.interface_index = interface->index;
        const unsigned mtu = std::clamp(choice.mtu_bytes, 576u, 9000u);
        parts_.payload_bytes = mtu - 28 - kHeaderBytes - (parts_.options.authenticate ? kTagBytes : 0);
        make_local_group();
        if (parts_.places.is_leader()) open_sockets();
    }

    void open_sockets() {
        net::ControlOptions options;
        options.address = parts_.address;
        options.interface_index = parts_.interface_index;
        options.ttl = parts_.options.ttl;
        options.segments = kSegments;
        auto control = net::ControlSocket::open(options);
        if (!control.ok()) return wire_up_.fail(control.outcome);
        control_ = std::move(control.value);
        std::string reason;
        parts_.hub = Hub::get(static_cast<std::size_t>(parts_.options.groups), reason);
        if (!parts_.hub) return wire_up_.fail(reason);
        const auto recovery = parts_.hub->recovery_at(parts_.address);
        wire_up_.fail(recovery.outcome);
        if (recovery.ok()) recovery_ = recovery.value;
    }

    /// Each operation takes at least one block. So a writer may be a thousand short calls ahead of a local rank that is
    /// late, also with MPI_Scatterv, which takes two operations.
    node::RingShape ring_shape() const {
        return {static_cast<std::uint32_t>(parts_.places.local_ranks.size()), 2048, 512};
    }
    node::WaitPolicy wait_policy() const {
        return node::WaitPolicy::for_cores(static_cast<int>(parts_.places.local_ranks.size()), setup_.cores);
    }

    void make_local_group() {
        if (parts_.places.local_ranks.size() == 1) return;
        parts_.local_group = std::make_unique<node::NodeGroup>();
        if (!parts_.places.is_leader()) return;
        wire_up_.fail(parts_.local_group->create(ring_shape(), 0, wait_policy()));
    }

    bool meet() {
        Hello mine;
        mine.token = random_word();
        mine.keys.connections = random_sip_key();
        if (parts_.options.authenticate) mine.keys.datagrams = random_sip_key();
        if (parts_.places.rank == 0 &&
            (mine.keys.connections.is_none() || (parts_.options.authenticate && mine.keys.datagrams.is_none())))
            wire_up_.fail("the kernel of rank 0 returns no random numbers (getrandom)");
        mine.in_vain = nodes_in_vain;
        mine.control = control_.local();
        mine.recovery = recovery_;
        if (parts_.local_group && parts_.places.is_leader() && wire_up_.ok())
            mine.ticket = parts_.local_group->segment().ticket();
        if (!wire_up_.exchange(mine, hellos_)) return false;
        parts_.token = hellos_.front().token;
        parts_.keys = hellos_.front().keys;
        const auto by_trials = [](const Hello& a, const Hello& b) { return a.in_vain < b.in_vain; };
        const auto [least, most] = std::minmax_element(hellos_.begin(), hellos_.end(), by_trials);
        known_ = least->in_vain != 0;
        return !known_ || nodes() < most->in_vain;
    }

    const Hello& hello_of_leader(int node) const {
        return hellos_[static_cast<std::size_t>(parts_.places.leaders[static_cast<std::size_t>(node)])];
    }

    void take_local_ranks() {
        if (!parts_.local_group || parts_.places.is_leader()) return;
        const auto own = parts_.places.local_index(parts_.places.rank);
        wire_up_.fail(
            parts_.local_group->attach(hello_of_leader(parts_.places.node()).ticket, ring_shape(), own, wait_policy()));
    }

    void make_link() {
        std::vector<Endpoint> control_of;
        for (int node = 0; node < parts_.places.nodes(); ++node) {
            control_of.push_back(hello_of_leader(node).control);
            parts_.recovery_of.push_back(hello_of_leader(node).recovery);
        }
        if (!parts_.places.is_leader()) return;
        group_ = net::group_address(range_, {parts_.token, 0, 0});
        auto receiving = net::GroupSocket::open({group_, parts_.interface_index});
        if (!receiving.ok()) return wire_up_.fail(receiving.outcome);
        Settings settings;
        settings.token = parts_.token;
        settings.node = parts_.places.node();
        settings.nodes = parts_.places.nodes();
        settings.payload_bytes = parts_.payload_bytes;
        settings.seed = parts_.token ^ static_cast<std::uint64_t>(parts_.places.node());
        settings.acknowledge = parts_.options.acknowledge;
        parts_.link = std::make_unique<Link>(settings, parts_.keys, std::move(control_), std::move(receiving.value),
                                             range_, std::move(control_of));
        wire_up_.fail(parts_.link->group_socket.join());
        std::vector<int> leaders = parts_.places.leaders;
        probe_.emplace(*parts_.link, group_, leaders, parts_.places.rank, parts_.token);
    }

    /// After a failed trial, on all members alike. A report of membership may itself be lost, and then the switch
    /// forwards nothing before the kernel sends the next report; a member that received nothing reports its membership
    /// again.
    void join_again() {
        if (!probe_ || silent_ < 0) return;
        parts_.link->group_socket.leave();
        wire_up_.fail(parts_.link->group_socket.join());
    }

    void try_multicast() {
        if (!probe_ || !wire_up_.ok()) return;
        silent_ = probe_->run(*setup_.exchange);
        if (setup_.exchange->attendance() == Attendance::given_up) wire_up_.abandon();
    }

    /// A late member must receive from this one.
    void help_others() {
        if (probe_ && wire_up_.ok()) probe_->send();
    }

    void say_who_is_silent() {
        if (silent_ < 0) return;
        wire_up_.fail(
            "multicast from rank " + std::to_string(silent_) + " to rank " + std::to_string(parts_.places.rank) + " (" +
            net::to_text(parts_.address) + ", group " + net::to_text(group_) +
            ") does not get through; check with shunt doctor on both hosts, allow IGMP and UDP from " +
            std::to_string(net::kFirstGroupPort) +
            " on in the firewall, give the switch an IGMP querier or turn its snooping off, or name the interface with "
            "multicast.interface");
    }

    std::unique_ptr<Team> give_up() {
        const std::string text = "no multicast for a communicator, the host carries it: " + wire_up_.outcome().reason;
        if (parts_.places.rank == 0 && !known_ && !wire_up_.is_abandoned()) refusals.warn(*setup_.exchange, text);
        return nullptr;
    }

    const TeamSetup& setup_;
    Parts parts_;
    WireUp wire_up_;
    std::vector<Hello> hellos_;  ///< by rank
    bool known_ = false;         ///< all members have seen a trial fail before, and have been warned
    int silent_ = -1;            ///< the rank not received from in the last trial
    net::ControlSocket control_;
    net::Subnet range_;
    Endpoint group_, recovery_;
    std::optional<Probe> probe_;  ///< of a leader; destroyed before the link it uses
};

}  // namespace

std::unique_ptr<Team> form_team(const TeamSetup& setup) { return TeamWireUp(setup).run(); }

}  // namespace shunt::multicast
