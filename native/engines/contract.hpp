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

/// What is known of a call before it is carried, equal on all ranks (`cores`: where it is used).
struct Facts {
    Operation operation = Operation::barrier;
    int ranks = 1;
    int nodes = 1;
    /// From one rank to another (type signature, without holes), or kBytesDiffer.
    std::int64_t block_bytes = kBytesDiffer;
    int cores = 1;       ///< as TeamSetup::cores; alike on all members where `nodes` is 1, else not to be used
    bool exact = false;  ///< of a reduction: no order of combining changes a bit of its result
};

/// Whether it is a reduction whose last bits another order of combining may change.
constexpr bool is_rounded(const Facts& facts) { return combines(facts.operation) && !facts.exact; }

/// This process among those that carry an operation together.
struct Group {
    int rank = 0;
    int size = 1;
};

/// Where the other members of a team that is being made are: in the same call, so that one that is silent for long is
/// out of reach; anywhere in their programs, for any time; or it does not matter any more, as the join is given up.
enum class Attendance : std::uint8_t { together, apart, given_up };

/// How the members of a group talk before, and beside, an engine's own ways: by the host's messages.
/// Thread: that of the call being carried.
class Exchange {
public:
    /// Collects `bytes` bytes of every member into `all` (size x bytes), in order of rank.   Blocks: collective over
    /// the group. `meanwhile` is called now and then where members may come at any time (attendance()): what others may
    /// need of this one until they have come.
    virtual Status all_gather(const void* mine, std::size_t bytes, void* all,
                              const std::function<void()>& meanwhile = {}) = 0;
    /// Whether the other members are in the same call, while a team is made.
    virtual Attendance attendance() const { return Attendance::together; }
    /// Lets the host go on with what the program has begun, the second by one call: an engine that waits must do that,
    /// or peers that wait for this rank in the host never come.   Blocks: never for long.
    virtual void progress() = 0;
    virtual void progress_once() { progress(); }
    /// Whether the host may have work that others wait for and that only calls of this process bring on: windows,
    /// files, requests or messages. An engine that waits meanwhile does so by WakefulWait.
    virtual bool has_work() const { return false; }
    /// The host's word on a member that the engine cannot reach: `ok` as long as it knows of no trouble with it.
    virtual Status ask_about(int rank) = 0;
    /// One line for the user, once.
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
    int cores = 1;                          ///< of this process's node that its members may count on, maybe none
    const OptionValues* options = nullptr;  ///< of all engines
    std::int64_t patience_ns = 0;           ///< with a peer whose host answers nothing, of every connection
    std::vector<std::string> texts;         ///< what the rules give this engine as texts: CollectiveCall::parameters
                                            ///< say 1 + the place here; empty ones are not this engine's
    std::vector<std::string> folders;       ///< where relative paths of files begin, the first that has the file
    Exchange* exchange = nullptr;
};

/// Which multicast group gets the data of a scatterv, in the order of the parameter's words: whichever suits; that of
/// the communicator; one made for the call, of those nodes that have data.   Source: CC-MPI 3.1, static and dynamic
/// group management.
enum class GroupScheme : std::uint8_t { automatic, per_communicator, per_call };

