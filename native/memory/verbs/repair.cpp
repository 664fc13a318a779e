// How a VerbsMemory survives a network that is down for a while: a queue pair whose retries are used up is replaced.
//
// A member that finds its pair broken stops it, makes a new one, and sends the peer by TCP: the number of this
// generation of pairs, the new pair, and how many words it has received through all of them. The peer then stops its
// own pair and does the same. A member that has sent its own data and received the other's connects and reports ready.
// When the peer is ready too, the member posts again the requests that the peer has not received (RcConnection). Both
// may begin; the higher generation counts.
#include <sys/random.h>

#include <string>

#include "native/memory/verbs/verbs_memory.hpp"
#include "native/net/hosts.hpp"
#include "native/net/liveness.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::int64_t kPauseNs = 500'000'000;  // between two attempts

/// Whether a network that is down may be the cause. Soft-RoCE reports LOC_QP_OP_ERR if it finds no route. If the first
/// failure of a pair was missed, only the flush is reported.
bool may_pass(ibv_wc_status failure) {
    return failure == IBV_WC_RETRY_EXC_ERR || failure == IBV_WC_LOC_QP_OP_ERR || failure == IBV_WC_WR_FLUSH_ERR ||
           failure == IBV_WC_RESP_TIMEOUT_ERR;
}

}  // namespace

std::string VerbsMemory::name_of(int peer) const {
    const std::string rank = "rank " + std::to_string(peer);
    if (hosts_ == nullptr || host_of_.empty()) return rank;
    return joined({rank, " on host ", hosts_->name(host_of_[index(peer)])});
}

/// The queue pair to `peer` has failed.
void VerbsMemory::found_broken(int peer) {
    RcConnection& way = *ways_[index(peer)];
    Repair& repair = repairs_[index(peer)];
    const ibv_wc_status why = way.failure();
    if (left_[index(peer)] || lost_ >= 0) return;
    if (side_ == nullptr || is_trying_ || !may_pass(why))
        return found_lost(peer, endpoint_->library().wc_status_str(why));
    const std::int64_t now = monotonic_ns();
    if (repair.since_ns < 0) repair.since_ns = now;
    repair.why = why;
    way.suspend();
    try_again_later(peer);
}

/// Gives `peer` up once no request has succeeded for the time of the patience.
void VerbsMemory::try_again_later(int peer) {
    Repair& repair = repairs_[index(peer)];
    const std::int64_t now = monotonic_ns();
    if (now - repair.since_ns >= settings_.patience_ns) {
        const auto silent_ms = static_cast<std::uint32_t>((now - repair.since_ns) / 1'000'000);
        return found_lost(
            peer, joined({net::silence_text(silent_ms), " (", endpoint_->library().wc_status_str(repair.why), ")"}));
    }
    // The first attempt follows immediately.
    if (repair.next_ns < now) repair.next_ns = repair.generation == 0 ? now : now + kPauseNs;
    repair.step = Repair::Step::waiting;
}

/// Replaces this member's end of the connection to `peer`.
void VerbsMemory::renew(int peer, std::uint64_t generation) {
    RcConnection& way = *ways_[index(peer)];
    Repair& repair = repairs_[index(peer)];
    way.suspend();
    way.stop();
    look_at_events();  // no event that names the old pair may be left
    static_cast<void>(take_all());
    if (lost_ >= 0) return;
    std::uint32_t first = 0;
    const std::uint32_t old = way.mine().number;
    const bool is_made = getrandom(&first, sizeof first, 0) == sizeof first && way.renew(first).ok();
    rank_of_[way.mine().number] = peer;
    static_cast<void>(take_all());  // arrivals at the old pair until it was destroyed
    if (way.mine().number != old) rank_of_.erase(old);
    if (repair.since_ns < 0) repair.since_ns = monotonic_ns();
    if (!is_made) return try_again_later(peer);
    repair.generation = generation;
    repair.step = Repair::Step::offering;
    repair.is_ready_said = false;
    ++traffic_.repairs;
}

