#include "native/engines/remote_write/tcp_peer.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "native/base/kept_errno.hpp"
#include "native/base/outcome.hpp"
#include "native/net/remedy.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::size_t kAlignment = 8;  // of reserved frames

constexpr std::size_t padded(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

constexpr std::size_t kFrameRoom = kAlignment + sizeof(TcpHead) + padded(kMostFrameBytes);
constexpr std::size_t kHeadroom = sizeof(MessageHeader);     // before received bytes: for headers that did not travel
constexpr std::size_t kOutBytes = std::size_t{64} << 10;     // of frames that wait for the kernel
constexpr std::size_t kInBytes = std::size_t{64} << 10;      // read at once, where no data are expected
constexpr std::size_t kFewBytes = std::size_t{4} << 10;      // where data may follow, which should not be copied twice
constexpr std::size_t kChunkBytes = std::size_t{256} << 10;  // of a transfer, before other transfers have their turn
constexpr std::size_t kWakeBytes = std::size_t{128} << 10;   // of data: fewer do not wake the receiver
constexpr std::size_t kCopyBytes = std::size_t{64} << 10;
constexpr std::size_t kLetterBytes = kFrameRoom;  // by the host: many hosts send so few eagerly
static_assert(kInBytes >= 2 * kFrameRoom && kOutBytes >= 2 * kFrameRoom);

}  // namespace

// ---- to the peer ----------------------------------------------------------------------------------------------------

/// Room for `bytes` behind the waiting ones.   Returns: false if the buffer is full and may not grow.
bool TcpPeer::make_room(std::size_t bytes, bool grows) {
    if (out_begin_ == out_end_) out_begin_ = out_end_ = 0;
    if (out_.size() - out_end_ >= bytes) return true;
    const std::size_t odd = out_begin_ % kAlignment;
    if (out_begin_ > odd && out_.size() - unsent() - odd >= bytes) {
        std::memmove(out_.data() + odd, out_.data() + out_begin_, unsent());
        out_end_ -= out_begin_ - odd;
        out_begin_ = odd;
        return true;
    }
    const std::size_t needed = out_end_ + bytes;
    if (!grows && needed > kOutBytes) return false;
    out_.resize(std::max({kFewBytes, needed, std::min(kOutBytes, 2 * needed)}));
    return true;
}

std::byte* TcpPeer::reserve(std::size_t bytes) {
    const std::size_t needed = kAlignment + sizeof(TcpHead) + bytes;
    if (is_lost_ || (unsent() > 0 && unsent() + needed > kOutBytes) || !make_room(needed, false)) return nullptr;
    frame_at_ = padded(out_end_ + sizeof(TcpHead));
    frame_bytes_ = bytes;
    return out_.data() + frame_at_;
}

void TcpPeer::publish() {
    std::byte* const frame = out_.data() + frame_at_;
    if (EnvelopeCache::is_kept({frame, frame_bytes_}) && publish_short(frame)) return;
    const TcpHead head{TcpHead::message, static_cast<std::uint32_t>(frame_bytes_), 0};
    std::memcpy(frame - sizeof head, &head, sizeof head);
    const std::size_t begin = frame_at_ - sizeof head;
    if (out_begin_ == out_end_) out_begin_ = begin;
    else std::memset(out_.data() + out_end_, 0, begin - out_end_);
    out_end_ = frame_at_ + frame_bytes_;
}

/// Returns: false if the other side does not have the frame's header; it has it from now on.
bool TcpPeer::publish_short(std::byte* frame) {
    const std::size_t place = EnvelopeCache::place_of(frame);
    if (!sent_headers_.holds(place, frame)) {
        sent_headers_.keep(place, frame);
        return false;
    }
    const std::size_t rest = frame_bytes_ - sizeof(MessageHeader);
    const bool is_long = rest > 0xff;
    const std::size_t head_bytes = is_long ? 3 : 2;
    std::byte* const head = frame + sizeof(MessageHeader) - head_bytes;
    head[0] = static_cast<std::byte>(TcpShortHead::kMark | (is_long ? TcpShortHead::kLong : 0U) | place);
    head[1] = static_cast<std::byte>(rest & 0xff);
    if (is_long) head[2] = static_cast<std::byte>(rest >> 8);
    if (out_begin_ == out_end_) out_begin_ = out_end_ = static_cast<std::size_t>(head - out_.data());
    else std::memmove(out_.data() + out_end_, head, head_bytes + rest);
    out_end_ += head_bytes + rest;
    return true;
}

