#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/communicator_name.hpp"
#include "config/value.hpp"
#include "native/base/operation.hpp"

namespace shunt::config {

/// A parameter of an engine. `range` has the form of the options table: `1..1K`, `1us..1s`, `auto|ring`, or empty for
/// any word.
struct ParameterWord {
    std::string_view name;
    std::string_view range;
};

/// An engine that rules may name. `host`, and `auto`, which takes no parameters, are always known, and are not listed.
struct EngineWord {
    std::string_view name;
    std::span<const ParameterWord> parameters;
};

/// The parameters of a rule for `host`: one of the host's own algorithms, by the host's name, and the bytes that the
/// algorithm sends at a time. The available names depend on the host that runs (shim/host/host_algorithms.hpp).
inline constexpr ParameterWord kHostParameters[] = {{"algorithm", ""}, {"segment", "0..1G"}};

/// The names that rules may use; at most 64 operations.   Owner: the caller keeps the referenced data during parsing,
/// not longer.
struct Vocabulary {
    std::span<const OperationWord> operations;
    std::span<const EngineWord> engines;
};

/// Point-to-point communication of a communicator, decided as a whole when it is made. `*` does not include it.
inline constexpr std::string_view kMessagesName = "p2p";

/// The operations of a vocabulary: every Operation at its own index, then kMessagesName. Nonblocking and persistent
/// variants have the same name.
inline constexpr auto kMpiOperations = [] {
    std::array<OperationWord, kOperationCount + 1> words{};
    std::ranges::copy(kOperations, words.begin());
    words.back() = {kMessagesName, false};
    return words;
}();

/// The index of `name` in `operations`, or -1.
int operation_index(std::span<const OperationWord> operations, std::string_view name);

/// The inputs of a decision; equal on all ranks of the communicator.
/// Units: `bytes` is the buffer of bcast; the vector of reduce, allreduce, reduce_scatter (the whole), scan and exscan;
/// the block for one pair of ranks of alltoall, allgather, gather, scatter and reduce_scatter_block; 0 for barrier. It
/// is ignored for operations whose bytes may differ between ranks.
struct Facts {
    int operation = 0;  ///< index in Vocabulary::operations; in kMpiOperations that of the Operation
    std::int64_t bytes = 0;
    int ranks = 1;
    int nodes = 1;
    CommunicatorName communicator;
    bool rounded = false;    ///< another order of combining may change the last bits of the result
    std::uint32_t call = 0;  ///< ordinal among the communicator's collectives, from 1; 0: any, for questions that
                             ///< concern no call
};

/// A parameter of a rule: its text in canonical form, and its number if it is one (integer, ns, index of a choice). For
/// a text given to an engine the number is 1 + its index in RuleSet::texts.
struct Parameter {
    std::string name;
    std::string value;
    std::int64_t number = 0;
};

/// Rule::engine of a rule that leaves the choice to Shunt.
inline constexpr int kAutoEngine = -1;
inline constexpr std::string_view kAutoName = "auto";
/// Rule::engine of a rule that gives messages to remote write (native/engines/remote_write); only with kMessagesName.
inline constexpr int kRemoteWriteEngine = -2;
inline constexpr std::string_view kRemoteWriteName = "remote_write";

/// Rule::operations of `*`.
inline constexpr std::uint64_t kAllOperations = ~std::uint64_t{0};

/// The part of a plan's line (config/plan.hpp) that is not a rule.
struct PlanNote {
    std::uint16_t line = 0;       ///< of the plan's text, counted from 1; 0: the rule is not part of a plan
    bool rounded = false;         ///< it also applies to Facts::rounded reductions
    std::int64_t expect_ns = 0;   ///< expected time of a call by the rule's engine; 0: not given
    std::int64_t instead_ns = 0;  ///< time without this line
    std::vector<Range> calls;     ///< the only ordinals to which it applies; ascending and disjoint; empty: all
};

/// A bit of the numbers by which decisions are recorded: if set, the other bits are the line of a plan, not the number
/// of a rule.
inline constexpr std::uint16_t kPlanLine = 0x8000;

/// One rule: its conditions, and the engine that then carries the operation.
struct Rule {
    std::uint64_t operations = 0;  ///< bit i: index i of the vocabulary; kAllOperations for `*`
    Range bytes;
    Range ranks;
    Range nodes;
    CommunicatorPattern communicator;
    int engine = 0;  ///< 0: host; 1 + index in Vocabulary::engines; kAutoEngine; kRemoteWriteEngine
    std::string engine_name;
    std::vector<Parameter> parameters;  ///< sorted by name
    std::string text;                   ///< canonical
    std::string where;                  ///< "shunt.conf:12" or "SHUNT_RULES, rule 2"
    PlanNote plan;
};

/// A text that rules give an engine.
struct EngineText {
    int engine = 0;  ///< as Rule::engine
    std::string text;
    friend bool operator==(const EngineText&, const EngineText&) = default;
};

/// Rules in their order: those of a plan first.
struct RuleSet {
    std::vector<Rule> rules;
    std::size_t planned = 0;        ///< the number of rules that are part of a plan
    std::vector<EngineText> texts;  ///< each once, in the order of the rules
    bool refused = false;           ///< a rule was wrong, so all but the plan's were dropped
    bool plan_refused = false;      ///< a line of the plan was wrong, so all of its rules were dropped
};

/// The number by which decisions by `rule`, one of `rules`, are recorded: its index among those that are not part of a
/// plan, counted from 1, or kPlanLine and its line.
std::uint16_t number_of(const RuleSet& rules, const Rule& rule);
/// The place of the plan's line with that number_of() among the plan's rules, from 1; 0: the number is not of a plan.
/// Ranks whose plans differ only in comments have equal places, but unequal numbers.
std::uint16_t place_in_plan(const RuleSet& rules, std::uint16_t number);

/// The last ordinal from `call` on to which the same rules apply; UINT32_MAX: all.   Thread: any.
std::uint32_t holds_until(const RuleSet& rules, std::uint32_t call);

/// Removes the rules that are part of a plan.
void drop_plan(RuleSet& rules);

/// The first rule that matches, or nullptr: then the host carries the operation, as it does if the rule's engine is 0.
/// Owner: `rules`.   Thread: any.   Blocks: never; allocates nothing.
const Rule* decide(const RuleSet& rules, const Facts& facts);

/// The first rule that names kMessagesName and matches a communicator with that many members on that many nodes, or
/// nullptr. Owner: `rules`.   Thread: any.   Blocks: never; allocates nothing.
const Rule* decide_messages(const RuleSet& rules, int ranks, int nodes, CommunicatorName communicator);

/// The value of the parameter `name`, or nullptr if the rule leaves it to the engine.   Owner: `rule`.
const Parameter* find_parameter(const Rule& rule, std::string_view name);

/// The rules, one a line, in a form that does not depend on how they were typed.
std::string canonical_text(const RuleSet& rules);

}  // namespace shunt::config
