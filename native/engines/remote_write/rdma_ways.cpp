// Which processes are reached by RDMA, and how a pair turns from TCP to RDMA and back: RdmaWay has the states.
#include <cstring>
#include <utility>

#include "native/engines/remote_write/rdma_fabric.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::uint64_t kLineBytes = sizeof(RdmaLine);
constexpr int kMostPutOff = 1;  // reviews before a peer that was asked for memory, and has none yet, refuses

/// A frame by TCP, shorter than those of the messenger.
struct RdmaNotice {
    std::uint32_t mark = 0x616d6472;  // "rdma"
    std::uint32_t kind = 0;           // RdmaPeer::Notice
    std::uint64_t round = 0;
};

}  // namespace

RdmaPeer& RdmaFabric::at(int process) {
    auto& place = peers_[static_cast<std::size_t>(process)];
    if (!place) {
        place = std::make_unique<RdmaPeer>(*memory_, process, static_cast<std::uint64_t>(process_) * kLineBytes);
        known_.push_back(place.get());
        if (is_all_lost_) lose(*place);
    }
    return *place;
}

/// The peer, once both sides have told each other whether they have memory; the first call asks. Until then null.
RdmaPeer* RdmaFabric::settled(int process) {
    RdmaPeer& peer = at(process);
    if (peer.way.has_way()) [[likely]]
        return &peer;
    if (!peer.is_lost && peer.way.mine() == RdmaWay::none) answer(peer);
    return nullptr;
}

Way RdmaFabric::way_to(int process) const {
    const auto& peer = peers_[static_cast<std::size_t>(process)];
    return peer && peer->way.sends_cells() ? Way::rdma : tcp_->way_to(process);
}

// ---- a round --------------------------------------------------------------------------------------------------------

bool RdmaFabric::take_slot(RdmaPeer& peer) {
    if (is_all_lost_ || !choice_.admits(peer.number())) return false;
    if (!slots_.take(*memory_, peer.slot)) {
        choice_.declined(peer.number());
        return false;
    }
    choice_.made(peer.number());
    return true;
}

void RdmaFabric::give_slot_back(RdmaPeer& peer) {
    slots_.give_back(peer.slot);
    choice_.gone(peer.number());
    wants_settling_ = true;
}

/// Decides whether this process has memory for the peer in this round. If it prefers the peer, and will have memory
/// when others have left theirs, it answers then; review() sets a limit to that.
void RdmaFabric::answer(RdmaPeer& peer) {
    const bool is_asked_later = peer.way.is_asked() && !peer.way.is_refused() && peer.way.round() > 1;
    const bool will_have = (!leaving_.empty() || wants_settling_) && !is_all_lost_ && choice_.prefers(peer.number());
    if (is_asked_later && will_have && !choice_.admits(peer.number()) && peer.put_off <= kMostPutOff) return;
    peer.put_off = 0;
    peer.way.answer(!peer.way.is_refused() && take_slot(peer) ? RdmaWay::granted : RdmaWay::refused);
    tell(peer);
}

/// Tells the peer where it may write, or that it may not.
void RdmaFabric::tell(RdmaPeer& peer) {
    const std::uint64_t line = static_cast<std::uint64_t>(process_) * kLineBytes;
    Status status = Status::ok;
    if (peer.way.mine() == RdmaWay::granted) {
        const memory::Place place{reinterpret_cast<std::uint64_t>(peer.slot.base), peer.slot.chunk->key};
        static_assert(offsetof(RdmaLine, slot) == 0 && offsetof(RdmaLine, key) == 8 && sizeof place == 16);
        status = memory_->put(peer.number(), line, std::as_bytes(std::span(&place, 1)), nullptr);
    }
    if (status == Status::ok)
        status = memory_->put_word(peer.number(), line + offsetof(RdmaLine, answer), peer.way.word());
    if (status == Status::ok) peer.way.told();
    else if (status != Status::again)
        return peer.way.may_give_up() || status == Status::declined ? decline(peer) : lose(peer);
    settle(peer);
    note_backlog(peer);
}

