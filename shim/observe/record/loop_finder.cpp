#include "shim/observe/record/loop_finder.hpp"

#include <algorithm>
#include <cstring>

namespace shunt::record {
namespace {

/// A loop of fewer iterations gets an entry only when it ends; a call that is repeated less often gets none.
constexpr std::uint64_t kIterationsToKeep = 4;
/// If half of an image's entries are used, a new loop gets one only if it took at least 1/kLeastShare of the run, and
/// if the run has doubled its length often enough to have freed one.
constexpr std::uint64_t kLeastShare = 100;
constexpr std::uint64_t kDoublings = 16;
/// A run of a loop is recorded if it took at least 1/kLeastShareOfRun of the time until then.
constexpr std::uint64_t kLeastShareOfRun = 1000;

std::uint64_t mixed(std::uint64_t digest, std::uint64_t word) {
    digest = (digest ^ word) * 0xd6e8feb86659fd93u;
    return digest ^ digest >> 32;
}

std::uint32_t as_32_bits(std::uint64_t iterations) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(iterations, UINT32_MAX));
}

void note_interval(LoopEntry& entry, std::uint64_t before, std::uint64_t begin) {
    const std::uint64_t interval = begin - before;
    entry.ticks += interval;
    entry.min_ticks = entry.max_ticks == 0 ? interval : std::min(entry.min_ticks, interval);
    if (interval > entry.max_ticks) {
        entry.max_ticks = interval;
        entry.slowest_begin = before;
    }
}

void note_iteration(LoopEntry& entry, std::uint64_t run_begin, std::uint64_t end, std::uint64_t iterations) {
    entry.iterations += 1;
    entry.last_end = end;
    if (entry.first_begin == 0) entry.first_begin = run_begin;
    entry.most_iterations = std::max(entry.most_iterations, as_32_bits(iterations));
}

void note_end(LoopEntry& entry, std::uint64_t ticks, std::uint64_t iterations) {
    const std::uint32_t done = as_32_bits(iterations);
    entry.least_iterations = entry.least_iterations == 0 ? done : std::min(entry.least_iterations, done);
    entry.run_ticks += ticks;
}

}  // namespace

LoopFinder::LoopFinder(const LoopRegions& regions, std::uint64_t start)
    : regions_(regions), index_(std::bit_ceil(2 * regions.loops.capacity + 2)), last_begin_(start), last_end_(start) {}

void LoopFinder::Level::wait(const Symbol& symbol) {
    const std::size_t at = to % kWaiting;
    waiting[at] = symbol;
    tokens[at] = tokens[at + kWaiting] = symbol.token;
    to += 1;
}

std::size_t LoopFinder::Level::repeated() const {
    const std::size_t most = std::min<std::size_t>((to - from) / 2, kMostBody);
    const std::uint32_t* const last = &tokens[(to - 1) % kWaiting + kWaiting];  // earlier tokens precede it
    for (std::size_t period = 1; period <= most; ++period) {
        if (last[0] != *(last - period)) continue;
        const std::uint32_t* const second = last + 1 - period;
        if (std::memcmp(second, second - period, period * sizeof *second) == 0) return period;
    }
    return 0;
}

/// Among the symbols still stored; null: it is not among them.
LoopFinder::Symbol* LoopFinder::last_call() {
    Level& level = levels_[0];
    if (level.is_in_run) return &level.body[(level.place + level.period - 1) % level.period];
    return level.from == level.to ? nullptr : &level.waiting[(level.to - 1) % Level::kWaiting];
}

void LoopFinder::repeat(std::uint64_t begin, std::uint64_t end) {
    Symbol* const call = last_call();
    if (!call) return;  // the search is paused
    if (again_.count == 0) {
        again_.digest = mixed(1, last_token_);
        again_.number = call->loop ? call->loop : *slot_of(again_.digest);
        again_.run_begin = last_begin_;
        again_.own = {};
        call->loop = again_.number;
        LoopEntry& entry = entry_of(again_.number, again_.own);
        entry.runs += 1;
        note_iteration(entry, last_begin_, end, 1);
    }
    again_.count += 1;
    again_.run_end = end;
    LoopEntry& entry = entry_of(again_.number, again_.own);
    note_interval(entry, last_begin_, begin);
    note_iteration(entry, again_.run_begin, end, again_.count + 1);
    last_begin_ = begin;
    Level& level = levels_[0];
    if (!level.is_in_run) call->end = end;
    else if (level.place > 0) level.times[level.place - 1].end = end;
    else level.run_end = end;
    if (again_.number == 0 && again_.count + 1 == kIterationsToKeep)
        again_.number = call->loop = keep(again_.own, again_.digest, {call, 1}, again_.run_begin);
}

void LoopFinder::end_repeating() {
    note_end(entry_of(again_.number, again_.own), again_.run_end - again_.run_begin, again_.count + 1);
    again_.count = 0;
}

