#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/operation.hpp"
#include "native/base/option.hpp"
#include "native/base/status.hpp"

namespace shunt::program {
struct Program;
}

namespace shunt {

namespace net {
class Hosts;
}

/// `Facts::block_bytes` when MPI does not make the sizes equal on all ranks (the v and w operations).
inline constexpr std::int64_t kBytesDiffer = -1;

/// What is known of a call before it is carried. Equal on all ranks (`cores`: where it is used).
struct Facts {
    Operation operation = Operation::barrier;
    int ranks = 1;
    int nodes = 1;
    /// Bytes from one rank to another (type signature, without holes), or kBytesDiffer.
    std::int64_t block_bytes = kBytesDiffer;
    int cores = 1;       ///< as TeamSetup::cores; alike on all members where `nodes` is 1, else not to be used
    bool exact = false;  ///< of a reduction: no order of combining changes a bit of its result
};

/// Whether the call is a reduction whose last bits may change with the order of combining.
constexpr bool is_rounded(const Facts& facts) { return combines(facts.operation) && !facts.exact; }

/// This process among the members that carry an operation together.
struct Group {
    int rank = 0;
    int size = 1;
};

/// Where the other members are while a team is made. `together`: in the same call, so a member that is silent for long
/// is unreachable. `apart`: anywhere in their programs, for any time. `given_up`: the join is given up.
enum class Attendance : std::uint8_t { together, apart, given_up };

/// How the members of a group communicate before, and beside, an engine's own connections: by the host's messages.
/// Thread: that of the call being carried.
class Exchange {
public:
    /// Collects `bytes` bytes of every member into `all` (size x bytes), in order of rank.   Blocks: collective over
    /// the group. Where members may arrive at any time (attendance()), it calls `meanwhile` now and then, which does
    /// what other members need of this one until then.
    virtual Status all_gather(const void* mine, std::size_t bytes, void* all,
                              const std::function<void()>& meanwhile = {}) = 0;
    /// Whether the other members are in the same call, while a team is made.
    virtual Attendance attendance() const { return Attendance::together; }
    /// Lets the host make progress on the program's own operations; progress_once() by a single host call. A waiting
    /// engine must call it, or peers that wait for this rank in the host never arrive.   Blocks: never for long.
    virtual void progress() = 0;
    virtual void progress_once() { progress(); }
    /// Whether the host may have work that other ranks wait for and that advances only in this process's calls:
    /// windows, files, requests or messages. An engine that waits meanwhile uses WakefulWait.
    virtual bool has_work() const { return false; }
    /// Asks the host about a member that the engine cannot reach.   Returns `ok` while the host knows of no trouble.
    virtual Status ask_about(int rank) = 0;
    /// Gives the user one line, once.
    virtual void warn(const char* text) = 0;

protected:
    ~Exchange() = default;
};

/// What a team is made of.   Owner: `exchange`, `hosts` and `options` outlive the team.
struct TeamSetup {
    Group group;
    std::vector<int> node_of;               ///< by rank of the group: its node, counted from 0 in order of lowest rank
    std::vector<int> host_of;               ///< by node: its number in `hosts`
    const net::Hosts* hosts = nullptr;      ///< needed for more than one node
    int cores = 1;                          ///< of this process's node, which its members may use; may be none
    const OptionValues* options = nullptr;  ///< of all engines
    std::int64_t patience_ns = 0;           ///< for a peer whose host does not answer, of every connection
    std::vector<std::string> texts;    ///< given by the rules; in CollectiveCall::parameters as 1 + the index here;
                                       ///< empty: not this engine's
    std::vector<std::string> folders;  ///< where relative paths of files begin; the first one with the file counts
    Exchange* exchange = nullptr;
};

/// Which multicast group receives the data of a scatterv, in the order of the parameter's words: whichever suits; that
/// of the communicator; one made for the call, of the nodes that have data.   Source: CC-MPI 3.1, static and dynamic
/// group management.
enum class GroupScheme : std::uint8_t { automatic, per_communicator, per_call };

/// How the elements of a reduction are combined: the program's operation on its datatype. The shim implements it by
/// MPI_Reduce_local. Elements lie as in an array of the program: `element_bytes()` apart, holes included. Memory given
/// to it must be aligned as such an array; 64 bytes are always enough. Thread: any; one call at a time.
class Reducer {
public:
    virtual std::uint64_t element_bytes() const = 0;
    /// Whether the operation is commutative. It is always associative (MPI 4.0, 6.9.5).
    virtual bool is_commutative() const = 0;
    virtual bool is_exact() const { return false; }  ///< as Facts::exact; else exchanged operands may give other bits
    /// right[i] = left[i] op right[i] for `elements` elements.   Fails: `bug` when the host refuses; its return code is
    /// kept for the program.
    virtual Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) = 0;
    /// into[i] = left[i] op right[i]; `into` overlaps neither.   Fails: likewise.
    virtual Status combine_into(const std::byte* left, const std::byte* right, std::byte* into,
                                std::uint64_t elements) {
        std::memcpy(into, right, elements * element_bytes());
        return combine(left, into, elements);
    }

protected:
    ~Reducer() = default;
};

