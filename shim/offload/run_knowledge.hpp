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

/// The results of earlier runs with this MPI on these hosts, and those of this run (option `auto.knowledge`). Rank 0
/// alone reads and writes the file; all ranks receive what it has read. Only later runs use the results of this run:
/// communicators of one run learn nothing from each other, as their members would not have the same knowledge.
class RunKnowledge {
public:
    /// In MPI_Init, if a rule says `auto` and the option is on: rank 0 reads `file` and sends it to all. `library`: the
    /// host's version. Blocks: collective over the world; on the file system.   Fails: std::bad_alloc.
    void read(Session& s, const std::string& file, const std::string& library);
    /// The knowledge that was read; null: none. Equal on all ranks.   Owner: this.
    const KnowledgeSection* known() const { return is_shared_ ? &known_ : nullptr; }

    /// In MPI_Finalize, when all ranks have reached it: rank 0 gathers the times of all ranks on `world` since they
    /// were last combined, so that a run too short for a choice is not lost.   Blocks: as the merge of records.
    /// Fails: never; then it is lost.
    void gather_begun(Session& s, const CommRecord& world) noexcept;
    /// A communicator has no more calls: stores the results of its calls.   Thread: any.   Fails: never; then they are
    /// lost.
    void note(const Session& s, const CommRecord& record, const Learning& learning) noexcept;
    /// Before MPI_Finalize: rank 0 writes the file, which other runs may have changed meanwhile.   Blocks: on the file
    /// system. Fails: never; then nothing is written.
    void write() noexcept;

private:
    bool is_on_ = false;  ///< equal on all ranks
    bool is_shared_ = false;
    KnowledgeSection known_;
    std::string file_;  ///< empty: this rank writes no file
    std::string key_;
    std::mutex mutex_;
    LearntEntries found_;                 ///< one for each kind of calls
    const Learning* begun_on_ = nullptr;  ///< the object whose Learning::begun() of all members is in `begun_`
    std::vector<std::uint64_t> begun_;
};

}  // namespace shunt