void LoopFinder::add_slowly(const Symbol& symbol) {
    if (calls_ < resume_at_) return;
    credit_ += static_cast<std::int64_t>((calls_ - credit_counted_) / kCallsPerStep);
    credit_ = std::min(credit_, kFirstCredit);
    credit_counted_ += (calls_ - credit_counted_) / kCallsPerStep * kCallsPerStep;
    push(0, symbol);
    const auto is_in_run = [](const Level& level) { return level.is_in_run; };
    if (std::any_of(levels_.begin() + 1, levels_.end(), is_in_run)) return;
    credit_ -= 1;
    if (credit_ > 0) return;
    finish();
    regions_.flags |= kLoopsPaused;
    resume_at_ = calls_ + kCreditToResume * kCallsPerStep;
}

void LoopFinder::push(std::size_t number, const Symbol& symbol) {
    Level& level = levels_[number];
    if (number == 0 && first_begin_ == 0) first_begin_ = symbol.begin;
    if (level.is_in_run) {
        if (level.body[level.place].token == symbol.token) {
            level.go_on(symbol.begin, symbol.end);
            if (level.place == level.period) finish_iteration(level);
            return;
        }
        end_run(number);
        return push(number, symbol);  // it may form another loop with the begun iteration
    }
    if (level.to - level.from == Level::kWaiting) {
        const Symbol oldest = level.waiting[level.from++ % Level::kWaiting];
        pass_on(number, oldest);
    }
    level.wait(symbol);
    if (const std::size_t period = level.repeated()) begin_run(number, period);
}

void LoopFinder::pass_on(std::size_t number, const Symbol& symbol) {
    if (number + 1 < kLevels) return push(number + 1, symbol);
    if (symbol.loop == 0 || symbol.loop == kUnknownLoop) return;
    Region& runs = regions_.runs;
    const bool is_short = (symbol.end - symbol.begin) * kLeastShareOfRun < symbol.end - first_begin_;
    if (is_short || runs.used == runs.capacity) return;
    regions_.run[runs.used] = {symbol.loop - 1, 0, symbol.begin, symbol.end};
    publish(runs, runs.used + 1);
}

/// The last 2 * `period` waiting symbols are the two iterations: earlier symbols are not part of the loop.
void LoopFinder::begin_run(std::size_t number, std::size_t period) {
    Level& level = levels_[number];
    while (level.to - level.from > 2 * period) {
        const Symbol oldest = level.waiting[level.from++ % Level::kWaiting];
        pass_on(number, oldest);
    }
    level.is_in_run = true;
    level.period = period;
    level.iterations = 1;
    level.own = {};
    for (std::size_t place = 0; place < period; ++place) {
        const Symbol& second = level.last(period - 1 - place);
        level.body[place] = level.last(2 * period - 1 - place);
        if (level.body[place].loop == 0) level.body[place].loop = second.loop;
        level.times[place] = {second.begin, second.end};
    }
    level.run_begin = level.iteration_begin = level.body[0].begin;
    level.from = level.to;

    // A start of the body that does not depend on the call at which the loop seems to begin.
    std::size_t first = 0;
    for (std::size_t other = 1; other < period; ++other)
        for (std::size_t step = 0; step < period; ++step) {
            const std::uint32_t one = level.body[(first + step) % period].token;
            const std::uint32_t two = level.body[(other + step) % period].token;
            if (two < one) first = other;
            if (two != one) break;
        }
    level.digest = period;
    for (std::size_t step = 0; step < period; ++step)
        level.digest = mixed(level.digest, level.body[(first + step) % period].token);
    level.number = *slot_of(level.digest);
    LoopEntry& entry = entry_of(level.number, level.own);
    entry.runs += 1;
    note_iteration(entry, level.run_begin, level.body[period - 1].end, 1);
    level.place = period;
    finish_iteration(level);
}

void LoopFinder::finish_iteration(Level& level) {
    LoopEntry& entry = entry_of(level.number, level.own);
    level.place = 0;
    level.iterations += 1;
    level.run_end = level.times[level.period - 1].end;
    note_interval(entry, level.iteration_begin, level.times[0].begin);
    level.iteration_begin = level.times[0].begin;
    note_iteration(entry, level.run_begin, level.run_end, level.iterations);
    if (level.number == 0 && level.iterations == kIterationsToKeep)
        level.number = keep(level.own, level.digest, std::span(level.body).first(level.period), level.run_begin);
}

/// The first half of the room is for any loop. Of the rest, some becomes free whenever the length of the run doubles,
/// so that loops that begin late have room too.
bool LoopFinder::deserves_room(std::uint64_t begin, std::uint64_t end) {
    const Region& loops = regions_.loops;
    const std::uint64_t elapsed = end - first_begin_;
    if (2 * loops.used < loops.capacity && 2 * regions_.parts.used < regions_.parts.capacity) return true;
    if (scarce_since_ == 0) scarce_since_ = elapsed, loops_then_ = loops.used;
    const auto doublings = static_cast<std::uint64_t>(std::bit_width(elapsed / (scarce_since_ + 1)));
    const std::uint64_t at_a_time = std::max<std::uint64_t>(1, (loops.capacity - loops_then_) / kDoublings);
    return loops.used < loops_then_ + doublings * at_a_time && (end - begin) * kLeastShare >= elapsed;
}

