#include "native/multicast/repair_plan.hpp"

#include <algorithm>

#include "native/multicast/bitmap.hpp"

namespace shunt::multicast {
namespace {

using Packets = std::vector<std::uint32_t>;

/// A lack as single packets, ascending, at most kMostRepairs.
struct Listed {
    const Lack* lack = nullptr;
    Packets packets;
};

Listed listed(const Lack& lack) {
    Listed result{&lack, {}};
    for (const Range& range : lack.ranges)
        for (std::uint32_t i = 0; i < range.count && result.packets.size() < kMostRepairs; ++i) result.packets.push_back(range.first + i);
    return result;
}

/// Who lacks each packet: sorted, with the one node where it is one.
struct Wanted {
    std::uint32_t packet;
    int node;  ///< kEveryone when several lack it
};

std::vector<Wanted> wanted_by(const std::vector<Listed>& lists) {
    std::vector<Wanted> all;
    for (const Listed& list : lists)
        for (const std::uint32_t packet : list.packets) all.push_back({packet, list.lack->node});
    std::sort(all.begin(), all.end(), [](const Wanted& a, const Wanted& b) { return a.packet < b.packet; });
    std::size_t kept = 0;
    for (const Wanted& wanted : all) {
        if (kept != 0 && all[kept - 1].packet == wanted.packet)
            all[kept - 1].node = all[kept - 1].node == wanted.node ? wanted.node : Repair::kEveryone;
        else all[kept++] = wanted;
    }
    all.resize(kept);
    return all;
}

/// A division of the packets into classes such that each receiver lacks, besides packets sent by themselves, at most one of a class.
class Parity {
public:
    Parity(const std::vector<Listed>& lists, std::uint32_t packets, std::uint32_t classes)
        : classes_(classes), alone_(packets), single_(classes, kNone), stamp_(classes, 0) {
        std::uint32_t number = 0;
        for (const Listed& list : lists) list.lack->no_parity ? add_alone(list) : add(list, ++number);
        for (const std::uint32_t single : single_) needed_ += single != kNone;
    }

    std::size_t cost() const { return alone_.count() + needed_; }
    const Bitmap& alone() const { return alone_; }
    void append_to(std::vector<Repair>& repairs) const {
        for (std::size_t p = alone_.next_set(0); p < alone_.limit(); p = alone_.next_set(p + 1))
            repairs.push_back({Repair::What::packet, Repair::kEveryone, static_cast<std::uint32_t>(p), 0});
        for (std::uint32_t c = 0; c < classes_; ++c) {
            if (single_[c] == kNone) continue;
            if (single_[c] != kSeveral) repairs.push_back({Repair::What::packet, Repair::kEveryone, single_[c], 0});
            else repairs.push_back({Repair::What::parity, Repair::kEveryone, c, classes_});
        }
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX, kSeveral = UINT32_MAX - 1;

    void add_alone(const Listed& list) {
        for (const std::uint32_t packet : list.packets) alone_.set(packet);
    }

    void add(const Listed& list, std::uint32_t number) {
        if (holder_.size() != classes_) holder_.assign(classes_, kNone);
        for (const std::uint32_t packet : list.packets) {
            const std::uint32_t c = packet % classes_;
            if (stamp_[c] != number) {
                stamp_[c] = number;
                holder_[c] = packet;
            } else if (alone_.test(holder_[c])) {
                holder_[c] = packet;
            } else {
                alone_.set(packet);
            }
        }
        for (const std::uint32_t packet : list.packets) note(packet);
    }

    void note(std::uint32_t packet) {
        const std::uint32_t c = packet % classes_;
        if (holder_[c] != packet || alone_.test(packet) || single_[c] == packet) return;
        single_[c] = single_[c] == kNone ? packet : kSeveral;
    }

    std::uint32_t classes_;
    Bitmap alone_;
    std::vector<std::uint32_t> single_;  ///< per class: the packet that stands for it, kSeveral when a parity packet must
    std::vector<std::uint32_t> stamp_;   ///< per class: the receiver that lacked one of it last
    std::vector<std::uint32_t> holder_;  ///< per class: which
    std::size_t needed_ = 0;
};

void append_packets(const std::vector<Listed>& lists, std::vector<Repair>& repairs) {
    for (const Wanted& wanted : wanted_by(lists)) repairs.push_back({Repair::What::packet, wanted.node, wanted.packet, 0});
}

void append_cheapest(const std::vector<Listed>& lists, std::uint32_t packets, std::vector<Repair>& repairs) {
    const std::vector<Wanted> wanted = wanted_by(lists);
    std::size_t best_cost = wanted.size();
    std::uint32_t best = 0;
    for (std::uint32_t classes = 1; lists.size() > 1 && classes < best_cost && classes < 0x10000; classes *= 2) {
        const std::size_t cost = Parity(lists, packets, classes).cost();
        if (cost >= best_cost) continue;
        best_cost = cost;
        best = classes;
    }
    if (best != 0) Parity(lists, packets, best).append_to(repairs);
    else append_packets(lists, repairs);
}

/// An end to everyone if anything went to everyone, else to each node that something went to.
void append_ends(std::vector<Repair>& repairs, std::size_t from) {
    std::vector<int> nodes;
    for (std::size_t i = from; i < repairs.size(); ++i) nodes.push_back(repairs[i].node);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (const int node : nodes) {
        repairs.push_back({Repair::What::end, node, 0, 0});
        if (node == Repair::kEveryone) return;  // it sorts first
    }
}

}  // namespace

Plan plan_repairs(const std::vector<Lack>& lacks, std::uint32_t packets) {
    std::vector<Listed> few, much, direct;
    for (const Lack& lack : lacks) {
        Listed list = listed(lack);
        const bool is_much = list.packets.size() > 16 && (list.packets.size() > packets / 3 || list.packets.size() == kMostRepairs);
        (lack.direct ? direct : is_much ? much : few).push_back(std::move(list));
    }
    Plan plan;
    append_cheapest(few, packets, plan.repairs);
    if (packets > 1) append_ends(plan.repairs, 0);
    plan.urgent = plan.repairs.size();
    append_packets(much, plan.repairs);
    if (packets > 1) append_ends(plan.repairs, plan.urgent);
    for (const Listed& list : direct) {
        const std::size_t from = plan.repairs.size();
        append_packets({list}, plan.repairs);
        if (packets > 1) append_ends(plan.repairs, from);
    }
    return plan;
}

}  // namespace shunt::multicast
