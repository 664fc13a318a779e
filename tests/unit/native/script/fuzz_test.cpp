#include "native/base/random.hpp"
#include "native/program/goal.hpp"
#include "native/program/replay.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/native/script/scripts.hpp"

using namespace shunt;
using namespace shunt::script;
using namespace shunt::script::test;
using program::Memory;

namespace {

/// Words, numbers and signs of a script, with the blanks before each.
std::vector<std::string> tokens_of(std::string_view text) {
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = text.find_first_not_of(" ", at);
        end = std::min(end, text.size());
        const auto is_word = [&](std::size_t i) {
            return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
        };
        if (is_word(end))
            while (is_word(end)) ++end;
        else end = std::min(end + 1, text.size());
        tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

constexpr const char* kOthers[] = {" 0",
                                   " 1",
                                   " 2",
                                   " -1",
                                   " 3",
                                   " call.ranks",
                                   " call.root",
                                   " nil",
                                   " me",
                                   " me.rank",
                                   " call",
                                   " 1 << 62",
                                   " 1 // 0",
                                   " 0.5",
                                   " not",
                                   " and",
                                   " or",
                                   " ==",
                                   " ~=",
                                   " <",
                                   " +",
                                   " - 1",
                                   " * 2",
                                   " % 2",
                                   " return",
                                   " end",
                                   " then",
                                   " do",
                                   " (",
                                   ")",
                                   " {}",
                                   ", ",
                                   " ..",
                                   " 'x'",
                                   " me.input",
                                   " me.output",
                                   " me:scratch(1)",
                                   " send",
                                   " receive",
                                   " combine",
                                   " while true do"};

std::string mutated(const std::vector<std::string>& original, Random& random) {
    std::vector<std::string> tokens = original;
    const std::uint64_t changes = 1 + random.below(2);
    for (std::uint64_t i = 0; i < changes; ++i) {
        const std::size_t at = random.below(tokens.size());
        switch (random.below(6)) {
            case 0: tokens[at] = kOthers[random.below(std::size(kOthers))]; break;
            case 1: tokens[at] = " " + tokens[random.below(tokens.size())]; break;
            case 2: tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at)); break;
            case 3: std::swap(tokens[at], tokens[random.below(tokens.size())]); break;
            case 4:
                tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                              kOthers[random.below(std::size(kOthers))]);
                break;
            default: tokens[at].push_back(static_cast<char>(random.below(256))); break;
        }
        if (tokens.empty()) tokens.emplace_back(" ");
    }
    std::string text;
    for (const std::string& token : tokens) text += token;
    return text;
}

struct Tally {
    int loaded = 0, made = 0, right = 0;
};

/// A program that the checker accepts gives the right bytes; nothing else matters.
void try_call(Creators& creators, const Call& call, std::uint64_t seed, Tally& tally) {
    const Made made = creators.make(call);
    if (made.program == nullptr) return;
    ++tally.made;
    for (const Memory memory : {Memory::apart, Memory::in_place}) {
        if (!program::check(*made.to_prove, memory).right()) continue;
        ++tally.right;
        const std::string wrong = program::replay(*made.program, memory, seed);
        if (wrong.empty()) continue;
        INFO(program::to_text(*made.program));
        CHECK(wrong == "");
    }
}

void try_script(const std::string& text, std::uint64_t seed, Tally& tally) {
    Random random(seed);
    const int ranks = 1 + static_cast<int>(random.below(7));
    Limits limits;
    limits.work = 200'000;
    limits.work_per_rank = 0;
    limits.memory = 4u << 20;
    limits.steps = 2000;
    limits.steps_per_rank = 0;
    Creators creators(clusters_of(ranks, 2), limits);
    if (!creators.add(text, "mutated.lua").empty()) return;
    ++tally.loaded;
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        const auto operation = static_cast<Operation>(i);
        if (!creators.has(operation)) continue;
        const auto n = static_cast<std::uint64_t>(ranks);
        Call call = call_of(operation, operation == Operation::barrier ? 0 : random.below(9));
        if (program::has_root(operation)) call.root = static_cast<int>(random.below(n));
        for (std::uint64_t k = program::counts_of(operation, n); k > 0; --k) call.counts.push_back(random.below(4));
        if (!call.counts.empty()) call.count = 0;
        call.commutative = random.below(2) == 0;
        try_call(creators, call, seed, tally);
    }
}

Tally try_seeds(std::uint64_t first, std::uint64_t last) {
    std::vector<std::vector<std::string>> scripts;
    for (const char* name : kReadyScripts) scripts.push_back(tokens_of(ready_script(name)));
    Tally tally;
    for (std::uint64_t seed = first; seed < last; ++seed) {
        Random random(seed * 2 + 1);
        try_script(mutated(scripts[seed % scripts.size()], random), seed, tally);
    }
    return tally;
}

}  // namespace

TEST_CASE("mutated scripts crash nothing, and what is accepted is right", "[script]") {
    const Tally tally = try_seeds(0, end_of_seeds(0, 5000));
    CHECK(tally.loaded > times_with_seeds(600));
    CHECK(tally.made > times_with_seeds(600));
    CHECK(tally.right > times_with_seeds(300));
}

TEST_CASE("100000 mutated scripts", "[.][script-fuzz]") {
    const Tally tally = try_seeds(1'000'000, 1'100'000);
    WARN(tally.loaded << " loaded, " << tally.made << " programs, " << tally.right << " accepted and right");
    CHECK(tally.right > 10'000);
}