void TcpPeer::accept(std::uint64_t handle, const TcpAccept& accept) {
    make_room(sizeof(TcpHead) + sizeof accept, true);
    const TcpHead head{TcpHead::accept, sizeof accept, handle};
    std::memcpy(out_.data() + out_end_, &head, sizeof head);
    std::memcpy(out_.data() + out_end_ + sizeof head, &accept, sizeof accept);
    out_end_ += sizeof head + sizeof accept;
}

void TcpPeer::forget(const TcpOutgoing& transfer) {
    std::erase(sending_, &transfer);
    if (chunk_ == &transfer) chunk_ = nullptr;  // only for a lost peer
}

void TcpPeer::begin_chunk() {
    chunk_ = sending_.front();
    sending_.pop_front();
    chunk_left_ = std::min(chunk_->left().size(), kChunkBytes);
    chunk_head_ = {TcpHead::data, static_cast<std::uint32_t>(chunk_left_), chunk_->id()};
    chunk_head_sent_ = 0;
}

Status TcpPeer::flush() {
    const KeptErrno kept;
    is_blocked_ = false;
    while (has_unsent()) {
        if (chunk_ == nullptr && unsent() == 0) begin_chunk();
        iovec parts[3];
        std::size_t count = 0;
        bool more = false;
        if (chunk_ != nullptr) {
            if (chunk_head_sent_ < sizeof chunk_head_)
                parts[count++] = {reinterpret_cast<std::byte*>(&chunk_head_) + chunk_head_sent_,
                                  sizeof chunk_head_ - chunk_head_sent_};
            const std::byte* const from =
                chunk_copy_.empty() ? chunk_->left().data() : chunk_copy_.data() + chunk_copy_.size() - chunk_left_;
            parts[count++] = {const_cast<std::byte*>(from), chunk_left_};
            more = unsent() == 0 && (!sending_.empty() || chunk_->left().size() > chunk_left_);
        }
        if (unsent() > 0) parts[count++] = {out_.data() + out_begin_, unsent()};
        msghdr message{};
        message.msg_iov = parts;
        message.msg_iovlen = count;
        const ssize_t taken =
            sendmsg(connection.descriptor(), &message, MSG_NOSIGNAL | MSG_DONTWAIT | (more ? MSG_MORE : 0));
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0 && (errno == EAGAIN || errno == ENOBUFS)) {
            is_blocked_ = true;
            return Status::again;
        }
        if (taken < 0 && errno == EFAULT && chunk_ != nullptr && chunk_copy_.empty()) {
            keep_chunk();
            continue;
        }
        if (taken < 0) return Status::peer_lost;
        took(static_cast<std::size_t>(taken));
    }
    return Status::ok;
}

void TcpPeer::flush_to_mail() {
    for (; unsent() > 0; out_begin_ += std::min(unsent(), kLetterBytes)) {
        const auto letter = std::span(out_).subspan(out_begin_, std::min(unsent(), kLetterBytes));
        mail->send(number_, 0, {letter.begin(), letter.end()});
    }
}

/// Copies the rest of the chunk in this process: the kernel may not read such pages, their owner may.
void TcpPeer::keep_chunk() {
    const auto rest = chunk_->left().first(chunk_left_);
    chunk_copy_.assign(rest.begin(), rest.end());
}

void TcpPeer::took(std::size_t bytes) {
    if (chunk_ != nullptr) {
        const std::size_t of_head = std::min(bytes, sizeof chunk_head_ - chunk_head_sent_);
        chunk_head_sent_ += of_head;
        bytes -= of_head;
        const std::size_t of_data = std::min(bytes, chunk_left_);
        chunk_->took(of_data);
        chunk_left_ -= of_data;
        bytes -= of_data;
        if (chunk_left_ == 0) {
            chunk_copy_.clear();
            if (!chunk_->left().empty()) sending_.push_back(chunk_);
            chunk_ = nullptr;
        }
    }
    out_begin_ += bytes;
}

