#include "shim/offload/nonblocking.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "native/base/kept_errno.hpp"
#include "native/base/reserve_one.hpp"
#include "shim/offload/call_buffers.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/host_messages.hpp"
#include "shim/offload/kept_objects.hpp"
#include "shim/offload/messages/messages.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {

/// One call and the objects it uses.
struct NonblockingCall final : OwnRequest {
    NonblockingCall(CallToBegin what, bool starts_again)
        : record(what.record),
          team(what.team),
          decision(what.decision),
          kept(std::in_place, what.arguments, what.record),
          buffers(std::move(what.buffers)),
          number(what.arguments.request ? what.record.background_calls++ : 0),
          copied_bytes(what.copied_bytes),
          persistent(starts_again),
          follows(!what.arguments.request),
          is_freed(follows) {
        CollectiveCall& call = buffers->call();
        call.operation = what.arguments.operation();
        call.groups = decision.groups;
        call.parameters = decision.parameters;
        record.users += 1;
        team.calls += 1;
        if (follows) team.copies.add(copied_bytes);
    }
    ~NonblockingCall() {
        let_go();
        record.users -= 1;
    }
    NonblockingCall(const NonblockingCall&) = delete;
    NonblockingCall& operator=(const NonblockingCall&) = delete;

    /// All work is done: the team may be left.
    void let_go() {
        pending.reset();
        if (!buffers) return;
        prepared.reset();  // the team may end as soon as it has no calls
        buffers.reset();
        kept.reset();
        if (persistent) team.in_use = false;
        if (follows) team.copies.drop(copied_bytes);
        team.calls -= 1;
    }

    CallState state() const override { return progress.load(std::memory_order_acquire); }
    void fill(MPI_Status* status) const override;
    CallFailure take(MPI_Request* request) override;
    void freed(MPI_Request* request) override;
    int start() override;
    int cancel() override;
    void abandon() override { delete this; }

    CommRecord& record;  ///< kept by `users`, even after the communicator is freed
    CommTeam& team;
    const Decision decision;
    std::optional<KeptObjects> kept;
    std::unique_ptr<CallBuffers> buffers;  ///< null: it has ended, and the program has not learnt that yet
    std::unique_ptr<Prepared> prepared;
    std::unique_ptr<Pending> pending;  ///< while it is active
    /// Equal on all members, as they make the calls in the same order; 0 for a call that blocks on other members.
    std::uint32_t number;
    int code = MPI_SUCCESS;    ///< the first error
    bool by_messages = false;  ///< the engine has left it to the host's messages
    const std::uint64_t copied_bytes;
    const bool persistent;
    const bool follows;  ///< a blocking one that only sends, from a copy
    bool is_freed;       ///< the program has no request for it, or no longer has one
    std::atomic<CallState> progress{CallState::idle};
};

namespace {

constexpr int kFirstTag = 16;  // lower tags of the private communicator have other uses

void note(NonblockingCall& call, int code) {
    if (call.code == MPI_SUCCESS) call.code = code;
}

MPI_Comm the_world() { return session.load(std::memory_order_relaxed)->world; }
NonblockingCalls& background() { return session.load(std::memory_order_relaxed)->offload->background; }

void move_by_messages(NonblockingCall& call) {
    const Session& s = *session.load(std::memory_order_relaxed);
    const auto tags = static_cast<std::uint32_t>(s.tag_upper_bound - kFirstTag);
    const int tag = kFirstTag + static_cast<int>(call.number % tags);
    const MessagePlace place{call.record.private_comm, call.record.rank, call.record.size, tag};
    call.by_messages = true;
    call.pending = std::make_unique<HostMessages>(call.buffers->call(), place);
}

/// The code with which it has ended.
int code_of(const NonblockingCall& call, Status status) {
    const int by_host = call.by_messages ? static_cast<const HostMessages&>(*call.pending).code() : int{MPI_SUCCESS};
    if (by_host != MPI_SUCCESS) return by_host;
    return code_of(status, call.buffers->call(), call.team, call.record);
}

}  // namespace

void CallFailure::report() const {
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(comm != MPI_COMM_NULL ? comm : MPI_COMM_WORLD, code);
}

NonblockingCalls::NonblockingCalls(std::atomic<int>& under_way, RequestPool& pool)
    : active_count_(under_way), requests_(pool) {}
NonblockingCalls::~NonblockingCalls() = default;

bool NonblockingCalls::start_thread(bool always) {
    return thread_.start([this] { return drive(); }, always);
}

namespace {

bool is_waited_for(const NonblockingCall* call) { return !call->by_messages && call->team.team->needs_progress(); }

}  // namespace

/// While one thread is inside the host another may begin a call that peers wait for, and then wait for the first.
void NonblockingCalls::note_threads(const Session& s) {
    if (s.multithreaded) thread_.drive_always();
}

void NonblockingCalls::drive_too(const Session& s, Messages& messages) {
    messages_ = &messages;
    note_threads(s);
    // When a thread begins work, other threads may already be inside a call of the host.
    if (s.multithreaded) note_messages(true);
}

