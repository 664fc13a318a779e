#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "shim/observe/record/format.hpp"

namespace shunt::record {

/// One collective call as the search for loops sees it: function, communicator and size class. The root is ignored.
struct LoopCall {
    std::uint64_t bytes = 0;
    std::uint16_t function = 0;
    std::uint16_t comm = kNoComm;
    bool has_size = true;  ///< false: `bytes` may differ between iterations, as in v operations
};

/// Where the results are stored: regions of a spool image; their capacities limit the number of entries.
/// Owner: outlives the finder.
struct LoopRegions {
    Region& loops;
    LoopEntry* loop;
    Region& parts;
    LoopPart* part;
    Region& runs;
    LoopRun* run;
    std::uint64_t& flags;  ///< SpoolFlag
};

/// Finds the loops of a program in the sequence of its collective calls, while it runs. A call made twice in a row is a
/// loop, and so is a repeated sequence of several calls. The loop continues while calls match. When it has ended, it is
/// a single symbol to the next level, whatever its number of iterations; that level finds loops around it in the same
/// way. A single call is the same symbol as a loop of it: so an outer loop is still found if an inner loop sometimes
/// ends after one iteration. Fixed memory. Thread: one at a time.   Blocks: never. Cost: a few ns if a call continues a
/// loop, else up to 0.3 us. Outside of loops a program may take kFirstCredit such slow steps, and one more for each
/// kCallsPerStep calls; when these are spent, the search stops until some have been earned. Source: as in nested loop
/// recognition (Ketterlin, Clauss, CGO 2008), online, and without the numbers of iterations.
class LoopFinder {
public:
    static constexpr std::size_t kLevels = 4;     ///< of nested loops, not counting those of a single call
    static constexpr std::size_t kMostBody = 64;  ///< calls and inner loops in one iteration
    /// Communicators with larger indices are not distinguished: programs that make one in each iteration have many.
    static constexpr std::uint16_t kMostCommsApart = 64;
    static constexpr std::int64_t kFirstCredit = 1 << 16, kCreditToResume = 1 << 12, kCallsPerStep = 16;

    /// `start`: ticks; no call began before it.   Fails: std::bad_alloc.
    LoopFinder(const LoopRegions& regions, std::uint64_t start);

    /// The next call lasted from `begin` to `end` (ticks). Both 0: not known; the call is assumed to follow the one
    /// before at once. A call of another thread that began before the one added last is assumed to have begun with it.
    void add(const LoopCall& call, std::uint64_t begin, std::uint64_t end) {
        if (begin == 0) begin = end = last_end_;
        begin = std::max(begin, last_begin_);
        end = std::max(end, begin);
        last_end_ = end;
        calls_ += 1;
        const std::uint32_t token = token_of(call);
        if (token == last_token_) return repeat(begin, end);
        if (again_.count > 0) end_repeating();
        last_token_ = token;
        last_begin_ = begin;
        Level& level = levels_[0];
        if (level.is_in_run && level.body[level.place].token == token) [[likely]] {
            level.go_on(begin, end);
            if (level.place == level.period) finish_iteration(level);
            return;
        }
        add_slowly({token, 0, call.function, call.comm, call.bytes, begin, end});
    }

    /// No more calls follow: ends the loops that have not ended.
    void finish();

    /// 1 + the number of the outermost loop that the last call continues; 0: none. A loop counts if it has an entry,
    /// and if this run has at least four iterations and sixteen parts in all (chance seldom repeats as often).
    std::uint32_t outermost() const;
    /// Whether loop `inner` lies in `outer` (1 + their numbers), as far as is known.
    bool is_inside(std::uint32_t inner, std::uint32_t outer) const;

private:
    static constexpr std::uint64_t kPartsToCount = 16;

