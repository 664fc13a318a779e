// The kernel of amr.c on machines that are not available: the pairs of ranks with a channel, and the time of a step.
//   amr_model node|cluster MESSAGE_US LATENCY_US MAILBOX_US MAILBOX_LATENCY_US WIRE_US MORE_WIRE_US CORES ALLREDUCE_US
//             RANKS CHANNELS BLOCKS LEVELS PHASES STEPS
// By a channel, a message costs its sender and its receiver half of MESSAGE_US each; by the mailbox that all ranks
// write to, half of MAILBOX_US each. It arrives LATENCY_US or MAILBOX_LATENCY_US after it was sent. On a cluster (one
// rank per host) it also passes two ports, one after the other. A port takes WIRE_US for each of the first 8 messages
// of a pair, and MORE_WIRE_US for each further one, because these share packets. CORES: shared by all ranks; 0: each
// rank has its own. A rank sends all messages of a step, then receives messages in order of arrival. The step ends
// ALLREDUCE_US after the last rank is done, as with the kernel's MPI_Allreduce. Each rank may have CHANNELS in each
// direction; they go
//   first   to the ranks that a rank sends to first, however many channels a receiver then has: in the setup each rank
//           sends to all others in order of their ranks
//   seen    to the ranks that get most messages, as Shunt's ranks see while they run (PreferredPeers::review)
//   plan    in each phase to the ranks that get most messages, from a profile of the same grid
//   levels  likewise, from a profile with one level less;   grid   from one with half of the blocks a side
//   plan+seen, levels+seen, grid+seen   from the beginning of the phase by such a plan, then also by the messages seen,
//           as in Shunt. A phase has STEPS steps; changes in a step apply from the next step on.
//   all     to all ranks
// Prints "channels,share,us" for each: the share of the messages sent by a channel, and the mean time of a step.
// Source: Prospects of reconfiguration (PRO-MPI), 5.4.1: the priority matrix.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/amr_grid.h"
#include "native/engines/remote_write/preferred_peers.hpp"

namespace {

using Pair = std::pair<int, int>;
using Counts = std::map<Pair, int>;  // messages of a step from one rank to another
using Channels = std::set<Pair>;

struct Costs {
    double message_us, latency_us, mailbox_us, mailbox_latency_us, wire_us, more_wire_us;
    int cores;
    double allreduce_us;
};

Counts counts_in_phase(amr_grid& grid, int phase) {
    amr_regrid(&grid, phase);
    Counts counts;
    for (int x = 0; x < grid.blocks; ++x)
        for (int y = 0; y < grid.blocks; ++y)
            for (int way = 0; way < 2; ++way) {
                int one = 0, two = 0;
                const int patches = amr_edge(&grid, x, y, way, &one, &two);
                if (patches == 0) continue;
                counts[{one, two}] += patches;
                counts[{two, one}] += patches;
            }
    return counts;
}

/// Gives channels in the order of `wishes`, while both sender and receiver have one left.
Channels given(const std::vector<Pair>& wishes, int ranks, int most) {
    std::vector<int> from(static_cast<std::size_t>(ranks)), to(static_cast<std::size_t>(ranks));
    Channels channels;
    for (const auto& [sender, receiver] : wishes) {
        int &out = from[static_cast<std::size_t>(sender)], &in = to[static_cast<std::size_t>(receiver)];
        if (out >= most || in >= most) continue;
        out += 1, in += 1;
        channels.insert({sender, receiver});
    }
    return channels;
}

Channels to_the_busiest(const Counts& counts, int ranks, int most) {
    std::vector<std::pair<int, Pair>> order;
    for (const auto& [pair, messages] : counts) order.push_back({-messages, pair});
    std::ranges::sort(order);
    std::vector<Pair> wishes;
    for (const auto& [messages, pair] : order) wishes.push_back(pair);
    return given(wishes, ranks, most);
}

/// Gives each rank channels to the first ranks it sends to, from rank 0 on.
Channels to_the_first(int ranks, int most) {
    Channels channels;
    for (int sender = 0; sender < ranks; ++sender)
        for (int receiver = 0, taken = 0; receiver < ranks && taken < most; ++receiver)
            if (receiver != sender) channels.insert({sender, receiver}), ++taken;
    return channels;
}

/// The ranks' channels during a run: the same decisions as in NodePeer and IncomingRings, without their memory.
class Running {
public:
    Running(int ranks, int most) : most_(static_cast<std::size_t>(most)) {
        for (int rank = 0; rank < ranks; ++rank) senders_.emplace_back(static_cast<std::uint32_t>(most));
        receivers_.resize(static_cast<std::size_t>(ranks));
    }

    const Channels& channels() const { return channels_; }