void NonblockingCalls::note_active() {
    active_count_.set(static_cast<int>(active_.size()));
    calls_wait_.store(std::any_of(active_.begin(), active_.end(), is_waited_for), std::memory_order_relaxed);
    tell_thread();
}

/// Returns: whether any message is under way.
bool NonblockingCalls::drive_messages() {
    try {
        return messages_->advance_beside();
    } catch (const std::bad_alloc&) { end_without_memory(); }
}

/// On the progress thread. The program's threads find that a call has ended, and copy the received data. While they
/// poll themselves this thread does not: if preempted with the lock held, it would stop them for a time slice.
/// Returns: whether work is under way that peers may wait for, and for which no other thread polls.
bool NonblockingCalls::drive() {
    const std::uint32_t looks = looks_.load(std::memory_order_relaxed);
    if (std::exchange(looks_seen_, looks) != looks) return false;
    const bool messages_wait = messages_wait_.load(std::memory_order_acquire) && drive_messages();
    if (!calls_wait_.load(std::memory_order_relaxed)) return messages_wait;
    const std::unique_lock<std::mutex> guard(mutex_, std::try_to_lock);
    if (!guard.owns_lock()) return true;  // one of the program's threads does it
    const CommTeam* held = nullptr;       // as in advance_in_order()
    for (NonblockingCall* call : active_) {
        if (!is_waited_for(call) || (call->follows && &call->team == held)) continue;
        if (call->pending->advance() == Status::again && call->follows) held = &call->team;
    }
    return true;
}

void NonblockingCalls::activate(NonblockingCall& call) {
    call.progress.store(CallState::active, std::memory_order_relaxed);
    active_.push_back(&call);
    note_active();
}

bool NonblockingCalls::begin(const Session& s, CallToBegin what, int& code) {
    const KeptErrno kept;
    MPI_Request* const request = what.arguments.request;
    auto call = std::make_unique<NonblockingCall>(std::move(what), false);
    note(*call, call->buffers->pack(s.world));
    note_threads(s);
    bool waits = false;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        reserve_one(active_);
        MPI_Request ours = MPI_REQUEST_NULL;
        code = request ? requests_.give(s.world, *call, &ours) : int{MPI_SUCCESS};
        if (code != MPI_SUCCESS) return true;
        waits = !request && !is_busy(call->team);
        if (call->team.tells_ordinals) call->buffers->call().ordinal = call->record.collective_sequence;
        call->pending = call->team.team->begin(call->buffers->call());
        if (!call->pending) {
            if (request) requests_.take_back(*call, &ours);
            return false;
        }
        if (request) *request = ours;
        if (!waits) activate(*call.release());
    }
    if (waits) code = go_on_for_a_while(std::move(call));
    return true;
}

/// If the peers are in the call too, all of them progress faster in this way than by the progress thread.
/// Returns: how it has ended, if it has.
int NonblockingCalls::go_on_for_a_while(std::unique_ptr<NonblockingCall> call) {
    constexpr std::int64_t kMostNs = 5'000'000;
    static_cast<void>(call->pending->wait(kMostNs));
    std::vector<CallFailure> failures;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        reserve_one(active_);
        NonblockingCall& begun = *call.release();
        if (!advance_one(begun, failures)) activate(begun);
    }
    if (failures.empty()) return MPI_SUCCESS;
    failures.front().report();
    return failures.front().code;
}

bool NonblockingCalls::is_busy(const CommTeam& team) const {
    return std::any_of(active_.begin(), active_.end(),
                       [&](const NonblockingCall* call) { return &call->team == &team && !call->by_messages; });
}

bool NonblockingCalls::may_follow(const CommTeam& team, Operation operation, int root, std::uint64_t bytes) {
    if (!team.copies.has_room_for(bytes)) return false;
    if (team.holds_givers && team.team->may_hold(operation, root, bytes)) return true;
    if (!any()) return false;
    const std::lock_guard<std::mutex> guard(mutex_);
    return is_busy(team);
}

bool NonblockingCalls::make_persistent(const Session& s, CallToBegin what, int& code) {
    MPI_Request* const request = what.arguments.request;
    auto call = std::make_unique<NonblockingCall>(std::move(what), true);
    note_threads(s);
    if (Preparing* const preparing = call->team.preparing) {
        call->prepared = preparing->prepare(call->buffers->call(), {});
        if (!preparing->carries(call->buffers->call())) return false;
    }
    call->buffers->call().prepared = call->prepared.get();
    code = requests_.give(s.world, *call, request);
    if (code == MPI_SUCCESS) static_cast<void>(call.release());
    return true;
}

