#include "native/engines/multicast/repair_plan.hpp"

#include <algorithm>

#include "native/engines/multicast/bitmap.hpp"
#include "native/engines/multicast/erasure.hpp"

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
        for (std::uint32_t i = 0; i < range.count && result.packets.size() < kMostRepairs; ++i)
            result.packets.push_back(range.first + i);
    return result;
}

/// The receivers of each missing packet: sorted, with the node where only one lacks it.
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

/// A division of the packets into classes. Each class is repaired by as many rows of parity as some receiver lacks
/// packets of it; packets that a receiver lacks beyond the most rows are sent by themselves.
class Parity {
public:
    Parity(const std::vector<Listed>& lists, std::uint32_t packets, std::uint32_t classes)
        : classes_(classes),
          most_(packets_of_class(packets, classes) <= kMostOfClass ? kMostRows : 1),
          alone_(packets),
          rows_(classes),
          wanted_(packets),
          distinct_(classes) {
        for (const Listed& list : lists)
            if (list.lack->no_parity)
                for (const std::uint32_t packet : list.packets) alone_.set(packet);
        for (const Listed& list : lists)
            count(list, [&](std::uint32_t packet, std::uint32_t lacking) {
                if (lacking > most_) alone_.set(packet);
            });
        for (const Listed& list : lists)
            count(list, [&](std::uint32_t packet, std::uint32_t lacking) {
                std::uint32_t& rows = rows_[packet % classes_];
                rows = std::max(rows, lacking);
                distinct_[packet % classes_] += wanted_.set(packet);
            });
        cost_ = alone_.count();
        for (std::uint32_t c = 0; c < classes_; ++c) cost_ += std::min(rows_[c], distinct_[c]);
    }

    std::size_t cost() const { return cost_; }
    /// Rows are numbered from `first_row` on, and wrap. Returns the most rows of a class; 0 where row 0 is the only
    /// one.
    std::uint32_t append_to(std::vector<Repair>& repairs, std::uint32_t first_row) const {
        for (std::size_t p = 0; (p = std::min(alone_.next_set(p), wanted_.next_set(p))) < alone_.limit(); ++p) {
            const auto packet = static_cast<std::uint32_t>(p);
            if (alone_.test(p) || rows_[packet % classes_] == distinct_[packet % classes_])
                repairs.push_back({Repair::What::packet, Repair::kEveryone, packet});
        }
        for (std::uint32_t c = 0; c < classes_; ++c)
            for (std::uint32_t row = 0; row < rows_[c] && rows_[c] < distinct_[c]; ++row)
                repairs.push_back({Repair::What::parity, Repair::kEveryone, c, classes_,
                                   most_ == 1 ? 0 : (first_row + row) % kMostRows});
        return most_ == 1 ? 0 : *std::max_element(rows_.begin(), rows_.end());
    }

private:
    /// Calls `see(packet, n)` for each packet of `list` that parity will repair: the n-th of its class.
    template <class See>
    void count(const Listed& list, See see) {
        if (list.lack->no_parity) return;
        lacking_.resize(classes_);
        for (const std::uint32_t packet : list.packets)
            if (!alone_.test(packet)) see(packet, ++lacking_[packet % classes_]);
        for (const std::uint32_t packet : list.packets) lacking_[packet % classes_] = 0;
    }

    std::uint32_t classes_;
    std::uint32_t most_;                   ///< rows of a class
    Bitmap alone_;                         ///< packets sent by themselves
    std::vector<std::uint32_t> rows_;      ///< per class: the most that a receiver lacks of it
    Bitmap wanted_;                        ///< packets that parity will repair
    std::vector<std::uint32_t> distinct_;  ///< per class: the number of those
    std::vector<std::uint32_t> lacking_;
    std::size_t cost_ = 0;
};

void append_packets(const std::vector<Listed>& lists, std::vector<Repair>& repairs) {
    for (const Wanted& wanted : wanted_by(lists))
        repairs.push_back({Repair::What::packet, wanted.node, wanted.packet, 0});
}

/// Returns how many rows of the code it uses.
std::uint32_t append_cheapest(const std::vector<Listed>& lists, std::uint32_t packets, std::uint32_t first_row,
                              std::vector<Repair>& repairs) {
    const std::vector<Wanted> wanted = wanted_by(lists);
    std::size_t best_cost = wanted.size();
    std::uint32_t best = 0;
    for (std::uint32_t classes = 1; lists.size() > 1 && classes < best_cost && classes <= kMostClasses; classes *= 2) {
        const std::size_t cost = Parity(lists, packets, classes).cost();
        if (cost >= best_cost) continue;
        best_cost = cost;
        best = classes;
    }
    if (best != 0) return Parity(lists, packets, best).append_to(repairs, first_row);
    append_packets(lists, repairs);
    return 0;
}

/// Adds an end to everyone if any repair goes to everyone, otherwise one to each node with a repair.
void append_ends(std::vector<Repair>& repairs, std::size_t from) {
    std::vector<int> nodes;
    for (std::size_t i = from; i < repairs.size(); ++i) nodes.push_back(repairs[i].node);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (const int node : nodes) {
        repairs.push_back({Repair::What::end, node, 0, 0});
        if (node == Repair::kEveryone) return;  // kEveryone sorts first
    }
}

}  // namespace

Plan plan_repairs(const std::vector<Lack>& lacks, std::uint32_t packets, std::uint32_t first_row) {
    std::vector<Listed> few, much, direct;
    for (const Lack& lack : lacks) {
        Listed list = listed(lack);
        const bool is_much =
            list.packets.size() > 16 && (list.packets.size() > packets / 3 || list.packets.size() == kMostRepairs);
        (lack.direct ? direct : is_much ? much : few).push_back(std::move(list));
    }
    Plan plan;
    plan.rows = append_cheapest(few, packets, first_row, plan.repairs);
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
