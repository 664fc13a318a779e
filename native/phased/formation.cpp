#include "native/phased/formation.hpp"

#include <sys/epoll.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <utility>

#include "native/base/clock.hpp"
#include "native/phased/team.hpp"
#include "native/transport/address_agreement.hpp"
#include "native/transport/remedy.hpp"
#include "native/transport/wait.hpp"

namespace shunt::phased {
namespace {

using transport::Endpoint;
using transport::Ipv4;

constexpr std::size_t kReasonBytes = 480;
constexpr std::int64_t kTrialNs = 5'000'000'000;

/// What every member tells first.
struct Hello {
    std::uint64_t token = 0;   ///< rank 0's counts
    SipKey key;                ///< likewise
    std::array<char, 64> host{};
    transport::ToldAddresses addresses{};
};

/// What every member tells once it has its doorway and its memory.
struct Ready {
    Endpoint door;
    node::SegmentTicket ticket;       ///< of a leader with neighbours
    char reason[kReasonBytes] = {};   ///< not empty: why this member cannot take part
};

/// Whether this member goes on, and why not.
struct Verdict {
    bool kernel_lets = true;
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

/// Hears of broken streams during the trial; nothing else can come then but what waits for the first call.
struct TrialSink final : transport::StreamSink {
    Take frame_begins(int, const transport::Frame&, std::vector<iovec>&) override { return Take::hold; }
    void frame_ends(int, const transport::Frame&) override {}
    void lost(int node, const Outcome& why) override {
        if (reason.empty()) reason = "node " + std::to_string(node) + " cannot be reached: " + why.reason;
    }
    std::string reason;
};

class Formation {
public:
    explicit Formation(const TeamSetup& setup) : setup_(setup) {
        parts_.nodes = Nodes(setup.group.rank, setup.node_of);
        parts_.settings = setup.settings.phased;
        parts_.congestion = setup.settings.phased.congestion;
        // Sent at the port's rate, bbr goes on after a pause where it was; while that rate is still sought it gets in the way. It takes
        // eight calls to be as fast, which patterns of many lengths may not repeat: for those cubic (Passage::begin).
        if (parts_.congestion == "auto") {
            const bool is_known = setup.settings.phased.rate > 0;
            parts_.congestion = is_known ? "bbr" : "reno";
            parts_.renews_when_paced = !is_known;
        }
        parts_.uplink = setup.settings.phased.uplink;
        parts_.exchange = setup.exchange;
        parts_.has_core = static_cast<int>(parts_.nodes.local().size()) <= setup.cores;
    }

    /// Every member goes through all gatherings, also when it has failed itself: the others wait there.
    std::unique_ptr<Team> run() {
        if (!choose_addresses()) return give_up();
        open_own();
        if (!meet()) return give_up();
        try_streams();
        if (!all_agree()) return give_up();
        return std::make_unique<PhasedTeam>(std::move(parts_));
    }

private:
    bool has_network() const { return parts_.nodes.count() > 1; }
    void fail(const std::string& reason) {
        if (reason_.empty()) reason_ = reason.empty() ? "an unnamed failure" : reason;
    }

    transport::GatherBytes gather_bytes() {
        return [this](const void* own, std::size_t bytes, void* all) { return setup_.exchange->all_gather(own, bytes, all) == Status::ok; };
    }
    template <class Value>
    bool gather(const Value& mine, std::vector<Value>& all) {
        all.resize(static_cast<std::size_t>(parts_.nodes.size()));
        const bool good = gather_bytes()(&mine, sizeof mine, all.data());
        if (!good) fail("the host's own allgather failed");
        return good;
    }

    bool choose_addresses() {
        Hello mine;
        mine.token = random_word();
        mine.key = random_sip_key();
        (void)gethostname(mine.host.data(), mine.host.size() - 1);
        const auto interfaces = transport::list_interfaces();
        mine.addresses = transport::addresses_of_host(interfaces.value, parts_.settings.interface);
        std::vector<Hello> all;
        if (!gather(mine, all)) return false;
        parts_.token = all.front().token;
        if (!has_network()) return true;
        key_ = all.front().key;
        for (int node = 0; node < parts_.nodes.count(); ++node)
            names_.emplace_back(all[static_cast<std::size_t>(parts_.nodes.leader(node))].host.data());
        if (key_.is_none()) fail("the kernel of rank 0 gives no random numbers (getrandom)");   // on all alike
        if (key_.is_none()) return false;
        transport::AgreeingNodes nodes{static_cast<std::size_t>(parts_.nodes.own()), {}, parts_.settings.interface};
        for (int node = 0; node < parts_.nodes.count(); ++node) nodes.leaders.push_back(parts_.nodes.leader(node));
        const transport::Choice choice = transport::agree_on_addresses(nodes, all, gather_bytes());
        if (!choice.outcome.ok()) fail(choice.outcome.reason);   // on all alike
        else own_address_ = choice.addresses[static_cast<std::size_t>(parts_.nodes.own())];
        return choice.outcome.ok();
    }

