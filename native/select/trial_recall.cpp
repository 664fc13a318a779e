// What an earlier run has found: its choice carries the first calls, and stands unless they take another time now.
#include <algorithm>

#include "native/select/trial.hpp"

namespace shunt {
namespace {

constexpr double kSecondRoundNs = 2e6;  // of the best candidate, so that short calls get many blocks
constexpr double kFewestBlocks = 2;

}  // namespace

std::size_t Trial::blocks_for(double block_ns) {
    const double blocks = kSecondRoundNs / std::max(1.0, block_ns);
    return static_cast<std::size_t>(std::clamp<double>(blocks, kFewestBlocks, kMostBlocks));
}

void Trial::remember(std::span<const Timed> found) {
    if (found.empty() || candidates_.size() == 1 || !candidate(found.front().candidate)) return;
    for (const Timed& one : found) {
        Candidate* const known = candidate(one.candidate);
        if (!known) continue;
        known->median = one.ns * kBlock;
        known->was_compared = true;
    }
    choice_ = found.front().candidate;
    memory_ = Memory::unsure;
    dropped_ = {found.front(), 0};
    for (Candidate& one : candidates_) one.is_tried = one.number == choice_;
    begin(Round::recall, candidate(choice_)->median < kShortNs ? blocks_for(candidate(choice_)->median) : 1);
    if (is_scheduled()) state_ = State::waiting;
}

/// Short calls may be much slower as long as their memory is touched first: they are given more time.
void Trial::end_recall(std::uint32_t ordinal) {
    Candidate& choice = *candidate(dropped_.remembered.candidate);
    const double ns = choice.median / kBlock, then_ns = dropped_.remembered.ns;
    if (choice.is_possible && ns <= kOtherTimes * then_ns && kOtherTimes * ns >= then_ns) {
        choice.median = then_ns * kBlock;  // as the others' are from then
        take(choice.number, ordinal);
        memory_ = Memory::holds;
        next_look_ = ordinal + interval_;
        state_ = State::chosen;
        return;
    }
    const int most_repeats = choice.median < kShortNs ? kMostRepeats : 1;
    if (choice.is_possible && repeats_++ < most_repeats) return begin(Round::recall, blocks_);
    dropped_.now_ns = choice.is_possible ? ns : 0;
    begin_anew();
}

void Trial::begin_anew() {
    memory_ = Memory::dropped;
    choice_ = rival_ = repeats_ = 0;
    for (Candidate& one : candidates_) {
        one.median = one.previous = 0;
        one.was_compared = false;
        one.is_tried = one.is_possible && !one.is_later;
    }
    begin(Round::first, 1);
}

}  // namespace shunt
