#pragma once
// How the members of a communicator agree to wait gently in its collectives while the machine of any member is busy. A
// nonblocking collective does not match a blocking one (MPI 4.0, 6.12), so all members must change over at the same
// call.
//
// The members agree in synchronising calls: those that no member leaves before all members have entered. All members
// count these calls alike: `must_meet` reads only values that MPI makes equal on all members, and a call that a host
// would refuse on this rank alone is not counted. Before the call whose number was agreed on, each member takes part in
// one Allreduce on the program's communicator. All members get the same result. It holds from that call to the next
// agreement, and it sets the call number of the next agreement.
//
// Why this cannot hang where the program would not: in the Allreduce a member waits only for members that have not yet
// reached the same call, and it would wait for these in the call itself. Once all members have reached the call, all
// are inside MPI. No member leaves the call before each has left the Allreduce, so the host's own progress completes
// it. Members wait for nothing else, and they exchange nothing between agreements.
#include <mpi.h>

#include <algorithm>
#include <cstdint>

#include "shim/host/gentle.hpp"
#include "shim/host/load_watch.hpp"

namespace shunt {

/// What the members of one communicator have agreed on. Between two collectives it is equal on all members, except
/// `asked_ns`.
/// Thread: that of the collective.
struct AgreedWaiting {
    static constexpr std::uint64_t kFirst = 8;        ///< calls before the first agreement
    static constexpr std::uint64_t kMostCalls = 256;  ///< between two agreements: costs 0.4 % of the shortest calls
    static constexpr std::int64_t kSoonNs = 100'000'000;

    bool gentle = false;
    std::uint64_t calls = 0;      ///< synchronising calls so far
    std::uint64_t next = kFirst;  ///< the call before which the members agree again
    std::uint64_t interval = kFirst;
    std::int64_t asked_ns = 0;  ///< when this member last agreed; 0: not yet

    /// Whether the members must agree before the next call.
    [[gnu::always_inline]] bool is_next() const { return calls + 1 >= next; }
    /// Counts one more call.   Returns: whether the members must agree before it.
    [[gnu::always_inline]] bool count() { return ++calls >= next; }
};

/// After how many more synchronising calls the members agree again, if the last `interval` calls took `elapsed_ns`: as
/// many as take about kSoonNs, but at most twice as many as last time.
constexpr std::uint64_t next_interval(std::uint64_t interval, std::int64_t elapsed_ns) {
    const std::int64_t each_ns = elapsed_ns / static_cast<std::int64_t>(interval);
    const auto fitting = static_cast<std::uint64_t>(AgreedWaiting::kSoonNs / std::max<std::int64_t>(each_ns, 1));
    return std::clamp<std::uint64_t>(std::min(fitting, 2 * interval), 1, AgreedWaiting::kMostCalls);
}

/// Agrees for the call about to be made on `comm`. `agreed` is the state of its members. Null `comm`: they never agree,
/// because one of them may run without Shunt or because there is only one. `under_load`: how to wait gently.
/// Blocks: one short reduction, as that call does.
/// Fails: the host's code. The communicator's error handler has then been called, and the call fails with that code.
int agree_on_waiting(AgreedWaiting& agreed, MPI_Comm comm, LoadWatch& load, const Patience& under_load);

}  // namespace shunt
