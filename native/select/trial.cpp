#include "native/select/trial.hpp"

#include <algorithm>
#include <utility>

#include "native/base/random.hpp"

namespace shunt {
namespace {

constexpr double kSlow = 2;       // times the best: not worth another call
constexpr double kHostSlow = 4;   // the same for the host, which may still be making its connections at first
constexpr double kWarming = 1.2;  // faster than in the round before by this: memory is still being touched first

constexpr double kClearly = 0.9;  // of the choice's time: below it the rival is faster
constexpr std::uint32_t kStrikes = 2, kCallsBetweenStrikes = 32;
constexpr std::uint32_t kCallsToUnknown = 64;  // until a look at a candidate that had no team
constexpr double kUnknownNs = 2.5e8, kUnknownReadyNs = 2.5e7;
constexpr std::uint32_t kCallsToHopeful = 1;
constexpr std::uint32_t kLeastInterval = 1000, kMostInterval = 1 << 20;
constexpr double kLeastIntervalNs = 2e9;          // or the number of calls that take this long, if fewer
constexpr double kShareOfLooks = Budget::kShare;  // of the time: what the slower candidate's calls may cost
constexpr double kLookNs = 2e5;  // shorter blocks are repeated within a look: one interruption must not judge
constexpr double kFewestShort = 3;

constexpr std::uint32_t kPatientCalls = 16, kLongestHold = 256;

/// Calls between looks of `look_calls` calls each, which take `ratio` times as long as the choice's.
std::uint32_t interval_for(std::size_t look_calls, double ratio, std::uint32_t least) {
    const double calls = static_cast<double>(look_calls) * (ratio - 1) / kShareOfLooks;
    return static_cast<std::uint32_t>(std::clamp<double>(calls, least, kMostInterval));
}

/// Blocks of the choice in a look, and of its rival.
std::size_t blocks_of_look(double block_ns) {
    if (block_ns <= 0 || block_ns >= kLookNs) return 1;
    return static_cast<std::size_t>(std::clamp<double>(kLookNs / block_ns, kFewestShort, Trial::kMostBlocks));
}

}  // namespace

Trial::Trial(std::span<const int> first, bool synchronises, std::span<const int> later)
    : candidates_(1), synchronises_(synchronises) {
    add(first, kMostFirst, false);
    add(later, kMostLater, true);
    if (is_scheduled()) state_ = State::waiting;
    if (candidates_.size() == 1) choose_for_good();
}

void Trial::add(std::span<const int> numbers, std::size_t most, bool is_later) {
    for (const int number : numbers.first(std::min(numbers.size(), most))) {
        candidates_.emplace_back();
        candidates_.back().number = number;
        candidates_.back().is_later = is_later;
        candidates_.back().is_tried = !is_later;
    }
}

const Trial::Candidate* Trial::candidate(int number) const {
    const auto found = std::ranges::find(candidates_, number, &Candidate::number);
    return found == candidates_.end() ? nullptr : &*found;
}

Trial::Candidate* Trial::candidate(int number) {
    return const_cast<Candidate*>(std::as_const(*this).candidate(number));
}

// Candidates with equally many blocks follow each other in an order that changes each time: a program whose calls have
// a pattern of their own must not give one candidate all long calls and another all short ones.
const Trial::Candidate* Trial::next_candidate() const {
    const Candidate* chosen = nullptr;
    std::uint64_t lowest = 0;
    for (const Candidate& one : candidates_) {
        if (!is_open(one) || (chosen && one.sums.size() > chosen->sums.size())) continue;
        std::uint64_t state = std::uint64_t{turn_} * 64 + static_cast<std::uint64_t>(one.number);
        const std::uint64_t place = splitmix64(state);
        if (chosen && one.sums.size() == chosen->sums.size() && place >= lowest) continue;
        chosen = &one;
        lowest = place;
    }
    return chosen;
}

void Trial::advance(std::uint32_t ordinal) {
    const bool is_put_off = state_ == State::waiting && !is_scheduled();
    if ((state_ != State::chosen && !is_put_off) || ordinal < next_look_) return;
    if (budget_ && is_scheduled()) return;  // settle_look_in_turn()
    if (state_ == State::chosen) asked_ = Round::look;
    if (is_put_off || !may_begin(asked_, look_blocks_)) return ask();
    for (Candidate& one : candidates_) one.is_tried = one.number == choice_ || one.number == rival_;
    now_ = next_look_ - 1;
    begin(Round::look, look_blocks_);
}

int Trial::next(std::uint32_t ordinal) {
    advance(ordinal);
    if (is_scheduled()) return next_in_turn(ordinal);
    if (state_ != State::trying) return choice_;
    if (current_ == kNobody) {
        const Candidate* const found = next_candidate();
        current_ = found ? found->number : choice_;
        turn_ += 1;
        in_block_ = sum_ = 0;
    }
    return current_;
}

std::uint32_t Trial::holds_until(std::uint32_t ordinal) const {
    if (is_scheduled() && state_ != State::chosen) return turn_holds_until(ordinal);
    switch (state_) {
        case State::trying: return ordinal;
        case State::asking:
        case State::combining: return is_sent_ ? UINT32_MAX : ordinal;
        case State::waiting:
        case State::chosen: break;
    }
    if (budget_ && is_scheduled()) return UINT32_MAX;
    return next_look_ == UINT32_MAX ? UINT32_MAX : next_look_ - 1;
}

bool Trial::needs_calls() const {
    if (is_scheduled()) {
        const Turns::Block* const block = turns_.current();
        return state_ == State::trying && block && !has_enough(*block);
    }
    return state_ == State::trying || ((state_ == State::combining || state_ == State::asking) && !is_sent_);
}

std::uint32_t Trial::without_team_until(std::uint32_t ordinal) const {
    return without_team_ < kPatientCalls ? ordinal : ordinal + std::min(without_team_, kLongestHold);
}

void Trial::took(int who, std::int64_t ns) {
    if (state_ != State::trying) return;
    if (is_scheduled()) return turns_.took(who, ns, untimed());
    if (who != current_) {
        without_team_ += 1;
        in_block_ = sum_ = 0;
        return;
    }
    without_team_ = 0;
    in_block_ += 1;
    if (in_block_ > untimed() && ns > 0) sum_ += static_cast<std::uint64_t>(ns);
    if (in_block_ < block_calls()) return;
    candidate(who)->sums.push_back(sum_);
    current_ = kNobody;
    end_when_full();
}

/// Leaves it out of this round, which the host carries if no other is left. If its times were sent already it stays.
void Trial::leave_out(Candidate& one) {
    if (current_ == one.number) current_ = kNobody;
    if (state_ != State::trying) return;
    one.is_tried = false;
    if (std::ranges::none_of(candidates_, &Candidate::is_tried)) candidates_.front().is_tried = true;
    end_when_full();
}

void Trial::drop(int number) {
    Candidate* const one = candidate(number);
    if (!one || number == 0) return;
    one->is_possible = false;
    if (is_scheduled()) return drop_in_turn(number);
    const bool was_remembered = memory_ == Memory::unsure && dropped_.remembered.candidate == number;
    if (choice_ == number) choice_ = 0;
    if (rival_ == number || rival_ == choice_) plan_look();
    // Times already sent are awaited as usual.
    if (!was_remembered) leave_out(*one);
    else if (state_ == State::trying) begin_anew();
    if (!has_any()) choose_for_good();
}

bool Trial::has_any() const {
    return std::ranges::any_of(candidates_, [](const auto& one) { return one.number && one.is_possible; });
}

void Trial::set_aside(int number) {
    Candidate* const one = candidate(number);
    if (!one || number == 0 || !one->is_tried || is_scheduled()) return;
    if (memory_ != Memory::unsure) return leave_out(*one);
    // The candidate may still become ready: meanwhile the host carries some calls.
    if (state_ == State::trying && ++without_team_ > kPatientCalls) begin_anew();
    else if (state_ == State::trying) in_block_ = sum_ = 0;
}

void Trial::choose_for_good() {
    if (memory_ == Memory::unsure) memory_ = Memory::dropped;
    choice_ = rival_ = 0;
    state_ = State::chosen;
    next_look_ = UINT32_MAX;
    reserve(0);
}

void Trial::begin(Round round, std::size_t blocks) {
    reserve(budget_ ? expected_cost(round, blocks) : 0);
    round_ = round;
    blocks_ = blocks;
    without_team_ = 0;
    current_ = kNobody;
    is_sent_ = false;
    for (Candidate& one : candidates_) one.sums.clear();
    state_ = State::trying;
    if (is_scheduled()) plan_turns();
}

void Trial::end_when_full() {
    if (std::ranges::none_of(candidates_, [&](const Candidate& one) { return is_open(one); }))
        state_ = State::combining;
}

std::vector<std::uint64_t> Trial::mine() {
    is_sent_ = true;
    if (is_scheduled()) return times_in_turn();
    if (state_ == State::asking) return {};
    std::vector<std::uint64_t> all;
    for (const Candidate& one : candidates_) {
        if (!one.is_tried) continue;
        all.insert(all.end(), one.sums.begin(), one.sums.end());
    }
    return all;
}

/// The best of the candidates tried; there is at least one.
Trial::Candidate& Trial::best(bool with_host) {
    Candidate* found = nullptr;
    for (Candidate& one : candidates_)
        if (one.is_tried && (with_host || one.number != 0) && (!found || one.cost() < found->cost())) found = &one;
    return found ? *found : candidates_.front();
}

void Trial::settle(std::span<const std::uint64_t> all, std::uint32_t ordinal) {
    if (is_scheduled()) {
        now_ = ordinal;
        return settle_turns(all);
    }
    if (state_ == State::asking) return settle_asked(ordinal);
    if (state_ != State::combining) return;
    take_medians(all);
    conclude(ordinal);
}

/// Chooses the next round, or the winner, by the results of the round that has ended.
void Trial::conclude(std::uint32_t ordinal) {
    add_cost();
    for (Candidate& one : candidates_) one.is_tried = one.is_tried && one.is_possible;
    switch (round_) {
        case Round::first: leave_out_slow(); break;
        case Round::second:
            if (repeats_++ < kMostRepeats && is_warming() && may_begin(Round::second, blocks_))
                return begin(Round::second, blocks_);
            return choose(ordinal);
        case Round::look: return look_again(ordinal);
        case Round::recall: return end_recall(ordinal);
    }
    choice_ = best(true).number;
    const std::size_t blocks = affordable(blocks_for(best(true).median));
    if (std::ranges::count(candidates_, true, &Candidate::is_tried) < 2) return choose(ordinal);
    begin(Round::second, blocks);
}

/// Whether a candidate of short calls has become much faster. Such calls are judged by their later rounds.
bool Trial::is_warming() const {
    return std::ranges::any_of(candidates_, [](const Candidate& one) {
        return one.is_tried && one.median < kShortNs && one.previous > kWarming * one.median;
    });
}

void Trial::leave_out_slow() {
    const double least = best(true).cost();
    const double host_slow = is_scheduled() ? kSlow : kHostSlow;  // there the host has carried calls before this round
    for (Candidate& one : candidates_)
        one.is_tried = one.is_tried && one.cost() <= std::max(kShortNs, least * (one.number == 0 ? host_slow : kSlow));
}

void Trial::choose(std::uint32_t ordinal) {
    const Candidate& host = candidates_.front();
    const Candidate& other = best(false);
    const bool prefers_host = other.number == 0 || (host.was_compared && other.cost() >= host.cost() * (1 - kMargin));
    take(prefers_host ? 0 : other.number, ordinal);
    next_look_ = ordinal + interval_;
    state_ = State::chosen;
}

void Trial::take(int choice, std::uint32_t ordinal) {
    choice_ = choice;
    chosen_at_ = ordinal;
    strikes_ = 0;
    plan_look();
}

void Trial::plan_look() {
    rival_ = pick_rival();
    is_rival_known_ = candidate(rival_)->was_compared;
    is_rival_hopeful_ = is_hopeful(*candidate(rival_));
    look_blocks_ = blocks_of_look(candidate(choice_)->median);
    interval_ = is_rival_known_ ? interval_to_known() : interval_to_unknown();
}

/// The next rival of the choice. First a candidate that was never compared: a hopeful one before others, the host last.
/// Then the fastest of those compared, its time multiplied by 1 + its looks so far. A candidate that was slow in the
/// first calls may be faster now, because the first calls touch memory for the first time.
int Trial::pick_rival() const {
    const Candidate *found = nullptr, *unknown = nullptr;
    const auto worth = [](const Candidate& one) { return one.median * (one.looks + 1); };
    for (const Candidate& one : candidates_) {
        if (one.number == choice_ || !one.is_possible) continue;
        if (is_hopeful(one)) return one.number;
        if ((one.needs_hope && !one.was_compared) || is_hopeless(one)) continue;
        if (!one.was_compared && (!unknown || unknown->number == 0)) unknown = &one;
        if (!found || worth(one) < worth(*found)) found = &one;
    }
    if (unknown) return unknown->number;
    return found ? found->number : 0;
}

/// Calls until the next look, so many that the slower candidate's blocks cost at most kShareOfLooks of their time.
std::uint32_t Trial::interval_to_known() const {
    const double now = candidate(choice_)->median, other = candidate(rival_)->median;
    const double ratio = now > 0 && other > 0 ? other / now : 1;
    const double calls = now > 0 ? kLeastIntervalNs / (now / kBlock) : kLeastInterval;
    const double least = std::clamp<double>(calls, kCallsBetweenStrikes, kLeastInterval);
    return interval_for(look_blocks_ * block_calls(), ratio, static_cast<std::uint32_t>(least));
}

/// The same for an unknown rival, whose ratio is assumed (ratio_to_unknown()).
/// Takes at least kUnknownNs, as a team may have to be made, or kUnknownReadyNs, as the rival may be even slower.
std::uint32_t Trial::interval_to_unknown() const {
    if (is_rival_hopeful_) return candidate(rival_)->was_missed ? calls_to_missed() : kCallsToHopeful;
    if (is_rival_expected()) return is_scheduled() ? calls_to_missed() : kCallsToUnknown;
    const double now = candidate(choice_)->median;
    if (now <= 0) return kLeastInterval;
    const double calls = (is_ready_ ? kUnknownReadyNs : kUnknownNs) / (now / kBlock);
    return std::max(interval_for(look_blocks_ * block_calls(), ratio_to_unknown(), kCallsToUnknown),
                    static_cast<std::uint32_t>(std::min<double>(calls, kMostInterval)));
}

void Trial::look_again(std::uint32_t ordinal) {
    if (memory_ == Memory::holds) memory_ = Memory::none;
    const Candidate* const choice = candidate(choice_);
    const Candidate* const rival = candidate(rival_);
    const double clearly = rival_ == 0 ? 1 - kMargin : kClearly;  // a return to the host is as easy as the way from it
    const bool is_worse = rival->is_tried && (!choice->is_tried || rival->cost() < clearly * choice->cost());
    const bool was_known = is_rival_known_;
    if (is_rival_hopeful_ && rival->is_tried && !is_worse) {
        lost_hopes_ += 1;
        doubt_ *= kMoreDoubt;
    }
    const std::uint32_t last = interval_;
    candidate(rival_)->looks += 1;
    strikes_ = is_worse ? strikes_ + 1 : 0;
    if (strikes_ == kStrikes || (is_worse && is_rival_hopeful_)) {  // the model agrees with the measurement
        take(rival_, ordinal);
    } else if (!is_worse) {
        plan_look();
        if (was_known && is_rival_known_) interval_ = std::max(interval_, std::min(2 * last, kMostInterval));
    }
    next_look_ = ordinal + (strikes_ > 0 ? kCallsBetweenStrikes : interval_);
    state_ = State::chosen;
}

Trial::Comparison Trial::comparison() const {
    Comparison out;
    const Candidate* other = nullptr;
    for (const Candidate& one : candidates_) {
        if (!one.was_compared) continue;
        if (one.number == choice_) out.choice_ns = one.median / kBlock;
        else if (!other || (choice_ == 0 && one.number == rival_)) other = &one;
    }
    if (other) {
        out.other = other->number;
        out.other_ns = other->median / kBlock;
    }
    return out;
}

std::vector<Trial::Timed> Trial::timed() const {
    std::vector<Timed> out;
    for (const Candidate& one : candidates_)
        if (one.was_compared) out.push_back({one.number, one.median / kBlock});
    return out;
}

}  // namespace shunt
