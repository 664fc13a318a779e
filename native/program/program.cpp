#include "native/program/program.hpp"

#include <algorithm>

#include "native/base/siphash.hpp"

namespace shunt::program {
namespace {

/// SipHash of numbers, least significant byte first. The key is not secret: it only has to be the same everywhere.
class NumberHash {
public:
    void add(std::uint64_t number) {
        std::byte bytes[8];
        for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(number >> (8 * i));
        hash_.add(bytes);
    }
    std::uint64_t finish() { return hash_.finish(); }

private:
    SipHash hash_{SipKey{0x7368756e74207072, 0x6f6772616d203031}};
};

std::uint64_t packed(const Step& step) {
    const auto byte = [](auto value) { return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value)); };
    return byte(step.kind) | byte(step.from_buffer) << 8 | byte(step.to_buffer) << 16 | byte(step.from_is_left) << 24 |
           static_cast<std::uint64_t>(static_cast<std::uint32_t>(step.peer)) << 32;
}

/// Clears the fields that a step of its kind does not use, so that equal steps have equal members.
void leave_only_what_counts(Step& step) {
    const Step none;
    if (step.kind == Kind::receive) {
        step.from_buffer = none.from_buffer;
        step.from_first = none.from_first;
    }
    if (step.kind == Kind::send) {
        step.to_buffer = none.to_buffer;
        step.to_first = none.to_first;
    }
    if (step.kind != Kind::combine) step.from_is_left = none.from_is_left;
    if (step.kind == Kind::combine || step.kind == Kind::copy) step.peer = none.peer;
}

bool equal(const RankProgram& a, const RankProgram& b) {
    if (a.scratch != b.scratch || a.steps.size() != b.steps.size()) return false;
    for (std::size_t i = 0; i < a.steps.size(); ++i) {
        const Step &x = a.steps[i], &y = b.steps[i];
        if (packed(x) != packed(y) || x.from_first != y.from_first || x.to_first != y.to_first || x.count != y.count ||
            x.chunk != y.chunk || !std::ranges::equal(a.after(x), b.after(y)))
            return false;
    }
    return true;
}

Step step_of(Kind kind, std::uint64_t count, std::uint64_t chunk) {
    Step step;
    step.kind = kind;
    step.count = count;
    step.chunk = chunk;
    return step;
}

void take_from(Step& step, Range from) {
    step.from_buffer = from.buffer;
    step.from_first = from.first;
}

void put_into(Step& step, Range to) {
    step.to_buffer = to.buffer;
    step.to_first = to.first;
}

}  // namespace

Step send_step(Range from, int peer, std::uint64_t chunk) {
    Step step = step_of(Kind::send, from.count, chunk);
    take_from(step, from);
    step.peer = peer;
    return step;
}

Step receive_step(Range to, int peer, std::uint64_t chunk) {
    Step step = step_of(Kind::receive, to.count, chunk);
    put_into(step, to);
    step.peer = peer;
    return step;
}

Step copy_step(Range from, Range to, std::uint64_t chunk) {
    Step step = step_of(Kind::copy, from.count, chunk);
    take_from(step, from);
    put_into(step, to);
    return step;
}

Step combine_step(Range from, Range to, bool from_is_left, std::uint64_t chunk) {
    Step step = copy_step(from, to, chunk);
    step.kind = Kind::combine;
    step.from_is_left = from_is_left;
    return step;
}

std::uint32_t RankProgram::add(Step step, std::span<const std::uint32_t> after) {
    leave_only_what_counts(step);
    step.after_begin = static_cast<std::uint32_t>(afters.size());
    afters.insert(afters.end(), after.begin(), after.end());
    step.after_end = static_cast<std::uint32_t>(afters.size());
    steps.push_back(step);
    return static_cast<std::uint32_t>(steps.size() - 1);
}

bool equal(const Program& a, const Program& b) {
    return a.operation == b.operation && a.root == b.root && a.count == b.count && a.counts == b.counts &&
           a.commutative == b.commutative &&
           std::ranges::equal(a.ranks, b.ranks, [](const RankProgram& x, const RankProgram& y) { return equal(x, y); });
}

std::uint64_t digest_of(const Program& program) {
    NumberHash hash;
    for (const std::uint64_t number :
         {static_cast<std::uint64_t>(program.operation), static_cast<std::uint64_t>(program.root), program.count,
          static_cast<std::uint64_t>(program.commutative), static_cast<std::uint64_t>(program.counts.size())})
        hash.add(number);
    for (const auto count : program.counts) hash.add(count);
    hash.add(program.ranks.size());
    for (const RankProgram& rank : program.ranks) {
        hash.add(rank.scratch);
        hash.add(rank.steps.size());
        for (const Step& step : rank.steps) {
            for (const std::uint64_t number : {packed(step), step.from_first, step.to_first, step.count, step.chunk})
                hash.add(number);
            const auto after = rank.after(step);
            hash.add(after.size());
            for (const auto index : after) hash.add(index);
        }
    }
    return hash.finish();
}

}  // namespace shunt::program
