// Trials of calls that a member may leave before all have entered: turns and rounds follow the communicator's ordinals.
#include <algorithm>

#include "native/base/random.hpp"
#include "native/select/trial.hpp"

namespace shunt {
namespace {

constexpr std::uint32_t kMostLength = 4096;  // ordinals of a block
constexpr std::uint32_t kMostGap = 4;        // ordinals between two calls, at most, for the first length
constexpr double kSlack = 1.25;  // a block is planned for more calls than needed, because calls are spaced unevenly
constexpr std::uint32_t kMostTimesNeeded = 5;                    // a block may have so many times the calls needed
constexpr std::uint32_t kFirstDelay = 64, kMostDelay = 1 << 20;  // ordinals until a round without calls is repeated
constexpr std::uint32_t kFirstWait = 8;                          // ... until a remembered choice has its team
constexpr int kMostWaits = 6;                                    // ... waits of this kind at most
constexpr std::uint32_t kCallsToMissed = 16;                     // until a candidate without a team is looked at again
constexpr int kMostDoublings = 16;

std::uint32_t doubled(std::uint32_t calls, int times) {
    return std::min(calls << std::min(times, kMostDoublings), kMostDelay);
}

/// Adds a value to a digest.
void mix(std::uint64_t& digest, std::uint64_t value) {
    digest ^= value;
    digest = splitmix64(digest);
}

}  // namespace

int Trial::next_in_turn(std::uint32_t ordinal) {
    if (state_ == State::waiting && ordinal != last_call_ && calls_ < 2) {
        calls_ += 1;
        if (calls_ == 2) length_ = static_cast<std::uint32_t>(block_calls()) * std::min(ordinal - last_call_, kMostGap);
        last_call_ = ordinal;
    }
    if (state_ != State::trying) return choice_;
    const Turns::Block* const block = turns_.at(ordinal);
    if (!block || has_enough(*block)) return choice_;
    return candidate(block->candidate)->is_possible ? block->candidate : 0;
}

std::uint32_t Trial::turn_holds_until(std::uint32_t ordinal) const {
    if (state_ == State::waiting) return calls_ < 2 ? ordinal : UINT32_MAX;
    if (ordinal < turns_.first()) return turns_.first() - 1;
    if (ordinal > turns_.last()) return UINT32_MAX;
    const std::uint32_t place = (ordinal - turns_.first()) / turns_.length();
    return has_enough(turns_.blocks()[place]) ? turns_.first() + (place + 1) * turns_.length() - 1 : ordinal;
}

/// If calls become much more frequent than before, a possibly slow candidate must not carry all of them.
bool Trial::has_enough(const Turns::Block& block) const { return block.calls >= kMostTimesNeeded * block_calls(); }

void Trial::start(std::uint32_t ordinal) {
    if (state_ != State::waiting || !may_begin(round_, blocks_)) return;
    now_ = ordinal;
    begin(round_, blocks_);
}

/// The order changes with each turn, as in next_candidate().
void Trial::plan_turns() {
    std::vector<int> order;
    for (std::size_t block = 0; block < blocks_; ++block, ++turn_) {
        std::vector<std::pair<std::uint64_t, int>> turn;
        for (const Candidate& one : candidates_) {
            std::uint64_t state = std::uint64_t{turn_} * 64 + static_cast<std::uint64_t>(one.number);
            if (one.is_tried) turn.emplace_back(splitmix64(state), one.number);
        }
        std::ranges::sort(turn);
        for (const auto& [place, number] : turn) order.push_back(number);
    }
    length_ = std::max(length_, static_cast<std::uint32_t>(block_calls()));
    turns_.plan(now_ + 1 + delay_, length_, order);
    delay_ = 0;
}

std::uint32_t Trial::round_end() const {
    if (state_ == State::trying) return turns_.last();
    if (state_ != State::chosen || next_look_ == UINT32_MAX) return UINT32_MAX;
    if (budget_) return next_look_;  // the look begins after it, if it may
    return next_look_ + static_cast<std::uint32_t>(round_times()) * length_ - 1;
}

std::size_t Trial::round_times() const {
    if (state_ == State::trying) return turns_.blocks().size();
    return budget_ ? 0 : (choice_ == rival_ ? 1 : 2) * look_blocks_;
}

std::vector<std::uint64_t> Trial::times_in_turn() const {
    std::vector<std::uint64_t> all;
    for (const Turns::Block& block : turns_.blocks()) all.push_back(sum_of(block));
    return all;
}

/// A block's time, scaled to kBlock calls.   Units: ns; 0: it has no times.
std::uint64_t Trial::sum_of(const Turns::Block& block) const {
    return has_times(block) ? block.ns * kBlock / (block.carried - untimed()) : 0;
}

/// Sums of that candidate's blocks that have times.
std::vector<std::uint64_t> Trial::sums_in_turn(int number) const {
    std::vector<std::uint64_t> sums;
    if (state_ != State::trying) return sums;
    for (const Turns::Block& block : turns_.blocks())
        if (block.candidate == number && has_times(block)) sums.push_back(sum_of(block));
    return sums;
}

bool Trial::has_times(const Candidate& one) const {
    return std::ranges::any_of(
        turns_.blocks(), [&](const Turns::Block& block) { return block.candidate == one.number && has_times(block); });
}

/// Whether some candidate's blocks all had too few calls, whoever carried them.
bool Trial::is_sparse() const {
    return std::ranges::any_of(candidates_, [&](const Candidate& one) {
        return one.is_tried && one.is_possible && std::ranges::none_of(turns_.blocks(), [&](const Turns::Block& block) {
                   return block.candidate == one.number && block.calls > untimed();
               });
    });
}

/// Sets the length so that the next blocks have enough calls if their rate stays the same. Returns: false if no length
/// helps.
bool Trial::fit_length() {
    const std::uint32_t calls = turns_.calls(), before = length_;
    if (calls == 0) return false;
    const double all = turns_.length() * static_cast<double>(turns_.blocks().size());
    const double slack = calls == static_cast<std::uint32_t>(all) ? 1 : kSlack;
    const double needed = all / calls * static_cast<double>(block_calls()) * slack;
    length_ = static_cast<std::uint32_t>(std::min<double>(needed, kMostLength));
    length_ = std::max(length_, static_cast<std::uint32_t>(block_calls()));
    return length_ > before;
}

void Trial::put_off(std::uint32_t calls) {
    delay_ = calls;
    put_off_ += 1;
    begin(round_, blocks_);
}

void Trial::settle_turns(std::span<const std::uint64_t> all) {
    const std::size_t blocks = turns_.blocks().size();
    if (state_ == State::chosen) return settle_look_in_turn();
    if (state_ != State::trying || now_ < turns_.last() || blocks == 0 || all.size() % blocks != 0) return;
    const bool can_grow = fit_length();
    if (is_sparse()) return can_grow ? begin(round_, blocks_) : put_off(doubled(kFirstDelay, put_off_));
    if (round_ == Round::recall) {
        const Candidate& choice = *candidate(dropped_.remembered.candidate);
        const bool is_awaited = choice.is_possible && !has_times(choice);
        if (is_awaited && put_off_ < kMostWaits) return put_off(doubled(kFirstWait, put_off_));
        if (is_awaited) return begin_anew();
    }
    put_off_ = 0;
    take_turns(all);
    leave_out_missed();
    concluded_ += 1;
    conclude(now_);
}

/// A candidate's blocks in which it carried too few calls do not count.
void Trial::take_turns(std::span<const std::uint64_t> all) {
    const std::size_t of_member = turns_.blocks().size();
    for (Candidate& one : candidates_) {
        if (!one.is_tried || !has_times(one)) continue;
        std::vector<std::uint64_t> sums;
        for (std::size_t place = 0; place < of_member; ++place) {
            const Turns::Block& block = turns_.blocks()[place];
            if (block.candidate != one.number || !has_times(block)) continue;
            sums.push_back(0);
            for (std::size_t at = place; at < all.size(); at += of_member) sums.back() = std::max(sums.back(), all[at]);
        }
        one.note(sums);
    }
}

/// A candidate that could carry no calls gets its turn in a later look.
void Trial::leave_out_missed() {
    bool any = false;
    for (Candidate& one : candidates_) {
        if (!one.is_tried) continue;
        one.is_tried = has_times(one);
        one.was_missed = !one.is_tried;
        any = any || one.is_tried;
    }
    if (!any) candidates_.front().is_tried = true;
    missed_looks_ = candidate(rival_)->was_missed ? missed_looks_ + 1 : 0;
}

std::uint32_t Trial::calls_to_missed() const { return doubled(kCallsToMissed, missed_looks_); }

/// The turns stay as they are on all members: the host carries the dropped candidate's calls.
void Trial::drop_in_turn(int number) {
    if (choice_ == number) choice_ = 0;
    if (!has_any()) choose_for_good();
}

std::vector<int> Trial::awaited() const {
    std::vector<int> found;
    for (const Candidate& one : candidates_) {
        const bool is_in_round = state_ == State::trying && one.is_tried;
        const bool is_remembered = state_ == State::waiting && one.number == choice_;
        const bool is_missed = state_ == State::chosen && one.number == rival_ && one.was_missed;
        if (one.number != 0 && one.is_possible && (is_in_round || is_remembered || is_missed))
            found.push_back(one.number);
    }
    return found;
}

std::uint64_t Trial::digest() const {
    std::uint64_t digest = static_cast<std::uint64_t>(state_) << 16 | static_cast<std::uint64_t>(round_) << 8 |
                           static_cast<std::uint64_t>(memory_);
    for (const int value : {choice_, rival_}) mix(digest, static_cast<std::uint64_t>(value));
    for (const std::uint32_t value : {next_look_, calls_, last_call_, length_, turns_.first()}) mix(digest, value);
    for (const Turns::Block& block : turns_.blocks())
        for (const std::uint32_t value : {static_cast<std::uint32_t>(block.candidate), block.calls, block.carried})
            mix(digest, value);
    for (const Candidate& one : candidates_) mix(digest, std::uint64_t{one.is_possible} << 1 | one.is_tried);
    return digest;
}

}  // namespace shunt
