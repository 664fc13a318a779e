#include <algorithm>
#include <utility>

#include "native/engines/multicast/channel.hpp"

namespace shunt::multicast {
namespace {

/// Loss common to many receivers that counts as congestion; less is repaired at full speed.
constexpr double kCongestion = 0.15;
constexpr double kNoLoss = 0.02;
constexpr int kMostUnheard = 4;

bool are_within(const std::vector<Range>& ranges, std::uint32_t packets) {
    std::uint64_t from = 0;
    for (const Range& range : ranges) {
        if (range.count == 0 || range.first < from) return false;
        from = std::uint64_t{range.first} + range.count;
        if (from > packets) return false;
    }
    return !ranges.empty();
}

}  // namespace

bool Channel::is_far(std::uint32_t number) const { return distance(number, begun_) > kMostAhead; }

void Channel::datagram(std::span<const std::byte> bytes, std::int64_t now) {
    now_ = now;
    const auto header = decode(bytes);
    if (!header || header->token != settings_.token) {
        ++counters_.foreign;
        return;
    }
    const auto body = bytes.subspan(kHeaderBytes);
    const std::size_t most = std::max<std::size_t>(settings_.payload_bytes, 8 + 8 * kMostRanges);
    if (header->sender >= settings_.nodes || header->sender == settings_.node || body.size() > most) {
        ++counters_.malformed;
        return;
    }
    if (is_far(header->operation)) {
        ++counters_.stale;
        return;
    }
    switch (header->kind) {
        case Kind::data:
        case Kind::parity:
        case Kind::end: return take_data(*header, body, now);
        case Kind::nak: return take_nak(*header, body, now);
        case Kind::length: return take_length(*header, body, now);
        case Kind::ack: return take_ack(*header, body.size(), now);
        case Kind::status: return take_status(*header, body, now);
        case Kind::arrive: return take_arrive(*header, body.size(), now);
    }
    ++counters_.malformed;
}

// ---- at a receiver
// --------------------------------------------------------------------------------------------------------------

void Channel::take_data(const Header& header, std::span<const std::byte> payload, std::int64_t now) {
    if (Incoming* operation = incoming(header.operation)) return take_for(*operation, header, payload, now);
    if (!before(begun_, header.operation)) {
        ++(distance(begun_, header.operation) > kMostAhead ? counters_.stale : counters_.duplicates);
        return;
    }
    const bool is_other_root = std::exchange(last_early_root_, header.sender) != header.sender;
    if (is_other_root || before(last_early_, header.operation)) last_early_ = header.operation;
    if (header.kind != Kind::parity && payload.size() <= settings_.payload_bytes && early_.keep(header, payload))
        ++counters_.early_kept;
    else ++counters_.early_dropped;
}

void Channel::take_for(Incoming& operation, const Header& header, std::span<const std::byte> payload,
                       std::int64_t now) {
    const std::optional<std::uint64_t> total =
        header.kind == Kind::end ? decode_total(payload) : operation.layout().total;
    if (header.sender != operation.root() || !total) {
        ++counters_.malformed;
        return;
    }
    confirm_earlier_calls(header, now);
    if ((header.flags & flag::direct) == 0) {
        multicast_silent_ = false;
        hears_ = true;
        group_heard_at_ = now;
    }
    if (*total != operation.layout().total)
        return learn(header.operation, {*total, (header.flags & flag::checkpoint) != 0}, now);
    auto taken = Incoming::Taken::fresh;
    if (header.kind == Kind::end) operation.end(header, now);
    else if (header.kind == Kind::data) taken = operation.data(header, payload, now, counters_);
    else taken = operation.parity(header, payload, now, counters_);
    if (taken != Incoming::Taken::malformed && (header.flags & flag::checkpoint) != 0) checkpoint_ = header.operation;
    switch (taken) {
        case Incoming::Taken::fresh:
            counters_.received += header.kind == Kind::data;
            arrivals_.over(header.operation);  // the root has received our arrival; naks now ask for missing packets
            break;
        case Incoming::Taken::duplicate: ++counters_.duplicates; break;
        case Incoming::Taken::malformed: ++counters_.malformed; break;
    }
    if (operation.complete()) completed(operation.number(), now);
    else note(operation.due());
}

void Channel::completed(std::uint32_t number, std::int64_t now) {
    const auto found =
        std::find_if(incoming_.begin(), incoming_.end(), [&](const auto& each) { return each->number() == number; });
    const int root = (*found)->root();
    const std::uint8_t flags = (*found)->flags();
    const bool tree = (flags & flag::tree) != 0, at_once = (flags & flag::acknowledge) != 0;
    if ((*found)->was_heard()) unheard_ = 0;
    else if (hears_ && (*found)->expects_group() && ++unheard_ >= kMostUnheard) multicast_silent_ = true;
    incoming_.erase(found);
    arrivals_.over(number);
    owe(root, tree, at_once, at_once ? now + (tree ? 0 : timing_.direct_ack_delay()) : now + timing_.lazy_ack());
    serve_acks(now);
}

void Channel::take_length(const Header& header, std::span<const std::byte> body, std::int64_t now) {
    const auto total = decode_total(body);
    const Incoming* operation = incoming(header.operation);
    if (!total || (operation != nullptr && header.sender != operation->root())) {
        ++counters_.malformed;
        return;
    }
    if (operation == nullptr || *total == operation->layout().total) {
        ++counters_.stale;
        return;
    }
    learn(header.operation, {*total, (header.flags & flag::checkpoint) != 0}, now);
}

void Channel::take_status(const Header& header, std::span<const std::byte> body, std::int64_t now) {
    if (body.size() % 2 != 0 || ((header.flags & flag::tree) != 0) != body.empty()) {
        ++counters_.malformed;
        return;
    }
    const bool has_everything = !before(begun_, header.operation) && incoming(header.operation) == nullptr;
    if (!has_everything) return;
    if (body.empty()) {
        tree_.forget_report(header.sender);
        owe(header.sender, true, true, now);
    } else if (names_node(body, settings_.node)) {
        owe(header.sender, false, true, now + timing_.direct_ack_delay());
    }
    serve_acks(now);
}

// ---- at a root
// ------------------------------------------------------------------------------------------------------------------

void Channel::take_nak(const Header& header, std::span<const std::byte> body, std::int64_t now) {
    auto request = decode_request(body);
    if (!request) {
        ++counters_.malformed;
        return;
    }
    ++counters_.naks;
    confirm_earlier_calls(header, now);
    Waiting* own = waiting(header.operation);
    if (own == nullptr) {
        counters_.stale += !before(begun_, header.operation);
        return;
    }
    Outgoing& operation = *own->operation;
    if (request->total != operation.layout().total) {
        ++counters_.wrong_length;
        const std::uint8_t flags = operation.says(flag::checkpoint) ? flag::checkpoint : 0;
        const auto total = encode_total(operation.layout().total);
        return push(Kind::length, header.operation, 0, flags, {header.sender, 0}, {total.begin(), total.end()});
    }
    if (!are_within(request->ranges, operation.layout().packets())) {
        ++counters_.malformed;
        return;
    }
    own->is_unheard |= (header.flags & flag::direct) != 0 && (header.flags & flag::anew) == 0;
    let_go(*own);
    lacks(*own, header.sender, header.flags, std::move(request->ranges), now);
    put_off(*own, now);
    judge(operation, now);
    note(operation.due());
}

void Channel::judge(Outgoing& operation, std::int64_t now) {
    const double again = operation.repair_loss();
    if (again > kCongestion) repair_pacer_.lost(again, now);
    else if (again >= 0) repair_pacer_.arrived();
    // During a long first transmission about every 256 packets, and whenever repairs begin.
    const double loss =
        operation.all_sent() || operation.unjudged() < 256 ? operation.plan_loss() : operation.common_loss();
    if (loss > kCongestion) {
        first_pacer_.lost(loss, now);
        ++counters_.slowdowns;
    } else if (loss >= 0 && loss < kNoLoss) {
        first_pacer_.arrived();
    }
}

void Channel::take_ack(const Header& header, std::size_t body_bytes, std::int64_t now) {
    const bool tree = (header.flags & flag::tree) != 0;
    if (body_bytes != 0 || header.sequence >= static_cast<std::uint32_t>(settings_.nodes)) {
        ++counters_.malformed;
        return;
    }
    const int root = static_cast<int>(header.sequence);
    if (root == settings_.node) return take_ack_as_root(header, now);
    if (!tree || !tree_.child(root, header.sender, header.operation)) {
        ++counters_.malformed;
        return;
    }
    ++counters_.acks;
    report_up(root);
}

/// The sender of `header` has entered a call that is under way here.
void Channel::confirm_earlier_calls(const Header& header, std::int64_t now) {
    if (before(header.operation, call_)) return;
    bool over = false;
    for (Waiting& own : outgoing_) {
        if (!before(own.operation->number(), call_)) break;
        confirm(own, header.sender, now);
        over |= own.may_be_over;
        put_off(own, now);
    }
    if (over) sweep();
}

void Channel::take_ack_as_root(const Header& header, std::int64_t now) {
    const Tree tree(settings_.nodes, settings_.node);
    const bool subtree = (header.flags & flag::tree) != 0;
    if (subtree && tree.child_index(settings_.node, header.sender) < 0) {
        ++counters_.malformed;
        return;
    }
    ++counters_.acks;
    for (Waiting& own : outgoing_) {
        Outgoing& operation = *own.operation;
        if (before(header.operation, operation.number())) break;
        if (subtree) tree.for_subtree(header.sender, [&](int node) { confirm(own, node, now); });
        else confirm(own, header.sender, now);
        if (own.acked_at == kNever && operation.says(flag::acknowledge) && operation.all_sent()) {
            own.acked_at = now;
            timing_.ack_took(now - operation.last_sent());
            if (own.asked == 0) own.patience = timing_.patience();
        }
        put_off(own, now);
    }
    sweep();
}

// ---- barriers
// -------------------------------------------------------------------------------------------------------------------

void Channel::take_arrive(const Header& header, std::size_t body_bytes, std::int64_t now) {
    const bool tree = (header.flags & flag::tree) != 0;
    if (body_bytes != 0 || header.sequence >= static_cast<std::uint32_t>(settings_.nodes) ||
        (tree && arrivals_.is_direct())) {
        ++counters_.malformed;
        return;
    }
    const int root = static_cast<int>(header.sequence);
    if (!before(begun_, header.operation) && arrivals_.find(header.operation) == nullptr) {
        // The sender has not received the release.
        Waiting* own = root == settings_.node ? waiting(header.operation) : nullptr;
        if (own == nullptr) ++counters_.stale;
        else if (!tree) lacks(*own, header.sender, flag::direct, {{0, 1}}, now), note(own->operation->due());
        return;
    }
    if (arrivals_.from(header.operation, root, header.sender, !tree, now)) ++counters_.arrivals;
    else ++counters_.malformed;
    note(arrivals_.due());
}

}  // namespace shunt::multicast