    /// Applies a plan's line for each rank from now on.
    void prefer(const Channels& planned) {
        std::map<int, std::vector<int>> wishes;
        for (const auto& [from, to] : planned) wishes[from].push_back(to);
        for (int rank = 0; rank < static_cast<int>(senders_.size()); ++rank) {
            Sender& sender = senders_[static_cast<std::size_t>(rank)];
            for (auto& [to, peer] : sender.peers) peer.frames = peer.recent = 0;
            sender.until_review = kFramesAReview;
            sender.rings.expect(wishes[rank]);
            settle(rank);
        }
        accept();
    }

    /// Ends a step with `counts` messages.
    void end_step(const Counts& counts) {
        for (const auto& [pair, count] : counts) {
            Sender& sender = senders_[static_cast<std::size_t>(pair.first)];
            Peer& peer = sender.peers[pair.second];
            peer.frames += static_cast<std::uint64_t>(count);
            sender.until_review -= count;
            if (peer.out != Out::common) continue;
            peer.in_common += count;
            if ((peer.in_common >= kRingFrom || peer.is_wanted) && sender.rings.admits(pair.second)) offer(pair);
        }
        for (int rank = 0; rank < static_cast<int>(senders_.size()); ++rank) review(rank);
        accept();
    }

private:
    static constexpr int kFramesAReview = 1024, kRingFrom = 4;  // as in NodeFabric and NodePeer
    enum class Out { common, offered, ring };
    struct Peer {
        Out out = Out::common;
        std::uint64_t frames = 0, recent = 0;
        int in_common = 0;
        bool is_wanted = false, was_offered = false;
    };
    struct Sender {
        explicit Sender(std::uint32_t most) : rings(most) {}
        shunt::remote_write::PreferredPeers rings;
        std::map<int, Peer> peers;
        int until_review = kFramesAReview;
    };
    struct Receiver {
        std::size_t accepted = 0;
        std::deque<int> waiting;
    };

    void offer(const Pair& pair) {
        Sender& sender = senders_[static_cast<std::size_t>(pair.first)];
        sender.peers[pair.second].out = Out::offered;
        sender.rings.made(pair.second);
        receivers_[static_cast<std::size_t>(pair.second)].waiting.push_back(pair.first);
    }

    void accept() {
        for (int to = 0; to < static_cast<int>(receivers_.size()); ++to) {
            Receiver& receiver = receivers_[static_cast<std::size_t>(to)];
            for (; receiver.accepted < most_ && !receiver.waiting.empty(); receiver.waiting.pop_front()) {
                const int from = receiver.waiting.front();
                ++receiver.accepted;
                senders_[static_cast<std::size_t>(from)].peers[to].out = Out::ring;
                channels_.insert({from, to});
            }
        }
    }

    void leave(int from, int to, Peer& peer) {
        Receiver& receiver = receivers_[static_cast<std::size_t>(to)];
        if (peer.out == Out::ring) --receiver.accepted, channels_.erase({from, to});
        if (peer.out == Out::offered) std::erase(receiver.waiting, from);
        if (peer.out != Out::common) senders_[static_cast<std::size_t>(from)].rings.gone(to);
        peer.out = Out::common, peer.in_common = 0, peer.is_wanted = false;
    }

    void settle(int rank) {
        Sender& sender = senders_[static_cast<std::size_t>(rank)];
        for (auto& [to, peer] : sender.peers)
            if (sender.rings.prefers(to)) peer.is_wanted = true;
            else leave(rank, to, peer);
    }

    void review(int rank) {
        Sender& sender = senders_[static_cast<std::size_t>(rank)];
        if (sender.until_review > 0) return;
        sender.until_review = kFramesAReview;
        std::vector<shunt::remote_write::PreferredPeers::Use> uses;
        for (auto& [to, peer] : sender.peers) {
            peer.recent = peer.recent / 2 + peer.frames, peer.frames = 0;
            const bool is_offered = peer.out == Out::offered;
            uses.push_back({to, peer.recent, peer.out != Out::common, is_offered && peer.was_offered});
            peer.was_offered = is_offered;
        }
        if (sender.rings.review(uses)) settle(rank);
    }

