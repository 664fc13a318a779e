#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/script/options.hpp"
#include "native/engines/script/plan.hpp"
#include "native/engines/script/program_file.hpp"

namespace shunt::script_engine {

/// A name given by `timed()` in a script, and the time of its calls on this member.
struct TimedCalls {
    std::string name;
    std::uint64_t calls = 0;
    std::int64_t ns = 0;
};

/// What is known of calls with one key.
struct Entry {
    CallKey key;
    std::vector<std::uint64_t> counts;  ///< the memory of key.counts
    bool is_carried = false;            ///< alike on all members; if false, the host always carries such calls
    std::string clause;                 ///< for the report: who made the program, or why there is none
    Plan plan;
    std::uint64_t send_bytes = 0, receive_bytes = 0;  ///< of this member's buffers
    bool has_far_sends = false;                       ///< this member sends to another node
    bool gives_freely = false;         ///< it waits for no member where its rings have plenty of room (Out::has_plenty)
    std::uint64_t given_bytes = 0;     ///< of a member that only gives, as in Team::may_hold
    std::vector<std::uint32_t> timed;  ///< indices in Programs::timed()
};

/// The programs of a communicator. Every member makes each program by itself. Before its first use the members compare
/// them, and rank 0 reports whether it has proved the program right. They do so in calls that synchronise all members
/// anyway. Thread: any one at a time.   Fails: std::bad_alloc.
class Programs {
public:
    /// `cores`: as for topology_of().
    Programs(const TeamSetup& setup, std::span<const int> cores);

    /// Reads the files that rules name.   Returns whether any can be used, alike on all members; rank 0 has told the
    /// user of those that cannot.   Blocks: collective over the group; an exchange for each.
    bool open(std::span<const std::string> names);
    /// The rings that plans use.   Owner: they outlive this.
    void use(PairRings& rings) { rings_ = &rings; }
    /// Sets how links are measured, collectively, once a script asks for it: in agree().
    void measure_by(std::function<Status(std::vector<script::Link>&)> measure) { measure_ = std::move(measure); }

    /// Sets what reserves the memory that calls of a plan need, before members agree on it.   `reserve` fails:
    /// std::bad_alloc, std::length_error.
    void reserve_by(std::function<void(const Plan&)> reserve) { reserve_ = std::move(reserve); }

    /// Whether a file may have a program for the operation; alike on all members.
    bool may_have(Operation operation, int file) {
        const File& named = file_of(file);
        return named.file && named.file->may_have(operation);
    }
    /// Warns once that calls of this operation, which the file may have programs for, need `script.sizes=exchange`.
    void tell_of_unknown_sizes(Operation operation, int file);
    /// What is known of such calls; null: nothing yet.
    const Entry* find(const CallKey& key) {
        if (last_ && last_->key == key) return last_;
        return look_up(key);
    }
    /// Requests an agreement on a program for such calls. Alike on all members.
    void want(const CallKey& key);
    bool wants_any() const { return !wanted_.empty(); }
    /// Makes the requested programs.   Blocks: collective over the group; an exchange, and one or two for each.
    /// Fails: peer_lost, where an exchange fails.
    Status agree();

    /// The entry that last carried the operation; null: none yet.
    const Entry* last_of(Operation operation) const { return last_of_[static_cast<std::size_t>(operation)]; }
    void note_last(const Entry& entry) { last_of_[static_cast<std::size_t>(entry.key.operation)] = &entry; }
    std::vector<TimedCalls>& timed() { return timed_; }
    std::uint64_t made() const { return made_; }
    std::uint64_t times_run() const;

private:
    struct File {
        std::unique_ptr<ProgramFile> file;  ///< null: unusable
        std::string names, reason;          ///< `reason`: then the cause
    };
    struct Vote;
    struct Proposal;

    const Entry* look_up(const CallKey& key);
    /// `number`: the rule's number for it.
    File& file_of(int number);
    void open_file(std::string_view names, File& into);
    Status measure_where_wanted();
    Status agree_on(std::unique_ptr<Entry> entry);
    void propose(const CallKey& key, Proposal& proposal);
    void prove(const program::Program& program, Vote& vote, std::string& flaw);
    Status settle(Entry& entry, Proposal& proposal);
    void take(Entry& entry, Proposal& proposal, bool copies_input);
    bool gives_freely(const Plan& plan) const;
    void keep(std::unique_ptr<Entry> entry);
    void tell(const File& file, std::string_view operation, std::string_view reason);
    std::unique_ptr<Entry> entry_of(const CallKey& key) const;
    int node_of(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }

    Group group_;
    std::vector<int> node_of_;
    std::vector<std::string> folders_;
    ScriptOptions options_;
    Exchange& exchange_;
    script::Topology topology_;
    PairRings* rings_ = nullptr;
    std::function<Status(std::vector<script::Link>&)> measure_;  // null: done already
    std::function<void(const Plan&)> reserve_;
    std::vector<File> files_;  // by the rule's number for the file
    std::vector<std::unique_ptr<Entry>> wanted_;
    std::unordered_multimap<std::uint64_t, std::unique_ptr<Entry>> known_;  // by CallKey::hash
    Entry too_many_;
    const Entry* last_ = nullptr;
    std::array<const Entry*, kOperationCount> last_of_{};
    std::vector<std::uint64_t> proved_, proved_in_place_;  // digests
    std::vector<TimedCalls> timed_;
    std::array<bool, kOperationCount> told_{};  // of unknown sizes
    std::uint64_t made_ = 0;
};

}  // namespace shunt::script_engine