/// Processes arrivals by TCP, and does the next step for each connection that needs one.
void VerbsMemory::look_at_side() {
    side_->serve();
    if (lost_ >= 0) return tell_waiting();
    const int gone = side_->lost_peer();
    if (gone >= 0) {
        static_cast<void>(take_all());  // a farewell is sent before the end of its TCP connection
        if (lost_ >= 0) return;
        if (settings_.warn && !side_->said().empty()) settings_.warn(joined({"verbs: ", side_->said()}));
        return lose(gone, Status::peer_lost);
    }
    for (std::size_t i = 0; i < known_.size() && lost_ < 0; ++i) go_on_with(known_[i]);
}

/// A member that wants to replace its pair with a member that has lost another one would wait forever.
void VerbsMemory::tell_waiting() {
    for (const int peer : known_) {
        Repair& repair = repairs_[index(peer)];
        const std::uint64_t heard = side_->heard(peer).generation;  // a peer that has sent something may live
        const bool waits =
            heard > repair.generation || (repair.step != Repair::Step::none && (peer != lost_ || heard > 0));
        if (waits && !repair.is_loss_said) repair.is_loss_said = side_->say_lost(peer, lost_);
    }
}

void VerbsMemory::go_on_with(int peer) {
    using Step = Repair::Step;
    RcConnection& way = *ways_[index(peer)];
    Repair& repair = repairs_[index(peer)];
    if (left_[index(peer)]) return;
    const SideChannel::Heard heard = side_->heard(peer);
    if (heard.lost >= 0) return lose(heard.lost == rank_ ? peer : heard.lost, Status::peer_lost);
    if (heard.generation > repair.generation) renew(peer, heard.generation);
    else if (repair.step == Step::waiting && monotonic_ns() >= repair.next_ns) renew(peer, repair.generation + 1);
    if (repair.step == Step::offering && side_->offer(peer, repair.generation, way.mine(), way.words_received()))
        repair.step = Step::offered;
    if (repair.step == Step::offered && heard.generation == repair.generation) {
        if (!way.connect(cards_[index(peer)].address, heard.pair, settings_.options.ack_timeout_ns).ok())
            return try_again_later(peer);
        repair.step = Step::connected;
    }
    if (repair.step != Step::connected) return;
    if (!repair.is_ready_said) repair.is_ready_said = side_->say_ready(peer, repair.generation);
    if (repair.is_ready_said && heard.ready == repair.generation) reopen(peer, heard.words);
}

/// Both ends are connected. An acknowledged write shows that the pair works.
void VerbsMemory::reopen(int peer, std::uint64_t words_received) {
    RcConnection& way = *ways_[index(peer)];
    repairs_[index(peer)].step = Repair::Step::none;
    way.resume(words_received, aside(Transfer::Kind::probe));
    way.open();
    if (way.post_again() == Status::peer_lost) return found_broken(peer);
    static_cast<void>(way.push(aside(Transfer::Kind::probe)));
    if (way.pump() == Status::peer_lost) found_broken(peer);
}

/// Leaves the data of the program's calls to these: no memory of the program is read here.
void VerbsMemory::care() {
    const std::unique_lock<std::recursive_mutex> guard(mutex_, std::try_to_lock);
    if (!guard.owns_lock() || side_ == nullptr) return;  // the member is inside a call and polls by itself
    cache_->drop_what_is_gone();
    static_cast<void>(take_all());
    look_at_side();
    for (const int peer : known_) {
        RcConnection& way = *ways_[index(peer)];
        if (way.post_again() == Status::peer_lost) found_broken(peer);
        // Requests without a completion may be stuck in a device that has stopped sending.
        const bool may_be_stuck = way.owes() ? way.is_stuck() : way.in_flight() > 0;
        if (may_be_stuck && way.remind(aside(Transfer::Kind::probe))) ++traffic_.reminders;
    }
}

}  // namespace shunt::memory::verbs