/// Data that an engine computed beforehand for calls of one pattern, such as a schedule.   Owner: the caller. It may
/// outlive its team, and is then useless.
class Prepared {
public:
    virtual ~Prepared() = default;
};

/// What an engine has learned of a call whose sizes only their own ranks know. Equal on all members once carry() has
/// returned, whatever status it returned.
struct SizesFound {
    bool is_below = false;  ///< below its threshold (Prospect::least_bytes): the host would have been faster
    std::uint64_t busiest_bytes = UINT64_MAX;  ///< bytes that the busiest node sends or receives; UINT64_MAX: unknown
};

/// One collective call on contiguous bytes. The shim packs and unpacks.
struct CollectiveCall {
    Operation operation = Operation::barrier;
    int root = 0;
    /// Number of the call among the collectives of the communicator, from 1; 0: not known. Given in all calls of a
    /// team, or in none.
    std::uint32_t ordinal = 0;
    /// scatter, scatterv: at the root all blocks in order of rank, one after the other.
    /// gather, gatherv: this rank's block; empty at a root whose own block is already in place.
    std::span<const std::byte> send;
    /// bcast: the data, on all ranks.   scatter, scatterv: this rank's block; empty at a root whose own block stays in
    /// place. allgather, allgatherv: all blocks in order of rank, this rank's already in place.
    std::span<std::byte> receive;
    /// The bytes of every rank's block: allgatherv and reduce_scatter on all ranks, scatterv and gatherv at the root.
    std::span<const std::uint64_t> sizes;
    /// alltoall, alltoallv, alltoallw: for every rank, itself included, the block to send and the memory for the block
    /// received; nothing overlaps. gather, gatherv: at the root the memory for the block of every rank; the root's own
    /// is empty where `send` is.
    std::span<const std::span<const std::byte>> send_blocks;
    std::span<const std::span<std::byte>> receive_blocks;
    /// reduce, allreduce, scan, exscan, reduce_scatter(_block): `send` is this rank's vector, `receive` the memory for
    /// the result (empty on ranks that get no result). Both are the same memory where the program passes MPI_IN_PLACE;
    /// otherwise they do not overlap.
    Reducer* reducer = nullptr;
    /// The rule's value for each of the engine's parameters(), in that order: the word's index in `choices`, the
    /// number, or for a text 1 + its index in TeamSetup::texts; 0: not given.
    std::span<const std::int64_t> parameters;
    /// The result of Preparing::prepare() for calls of this pattern.
    const Prepared* prepared = nullptr;
    /// scatterv.
    GroupScheme groups = GroupScheme::automatic;
    /// scatterv: the number of an opened group (ScattervGroups), whose sizes all members know; 0: none.
    std::uint32_t group = 0;
    /// bcast: receives the number of bytes the root had, where carry() returns `other_length`; may be null.
    std::uint64_t* came = nullptr;
    /// For a call with Prospect::least_bytes: receives what the engine learns of its sizes; null: not wanted.
    SizesFound* found = nullptr;
};