/// The peer has written to its line or to its slot.
void RdmaFabric::hear(RdmaPeer& peer) {
    if (peer.is_lost) return;
    RdmaLine& line = lines_[static_cast<std::size_t>(peer.number())];
    const std::uint64_t word = line.answer.load(std::memory_order_acquire);
    // Credit that was written before the word must count before the next cell is sent.
    if (!peer.take_credit(line.credit.load(std::memory_order_acquire)) || !peer.way.hear(word)) return lose_wrong(peer);
    if (!peer.way.is_open()) peer.there = {line.slot, line.key};
    if (peer.way.is_asked()) {
        if (!peer.way.is_refused()) choice_.offered(peer.number());
        answer(peer);
    }
    settle(peer);
    make_ready(peer);
    if (!peer.way.is_asked_again(word)) return;
    peer.way.begin();
    hear(peer);
}

/// Acts on the answers of both sides.
void RdmaFabric::settle(RdmaPeer& peer) {
    if (!peer.way.settle()) return;
    if (peer.way.is_open()) {
        ++by_rdma_;
        if (peer.way.owes_turn()) turn(peer);
        make_ready(peer);
        return;
    }
    if (peer.way.mine() != RdmaWay::granted) return;
    give_slot_back(peer);
    choice_.declined(peer.number());
    peer.was_declined = true;
}

// ---- notices by TCP -------------------------------------------------------------------------------------------------

/// Returns: false if there is no room for it now.
bool RdmaFabric::notify(RdmaPeer& peer, RdmaPeer::Notice kind) {
    const RdmaNotice notice{.kind = kind, .round = peer.way.round()};
    std::byte* const room = tcp_->reserve(peer.number(), sizeof notice);
    if (!room) return false;
    std::memcpy(room, &notice, sizeof notice);
    tcp_->publish(peer.number());
    return true;
}

/// This process takes no part in the round: the pair uses TCP.
void RdmaFabric::decline(RdmaPeer& peer) {
    peer.way.give_up();
    peer.owes_given_up = !notify(peer, RdmaPeer::given_up);
    settle(peer);
    note_backlog(peer);
}

/// Returns: whether the frame is a notice.
bool RdmaFabric::take_notice(RdmaPeer& from, const Frame& frame) {
    RdmaNotice notice;
    const std::uint32_t mark = notice.mark;
    if (frame.bytes.size() != sizeof notice) return false;
    std::memcpy(&notice, frame.bytes.data(), sizeof notice);
    if (notice.mark != mark) return false;
    if (notice.kind == RdmaPeer::turned && from.way.peer_turned(notice.round)) {
        make_ready(from);
    } else if (notice.kind == RdmaPeer::done && from.way.peer_done(notice.round)) {
        // look_at_leaving() sees it.
    } else if (notice.kind == RdmaPeer::given_up && from.way.peer_gave_up(notice.round)) {
        // It asks for no answer: the memory may not reach it.
        if (from.way.is_asked()) from.way.answer(RdmaWay::refused), from.way.told();
        settle(from);
        note_backlog(from);
    } else {
        from.is_left = notice.kind == RdmaPeer::lost;
        lose(from);
    }
    return true;
}

// ---- from TCP to RDMA -----------------------------------------------------------------------------------------------

/// The sender's later frames are in cells. If there is no room for the notice now, flush() tries again.
void RdmaFabric::turn(RdmaPeer& peer) {
    if (!notify(peer, RdmaPeer::turned)) return;
    peer.way.turned();
    ++handovers_;
}

/// The next frame by TCP that is not later than one in a cell.
bool RdmaFabric::next_by_tcp(Frame& frame) {
    for (; tcp_->next(frame); tcp_->release(frame)) {
        RdmaPeer& from = at(frame.process);
        if (take_notice(from, frame)) continue;
        if (!from.way.reads_cells_first() && from.held.empty()) return true;
        from.held.emplace_back(frame.bytes.begin(), frame.bytes.end());
    }
    return false;
}

bool RdmaFabric::next_held(Frame& frame) {
    for (; !held_.empty(); held_.pop_front()) {
        RdmaPeer& from = *held_.front();
        if (from.is_lost || from.held.empty()) continue;
        current_ = &from;
        current_cell_ = nullptr;
        frame = {from.number(), from.held.front(), 0, Way::tcp};
        return true;
    }
    return false;
}

