// Programs that are changed at random: every program that the checker accepts must give the right bytes.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "native/base/random.hpp"
#include "native/program/checker.hpp"
#include "native/program/goal.hpp"
#include "native/program/replay.hpp"
#include "tests/unit/native/program/programs.hpp"

using namespace shunt;
using namespace shunt::program;

namespace {

/// A small number, near `old`, or any.
std::uint64_t other_number(Random& random, std::uint64_t old) {
    switch (random.below(5)) {
        case 0: return old + 1;
        case 1: return old - 1;
        case 2: return random.below(6);
        case 3: return old + random.below(5);
        default: return random.chance(1, 10) ? random.next() : random.below(40);
    }
}

void change_after(Random& random, RankProgram& rank, Step& step) {
    const std::uint64_t kind = random.below(3);
    if (kind == 0 && step.after_end > step.after_begin) --step.after_end;
    if (kind == 1 && step.after_begin < rank.afters.size())
        rank.afters[step.after_begin] = static_cast<std::uint32_t>(other_number(random, rank.afters[step.after_begin]));
    if (kind == 2) step.after_begin = static_cast<std::uint32_t>(other_number(random, step.after_begin));
}

void change_step(Random& random, RankProgram& rank, Step& step) {
    switch (random.below(10)) {
        case 0: step.kind = static_cast<Kind>(random.below(random.chance(1, 20) ? 256 : 4)); break;
        case 1: step.from_buffer = static_cast<Buffer>(random.below(random.chance(1, 20) ? 256 : 3)); break;
        case 2: step.to_buffer = static_cast<Buffer>(random.below(random.chance(1, 20) ? 256 : 3)); break;
        case 3: step.from_is_left = !step.from_is_left; break;
        case 4:
            step.peer = static_cast<std::int32_t>(other_number(random, static_cast<std::uint64_t>(step.peer)));
            break;
        case 5: step.from_first = other_number(random, step.from_first); break;
        case 6: step.to_first = other_number(random, step.to_first); break;
        case 7: step.count = other_number(random, step.count); break;
        case 8: step.chunk = other_number(random, step.chunk); break;
        default: change_after(random, rank, step); break;
    }
}

/// Copies, moves or removes a step; the dependences of the other steps stay as they were.
void change_steps(Random& random, RankProgram& rank) {
    const std::uint64_t a = random.below(rank.steps.size()), b = random.below(rank.steps.size());
    switch (random.below(3)) {
        case 0: std::swap(rank.steps[a], rank.steps[b]); break;
        case 1: rank.steps[a] = rank.steps[b]; break;
        default: rank.steps.erase(rank.steps.begin() + static_cast<std::ptrdiff_t>(a));
    }
}

void change_call(Random& random, Program& program) {
    switch (random.below(5)) {
        case 0: program.operation = static_cast<Operation>(random.below(kOperationCount)); break;
        case 1: program.root = static_cast<int>(other_number(random, static_cast<std::uint64_t>(program.root))); break;
        case 2: program.count = random.below(16); break;
        case 3: program.commutative = !program.commutative; break;
        default:
            if (!program.counts.empty()) program.counts[random.below(program.counts.size())] = random.below(6);
    }
}

void change(Random& random, Program& program) {
    RankProgram& rank = program.ranks[random.below(program.ranks.size())];
    if (random.chance(1, 20)) return change_call(random, program);
    if (random.chance(1, 20)) rank.scratch = random.below(30);
    if (rank.steps.empty()) return;
    if (random.chance(1, 6)) return change_steps(random, rank);
    change_step(random, rank, rank.steps[random.below(rank.steps.size())]);
}

/// Mostly replaces one digit by another, because most other changes make an invalid program.
void change(Random& random, std::string& text) {
    const std::uint64_t at = random.below(text.size()), from = random.below(text.size());
    switch (random.below(8)) {
        case 0: text[at] = static_cast<char>(random.below(256)); break;
        case 1: text[at] = text[from]; break;
        case 2: text.erase(at, 1 + random.below(8)); break;
        case 3: text.insert(at, text.substr(from, random.below(20))); break;
        default:
            const auto digit = text.find_first_of("0123456789", at);
            if (digit != text.npos) text[digit] = static_cast<char>('0' + random.below(10));
    }
}

Program any_program(Random& random) {
    const int ranks = static_cast<int>(1 + random.below(6)),
              root = static_cast<int>(random.below(static_cast<std::uint64_t>(ranks)));
    auto all = known_programs(ranks, root, random.below(9), random.below(4));
    return std::move(all[random.below(all.size())]);
}

std::uint64_t elements_of(const Program& program) {
    std::uint64_t sum = 0;
    for (int rank = 0; rank < program.size(); ++rank)
        for (const Buffer buffer : {Buffer::send, Buffer::receive, Buffer::scratch})
            sum += size_of(program, rank, buffer);
    return sum;
}

struct Tally {
    int accepted = 0;
    int rejected = 0;
};

/// Checks a changed program. If it is accepted, it runs in a few orders.
void judge(Random& random, const Program& program, Tally& tally) {
    const auto memory = random.chance(1, 2) ? Memory::apart : Memory::in_place;
    if (!check(program, memory).right()) {
        ++tally.rejected;
        return;
    }
    ++tally.accepted;
    REQUIRE(elements_of(program) < 100'000);
    for (int run = 0; run < 3; ++run) {
        const std::string wrong = replay(program, memory, random.next());
        if (!wrong.empty()) FAIL(wrong << "\n" << to_text(program));
    }
}

/// Prints the counts if the user asked for many mutations.
void tell(const Tally& tally) {
    if (std::getenv("SHUNT_MUTATIONS") != nullptr) WARN(tally.accepted << " taken, " << tally.rejected << " refused");
}

/// The number of mutations: enough to notice a fault, or SHUNT_MUTATIONS.
int mutations() {
    const char* told = std::getenv("SHUNT_MUTATIONS");
    return told != nullptr ? std::atoi(told) : 4000;
}

}  // namespace

TEST_CASE("no changed program is taken that gives other bytes", "[program]") {
    Random random(20);
    Tally tally;
    for (int n = 0; n < mutations(); ++n) {
        Program program = any_program(random);
        for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) change(random, program);
        judge(random, program, tally);
    }
    tell(tally);
    CHECK(tally.accepted > mutations() / 50);
    CHECK(tally.rejected > mutations() / 2);
}

TEST_CASE("no changed text of a program does harm", "[program]") {
    Random random(21);
    Tally tally;
    for (int n = 0; n < mutations(); ++n) {
        std::string text = to_text(any_program(random));
        for (std::uint64_t changes = 1 + random.below(3); changes > 0 && !text.empty(); --changes) change(random, text);
        const Parsed parsed = parse(text, "mutated");
        CHECK(parsed.program.has_value() == parsed.error.empty());
        if (!parsed.program || parsed.program->size() > 100) continue;
        judge(random, *parsed.program, tally);
    }
    tell(tally);
    CHECK(tally.accepted > mutations() / 100);
    CHECK(tally.rejected > mutations() / 20);
}