/// Makes an entry from `own`, for a loop with that body.   Returns: 1 + its number; 0: there was no room.
std::uint32_t LoopFinder::keep(LoopEntry& own, std::uint64_t digest, std::span<const Symbol> body,
                               std::uint64_t begin) {
    Region& loops = regions_.loops;
    Region& parts = regions_.parts;
    if (!deserves_room(begin, own.last_end)) return 0;
    if (loops.used == loops.capacity || parts.capacity - parts.used < body.size()) return 0;
    for (std::size_t place = 0; place < body.size(); ++place) {
        const Symbol& symbol = body[place];
        regions_.part[parts.used + place] = {symbol.bytes, symbol.loop, symbol.function, symbol.comm};
    }
    own.digest = digest;
    own.first_part = static_cast<std::uint32_t>(parts.used);
    own.parts = static_cast<std::uint32_t>(body.size());
    regions_.loop[loops.used] = own;
    publish(parts, parts.used + body.size());
    publish(loops, loops.used + 1);
    *slot_of(digest) = static_cast<std::uint32_t>(loops.used);
    return static_cast<std::uint32_t>(loops.used);
}

std::uint32_t* LoopFinder::slot_of(std::uint64_t digest) {
    std::size_t slot = digest & (index_.size() - 1);
    while (index_[slot] != 0 && regions_.loop[index_[slot] - 1].digest != digest)
        slot = (slot + 1) & (index_.size() - 1);
    return &index_[slot];
}

/// The symbol that ends an outer loop may still wait on a level below: a loop around one that does not lie in it has
/// ended.
std::uint32_t LoopFinder::outermost() const {
    std::uint32_t found = !levels_[0].is_in_run && again_.count >= kPartsToCount ? again_.number : 0;
    for (const Level& level : levels_) {
        const bool is_long = level.iterations >= 4 && level.iterations * level.period >= kPartsToCount;
        if (!level.is_in_run || !is_long || level.number == 0) continue;
        if (found == 0 || is_inside(found, level.number)) found = level.number;
    }
    return found;
}

bool LoopFinder::is_inside(std::uint32_t inner, std::uint32_t outer) const {
    const LoopEntry &loop = regions_.loop[outer - 1], &sought = regions_.loop[inner - 1];
    const LoopPart& call = regions_.part[sought.first_part];
    for (std::uint32_t place = loop.first_part; loop.parts > 1 && place < loop.first_part + loop.parts; ++place) {
        const LoopPart& part = regions_.part[place];
        if (part.loop == inner) return true;
        // A repeated call may have got its entry after the loop around it.
        const bool is_same_call = part.loop == 0 && part.function == call.function && part.comm == call.comm;
        if (sought.parts == 1 && call.loop == 0 && is_same_call) return true;
        if (part.loop != 0 && part.loop < outer && is_inside(inner, part.loop)) return true;
    }
    return false;
}

/// The begun, unfinished iteration is not part of the loop; its symbols wait, as do the following ones.
void LoopFinder::end_run(std::size_t number) {
    Level& level = levels_[number];
    const std::size_t begun = level.place;
    if (level.number == 0)
        level.number = keep(level.own, level.digest, std::span(level.body).first(level.period), level.run_begin);
    note_end(entry_of(level.number, level.own), level.run_end - level.run_begin, level.iterations);

    Symbol loop = level.body[0];
    loop.loop = level.number ? level.number : kUnknownLoop;
    loop.begin = level.run_begin;
    loop.end = level.run_end;
    if (level.period > 1) loop.token = static_cast<std::uint32_t>(level.digest >> 32) & ~kCallToken;
    level.is_in_run = false;
    std::array<Symbol, kMostBody> rest;
    for (std::size_t place = 0; place < begun; ++place) {
        rest[place] = level.body[place];
        rest[place].begin = level.times[place].begin;
        rest[place].end = level.times[place].end;
    }
    pass_on(number, loop);
    for (std::size_t place = 0; place < begun; ++place) push(number, rest[place]);
}

/// A repeated call may have had no entry yet when the loop around it got its own.
void LoopFinder::name_repeated_calls() {
    for (std::size_t number = 0; number < regions_.loops.used; ++number) {
        const LoopEntry& loop = regions_.loop[number];
        for (std::uint32_t place = loop.first_part; loop.parts > 1 && place < loop.first_part + loop.parts; ++place) {
            LoopPart& part = regions_.part[place];
            for (const bool has_size : {true, false})
                if (part.loop == 0)
                    part.loop = *slot_of(mixed(1, token_of({part.bytes, part.function, part.comm, has_size})));
        }
    }
}

void LoopFinder::finish() {
    if (again_.count > 0) end_repeating();
    last_token_ = 0;
    for (std::size_t number = 0; number < kLevels; ++number) {
        Level& level = levels_[number];
        while (level.is_in_run || level.from != level.to) {
            if (level.is_in_run) end_run(number);
            while (!level.is_in_run && level.from != level.to) {
                const Symbol oldest = level.waiting[level.from++ % Level::kWaiting];
                pass_on(number, oldest);
            }
        }
    }
    name_repeated_calls();
}

}  // namespace shunt::record
