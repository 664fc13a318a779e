#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "native/base/operation.hpp"
#include "native/base/status.hpp"

namespace shunt {

/// `Facts::block_bytes` when MPI does not make the sizes equal on all ranks (the v and w operations).
inline constexpr std::int64_t kBytesDiffer = -1;

/// What is known of a call before it is carried. Every field is equal on all ranks, so what is decided from it is too.
struct Facts {
    Operation operation = Operation::barrier;
    int ranks = 1;
    int nodes = 1;
    std::int64_t block_bytes = kBytesDiffer;   ///< from one rank to another (type signature, without holes), or kBytesDiffer
};

/// This process among those that carry an operation together.
struct Group {
    int rank = 0;
    int size = 1;
};

/// Carries the blocks of one operation; the engine says which and when, the port knows where they lie and how to move them.
/// The shim implements it with the host's messages and datatypes on a private communicator, tests with a vector.
/// Fails: any status but `ok` is final for that block; `again` is never returned.
class BlockPort {
public:
    /// Copies this rank's block for itself to its place.
    virtual Status copy_own() = 0;
    /// Sends the block for `to` and receives the block of `from` (never this rank itself), together.
    /// Blocks: until both are done.   Fails: the other direction has been completed or given up too.
    virtual Status exchange(int to, int from) = 0;

protected:
    ~BlockPort() = default;
};

/// A word that a rule may give an engine, as in `phased schedule=rotation`.
struct Parameter {
    std::string_view name;
    std::string_view choices;   ///< the values allowed, divided by '|'; the first is the default
    std::string_view help;      ///< one sentence
};

/// One way to carry operations. Engines are constant and shared by all threads: what changes lives in the call.
class Engine {
public:
    /// The name used in rules and profiles.   Owner: static storage, NUL-ended.
    virtual std::string_view name() const = 0;
    /// The parameters a rule may give.   Owner: static storage.
    virtual std::span<const Parameter> parameters() const = 0;
    /// Whether this engine can carry such a call: pure, so that it is answered alike on all ranks. The only place to decline.
    virtual bool supports(const Facts& facts) const = 0;
    /// Carries one operation that `supports` said yes to, on every rank of the group; allocates nothing.
    /// Thread: any; one call per group at a time.   Blocks: as the port does.   Fails: the first failure the port reported.
    virtual Status carry(const Facts& facts, const Group& group, BlockPort& port) const = 0;

protected:
    ~Engine() = default;   // never deleted: they are constants, and a trivial destructor needs no code at exit
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
