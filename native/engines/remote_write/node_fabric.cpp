#include "native/engines/remote_write/node_fabric.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>

#include "native/base/clock.hpp"
#include "native/engines/remote_write/core_barrier.hpp"

namespace shunt::remote_write {

NodeFabric::NodeFabric(int process, const NodeFabricOptions& options)
    : process_(process),
      options_(options),
      around_{options_},
      outgoing_rings_(options.rings_most),
      incoming_rings_(options.rings_most) {}

NodeFabric::~NodeFabric() = default;

Outcome NodeFabric::create(int process, std::uint32_t processes, const NodeFabricOptions& options,
                           std::unique_ptr<NodeFabric>& into) {
    constexpr std::uint32_t kMany = 16;  // rings between all pairs would take 32 MiB
    std::unique_ptr<NodeFabric> made(new NodeFabric(process, options));
    if (processes > kMany && options.ring_bytes > FrameRing::kLeastBytes) made->options_.ring_bytes /= 2;
    Outcome outcome =
        node::Segment::create(Inbox::bytes_needed(options.inbox), processes, options.backing, made->segment_);
    if (!outcome.ok()) return outcome;
    made->ticket_.segment = made->segment_.ticket();
    const std::uint64_t key = made->ticket_.segment.key;
    if (Inbox::format(made->segment_.memory(), options.inbox, key) != Status::ok ||
        made->inbox_.attach(made->segment_.memory(), options.inbox, key) != Status::ok)
        return {Status::bug, "an inbox with an impossible layout"};
    made->ticket_.start = this_process().start;
    made->ticket_.process = static_cast<std::uint32_t>(process);
    made->ticket_.has_barrier = CoreBarrier::join();
    made->incoming_.resize(Inbox::kRecords);
    for (std::uint32_t i = Inbox::kRecords; i-- > 0;) made->free_records_.push_back(i);
    into = std::move(made);
    return {};
}

Outcome NodeFabric::connect(std::span<const InboxTicket> tickets) {
    std::uint32_t most = 0;
    for (const InboxTicket& ticket : tickets) {
        most = std::max(most, ticket.process);
        if (!ticket.has_barrier) around_.fences = true;
    }
    if (most > 1u << 30)
        return {Status::declined, "an inbox ticket that names no process; run one version of Shunt on all ranks"};
    peers_.resize(most + 1);
    incoming_rings_.make_room(tickets.size());
    for (const InboxTicket& ticket : tickets) {
        if (ticket.process == static_cast<std::uint32_t>(process_)) continue;
        auto made = std::make_unique<NodePeer>(process_, static_cast<int>(ticket.process), options_, outgoing_rings_);
        const Outcome outcome = made->connect(ticket);
        if (!outcome.ok()) return outcome;
        peers_[ticket.process] = std::move(made);
    }
    return {};
}

NodePeer* NodeFabric::peer(int process) const {
    const auto number = static_cast<std::size_t>(process);
    return process >= 0 && number < peers_.size() ? peers_[number].get() : nullptr;
}

void NodeFabric::fail(const char* what, int process) {
    if (!failure_.empty()) return;
    failure_ = std::string("shared memory of messages was overwritten (") + what + ", by or beside process " +
               std::to_string(process) + "); look for writes beyond buffers in the program, or let the host carry p2p";
}

// ---- frames ---------------------------------------------------------------------------------------------------------

std::byte* NodeFabric::reserve(int process, std::size_t bytes) {
    NodePeer& to = *peers_[static_cast<std::size_t>(process)];
    std::byte* const room = to.reserve(bytes);
    reserved_way_ = to.is_in_common() ? Way::common_mailbox : Way::shared_memory;
    if (room == nullptr) [[unlikely]]
        around_.note_refusal(to);
    return room;
}

void NodeFabric::publish(int process) {
    peers_[static_cast<std::size_t>(process)]->publish(FrameKind::message, around_.fences);
    if (outgoing_rings_.are_limited() && until_review_-- == 0) [[unlikely]]
        review_rings();
}

void NodeFabric::prefer(std::span<const int> processes) {
    if (!outgoing_rings_.are_limited()) return;
    std::vector<int> of_node;
    for (const int process : processes)
        if (peer(process) != nullptr) of_node.push_back(process);
    outgoing_rings_.expect(of_node);
    for (const auto& one : peers_)
        if (one) one->forget_use();
    until_review_ = kFramesAReview;
    settle();
}

/// The peers that get most frames deserve a ring. The peers named by prefer() may stem from a run with other data.
void NodeFabric::review_rings() {
    until_review_ = kFramesAReview;
    std::vector<PreferredPeers::Use> uses;
    for (const auto& one : peers_)
        if (one) uses.push_back(one->review());
    if (outgoing_rings_.review(uses)) settle();
}

/// Leaves the rings that are not preferred, as far as there is room for the notice.
void NodeFabric::settle() {
    is_settling_ = false;
    for (const auto& one : peers_) {
        if (!one || one->was_lost()) continue;
        if (outgoing_rings_.prefers(one->number())) one->want_ring();
        else if (!one->leave_ring()) is_settling_ = true;
    }
}

namespace {
constexpr int kFramesInARow = 8;  // of one ring, before all others are looked at
}

/// The next frame of the ring that contained the last one, if it is a message.   Returns: false where look_around()
/// must decide.
[[gnu::always_inline]] inline bool NodeFabric::next_in_row(Frame& frame) {
    std::byte* payload = nullptr;
    if (!failure_.empty() || current_->reader.look(current_word_, payload) != Status::ok) return false;
    if (current_word_.kind != FrameKind::message) return false;
    frame = {current_->from.number(), {payload, current_word_.bytes}, 0, Way::shared_memory};
    return true;
}

bool NodeFabric::next(Frame& frame) {
    if (left_in_row_ > 0) {
        --left_in_row_;
        if (next_in_row(frame)) return true;
    }
    return look_around(frame);
}

/// All that next() has to look at.
[[gnu::noinline]] bool NodeFabric::look_around(Frame& frame) {
    left_in_row_ = 0;
    if (around_.is_broken) [[unlikely]]
        fail("the words of a transfer", process_);
    if (!failure_.empty()) [[unlikely]]
        return false;
    if (around_.check_is_due.load(std::memory_order_relaxed)) [[unlikely]]
        check_peers();
    if (is_settling_) [[unlikely]]
        settle();
    incoming_rings_.tidy();
    const std::uint64_t events = inbox_.events().load(std::memory_order_acquire);
    if (events != events_seen_.load(std::memory_order_relaxed)) events_seen_.store(events, std::memory_order_relaxed);
    int blocks = 0;
    const std::size_t count = incoming_rings_.places();
    for (std::size_t i = 0; i < count; ++i) {
        turn_ = turn_ + 1 < count ? turn_ + 1 : 0;
        IncomingRing* const ring = incoming_rings_.at(turn_);
        if (ring == nullptr || !look_ring(*ring, frame, blocks)) continue;
        left_in_row_ = kFramesInARow - 1;
        return true;
    }
    return look_common(frame, blocks);
}

namespace {
constexpr int kBlocksAtOnce = 2;  // then the caller may send some
}

bool NodeFabric::look_ring(IncomingRing& ring, Frame& frame, int& blocks) {
    NodePeer& from = ring.from;
    std::byte* payload = nullptr;
    while (blocks < kBlocksAtOnce) {
        const Status status = ring.reader.look(current_word_, payload);
        if (status == Status::again) return false;
        if (status != Status::ok) return fail("a frame", from.number()), false;
        if (current_word_.kind == FrameKind::message) [[likely]] {
            current_ = &ring;
            frame = {from.number(), {payload, current_word_.bytes}, 0, Way::shared_memory};
            return true;
        }
        if (current_word_.kind == FrameKind::ring_left) return incoming_rings_.end(from), false;
        if (!handle(from, current_word_.kind, {payload, current_word_.bytes}))
            return fail("the contents of a frame", from.number()), false;
        if (current_word_.kind == FrameKind::block) ++blocks;
        if (ring.reader.pass(current_word_)) from.nudge();
    }
    return false;
}

bool NodeFabric::look_common(Frame& frame, int& blocks) {
    while (blocks < kBlocksAtOnce) {
        CommonMailbox::Frame& found = current_common_;
        const Status status = inbox_.mailbox.look(found);
        if (status == Status::again) return false;
        const bool skips = status == Status::ok && found.word.kind == FrameKind::skip;
        NodePeer* const from = status == Status::ok && !skips ? peer(found.sender) : nullptr;
        if (from == nullptr && !skips) return fail("the common mailbox", process_), false;
        if (from != nullptr && from->reads_ring()) [[unlikely]] {
            // The peer has left its ring, and published this frame after all frames in the ring.
            if (look_ring(*from->incoming, frame, blocks)) return true;
            if (!failure_.empty() || blocks >= kBlocksAtOnce) return false;
            if (from->reads_ring()) return fail("the end of a ring", found.sender), false;
        }
        if (found.word.kind == FrameKind::message) {
            current_ = nullptr;
            frame = {found.sender, {found.payload, found.word.bytes}, 0, Way::common_mailbox};
            return true;
        }
        if (!skips && !handle(*from, found.word.kind, {found.payload, found.word.bytes}))
            return fail("the contents of a frame", found.sender), false;
        if (found.word.kind == FrameKind::block) ++blocks;
        inbox_.mailbox.pass(found);
    }
    return false;
}

void NodeFabric::release(const Frame&) {
    if (current_ == nullptr) [[unlikely]]
        inbox_.mailbox.pass(current_common_);
    else if (current_->reader.pass(current_word_)) current_->from.nudge();
}

bool NodeFabric::handle(NodePeer& from, FrameKind kind, std::span<std::byte> payload) {
    switch (kind) {
        case FrameKind::skip:
        case FrameKind::nothing: return true;
        case FrameKind::block: return handle_block(from, payload);
        case FrameKind::accept: return handle_accept(from, payload);
        case FrameKind::ring_offer: incoming_rings_.take_offer(from, payload); return true;
        case FrameKind::ring_taken_back: incoming_rings_.drop_offer(from); return true;
        case FrameKind::moved: return incoming_rings_.begin(from) == Status::ok;
        default: return false;
    }
}

// ---- waiting --------------------------------------------------------------------------------------------------------

bool NodeFabric::has_news() const {
    if (inbox_.events().load(std::memory_order_acquire) != events_seen_.load(std::memory_order_relaxed)) return true;
    return incoming_rings_.has_news() || inbox_.mailbox.has_news();
}

bool NodeFabric::spin(std::int64_t most_ns) const {
    const std::int64_t end = monotonic_ns() + most_ns;
    do {
        for (int i = 0; i < 32; ++i) {
            if (has_news()) return true;
            node::relax();
        }
        if (has_news_beside()) return true;
    } while (monotonic_ns() < end);
    return false;
}

void NodeFabric::sleep(std::int64_t most_ns) {
    node::Doorbell& bell = inbox_.bell();
    const std::uint32_t heard = bell.announce();
    // From here on every publishing process sees that this one sleeps, or the next check sees its frame.
    if (!around_.fences) CoreBarrier::everywhere();
    constexpr std::int64_t kShortNs = 100'000;
    if (beside_ != nullptr && !beside_->arm()) most_ns = std::min(most_ns, kShortNs);
    if (!has_news()) bell.sleep(heard, most_ns);
    bell.withdraw();
}

void NodeFabric::wait(std::int64_t most_ns) {
    constexpr int kYields = 4;
    constexpr std::int64_t kShortNs = 100'000;
    const IncomingRings::Looking looking(incoming_rings_);
    if (has_news() || has_news_beside()) return;
    if (around_.hurries.exchange(false, std::memory_order_relaxed)) {
        if (options_.spin_ns == 0) sched_yield();
        else spin(std::min(most_ns, options_.grace_ns / 2));
        return;
    }
    if (options_.spin_ns > 0) {
        if (spin(std::min(most_ns, options_.spin_ns))) return;
    } else {
        for (int i = 0; i < kYields; ++i) {
            sched_yield();
            if (has_news() || has_news_beside()) return;
        }
    }
    const bool nobody_tells = around_.lacks_common_room.exchange(false, std::memory_order_relaxed);
    sleep(std::min({most_ns, node::kLivenessNs, nobody_tells ? kShortNs : node::kLivenessNs}));
    const std::int64_t now = monotonic_ns();
    if (now < next_check_ns_.load(std::memory_order_relaxed)) return;
    next_check_ns_.store(now + node::kLivenessNs, std::memory_order_relaxed);
    around_.check_is_due.store(true, std::memory_order_relaxed);
}

/// Ends the transfers with processes that are gone.
void NodeFabric::check_peers() {
    around_.check_is_due.store(false, std::memory_order_relaxed);
    const auto each_open = [this](auto&& visit) {
        const auto look = [&](NodeTransfer* transfer) {
            if (transfer != nullptr && !transfer->done()) visit(*transfer);
        };
        for (const OfferSlot& slot : offers_) look(slot.transfer.get());
        for (const IncomingSlot& slot : incoming_) look(slot.get());
        for (const IncomingSlot& slot : waiting_) look(slot.get());
    };
    // Asked once a peer, as asking costs system calls, and a peer may have thousands of transfers.
    std::vector<bool> owes(peers_.size());
    each_open([&](const NodeTransfer& transfer) { owes[static_cast<std::size_t>(transfer.peer().number())] = true; });
    for (std::size_t i = 0; i < owes.size(); ++i)
        if (owes[i]) (void)peers_[i]->is_lost();
    each_open([](NodeTransfer& transfer) {
        if (transfer.peer().was_lost()) transfer.give_up();
    });
}

}  // namespace shunt::remote_write
