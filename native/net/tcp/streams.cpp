#include "native/net/tcp/streams.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <utility>

namespace shunt::net {
namespace {

constexpr std::uint32_t kDoorway = ~0U;
constexpr std::int64_t kRetryNs = 100'000'000;    // between two attempts at a connection
constexpr std::int64_t kCheckNs = 1'000'000'000;  // between two checks whether peers answer

}  // namespace

Streams::Streams(StreamsSetup setup, Listener listener, Descriptor epoll, ReservedDescriptors reserved)
    : setup_(std::move(setup)),
      roster_(setup_.key, static_cast<std::uint32_t>(setup_.own), setup_.listeners),
      listener_(std::move(listener)),
      epoll_(std::move(epoll)),
      reserved_(std::move(reserved)),
      lines_(setup_.listeners.size()) {
    if (reserved_.count() > 0) setup_.most_open = std::min(setup_.most_open, reserved_.count());
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = kDoorway;
    epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, listener_.descriptor(), &event);
}

void Streams::touch(int node) {
    if (at(node).touched) return;
    at(node).touched = true;
    touched_.push_back(node);
}

void Streams::want(int node) {
    Line& line = at(node);
    line.wanted = true;
    line.used = ++clock_;
    if (line.stream.state() == Stream::State::closed) touch(node);
}

void Streams::unwant(int node) { at(node).wanted = false; }

/// Small changes are not worth a system call.
void Streams::pace(std::uint64_t bytes_per_s) {
    const std::uint64_t change = bytes_per_s > pace_ ? bytes_per_s - pace_ : pace_ - bytes_per_s;
    if (bytes_per_s == 0 || change > pace_ / 64) pace_ = bytes_per_s;
}

void Streams::renew(std::string congestion) {
    setup_.care.congestion = std::move(congestion);
    for (int node = setup_.own + 1; node < static_cast<int>(lines_.size()); ++node) {
        Line& line = at(node);
        if (line.wanted || line.stream.state() != Stream::State::open || !line.stream.is_quiet()) continue;
        line.stream.leave();
        touch(node);
    }
}

void Streams::send(int node, const Frame& frame, std::vector<iovec> parts) {
    at(node).stream.send(frame, std::move(parts));
    touch(node);
}

void Streams::resume() {
    for (const int node : held_) {
        at(node).stream.resume();
        touch(node);
    }
    held_.clear();
}

/// The lower of two nodes connects, so that there is never more than one connection between them.
void Streams::connect(int node, StreamSink& sink) {
    Line& line = at(node);
    if (line.stream.state() != Stream::State::closed || node < setup_.own || !line.wanted || now_ns_ < line.retry_ns)
        return;
    make_room(node);
    const Ipv4 own = listener_.local().address;
    const Outcome begun =
        line.stream.connect(own, setup_.listeners[static_cast<std::size_t>(node)], identity_to(node), setup_.care);
    if (!begun.ok()) end(node, begun, sink);
}

void Streams::admit(ProvenConnection proven) {
    const int node = static_cast<int>(proven.from());
    if (node >= setup_.own) return;  // higher nodes do not connect to lower ones
    const Stream::State state = at(node).stream.state();
    if (state == Stream::State::closed) adopt(node, proven.answer(Answer::accepted));
    if (state == Stream::State::leaving)
        at(node).next = proven.answer(Answer::accepted);  // arrived before the goodbye of its predecessor
}

void Streams::adopt(int node, Descriptor socket) {
    if (!socket.is_open()) return;  // the peer tries again
    make_room(node);
    at(node).stream.adopt(std::move(socket), setup_.care);
    touch(node);
}

/// A stream has broken: it is made again if the cause may be temporary; otherwise its user is told.
void Streams::end(int node, const Outcome& why, StreamSink& sink) {
    Line& line = at(node);
    if (line.stream.may_be_tried_again()) {
        if (line.trying_since_ns < 0) line.trying_since_ns = now_ns_;
        if (now_ns_ - line.trying_since_ns < setup_.care.patience_ns) {
            line.stream.try_again();
            line.retry_ns = now_ns_ + kRetryNs;
            retry_ns_ = std::min(retry_ns_, line.retry_ns);
            return;
        }
    }
    const auto& names = setup_.names;
    const auto index = static_cast<std::size_t>(node);
    sink.lost(node, index < names.size() ? Outcome{why.status, joined({names[index], ": ", why.reason})} : why);
}

