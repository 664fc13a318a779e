// Recall: the choice of an earlier run, a plan or a model carries the first calls, and stands unless they take another
// time now. Resume: an earlier run ended before its choice, and this one continues.
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

void Trial::begin_with(std::span<const Timed> found, Source source) {
    if (found.empty() || candidates_.size() == 1 || !candidate(found.front().candidate)) return;
    for (const Timed& one : found) {
        Candidate* const known = candidate(one.candidate);
        if (!known) continue;
        known->median = one.ns * kBlock;
        known->was_compared = true;
    }
    choice_ = found.front().candidate;
    source_ = source;
    memory_ = Memory::unsure;
    dropped_ = {found.front(), 0};
    for (Candidate& one : candidates_) one.is_tried = one.number == choice_;
    begin(Round::recall, candidate(choice_)->median < kShortNs ? blocks_for(candidate(choice_)->median) : 1);
    if (is_scheduled()) state_ = State::waiting;
}

void Trial::trust(std::span<const Timed> modelled) {
    if (modelled.empty()) return;
    begin_with(modelled.first(1), Source::model);
    for (const Timed& one : modelled.subspan(1))
        if (Candidate* const known = candidate(one.candidate)) known->modelled = one.ns * kBlock;
}

/// A plan contains the host's time: a broken promise is no reason to measure as long as the engine is still faster.
bool Trial::still_beats_host(double ns) const {
    const Candidate& host = candidates_.front();
    return source_ == Source::plan && host.was_compared && ns * kBlock < host.median * (1 - kMargin);
}

/// A candidate much faster than the model allows shows that the model, or its figures of the ports, are wrong.
bool Trial::is_confirmed_by(double ns) const {
    const double then_ns = dropped_.remembered.ns, factor = source_ == Source::model ? kAsModelled : kOtherTimes;
    return (ns <= factor * then_ns || still_beats_host(ns)) && factor * ns >= then_ns;
}

/// Short calls may be much slower while their memory is touched for the first time: they are given more time.
void Trial::end_recall(std::uint32_t ordinal) {
    Candidate& choice = *candidate(dropped_.remembered.candidate);
    const double ns = choice.median / kBlock;
    if (choice.is_possible && is_confirmed_by(ns)) {
        if (source_ != Source::model) choice.median = dropped_.remembered.ns * kBlock;  // the others' are from then too
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

/// The fastest candidate of an earlier run is tried again at once, whatever it takes now.
void Trial::begin_anew() {
    memory_ = Memory::dropped;
    choice_ = rival_ = repeats_ = 0;
    for (Candidate& one : candidates_) {
        one.median = one.previous = 0;
        one.was_compared = false;
        one.is_tried = one.is_possible && (!one.is_later || one.number == dropped_.remembered.candidate);
    }
    if (may_begin(Round::first, 1)) return begin(Round::first, 1);
    round_ = asked_ = Round::first;
    blocks_ = 1;
    if (is_scheduled()) state_ = State::waiting;  // for start()
    else ask();
}

/// Blocks that every candidate of this round has completed.
std::size_t Trial::blocks_of_all() const {
    if (state_ == State::chosen || state_ == State::asking || round_ == Round::look || round_ == Round::recall)
        return 0;
    std::size_t least = blocks_;
    for (const Candidate& one : candidates_)
        if (one.is_tried) least = std::min(least, sums_so_far(one).size());
    return least;
}

/// Sums of the round under way.
std::vector<std::uint64_t> Trial::sums_so_far(const Candidate& one) const {
    return is_scheduled() ? sums_in_turn(one.number) : one.sums;
}

std::vector<std::uint64_t> Trial::begun() const {
    std::vector<std::uint64_t> all;
    const auto blocks = static_cast<std::ptrdiff_t>(blocks_of_all());
    for (const Candidate& one : candidates_) {
        if (!one.is_tried || blocks == 0) continue;
        const std::vector<std::uint64_t> sums = sums_so_far(one);
        all.insert(all.end(), sums.begin(), sums.begin() + blocks);
    }
    return all;
}

Trial::Unfinished Trial::unfinished(std::span<const std::uint64_t> all) const {
    Unfinished found;
    if (chosen_at_ != 0 || state_ == State::chosen || memory_ == Memory::unsure) return found;
    const auto tried = static_cast<std::size_t>(std::ranges::count(candidates_, true, &Candidate::is_tried));
    const std::size_t blocks = all.empty() ? 0 : blocks_of_all(), of_member = tried * blocks;
    // Resumed results are in the file already.
    if (of_member == 0 && (round_ == Round::first || is_resumed_)) return found;
    std::size_t first = 0;
    for (const Candidate& one : candidates_) {
        double median = one.was_compared ? one.median : 0;
        if (one.is_tried && blocks > 0) {
            std::vector<std::uint64_t> sums(resumed_blocks_, static_cast<std::uint64_t>(one.median));
            for (std::size_t block = 0; block < blocks; ++block)
                sums.push_back(combined(all, of_member, first + block));
            median = median_of(sums);
            first += blocks;
        }
        if (median > 0) found.times.push_back({one.number, median / kBlock});
    }
    std::ranges::sort(found.times, {}, &Timed::ns);
    found.blocks = std::max<std::size_t>(1, blocks + resumed_blocks_);
    return found;
}

void Trial::resume(const Unfinished& found) {
    const auto knows = [&](const Candidate& one) {
        return one.is_later || std::ranges::find(found.times, one.number, &Timed::candidate) != found.times.end();
    };
    if (found.times.empty() || candidates_.size() == 1 || !std::ranges::all_of(candidates_, knows)) return;
    for (const Timed& one : found.times) {
        Candidate* const known = candidate(one.candidate);
        if (!known) continue;
        known->median = one.ns * kBlock;
        known->was_compared = true;
    }
    leave_out_slow();
    const double least = best(true).median;
    choice_ = best(true).number;
    const std::size_t blocks = affordable(blocks_for(least));
    const bool any_other = std::ranges::count(candidates_, true, &Candidate::is_tried) > 1;
    if (!any_other || found.blocks >= blocks) {
        choose(0);
        std::vector<Timed> chosen = found.times;
        std::ranges::stable_partition(chosen, [&](const Timed& one) { return one.candidate == choice_; });
        return remember(chosen);
    }
    is_resumed_ = true;
    begin(Round::second, blocks);
    if (is_scheduled()) {
        state_ = State::waiting;
        resumed_blocks_ = found.blocks;
        return;
    }
    for (Candidate& one : candidates_)
        if (one.is_tried) one.sums.assign(found.blocks, static_cast<std::uint64_t>(one.median));
}

}  // namespace shunt