// ---- from the peer --------------------------------------------------------------------------------------------------

Status TcpPeer::look(std::span<const std::byte>& frame, TcpTransfers& transfers) {
    for (;;) {
        if (data_left_ > 0) {
            take_data();
            if (data_left_ > 0) return Status::again;
        }
        while (buffered() > 0 && in_[in_begin_] == std::byte{0}) ++in_begin_;
        if (buffered() == 0) return Status::again;
        if ((in_[in_begin_] & std::byte{TcpShortHead::kMark}) != std::byte{0}) return look_short(frame);
        TcpHead head;
        if (buffered() < sizeof head) return Status::again;
        std::memcpy(&head, in_.get() + in_begin_, sizeof head);
        if (head.kind == TcpHead::data) {
            if (!take_data_head(head, transfers)) return Status::bug;
            in_begin_ += sizeof head;
            continue;
        }
        if (head.bytes > kMostFrameBytes) return Status::bug;
        const std::size_t whole = sizeof head + head.bytes;
        if (buffered() < whole) return Status::again;
        if (head.kind == TcpHead::accept) {
            if (!take_accept(head, transfers)) return Status::bug;
            in_begin_ += whole;
            continue;
        }
        if (head.kind != TcpHead::message) return Status::bug;
        frame = {in_.get() + in_begin_ + sizeof head, head.bytes};
        if (EnvelopeCache::is_kept(frame)) received_headers_.keep(EnvelopeCache::place_of(frame.data()), frame.data());
        given_ = whole;
        return Status::ok;
    }
}

/// Restores the frame's header in front of its data, over bytes that were read already.
Status TcpPeer::look_short(std::span<const std::byte>& frame) {
    std::byte* const head = in_.get() + in_begin_;
    const auto first = std::to_integer<unsigned>(head[0]);
    const std::size_t head_bytes = (first & TcpShortHead::kLong) != 0 ? 3 : 2;
    if (buffered() < head_bytes) return Status::again;
    const std::size_t rest =
        std::to_integer<std::size_t>(head[1]) | (head_bytes == 3 ? std::to_integer<std::size_t>(head[2]) << 8 : 0);
    if ((first & TcpShortHead::kNever) != 0 || rest > kMostFrameBytes - sizeof(MessageHeader)) return Status::bug;
    if (buffered() < head_bytes + rest) return Status::again;
    std::byte* const begin = head + head_bytes - sizeof(MessageHeader);
    if (!received_headers_.restore(first & TcpShortHead::kPlace, begin)) return Status::bug;
    frame = {begin, sizeof(MessageHeader) + rest};
    given_ = head_bytes + rest;
    return Status::ok;
}

void TcpPeer::pass() { in_begin_ += std::exchange(given_, 0); }

bool TcpPeer::take_accept(const TcpHead& head, TcpTransfers& transfers) {
    TcpAccept accept;
    if (head.bytes != sizeof accept) return false;
    std::memcpy(&accept, in_.get() + in_begin_ + sizeof head, sizeof accept);
    TcpOutgoing* const transfer = transfers.outgoing(*this, head.id);
    if (transfer == nullptr || !transfer->begin(accept.id, accept.bytes)) return false;
    transfers.begun();
    if (mail == nullptr) {
        if (accept.bytes > 0) start(*transfer);
        return true;
    }
    transfer->took(transfer->left().size());  // the receiver takes them from the copy
    if (transfer->is_left) transfers.remove_outgoing(*transfer);
    return true;
}

bool TcpPeer::take_data_head(const TcpHead& head, TcpTransfers& transfers) {
    TcpIncoming* const transfer = transfers.incoming(*this, head.id);
    if (transfer == nullptr || head.bytes == 0 || head.bytes > transfer->left().size()) return false;
    place_ = transfer;
    data_left_ = head.bytes;
    return true;
}

/// Moves data from the buffer to their destination.
void TcpPeer::take_data() {
    const std::size_t bytes = std::min(data_left_, buffered());
    if (bytes == 0) return;
    std::memcpy(place_->left().data(), in_.get() + in_begin_, bytes);
    in_begin_ += bytes;
    place_->came(bytes);
    data_left_ -= bytes;
}

