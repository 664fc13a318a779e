#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "native/base/operation.hpp"
#include "native/select/trial.hpp"

namespace shunt {

/// What `auto` measures on one communicator: a Trial for each operation and class of lengths, four classes to each
/// doubling; of reductions with Facts::exact and without it one each. Equal on all members but for their own times.
/// Thread: that of the calls.   Fails: std::bad_alloc.
class Learning {
public:
    /// Null: no such call has been seen.   Owner: this, until it is destroyed.
    Trial* find(Operation operation, std::int64_t bytes, bool exact = false);
    /// Makes it at the first call. `first`, `later`: see Trial.
    Trial& trial_of(Operation operation, std::int64_t bytes, std::span<const int> first,
                    std::span<const int> later = {}, bool exact = false);
    /// One whose times are to be combined, and a number that no other has; null: none.
    struct Due {
        Trial* trial = nullptr;
        std::uint64_t number = 0;
    };
    Due due();
    /// The members do not make the same calls, so they cannot choose alike: from now on the host carries what was
    /// measured.
    void give_up();
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
    std::map<Kind, Trial> trials_;
    bool is_given_up_ = false;
};

}  // namespace shunt