    /// A call, or a loop that has ended.
    struct Symbol {
        std::uint32_t token = 0;
        std::uint32_t loop = 0;  ///< as LoopPart::loop
        std::uint16_t function = 0;
        std::uint16_t comm = 0;
        std::uint64_t bytes = 0;
        std::uint64_t begin = 0, end = 0;  ///< ticks
    };
    struct Times {
        std::uint64_t begin = 0, end = 0;
    };
    /// Calls, or the symbols of the level below: either waiting for a repetition, or in a loop.
    struct Level {
        static constexpr std::size_t kWaiting = 2 * kMostBody;
        std::array<Symbol, kWaiting> waiting;              ///< a ring
        std::array<std::uint32_t, 2 * kWaiting> tokens{};  ///< their tokens, twice: the last are contiguous
        std::uint64_t from = 0, to = 0;                    ///< the valid range of `waiting`

        bool is_in_run = false;
        std::size_t period = 0, place = 0;
        std::array<Symbol, kMostBody> body;
        std::array<Times, kMostBody> times;  ///< of the current iteration; from `place` on, of the one before
        std::uint64_t run_begin = 0, run_end = 0, iteration_begin = 0;
        std::uint64_t iterations = 0;
        std::uint64_t digest = 0;
        std::uint32_t number = 0;  ///< 1 + the number of its entry; 0: it has none yet
        LoopEntry own;             ///< used until it has an entry

        void go_on(std::uint64_t begin, std::uint64_t end) { times[place++] = {begin, end}; }
        const Symbol& last(std::size_t back) const { return waiting[(to - 1 - back) % kWaiting]; }
        void wait(const Symbol& symbol);
        /// The shortest sequence that the last symbols repeat; 0: none.
        std::size_t repeated() const;
    };
    /// The last call is being repeated.
    struct Again {
        std::uint64_t count = 0;  ///< repetitions after the first call
        std::uint64_t digest = 0, run_begin = 0, run_end = 0;
        std::uint32_t number = 0;  ///< as Level::number
        LoopEntry own;
    };

    static constexpr std::uint32_t kCallToken = 1;  ///< set for calls
    static std::uint32_t token_of(const LoopCall& call) {
        // Boundaries 64 B, 2 KiB, 64 KiB, 2 MiB ...: lengths that depend on the program's data seldom differ by more.
        const std::uint64_t size = call.has_size ? static_cast<std::uint64_t>(std::bit_width(call.bytes) + 3) / 5 : 0;
        const std::uint64_t comm = std::min(call.comm, kMostCommsApart);
        std::uint64_t word = call.function | comm << 16 | size << 32;
        word *= 0x9e3779b97f4a7c15u;
        return static_cast<std::uint32_t>(word >> 32) | kCallToken;
    }

    void repeat(std::uint64_t begin, std::uint64_t end);
    void end_repeating();
    void name_repeated_calls();
    Symbol* last_call();
    void add_slowly(const Symbol& symbol);
    void push(std::size_t level, const Symbol& symbol);
    void pass_on(std::size_t level, const Symbol& symbol);
    void begin_run(std::size_t level, std::size_t period);
    void finish_iteration(Level& level);
    void end_run(std::size_t level);
    LoopEntry& entry_of(std::uint32_t number, LoopEntry& own) { return number ? regions_.loop[number - 1] : own; }
    std::uint32_t* slot_of(std::uint64_t digest);
    bool deserves_room(std::uint64_t begin, std::uint64_t end);
    std::uint32_t keep(LoopEntry& own, std::uint64_t digest, std::span<const Symbol> body, std::uint64_t begin);

    LoopRegions regions_;
    std::vector<std::uint32_t> index_;  ///< 1 + entry number by digest, 0 empty; a power of two
    std::array<Level, kLevels> levels_;
    Again again_;
    std::uint32_t last_token_ = 0;
    std::uint64_t last_begin_ = 0, last_end_ = 0;  ///< of the last call
    std::uint64_t first_begin_ = 0;
    std::uint64_t scarce_since_ = 0, loops_then_ = 0;  ///< when half of the room was used; 0: it is not yet
    std::uint64_t calls_ = 0, resume_at_ = 0;  ///< resume_at_: the call number before which loops are not searched for
    std::uint64_t credit_counted_ = 0;         ///< calls already credited to credit_
    std::int64_t credit_ = kFirstCredit;       ///< in slow steps
};

}  // namespace shunt::record
