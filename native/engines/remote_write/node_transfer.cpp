#include "native/engines/remote_write/node_transfer.hpp"

#include <cstring>
#include <utility>

#include "native/base/clock.hpp"
#include "native/base/copy_lines.hpp"

namespace shunt::remote_write {
namespace {

constexpr int kBlocksAtOnce = 2;  // in one call of advance(), so that both directions of a pair make progress

constexpr std::uint64_t check_of(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    std::uint64_t sum = 0x74726e7366657221;
    for (const std::uint64_t part : {a, b, c, d}) sum = (sum ^ part) * 0x9e3779b97f4a7c15u ^ sum >> 29;
    return sum;
}

constexpr std::uint64_t both(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

}  // namespace

std::uint64_t OfferTicket::right_check() const { return check_of(handle, address, bytes, both(record, serial)); }
std::uint64_t AcceptFrame::right_check() const { return check_of(handle, address, bytes, both(record, serial) + 1); }

void TransferSurroundings::note_refusal(NodePeer& to) {
    // While both processes are active, room appears in a moment, and a notification costs more than polling.
    constexpr std::uint32_t kLooks = 64;
    if (options.spin_ns > 0 && to.refusals() < kLooks) hurries.store(true, std::memory_order_relaxed);
    else if (to.is_in_common()) lacks_common_room.store(true, std::memory_order_relaxed);
    else if (!to.ask_for_room()) hurries.store(true, std::memory_order_relaxed);
    if (to.is_broken()) is_broken = true;
}

bool NodeTransfer::is_alone(bool could) {
    const std::int64_t now = monotonic_ns();
    if (still_since_ns_ == 0) still_since_ns_ = now;
    const std::int64_t still = now - still_since_ns_;
    if (still >= node::kLivenessNs) around_->check_is_due.store(true, std::memory_order_relaxed);
    const std::int64_t grace = around_->options.spin_ns > 0 ? around_->options.grace_ns : 0;
    if (could && still < grace) around_->hurries.store(true, std::memory_order_relaxed);
    if (!could || still < grace) return false;
    alone_ = std::min(alone_ + 1, 3);
    return true;
}

void NodeTransfer::note_begin(std::uint64_t bytes, std::optional<CopyWay> way) {
    measured_bytes_ = bytes;
    if (is_measured_ || done_ || around_->options.spin_ns == 0) return;
    is_measured_ = true;
    around_->period.begin(peer_->ways, way, monotonic_ns());
}

void NodeTransfer::note_end(bool tells, std::uint64_t pushed) {
    if (!std::exchange(is_measured_, false)) return;
    const std::uint64_t pushed_bytes = std::min(measured_bytes_, pushed * chunk_bytes());
    around_->period.end(measured_bytes_, pushed_bytes, !is_outgoing, tells || is_outgoing, monotonic_ns());
}

// ---- the sender -----------------------------------------------------------------------------------------------------

bool OutgoingTransfer::begin(std::uint32_t record, std::uint32_t serial, std::uint64_t address, std::uint64_t bytes) {
    if (record_ != nullptr || record >= Inbox::kRecords || serial == 0 || bytes > data_.size()) return false;
    record_ = &peer_->inbox().record(record);
    serial_ = serial;
    address_ = address;
    data_ = data_.first(bytes);
    chunks_ = chunks_of(bytes);
    record_number_ = record;
    note_begin(bytes, {});
    return true;
}

std::span<const std::byte> OutgoingTransfer::bytes_of(ChunkRange range) const {
    const std::uint64_t from = range.first * chunk_bytes();
    return data_.subspan(from, std::min(range.count * chunk_bytes(), data_.size() - from));
}

/// The next chunk to send in a frame. Chunks that one side alone could not copy come first.
ChunkRange OutgoingTransfer::next_to_stream() {
    if (again_.count == 0) again_ = record_->take_back(serial_);
    if (again_.first + again_.count > chunks_) return again_ = {}, broken(), ChunkRange{};
    if (again_.count == 0) return way() == CopyWay::ring ? record_->claim(serial_, chunks_, 1) : ChunkRange{};
    const ChunkRange one{again_.first, 1};
    again_ = {again_.first + 1, again_.count - 1};
    return one;
}

/// The ring is the way where this side cannot use another.
CopyWay OutgoingTransfer::way() const {
    const std::uint64_t chosen = record_->way.load(std::memory_order_relaxed);
    return chosen < kCopyWays && peer_->has_cross_memory() ? static_cast<CopyWay>(chosen) : CopyWay::ring;
}

bool OutgoingTransfer::stream() {
    const std::uint64_t longest = sizeof(BlockHead) + std::min<std::uint64_t>(chunk_bytes(), data_.size());
    if (!peer_->has_room(longest)) {
        around_->note_refusal(*peer_);
        return false;
    }
    const ChunkRange chunk = next_to_stream();
    if (chunk.count == 0) return false;
    const auto data = bytes_of(chunk);
    std::byte* const room = peer_->reserve(sizeof(BlockHead) + data.size());
    if (room == nullptr) {  // another sender took the room in the common mailbox
        again_ = {chunk.first, again_.count + 1};
        return false;
    }
    const BlockHead head{record_number_, serial_, chunk.first, data.size(), {}};
    std::memcpy(room, &head, sizeof head);
    std::memcpy(room + sizeof head, data.data(), data.size());
    peer_->publish(FrameKind::block, around_->fences);
    ++copied_;
    streamed_bytes_ += data.size();
    return true;
}

/// Copies chunks into the receiver's memory, while the receiver makes no progress.
bool OutgoingTransfer::push() {
    const std::uint64_t left = record_->unclaimed(serial_, chunks_);
    if (std::exchange(seen_, left) != left) moved();  // the receiver pulls
    if (!is_alone(left > 0 && again_.count == 0 && peer_->has_cross_memory())) return false;
    const bool copied = copy_out(record_->claim(serial_, chunks_, share_of(left)));
    seen_ = record_->unclaimed(serial_, chunks_);
    return copied;
}

/// The same while the receiver copies other chunks.
bool OutgoingTransfer::push_beside() {
    if (way() != CopyWay::halves || again_.count != 0) return false;
    return copy_out(record_->claim(serial_, chunks_, chunks_at_once(CopyWay::halves)));
}

bool OutgoingTransfer::copy_out(ChunkRange range) {
    if (range.count == 0) return false;
    const Status status = peer_->write(address_ + range.first * chunk_bytes(), bytes_of(range));
    if (status == Status::peer_lost) return end(status), true;
    if (status != Status::ok) return again_ = range, true;
    copied_ += range.count;
    record_->pushed.fetch_add(range.count, std::memory_order_seq_cst);
    if (record_->unclaimed(serial_, chunks_) == 0) peer_->nudge();
    return true;
}

void OutgoingTransfer::look_for_end() {
    const std::uint64_t pulled = record_->pulled.load(std::memory_order_seq_cst);
    switch (record_->state(serial_)) {
        case TransferRecord::State::closed: return end(Status::ok);
        case TransferRecord::State::impossible: broken(); return;
        case TransferRecord::State::open: break;
    }
    if (copied_ + pulled > chunks_) broken();
    else if (copied_ + pulled == chunks_) end(Status::ok);
}

bool OutgoingTransfer::advance() {
    if (done() || record_ == nullptr) return false;
    int blocks = 0;
    while (blocks < kBlocksAtOnce && stream()) ++blocks;
    if (push_beside()) ++blocks;
    if (blocks > 0) moved();
    else if (push()) ++blocks;
    // The record is in the receiver's cache, so it is not read after each chunk.
    if (copied_ == chunks_) end(Status::ok);
    else if (blocks == 0 && !done()) look_for_end();
    return blocks > 0 || done();
}

// ---- the receiver ---------------------------------------------------------------------------------------------------

void IncomingTransfer::open(std::uint32_t which, TransferRecord& record, std::uint32_t serial) {
    which_ = which;
    record_ = &record;
    serial_ = serial;
    const NodeFabricOptions& options = around_->options;
    const bool may_choose = options.spin_ns > 0 && peer_->has_cross_memory();
    way_ = may_choose ? options.way.value_or(around_->period.next(peer_->ways, into_.size())) : CopyWay::ring;
    record.open(serial, way_);
    if (begun_) note_begin(into_.size(), way_);
    if (tells_) tell();
}

bool IncomingTransfer::begin(const OfferTicket& offer, std::size_t bytes, bool tells) {
    if (begun_ || bytes > offer.bytes || bytes > into_.size()) return false;
    begun_ = true;
    offer_ = offer;
    into_ = into_.first(bytes);
    chunks_ = chunks_of(bytes);
    tells_ = tells;
    if (record_ == nullptr) return true;
    note_begin(bytes, way_);
    if (tells_) tell();
    look_for_end();
    return true;
}

/// Tells the sender the address.   Returns: whether there was room for that.
bool IncomingTransfer::tell() {
    std::byte* const room = peer_->reserve(sizeof(AcceptFrame));
    if (room == nullptr) {
        around_->note_refusal(*peer_);
        return false;
    }
    AcceptFrame frame{offer_.handle, reinterpret_cast<std::uint64_t>(into_.data()), into_.size(), which_, serial_, 0};
    frame.check = frame.right_check();
    std::memcpy(room, &frame, sizeof frame);
    peer_->publish(FrameKind::accept, around_->fences);
    tells_ = false;
    return true;
}

bool IncomingTransfer::take(const BlockHead& head, std::span<const std::byte> data) {
    const std::uint64_t all = chunks_of(into_.size());
    if (head.serial != serial_ || head.chunk >= all || done()) return false;
    const std::uint64_t from = head.chunk * chunk_bytes();
    // Exposed memory may be longer than the message.
    const bool whole = head.bytes == std::min(chunk_bytes(), into_.size() - from) ||
                       (!begun_ && head.bytes <= into_.size() - from && head.bytes <= chunk_bytes());
    if (!whole || head.bytes != data.size() || received_ == all) return false;
    note_begin(into_.size(), way_);
    copy_fetched_lines(into_.data() + from, data.data(), data.size());
    ++received_;
    received_bytes_ += data.size();
    has_moved_ = true;
    moved();
    if (begun_ && received_ + pulled_ == chunks_) look_for_end();
    return !around_->is_broken;
}

/// Copies chunks from the sender's memory, where the chosen way requires it or the sender makes no progress.
bool IncomingTransfer::pull() {
    const bool can_pull = can_pull_ && peer_->has_cross_memory();
    if (way_ != CopyWay::ring && can_pull)
        if (copy_in(record_->claim(serial_, chunks_, chunks_at_once(way_)))) return true;
    const std::uint64_t left = record_->unclaimed(serial_, chunks_);
    if (!is_alone(left > 0 && can_pull)) return false;
    return copy_in(record_->claim(serial_, chunks_, share_of(left)));
}

bool IncomingTransfer::copy_in(ChunkRange range) {
    if (range.count == 0) return false;
    const std::uint64_t from = range.first * chunk_bytes();
    const auto into = into_.subspan(from, std::min(range.count * chunk_bytes(), into_.size() - from));
    const Status status = peer_->read(offer_.address + from, into);
    if (status == Status::peer_lost) return end(status), true;
    if (status == Status::ok) {
        pulled_ += range.count;
        record_->pulled.store(pulled_, std::memory_order_seq_cst);
        // Otherwise the sender claims the last chunk, and then checks.
        if (record_->unclaimed(serial_, chunks_) == 0) peer_->nudge();
    } else {
        can_pull_ = false;
        record_->way.store(static_cast<std::uint64_t>(CopyWay::ring), std::memory_order_relaxed);
        record_->give_back(serial_, range);
        peer_->nudge();
    }
    return true;
}

void IncomingTransfer::look_for_end() {
    const std::uint64_t pushed = record_->pushed.load(std::memory_order_seq_cst);
    const std::uint64_t arrived = received_ + pulled_ + pushed;
    if (pushed > chunks_ || arrived > chunks_) {
        broken();
    } else if (arrived == chunks_ && !tells_) {
        record_->close();
        end(Status::ok, way_ != CopyWay::ring || peer_->reads_ring(), pushed);
    }
}

bool IncomingTransfer::advance() {
    bool moves = std::exchange(has_moved_, false);
    if (done() || !begun_ || record_ == nullptr) return moves;
    if (tells_ && tell()) moves = true;
    if (!moves && pull()) moves = true;
    if (!done() && (!moves || received_ + pulled_ >= chunks_)) look_for_end();
    return moves || done();
}

}  // namespace shunt::remote_write
