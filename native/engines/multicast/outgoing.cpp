#include "native/engines/multicast/outgoing.hpp"

#include <algorithm>
#include <functional>

#include "native/engines/multicast/erasure.hpp"

namespace shunt::multicast {
namespace {

/// Messages with fewer packets are repaired so soon that an end after the last packet would only be one more packet.
constexpr std::uint32_t kEndFromPackets = 8;

/// Fewer packets are no evidence of congestion.
constexpr std::uint32_t kJudgedPackets = 16;

std::uint32_t packets_within(const Lack& lack, std::uint32_t from, std::uint32_t to) {
    std::uint64_t count = 0;
    for (const Range& range : lack.ranges) {
        const std::uint64_t first = std::max(range.first, from);
        const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{range.first} + range.count, to);
        if (end > first) count += end - first;
    }
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, to - from));
}

}  // namespace

Outgoing::Outgoing(const Settings& settings, Layout layout, std::span<const std::byte> bytes,
                   std::span<const int> members, std::int64_t now)
    : settings_(settings),
      layout_(layout),
      bytes_(bytes),
      missing_(static_cast<std::size_t>(settings.nodes)),
      total_(encode_total(layout.total)),
      last_progress_(now),
      last_sent_(now) {
    const auto add = [&](int node) {
        if (node >= 0 && node < settings.nodes && node != settings.node) missing_.set(static_cast<std::size_t>(node));
    };
    for (const int node : members) add(node);
    for (int node = 0; members.empty() && node < settings.nodes; ++node) add(node);
    receivers_ = missing_.count();
    if (receivers_ == 0) first_ = layout_.packets();
}

void Outgoing::keep_copy() {
    copy_.assign(bytes_.begin(), bytes_.end());
    bytes_ = copy_;
    retained_ = true;
}

bool Outgoing::confirm(int node, std::int64_t now) {
    if (!missing_.clear(static_cast<std::size_t>(node))) return false;
    last_progress_ = now;
    std::erase_if(lacks_, [&](const Lack& lack) { return lack.node == node; });
    return true;
}

void Outgoing::lacks(int node, std::uint8_t flags, std::vector<Range> ranges, std::int64_t now) {
    if (!missing_.test(static_cast<std::size_t>(node)) || in_plan(node)) return;
    if ((flags & flag::progress) != 0) last_progress_ = now;
    std::erase_if(ranges, [&](const Range& range) { return range.first >= first_; });
    for (Range& range : ranges) range.count = std::min(range.count, first_ - range.first);
    if (ranges.empty()) return;
    Lack lack{node, (flags & flag::direct) != 0, (flags & flag::no_parity) != 0, std::move(ranges), first_};
    note_lost_repairs(lack);
    const auto old = std::find_if(lacks_.begin(), lacks_.end(), [&](const Lack& other) { return other.node == node; });
    if (old != lacks_.end()) *old = std::move(lack);
    else lacks_.push_back(std::move(lack));
    if (lacks_since_ == kNever) lacks_since_ = now;
}

bool Outgoing::in_plan(int node) const {
    return at_ < plan_.repairs.size() && std::binary_search(planned_.begin(), planned_.end(), node);
}

void Outgoing::note_lost_repairs(const Lack& lack) {
    const std::size_t bulk = plan_.repairs.size() - plan_.urgent;
    if (bulk < 16 || at_ < plan_.repairs.size() || !std::binary_search(planned_.begin(), planned_.end(), lack.node))
        return;
    std::uint32_t repaired = 0, highest = 0;
    for (std::size_t i = plan_.urgent; i < plan_.repairs.size(); ++i) {
        const Repair& repair = plan_.repairs[i];
        if (repair.what != Repair::What::packet || (repair.node != lack.node && repair.node != Repair::kEveryone))
            continue;
        ++repaired;
        highest = std::max(highest, repair.index);
    }
    if (repaired >= 16)
        repair_loss_ = std::min(1.0, static_cast<double>(packets_within(lack, 0, highest + 1)) / repaired);
}

double Outgoing::common_loss() {
    std::vector<double> losses;
    for (const Lack& lack : lacks_)
        if (!lack.direct && lack.sent >= judged_ + kJudgedPackets)
            losses.push_back(static_cast<double>(packets_within(lack, judged_, lack.sent)) / (lack.sent - judged_));
    // One slow receiver is not congestion.
    const std::size_t quarter = std::min(receivers_, std::max<std::size_t>(2, (receivers_ + 3) / 4));
    if (losses.size() < quarter) return -1;
    judged_ = first_;
    std::nth_element(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(quarter - 1), losses.end(),
                     std::greater<>());
    return losses[quarter - 1];
}