void TcpPeer::make_room_for_input() {
    if (!in_) in_ = std::make_unique_for_overwrite<std::byte[]>(kInBytes);
    if (in_begin_ == in_end_) in_begin_ = in_end_ = kHeadroom;
    if (kInBytes - in_end_ < kFrameRoom) {
        std::memmove(in_.get() + kHeadroom, in_.get() + in_begin_, buffered());
        in_end_ -= in_begin_ - kHeadroom;
        in_begin_ = kHeadroom;
    }
}

Status TcpPeer::fill_from_letters() {
    if (letters.empty()) return Status::again;
    make_room_for_input();
    const std::vector<std::byte>& letter = letters.front();
    if (letter.size() > kInBytes - in_end_) return Status::bug;
    std::copy(letter.begin(), letter.end(), in_.get() + in_end_);
    in_end_ += letter.size();
    letters.pop_front();
    return Status::ok;
}

Status TcpPeer::fill(std::size_t& budget) {
    if (mail != nullptr) return fill_from_letters();
    if (is_drained_) return drained();
    make_room_for_input();
    const std::size_t room = kInBytes - in_end_;
    iovec parts[2];
    std::size_t count = 0, wanted = 0;
    if (data_left_ > 0) parts[count++] = {place_->left().data(), data_left_};
    parts[count++] = {in_.get() + in_end_, data_left_ > 0 || incoming > 0 ? std::min(room, kFewBytes) : room};
    for (std::size_t i = 0; i < count; ++i) wanted += parts[i].iov_len;
    ssize_t came;
    do came = readv(connection.descriptor(), parts, static_cast<int>(count));
    while (came < 0 && errno == EINTR);
    if (came < 0 && errno == EAGAIN) return drained();
    if (came < 0 && errno == EFAULT && data_left_ > 0) return fill_through_copy();
    if (came <= 0) return Status::peer_lost;
    const auto bytes = static_cast<std::size_t>(came);
    is_drained_ = bytes < wanted;
    budget -= std::min(budget, bytes);
    const std::size_t direct = std::min(bytes, data_left_);
    if (direct > 0) place_->came(direct);
    data_left_ -= direct;
    in_end_ += bytes - direct;
    return Status::ok;
}

/// Lets the kernel wake a receiver of data only for several packets at once, or for the last ones.
Status TcpPeer::drained() {
    is_drained_ = true;
    const int wanted = static_cast<int>(std::clamp<std::size_t>(data_left_, 1, kWakeBytes));
    if (wanted == wake_bytes_) return Status::again;
    setsockopt(connection.descriptor(), SOL_SOCKET, SO_RCVLOWAT, &wanted, sizeof wanted);
    wake_bytes_ = wanted;
    return Status::again;
}

/// Receives into pages of the program that only their owner may write, not the kernel.
Status TcpPeer::fill_through_copy() {
    const std::size_t room = std::min({kInBytes - in_end_, data_left_, kCopyBytes});
    const ssize_t came = recv(connection.descriptor(), in_.get() + in_end_, room, MSG_DONTWAIT);
    if (came < 0 && (errno == EAGAIN || errno == EINTR)) return Status::again;
    if (came <= 0) return Status::peer_lost;
    in_end_ += static_cast<std::size_t>(came);
    take_data();
    return Status::ok;
}

void TcpPeer::forget(const TcpIncoming& transfer) {
    --incoming;
    if (place_ == &transfer) place_ = nullptr, data_left_ = 0;  // only for a lost peer
}

void TcpPeer::try_again(std::int64_t next_ns, std::string_view why) {
    connection.try_again();
    is_in_epoll = false;
    retry_ns = next_ns;
    why_missed_ = why;
}

std::string TcpPeer::why_not_open() const {
    return why_missed_.empty() ? joined({"does not answer; ", net::kOpenFirewall}) : why_missed_;
}

void TcpPeer::lose(std::string why) {
    is_lost_ = true;
    why_ = std::move(why);
    out_begin_ = out_end_ = 0;
    sending_.clear();
    chunk_ = nullptr;
    is_blocked_ = false;
}

}  // namespace shunt::remote_write