    std::size_t most_;
    std::deque<Sender> senders_;
    std::vector<Receiver> receivers_;
    Channels channels_;
};

struct Message {
    int from, to;
    double at;  // us: the time it was sent, later the time it arrives
    bool by_channel;
    double wire_us;
};

/// Each port passes one message after the other.
void pass_ports(std::vector<Message>& messages, int ranks) {
    for (const auto port : {&Message::from, &Message::to}) {
        std::ranges::stable_sort(messages, {}, &Message::at);
        std::vector<double> free_from(static_cast<std::size_t>(ranks));
        for (Message& one : messages) {
            double& free = free_from[static_cast<std::size_t>(one.*port)];
            one.at = free = std::max(free, one.at) + one.wire_us;
        }
    }
}

double step_us(const Counts& counts, const Channels& channels, bool all, const Costs& costs, int ranks) {
    constexpr int kAlone = 8;
    std::vector<Message> messages;
    std::vector<double> now(static_cast<std::size_t>(ranks));
    double work_us = 0;
    for (const auto& [pair, count] : counts) {  // in order of sender and receiver, as in the kernel
        const bool by_channel = all || channels.contains(pair);
        const double half = (by_channel ? costs.message_us : costs.mailbox_us) / 2;
        for (int i = 0; i < count; ++i) {
            now[static_cast<std::size_t>(pair.first)] += half;
            messages.push_back({pair.first, pair.second, now[static_cast<std::size_t>(pair.first)], by_channel,
                                i < kAlone ? costs.wire_us : costs.more_wire_us});
            work_us += 2 * half;
        }
    }
    if (costs.wire_us > 0) pass_ports(messages, ranks);
    for (Message& one : messages) one.at += one.by_channel ? costs.latency_us : costs.mailbox_latency_us;
    std::ranges::stable_sort(messages, {}, &Message::at);
    for (const Message& one : messages) {
        double& own = now[static_cast<std::size_t>(one.to)];
        own = std::max(own, one.at) + (one.by_channel ? costs.message_us : costs.mailbox_us) / 2;
    }
    const double last = *std::ranges::max_element(now);
    return std::max(last, costs.cores > 0 ? work_us / costs.cores : 0) + costs.allreduce_us;
}

struct Kernel {
    amr_grid* grid;
    int ranks, most, phases, steps;
    Costs costs;
};

struct Mean {
    double share, us;
};

/// The mean step with channels given by `kind`. `profiled`: the grid of the plan's profile; null without a plan.
Mean mean_step(const Kernel& kernel, std::string_view kind, amr_grid* profiled) {
    const bool is_seen = kind.ends_with("seen"), all = kind == "all";
    Running running(kernel.ranks, kernel.most);
    double took = 0, by_channel = 0, sent = 0;
    for (int phase = 1; phase <= kernel.phases; ++phase) {
        const Counts counts = counts_in_phase(*kernel.grid, phase);
        Channels channels = profiled != nullptr
                                ? to_the_busiest(counts_in_phase(*profiled, phase), kernel.ranks, kernel.most)
                                : to_the_first(kernel.ranks, kernel.most);
        if (is_seen && profiled != nullptr) running.prefer(channels);
        double us = 0, share = 0;
        for (int step = 0; step < kernel.steps; ++step) {
            if (step == 0 || (is_seen && channels != running.channels())) {
                if (is_seen) channels = running.channels();
                us = step_us(counts, channels, all, kernel.costs, kernel.ranks);
                share = 0;
                for (const auto& [pair, count] : counts)
                    if (all || channels.contains(pair)) share += count;
            }
            took += us, by_channel += share;
            for (const auto& [pair, count] : counts) sent += count;
            if (is_seen) running.end_step(counts);
        }
    }
    return {by_channel / sent, took / kernel.phases / kernel.steps};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 16 || (std::strcmp(argv[1], "node") != 0 && std::strcmp(argv[1], "cluster") != 0)) {
        std::fprintf(stderr, "usage: see amr_model.cpp; amr_model.py calls it\n");
        return 2;
    }
    const bool is_cluster = std::strcmp(argv[1], "cluster") == 0;
    double given[8];
    for (int i = 0; i < 8; ++i) given[i] = std::atof(argv[2 + i]);
    const Costs costs{
        given[0], given[1], given[2], given[3], is_cluster ? given[4] : 0, given[5], static_cast<int>(given[6]),
        given[7]};
    const int ranks = std::atoi(argv[10]), most = std::atoi(argv[11]), blocks = std::atoi(argv[12]);
    const int levels = std::atoi(argv[13]), phases = std::atoi(argv[14]), steps = std::atoi(argv[15]);
    amr_grid grid = amr_make_grid(blocks, levels, phases, ranks);
    amr_grid fewer_levels = amr_make_grid(blocks, std::max(levels - 1, 0), phases, ranks);
    amr_grid coarser = amr_make_grid(std::max(blocks / 2, 1), levels, phases, ranks);
    const std::map<std::string_view, amr_grid*> profiles{
        {"plan", &grid}, {"levels", &fewer_levels}, {"grid", &coarser}};
    const Kernel kernel{&grid, ranks, most, phases, steps, costs};
    for (const char* kind :
         {"first", "seen", "plan", "levels", "grid", "plan+seen", "levels+seen", "grid+seen", "all"}) {
        const std::string_view name = kind;
        const auto profile = profiles.find(name.substr(0, name.find('+')));
        const Mean mean = mean_step(kernel, name, profile != profiles.end() ? profile->second : nullptr);
        std::printf("%s,%.4f,%.3f\n", kind, mean.share, mean.us);
    }
    for (amr_grid* one : {&grid, &fewer_levels, &coarser}) amr_free_grid(one);
    return 0;
}
