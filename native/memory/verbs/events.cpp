// The inputs of a VerbsMemory: completions, calls of others, events of the device, deaths.
#include <arpa/inet.h>

#include <algorithm>
#include <string>

#include "native/memory/verbs/verbs_memory.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::int64_t kCallFirstNs = 5'000'000, kCallMostNs = 500'000'000;  // pauses between calls
constexpr std::int64_t kLeaveNs = 2'000'000'000;  // how long the end waits for data under way

}  // namespace

void VerbsMemory::take(const ibv_wc& completion) {
    if ((completion.wr_id & Endpoint::kReceive) != 0) return take_receive(completion);
    if ((completion.wr_id & Endpoint::kDatagram) != 0) {
        Call call;
        if (handshake_ != nullptr && handshake_->take(completion, call)) take_call(call);
        return;
    }
    const auto peer = static_cast<int>(completion.wr_id >> 32);
    if (!is_peer(peer) || ways_[index(peer)] == nullptr) return;
    RcConnection& way = *ways_[index(peer)];
    if (completion.qp_num != way.mine().number) return;  // of a queue pair that was replaced
    const bool failed_before = way.failed();
    way.finish(static_cast<std::uint32_t>(completion.wr_id), completion.status);
    if (completion.status == IBV_WC_SUCCESS) repairs_[index(peer)].since_ns = -1;
    if (way.failed() && !failed_before) found_broken(peer);
}

/// A peer has put a word, or has sent its farewell.
void VerbsMemory::take_receive(const ibv_wc& completion) {
    ++used_receives_;
    const auto found = rank_of_.find(completion.qp_num);
    if (found == rank_of_.end() || completion.status != IBV_WC_SUCCESS) return;
    RcConnection& way = *ways_[index(found->second)];
    way.open();  // a peer that writes to this end has connected to it
    if (completion.opcode != IBV_WC_RECV_RDMA_WITH_IMM) return;
    way.count_received();
    const std::uint32_t said = ntohl(completion.imm_data);
    const auto about = static_cast<int>(said & ((1u << kWakeShift) - 1));
    switch (static_cast<Wake>(said >> kWakeShift)) {
        case Wake::farewell:
            left_[index(found->second)] = true;
            if (lost_ < 0) lost_ = found->second, trouble_.store(Status::peer_lost);
            return;
        case Wake::lost: return lose(about == rank_ ? found->second : about, Status::peer_lost);
        case Wake::bug: return lose(about, Status::bug);
        case Wake::trial: tried_[index(found->second)] = true; return;
        case Wake::word: return note_writer(found->second);
        default: return;
    }
}

void VerbsMemory::note_writer(int peer) {
    if (has_written_[index(peer)]) return;
    has_written_[index(peer)] = true;
    writers_.push_back(peer);
    has_writers_.store(true, std::memory_order_relaxed);
}

/// Another member wants to connect, or answers a call.
void VerbsMemory::take_call(Call heard) {
    if (settings_.hear) settings_.hear(heard);
    const auto peer = static_cast<int>(heard.from);
    if (heard.to != static_cast<std::uint32_t>(rank_) || !is_peer(peer)) return;
    RcConnection* way = ways_[index(peer)].get();
    if (heard.pair.number == 0) {
        refused_by_ = peer;
        if (!is_trying_ && way != nullptr && !way->is_open()) no_way_to(peer, "it could not make a queue pair");
        return;
    }
    if (way == nullptr) {
        const Outcome made = declined_[index(peer)] ? Outcome{Status::no_memory, ""} : make_way(peer, way);
        if (!made.ok()) {
            send_refusal(peer);  // otherwise it would call for ever
            return no_way_to(peer, made.reason);
        }
    }
    if (way->is_suspended() || repairs_[index(peer)].generation > 0) return;  // they negotiate by TCP
    if (!way->connected()) {
        const Outcome outcome = way->connect(cards_[index(peer)].address, heard.pair, settings_.options.ack_timeout_ns);
        if (!outcome.ok()) return found_lost(peer, outcome.reason);
        way->set_memory(heard.memory);
    }
    if (heard.knows == way->mine().number) way->open();
    if (heard.asks != 0) call(peer);
}

void VerbsMemory::start_calling(int peer) {
    if (std::any_of(calling_.begin(), calling_.end(), [&](const Calling& each) { return each.peer == peer; })) return;
    calling_.push_back({peer, 0, kCallFirstNs});
    call_again(monotonic_ns());
}

void VerbsMemory::call(int peer) {
    const RcConnection& way = *ways_[index(peer)];
    const Card& card = cards_[index(peer)];
    Call call;
    call.secret = card.secret;
    call.from = static_cast<std::uint32_t>(rank_);
    call.to = static_cast<std::uint32_t>(peer);
    call.pair = way.mine();
    call.memory = own_memory();
    call.knows = way.connected() ? way.theirs().number : 0;
    call.asks = way.is_open() ? 0 : 1;
    handshake_->send(call, card.address, card.datagrams);
}

void VerbsMemory::call_again(std::int64_t now) {
    std::erase_if(calling_, [&](const Calling& each) {
        const RcConnection& way = *ways_[index(each.peer)];
        return way.is_open() || way.failed() || way.is_suspended() || declined_[index(each.peer)];
    });
    for (Calling& each : calling_) {
        if (now < each.next_ns) continue;
        call(each.peer);
        each.next_ns = now + each.pause_ns;
        each.pause_ns = std::min(2 * each.pause_ns, kCallMostNs);
    }
}