int NonblockingCalls::start(NonblockingCall& call) {
    if (!call.persistent || call.state() != CallState::idle) return MPI_ERR_REQUEST;
    const KeptErrno kept;
    const std::lock_guard<std::mutex> guard(mutex_);
    reserve_one(active_);
    call.by_messages = false;
    call.buffers->look_again();
    call.code = call.buffers->pack(the_world());
    call.pending = call.team.team->begin(call.buffers->call());
    if (!call.pending) move_by_messages(call);
    activate(call);
    return MPI_SUCCESS;
}

/// Returns: whether it has ended.
bool NonblockingCalls::advance_one(NonblockingCall& call, std::vector<CallFailure>& failures) {
    Status status = call.pending->advance();
    if (status == Status::declined && !call.by_messages) {
        move_by_messages(call);
        status = call.pending->advance();
    }
    if (status == Status::again) return false;
    if (status == Status::no_memory) end_without_memory(call.record);
    note(call, call.buffers->failure());
    note(call, code_of(call, status));
    if (has_data(status)) note(call, call.buffers->deliver(the_world()));
    end(call, failures);
    return true;
}

/// Among the calls that follow each other in the team `held`, none ends before the one that holds them up, so each of
/// thousands costs only one check.   Returns: likewise.
bool NonblockingCalls::advance_in_order(NonblockingCall& call, const CommTeam*& held,
                                        std::vector<CallFailure>& failures) {
    if (call.follows && &call.team == held) return false;
    const CommTeam* const team = call.follows ? &call.team : held;  // the call may be deleted then
    const bool has_ended = advance_one(call, failures);
    if (!has_ended) held = team;
    return has_ended;
}

/// As soon as its state shows the end, the program's thread may delete the call.
void NonblockingCalls::end(NonblockingCall& call, std::vector<CallFailure>& failures) {
    if (call.is_freed) {
        failures.push_back({call.record.handle, call.code});
        delete &call;
        return;
    }
    if (call.persistent) call.pending.reset();
    else call.let_go();
    call.progress.store(call.code == MPI_SUCCESS ? CallState::ended : CallState::failed, std::memory_order_release);
}

void NonblockingCalls::advance() {
    const KeptErrno kept;
    note_look();
    std::vector<CallFailure> failures;
    {
        const std::unique_lock<std::mutex> guard(mutex_, std::try_to_lock);
        if (!guard.owns_lock()) return;  // another thread does it
        const CommTeam* held = nullptr;
        std::erase_if(active_, [&](NonblockingCall* call) { return advance_in_order(*call, held, failures); });
        note_active();
    }
    for (const CallFailure& failure : failures) failure.report();
}

CallFailure NonblockingCalls::take(NonblockingCall& call, MPI_Request* request) {
    const CallFailure how{call.record.handle, has_ended(call.state()) ? call.code : MPI_SUCCESS};
    if (call.persistent) {
        call.progress.store(CallState::idle, std::memory_order_relaxed);
        return how;
    }
    requests_.take_back(call, request);
    delete &call;
    return how;
}

void NonblockingCalls::freed(NonblockingCall& call, MPI_Request* request) {
    const std::lock_guard<std::mutex> guard(mutex_);
    requests_.take_back(call, request);
    call.is_freed = true;
    if (call.state() != CallState::active) delete &call;
}

void NonblockingCalls::release(const Session& s, bool peers_alive) {
    for (GentleWait wait(s.patience); peers_alive && any(); wait.pause()) advance();
    thread_.stop();
    const std::lock_guard<std::mutex> guard(mutex_);
    for (NonblockingCall* abandoned : active_)
        if (!abandoned->by_messages) abandoned->pending.reset();
    if (!active_.empty()) return;  // the host may still write to their memory
    requests_.each([](OwnRequest& call) { call.abandon(); });
    requests_.release();
}

/// As the host fills it for a null request.
void NonblockingCall::fill(MPI_Status* status) const {
    MPI_Request none = MPI_REQUEST_NULL;
    int flag = 0;
    host.MPI_Test(&none, &flag, status);
}

CallFailure NonblockingCall::take(MPI_Request* request) { return background().take(*this, request); }

void NonblockingCall::freed(MPI_Request* request) { background().freed(*this, request); }

/// Without memory it also fails by ending the job, as peers rely on the call.
int NonblockingCall::start() {
    try {
        const int started = background().start(*this);
        CallFailure{record.handle, started}.report();
        return started;
    } catch (const std::bad_alloc&) { end_without_memory(record); }
}

/// No collective can be cancelled (MPI 4.0, 6.12).
int NonblockingCall::cancel() {
    const CallFailure refused{MPI_COMM_WORLD, MPI_ERR_REQUEST};
    refused.report();
    return refused.code;
}

void advance_and_count(Session& s) {
    advance_background(s);
    s.offload->background.thread().enter();
}

void advance_background(Session& s) {
    const InsideCall inside;
    try {
        if (s.messages) {
            s.offload->background.note_look();
            s.messages->advance();
        }
        if (s.offload->background.any()) s.offload->background.advance();
        if (s.offload->chores.any()) s.offload->chores.advance(s);
    } catch (const std::bad_alloc&) { end_without_memory(); }
}

}  // namespace shunt
