#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "native/engines/multicast/bitmap.hpp"
#include "native/engines/multicast/counters.hpp"
#include "native/engines/multicast/datagram.hpp"
#include "native/engines/multicast/layout.hpp"
#include "native/engines/multicast/number.hpp"
#include "native/engines/multicast/packet.hpp"
#include "native/engines/multicast/repair_plan.hpp"

namespace shunt::multicast {

/// The root's side of one operation: sends every packet once, then sends repairs in rounds until all receivers have
/// confirmed. Owner: the bytes stay the caller's unless keep_copy() was called.   Thread: any one at a time.
class Outgoing {
public:
    /// The urgency of the next datagram of an operation, the most urgent first.
    enum class Urgency : std::uint8_t { first, repair, bulk, none };

    struct Settings {
        std::uint32_t number = 0;
        std::uint32_t group = 0;
        std::uint8_t flags = 0;  ///< flag::acknowledge, flag::tree: sent with every data packet
        int node = 0;            ///< the root itself
        int nodes = 1;
        std::int64_t collect_ns = 0;  ///< how long naks are gathered for one round
    };
    /// `members` empty: all nodes.
    Outgoing(const Settings& settings, Layout layout, std::span<const std::byte> bytes, std::span<const int> members,
             std::int64_t now);

    std::uint32_t number() const { return settings_.number; }
    std::uint32_t group() const { return settings_.group; }
    const Layout& layout() const { return layout_; }
    /// Makes a copy: the caller's bytes are no longer needed, and the operation is retained.
    void keep_copy();
    bool retained() const { return retained_; }
    std::span<const std::byte> bytes() const { return bytes_; }

    bool all_sent() const { return first_ == layout_.packets() && !end_due_; }
    bool confirmed() const { return missing_.count() == 0; }
    bool over() const { return all_sent() && confirmed(); }
    bool says(std::uint8_t flag) const { return (settings_.flags & flag) != 0; }
    /// Nodes that have not confirmed.
    const Bitmap& missing() const { return missing_; }
    std::size_t receivers() const { return receivers_; }
    std::int64_t last_progress() const { return last_progress_; }
    /// When a packet of it was last sent.
    std::int64_t last_sent() const { return last_sent_; }

    /// Returns whether the confirmation is new.
    bool confirm(int node, std::int64_t now);
    /// Processes a nak, whose ranges lie within the layout. Packets not sent yet do not count as missing.
    void lacks(int node, std::uint8_t flags, std::vector<Range> ranges, std::int64_t now);
    /// True when a round of repairs is waiting or under way.
    bool repairing() const { return !lacks_.empty() || at_ < plan_.repairs.size(); }
    /// True when one is waiting.
    bool is_asked() const { return !lacks_.empty() && at_ == plan_.repairs.size(); }
    /// Drops the waiting round: there is no reason for it.
    void forget_asked() {
        lacks_.clear();
        lacks_since_ = kNever;
    }
    /// The part (0..1) of the packets sent since the last call that at least a quarter of the receivers lack; -1: too
    /// few packets to tell. For use during the first transmission; a round of repairs leaves its result in plan_loss().
    double common_loss();
    /// Packets sent since the last common_loss().
    std::uint32_t unjudged() const { return first_ - judged_; }
    /// The result of common_loss() when the last round was planned, returned once; -1: none.
    double plan_loss() { return std::exchange(plan_loss_, -1); }
    /// The part (0..1) of the last round's bulk repairs that was lost again, returned once; -1: none.
    double repair_loss() { return std::exchange(repair_loss_, -1); }

    /// Limits the first transmission to `packets` until the next call; initially there is no limit. Returns true if it
    /// may continue now.
    bool allow(std::uint32_t packets) {
        const bool held = is_held();
        allowed_ = packets;
        return held && !is_held();
    }
    Urgency urgency(std::int64_t now);
    /// When urgency() may change with time alone.
    std::int64_t due() const;
    /// The datagram to send next; its header lacks token and sender.
    Header next(std::span<const std::byte>& payload, Destination& destination);
    /// The datagram of next() has left.
    void sent(std::int64_t now, Counters& counters);

private:
    bool is_held() const { return first_ < layout_.packets() && first_ >= allowed_; }
    void make_plan();
    bool in_plan(int node) const;
    void note_lost_repairs(const Lack& lack);
    Header packet(std::uint32_t index, std::uint8_t flags, std::span<const std::byte>& payload) const;
    Header parity(const Repair& repair, std::span<const std::byte>& payload);
    Header end(std::span<const std::byte>& payload) const;
    void sent_first(Counters& counters);
    void sent_repair(Counters& counters);

    Settings settings_;
    Layout layout_;
    std::span<const std::byte> bytes_;
    std::vector<std::byte> copy_;
    bool retained_ = false;
    Bitmap missing_;
    std::size_t receivers_ = 0;
    std::array<std::byte, 8> total_;  ///< the length, as in an end

    std::uint32_t first_ = 0;             ///< packets sent for the first time
    std::uint32_t allowed_ = UINT32_MAX;  ///< ... and the limit for now
    std::uint32_t judged_ = 0;            ///< common_loss() has judged the packets below
    bool end_due_ = false;
    std::vector<Lack> lacks_;  ///< naks since the last plan, one for a node
    std::int64_t lacks_since_ = kNever;
    Plan plan_;
    std::size_t at_ = 0;  ///< the next repair of the plan
    double plan_loss_ = -1;
    double repair_loss_ = -1;
    std::vector<int> planned_;  ///< nodes the plan is for, ascending
    std::vector<std::byte> parity_;
    std::uint64_t parity_of_ = 0;  ///< classes << 32 | number on the wire, of the row in parity_
    std::uint32_t first_row_ = 0;  ///< of the next plan
    std::int64_t last_progress_;
    std::int64_t last_sent_;
};

}  // namespace shunt::multicast
