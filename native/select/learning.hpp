#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "native/base/operation.hpp"
#include "native/select/trial.hpp"

namespace shunt {

/// All measurements of `auto` on one communicator: a Trial for each operation and class of lengths, with four classes
/// to each doubling. Reductions have one Trial with Facts::exact and one without. Each line of a plan has Trials of its
/// own, because two lines may want two engines for one class, in two phases. Equal on all members but for their own
/// times.
///
/// If the calls of a trial synchronise their members, its times are combined as soon as it is complete (due()). For
/// other calls some hosts let a program pass another length on one member, and the program continues; then the members'
/// trials differ. Therefore their times are combined in exchanges. The ordinals of these follow from the exchange
/// before, so they are equal on all members whatever calls the members made. In an exchange each member sends a digest
/// of its trials, and the times of the trial that will be complete next. Members whose digests differ detect it here,
/// and all give up together. Exchanges without a result become rarer: a few in each doubling of the calls, and at
/// most one in kIdleNs. With more ranks than cores one can take as long as many short calls.
/// Trying is limited by a Budget. Each member's times come with its figures for it, so rounds begin by figures that
/// are equal on all members.
/// Thread: that of the calls.   Fails: std::bad_alloc.
class Learning {
public:
    Learning() = default;
    Learning(const Learning&) = delete;  // trials refer to the budget
    Learning& operator=(const Learning&) = delete;

    static constexpr std::uint32_t kNever = UINT32_MAX;
    static constexpr std::int64_t kIdleNs = 50'000'000;

    /// `line`: config::place_in_plan() of the rule that decides; 0: none. Null: there was no such call.   Owner: this,
    /// until it is destroyed.
    Trial* find(Operation operation, std::int64_t bytes, bool exact = false, std::uint16_t line = 0);
    /// Makes the trial at the first call. `first`, `later`: see Trial.
    Trial& trial_of(Operation operation, std::int64_t bytes, std::span<const int> first,
                    std::span<const int> later = {}, bool exact = false, std::uint16_t line = 0);
    /// A trial of synchronising calls whose times must be combined now, with a number that is a hash of its Kind; null:
    /// none.
    struct Due {
        Trial* trial = nullptr;
        std::uint64_t number = 0;
    };
    Due due();
    /// Processes `all`, Trial::mine() of all members one after the other, with their figures, in the call with that
    /// ordinal on all of them.
    void settle(Trial& trial, std::span<const std::uint64_t> all, std::span<const Budget::Figures> figures,
                std::uint32_t ordinal);
    /// Schedules exchanges, the first one after the call with that ordinal. Called in the first call of an operation
    /// that does not synchronise, whatever its length.
    void plan_exchanges(std::uint32_t ordinal);
    /// The ordinal of the call after which mine() must be sent; kNever: there is none.
    std::uint32_t next_exchange() const { return next_; }
    /// The trial whose times the next exchange contains; null: none.   Owner: this.
    const Trial* subject() const { return subject_; }
    /// This member's words for the exchange that is due; equally many on all members. `ordinal`: of the last call.
    /// Units: ns, from any origin.
    std::vector<std::uint64_t> mine(std::uint32_t ordinal, std::int64_t now_ns, const Budget::Figures& figures = {});
    /// Processes `all`, mine() of all members one after the other, in the call with that ordinal on all of them, and
    /// schedules the next exchange. Returns: whether they have made the same calls; otherwise it gives up.
    bool take_up(std::span<const std::uint64_t> all, std::uint32_t ordinal);
    bool is_given_up() const { return is_given_up_; }
    Budget& budget() { return budget_; }
    const Budget& budget() const { return budget_; }
    /// The members do not make the same calls, so they cannot choose alike: from now on the host carries all measured
    /// calls.
    void give_up();
    /// Sum over all trials (Trial::lost_hopes).
    int lost_hopes() const;
    /// The calls that one trial measures. `bytes`: a class of lengths. `line`: config::place_in_plan(); 0: none.
    struct Kind {
        Operation operation = Operation::barrier;
        bool exact = false;
        std::int64_t bytes = 0;
        std::uint16_t line = 0;
        auto operator<=>(const Kind&) const = default;
    };
    /// Calls `visit` for each trial.
    void for_each(const std::function<void(const Kind&, const Trial&)>& visit) const;

    /// Trial::begun() of all trials, one after the other: equally many numbers on all members.
    std::vector<std::uint64_t> begun() const;

    /// The class of lengths to which `bytes` belongs.
    static std::int64_t class_of(std::int64_t bytes);

private:
    static constexpr std::uint32_t kFirstDistance = 2;
    static constexpr std::size_t kHeadWords = 6;  ///< of mine(): the digest, the time, and the calls since the last
                                                  ///< exchange; Budget::Figures

    std::uint64_t digest() const;
    bool start_told(std::uint32_t ordinal);
    Trial* bearer();
    void plan_next(std::uint32_t ordinal, bool has_news, double calls_per_ns);

    Budget budget_;
    std::map<Kind, Trial> trials_;
    bool is_given_up_ = false;
    std::uint32_t next_ = kNever;              ///< ordinal of the next exchange
    Trial* subject_ = nullptr;                 ///< trial whose times that contains; null: none
    std::size_t times_ = 0;                    ///< how many times
    std::vector<Trial*> told_;                 ///< waiting trials that the last mine() reported as ready to start
    std::uint32_t distance_ = kFirstDistance;  ///< calls until the exchange after it, unless a round ends before
    std::uint32_t sent_at_ = 0;                ///< ordinal of the call after which mine() was called
    std::int64_t sent_ns_ = 0;                 ///< time of that call of mine()
};

}  // namespace shunt