// ---- from RDMA to TCP -----------------------------------------------------------------------------------------------

void RdmaFabric::leave(RdmaPeer& peer) {
    const std::uint64_t round = peer.way.round();
    peer.way.leave();
    peer.control(RdmaCell::moved, &round, sizeof round);
    leaving_.push_back(&peer);
    ++handovers_;
    flush(peer);
}

/// The peer has left the cells, or needs them no longer.   Returns: false if the cell is impossible.
bool RdmaFabric::take_end(RdmaPeer& from, const RdmaCell& cell) {
    std::uint64_t round = 0;
    std::memcpy(&round, cell.payload, sizeof round);
    if (cell.kind == RdmaCell::drained) return from.way.peer_drained(round);
    if (!from.way.peer_left(round)) return false;
    if (from.way.may_leave()) leave(from);
    if (!from.held.empty()) held_.push_back(&from);
    return true;
}

void RdmaFabric::look_at_leaving() {
    for (std::size_t i = leaving_.size(); i-- > 0;) {
        if (i >= leaving_.size()) continue;  // a peer was lost
        RdmaPeer& peer = *leaving_[i];
        if (peer.way.has_left() && !peer.way.is_drained() && peer.offers == 0) {
            const std::uint64_t round = peer.way.round();
            peer.way.drain();
            peer.control(RdmaCell::drained, &round, sizeof round);
            flush(peer);
        }
        if (peer.is_lost) continue;
        if (peer.way.is_spent() && !peer.way.has_told_done() && peer.is_idle() && notify(peer, RdmaPeer::done))
            peer.way.tell_done();
        if (!peer.way.may_close() || !peer.held.empty()) continue;
        std::erase(leaving_, &peer);
        peer.way.close();
        --by_rdma_;
        give_slot_back(peer);
        hear(peer);  // it may have begun the next round
    }
}

// ---- who deserves a slot --------------------------------------------------------------------------------------------

void RdmaFabric::prefer_elsewhere(std::span<const int> processes) {
    if (!choice_.are_limited()) return;
    choice_.expect(processes);
    for (RdmaPeer* const peer : known_) peer->frames = peer->recent = 0;
    until_review_ = kFramesAReview;
    wants_settling_ = true;
}

void RdmaFabric::count_frame(RdmaPeer& peer) {
    if (!choice_.are_limited()) return;
    ++peer.frames;
    if (--until_review_ == 0) review();
}

/// Slots are for the peers with most frames, in both directions: so both ends of a busy pair prefer it.
void RdmaFabric::review() {
    until_review_ = kFramesAReview;
    std::vector<PreferredPeers::Use> uses;
    for (RdmaPeer* const peer : known_) {
        peer->recent = peer->recent / 2 + std::exchange(peer->frames, 0);
        if (peer->is_lost) continue;
        if (peer->way.is_asked() && ++peer->put_off > kMostPutOff) answer(*peer);
        uses.push_back({peer->number(), peer->recent, choice_.has_channel(peer->number()),
                        std::exchange(peer->was_declined, false)});
    }
    if (choice_.review(uses) || choice_.lacks_some()) wants_settling_ = true;
}

/// Leaves the cells of peers that are not preferred, as far as others lack a slot, and asks those.
void RdmaFabric::settle_slots() {
    wants_settling_ = false;
    if (is_all_lost_) return;
    const std::size_t too_many = choice_.too_many();
    std::size_t are_left = leaving_.size();
    for (std::size_t i = 0; i < known_.size() && are_left < too_many; ++i) {
        RdmaPeer& peer = *known_[i];
        if (peer.is_lost || !peer.way.is_steady() || choice_.prefers(peer.number())) continue;
        leave(peer);
        ++are_left;
    }
    for (std::size_t i = 0; i < known_.size(); ++i) {
        RdmaPeer& peer = *known_[i];
        if (peer.is_lost) continue;
        if (peer.way.is_asked()) answer(peer);
        if (!peer.way.is_over() || !choice_.prefers(peer.number())) continue;
        if (choice_.has_channel(peer.number()) || !choice_.admits(peer.number())) continue;
        peer.way.begin();
        answer(peer);
        if (peer.way.is_refused()) choice_.declined(peer.number());
    }
}

}  // namespace shunt::remote_write