/// How the elements of a reduction are combined: the program's operation on its datatype. The shim implements it by
/// MPI_Reduce_local. Elements lie as in an array of the program's: `element_bytes()` apart, any holes with them. Memory
/// given to it must be aligned as such an array would be; 64 bytes are enough for any. Thread: any; one call at a time.
class Reducer {
public:
    virtual std::uint64_t element_bytes() const = 0;
    /// Whether operands may be exchanged. Associative they always are (MPI 4.0, 6.9.5).
    virtual bool is_commutative() const = 0;
    /// right[i] = left[i] op right[i] for `elements` elements.   Fails: `bug` when the host refuses; its code is kept
    /// for the program.
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

/// What an engine has computed beforehand for calls that follow one pattern, such as a schedule.   Owner: the
/// caller; it may outlive its team, and is then of no use.
class Prepared {
public:
    virtual ~Prepared() = default;
};

/// What an engine has found out of a call whose sizes only their own ranks know: equal on all members once carry() has
/// returned, whatever it returned.
struct SizesFound {
    bool is_below = false;  ///< its threshold (Prospect::least_bytes): the host would have been faster
    std::uint64_t busiest_bytes = UINT64_MAX;  ///< that the busiest node sends or receives; UINT64_MAX: not found
};

/// One collective call on contiguous bytes. Who packs and unpacks is the shim.
struct CollectiveCall {
    Operation operation = Operation::barrier;
    int root = 0;
    /// Of the call among the collectives of the communicator, from 1; 0: not told. Given in all calls of a team, or in
    /// none.
    std::uint32_t ordinal = 0;
    /// scatter, scatterv: at the root all blocks in order of rank, one after the other.
    /// gather, gatherv: this rank's block; empty at a root that has its own in its place.
    std::span<const std::byte> send;
    /// bcast: the data, everywhere.   scatter, scatterv: this rank's block; empty at a root that keeps its own where it
    /// is. allgather, allgatherv: all blocks in order of rank, this rank's already in its place.
    std::span<std::byte> receive;
    /// allgatherv everywhere, scatterv and gatherv at the root, reduce_scatter everywhere: bytes of the block of every
    /// rank.
    std::span<const std::uint64_t> sizes;
    /// alltoall, alltoallv, alltoallw: the block for, and the place for the block of, every rank, itself included;
    /// nothing overlaps. gather, gatherv: at the root the place for the block of every rank; its own is empty where
    /// `send` is.
    std::span<const std::span<const std::byte>> send_blocks;
    std::span<const std::span<std::byte>> receive_blocks;
    /// reduce, allreduce, scan, exscan, reduce_scatter(_block): `send` is this rank's vector, `receive` the place of
    /// the result (empty at who gets none). They are one and the same memory when the program says MPI_IN_PLACE, and do
    /// not overlap else.
    Reducer* reducer = nullptr;
    /// What the rule says for each of the engine's parameters(), in that order: place of the word in `choices`, the
    /// number, or of a text 1 + its place in TeamSetup::texts; 0: nothing.
    std::span<const std::int64_t> parameters;
    /// What Preparing::prepare() gave for calls of this pattern.
    const Prepared* prepared = nullptr;
    /// scatterv.
    GroupScheme groups = GroupScheme::automatic;
    /// scatterv: the number of an opened group (ScattervGroups); 0: none. Its sizes are known to all.
    std::uint32_t group = 0;
    /// bcast: gets the bytes that the root had, where carry() gives `other_length`; may be null.
    std::uint64_t* came = nullptr;
    /// Of a call with Prospect::least_bytes: gets what the engine has found out of its sizes; null: nobody asks.
    SizesFound* found = nullptr;
};

/// A count for the profile, such as {"multicast.repairs", 3}.   Owner: static name.
struct EngineCounter {
    const char* name;
    std::uint64_t value;
};

/// A collective call begun and not yet ended.   Owner: the caller, who keeps all memory named by the call until it has
/// ended.
class Pending {
public:
    /// Abandons what has not ended: the peers may then never end theirs.
    virtual ~Pending() = default;
    /// Does what can be done without waiting. Returns `again` until the call has ended, then how it did (as
    /// Team::carry), each time. Peers never wait for it: the engine's own thread gives them what they need of this
    /// member. `no_memory`: for this member's part. On `declined` the shim sends the blocks as host messages. A rank
    /// that is blocked in a host call notices only when that call returns. The team stays in use; each later call
    /// declines on its own. Thread: any, one at a time; also while another thread is in a call of the team.
    virtual Status advance() = 0;
    /// As advance(), again and again for `most_ns` at most, while the call has not ended.   Blocks: so long.
    virtual Status wait([[maybe_unused]] std::int64_t most_ns) { return advance(); }
};

/// What an engine keeps for one communicator: its ways to the other members. What only some engines can do beside is an
/// interface of its own (ScattervGroups, Preparing), which such a team implements too.
/// Thread: any; one call at a time.
class Team {
public:
    virtual ~Team() = default;
    /// Carries one operation, called by all members alike.   Blocks: until this member's part is done.
    /// Fails: `declined` on all members alike and before anything was moved: the host must carry this one, and all
    /// later ones; `bug` the members disagree about the call, or with the group it is carried in; `other_length` a
    /// broadcast's root had more or fewer bytes than there is room for here: what fits has come, the team is used on;
    /// `peer_lost`; `left_to_host` the host must carry this one call, as the root of a broadcast has left it to the
    /// host (BcastChoices), or on all members alike (Explaining).
    virtual Status carry(const CollectiveCall& call) = 0;
    /// Begins an operation, in the same order on all members, other calls of carry() and begin() included. (Persistent
    /// calls, which MPI lets each member start in another order, get teams of their own.)   Returns null where the
    /// engine carries nothing in the background, for that operation and on all members alike.   Blocks: never for long,
    /// and never for a member that has not come.
    virtual std::unique_ptr<Pending> begin(const CollectiveCall&) { return nullptr; }
    /// Whether peers may wait for Pending::advance() of this member: the engine has no thread that gives them what they
    /// need of it. The shim then lets no blocking call of the host run without advancing what was begun. Constant, and
    /// equal on all members.
    virtual bool needs_progress() const { return false; }
    /// Whether carry() may keep a member that only gives (a broadcast's root, say) until others have come, or have read
    /// what it gave before. The shim then begins such calls, where they are short, with a copy: so begin() declines
    /// none of them after it has returned, and they end in order. Constant.
    virtual bool holds_givers() const { return false; }
    /// Of a team that holds givers: whether carry() might keep this member in such a call if it came now. `bytes`: that
    /// it gives. Blocks: never.
    virtual bool may_hold(Operation, [[maybe_unused]] int root, [[maybe_unused]] std::uint64_t bytes) { return true; }
    /// This member begins no more calls of this team. What its peers may still need of it, the team goes on to give
    /// from a thread of its own.   Returns whether the team may be destroyed now; else only when all members have left
    /// it, or are lost.   Blocks: never.
    virtual bool leave() = 0;
    /// After `bug`: tells the peers that this team carries nothing any more, where they wait for this member and do not
    /// know yet. Peers may come at any time, so this is to be called until it returns true: all have been told.
    /// Thread: any, also while another thread is in a call of the team.   Blocks: never.
    virtual bool tell_peers() { return true; }
    /// What happened so far; may be called after leave().
    virtual std::vector<EngineCounter> counters() const = 0;
    /// In which order a reduction combines the members' vectors, in a few words such as "two trees, blocks of 4K": with
    /// other words other bits are to be expected. For the record. Of `call` all but the memory behind its buffers
    /// counts. Empty: nothing is known.   Fails: std::bad_alloc.
    virtual std::string combining_order([[maybe_unused]] const CollectiveCall& call) const { return {}; }

