#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "native/select/decision.hpp"

namespace shunt {

/// Stores the decisions about the last calls of a communicator. The key is operation, length and, for reductions,
/// Facts::exact. A key is hashed to a set of kWays entries; a new key replaces the entry of its set that was stored
/// longest ago. All members look up and store in the same order of calls, so the cache is equal on all of them. `Team`:
/// the carrier that is stored beside the decision. Thread: that of the call. Cost: a hit on the same call as last time
/// takes three comparisons. Another hit takes a multiplication, and one comparison for each entry before it.
template <class Team>
class DecisionCache {
    static constexpr std::int64_t kNoBytes = INT64_MIN;

public:
    DecisionCache() = default;
    DecisionCache(const DecisionCache&) = delete;

    struct Entry {
        std::int64_t bytes = kNoBytes;
        std::uint32_t until = 0;
        std::uint8_t kind = 0;
        bool is_host = true;
        Team* team = nullptr;  ///< of the engine that carries the call
        Decision decision;

        /// Whether the host carries such calls by its own choice, and Shunt has nothing to do for them.
        bool is_left_alone() const { return is_host && !decision.choice.is_given(); }
        /// Whether nothing has changed the decision since it was stored.
        bool holds() const { return bytes != kNoBytes; }
    };

    /// The stored entry for the call with that ordinal; null: decide now.   Owner: the cache, until the next store() or
    /// clear().
    [[gnu::always_inline]] const Entry* find(Operation operation, std::int64_t bytes, std::uint32_t ordinal,
                                             bool exact = false) const {
        const Entry* const entry =
            last_->bytes == bytes && last_->kind == kind_of(operation, exact) ? last_ : search(operation, bytes, exact);
        return entry && ordinal <= entry->until ? entry : nullptr;
    }
    /// `decision.until` is the ordinal up to which it holds.
    const Entry& store(const Decision& decision, Team* team) {
        const Facts& facts = decision.facts;
        const std::uint8_t kind = kind_of(facts.operation, facts.exact);
        return sets_[set_of(facts.operation, facts.block_bytes, facts.exact)].place_for(facts.block_bytes, kind) = {
                   facts.block_bytes, decision.until, kind, decision.engine == nullptr, team, decision};
    }
    /// Call this after a change of the inputs of decisions: a team was made or given up.
    void clear() {
        for (Set& set : sets_)
            for (Entry& entry : set.entries) entry.bytes = kNoBytes;
    }

private:
    static constexpr int kSetBits = 2;
    static constexpr std::size_t kWays = 4;

    struct Set {
        std::array<Entry, kWays> entries;
        std::size_t next = 0;  ///< the entry that was stored longest ago

        /// The entry of that key, otherwise the oldest.
        Entry& place_for(std::int64_t bytes, std::uint8_t kind) {
            for (Entry& entry : entries)
                if (entry.bytes == bytes && entry.kind == kind) return entry;
            return entries[next++ % kWays];
        }
    };

    [[gnu::always_inline]] const Entry* search(Operation operation, std::int64_t bytes, bool exact) const {
        for (const Entry& entry : sets_[set_of(operation, bytes, exact)].entries)
            if (entry.bytes == bytes && entry.kind == kind_of(operation, exact)) return last_ = &entry;
        return nullptr;
    }

    static constexpr std::uint8_t kind_of(Operation operation, bool exact) {
        return static_cast<std::uint8_t>(static_cast<unsigned>(operation) << 1 | unsigned{exact});
    }
    /// `exact` is mixed in last: it is computed in parallel with the rest.
    static std::size_t set_of(Operation operation, std::int64_t bytes, bool exact) {
        const auto mixed =
            (static_cast<std::uint64_t>(bytes) * 32 + static_cast<std::uint64_t>(operation)) * 0x9e3779b97f4a7c15u;
        return mixed >> (64 - kSetBits) ^ std::size_t{exact};
    }

    std::array<Set, std::size_t{1} << kSetBits> sets_;
    mutable const Entry* last_ = sets_[0].entries.data();  // the entry found last
};

}  // namespace shunt