/// A meaningless word for `peer`.
Transfer VerbsMemory::aside(Transfer::Kind kind) {
    static constexpr std::uint64_t kNothing = 0;
    Transfer transfer;
    transfer.kind = kind;
    transfer.base = Transfer::Base::aside;
    transfer.data = reinterpret_cast<std::byte*>(const_cast<std::uint64_t*>(&kNothing));
    transfer.bytes = sizeof kNothing;
    return transfer;
}

Transfer VerbsMemory::notice(Wake wake, int about) {
    Transfer transfer = aside(Transfer::Kind::notice);
    transfer.immediate = immediate_of(wake, about);
    return transfer;
}

/// Writes a meaningless word to each peer that owes no completion: a dead peer does not acknowledge it, which the
/// device reports.
void VerbsMemory::look_at_peers() {
    for (const int peer : known_) {
        RcConnection& way = *ways_[index(peer)];
        if (!way.is_open() || way.failed() || way.waiting() || way.owes() || left_[index(peer)]) continue;
        if (way.push(aside(Transfer::Kind::probe)) == Status::ok && way.pump() == Status::peer_lost) found_broken(peer);
    }
}

void VerbsMemory::look_at_events() {
    ibv_async_event event{};
    while (endpoint_->next_event(event)) {
        if (endpoint_->gone()) return lose_device(endpoint_->library().event_type_str(event.event_type));
        // A port that is down may recover; if not, the requests under way fail. A pair that has merely stopped
        // (IBV_EVENT_QP_LAST_WQE_REACHED) has either failed, which its requests show, or was stopped to be replaced.
        const bool of_pair = event.event_type == IBV_EVENT_QP_FATAL || event.event_type == IBV_EVENT_QP_REQ_ERR ||
                             event.event_type == IBV_EVENT_QP_ACCESS_ERR;
        if (!of_pair) continue;
        for (const int peer : known_)
            if (ways_[index(peer)]->is(event.element.qp) && !ways_[index(peer)]->is_suspended())
                found_lost(peer, endpoint_->library().event_type_str(event.event_type));
    }
}

void VerbsMemory::found_lost(int peer, std::string_view why) {
    if (left_[index(peer)] || lost_ >= 0) return;
    if (settings_.warn && !is_trying_)
        settings_.warn(joined({"verbs: ", name_of(peer), " is lost: ", why,
                               "; its process has ended, or see the link (rdma link) and the kernel log", no_repair_}));
    lose(peer, Status::peer_lost);
}

void VerbsMemory::lose(int peer, Status status) {
    const Guard guard(mutex_);
    if (lost_ >= 0) return;
    lost_ = peer;
    trouble_.store(status);
    tell_all(status == Status::bug ? Wake::bug : Wake::lost, peer);
}

/// Peers that wait for this member would wait forever. A connection whose queue is full is skipped: its peer receives
/// the farewell, or no answer.
void VerbsMemory::tell_all(Wake wake, int about) {
    for (const int peer : known_) {
        RcConnection& way = *ways_[index(peer)];
        if (peer == about || !way.is_open() || way.failed() || left_[index(peer)]) continue;
        if (way.push(notice(wake, about)) == Status::ok) static_cast<void>(way.pump());
    }
}

void VerbsMemory::lose_device(std::string_view why) {
    if (lost_ >= 0) return;
    lost_ = size_ > 1 ? (rank_ + 1) % size_ : 0;
    trouble_.store(Status::peer_lost);
    if (settings_.warn) settings_.warn(joined({"verbs: the RDMA device ", why, "; see rdma link and the kernel log"}));
}

/// Whether no transfer of this member to `peer` is under way, or none can arrive any more.
bool VerbsMemory::is_done_with(int peer) const {
    const RcConnection& way = *ways_[index(peer)];
    if (left_[index(peer)] || way.failed()) return true;
    if (way.is_suspended()) return lost_ >= 0;
    return !way.is_open() || (way.in_flight() == 0 && !way.waiting());
}

/// Sends farewells, and waits for the transfers under way to peers that are still there: 2 s for a peer that does not
/// poll, and up to the patience for a network that is down.
void VerbsMemory::take_leave() {
    if (known_.empty()) return;
    const std::int64_t start = monotonic_ns();
    for (const int peer : known_) {
        RcConnection& way = *ways_[index(peer)];
        if ((!way.is_open() && !way.is_suspended()) || way.failed()) continue;
        if (way.push(notice(Wake::farewell, rank_)) == Status::ok) static_cast<void>(way.pump());
    }
    const auto done = [&] {
        return std::all_of(known_.begin(), known_.end(), [&](int peer) { return is_done_with(peer); });
    };
    const auto is_mended = [&](int peer) { return lost_ < 0 && repairs_[index(peer)].since_ns >= 0; };
    for (;;) {
        advance();
        check_peers();
        if (done()) return;
        const bool waits_longer = std::any_of(known_.begin(), known_.end(), is_mended);
        const std::int64_t left = start + (waits_longer ? settings_.patience_ns : kLeaveNs) - monotonic_ns();
        if (left <= 0 || !endpoint_->arm()) return;
        advance();
        if (done()) return;
        endpoint_->sleep(std::min<std::int64_t>(left, 10'000'000));
    }
}

}  // namespace shunt::memory::verbs
