#include <algorithm>

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

std::string without_comments(const std::string& text) {
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);) kept += line.substr(0, line.find("--")) + "\n";
    return kept;
}

enum class Sort : std::uint8_t { blank, word, keyword, number, operation, other };

constexpr std::string_view kKeywords[] = {"and", "do",    "else", "elseif", "end",    "for",  "function", "if",
                                          "in",  "local", "not",  "or",     "return", "then", "while"};

Sort sort_of(char c) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return Sort::number;
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') return Sort::word;
    if (std::string_view("+-*%/&~<>=").find(c) != std::string_view::npos) return Sort::operation;
    return std::isspace(static_cast<unsigned char>(c)) != 0 ? Sort::blank : Sort::other;
}

struct Token {
    Sort sort;
    std::string text;
};

std::vector<Token> tokens_of(const std::string& text) {
    std::vector<Token> tokens;
    for (const char c : text) {
        const Sort sort = sort_of(c);
        const bool goes_on = !tokens.empty() && sort != Sort::other &&
                             (tokens.back().sort == sort || (tokens.back().sort == Sort::word && sort == Sort::number));
        if (goes_on) tokens.back().text += c;
        else tokens.push_back({sort, std::string(1, c)});
    }
    for (Token& token : tokens)
        if (std::ranges::count(kKeywords, token.text) > 0) token.sort = Sort::keyword;
    for (Token& token : tokens)
        if (token.text == "=") token.sort = Sort::other;
    return tokens;
}

constexpr const char* kNumbers[] = {"0", "1", "2", "3", "-1", "call.ranks", "call.root", "me.rank", "(1 << 62)", "0.5"};
constexpr const char* kWords[] = {"me",    "call",   "nil",   "true", "root",    "rank",    "ranks",        "count",
                                  "input", "output", "send",  "copy", "receive", "combine", "combine_left", "exchange",
                                  "part",  "block",  "slice", "not",  "n",       "flat",    "chain",        "binomial"};
constexpr const char* kSigns[] = {"+", "-", "*", "%", "//", "&", "~", "==", "<", ">", "~=", "<=", "<<"};
constexpr const char* kMore[] = {" while true do ",
                                 " end ",
                                 " me:scratch(1) ",
                                 " me:copy(me.input, me.output) ",
                                 " + 1",
                                 " - 1",
                                 " return ",
                                 " me:send(0, me.output) ",
                                 " {} ",
                                 " nil "};

template <std::size_t N>
const char* one_of(const char* const (&texts)[N], Random& random) {
    return texts[random.below(N)];
}

/// Another token of the same sort, from the script or from the lists above: most results can still be parsed.
std::string other_than(const std::vector<Token>& tokens, const Token& token, Random& random) {
    if (token.sort == Sort::number) return one_of(kNumbers, random);
    if (random.below(2) == 0) return token.sort == Sort::word ? one_of(kWords, random) : one_of(kSigns, random);
    for (int tries = 0; tries < 100; ++tries) {
        const Token& other = tokens[random.below(tokens.size())];
        if (other.sort == token.sort && other.text != token.text) return other.text;
    }
    return token.text;
}

/// Drops, repeats or moves a line.
void change_lines(std::string& text, Random& random) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    const std::size_t at = random.below(lines.size());
    const std::string line = lines[at];
    const std::uint64_t how = random.below(3);
    if (how != 1) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
    if (how != 0) lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(random.below(lines.size() + 1)), line);
    text.clear();
    for (const std::string& each : lines) text += each + "\n";
}

std::string mutated(std::string text, Random& random) {
    const std::uint64_t changes = 1 + random.below(2);
    for (std::uint64_t i = 0; i < changes; ++i) {
        std::vector<Token> tokens = tokens_of(text);
        std::size_t at = random.below(tokens.size());
        const auto is_dull = [&] { return tokens[at].sort != Sort::word && tokens[at].sort < Sort::number; };
        for (int tries = 0; tries < 100 && (is_dull() || tokens[at].sort == Sort::other); ++tries)
            at = random.below(tokens.size());
        const std::uint64_t how = random.below(10);
        if (how < 6) tokens[at].text = other_than(tokens, tokens[at], random);
        else if (how == 6) tokens[at].text.clear();
        else if (how == 7) tokens[at].text += one_of(kMore, random);
        else if (how == 8) tokens[at].text += static_cast<char>(random.below(256));
        text.clear();
        for (const Token& token : tokens) text += token.text;
        if (how == 9) change_lines(text, random);
    }
    return text;
}

struct Tally {
    int loaded = 0, made = 0, right = 0, wrong = 0;
};

/// Checks only that a program which the checker accepts gives the right bytes.
void try_call(Creators& creators, const Call& call, std::uint64_t seed, Tally& tally) {
    const Made made = creators.make(call);
    if (made.program == nullptr) return;
    ++tally.made;
    for (const Memory memory : {Memory::apart, Memory::in_place}) {
        if (!program::check(*made.to_prove, memory).right()) {
            ++tally.wrong;
            continue;
        }
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
    std::vector<std::string> scripts;
    for (const char* name : kReadyScripts) scripts.push_back(without_comments(ready_script(name)));
    for (std::string& script : scripts)
        if (script.find("timed(") != std::string::npos) script = without_comments(ready_script("halving")) + script;
    Tally tally;
    for (std::uint64_t seed = first; seed < last; ++seed) {
        Random random(seed * 2 + 1);
        try_script(mutated(scripts[seed % scripts.size()], random), seed, tally);
    }
    return tally;
}

}  // namespace

TEST_CASE("mutated scripts crash nothing, and accepted programs are right", "[script]") {
    const Tally tally = try_seeds(0, end_of_seeds(0, 5000));
    CHECK(tally.loaded > times_with_seeds(2000));
    CHECK(tally.made > times_with_seeds(2500));
    CHECK(tally.right > times_with_seeds(4000));
    CHECK(tally.wrong > times_with_seeds(150));
}

TEST_CASE("100000 mutated scripts", "[.][script-fuzz]") {
    const Tally tally = try_seeds(1'000'000, 1'100'000);
    WARN(tally.loaded << " loaded, " << tally.made << " programs, " << tally.right << " times accepted and right, "
                      << tally.wrong << " times refused");
    CHECK(tally.right > 10'000);
}
