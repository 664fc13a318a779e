// The transfers of TcpFabric, and the pairs that it moves to messages of the host.
#include <cstring>

#include "native/engines/remote_write/tcp_fabric.hpp"
#include "native/net/remedy.hpp"

namespace shunt::remote_write {
namespace {

constexpr std::size_t kMostCopies = std::size_t{64} << 20;  // of data by the host whose sends have ended

/// A sender's description of its offer.
struct TcpTicket {
    std::uint64_t handle = 0;
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;  ///< of the data, where the pair uses messages of the host
};
static_assert(sizeof(TcpTicket) <= sizeof(Ticket));

TcpTicket ticket_in(const Ticket& ticket) {
    TcpTicket told;
    std::memcpy(&told, ticket.bytes.data(), sizeof told);
    return told;
}

}  // namespace

// ---- transfers ------------------------------------------------------------------------------------------------------

Transfer* TcpFabric::offer(int process, std::span<const std::byte> data, const Target*, Ticket& ticket) {
    TcpPeer& peer = reach(process);
    if (peer.is_lost()) return nullptr;
    const bool may_turn = mail_ != nullptr && !peer.connection.is_open();
    TcpOutgoing* const made =
        may_turn ? transfers_.add_numbered(peer, data, mail_->numbers()) : &transfers_.add_outgoing(peer, data);
    if (made == nullptr) return nullptr;
    const TcpTicket told{made->handle(), data.size(), made->number};
    std::memcpy(ticket.bytes.data(), &told, sizeof told);
    if (peer.mail != nullptr) send_copy(*made);
    return made;
}

Transfer* TcpFabric::accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) {
    TcpPeer& peer = at(process);
    const TcpTicket told = ticket_in(ticket);
    const bool is_wrong = into.size() > told.bytes || (peer.mail != nullptr && !is_number(told.number));
    status = is_wrong ? Status::bug : peer.is_lost() ? Status::peer_lost : Status::ok;
    if (status != Status::ok) return nullptr;
    TcpIncoming& made = transfers_.add_incoming(peer, into);
    has_transfers_.store(true, std::memory_order_relaxed);
    ++peer.incoming;
    if (peer.mail != nullptr)
        peer.mail->receive(process, static_cast<std::uint32_t>(told.number), into, told.bytes, made.id());
    peer.accept(told.handle, {made.id(), into.size()});
    flush(peer);
    return &made;
}

void TcpFabric::close(Transfer& transfer) {
    if (auto* const mine = dynamic_cast<TcpOutgoing*>(&transfer)) {
        mine->to().forget(*mine);
        transfers_.remove_outgoing(*mine);
    } else {
        auto& incoming = static_cast<TcpIncoming&>(transfer);
        incoming.from().forget(incoming);
        transfers_.remove_incoming(incoming.id());
    }
    has_transfers_.store(transfers_.are_under_way(), std::memory_order_relaxed);
}

// ---- messages of the host -------------------------------------------------------------------------------------------

/// Whether messages of the host may replace the connection. Not once the peer may have accepted one: it may have sent
/// frames there.
bool TcpFabric::may_turn(const TcpPeer& peer) const {
    return mail_ != nullptr && !peer.has_greeted && !peer.connection.is_open();
}

/// Counts the peers whose first attempts to connect have neither reached them nor failed for good.
void TcpFabric::note_decision(TcpPeer& peer) {
    using State = net::Connection::State;
    const State state = peer.connection.state();
    const bool tries = state == State::connecting || (state == State::closed && peer.retry_ns > 0);
    const bool is_undecided = tries && peer.mail == nullptr && !peer.is_lost() && may_turn(peer);
    if (is_undecided == peer.is_undecided) return;
    peer.is_undecided = is_undecided;
    mail_->note_undecided(is_undecided ? 1 : -1);
}

/// No connection can be made.
void TcpFabric::give_up(TcpPeer& peer, std::string_view why) {
    if (!may_turn(peer)) return lose(peer, std::string(why));
    if (!std::exchange(is_told_of_mail_, true) && options_.warn)
        options_.warn(joined({name_of(peer), " ", why, "; the host MPI carries their messages from here"}));
    turn(peer);
}

/// Moves the pair to messages of the host, for good. Nothing has been sent or received by TCP. The first message tells
/// the peer.
void TcpFabric::turn(TcpPeer& peer) {
    peer.connection.fail();
    peer.is_in_epoll = false;
    peer.retry_ns = 0;
    peer.mail = mail_;
    note_decision(peer);
    ++counters_.by_host;
    left_.push_back(peer.number());
    for (const TcpOutgoing* const offered : transfers_.all_to(peer)) send_copy(*offered);
    if (!peer.has_unsent()) mail_->send(peer.number(), 0, {});
    flush(peer);
}

void TcpFabric::send_copy(const TcpOutgoing& offered) {
    const std::span<const std::byte> data = offered.left();
    mail_->send(offered.to().number(), offered.number, {data.begin(), data.end()});
}

void TcpFabric::take_mail() {
    HostMail::Arrival arrival;
    while (mail_->take(arrival)) {
        TcpPeer& from = at(arrival.process);
        if (from.is_lost()) continue;
        if (arrival.kind == HostMail::Arrival::lost || from.connection.is_open()) {
            lose(from, "is not reached by messages of the host MPI");
            continue;
        }
        if (from.mail == nullptr) turn(from);
        if (arrival.kind == HostMail::Arrival::frames) from.letters.push_back(std::move(arrival.bytes));
        else if (TcpIncoming* const data = transfers_.incoming(from, arrival.id)) data->came(data->left().size());
        make_ready(from);
    }
}

bool TcpFabric::leave(Transfer& transfer) {
    auto* const mine = dynamic_cast<TcpOutgoing*>(&transfer);
    if (mine == nullptr || mine->to().mail == nullptr || mine->to().is_lost()) return false;
    if (mail_->data_under_way() > kMostCopies) return false;
    mine->is_left = true;
    if (mine->is_accepted()) close(transfer);
    return true;
}

void TcpFabric::refuse(int process, const Ticket& ticket) {
    TcpPeer& peer = at(process);
    const TcpTicket told = ticket_in(ticket);
    if (peer.mail == nullptr || peer.is_lost() || !is_number(told.number)) return;
    peer.mail->receive(process, static_cast<std::uint32_t>(told.number), {}, told.bytes, 0);
    peer.accept(told.handle, {});
    flush(peer);
}

int TcpFabric::next_left() {
    if (left_.empty()) return -1;
    const int process = left_.front();
    left_.pop_front();
    return process;
}

}  // namespace shunt::remote_write