    /// Whether the engine asks for an agreement of all members. Equal on all members. The shim then calls meet() on all
    /// members in the next call of the communicator that synchronises them anyway (see synchronises()).
    bool wants_to_meet() const { return wants_to_meet_; }
    /// Lets the members agree on whether the engine goes on.   Blocks: collective, by the host's messages.
    /// Fails: declined, on all members alike: the host is to carry everything from now on; peer_lost.
    virtual Status meet() { return Status::ok; }
    /// Whether meet() may be run apart, as Engine::joins_apart; the team carries nothing meanwhile. Constant.
    virtual bool meets_apart() const { return false; }

protected:
    bool wants_to_meet_ = false;
};

/// A group for MPI_Scatterv, as a member knows it once all members have opened it.
struct OpenedGroup {
    std::uint32_t number = 0;       ///< for CollectiveCall::group
    std::uint64_t block_bytes = 0;  ///< of this rank's block
    std::string_view bound;         ///< why the host is expected to be faster with calls in it; empty: it is not.
                                    ///< Equal on all members.   Owner: static storage
};

/// An ability of some teams: groups that the program opens for scatterv, whose sizes all members then know. Its
/// functions are called by all members alike.   Thread: as Team.
class ScattervGroups {
public:
    /// Makes a group for scatterv from `call.root` with the sizes that `call.sizes` has there.
    /// Blocks: until the root knows that all who have data are in it.   Fails: as Team::carry().
    virtual Status open_group(const CollectiveCall& call, OpenedGroup& opened) = 0;
    /// Leaves a group; what is not known does nothing.   Blocks: never for long.
    virtual void close_group(std::uint32_t number) = 0;

protected:
    ~ScattervGroups() = default;
};

/// An ability of some teams: to compute beforehand what calls of one pattern need.   Thread: as Team.
class Preparing {
public:
    /// Computes what calls like this one need, in the same order on all members; its sizes count, its memory is not
    /// touched (the blocks may be null). `pattern`: empty, or bytes from every rank (row) to every other (column),
    /// equal on all members: then nothing is exchanged.   Blocks: collective without `pattern`. Returns null where
    /// there is nothing to prepare.
    virtual std::unique_ptr<Prepared> prepare(const CollectiveCall& call, std::span<const std::uint64_t> pattern) = 0;
    /// After prepare(): whether Team::begin() will carry such calls, alike on all members.
    virtual bool carries(const CollectiveCall&) { return true; }

protected:
    ~Preparing() = default;
};

/// An ability of some teams: to say more of a call than that a rule wants it so.   Thread: as Team.
class Explaining {
public:
    /// Of the call that carry() has ended last: who or what in the engine has carried it, or why the host must; for the
    /// report. Empty: nothing is to be said.   Owner: the team, as long as it lives; equal texts of many calls are one.
    virtual std::string_view clause() const = 0;

protected:
    ~Explaining() = default;
};

/// A word that a rule may give an engine, as in `phased schedule=rotation`.
struct Parameter {
    std::string_view name;
    std::string_view choices;  ///< the values allowed, divided by '|', the first is the default; empty: any text
    std::string_view help;     ///< one sentence
};

/// What an engine is expected to gain against the host.
struct Prospect {
    bool wins = true;  ///< it is expected to be faster
    /// The option or fact that decides, as a clause that names it: "below phased.alltoall-least". Of a call that does
    /// not win, and of one with `least_bytes` what its sizes are compared with.   Owner: static storage, NUL-ended.
    std::string_view bound{};
    std::uint32_t calls_first = 0;  ///< collectives that a communicator must have had for a team to be worth making
    bool is_weighed = true;         ///< a team is made where it pays; else wherever a rule gives the engine a call
    /// Where only their own ranks know the sizes (kBytesDiffer): bytes that the busiest member sends or receives, from
    /// which a team is worth making. Such calls are on the communicator's probation (native/select/size_probation.hpp)
    /// by what SizesFound says of those carried. 0: they are carried whatever their sizes.
    std::uint64_t least_bytes = 0;
};

/// A call that an engine is to write down as a program.   Owner: everything outlives the call.
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

/// One way to carry operations. Engines are constant and shared by all threads: what changes lives in the call.
class Engine {
public:
    /// The name used in rules and profiles.   Owner: static storage, NUL-ended.
    virtual std::string_view name() const = 0;
    /// The parameters a rule may give.   Owner: static storage.
    virtual std::span<const Parameter> parameters() const = 0;
    /// Why a text that a rule gives for a parameter, or an empty one that it does not give, cannot be used here; empty:
    /// it can. Asked before a job begins.   Blocks: on the file system.
    virtual std::string flaw_of_text(std::string_view, const OptionValues&, std::span<const std::string>) const {
        return {};
    }
    /// The options of this engine and of what it stands on, a group for each struct. Its functions find the values by
    /// the struct's type in the OptionValues that they are given.   Owner: static storage.
    virtual std::span<const OptionGroup* const> options() const { return {}; }
    /// Which network its teams use among nodes: the name of an interface, an address or a CIDR; empty: any that suits;
    /// nothing: none. What join() asks `TeamSetup::hosts` for must be told here.   Owner: `options`.
    virtual std::optional<std::string_view> network([[maybe_unused]] const OptionValues& options) const {
        return std::nullopt;
    }
    /// Whether this engine can carry such a call: pure, so that it is answered alike on all ranks. What depends on cost
    /// is prospect().
    virtual bool supports(const Facts& facts) const = 0;
    /// What is expected of it for such a call; as pure as `supports`. A rule that says `choose=always` is carried
    /// without asking. Called for each call that is not decided yet: looks values up, parses nothing.
    virtual Prospect prospect(const Facts&, const OptionValues&) const { return {.is_weighed = false}; }

    /// Whether `auto` may choose it; else only a rule that names it has it carry.   Constant.
    virtual bool is_for_auto() const { return true; }

    /// Writes down what all ranks do in such a call, as steps. The engine itself may buffer more, and begin a step
    /// sooner.   Returns why not, as a clause; empty: it is written.   Fails: std::bad_alloc.
    virtual std::string write_program(const WrittenCall&, const OptionValues&, program::Program&) const {
        return "its calls are no schedule of steps";
    }

    /// Whether Team::begin() of its teams carries calls of `operation` in the background. Constant.
    virtual bool begins([[maybe_unused]] Operation operation) const { return false; }

    /// Whether join() can be run while the members are anywhere in their programs (Attendance::apart): then it is
    /// called on a thread of its own, which must not call MPI. Equal on all members.
    virtual bool joins_apart(const TeamSetup&) const { return false; }

    /// Makes this member's part of a team. Collective over the group.   Returns null, on all members alike, when that
    /// is not possible everywhere; a warning has been given.
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