/// A count for the profile, such as {"multicast.repairs", 3}.   Owner: static name.
struct EngineCounter {
    const char* name;
    std::uint64_t value;
};

/// A collective call that has begun and not yet ended.   Owner: the caller, who keeps all memory of the call until it
/// has ended.
class Pending {
public:
    /// Abandons a call that has not ended: the peers may then never end theirs.
    virtual ~Pending() = default;
    /// Makes the progress that needs no waiting. Returns `again` until the call has ended, then always its result (as
    /// Team::carry). Peers never wait for this function: the engine's own thread gives them what they need of this
    /// member. `no_memory`: for this member's part. On `declined` the shim sends the blocks as host messages. A rank
    /// blocked in a host call notices only when that call returns. The team stays in use; each later call declines on
    /// its own. Thread: any, one at a time; also while another thread is in a call of the team.
    virtual Status advance() = 0;
    /// Repeats advance() for at most `most_ns`, while the call has not ended.   Blocks: so long.
    virtual Status wait([[maybe_unused]] std::int64_t most_ns) { return advance(); }
};

/// An engine's state for one communicator: its connections to the other members. Abilities of only some engines are
/// separate interfaces (ScattervGroups, Preparing), which such a team also implements.
/// Thread: any; one call at a time.
class Team {
public:
    virtual ~Team() = default;
    /// Carries one operation, called by all members alike.   Blocks: until this member's part is done. Fails:
    /// `declined` on all members alike, before any byte moved: the host must carry this call and all later ones; `bug`
    /// the members disagree about the call, or with the group it is carried in; `other_length` the root of a broadcast
    /// had more or fewer bytes than there is room for here: the bytes that fit have arrived, the team stays in use;
    /// `peer_lost`; `left_to_host` the host must carry this one call: the root of a broadcast has left it to the host
    /// (BcastChoices), or all members alike (Explaining).
    virtual Status carry(const CollectiveCall& call) = 0;
    /// Begins an operation, in the same order on all members, other calls of carry() and begin() included. (Persistent
    /// calls, which MPI lets members start in different orders, have teams of their own.)   Returns null on all members
    /// alike where the engine does not carry that operation in the background.   Blocks: never for long, and never for
    /// a member that has not arrived.
    virtual std::unique_ptr<Pending> begin(const CollectiveCall&) { return nullptr; }
    /// Whether peers may wait for Pending::advance() of this member, as the engine has no thread that serves them. The
    /// shim then advances the begun calls during every blocking call of the host. Constant, and equal on all members.
    virtual bool needs_progress() const { return false; }
    /// Whether carry() may hold a member that only gives (such as the root of a broadcast) until others have arrived or
    /// have read its earlier data. The shim then begins such calls with a copy where they are short. So begin()
    /// declines none of them after it has returned, and they end in order. Constant.
    virtual bool holds_givers() const { return false; }
    /// For a team that holds givers: whether carry() might hold this member in such a call now. `bytes`: the bytes that
    /// it gives. Blocks: never.
    virtual bool may_hold(Operation, [[maybe_unused]] int root, [[maybe_unused]] std::uint64_t bytes) { return true; }
    /// This member begins no more calls of this team. The team still serves its peers from a thread of its own. Returns
    /// whether the team may be destroyed now; if not, it may be once all members have left it or are lost. Blocks:
    /// never.
    virtual bool leave() = 0;
    /// After `bug`: tells the peers that wait for this member, and do not know yet, that this team carries nothing any
    /// more. Peers may arrive at any time, so call it until it returns true: all have been told. Thread: any, also
    /// while another thread is in a call of the team.   Blocks: never.
    virtual bool tell_peers() { return true; }
    /// The counts so far; may be called after leave().
    virtual std::vector<EngineCounter> counters() const = 0;
    /// The order in which a reduction combines the members' vectors, in a few words such as "two trees, blocks of 4K".
    /// Different words mean that different bits are to be expected. For the record. Uses all of `call` but the memory
    /// behind its buffers. Empty: unknown.   Fails: std::bad_alloc.
    virtual std::string combining_order([[maybe_unused]] const CollectiveCall& call) const { return {}; }

