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
#include "shim/observe/session.hpp"

namespace shunt {

struct CommRecord;
struct Session;

/// The host's MPI_Allgather over the world of `s`, which outlives it.   Blocks: collective.
AllGather all_gather_of_world(const Session& s);

/// What the members of a team to be made send each other, beside the engine's own bytes, in its first exchange. They
/// agree on the number that rank 0 proposes, and on the maximum of everything else.
struct TeamProposal {
    std::uint64_t number = 0;       ///< of the team: unique if this member is rank 0, even if threads make two at once
    std::uint64_t open_teams = 0;   ///< of the process
    std::uint64_t own_bytes = 0;    ///< of the call that needs the team, if its sizes are not known to all
    std::uint64_t lacks_files = 0;  ///< 1: the process can open too few more files
};

/// How an engine's team communicates by the host's messages: while it is made, on the program's communicator, in a call
/// that all members are in; afterwards on the private copy of MPI_COMM_WORLD.
class HostExchange final : public Exchange {
public:
    using Accepts = std::function<bool(const TeamProposal& agreed)>;

    /// `record`: of the communicator; not used after forget_communicator(). `world_ranks`: of the members.
    HostExchange(const Session& s, const CommRecord& record, std::vector<int> world_ranks)
        : session_(s), record_(&record), world_ranks_(std::move(world_ranks)) {}
    ~HostExchange();

    Status all_gather(const void* mine, std::size_t bytes, void* all,
                      const std::function<void()>& meanwhile = {}) override;
    Attendance attendance() const override { return staged_ ? staged_->attendance() : Attendance::together; }
    void progress() override;
    void progress_once() override;
    bool has_work() const override;
    Status ask_about(int rank) override;
    void warn(const char* text) override;

    /// The next exchange also carries `mine`. It fails with `declined`, on all members alike, unless `accepts` returns
    /// true for the agreed values.
    void propose(const TeamProposal& mine, Accepts accepts);
    /// Exchanges are passed to `join`, whose thread requests them; null: the host's Allgather makes them, in which this
    /// rank waits.
    void stage(StagedJoin* join) { staged_ = join; }
    /// Whether `accepts` returned false.
    bool has_refused() const { return refused_; }
    const TeamProposal& agreed() const { return agreed_; }
    /// The agreed number; 0 if nothing was exchanged.
    std::uint64_t number() const { return agreed_.number; }
    /// The program's communicator is about to be freed.
    void forget_communicator() { record_ = nullptr; }
    /// The engine's messages are ignored from now on: its join is abandoned.
    void be_silent() { is_silent_ = true; }

    const std::vector<int>& world_ranks() const { return world_ranks_; }
    /// The host's error that caused the last `peer_lost`.
    int code() const { return code_; }

private:
    /// A receive for which no message is ever sent: it ends only when the host learns that the peer is gone.
    struct Watch {
        int rank;
        MPI_Request request;
    };

    using Meanwhile = std::function<void()>;
    Status gather(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile);
    Status gather_with_proposal(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile);

    const Session& session_;
    const CommRecord* record_;
    std::vector<int> world_ranks_;
    TeamProposal proposal_, agreed_;
    Accepts accepts_;  ///< empty once the members have agreed
    StagedJoin* staged_ = nullptr;
    bool refused_ = false;
    std::atomic<bool> is_silent_{false};  ///< set by the program's threads while the engine may send messages itself
    int code_ = MPI_SUCCESS;
    std::vector<Watch> watches_;
};

/// Lets the host progress operations that the program has begun.   Blocks: never for long.
void progress_host(const Session& s);

/// Calls the host `calls` times, so that it reads messages that have arrived.   Blocks: never for long.
void call_host(const Session& s, std::uint64_t calls);

/// Lets the host read messages that calls of ours have overtaken, or until `is_enough()`, which is called now and then.
/// Blocks: as call_host().
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
    if (*flag == kUntouched) *flag = before;  // refused, and the program's error handler may have ignored that
    else if (code == MPI_SUCCESS && !*flag)
        let_host_catch_up(s, [&] { return (code = test()) != MPI_SUCCESS || *flag; });
    return code;
}

/// `test()`, a probe or a test of the program's by the host, which sets `flag`. It is repeated if it finds nothing and
/// a call of ours may have overtaken the message. `test` holds copies: values held by reference would lie in memory in
/// all calls, which takes 5 ns.   Fails: the code `test` returned.
template <class Test>
[[gnu::always_inline]] inline int test_behind_ours(Session& s, int* flag, Test test) {
    if (s.overtaken.any() && flag) [[unlikely]]
        return test_what_is_overtaken(s, flag, test);
    return test();
}

/// To be called before a send by MPI_Bsend is passed to the host: the host has then read which earlier ones were
/// received.
void before_buffered_send(Session& s);

/// Ends an unsuccessful test of the program as the host ends its own: the host progresses, and yields the core if it
/// does so itself. Programs test in loops, and ranks that share cores wait for each other's core.
void end_vain_test(const Session& s);

}  // namespace shunt
