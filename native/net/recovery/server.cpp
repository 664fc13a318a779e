#include "native/net/recovery/server.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "native/net/remedy.hpp"

namespace shunt::net {
namespace {

constexpr std::uint32_t kDoorwayIndex = ~0U;
constexpr int kPiecesATurn = 4;  // then the other connections get their turn

bool add_to_epoll(int epoll, int socket, std::uint32_t index) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = index;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) == 0;
}

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

Opened<RecoveryServer> RecoveryServer::open(Ipv4 address, RecoverySource& source, const RecoveryLimits& limits) {
    if (address.is_none()) return {{Status::bug, "the recovery service needs one address of this node"}, {}};
    RecoveryServer opened;
    opened.source_ = &source;
    opened.limits_ = limits;
    opened.slots_.resize(std::max<std::size_t>(1, limits.connections));
    opened.epoll_ = Descriptor(epoll_create1(EPOLL_CLOEXEC));
    if (!opened.epoll_.is_open())
        return {failed_call(Status::declined, "could not open an epoll descriptor", errno, kRaiseFileLimit), {}};
    auto listener = Listener::open(address, limits.listener);
    if (!listener.ok()) return {std::move(listener.outcome), {}};
    opened.listener_ = std::move(listener.value);
    add_to_epoll(opened.epoll_.number(), opened.listener_.descriptor(), kDoorwayIndex);
    return {{}, std::move(opened)};
}

void RecoveryServer::serve(std::int64_t now_ns) {
    std::array<epoll_event, 64> events;
    const int count = epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), 0);
    bool someone_knocks = now_ns >= listener_.next_timeout();
    for (int i = 0; i < count; ++i) {
        const std::uint32_t index = events[static_cast<std::size_t>(i)].data.u32;
        if (index == kDoorwayIndex) someone_knocks = true;
        else if (slots_[index].state != State::closed) progress(slots_[index], now_ns);
    }
    expire(now_ns);
    if (someone_knocks)
        listener_.serve(now_ns, *source_, [&](ProvenConnection proven) { admit(std::move(proven), now_ns); });
}

std::int64_t RecoveryServer::next_timeout() const {
    std::int64_t first = listener_.next_timeout();
    for (const auto& slot : slots_)
        if (slot.state != State::closed) first = std::min(first, slot.deadline_ns);
    return first;
}

std::size_t RecoveryServer::connections() const {
    return static_cast<std::size_t>(
        std::count_if(slots_.begin(), slots_.end(), [](const auto& slot) { return slot.state != State::closed; }));
}

RecoveryCounters RecoveryServer::counters() const {
    RecoveryCounters counters = counters_;
    counters.strangers += listener_.counters().strangers;
    counters.half += listener_.counters().half;
    return counters;
}

/// A free slot, or that of the peer that has been idle longest: it connects again when it needs to. Null if all peers
/// are busy.
RecoveryServer::Connection* RecoveryServer::next_slot() {
    Connection* idle = nullptr;
    for (auto& slot : slots_) {
        if (slot.state == State::closed) return &slot;
        const bool rests = slot.state == State::request && slot.request_filled == 0;
        if (rests && (idle == nullptr || slot.deadline_ns < idle->deadline_ns)) idle = &slot;
    }
    return idle;
}

/// A peer without a slot is closed, and asks again later.
void RecoveryServer::admit(ProvenConnection proven, std::int64_t now_ns) {
    Connection* const slot = next_slot();
    if (slot == nullptr) return;
    drop(*slot);
    slot->token = proven.group();
    slot->node = proven.from();
    slot->socket = proven.answer(Answer::accepted);
    const auto index = static_cast<std::uint32_t>(slot - slots_.data());
    if (!slot->socket.is_open() || !add_to_epoll(epoll_.number(), slot->socket.number(), index)) return drop(*slot);
    prepare_connection(slot->socket.number(), kUsualPatienceNs);
    slot->state = State::request;
    slot->deadline_ns = now_ns + limits_.idle_ns;
    ++counters_.connections;
    progress(*slot, now_ns);
}

void RecoveryServer::progress(Connection& connection, std::int64_t now_ns) {
    Step step = Step::go_on;
    for (int turn = 0; turn < 2 * kPiecesATurn && step == Step::go_on; ++turn)
        step = connection.state == State::request ? read_request(connection, now_ns) : write_answer(connection, now_ns);
    if (step == Step::close) drop(connection);
    else watch(connection);
}

