#include <algorithm>
#include <utility>

#include "native/engines/multicast/channel.hpp"

namespace shunt::multicast {
namespace {

constexpr std::size_t kMostControl = 8192;
constexpr std::size_t kMostAsked = 64;                         ///< nodes that one status request names
constexpr std::size_t kFewAsked = 3;                           ///< so many nodes are asked one by one
constexpr int kRepeatFrom = 65;                                ///< nodes from which reports up the tree go twice
constexpr std::int64_t kMulticastSilence = 30 * kMillisecond;  ///< with unanswered naks: multicast does not arrive here

}  // namespace

void Channel::push(Kind kind, std::uint32_t operation, std::uint32_t sequence, std::uint8_t flags, Destination to,
                   std::vector<std::byte> body) {
    if (control_.size() >= kMostControl) {
        control_.pop_front();
        ++counters_.control_dropped;
    }
    const auto sender = static_cast<std::uint16_t>(settings_.node);
    control_.push_back({{settings_.token, operation, sequence, kind, flags, sender}, to, std::move(body)});
    note(now_);
}

// ---- acknowledgements
// -----------------------------------------------------------------------------------------------------------

/// The operation up to which everything of `root` that concerns this node has arrived.
std::uint32_t Channel::frontier(int root) const {
    for (const auto& operation : incoming_)
        if (operation->root() == root) return operation->number() - 1;
    return begun_;
}

void Channel::owe(int root, bool tree, bool at_once, std::int64_t due) {
    note(due);
    for (Owed& owed : owed_) {
        if (owed.root != root) continue;
        owed.tree = at_once || !owed.at_once ? tree : owed.tree;
        owed.at_once |= at_once;
        owed.due = std::min(owed.due, due);
        owed.begun = begun_;
        return;
    }
    owed_.push_back({root, tree, at_once, due, begun_});
}

void Channel::acknowledge(int root, bool tree) {
    lossy_ = std::exchange(naks_at_ack_, counters_.naks_sent) != counters_.naks_sent;
    if (tree) return report_up(root);
    push_ack(root, frontier(root), false);
    if (lossy_ && settings_.nodes < kRepeatFrom) repeat(root, frontier(root), false);
}

/// Sends an acknowledgement again: where packets are lost it may be lost too, and among very many one will be lost. The
/// root would ask for it only after a while.
void Channel::repeat(int root, std::uint32_t frontier, bool tree) {
    repeats_.push_back({root, frontier, now_ + timing_.repeat_delay(), tree});
    note(repeats_.back().due);
}

void Channel::report_up(int root) {
    const auto all = tree_.report(root, frontier(root));
    if (!all) return;
    push_ack(root, *all, true);
    if (lossy_ || settings_.nodes >= kRepeatFrom) repeat(root, *all, true);
}

void Channel::push_ack(int root, std::uint32_t frontier, bool tree) {
    const int to = tree ? Tree(settings_.nodes, root).parent(settings_.node) : root;
    push(Kind::ack, frontier, static_cast<std::uint32_t>(root), tree ? flag::tree : 0, {to, 0});
}

void Channel::serve_acks(std::int64_t now) {
    for (std::size_t i = 0; i < owed_.size();) {
        if (owed_[i].due > now) {
            ++i;
            continue;
        }
        acknowledge(owed_[i].root, owed_[i].tree);
        owed_.erase(owed_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (const Repeat& repeat : repeats_)
        if (repeat.due <= now) push_ack(repeat.root, repeat.frontier, repeat.tree);
    std::erase_if(repeats_, [&](const Repeat& repeat) { return repeat.due <= now; });
}

// ---- timers
// ---------------------------------------------------------------------------------------------------------------------

void Channel::advance(std::int64_t now) {
    now_ = now;
    serve_acks(now);
    serve_naks(now);
    serve_patience(now);
    go_ahead(now);
    arrivals_.say_due(now, [&](const Arrivals::Barrier& barrier, int to) {
        push(Kind::arrive, barrier.number, static_cast<std::uint32_t>(barrier.root), barrier.direct ? 0 : flag::tree,
             {to, 0});
    });
    find_deadline();
}

void Channel::serve_naks(std::int64_t now) {
    const std::size_t most = std::min(kMostRanges, (settings_.payload_bytes - 8) / 8);
    for (const auto& operation : incoming_) {
        operation->heard_others(group_heard_at_);
        if (operation->due() > now) continue;
        const Arrivals::Barrier* barrier = arrivals_.find(operation->number());
        if (barrier != nullptr && barrier->here && barrier->direct) {
            operation->postpone(now);  // the repeated arrival asks for the release
            continue;
        }
        std::uint8_t flags = operation->nak_flags();
        const Request request = operation->lacking(most, now);
        if (request.ranges.empty()) continue;
        const bool silent = operation->unanswered() >= 3 && now - group_heard_at_ > kMulticastSilence;
        multicast_silent_ |= silent && hears_;
        if (silent || multicast_silent_) flags |= flag::direct;
        if (!hears_) flags |= flag::anew;
        const auto ranges = static_cast<std::uint32_t>(request.ranges.size());
        push(Kind::nak, operation->number(), ranges, flags, {operation->root(), 0}, encode_request(request));
    }
}

void Channel::expect_acks(Waiting& waiting, std::int64_t now) {
    if (waiting.patience == 0)
        waiting.patience = waiting.operation->says(flag::acknowledge) ? timing_.patience() : Timing::kLazyPatience;
    put_off(waiting, now);
    note(waiting.ask_at);
}

/// A node has answered, or was asked: the wait begins anew. Does nothing before everything was sent.
void Channel::put_off(Waiting& waiting, std::int64_t now) {
    if (waiting.patience != 0) waiting.ask_at = now + waiting.patience;
}

void Channel::serve_patience(std::int64_t now) {
    bool older_lazy = false;
    for (Waiting& own : outgoing_) {
        const bool lazy = own.is_ahead || !own.operation->says(flag::acknowledge);
        if (own.ask_at <= now && own.operation->all_sent()) {
            // An answer covers everything up to the last operation. So among the operations without hurry only the
            // oldest asks.
            if (!own.operation->repairing() && !(lazy && older_lazy)) ask(own);
            put_off(own, now);
        }
        older_lazy |= lazy;
    }
}

/// Asks nodes that have not confirmed: first the whole tree, when many are missing; then some by name, different ones
/// each time.
void Channel::ask(Waiting& waiting) {
    const Outgoing& operation = *waiting.operation;
    const Bitmap& missing = operation.missing();
    const Destination everyone{Destination::kGroup, operation.group()};
    const int times = waiting.asked++;
    waiting.patience = std::min(2 * waiting.patience, timing_.longest_patience());
    if (operation.says(flag::tree) && missing.count() > kMostAsked && times < 2)
        return push(Kind::status, operation.number(), 0, flag::tree, everyone);
    std::vector<int> nodes;
    std::size_t node = missing.next_set(static_cast<std::size_t>(waiting.ask_from));
    while (nodes.size() < std::min(kMostAsked, missing.count())) {
        if (node == missing.limit()) node = missing.next_set(0);
        nodes.push_back(static_cast<int>(node));
        node = missing.next_set(node + 1);
    }
    waiting.ask_from = static_cast<int>(node);
    const bool many = nodes.size() > std::min(kFewAsked, settings_.payload_bytes / 2);
    if (many && times % 2 == 0) return push(Kind::status, operation.number(), 0, 0, everyone, encode_nodes(nodes));
    for (const int each : nodes)
        push(Kind::status, operation.number(), 0, 0, {each, 0}, encode_nodes(std::span(&each, 1)));
}

/// Includes only future times: next_datagram() gives the driver what may be sent now, and a driver whose socket is full
/// waits for the socket.
void Channel::find_deadline() {
    deadline_ = std::min(arrivals_.due(), ahead_at());
    for (const Owed& owed : owed_) note(owed.due);
    for (const Repeat& repeat : repeats_) note(repeat.due);
    for (const auto& operation : incoming_) note(operation->due());
    for (const Waiting& own : outgoing_) {
        note(own.ask_at);
        if (own.is_quiet) continue;
        const Outgoing::Urgency urgency = own.operation->urgency(now_);
        const std::int64_t due = urgency == Outgoing::Urgency::none ? own.operation->due() : pacer(urgency).ready_at();
        if (due > now_) note(due);
    }
}

// ---- datagrams
// ------------------------------------------------------------------------------------------------------------------

bool Channel::peek_control() {
    if (control_.empty()) return false;
    const Control& front = control_.front();
    encode(front.header, datagram_.header);
    datagram_.payload = front.body;
    datagram_.destination = front.destination;
    peeked_ = Peeked::control;
    return true;
}

/// A repair is about to be sent.
void Channel::answer(Waiting& own, std::int64_t now) {
    judge(*own.operation, now);
    const std::uint32_t number = own.operation->number();
    if (std::exchange(own.is_unheard, false) && std::exchange(deaf_operation_, number) != number) ++deaf_operations_;
}

bool Channel::peek_operation(std::int64_t now, Outgoing::Urgency most) {
    for (Waiting& own : outgoing_) {
        if (own.is_quiet) continue;
        Outgoing& operation = *own.operation;
        const Outgoing::Urgency urgency = operation.urgency(now);
        note(operation.due());
        own.is_quiet = urgency == Outgoing::Urgency::none && operation.all_sent() && operation.due() == kNever;
        if (urgency == Outgoing::Urgency::none || urgency > most) continue;
        if (urgency != Outgoing::Urgency::first) answer(own, now);
        const std::int64_t ready_at = pacer(urgency).ready_at();
        if (ready_at > now) {
            note(ready_at);
            continue;
        }
        Header header = operation.next(datagram_.payload, datagram_.destination);
        header.token = settings_.token;
        header.sender = static_cast<std::uint16_t>(settings_.node);
        encode(header, datagram_.header);
        peeked_ = Peeked::operation;
        peeked_operation_ = operation.number();
        return true;
    }
    return false;
}

bool Channel::is_asked_for_repairs() const {
    return std::ranges::any_of(outgoing_,
                               [](const Waiting& own) { return !own.is_quiet && own.operation->is_asked(); });
}

void Channel::still_here(std::size_t datagrams) {
    for (Waiting& own : outgoing_)
        if (own.last_datagram + datagrams > sent_ && own.operation->is_asked()) {
            own.operation->forget_asked();
            own.is_unheard = false;
        }
}

const Datagram* Channel::next_datagram(std::int64_t now) {
    now_ = now;
    datagram_.header_bytes = kHeaderBytes;
    peeked_ = Peeked::nothing;
    const bool found = peek_control() || peek_operation(now, Outgoing::Urgency::repair) ||
                       peek_operation(now, Outgoing::Urgency::bulk);
    return found ? &datagram_ : nullptr;
}

void Channel::sent() {
    const Peeked peeked = std::exchange(peeked_, Peeked::nothing);
    sent_ += 1;
    if (peeked == Peeked::control && !control_.empty()) {
        switch (control_.front().header.kind) {
            case Kind::nak: ++counters_.naks_sent; break;
            case Kind::ack: ++counters_.acks_sent; break;
            case Kind::arrive: ++counters_.arrivals_sent; break;
            case Kind::status: ++counters_.status_requests; break;
            default: break;
        }
        control_.pop_front();
    } else if (Waiting* own = peeked == Peeked::operation ? waiting(peeked_operation_) : nullptr) {
        pacer(own->operation->urgency(now_)).sent(kHeaderBytes + datagram_.payload.size(), now_);
        own->operation->sent(now_, counters_);
        own->may_be_over = true;
        own->last_datagram = sent_;
        if (own->operation->all_sent()) expect_acks(*own, now_);
        note(ahead_at());
        sweep();
    }
}

}  // namespace shunt::multicast
