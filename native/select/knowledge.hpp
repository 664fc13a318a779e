#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/operation.hpp"

namespace shunt {

/// Results of `auto` for one kind of calls, as stored for later runs: a line of text such as
///   bcast 256K ranks 8 nodes 8 -> pipeline 12300us, host 62000us, host:chain/8K 15000us on 2026-11-25
///   alltoall 8K unfinished 3 ranks 8 nodes 8 -> phased 900us, host 990us on 2026-11-25
///   allreduce 64K rounded ranks 8 nodes 8 -> pipeline 3100us, host 4200us on 2026-11-25
///   scan 8K doubted ranks 8 nodes 8 -> pipeline 310us, host 420us on 2026-11-25
struct KnowledgeEntry {
    /// A candidate's name and time. The name is valid in later runs too: an engine's, `host`, or
    /// `host:ALGORITHM/SEGMENT`.
    struct Time {
        std::string name;
        double ns = 0;  ///< of a call, the median
        bool operator==(const Time&) const = default;
    };
    Operation operation = Operation::barrier;
    std::int64_t bytes = 0;   ///< Learning::class_of
    int ranks = 0;            ///< of the communicator
    int nodes = 0;            ///< on which these ranks run
    std::vector<Time> times;  ///< the choice first
    std::int64_t day = 0;     ///< when it was used last; days since 1970-01-01
    bool rounded = false;     ///< of reductions whose bits depend on the order of combining (is_rounded())
    int blocks = 0;           ///< Trial::Unfinished: not chosen yet; 0: there is a choice
    bool doubted = false;     ///< did not hold in the last run, which was too short for a new choice

    bool is_of_same_calls(const KnowledgeEntry& other) const {
        return operation == other.operation && bytes == other.bytes && ranks == other.ranks && nodes == other.nodes &&
               rounded == other.rounded;
    }
    /// Whether this entry stays although `found` is a new result for the same calls.
    bool takes_precedence(const KnowledgeEntry& found) const {
        return rounded || (blocks == 0 && !doubted && found.blocks > 0);
    }
    bool operator==(const KnowledgeEntry&) const = default;
};

/// Knowledge for one MPI on one set of hosts. `key` names both, in one line without brackets.
struct KnowledgeSection {
    std::string key;
    std::vector<KnowledgeEntry> entries;

    /// Null: no entry for such calls.   Owner: this.
    const KnowledgeEntry* find(Operation operation, std::int64_t bytes, int ranks, int nodes,
                               bool rounded = false) const;
};

/// All sections of a file. People read and edit it: the first line names the version, each section begins with its key
/// in brackets, `#` begins a comment.
struct Knowledge {
    static constexpr std::size_t kMostSections = 64, kMostEntries = 128, kMostNames = 32;
    static constexpr std::size_t kMostBytes = 512 << 10;         ///< of a file that is read
    static constexpr std::size_t kMostSectionBytes = 128 << 10;  ///< of the text of one section

    std::vector<KnowledgeSection> sections;

    /// Null: there is no section with that key.   Owner: this.
    const KnowledgeSection* find(std::string_view key) const;
    std::size_t entry_count() const;
};

/// Result of parsing a text: its knowledge and its problems, each problem as one line for the user. Wrong lines are
/// left out. A text of another version gives no knowledge.   Fails: std::bad_alloc.
struct ParsedKnowledge {
    Knowledge knowledge;
    std::vector<std::string> problems;
};
ParsedKnowledge parse_knowledge(std::string_view text);

/// The text that parse_knowledge() reads back, at most `most_bytes` long: the oldest entries of each section are left
/// out first. Fails: std::bad_alloc.
std::string text_of(Knowledge knowledge, std::size_t most_bytes = Knowledge::kMostBytes);

/// Merges the results `learnt` of a run under `key`; each replaces the entry of the same calls. Entries that no longer
/// held (`dropped`) are marked as doubted, and removed if they fail once more. Rounded entries are never replaced:
/// another choice would change the bits of the next run. Unfinished results never replace finished ones. If there are
/// too many entries or sections, the oldest are removed.   Fails: std::bad_alloc.
void merge(Knowledge& into, std::string_view key, const std::vector<KnowledgeEntry>& learnt,
           const std::vector<KnowledgeEntry>& dropped);

/// A digest of all that changes the meaning of the text, so that ranks of other builds do not take part.
std::uint64_t knowledge_version();

}  // namespace shunt