RecoveryServer::Step RecoveryServer::read_request(Connection& connection, std::int64_t now_ns) {
    auto& filled = connection.request_filled;
    const bool fresh = filled == 0;
    const auto count = recv(connection.socket.number(), connection.request_bytes.data() + filled,
                            kRescueRequestBytes - filled, MSG_DONTWAIT);
    if (count < 0 && (would_block(errno) || errno == EINTR)) return Step::wait;
    if (count <= 0) {
        if (filled > 0) ++counters_.half;
        return Step::close;
    }
    filled += static_cast<std::size_t>(count);
    if (fresh) connection.deadline_ns = now_ns + limits_.request_ns;
    if (filled < kRescueRequestBytes) return Step::go_on;
    filled = 0;
    connection.request = decode_rescue_request(connection.request_bytes);
    if (connection.request.token != connection.token ||
        connection.request.node != connection.node) {  // not the identity that the peer has proved
        ++counters_.strangers;
        return Step::close;
    }
    connection.position = 0;
    connection.state = State::answer;
    connection.deadline_ns = now_ns + limits_.answer_ns;
    next_piece(connection);
    return Step::go_on;
}

void RecoveryServer::next_piece(Connection& connection) {
    const auto& request = connection.request;
    const auto left = request.length - connection.position;
    auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(left, kRescuePieceBytes));
    auto word = RecoveryWord::here;
    connection.piece.resize(kRescueHeaderBytes + kRescuePieceBytes);
    if (request.offset + request.length < request.offset) word = RecoveryWord::wrong;
    else if (!source_->read(request, request.offset + connection.position,
                            {connection.piece.data() + kRescueHeaderBytes, bytes}))
        word = RecoveryWord::not_here;
    if (word != RecoveryWord::here) bytes = 0;
    counters_.wrong += word == RecoveryWord::wrong ? 1 : 0;
    counters_.not_here += word == RecoveryWord::not_here ? 1 : 0;
    WireWriter header(connection.piece.data());
    header.put(static_cast<std::uint32_t>(word));
    header.put(static_cast<std::uint32_t>(bytes));
    connection.word = word;
    connection.position += bytes;
    connection.last_piece = word != RecoveryWord::here || connection.position == request.length;
    connection.piece_bytes = kRescueHeaderBytes + bytes;
    connection.piece_sent = 0;
}

RecoveryServer::Step RecoveryServer::write_answer(Connection& connection, std::int64_t now_ns) {
    const auto* from = connection.piece.data() + connection.piece_sent;
    const auto count = send(connection.socket.number(), from, connection.piece_bytes - connection.piece_sent,
                            MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0) {
        if (would_block(errno) || errno == EINTR) return Step::wait;
        ++counters_.stalled;
        return Step::close;
    }
    connection.piece_sent += static_cast<std::size_t>(count);
    connection.deadline_ns = now_ns + limits_.answer_ns;
    if (connection.piece_sent < connection.piece_bytes) return Step::go_on;
    counters_.bytes += connection.piece_bytes - kRescueHeaderBytes;
    if (!connection.last_piece) {
        next_piece(connection);
        return Step::go_on;
    }
    if (connection.word == RecoveryWord::here) ++counters_.answers;
    connection.state = State::request;
    connection.deadline_ns = now_ns + limits_.idle_ns;
    return Step::go_on;
}

/// Watches for the connection's next event: room for its answer, or its request.
void RecoveryServer::watch(Connection& connection) {
    const bool wants_write = connection.state == State::answer;
    if (wants_write == connection.wants_write) return;
    epoll_event event{};
    event.events = wants_write ? EPOLLOUT : EPOLLIN;
    event.data.u32 = static_cast<std::uint32_t>(&connection - slots_.data());
    if (epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, connection.socket.number(), &event) == 0)
        connection.wants_write = wants_write;
}

void RecoveryServer::drop(Connection& connection) {
    connection = Connection{};  // closing removes the socket from epoll
}

void RecoveryServer::expire(std::int64_t now_ns) {
    for (auto& slot : slots_) {
        if (slot.state == State::closed || now_ns < slot.deadline_ns) continue;
        if (slot.state == State::answer) ++counters_.stalled;
        else if (slot.request_filled > 0) ++counters_.half;
        drop(slot);
    }
}

}  // namespace shunt::net
