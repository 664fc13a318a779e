#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "native/base/wire_up.hpp"
#include "native/engines/contract.hpp"
#include "native/engines/staged_join.hpp"
#include "shim/host/quirks.hpp"
#include "shim/host/status.hpp"

namespace shunt {

struct Session;

/// The host's MPI_Allgather over the world of `s`, which outlives it.   Blocks: collective.
AllGather all_gather_of_world(const Session& s);

/// What the members of a team to be made tell each other beside the engine's own bytes, in its first exchange. What
/// they agree on is the greatest of each.
struct TeamProposal {
    std::uint64_t number = 0;       ///< of the team: greater than those any member had before
    std::uint64_t open_teams = 0;   ///< of the process
    std::uint64_t own_bytes = 0;    ///< of the call that wants the team, where its sizes are not known to all
    std::uint64_t lacks_files = 0;  ///< 1: the process may open too few more
};

/// How an engine's team talks by the host's messages: while it is made, on the program's communicator, in a call that
/// all members are in; then on the private copy of MPI_COMM_WORLD.
class HostExchange final : public Exchange {
public:
    using Accepts = std::function<bool(const TeamProposal& agreed)>;

    /// `world_ranks`: of the members.
    HostExchange(const Session& s, MPI_Comm comm, std::vector<int> world_ranks)
        : session_(s), comm_(comm), world_ranks_(std::move(world_ranks)) {}
    ~HostExchange();

    Status all_gather(const void* mine, std::size_t bytes, void* all,
                      const std::function<void()>& meanwhile = {}) override;
    Attendance attendance() const override { return staged_ ? staged_->attendance() : Attendance::together; }
    void progress() override;
    void progress_once() override;
    bool has_work() const override;
    Status ask_about(int rank) override;
    void warn(const char* text) override;

    /// The first exchange from now on carries `mine` too, and fails with `declined`, on all members alike, unless
    /// `accepts` what they agree on.
    void propose(const TeamProposal& mine, Accepts accepts);
    /// Exchanges are handed to `join`, whose thread asks for them; null: they are made by the host's Allgather, in
    /// which this rank waits.
    void stage(StagedJoin* join) { staged_ = join; }
    /// Whether `accepts` said no.
    bool has_refused() const { return refused_; }
    const TeamProposal& agreed() const { return agreed_; }
    /// The agreed number; 0 where nothing was exchanged.
    std::uint64_t number() const { return agreed_.number; }
    /// The program's communicator is about to be freed.
    void forget_communicator() { comm_ = MPI_COMM_NULL; }
    /// What the engine says from now on is of no interest: its join is abandoned.
    void be_silent() { is_silent_ = true; }

    const std::vector<int>& world_ranks() const { return world_ranks_; }
    /// The host's error behind the last `peer_lost`.
    int code() const { return code_; }

private:
    /// A receive that nothing is ever sent to: it ends only when the host learns that the peer is gone.
    struct Watch {
        int rank;
        MPI_Request request;
    };

    using Meanwhile = std::function<void()>;
    Status gather(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile);
    Status gather_with_proposal(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile);

    const Session& session_;
    MPI_Comm comm_;
    std::vector<int> world_ranks_;
    TeamProposal proposal_, agreed_;
    Accepts accepts_;  ///< empty once the members have agreed
    StagedJoin* staged_ = nullptr;
    bool refused_ = false;
    std::atomic<bool> is_silent_{false};  ///< set by the program's threads while the engine may speak on its own
    int code_ = MPI_SUCCESS;
    std::vector<Watch> watches_;
};

/// Lets the host go on with what the program has begun.   Blocks: never for long.
void progress_host(const Session& s);

/// Calls the host so often that it reads what has come.   Blocks: never for long.
void call_host(const Session& s, std::uint64_t calls);

/// The host reads what calls of ours have overtaken, or until `is_enough()`, asked now and then.   Blocks: as
/// call_host().
template <class Enough>
void let_host_catch_up(Session& s, Enough&& is_enough) {
    constexpr std::uint64_t kAtOnce = 16;
    const std::uint64_t heard = s.overtaken.count(), due = s.overtaken.calls_due(host_quirks.is_open_mpi);
    for (std::uint64_t calls = 0; calls < due; calls += kAtOnce) {
        call_host(s, kAtOnce);
        if (is_enough()) return;
    }
    s.overtaken.note_read(heard);
}

/// The rest of test_behind_ours().
template <class Test>
[[gnu::noinline]] int test_what_is_overtaken(Session& s, int* flag, Test test) {
    const int before = std::exchange(*flag, kUntouched);
    int code = test();
    if (*flag == kUntouched) *flag = before;  // refused, which the program's error handler may have let pass
    else if (code == MPI_SUCCESS && !*flag)
        let_host_catch_up(s, [&] { return (code = test()) != MPI_SUCCESS || *flag; });
    return code;
}

/// `test()`, a probe or a test of the program's by the host, which sets `flag`: repeated where it finds nothing, and
/// what it looks for may have been overtaken. `test` holds copies: what it held by reference would lie in memory in all
/// calls, which takes 5 ns.   Fails: the code `test` returned.
template <class Test>
[[gnu::always_inline]] inline int test_behind_ours(Session& s, int* flag, Test test) {
    if (s.overtaken.any() && flag) [[unlikely]]
        return test_what_is_overtaken(s, flag, test);
    return test();
}

/// The host is about to get a send by MPI_Bsend: it has read which earlier ones were received.
void before_buffered_send(Session& s);

/// Ends a test of the program's that has found nothing as the host ends its own: the host goes on, and the core is
/// given away where the host does so. Programs test in loops: ranks that share cores wait for each other's.
void end_vain_test(const Session& s);

}  // namespace shunt
