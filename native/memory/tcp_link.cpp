#include "native/memory/tcp_link.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "native/base/clock.hpp"

namespace shunt::memory {
namespace {

// A put of this length is sent before its word is posted, which takes one more system call. The limit is lower where
// the put would be copied.
constexpr std::size_t kAtOnceBytes = 128 << 10, kCopiedAtOnceBytes = 16 << 10;
constexpr std::size_t kMostCopied = 1 << 20;  // more is not held in copies, except for a single put
constexpr std::size_t kScratchBytes = 16 << 10;
constexpr std::size_t kReadAtOnce = std::size_t{4} << 20;
constexpr std::size_t kParts = 32;

void set(int socket, int level, int option, int value) { setsockopt(socket, level, option, &value, sizeof value); }

}  // namespace

void TcpLink::fail_telling(int lost, Status status) {
    if (state() == State::open && front_sent_ == 0) {
        const auto bytes =
            encode(TcpFrame{TcpFrame::loss, 0, static_cast<std::uint64_t>(lost), static_cast<std::uint64_t>(status)});
        [[maybe_unused]] const ssize_t sent =
            send(descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    fail();
}

Status TcpLink::post(const TcpFrame& frame, std::span<const std::byte> data, bool by_reference, std::uint64_t number) {
    if (state() == State::broken) return Status::peer_lost;
    by_reference = by_reference && data.size() > kInlineBytes;
    if (entries_.empty()) entries_.resize(kEntries);
    if (count_ == kEntries || (!by_reference && copied_ > 0 && copied_ + data.size() > kMostCopied))
        return Status::again;
    Entry& last = entry(count_);
    last.header = encode(frame);
    last.data = data.data();
    last.bytes = data.size();
    last.skip = 0;
    last.number = number;
    last.by_reference = by_reference;
    ++count_;
    // Data wait for the word that follows, so that both leave together.
    const bool is_word = frame.kind == TcpFrame::word;
    const bool worth_it = is_word || data.size() >= (by_reference ? kAtOnceBytes : kCopiedAtOnceBytes);
    const Status status = state() == State::open && worth_it && !blocked_ ? send_some(!is_word) : Status::ok;
    if (count_ > 0 && !by_reference && last.copy.empty()) keep_rest(last);
    return status == Status::again ? Status::ok : status;
}

/// Copies the part of a post that the kernel did not accept.
void TcpLink::keep_rest(Entry& post) {
    const std::size_t sent = &post == &entry(0) ? front_sent_ : 0;
    post.skip = sent > kTcpFrameBytes ? sent - kTcpFrameBytes : 0;
    post.copy.assign(post.data + post.skip, post.data + post.bytes);
    post.data = post.copy.data();
    post.by_reference = false;
    copied_ += post.copy.size();
}

bool TcpLink::keep_all() {
    bool any = false;
    for (std::size_t i = 0; i < count_; ++i) {
        Entry& post = entry(i);
        if (!post.copy.empty() || post.bytes == 0) continue;
        keep_rest(post);
        any = true;
    }
    return any;
}

Status TcpLink::write() {
    if (state() == State::connecting) {
        const Status status = connection_.advance(monotonic_ns());
        if (status != Status::again || state() == State::connecting) return status;
    }
    if (state() == State::broken) return Status::peer_lost;
    if (state() != State::open) return count_ > 0 ? Status::again : Status::ok;
    const Status status = count_ > 0 ? send_some(false) : Status::ok;
    // Setting the option again makes the kernel send what it holds back (tcp(7)).
    if (corked_ && status == Status::ok) set(descriptor(), IPPROTO_TCP, TCP_NODELAY, 1), corked_ = false;
    return status;
}

Status TcpLink::send_some(bool more) {
    while (count_ > 0) {
        iovec parts[kParts];
        std::size_t filled = 0, sent = front_sent_, wanted = 0;
        for (std::size_t i = 0; i < count_ && filled + 2 <= kParts; ++i, sent = 0) {
            Entry& each = entry(i);
            if (sent < kTcpFrameBytes) parts[filled++] = {each.header.data() + sent, kTcpFrameBytes - sent};
            const std::size_t done = sent > kTcpFrameBytes ? sent - kTcpFrameBytes : 0;
            if (done < each.bytes)
                parts[filled++] = {const_cast<std::byte*>(each.data) + (done - each.skip), each.bytes - done};
            wanted += kTcpFrameBytes + each.bytes - sent;
        }
        msghdr message{};
        message.msg_iov = parts;
        message.msg_iovlen = filled;
        const ssize_t taken = sendmsg(descriptor(), &message, MSG_NOSIGNAL | MSG_DONTWAIT | (more ? MSG_MORE : 0));
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0 && (errno == EAGAIN || errno == ENOBUFS)) {
            blocked_ = true;
            return Status::again;
        }
        if (taken < 0 && errno == EFAULT && keep_all()) continue;  // the kernel cannot read all of the program's memory
        if (taken < 0) return Status::peer_lost;
        corked_ = more;
        took(static_cast<std::size_t>(taken));
    }
    blocked_ = false;
    return Status::ok;
}

void TcpLink::took(std::size_t bytes) {
    front_sent_ += bytes;
    while (count_ > 0 && front_sent_ >= kTcpFrameBytes + entry(0).bytes) {
        front_sent_ -= kTcpFrameBytes + entry(0).bytes;
        copied_ -= entry(0).copy.size();
        entry(0).copy.clear();
        first_ = (first_ + 1) % kEntries;
        --count_;
    }
}

std::uint64_t TcpLink::completed(std::uint64_t posted) const {
    for (std::size_t i = 0; i < count_; ++i)
        if (entry(i).by_reference) return entry(i).number - 1;
    return posted;
}

Status TcpLink::read(std::span<std::byte> window, std::int64_t now_ns, bool& moved) {
    if (state() == State::greeting) {
        const Status answer = connection_.advance(now_ns);
        if (answer != Status::ok) return answer == Status::again ? Status::ok : answer;
        blocked_ = count_ > 0;
        moved = true;
    }
    if (state() != State::open) return Status::ok;
    if (scratch_.empty()) scratch_.resize(kScratchBytes);
    for (std::size_t total = 0; total < kReadAtOnce;) {
        const iovec parts[2] = {{place_, left_}, {scratch_.data(), scratch_.size()}};
        const std::size_t wanted = left_ + scratch_.size();
        const ssize_t count =
            left_ > 0 ? readv(descriptor(), parts, 2) : ::read(descriptor(), scratch_.data(), scratch_.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return Status::ok;
        if (count <= 0) return Status::peer_lost;
        moved = true;
        const auto here = static_cast<std::size_t>(count);
        const std::size_t direct = std::min(here, left_);
        place_ += direct;
        left_ -= direct;
        const Status status = parse(std::span(scratch_).first(here - direct), window);
        if (status != Status::ok) return status;
        if (here < wanted) return Status::ok;  // no more bytes for now
        total += here;
    }
    return Status::ok;
}

Status TcpLink::parse(std::span<const std::byte> bytes, std::span<std::byte> window) {
    while (!bytes.empty()) {
        const std::size_t payload = std::min(left_, bytes.size());
        if (payload > 0) {
            std::memcpy(place_, bytes.data(), payload);
            place_ += payload;
            left_ -= payload;
            bytes = bytes.subspan(payload);
            continue;
        }
        const std::size_t piece = std::min(kTcpFrameBytes - header_filled_, bytes.size());
        std::memcpy(header_.data() + header_filled_, bytes.data(), piece);
        header_filled_ += piece;
        bytes = bytes.subspan(piece);
        if (header_filled_ < kTcpFrameBytes) break;
        header_filled_ = 0;
        const auto frame = decode_frame(header_, window.size());
        if (!frame) return Status::bug;
        if (frame->kind == TcpFrame::loss) {
            told_lost_ = static_cast<int>(frame->offset & 0x7fffffff);
            return frame->value == static_cast<std::uint64_t>(Status::bug) ? Status::bug : Status::peer_lost;
        }
        if (frame->kind == TcpFrame::word)
            reinterpret_cast<std::atomic<std::uint64_t>*>(window.data() + frame->offset)
                ->store(frame->value, std::memory_order_release);
        else place_ = window.data() + frame->offset, left_ = frame->bytes;
    }
    return Status::ok;
}

}  // namespace shunt::memory