    /// Whether the engine requests an agreement of all members. Equal on all members. The shim then calls meet() on all
    /// members in the communicator's next call that synchronises them anyway (see synchronises()).
    bool wants_to_meet() const { return wants_to_meet_; }
    /// Lets the members agree on whether the engine continues.   Blocks: collective, by the host's messages.
    /// Fails: declined, on all members alike: the host is to carry everything from now on; peer_lost.
    virtual Status meet() { return Status::ok; }
    /// Whether meet() may run as Engine::joins_apart describes; the team carries nothing meanwhile. Constant.
    virtual bool meets_apart() const { return false; }

protected:
    bool wants_to_meet_ = false;
};

/// A group for MPI_Scatterv, as a member knows it once all members have opened it.
struct OpenedGroup {
    std::uint32_t number = 0;       ///< for CollectiveCall::group
    std::uint64_t block_bytes = 0;  ///< of this rank's block
    std::string_view bound;  ///< why the host is expected to be faster with calls in it; empty: it is not. Equal on all
                             ///< members.   Owner: static storage
};

/// An ability of some teams: groups that the program opens for scatterv, whose sizes all members then know. All members
/// alike call its functions.   Thread: as Team.
class ScattervGroups {
public:
    /// Makes a group for scatterv from `call.root`, with the root's `call.sizes`.
    /// Blocks: until the root knows that all members with data are in it.   Fails: as Team::carry().
    virtual Status open_group(const CollectiveCall& call, OpenedGroup& opened) = 0;
    /// Leaves a group; an unknown number is ignored.   Blocks: never for long.
    virtual void close_group(std::uint32_t number) = 0;

protected:
    ~ScattervGroups() = default;
};

/// An ability of some teams: to compute beforehand what the calls of one pattern need.   Thread: as Team.
class Preparing {
public:
    /// Computes what calls like this one need, in the same order on all members. It reads the call's sizes and does not
    /// touch its memory (the blocks may be null). `pattern`: empty, or the bytes from every rank (row) to every other
    /// (column), equal on all members; nothing is exchanged then.   Blocks: collective without `pattern`. Returns null
    /// where there is nothing to prepare.
    virtual std::unique_ptr<Prepared> prepare(const CollectiveCall& call, std::span<const std::uint64_t> pattern) = 0;
    /// After prepare(): whether Team::begin() carries such calls, alike on all members.
    virtual bool carries(const CollectiveCall&) { return true; }

protected:
    ~Preparing() = default;
};

/// An ability of some teams: to explain who carried a call beyond the rule's choice.   Thread: as Team.
class Explaining {
public:
    /// For the call that carry() ended last: who or what in the engine carried it, or why the host must; for the
    /// report. Empty: there is nothing to report.   Owner: the team, while it lives; equal texts of many calls are one.
    virtual std::string_view clause() const = 0;

protected:
    ~Explaining() = default;
};

/// A word that a rule may give an engine, as in `phased schedule=rotation`.
struct Parameter {
    std::string_view name;
    std::string_view choices;  ///< the allowed values, divided by '|', the first is the default; empty: any text
    std::string_view help;     ///< one sentence
};

/// What an engine is expected to gain against the host.
struct Prospect {
    bool wins = true;  ///< it is expected to be faster
    /// The deciding option or fact, as a clause that names it: "below phased.alltoall-least". For a call that does not
    /// win; with `least_bytes`, what the sizes are compared with.   Owner: static storage, NUL-ended.
    std::string_view bound{};
    std::uint32_t calls_first = 0;  ///< collectives that a communicator must have had before a team is worth making
    bool is_weighed = true;  ///< true: a team is made where it pays; false: wherever a rule gives the engine a call
    /// Where only their own ranks know the sizes (kBytesDiffer): a team is worth making from so many bytes that the
    /// busiest member sends or receives. Such calls are on the communicator's probation
    /// (native/select/size_probation.hpp), decided by SizesFound of the calls carried. 0: they are carried whatever
    /// their sizes.
    std::uint64_t least_bytes = 0;
};

