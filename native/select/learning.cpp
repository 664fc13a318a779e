#include "native/select/learning.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "native/base/random.hpp"

namespace shunt {
namespace {

constexpr std::uint32_t kFewestIdleCalls = 64;  // between exchanges without a result, however slow the calls are
constexpr std::uint32_t kMostIdleCalls = 1 << 20;
constexpr std::uint32_t kPartOfCalls = 4;  // or this part of all calls, if that is more,
constexpr double kMostIdleNs = 1e9;       // but no more than the calls of this time, as another kind of calls may begin
constexpr std::uint32_t kSoonCalls = 32;  // an exchange waits for the end of a round that is no further away
constexpr std::uint32_t kRareness = 4;    // an exchange for the end of a round waits for this part of the distance

void add_to(std::uint64_t& digest, std::uint64_t value) {
    digest ^= value;
    digest = splitmix64(digest);
}

void add_to(std::uint64_t& digest, const Learning::Kind& kind) {
    for (const std::uint64_t value : {static_cast<std::uint64_t>(kind.operation), std::uint64_t{kind.exact},
                                      static_cast<std::uint64_t>(kind.bytes), std::uint64_t{kind.line}})
        add_to(digest, value);
}

}  // namespace

std::int64_t Learning::class_of(std::int64_t bytes) {
    if (bytes < 8) return bytes;
    const int below = std::bit_width(static_cast<std::uint64_t>(bytes)) - 3;  // low bits that are cleared
    return bytes >> below << below;
}

Trial* Learning::find(Operation operation, std::int64_t bytes, bool exact, std::uint16_t line) {
    const auto found = trials_.find({operation, exact, class_of(bytes), line});
    return found == trials_.end() ? nullptr : &found->second;
}

Trial& Learning::trial_of(Operation operation, std::int64_t bytes, std::span<const int> first,
                          std::span<const int> later, bool exact, std::uint16_t line) {
    if (is_given_up_) first = later = {};
    const Kind kind{operation, exact, class_of(bytes), line};
    const auto [made, is_new] = trials_.try_emplace(kind, first, synchronises(operation, bytes), later);
    if (is_new) made->second.limit(budget_);
    return made->second;
}

Learning::Due Learning::due() {
    for (auto& [kind, trial] : trials_) {
        const bool has_ended = trial.state() == Trial::State::combining || trial.state() == Trial::State::asking;
        if (!has_ended || !trial.needs_calls()) continue;
        Due due{&trial};
        add_to(due.number, kind);
        return due;
    }
    return {};
}

void Learning::settle(Trial& trial, std::span<const std::uint64_t> all, std::span<const Budget::Figures> figures,
                      std::uint32_t ordinal) {
    budget_.agree(figures);
    trial.add_cost(Budget::prepared_ns(figures));
    trial.settle(all, ordinal);
}

int Learning::lost_hopes() const {
    int lost = 0;
    for (const auto& [kind, trial] : trials_) lost += trial.lost_hopes();
    return lost;
}

void Learning::for_each(const std::function<void(const Kind&, const Trial&)>& visit) const {
    for (const auto& [kind, trial] : trials_) visit(kind, trial);
}

std::vector<std::uint64_t> Learning::begun() const {
    std::vector<std::uint64_t> all;
    for (const auto& [kind, trial] : trials_) {
        const std::vector<std::uint64_t> times = trial.begun();
        all.insert(all.end(), times.begin(), times.end());
    }
    return all;
}

void Learning::plan_exchanges(std::uint32_t ordinal) {
    if (is_given_up_) return;
    next_ = ordinal;
    sent_at_ = ordinal;
}

std::uint64_t Learning::digest() const {
    std::uint64_t digest = 0;
    for (const auto& [kind, trial] : trials_) {
        if (!trial.is_scheduled()) continue;
        add_to(digest, kind);
        add_to(digest, trial.digest());
    }
    return digest;
}

std::vector<std::uint64_t> Learning::mine(std::uint32_t ordinal, std::int64_t now_ns, const Budget::Figures& figures) {
    told_.clear();
    for (auto& [kind, trial] : trials_) {
        if (!trial.is_scheduled()) continue;
        trial.advance(ordinal);
        if (trial.is_called_again()) told_.push_back(&trial);
    }
    const std::int64_t since = sent_ns_ == 0 ? 0 : now_ns - sent_ns_;
    const std::uint32_t calls = ordinal - std::exchange(sent_at_, ordinal);
    sent_ns_ = now_ns;
    next_ = kNever;
    std::vector<std::uint64_t> words{digest(),       static_cast<std::uint64_t>(std::max<std::int64_t>(since, 0)),
                                     calls,          figures.spent_ns,
                                     figures.run_ns, figures.preparing_ns};
    std::vector<std::uint64_t> times = subject_ ? subject_->mine() : std::vector<std::uint64_t>();
    times.resize(times_);
    words.insert(words.end(), times.begin(), times.end());
    return words;
}

bool Learning::take_up(std::span<const std::uint64_t> all, std::uint32_t ordinal) {
    const std::size_t of_member = kHeadWords + times_;
    std::uint64_t least_ns = UINT64_MAX;
    std::vector<std::uint64_t> times;
    std::vector<Budget::Figures> figures;
    for (std::size_t at = 0; at + of_member <= all.size(); at += of_member) {
        if (all[at] != all[0]) {
            give_up();
            return false;
        }
        least_ns = std::min(least_ns, all[at + 1]);
        figures.push_back({all[at + 3], all[at + 4], all[at + 5]});
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(at + kHeadWords);
        times.insert(times.end(), first, first + static_cast<std::ptrdiff_t>(times_));
    }
    budget_.agree(figures);
    if (Trial* const trial = bearer()) trial->add_cost(Budget::prepared_ns(figures));
    const std::uint32_t concluded = subject_ ? subject_->concluded() : 0;
    if (subject_) subject_->settle(times, ordinal);
    const bool has_started = start_told(ordinal);
    const bool has_news = has_started || (subject_ && subject_->concluded() != concluded);
    const auto ns = static_cast<double>(std::max<std::uint64_t>(1, least_ns));
    plan_next(ordinal, has_news, static_cast<double>(all[2]) / ns);
    return true;
}

/// Starts the trials that all members have reported as ready, as far as the budget allows.   Returns: whether any.
bool Learning::start_told(std::uint32_t ordinal) {
    bool any = false;
    for (Trial* const trial : std::exchange(told_, {})) {
        trial->start(ordinal);
        any = any || trial->state() != Trial::State::waiting;
    }
    return any;
}

/// The trial to which the cost of an exchange is added; null: there is none yet.
Trial* Learning::bearer() {
    if (subject_) return subject_;
    const auto found = std::ranges::find_if(trials_, [](const auto& one) { return one.second.is_scheduled(); });
    return found == trials_.end() ? nullptr : &found->second;
}

void Learning::plan_next(std::uint32_t ordinal, bool has_news, double calls_per_ns) {
    const double part = std::min<double>(ordinal / kPartOfCalls, calls_per_ns * kMostIdleNs);
    const double idle_calls =
        std::clamp<double>(std::max(part, calls_per_ns * kIdleNs), kFewestIdleCalls, kMostIdleCalls);
    distance_ = has_news ? kFirstDistance : std::min(2 * distance_, static_cast<std::uint32_t>(idle_calls));
    Trial* ending = nullptr;
    for (auto& [kind, trial] : trials_)
        if (trial.is_scheduled() && (!ending || trial.round_end() < ending->round_end())) ending = &trial;
    const std::uint32_t end = ending ? ending->round_end() : kNever;
    const std::uint32_t least = has_news ? 1 : std::max<std::uint32_t>(1, distance_ / kRareness);
    const bool ends_soon = end != kNever && end <= ordinal + kSoonCalls;
    next_ = std::max(ordinal + least, ends_soon ? end : std::min(ordinal + distance_, end));
    subject_ = end <= next_ ? ending : nullptr;
    times_ = subject_ ? subject_->round_times() : 0;
}

void Learning::give_up() {
    is_given_up_ = true;
    for (auto& [kind, trial] : trials_) trial = Trial({}, false);
    told_.clear();
    subject_ = nullptr;
    times_ = 0;
    next_ = kNever;
}

}  // namespace shunt
