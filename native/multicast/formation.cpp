#include "native/multicast/formation.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "native/base/clock.hpp"
#include "native/multicast/packet.hpp"
#include "native/multicast/probe.hpp"
#include "native/multicast/team.hpp"
#include "native/transport/address_agreement.hpp"
#include "native/transport/group_address.hpp"

namespace shunt::multicast {
namespace {

using transport::Endpoint;
using transport::Ipv4;

constexpr std::size_t kReasonBytes = 480;
constexpr unsigned kSegments = 4;   // datagrams that go through the kernel as one, for little more than one: see transport/README.md
constexpr int kTrials = 3;   // of multicast, before it is said not to get through

/// The nodes of the smallest communicator of this process whose trial has failed; 0: none. Those of others that large are taken to
/// fail too, and the user knows.
std::atomic<std::uint32_t> nodes_in_vain{0};

/// What every member tells first.
struct Hello {
    std::uint64_t token = 0;          ///< rank 0's counts
    Keys keys;                        ///< likewise
    std::uint64_t in_vain = 0;        ///< nodes_in_vain
    transport::ToldAddresses addresses{};
};

/// What every member tells once it has its sockets.
struct Ready {
    Endpoint control, rescue;
    node::SegmentTicket ticket;       ///< of a leader with neighbours
    char reason[kReasonBytes] = {};   ///< not empty: why this member cannot take part
};

/// Whether this member goes on, and why not.
struct Verdict {
    char reason[kReasonBytes] = {};
};

std::uint64_t random_word() {
    std::uint64_t word = 0;
    if (getrandom(&word, sizeof word, 0) != sizeof word) word = static_cast<std::uint64_t>(monotonic_ns()) * 0x9e3779b97f4a7c15u;
    return word;
}

template <std::size_t Size>
void set_text(char (&to)[Size], const std::string& from) {
    std::snprintf(to, Size, "%s", from.c_str());
}

class Formation {
public:
    explicit Formation(const TeamSetup& setup) : setup_(setup) {
        parts_.places = Places::of(setup);
        parts_.settings = setup.settings.multicast;
        parts_.exchange = setup.exchange;
        parts_.has_core = static_cast<int>(parts_.places.local_ranks.size()) <= setup.cores;
    }

    /// Every member goes through all gatherings, also when it has failed itself: the others wait there.
    std::unique_ptr<Team> run() {
        if (!choose_addresses()) return give_up();
        open_own();
        if (!meet()) return give_up();
        bool heard = false;
        for (int trial = 1; trial <= kTrials && !heard; ++trial) {
            if (trial > 1) join_again();
            try_multicast();
            heard = all_agree();
        }
        if (!heard) {
            nodes_in_vain = nodes_in_vain == 0 ? nodes() : std::min<std::uint32_t>(nodes_in_vain, nodes());
            return give_up();
        }
        return std::make_unique<MulticastTeam>(std::move(parts_));
    }

private:
    int size() const { return parts_.places.size(); }
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(parts_.places.nodes()); }
    void fail(const std::string& reason) {
        if (reason_.empty()) reason_ = reason.empty() ? "an unnamed failure" : reason;
    }

    transport::GatherBytes gather_bytes() {
        return [this](const void* own, std::size_t bytes, void* all) { return setup_.exchange->all_gather(own, bytes, all) == Status::ok; };
    }
    template <class Value>
    bool gather(const Value& mine, std::vector<Value>& all) {
        all.resize(static_cast<std::size_t>(size()));
        const bool good = gather_bytes()(&mine, sizeof mine, all.data());
        if (!good) fail("the host's own allgather failed");
        return good;
    }