/// A call that an engine writes down as a program.   Owner: everything outlives the call.
struct WrittenCall {
    Operation operation = Operation::barrier;
    int root = 0;
    /// Elements, as Program::count and Program::counts; bytes where nothing is combined.
    std::uint64_t count = 0;
    std::span<const std::uint64_t> counts;
    std::uint64_t element_bytes = 1;
    bool commutative = true;
    std::span<const int> node_of;              ///< by rank
    std::span<const std::int64_t> parameters;  ///< as CollectiveCall::parameters
};

/// One method of carrying operations. Engines are constant and shared by all threads: variable state lives in the call.
class Engine {
public:
    /// The name used in rules and profiles.   Owner: static storage, NUL-ended.
    virtual std::string_view name() const = 0;
    /// The parameters a rule may give.   Owner: static storage.
    virtual std::span<const Parameter> parameters() const = 0;
    /// Why a text that a rule gives for a parameter cannot be used here; empty: it can. An empty text stands for a
    /// parameter that the rule does not give. Called before a job begins.   Blocks: on the file system.
    virtual std::string flaw_of_text(std::string_view, const OptionValues&, std::span<const std::string>) const {
        return {};
    }
    /// The options of this engine and of the layers below it, a group for each struct. The engine finds the values by
    /// the struct's type in the OptionValues given to its functions.   Owner: static storage.
    virtual std::span<const OptionGroup* const> options() const { return {}; }
    /// Which network its teams use among nodes: the name of an interface, an address or a CIDR; empty: any suitable
    /// network; nullopt: none. It must name what join() requests of `TeamSetup::hosts`.   Owner: `options`.
    virtual std::optional<std::string_view> network([[maybe_unused]] const OptionValues& options) const {
        return std::nullopt;
    }
    /// Whether this engine can carry such a call. Pure, so that all ranks get the same answer. Cost belongs in
    /// prospect().
    virtual bool supports(const Facts& facts) const = 0;
    /// The gain expected for such a call; as pure as `supports`. A rule with `choose=always` is carried without this
    /// question. Called for each call that is not decided yet: it looks values up and parses nothing.
    virtual Prospect prospect(const Facts&, const OptionValues&) const { return {.is_weighed = false}; }

    /// Whether `auto` may choose it; otherwise it carries only where a rule names it.   Constant.
    virtual bool is_for_auto() const { return true; }

    /// Writes down the steps of all ranks in such a call. The engine itself may buffer more, and begin a step sooner.
    /// Returns why it cannot, as a clause; empty: it is written.   Fails: std::bad_alloc.
    virtual std::string write_program(const WrittenCall&, const OptionValues&, program::Program&) const {
        return "it has no schedule of steps for its calls";
    }

    /// Whether Team::begin() of its teams carries calls of `operation` in the background. Constant.
    virtual bool begins([[maybe_unused]] Operation operation) const { return false; }

    /// Whether join() can run while the members are anywhere in their programs (Attendance::apart). It is then called
    /// on a thread of its own, which must not call MPI. Equal on all members.
    virtual bool joins_apart(const TeamSetup&) const { return false; }

    /// Makes this member's part of a team. Collective over the group.   Returns null, on all members alike, where some
    /// member cannot; it has then given a warning.
    virtual std::unique_ptr<Team> join(const TeamSetup&) const { return nullptr; }

protected:
    ~Engine() = default;  // never deleted: they are constants, and a trivial destructor needs no code at exit
};

/// Whether `choices` (as in Parameter) contains `value`.
constexpr bool is_choice(std::string_view choices, std::string_view value) {
    for (std::size_t start = 0; start <= choices.size();) {
        const std::size_t bar = choices.find('|', start);
        const std::size_t end = bar == std::string_view::npos ? choices.size() : bar;
        if (choices.substr(start, end - start) == value) return true;
        start = end + 1;
    }
    return false;
}

}  // namespace shunt
