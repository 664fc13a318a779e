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

/// What `auto` measures on one communicator: a Trial for each operation and class of lengths, four classes to each
/// doubling; of reductions with Facts::exact and without it one each. Equal on all members but for their own times.
///
/// The times of a trial whose calls synchronise their members are combined when it has them all (due()). Of other calls
/// some hosts let a program give another length on one member, and it goes on; then the trials of the members part. So
/// their times are combined in exchanges after calls whose ordinals follow from the exchange before, equal on all
/// members whatever calls they made: each tells a digest of its trials, and the times of the one that is the next to
/// have them all. Members whose digests differ find out so, and give up together. Exchanges that bring nothing become
/// rarer: a few in each doubling of the calls, and in kIdleNs.
/// Thread: that of the calls.   Fails: std::bad_alloc.
class Learning {
public:
    static constexpr std::uint32_t kNever = UINT32_MAX;
    static constexpr std::int64_t kIdleNs = 50'000'000;

    /// Null: no such call has been seen.   Owner: this, until it is destroyed.
    Trial* find(Operation operation, std::int64_t bytes, bool exact = false);
    /// Makes it at the first call. `first`, `later`: see Trial.
    Trial& trial_of(Operation operation, std::int64_t bytes, std::span<const int> first,
                    std::span<const int> later = {}, bool exact = false);
    /// One whose calls synchronise, whose times are to be combined, and a number that no other has; null: none.
    struct Due {
        Trial* trial = nullptr;
        std::uint64_t number = 0;
    };
    Due due();
    /// Exchanges are to be: the first one after the call with that ordinal. In the first call of an operation that
    /// does not synchronise, whatever its length.
    void plan_exchanges(std::uint32_t ordinal);
    /// The ordinal of the call after which mine() is to be sent; kNever: there is none.
    std::uint32_t next_exchange() const { return next_; }
    /// The trial whose times it has; null: none.   Owner: this.
    const Trial* subject() const { return subject_; }
    /// What this member has for the exchange that is due; as many words on all members. `ordinal`: of the last call.
    /// Units: ns since any time.
    std::vector<std::uint64_t> mine(std::uint32_t ordinal, std::int64_t now_ns);
    /// mine() of all members, one after the other, in the call with that ordinal on all of them: plans the next one.
    /// Returns whether they have made the same calls; else it gives up.
    bool take_up(std::span<const std::uint64_t> all, std::uint32_t ordinal);
    bool is_given_up() const { return is_given_up_; }
    /// The members do not make the same calls, so they cannot choose alike: from now on the host carries what was
    /// measured.
    void give_up();
    /// Of all trials that there are (Trial::lost_hopes).
    int lost_hopes() const;
    /// What one trial is for. `bytes`: a class of lengths.
    struct Kind {
        Operation operation = Operation::barrier;
        bool exact = false;
        std::int64_t bytes = 0;
        auto operator<=>(const Kind&) const = default;
    };
    /// Calls `visit` for each trial.
    void for_each(const std::function<void(const Kind&, const Trial&)>& visit) const;

    /// Trial::begun() of all trials, one after the other: as many numbers on all members.
    std::vector<std::uint64_t> begun() const;

    /// The class of lengths that `bytes` belongs to.
    static std::int64_t class_of(std::int64_t bytes);

private:
    static constexpr std::uint32_t kFirstDistance = 2;
    static constexpr std::size_t kHeadWords = 3;  ///< of mine(): the digest, the time and the calls since the last one

    std::uint64_t digest() const;
    bool start_told(std::uint32_t ordinal);
    void plan_next(std::uint32_t ordinal, bool has_news, double calls_per_ns);

    std::map<Kind, Trial> trials_;
    bool is_given_up_ = false;
    std::uint32_t next_ = kNever;              ///< exchange
    Trial* subject_ = nullptr;                 ///< whose times it has; null: none
    std::size_t times_ = 0;                    ///< so many
    std::vector<Trial*> told_;                 ///< that wait, and of which mine() has told all
    std::uint32_t distance_ = kFirstDistance;  ///< calls until the one after, if nothing ends before
    std::uint32_t sent_at_ = 0;                ///< ordinal of the call after which mine() was asked
    std::int64_t sent_ns_ = 0;                 ///< when
};

}  // namespace shunt