    bool choose_addresses() {
        Hello mine;
        mine.token = random_word();
        mine.keys.connections = random_sip_key();
        if (parts_.settings.authenticate) mine.keys.datagrams = random_sip_key();
        mine.in_vain = nodes_in_vain;
        const auto interfaces = transport::list_interfaces();
        interfaces_ = interfaces.value;
        mine.addresses = transport::addresses_of_host(interfaces_, parts_.settings.interface);
        std::vector<Hello> all;
        if (!gather(mine, all)) return false;
        parts_.token = all.front().token;
        parts_.keys = all.front().keys;
        const auto by_trials = [](const Hello& a, const Hello& b) { return a.in_vain < b.in_vain; };
        const auto [least, most] = std::minmax_element(all.begin(), all.end(), by_trials);
        known_ = least->in_vain != 0;
        if (known_ && nodes() >= most->in_vain) return false;
        if (parts_.keys.connections.is_none() || (parts_.settings.authenticate && parts_.keys.datagrams.is_none())) {
            fail("the kernel of rank 0 gives no random numbers (getrandom)");   // on all alike
            return false;
        }
        const auto own = static_cast<std::size_t>(parts_.places.node());
        choice_ = transport::agree_on_addresses({own, parts_.places.leaders, parts_.settings.interface}, all, gather_bytes());
        if (!choice_.outcome.ok()) fail(choice_.outcome.reason);   // on all alike
        return choice_.outcome.ok();
    }

    /// Sockets, the service, and the memory shared with neighbours; failures are told in meet().
    void open_own() {
        parts_.address = choice_.addresses[static_cast<std::size_t>(parts_.places.node())];
        const transport::Interface* interface = transport::find_interface(interfaces_, parts_.address);
        if (!interface) return fail("the address " + transport::to_text(parts_.address) + " is on no interface of this host");
        const auto range = transport::parse_group_range(parts_.settings.range);
        if (!range.ok()) return fail(range.outcome.reason);
        range_ = range.value;
        parts_.interface_index = interface->index;
        group_ = transport::group_address(range_, {parts_.token, 0, 0});
        const unsigned mtu = std::clamp(choice_.mtu_bytes, 576u, 9000u);
        parts_.payload_bytes = mtu - 28 - kHeaderBytes - (parts_.settings.authenticate ? kTagBytes : 0);
        make_neighbours();
        if (!parts_.places.is_leader()) return;
        transport::ControlOptions options;
        options.address = parts_.address;
        options.interface_index = interface->index;
        options.ttl = parts_.settings.ttl;
        options.segments = kSegments;
        auto control = transport::ControlSocket::open(options);
        if (!control.ok()) return fail(control.outcome.reason);
        control_ = std::move(control.value);
        auto receiving = transport::GroupSocket::open({group_, interface->index});
        if (!receiving.ok()) return fail(receiving.outcome.reason);
        receiving_ = std::move(receiving.value);
        std::string reason;
        parts_.hub = Hub::get(static_cast<std::size_t>(parts_.settings.groups), reason);
        if (!parts_.hub) return fail(reason);
        const auto rescue = parts_.hub->rescue_at(parts_.address);
        if (!rescue.ok()) return fail(rescue.outcome.reason);
        rescue_ = rescue.value;
    }

    node::RingShape ring_shape() const { return {static_cast<std::uint32_t>(parts_.places.local_ranks.size())}; }
    node::WaitPolicy wait_policy() const {
        return node::WaitPolicy::for_cores(static_cast<int>(parts_.places.local_ranks.size()), setup_.cores);
    }

    void make_neighbours() {
        if (parts_.places.local_ranks.size() == 1) return;
        parts_.neighbours = std::make_unique<node::NodeGroup>();
        if (!parts_.places.is_leader()) return;
        const Outcome made = parts_.neighbours->create(ring_shape(), 0, wait_policy());
        if (!made.ok()) fail(made.reason);
    }

