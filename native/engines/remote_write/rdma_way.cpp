#include "native/engines/remote_write/rdma_way.hpp"

#include <utility>

namespace shunt::remote_write {

bool RdmaWay::hear(std::uint64_t word) {
    const std::uint64_t round = word >> 2;
    const auto answer = static_cast<Answer>(word & 3);
    if (answer > refused || (answer == none) != (round == 0)) return false;
    if (round == round_) {
        if (theirs_ == none) theirs_ = round == given_up_ ? refused : answer;
        return true;
    }
    if (round != round_ + 1) return round + 1 == round_;  // the last round's, as the peer has not heard of this one
    // The peer has begun the next round over its answer of this one. So this one has ended without memory on one side,
    // or its cells have been left.
    if (mine_ == none) return false;
    if (theirs_ == none) theirs_ = refused;
    return true;
}

bool RdmaWay::peer_gave_up(std::uint64_t round) {
    if (round == round_ && is_open_) return false;
    given_up_ = round;
    if (round == round_ && !is_settled()) theirs_ = refused;
    return true;
}

void RdmaWay::begin() {
    ++round_;
    mine_ = none;
    theirs_ = round_ == given_up_ ? refused : none;
    is_told_ = is_settling_done_ = false;
}

bool RdmaWay::settle() {
    if (!is_settled() || std::exchange(is_settling_done_, true)) return false;
    if (mine_ != granted || theirs_ != granted) return true;
    is_open_ = true;
    out_ = in_ = round_ == 1 ? Stream::cells : Stream::turning;
    if (std::exchange(has_turned_early_, false)) in_ = Stream::cells;
    return true;
}

bool RdmaWay::peer_turned(std::uint64_t round) {
    if (round == 1 || round != round_) return false;
    if (is_open_) return in_ == Stream::turning && (in_ = Stream::cells, true);
    return mine_ == granted && theirs_ != refused && !std::exchange(has_turned_early_, true);
}

bool RdmaWay::peer_left(std::uint64_t round) {
    return round == round_ && is_open_ && in_ == Stream::cells && (in_ = Stream::left, true);
}

bool RdmaWay::peer_drained(std::uint64_t round) {
    return round == round_ && was_left() && !std::exchange(is_peer_drained_, true);
}

bool RdmaWay::peer_done(std::uint64_t round) {
    return round == round_ && is_open_ && !std::exchange(is_peer_done_, true);
}

void RdmaWay::close() {
    is_open_ = is_drained_ = is_peer_drained_ = is_done_told_ = is_peer_done_ = false;
    out_ = in_ = Stream::tcp;
}

}  // namespace shunt::remote_write
