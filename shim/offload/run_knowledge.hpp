#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "native/select/knowledge.hpp"
#include "native/select/remembering.hpp"

namespace shunt {

struct CommRecord;
struct Session;

/// What earlier runs have found out with this MPI on these hosts, and what this run finds out (option
/// `auto.knowledge`). Rank 0 alone reads and writes the file; all ranks have what it has read. What this run finds out
/// is used by later runs alone: communicators of one run learn nothing from each other, as their members would not know
/// the same.
class RunKnowledge {
public:
    /// In MPI_Init, where a rule says `auto` and the option is on: rank 0 reads `file` and tells all. `library`: the
    /// host's version. Blocks: collective over the world; on the file system.   Fails: std::bad_alloc.
    void read(Session& s, const std::string& file, const std::string& library);
    /// What is known; null: nothing. Equal on all ranks.   Owner: this.
    const KnowledgeSection* known() const { return is_shared_ ? &known_ : nullptr; }

    /// In MPI_Finalize, where all ranks have come: rank 0 gets what all have timed on `world` since it was last
    /// combined, so that a run too short for a choice is not lost.   Blocks: as the merge of records.   Fails: never;
    /// then it is lost.
    void gather_begun(Session& s, const CommRecord& world) noexcept;
    /// A communicator has no more calls: takes what they have shown.   Thread: any.   Fails: never; then it is lost.
    void note(const Session& s, const CommRecord& record, const Learning& learning) noexcept;
    /// Before MPI_Finalize: rank 0 writes the file, in which other runs may have written meanwhile.   Blocks: on the
    /// file system. Fails: never; then nothing is written.
    void write() noexcept;

private:
    bool is_on_ = false;  ///< equal on all ranks
    bool is_shared_ = false;
    KnowledgeSection known_;
    std::string file_;  ///< empty: this rank writes none
    std::string key_;
    std::mutex mutex_;
    LearntEntries found_;                 ///< of each kind of calls one
    const Learning* begun_on_ = nullptr;  ///< whose Learning::begun() of all members `begun_` is
    std::vector<std::uint64_t> begun_;
};

}  // namespace shunt