Outgoing::Urgency Outgoing::urgency(std::int64_t now) {
    if (is_held()) return Urgency::none;
    if (first_ < layout_.packets() || end_due_) return Urgency::first;
    if (at_ == plan_.repairs.size() && !lacks_.empty() && now >= lacks_since_ + settings_.collect_ns) make_plan();
    if (at_ < plan_.repairs.size()) return at_ < plan_.urgent ? Urgency::repair : Urgency::bulk;
    return Urgency::none;
}

std::int64_t Outgoing::due() const {
    if (first_ < layout_.packets() || end_due_ || at_ < plan_.repairs.size() || lacks_.empty()) return kNever;
    return lacks_since_ + settings_.collect_ns;
}

void Outgoing::make_plan() {
    plan_loss_ = common_loss();
    plan_ = plan_repairs(lacks_, layout_.packets(), first_row_);
    first_row_ = (first_row_ + plan_.rows) % kMostRows;
    at_ = 0;
    planned_.clear();
    for (const Lack& lack : lacks_) planned_.push_back(lack.node);
    std::sort(planned_.begin(), planned_.end());
    lacks_.clear();
    lacks_since_ = kNever;
}

Header Outgoing::packet(std::uint32_t index, std::uint8_t flags, std::span<const std::byte>& payload) const {
    payload = bytes_.subspan(layout_.offset(index), layout_.length(index));
    if (layout_.is_last(index)) flags |= flag::last;
    return {0, number(), index, Kind::data, flags, 0};
}

Header Outgoing::parity(const Repair& repair, std::span<const std::byte>& payload) {
    const std::uint32_t sequence = parity_sequence({repair.classes, repair.row, repair.index});
    const std::uint64_t key = std::uint64_t{repair.classes} << 32 | sequence;
    if (parity_of_ != key) {
        parity_.assign(layout_.payload, std::byte{0});
        std::uint32_t column = 0;
        for (std::uint64_t p = repair.index; p < layout_.packets(); p += repair.classes) {
            const auto index = static_cast<std::uint32_t>(p);
            add_multiple(parity_, bytes_.subspan(layout_.offset(index), layout_.length(index)),
                         coefficient(repair.row, column++));
        }
        parity_of_ = key;
    }
    payload = parity_;
    return {0, number(), sequence, Kind::parity, flag::repair, 0};
}

Header Outgoing::end(std::span<const std::byte>& payload) const {
    payload = total_;
    return {0, number(), layout_.packets(), Kind::end, 0, 0};
}

Header Outgoing::next(std::span<const std::byte>& payload, Destination& destination) {
    payload = {};
    destination = {Destination::kGroup, settings_.group};
    Header header;
    if (first_ < layout_.packets()) {
        header = packet(first_, 0, payload);
    } else if (end_due_) {
        header = end(payload);
    } else {
        const Repair& repair = plan_.repairs[at_];
        if (repair.node != Repair::kEveryone) destination.node = repair.node;
        switch (repair.what) {
            case Repair::What::packet: header = packet(repair.index, flag::repair, payload); break;
            case Repair::What::parity: header = parity(repair, payload); break;
            case Repair::What::end: header = end(payload); break;
        }
        if (repair.node != Repair::kEveryone) header.flags |= flag::direct;
    }
    header.flags |= settings_.flags;
    return header;
}

void Outgoing::sent(std::int64_t now, Counters& counters) {
    last_sent_ = now;
    if (first_ < layout_.packets() || end_due_) {
        last_progress_ = now;
        sent_first(counters);
    } else if (at_ < plan_.repairs.size()) {
        sent_repair(counters);
    }
}

void Outgoing::sent_first(Counters& counters) {
    if (first_ == layout_.packets()) {
        end_due_ = false;
        ++counters.ends;
        return;
    }
    ++counters.data;
    end_due_ = ++first_ == layout_.packets() && first_ >= kEndFromPackets;
}

void Outgoing::sent_repair(Counters& counters) {
    const Repair& repair = plan_.repairs[at_++];
    switch (repair.what) {
        case Repair::What::packet:
            ++counters.repairs;
            counters.direct_repairs += repair.node != Repair::kEveryone;
            break;
        case Repair::What::parity: ++counters.parities; break;
        case Repair::What::end: ++counters.ends; break;
    }
}

}  // namespace shunt::multicast
