#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "native/select/decision.hpp"

namespace shunt {

/// What was decided for the last calls of a communicator. Calls are kept by operation, length and, of reductions,
/// Facts::exact, in the place that these are hashed to; the next call of that place takes it over. All members look up
/// and store in the same order of calls, so it is equal on all of them. `Team`: what carries the call beside the
/// decision. Thread: that of the call. Cost: a hit takes a multiplication and three comparisons.
template <class Team>
class DecisionCache {
    static constexpr std::int64_t kNoBytes = INT64_MIN;

public:
    struct Entry {
        std::int64_t bytes = kNoBytes;
        std::uint32_t until = 0;
        std::uint8_t kind = 0;
        bool is_host = true;
        Team* team = nullptr;  ///< of what an engine carries
        Decision decision;

        /// Whether the host carries such calls as it likes, and nothing is to be done for it.
        bool is_left_alone() const { return is_host && !decision.choice.is_given(); }
        /// Whether nothing that decides has changed since it was found.
        bool holds() const { return bytes != kNoBytes; }
    };

    /// What is known of the call with that ordinal; null: it is to be decided.   Owner: the cache, until the next
    /// store() or clear().
    const Entry* find(Operation operation, std::int64_t bytes, std::uint32_t ordinal, bool exact = false) const {
        const Entry& entry = entries_[place_of(operation, bytes, exact)];
        return entry.bytes == bytes && entry.kind == kind_of(operation, exact) && ordinal <= entry.until ? &entry
                                                                                                         : nullptr;
    }
    /// `decision.until` says how long it holds.
    const Entry& store(const Decision& decision, Team* team) {
        const Facts& facts = decision.facts;
        return entries_[place_of(facts.operation, facts.block_bytes, facts.exact)] = {
                   facts.block_bytes,          decision.until, kind_of(facts.operation, facts.exact),
                   decision.engine == nullptr, team,           decision};
    }
    /// What decides has changed: a team was made, or given up.
    void clear() {
        for (Entry& entry : entries_) entry.bytes = kNoBytes;
    }

private:
    static constexpr int kPlaceBits = 4;

    static constexpr std::uint8_t kind_of(Operation operation, bool exact) {
        return static_cast<std::uint8_t>(static_cast<unsigned>(operation) << 1 | unsigned{exact});
    }
    /// `exact` comes last: it is found out while the rest is computed.
    static std::size_t place_of(Operation operation, std::int64_t bytes, bool exact) {
        const auto mixed =
            (static_cast<std::uint64_t>(bytes) * 32 + static_cast<std::uint64_t>(operation)) * 0x9e3779b97f4a7c15u;
        return mixed >> (64 - kPlaceBits) ^ std::size_t{exact};
    }

    std::array<Entry, std::size_t{1} << kPlaceBits> entries_;
};

}  // namespace shunt
