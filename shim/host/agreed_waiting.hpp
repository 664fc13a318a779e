#pragma once
// How the members of a communicator agree on waiting gently in its collectives while the machine of one of them is
// busy. A nonblocking collective does not match a blocking one (MPI 4.0, 6.12), so all members must change over at the
// same call.
//
// They agree in synchronising calls: those that no member leaves before all have entered. All members count these alike
// (`must_meet` reads only what MPI makes equal on all, and what a host would refuse on this rank alone is not counted).
// Before the call of an agreed number each member takes part in one Allreduce on the program's communicator; all get
// the same result, which holds from that call to the next agreement and fixes the number of that one.
//
// Why this cannot hang where the program would not: a member waits in the Allreduce only for members that have not yet
// come to the same call, and for these it would wait in the call itself. Once all have come all of them are inside MPI,
// and none leaves the call before each has left the Allreduce, so the host's own progress ends it. Nothing else is
// waited for, and between agreements nothing is exchanged.
#include <mpi.h>

#include <algorithm>
#include <cstdint>

#include "shim/host/gentle.hpp"
#include "shim/host/load_watch.hpp"

namespace shunt {

/// What the members of one communicator have agreed on. Equal on all members between two collectives, but for
/// `asked_ns`.
/// Thread: that of the collective.
struct AgreedWaiting {
    static constexpr std::uint64_t kFirst = 8;        ///< calls before the first agreement
    static constexpr std::uint64_t kMostCalls = 256;  ///< between two agreements: 0.4 % of the shortest calls
    static constexpr std::int64_t kSoonNs = 100'000'000;

    bool gentle = false;
    std::uint64_t calls = 0;      ///< synchronising ones, so far
    std::uint64_t next = kFirst;  ///< the call before which they agree anew
    std::uint64_t interval = kFirst;
    std::int64_t asked_ns = 0;  ///< when this member last agreed; 0: never

    /// Whether the members are to agree before the next call.
    [[gnu::always_inline]] bool is_next() const { return calls + 1 >= next; }
    /// Counts one more.   Returns whether the members are to agree before it.
    [[gnu::always_inline]] bool count() { return ++calls >= next; }
};

/// After how many more synchronising calls the members agree again, where the last `interval` took `elapsed_ns`: as
/// many as take about kSoonNs, and at most twice as many as last time.
constexpr std::uint64_t next_interval(std::uint64_t interval, std::int64_t elapsed_ns) {
    const std::int64_t each_ns = elapsed_ns / static_cast<std::int64_t>(interval);
    const auto fitting = static_cast<std::uint64_t>(AgreedWaiting::kSoonNs / std::max<std::int64_t>(each_ns, 1));
    return std::clamp<std::uint64_t>(std::min(fitting, 2 * interval), 1, AgreedWaiting::kMostCalls);
}

/// Agrees for the call about to be made on `comm`, whose members `agreed` is of; null: they never agree, as one of them
/// may run without Shunt, or there is one alone. `under_load`: how to wait gently.
/// Blocks: one short reduction, as that call does.
/// Fails: the host's code, for which the communicator's error handler has been called: the call fails with it.
int agree_on_waiting(AgreedWaiting& agreed, MPI_Comm comm, LoadWatch& load, const Patience& under_load);

}  // namespace shunt
