// What a trial may cost: rounds that are expected to cost more than is left wait, or have fewer candidates and blocks.
#include <algorithm>

#include "native/select/budget.hpp"
#include "native/select/trial.hpp"

namespace shunt {
namespace {

/// Of what is left, a second round may cost this part: other kinds of calls are tried too.
constexpr double kPartOfLeft = 4;
constexpr std::size_t kLeastBlocks = 2;  // with one block an interruption would decide
constexpr double kFirstRoundNs = 2.5e5;  // expected cost of candidates that should be faster than the host
constexpr std::uint32_t kCallsToAsk = 64, kMostCallsToAsk = 8192;  // until a round that was not allowed is asked for
constexpr double kFarWorse = 3;                                    // times the choice, by the model: not worth a look
constexpr double kUnknownRatio = 2, kUnknownHostRatio = 10;

}  // namespace

void Trial::limit(Budget& budget) {
    budget_ = &budget;
    const bool is_free = std::ranges::none_of(candidates_, [](const auto& one) { return one.is_tried && one.number; });
    if (state_ != State::trying || is_scheduled() || is_free) return;
    asked_ = Round::first;
    if (!may_begin(asked_, blocks_)) ask();
    else begin(asked_, blocks_);
}

/// How much longer the calls of one block take than the choice's.   Units: ns; 0: not at all, or not known.
double Trial::excess_of(const Candidate& one) const {
    const Candidate& choice = *candidate(choice_);
    if (!one.was_compared || !choice.was_compared) return 0;
    return std::max(0.0, one.median - choice.median) * static_cast<double>(block_calls()) / kBlock;
}

/// What a round is expected to cost. A candidate that was never compared is taken to be as slow as in
/// ratio_to_unknown() says, or as fast as a model says that was not wrong yet.   Units: ns.
double Trial::expected_cost(Round round, std::size_t blocks) const {
    if (round == Round::recall) return 0;
    if (round == Round::first) {
        const auto others = std::ranges::count_if(candidates_, [](const auto& one) { return one.is_tried; });
        return others > 1 ? kFirstRoundNs : 0;
    }
    if (round == Round::look) {
        const Candidate& rival = *candidate(rival_);
        const double block_ns = candidate(choice_)->median * static_cast<double>(block_calls()) / kBlock;
        const auto looks = static_cast<double>(blocks);
        if (rival.was_compared) return excess_of(rival) * looks;
        if (is_rival_hopeful_ && lost_hopes_ == 0) return 0;
        return is_rival_expected() ? kFirstRoundNs : (ratio_to_unknown() - 1) * block_ns * looks;
    }
    double excess = 0;
    for (const Candidate& one : candidates_)
        if (one.is_tried) excess += excess_of(one);
    return excess * static_cast<double>(blocks);
}

/// An engine that should be faster than the host, but had no team in the first round.
bool Trial::is_rival_expected() const {
    return rival_ != 0 && !candidate(rival_)->is_later && source_ != Source::model;
}

/// An unknown rival's time divided by the choice's: it is assumed as slow as the host, at least kUnknownRatio; the
/// host, kUnknownHostRatio.
double Trial::ratio_to_unknown() const {
    const double now = candidate(choice_)->median;
    if (rival_ == 0) return kUnknownHostRatio;
    return now > 0 ? std::max(kUnknownRatio, candidates_.front().median / now) : kUnknownRatio;
}

bool Trial::may_begin(Round round, std::size_t blocks) const {
    if (!budget_) return true;
    const double cost = expected_cost(round, blocks);
    return cost <= 0 || (budget_->is_known() && cost <= budget_->left_ns());
}

/// Reserves what the round is expected to cost, in place of what was reserved for the last one.
void Trial::reserve(double ns) {
    if (budget_) budget_->reserve(ns - reserved_);
    reserved_ = ns;
}

/// The blocks that the second round may have. Leaves out candidates whose calls would cost too much: the first round
/// has shown that they are slower.
std::size_t Trial::affordable(std::size_t blocks) {
    if (!budget_) return blocks;
    const double most = budget_->is_known() ? (budget_->left_ns() + reserved_) / kPartOfLeft : 0;
    for (;;) {
        Candidate* dearest = nullptr;
        for (Candidate& one : candidates_)
            if (one.is_tried && (!dearest || excess_of(one) > excess_of(*dearest))) dearest = &one;
        const double block_ns = expected_cost(Round::second, 1);
        if (!dearest || block_ns <= 0) return blocks;
        const double found = std::min(static_cast<double>(blocks), std::max(0.0, most) / block_ns);
        if (found >= static_cast<double>(std::min(blocks, kLeastBlocks))) return static_cast<std::size_t>(found);
        dearest->is_tried = false;
    }
}

/// Sends this member's figures without times. The round begins, or is put off, where those of all are processed.
void Trial::ask() {
    state_ = State::asking;
    is_sent_ = false;
}

void Trial::settle_asked(std::uint32_t ordinal) {
    if (may_begin(asked_, asked_ == Round::look ? look_blocks_ : blocks_)) return begin_asked();
    put_off_until(ordinal);
}

void Trial::begin_asked() {
    refused_ = 0;
    if (asked_ == Round::look) {
        for (Candidate& one : candidates_) one.is_tried = one.number == choice_ || one.number == rival_;
        return begin(Round::look, look_blocks_);
    }
    for (Candidate& one : candidates_) one.is_tried = one.is_tried && one.is_possible;
    begin(asked_, blocks_);
}

/// The round is asked for again after half the calls that would earn what is missing; the rest of the run earns too. If
/// the calls' time is not known, after twice as many each time.
void Trial::put_off_until(std::uint32_t ordinal) {
    constexpr std::uint32_t kMostDoubled = 7;
    const double now_ns = candidate(choice_)->was_compared ? candidate(choice_)->median / kBlock : 0;
    const double missing = expected_cost(asked_, asked_ == Round::look ? look_blocks_ : blocks_) - budget_->left_ns();
    const double calls = now_ns > 0 ? missing / (2 * Budget::kShare * now_ns)
                                    : static_cast<double>(kCallsToAsk << std::min(refused_, kMostDoubled));
    refused_ += 1;
    state_ = asked_ == Round::look ? State::chosen : State::waiting;
    next_look_ = ordinal + static_cast<std::uint32_t>(std::clamp<double>(calls, kCallsToAsk, kMostCallsToAsk));
}

/// A look at a scheduled trial's choice begins where the figures of all were processed.
void Trial::settle_look_in_turn() {
    if (!budget_ || now_ < next_look_) return;
    asked_ = Round::look;
    if (!may_begin(asked_, look_blocks_)) return put_off_until(now_);
    begin_asked();
    concluded_ += 1;
}

/// What the round has cost: the time by which the candidates' calls took longer than the choice's would have. The
/// untimed calls of each block are taken to have been as long as the timed ones.
void Trial::add_cost() {
    const Candidate& choice = *candidate(choice_);
    const double usual = choice.was_compared ? choice.median : best(true).median;
    double ns = 0;
    for (const Candidate& one : candidates_)
        if (one.is_tried) ns += std::max(0.0, one.median - usual) / kBlock * calls_of(one);
    add_cost(ns);
    reserve(0);
}

void Trial::add_cost(double ns) {
    cost_ns_ += ns;
    if (budget_) budget_->spend(ns);
}

/// Its calls in the round that has ended.
double Trial::calls_of(const Candidate& one) const {
    if (!is_scheduled()) return static_cast<double>(blocks_ * block_calls());
    std::uint32_t calls = 0;
    for (const Turns::Block& block : turns_.blocks())
        if (block.candidate == one.number) calls += block.carried;
    return calls;
}

void Trial::model(std::span<const Timed> modelled, double doubt) {
    doubt_ = doubt;
    for (const Timed& one : modelled) {
        Candidate* const known = candidate(one.candidate);
        if (known && known->is_later) known->modelled = one.ns * kBlock;
    }
}

void Trial::look_only_if_hopeful(std::span<const Timed> modelled) {
    for (const Timed& one : modelled)
        if (Candidate* const known = candidate(one.candidate)) known->needs_hope = known->is_later;
}

bool Trial::is_hopeful(const Candidate& one) const {
    const double now = candidate(choice_)->median;
    return !one.was_compared && one.modelled > 0 && now >= kLongNs * kBlock && one.modelled * doubt_ < now;
}

/// Whether the model puts it so far beyond the choice that it is not tried.
bool Trial::is_hopeless(const Candidate& one) const {
    const double now = candidate(choice_)->median;
    return !one.was_compared && now >= kLongNs * kBlock && one.modelled > kFarWorse * doubt_ * now;
}

}  // namespace shunt