    bool meet() {
        Ready mine;
        mine.control = control_.local();
        mine.rescue = rescue_;
        if (parts_.neighbours && parts_.places.is_leader() && reason_.empty()) mine.ticket = parts_.neighbours->segment().ticket();
        set_text(mine.reason, reason_);
        std::vector<Ready> all;
        if (!gather(mine, all) || !all_good(all)) return false;
        std::vector<Endpoint> control_of;
        for (const int leader : parts_.places.leaders) {
            control_of.push_back(all[static_cast<std::size_t>(leader)].control);
            parts_.rescue_of.push_back(all[static_cast<std::size_t>(leader)].rescue);
        }
        if (parts_.neighbours && !parts_.places.is_leader()) {
            const auto& ticket = all[static_cast<std::size_t>(parts_.places.leader())].ticket;
            const Outcome attached =
                parts_.neighbours->attach(ticket, ring_shape(), parts_.places.local_index(parts_.places.rank), wait_policy());
            if (!attached.ok()) fail(attached.reason);
        }
        if (parts_.places.is_leader()) make_link(std::move(control_of));
        return all_agree();
    }

    void make_link(std::vector<Endpoint> control_of) {
        Settings settings;
        settings.token = parts_.token;
        settings.node = parts_.places.node();
        settings.nodes = parts_.places.nodes();
        settings.payload_bytes = parts_.payload_bytes;
        settings.seed = parts_.token ^ static_cast<std::uint64_t>(parts_.places.node());
        settings.acknowledge = parts_.settings.acknowledge == "flat" ? Acknowledge::flat
                               : parts_.settings.acknowledge == "tree" ? Acknowledge::tree
                                                                       : Acknowledge::automatic;
        parts_.link = std::make_unique<Link>(settings, parts_.keys, std::move(control_), std::move(receiving_), range_,
                                             std::move(control_of));
        const Outcome joined = parts_.link->group_socket.join();
        if (!joined.ok()) fail(joined.reason);
    }

    /// After a trial in vain, on all members alike. A report of membership may itself be lost, and then the switch lets nothing through
    /// before the kernel sends the next; who heard nothing says anew that it is a member.
    void join_again() {
        reason_.clear();
        if (!parts_.link || heard_all_) return;
        parts_.link->group_socket.leave();
        const Outcome joined = parts_.link->group_socket.join();
        if (!joined.ok()) fail(joined.reason);
    }

    void try_multicast() {
        if (!parts_.places.is_leader()) return;
        const Probe probe(parts_.places.leaders, parts_.places.rank, parts_.token);
        const int silent = probe.run(*parts_.link, group_);
        heard_all_ = silent < 0;
        if (heard_all_) return;
        fail("multicast from rank " + std::to_string(silent) + " to rank " + std::to_string(parts_.places.rank) + " (" +
             transport::to_text(parts_.address) + ", group " + transport::to_text(group_) +
             ") does not get through; check with shunt doctor on both hosts, allow IGMP and UDP from " +
             std::to_string(transport::kFirstGroupPort) +
             " on in the firewall, give the switch an IGMP querier or turn its snooping off, or name the interface with "
             "multicast.interface");
    }

    bool all_agree() {
        Verdict mine;
        set_text(mine.reason, reason_);
        std::vector<Verdict> all;
        return gather(mine, all) && all_good(all);
    }

    /// The first reason anyone has becomes everybody's.
    template <class Told>
    bool all_good(const std::vector<Told>& all) {
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (!all[rank].reason[0]) continue;
            reason_ = "rank " + std::to_string(rank) + ": " + all[rank].reason;
            return false;
        }
        return true;
    }

    std::unique_ptr<Team> give_up() {
        const std::string text = "no multicast for a communicator, the host carries it: " + reason_;
        if (parts_.places.rank == 0 && !known_) setup_.exchange->warn(text.c_str());
        return nullptr;
    }

    const TeamSetup& setup_;
    Parts parts_;
    std::string reason_;
    bool heard_all_ = false;   ///< in the last trial
    bool known_ = false;   ///< all members have seen a trial fail before, and been warned of it
    std::vector<transport::Interface> interfaces_;
    transport::Choice choice_;
    transport::ControlSocket control_;
    transport::GroupSocket receiving_;
    transport::Subnet range_;
    Endpoint group_, rescue_;
};

}  // namespace

std::unique_ptr<Team> form_team(const TeamSetup& setup) { return Formation(setup).run(); }

}  // namespace shunt::multicast
