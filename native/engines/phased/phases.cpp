#include "native/engines/phased/phases.hpp"

#include <algorithm>
#include <utility>

namespace shunt::phased {
namespace {

constexpr std::uint64_t kEarlyPart =
    4;  // nodes enter the barrier when at most this part of a message is missing, so that short ones are kept apart too

}  // namespace

Phases::Phases(std::vector<Move> sends, std::vector<Move> receives, const PhaseRules& rules)
    : sends_(std::move(sends)),
      receives_(std::move(receives)),
      rules_(rules),
      begun_(sends_.size()),
      gone_(sends_.size()),
      come_(receives_.size()),
      came_(receives_.size()) {
    for (std::size_t i = 0; i < receives_.size(); ++i)
        peers_[receives_[i].peer].receives.push_back(static_cast<std::uint32_t>(i));
}

bool Phases::needs_token(const Move& move) const {
    if (rules_.separation != Separation::tokens || move.phase == 0 || move.bytes <= rules_.small_bytes) return false;
    return !(rules_.last_is_contended && move.phase + 1 == rules_.phases);
}

bool Phases::may_begin(std::size_t send) const {
    const Move& move = sends_[send];
    if (rules_.separation == Separation::barrier && move.phase > released_) return false;
    if (!needs_token(move)) return true;
    const auto peer = peers_.find(move.peer);
    return peer != peers_.end() && peer->second.tokens > peer->second.tokens_used;
}

void Phases::begin(std::size_t send) {
    begun_[send] = 1;
    ++under_way_;
    if (needs_token(sends_[send])) ++peers_[sends_[send].peer].tokens_used;
}

std::optional<std::size_t> Phases::next_send() {
    while (first_unbegun_ < sends_.size() && begun_[first_unbegun_]) ++first_unbegun_;
    if (first_unbegun_ == sends_.size()) return std::nullopt;
    const bool all_gone = first_unsent_ == first_unbegun_;
    const bool same_phase =
        first_unsent_ < sends_.size() && sends_[first_unsent_].phase == sends_[first_unbegun_].phase;
    if (under_way_ > 0 && (all_gone || !same_phase)) return std::nullopt;
    if (may_begin(first_unbegun_)) {
        begin(first_unbegun_);
        return first_unbegun_++;
    }
    if (!impatient_ || under_way_ > 0 || rules_.separation == Separation::barrier) return std::nullopt;
    for (std::size_t later = first_unbegun_ + 1; later < sends_.size(); ++later) {
        // Between two nodes moves stay in order.
        if (begun_[later] || sends_[later].peer == sends_[first_unbegun_].peer || !may_begin(later)) continue;
        const auto earlier = [&](const Move& move) { return move.peer == sends_[later].peer; };
        bool first = true;
        for (std::size_t i = first_unbegun_; i < later && first; ++i) first = begun_[i] || !earlier(sends_[i]);
        if (!first) continue;
        begin(later);
        return later;
    }
    return std::nullopt;
}

std::optional<std::size_t> Phases::next_token() {
    while (called_ < receives_.size()) {
        const Move& move = receives_[called_];
        const bool needs = needs_token(move);
        if (needs && outstanding_ - std::min(excused_, outstanding_) > rules_.early_bytes) return std::nullopt;
        outstanding_ += move.bytes - came_[called_];
        ++called_;
        if (needs) return called_ - 1;
    }
    return std::nullopt;
}

/// A phase is over when all of it has been sent and the port has room for the missing rest: the barrier before the next
/// phase takes as long as that rest.
bool Phases::phase_over(std::uint32_t phase) const {
    if (first_unsent_ < sends_.size() && sends_[first_unsent_].phase <= phase) return false;
    std::uint64_t to_come = 0;
    for (std::size_t i = first_awaited_; i < receives_.size() && receives_[i].phase <= phase; ++i) {
        if (come_[i]) continue;
        const std::uint64_t left = receives_[i].bytes - came_[i];
        to_come += left;
        if (to_come > rules_.early_bytes || left > receives_[i].bytes / kEarlyPart) return false;
    }
    return true;
}

std::optional<std::uint32_t> Phases::next_barrier() {
    if (rules_.separation != Separation::barrier || met_ + 1 >= rules_.phases || met_ > released_ || !phase_over(met_))
        return std::nullopt;
    return met_++;
}

void Phases::sent(std::size_t send) {
    if (gone_[send]) return;
    gone_[send] = 1;
    --under_way_;
    ++sent_count_;
    impatient_ = false;
    while (first_unsent_ < sends_.size() && gone_[first_unsent_]) ++first_unsent_;
}

std::optional<std::size_t> Phases::receiving(std::int32_t peer) const {
    const auto found = peers_.find(peer);
    if (found == peers_.end() || found->second.next_receive == found->second.receives.size()) return std::nullopt;
    return found->second.receives[found->second.next_receive];
}

void Phases::grows(std::int32_t peer, std::uint64_t bytes) {
    const auto index = receiving(peer);
    if (!index) return;
    const std::uint64_t counted = std::min(bytes, receives_[*index].bytes - came_[*index]);
    came_[*index] += counted;
    if (*index < called_) outstanding_ -= std::min(counted, outstanding_);
    excused_ = std::min(excused_, outstanding_);
    impatient_ = false;
}

void Phases::received(std::int32_t peer) {
    const auto index = receiving(peer);
    if (!index) return;
    grows(peer, receives_[*index].bytes);  // bytes that a wrong frame lacked
    ++peers_[peer].next_receive;
    come_[*index] = 1;
    ++received_count_;
    while (first_awaited_ < receives_.size() && come_[first_awaited_]) ++first_awaited_;
}

void Phases::token(std::int32_t peer) { ++peers_[peer].tokens; }

void Phases::be_impatient() {
    excused_ = outstanding_;
    impatient_ = true;
}

bool Phases::concerns(std::int32_t peer) const {
    for (std::size_t send = first_unsent_; send < sends_.size(); ++send)
        if (!gone_[send] && sends_[send].peer == peer) return true;
    return receiving(peer).has_value() || (rules_.separation == Separation::barrier && !done());
}

std::int32_t Phases::awaited() const {
    if (first_awaited_ < receives_.size()) return receives_[first_awaited_].peer;
    if (first_unsent_ < sends_.size()) return sends_[first_unsent_].peer;
    return -1;
}

}  // namespace shunt::phased