/// Checks, among the peers that are waited for, for those that do not answer.
void Streams::check_all(StreamSink& sink) {
    check_ns_ = now_ns_ + kCheckNs;
    for (int node = 0; node < static_cast<int>(lines_.size()); ++node) {
        Line& line = at(node);
        if (!line.wanted && line.stream.is_quiet()) continue;
        const Outcome found = line.stream.check(now_ns_, setup_.care.patience_ns);
        if (found.ok()) continue;
        watch(node);
        end(node, found, sink);
    }
}

void Streams::make_room(int but) {
    if (open_ < setup_.most_open) return;
    int oldest = -1;
    for (int node = 0; node < static_cast<int>(lines_.size()); ++node) {
        const Line& line = at(node);
        if (node == but || line.wanted || line.stream.state() != Stream::State::open || !line.stream.is_quiet())
            continue;
        if (oldest < 0 || line.used < at(oldest).used) oldest = node;
    }
    if (oldest < 0) return;  // all are in use: then the limit must be exceeded
    ++counters_.evictions;
    at(oldest).stream.leave();
    touch(oldest);
}

void Streams::pump(std::int64_t now_ns, StreamSink& sink) {
    now_ns_ = now_ns;
    std::array<epoll_event, 64> events;
    const int count = epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), 0);
    bool knocks = now_ns >= listener_.next_timeout();
    for (int i = 0; i < count; ++i) {
        const std::uint32_t node = events[static_cast<std::size_t>(i)].data.u32;
        if (node == kDoorway) knocks = true;
        else touch(static_cast<int>(node));
    }
    if (knocks) listener_.serve(now_ns, roster_, [this](ProvenConnection proven) { admit(std::move(proven)); });
    if (now_ns >= retry_ns_) {
        retry_ns_ = INT64_MAX;
        for (int node = setup_.own + 1; node < static_cast<int>(lines_.size()); ++node)
            if (at(node).stream.state() == Stream::State::closed && at(node).wanted) touch(node);
    }
    if (now_ns >= check_ns_) check_all(sink);
    // Frames that a sink sends may touch further lines; each is served until no work is left.
    for (std::size_t turn = 0; turn < touched_.size() && turn < 4 * lines_.size() + 64; ++turn) {
        const int node = touched_[turn];
        at(node).touched = false;
        serve(node, sink);
    }
    std::erase_if(touched_, [this](int node) { return !at(node).touched; });
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
}

void Streams::serve(int node, StreamSink& sink) {
    Line& line = at(node);
    connect(node, sink);
    const bool was_up = line.stream.is_up();
    line.stream.pace(pace_);
    Outcome outcome = line.stream.write(node, sink);
    if (outcome.ok()) outcome = line.stream.read(node, sink);
    if (outcome.ok() && line.stream.is_up() && line.stream.wants_write()) outcome = line.stream.write(node, sink);
    watch(node);
    if (!outcome.ok()) return end(node, outcome, sink);
    if (line.stream.state() == Stream::State::open) line.trying_since_ns = -1;
    if (line.stream.is_held() && std::find(held_.begin(), held_.end(), node) == held_.end()) held_.push_back(node);
    if (!was_up || line.stream.state() != Stream::State::closed) return;
    if (line.next.is_open()) adopt(node, std::move(line.next));
    else if (line.wanted) touch(node);  // the lower of the two connects again
}

/// Sets the events that the kernel watches for this line; one on hold waits for none, not even for its end.
void Streams::watch(int node) {
    Line& line = at(node);
    const Stream& stream = line.stream;
    const bool up = stream.is_up();
    if (up != line.up) {
        open_ += up ? 1 : std::size_t(-1);
        up ? reserved_.open() : reserved_.close();
        counters_.opened += up ? 1 : 0;
        line.up = up;
        line.watched = 0;  // closing removed it
    }
    if (!up) return;
    const std::uint32_t reads = stream.wants_read() ? std::uint32_t{EPOLLIN} : 0U;
    const std::uint32_t writes = stream.wants_write() ? std::uint32_t{EPOLLOUT} : 0U;
    const std::uint32_t wanted = reads | writes;
    if (wanted == line.watched) return;
    epoll_event event{};
    event.events = wanted;
    event.data.u32 = static_cast<std::uint32_t>(node);
    const int change = wanted == 0 ? EPOLL_CTL_DEL : line.watched == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
    epoll_ctl(epoll_.number(), change, stream.descriptor(), &event);
    line.watched = wanted;
}

bool Streams::all_sent() const {
    return std::all_of(lines_.begin(), lines_.end(), [](const Line& line) {
        const bool is_gone = line.stream.state() == Stream::State::broken || (!line.stream.is_up() && !line.wanted);
        return is_gone || !line.stream.has_unsent();
    });
}

void Streams::close() {
    for (Line& line : lines_) line.stream.abandon();
}

}  // namespace shunt::net
