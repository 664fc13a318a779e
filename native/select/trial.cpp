#include "native/select/trial.hpp"

#include <algorithm>

namespace shunt {
namespace {

constexpr double kSlow = 2;             // times the best: not worth another call
constexpr double kSecondRoundNs = 2e6;  // of the best candidate, so that short calls get many samples
constexpr std::size_t kFewest = 4, kMost = 32, kLookTimes = 3;

constexpr double kClearly = 0.9;  // of the choice's time: then the rival is faster
constexpr std::uint32_t kStrikes = 2, kCallsBetweenStrikes = 32;
constexpr std::uint32_t kLeastInterval = 1000, kMostInterval = 1 << 20;
constexpr double kShareOfLooks = 0.005;  // of the time: what calls by the slower one may cost

constexpr std::uint32_t kPatientCalls = 16, kLongestHold = 256;

/// Spreads bits (the finalizer of MurmurHash3).
std::uint32_t mixed(std::uint32_t x) {
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

double median_of(std::vector<std::uint64_t>& values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return static_cast<double>(*middle);
    return (static_cast<double>(*middle) + static_cast<double>(*std::max_element(values.begin(), middle))) / 2;
}

}  // namespace

Trial::Trial(std::span<const int> engines, bool synchronises) : candidates_(1), synchronises_(synchronises) {
    for (const int engine : engines) {
        candidates_.emplace_back();
        candidates_.back().engine = engine;
    }
    if (engines.empty()) choose_for_good();
}

Trial::Candidate* Trial::candidate(int engine) {
    const auto found = std::ranges::find(candidates_, engine, &Candidate::engine);
    return found == candidates_.end() ? nullptr : &*found;
}

// Those with the fewest calls take turns in an order that changes each time: a program that calls with two lengths by
// turns must not give one candidate the short ones and the other the long ones.
int Trial::next(std::uint32_t ordinal) {
    if (state_ == State::chosen && ordinal >= next_look_) {
        for (Candidate& one : candidates_) one.is_tried = one.engine == choice_ || one.engine == rival_;
        begin(Round::look, 0, kLookTimes);
    }
    if (state_ != State::trying) return choice_;
    const Candidate* chosen = nullptr;
    std::uint32_t lowest = 0;
    for (const Candidate& one : candidates_) {
        if (!is_open(one) || (chosen && one.calls > chosen->calls)) continue;
        const std::uint32_t place = mixed(turn_ * 64 + static_cast<std::uint32_t>(one.engine));
        if (chosen && one.calls == chosen->calls && place >= lowest) continue;
        chosen = &one;
        lowest = place;
    }
    return chosen ? chosen->engine : choice_;
}

std::uint32_t Trial::holds_until(std::uint32_t ordinal) const {
    switch (state_) {
        case State::combining: return UINT32_MAX;
        case State::chosen: return next_look_ == UINT32_MAX ? UINT32_MAX : next_look_ - 1;
        case State::trying: break;
    }
    return without_team_ < kPatientCalls ? ordinal : ordinal + std::min(without_team_, kLongestHold);
}

void Trial::took(int carrier, std::int64_t ns) {
    if (state_ != State::trying) return;
    turn_ += 1;
    Candidate* const one = candidate(carrier);
    if (!one || !is_open(*one)) {
        without_team_ += 1;
        return;
    }
    without_team_ = 0;
    one->calls += 1;
    if (one->calls > warm_up_) one->ns.push_back(ns > 0 ? static_cast<std::uint64_t>(ns) : 0);
    end_when_full();
}

void Trial::drop(int engine) {
    Candidate* const one = candidate(engine);
    if (!one || engine == 0) return;
    one->is_possible = false;
    if (state_ != State::combining) one->is_tried = false;  // else its times are on their way
    if (choice_ == engine) choice_ = 0;
    const bool any = std::ranges::any_of(candidates_, [](const auto& left) { return left.engine && left.is_possible; });
    if (!any) choose_for_good();
    else if (state_ == State::trying) end_when_full();
}

void Trial::choose_for_good() {
    choice_ = rival_ = 0;
    state_ = State::chosen;
    next_look_ = UINT32_MAX;
}

void Trial::begin(Round round, std::size_t warm_up, std::size_t times) {
    round_ = round;
    warm_up_ = warm_up;
    times_ = times;
    without_team_ = 0;
    for (Candidate& one : candidates_) {
        one.calls = 0;
        one.ns.clear();
    }
    state_ = State::trying;
}

void Trial::end_when_full() {
    if (std::ranges::none_of(candidates_, [&](const Candidate& one) { return is_open(one); }))
        state_ = State::combining;
}

std::vector<std::uint64_t> Trial::mine() const {
    std::vector<std::uint64_t> all;
    for (const Candidate& one : candidates_) {
        if (!one.is_tried) continue;
        all.insert(all.end(), one.ns.begin(), one.ns.end());
        all.resize(all.size() + times_ - one.ns.size());
    }
    return all;
}

void Trial::take_medians(std::span<const std::uint64_t> all) {
    const auto tried = static_cast<std::size_t>(std::ranges::count(candidates_, true, &Candidate::is_tried));
    const std::size_t of_member = tried * times_;
    if (of_member == 0) return;
    std::size_t first = 0;
    for (Candidate& one : candidates_) {
        if (!one.is_tried) continue;
        std::vector<std::uint64_t> calls(times_);
        for (std::size_t call = 0; call < times_; ++call) {
            calls[call] = all[first + call];
            for (std::size_t at = of_member + first + call; at < all.size(); at += of_member)
                calls[call] = synchronises_ ? std::min(calls[call], all[at]) : std::max(calls[call], all[at]);
        }
        one.median = median_of(calls);
        first += times_;
    }
}

/// Of those tried; there is one.
Trial::Candidate& Trial::best(bool with_host) {
    Candidate* found = nullptr;
    for (Candidate& one : candidates_)
        if (one.is_tried && (with_host || one.engine != 0) && (!found || one.median < found->median)) found = &one;
    return found ? *found : candidates_.front();
}

void Trial::settle(std::span<const std::uint64_t> all, std::uint32_t ordinal) {
    if (state_ != State::combining) return;
    take_medians(all);
    for (Candidate& one : candidates_) one.is_tried = one.is_tried && one.is_possible;
    switch (round_) {
        case Round::first: leave_out_slow(); break;
        case Round::second: return choose(ordinal);
        case Round::look: return look_again(ordinal);
    }
    if (std::ranges::count(candidates_, true, &Candidate::is_tried) < 2) return choose(ordinal);
    const double calls = kSecondRoundNs / std::max(1.0, best(true).median);
    choice_ = best(true).engine;
    begin(Round::second, 0, static_cast<std::size_t>(std::clamp<double>(calls, kFewest, kMost)));
}

void Trial::leave_out_slow() {
    const double most = kSlow * best(true).median;
    for (Candidate& one : candidates_) one.is_tried = one.is_tried && one.median <= most;
}

void Trial::choose(std::uint32_t ordinal) {
    const Candidate& host = candidates_.front();
    const Candidate& engine = best(false);
    const bool prefers_host = engine.engine == 0 || (host.is_tried && engine.median >= host.median * (1 - kMargin));
    choice_ = prefers_host ? 0 : engine.engine;
    const Candidate* rival = &host;
    if (prefers_host) {
        for (const Candidate& one : candidates_)
            if (one.engine != 0 && one.is_possible && (rival == &host || one.median < rival->median)) rival = &one;
    }
    rival_ = rival->engine;
    strikes_ = 0;
    interval_ = first_interval();
    next_look_ = ordinal + interval_;
    state_ = State::chosen;
}

/// So many calls that kLookTimes of them by the slower candidate cost kShareOfLooks of their time at most.
std::uint32_t Trial::first_interval() const {
    const Comparison now = comparison();
    const double ratio = now.choice_ns > 0 ? now.other_ns / now.choice_ns : 1;
    const double calls = static_cast<double>(kLookTimes) * (ratio - 1) / kShareOfLooks;
    return static_cast<std::uint32_t>(std::clamp<double>(calls, kLeastInterval, kMostInterval));
}

void Trial::look_again(std::uint32_t ordinal) {
    const Candidate* const choice = candidate(choice_);
    const Candidate* const rival = candidate(rival_);
    const bool is_worse = rival->is_tried && (!choice->is_tried || rival->median < kClearly * choice->median);
    strikes_ = is_worse ? strikes_ + 1 : 0;
    if (strikes_ == kStrikes) {
        std::swap(choice_, rival_);
        strikes_ = 0;
        interval_ = first_interval();
    } else if (!is_worse) {
        interval_ = std::min(2 * interval_, kMostInterval);
    }
    next_look_ = ordinal + (strikes_ > 0 ? kCallsBetweenStrikes : interval_);
    state_ = State::chosen;
}

Trial::Comparison Trial::comparison() const {
    Comparison out;
    const auto median = [&](int engine) {
        const auto found = std::ranges::find(candidates_, engine, &Candidate::engine);
        return found == candidates_.end() ? 0 : found->median;
    };
    out.other = rival_;
    out.choice_ns = median(choice_);
    out.other_ns = median(rival_);
    return out;
}

}  // namespace shunt
