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

/// A parameter of an engine. `range` is as in the options table: `1..1K`, `1us..1s`, `auto|ring`, or empty for any
/// word.
struct ParameterWord {
    std::string_view name;
    std::string_view range;
};

/// An engine rules may name. `host` and `auto`, which takes no parameters, are always known, and are not listed.
struct EngineWord {
    std::string_view name;
    std::span<const ParameterWord> parameters;
};

/// What a rule for `host` may ask of it: one of its own algorithms, by the host's name, and the bytes that the
/// algorithm sends at a time. Which names there are depends on the host that runs (shim/host/host_algorithms.hpp).
inline constexpr ParameterWord kHostParameters[] = {{"algorithm", ""}, {"segment", "0..1G"}};

/// What rules may speak of; at most 64 operations.   Owner: the caller keeps what it points to while parsing, not
/// longer.
struct Vocabulary {
    std::span<const OperationWord> operations;
    std::span<const EngineWord> engines;
};

/// Point-to-point communication of a communicator, decided as a whole when it is made. `*` does not mean it.
inline constexpr std::string_view kMessagesName = "p2p";

/// What rules may name, for a vocabulary: every Operation at its own place, then kMessagesName. Nonblocking and
/// persistent variants go by the same name.
inline constexpr auto kMpiOperations = [] {
    std::array<OperationWord, kOperationCount + 1> words{};
    std::ranges::copy(kOperations, words.begin());
    words.back() = {kMessagesName, false};
    return words;
}();

/// The place of `name` in `operations`, or -1.
int operation_index(std::span<const OperationWord> operations, std::string_view name);

/// What a decision may depend on; equal on all ranks of the communicator.
/// Units: `bytes` is the buffer of bcast; the vector of reduce, allreduce, reduce_scatter (the whole), scan and exscan;
/// the block for one pair of ranks of alltoall, allgather, gather, scatter and reduce_scatter_block; 0 for barrier. It
/// is not looked at for operations whose bytes may differ between ranks.
struct Facts {
    int operation = 0;  ///< place in Vocabulary::operations; in kMpiOperations that of the Operation
    std::int64_t bytes = 0;
    int ranks = 1;
    int nodes = 1;
    CommunicatorName communicator;
    bool rounded = false;    ///< another order of combining may change the last bits of the result
    std::uint32_t call = 0;  ///< ordinal among the communicator's collectives, from 1; 0: any, for what asks of no call
};

/// A parameter of a rule: its text in canonical form, and as a number where it is one (integer, ns, place of a choice);
/// of a text given to an engine 1 + its place in RuleSet::texts.
struct Parameter {
    std::string name;
    std::string value;
    std::int64_t number = 0;
};

/// Rule::engine of a rule that leaves the choice to Shunt.
inline constexpr int kAutoEngine = -1;
inline constexpr std::string_view kAutoName = "auto";
/// Rule::engine of a rule by which messages go by remote write (native/engines/remote_write): of kMessagesName alone.
inline constexpr int kRemoteWriteEngine = -2;
inline constexpr std::string_view kRemoteWriteName = "remote_write";

/// Rule::operations of `*`.
inline constexpr std::uint64_t kAllOperations = ~std::uint64_t{0};

/// What a line of a plan (config/plan.hpp) has beside its rule.
struct PlanNote {
    std::uint16_t line = 0;       ///< of the plan's text, from 1; 0: the rule is not of a plan
    bool rounded = false;         ///< it means Facts::rounded reductions too
    std::int64_t expect_ns = 0;   ///< that a call by the rule's engine takes, as the plan says; 0: it does not
    std::int64_t instead_ns = 0;  ///< that it takes without this line
    std::vector<Range> calls;     ///< the only ordinals that it holds for; ascending and apart; empty: all
};

/// A bit of the numbers that decisions are recorded with: the others are the line of a plan, not the place of a rule.
inline constexpr std::uint16_t kPlanLine = 0x8000;

/// One rule: what it asks for, and which engine then carries the operation.
struct Rule {
    std::uint64_t operations = 0;  ///< bit i: place i of the vocabulary; kAllOperations for `*`
    Range bytes;
    Range ranks;
    Range nodes;
    CommunicatorPattern communicator;
    int engine = 0;  ///< 0: host; 1 + place in Vocabulary::engines; kAutoEngine; kRemoteWriteEngine
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
    std::size_t planned = 0;        ///< so many are of a plan
    std::vector<EngineText> texts;  ///< each once, in the order of the rules
    bool refused = false;           ///< a rule was wrong, so all but the plan's were dropped
    bool plan_refused = false;      ///< a line of the plan was wrong, so all of these were dropped
};

/// The number that decisions by `rule`, one of `rules`, are recorded with: its place among those that are not of a
/// plan, counted from 1, or kPlanLine and its line.
std::uint16_t number_of(const RuleSet& rules, const Rule& rule);

/// The last ordinal from `call` on of which the same rules hold; UINT32_MAX: of all.   Thread: any.
std::uint32_t holds_until(const RuleSet& rules, std::uint32_t call);

/// Leaves out what is of a plan.
void drop_plan(RuleSet& rules);

/// The first rule that matches, or nullptr: then the host carries the operation, as it does when the rule's engine is
/// 0. Owner: `rules`.   Thread: any.   Blocks: never; allocates nothing.
const Rule* decide(const RuleSet& rules, const Facts& facts);

/// The first rule that names kMessagesName and fits a communicator of so many members on so many nodes, or nullptr.
/// Owner: `rules`.   Thread: any.   Blocks: never; allocates nothing.
const Rule* decide_messages(const RuleSet& rules, int ranks, int nodes, CommunicatorName communicator);

/// The value of the parameter `name`, or nullptr when the rule leaves it to the engine.   Owner: `rule`.
const Parameter* find_parameter(const Rule& rule, std::string_view name);

/// The rules, one a line, written the same way whatever way they were typed.
std::string canonical_text(const RuleSet& rules);

}  // namespace shunt::config