    /// The doorway, and the memory shared with neighbours; failures are told in meet().
    void open_own() {
        const auto members = static_cast<std::uint32_t>(parts_.nodes.local().size());
        if (members > 1) {
            parts_.neighbours = std::make_unique<Neighbours>();
            if (parts_.nodes.is_leader())
                if (const Outcome made = parts_.neighbours->create(members); !made.ok()) fail(made.reason);
        }
        if (!parts_.nodes.is_leader() || !has_network()) return;
        auto door = transport::Doorway::open(own_address_);
        if (!door.ok()) return fail(door.outcome.reason);
        door_ = std::move(door.value);
        epoll_ = transport::Descriptor(epoll_create1(EPOLL_CLOEXEC));
        if (!epoll_.is_open()) fail("no file descriptor is left; " + std::string(transport::kRaiseFileLimit));
    }

    bool meet() {
        Ready mine;
        mine.door = door_.local();
        if (parts_.neighbours && parts_.nodes.is_leader() && reason_.empty()) mine.ticket = parts_.neighbours->segment().ticket();
        set_text(mine.reason, reason_);
        std::vector<Ready> all;
        if (!gather(mine, all) || !all_good(all)) return false;
        if (parts_.neighbours && !parts_.nodes.is_leader()) {
            const auto& ticket = all[static_cast<std::size_t>(parts_.nodes.leader(parts_.nodes.own()))].ticket;
            const auto members = static_cast<std::uint32_t>(parts_.nodes.local().size());
            const Outcome attached = parts_.neighbours->attach(ticket, members, parts_.nodes.member(parts_.nodes.rank));
            if (!attached.ok()) fail(attached.reason);
        }
        if (parts_.nodes.is_leader() && has_network()) {
            transport::StreamsSetup streams;
            streams.key = key_;
            streams.names = names_;
            streams.own = parts_.nodes.own();
            for (int node = 0; node < parts_.nodes.count(); ++node)
                streams.doors.push_back(all[static_cast<std::size_t>(parts_.nodes.leader(node))].door);
            streams.most_open = static_cast<std::size_t>(parts_.settings.connections);
            streams.care = {parts_.congestion, setup_.settings.patience_ns};
            parts_.streams = std::make_unique<transport::Streams>(std::move(streams), std::move(door_), std::move(epoll_));
        }
        return all_agree();
    }

    /// All ranks of a node have attached by now.
    void try_streams() {
        if (parts_.neighbours) kernel_lets_ = parts_.neighbours->kernel_lets();
        if (!parts_.streams) return;
        transport::Streams& streams = *parts_.streams;
        const MeetingRounds rounds{parts_.nodes.own(), parts_.nodes.count()};
        const auto all_open = [&] {
            for (std::uint32_t round = 0; round < rounds.count(); ++round)
                if (!streams.is_open(rounds.to(round)) || !streams.is_open(rounds.from(round))) return false;
            return streams.all_sent();
        };
        for (std::uint32_t round = 0; round < rounds.count(); ++round) {
            streams.want(rounds.to(round));
            streams.want(rounds.from(round));
        }
        TrialSink sink;
        const std::int64_t end = monotonic_ns() + kTrialNs;
        while (!all_open() && sink.reason.empty() && monotonic_ns() < end) {
            pollfd ready{streams.descriptor(), POLLIN, 0};
            (void)transport::wait_ready({&ready, 1}, streams.next_timeout() == 0 ? 0 : 10'000'000);
            streams.pump(monotonic_ns(), sink);
        }
        if (!sink.reason.empty()) return fail(sink.reason);
        if (!all_open()) fail("no TCP connection with another node within 5 s; " + std::string(transport::kOpenFirewall));
        for (int node = 0; node < parts_.nodes.count(); ++node) streams.unwant(node);
    }

    bool all_agree() {
        Verdict mine;
        mine.kernel_lets = kernel_lets_;
        set_text(mine.reason, reason_);
        std::vector<Verdict> all;
        if (!gather(mine, all) || !all_good(all)) return false;
        bool direct = true;
        for (const int rank : parts_.nodes.local()) direct = direct && all[static_cast<std::size_t>(rank)].kernel_lets;
        if (parts_.neighbours) parts_.neighbours->use(direct ? Neighbours::Way::kernel : Neighbours::Way::served);
        return true;
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
        const std::string text = "phased: no streams for a communicator, the host carries it: " + reason_;
        if (parts_.nodes.rank == 0) setup_.exchange->warn(text.c_str());
        return nullptr;
    }

    const TeamSetup& setup_;
    Parts parts_;
    std::string reason_;
    bool kernel_lets_ = true;
    SipKey key_;
    std::vector<std::string> names_;   ///< of hosts, by node
    Ipv4 own_address_;
    transport::Doorway door_;
    transport::Descriptor epoll_;
};

}  // namespace

std::unique_ptr<Team> form_team(const TeamSetup& setup) { return Formation(setup).run(); }

}  // namespace shunt::phased
