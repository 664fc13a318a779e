#include "shim/offload/nonblocking.hpp"

#include <algorithm>
#include <new>

#include "shim/objects/handle.hpp"
#include "shim/offload/alltoall_buffers.hpp"
#include "shim/offload/alltoall_by_host.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

/// One call and what stands for it.
struct NonblockingCall {
    NonblockingCall(CommRecord& of, CommTeam& by, std::unique_ptr<AlltoallBuffers> with, int its_number)
        : record(of), team(by), blocks(std::move(with)), number(its_number) {
        record.users += 1;
        team.calls += 1;
    }
    ~NonblockingCall() {
        team.calls -= 1;
        record.users -= 1;
    }
    NonblockingCall(const NonblockingCall&) = delete;
    NonblockingCall& operator=(const NonblockingCall&) = delete;

    CommRecord& record;  ///< kept by `users`, also when the communicator is freed
    CommTeam& team;
    std::unique_ptr<AlltoallBuffers> blocks;
    std::unique_ptr<Prepared> prepared;
    std::unique_ptr<Pending> pending;  ///< null: idle, as a persistent call is before MPI_Start
    int number;                        ///< equal on all members, as the calls are made in the same order
    MPI_Request request = MPI_REQUEST_NULL;
    int tag = 0;               ///< of its request
    int code = MPI_SUCCESS;    ///< the first error
    bool by_messages = false;  ///< the engine has left it to the host's messages
    bool persistent = false;
    bool freed = false;  ///< the program has freed the request
};

namespace {

constexpr int kFirstTag = 16;  // lower ones of the private communicator have other uses

void note(NonblockingCall& call, int code) {
    if (call.code == MPI_SUCCESS) call.code = code;
}

MPI_Comm the_world() { return session.load(std::memory_order_relaxed)->world; }

void move_by_messages(NonblockingCall& call) {
    const Session& s = *session.load(std::memory_order_relaxed);
    const int tag = kFirstTag + call.number % (s.tag_upper_bound - kFirstTag);
    call.by_messages = true;
    call.pending =
        std::make_unique<MessageBlocks>(call.blocks->call(), call.record.private_comm, call.record.rank, tag);
}

/// The host's code for how an engine ended it.
int code_of(const NonblockingCall& call, Status status) {
    if (status == Status::ok) return MPI_SUCCESS;
    if (status != Status::peer_lost) return MPI_ERR_TRUNCATE;  // members disagree about a length
    const int code =
        call.by_messages ? static_cast<const MessageBlocks&>(*call.pending).code() : call.team.exchange.code();
    return code != MPI_SUCCESS ? code : MPI_ERR_OTHER;
}

}  // namespace

NonblockingCalls::NonblockingCalls(std::atomic<int>& under_way) : active_count_(under_way) {}
NonblockingCalls::~NonblockingCalls() = default;

void NonblockingCalls::activate(NonblockingCall& call) {
    active_.push_back(&call);
    active_count_.set(static_cast<int>(active_.size()));
}

bool NonblockingCalls::begin(const Session& s, CommRecord& record, CommTeam& team,
                             std::unique_ptr<AlltoallBuffers> blocks, MPI_Request* request, int& code) {
    auto call = std::make_unique<NonblockingCall>(record, team, std::move(blocks), record.background_calls++);
    note(*call, call->blocks->pack(s.world));
    const std::lock_guard<std::mutex> guard(mutex_);
    active_.reserve(active_.size() + 1);
    code = requests_.make(call->tag, &call->request, s.tag_upper_bound);
    if (code != MPI_SUCCESS) return true;
    NonblockingCall*& known = by_handle_[handle_value(call->request)];
    call->pending = team.team->begin(call->blocks->call());
    if (!call->pending) {
        by_handle_.erase(handle_value(call->request));
        requests_.end(call->tag, true);
        host.MPI_Wait(&call->request, MPI_STATUS_IGNORE);
        requests_.give_back(call->tag);
        return false;
    }
    known = call.get();
    *request = call->request;
    activate(*call.release());
    return true;
}

int NonblockingCalls::make_persistent(const Session& s, CommRecord& record, CommTeam& team,
                                      std::unique_ptr<AlltoallBuffers> blocks, MPI_Request* request) {
    auto call = std::make_unique<NonblockingCall>(record, team, std::move(blocks), record.background_calls++);
    record.keeps_private_comm = true;
    call->persistent = true;
    call->prepared = team.team->prepare(call->blocks->call(), {});
    call->blocks->call().prepared = call->prepared.get();
    const std::lock_guard<std::mutex> guard(mutex_);
    const int code = requests_.make_persistent(call->tag, &call->request, s.tag_upper_bound);
    if (code != MPI_SUCCESS) return code;
    *request = call->request;
    by_handle_[handle_value(*request)] = call.release();
    persistent_count_ += 1;
    return MPI_SUCCESS;
}

void NonblockingCalls::started(int count, const MPI_Request* requests) {
    const std::lock_guard<std::mutex> guard(mutex_);
    active_.reserve(active_.size() + static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const auto found = by_handle_.find(handle_value(requests[i]));
        if (found == by_handle_.end() || !found->second->persistent) continue;
        NonblockingCall& call = *found->second;
        call.by_messages = false;
        call.blocks->look_again();
        call.code = call.blocks->pack(the_world());
        call.pending = call.team.team->begin(call.blocks->call());
        if (!call.pending) move_by_messages(call);
        activate(call);
    }
}

/// Returns whether it has ended.
bool NonblockingCalls::advance_one(NonblockingCall& call, std::vector<Failure>& failures) {
    Status status = call.pending->advance();
    if (status == Status::declined && !call.by_messages) {
        move_by_messages(call);
        status = call.pending->advance();
    }
    if (status == Status::again) return false;
    note(call, code_of(call, status));
    if (status == Status::ok) note(call, call.blocks->deliver(the_world()));
    end(call, call.code, failures);
    return true;
}

void NonblockingCalls::end(NonblockingCall& call, int code, std::vector<Failure>& failures) {
    if (code != MPI_SUCCESS) failures.push_back({call.record.handle, code});
    call.pending.reset();
    if (!call.persistent) {
        if (!call.freed) by_handle_.erase(handle_value(call.request));
        requests_.end(call.tag, code == MPI_SUCCESS);
        forget(call);
        return;
    }
    requests_.end(call.tag, code == MPI_SUCCESS);
    if (call.freed) forget(call);
}

void NonblockingCalls::forget(NonblockingCall& call) {
    requests_.give_back(call.tag);
    if (call.persistent) {
        persistent_count_ -= 1;
        call.team.in_use = false;
    }
    delete &call;
}

void NonblockingCalls::advance_locked(std::vector<Failure>& failures) {
    std::erase_if(active_, [&](NonblockingCall* call) { return advance_one(*call, failures); });
    active_count_.set(static_cast<int>(active_.size()));
}

void NonblockingCalls::advance() {
    std::vector<Failure> failures;
    {
        const std::unique_lock<std::mutex> guard(mutex_, std::try_to_lock);
        if (!guard.owns_lock()) return;  // another thread does it
        advance_locked(failures);
    }
    // Without the lock: the program's handler may call MPI.
    for (const Failure& failure : failures)
        host.MPI_Comm_call_errhandler(failure.comm != MPI_COMM_NULL ? failure.comm : MPI_COMM_WORLD, failure.code);
}

bool NonblockingCalls::is_among(int count, const MPI_Request* requests) {
    if (!any() || !requests) return false;
    const std::lock_guard<std::mutex> guard(mutex_);
    for (int i = 0; i < count; ++i) {
        const auto found = by_handle_.find(handle_value(requests[i]));
        if (found != by_handle_.end() && found->second->pending) return true;
    }
    return false;
}

void NonblockingCalls::freed(MPI_Request request) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto found = by_handle_.find(handle_value(request));
    if (found == by_handle_.end()) return;
    NonblockingCall& call = *found->second;
    by_handle_.erase(found);  // the handle may be given out again
    call.freed = true;
    if (!call.pending) forget(call);
}

bool NonblockingCalls::is_busy(const CommRecord* record) {
    const std::lock_guard<std::mutex> guard(mutex_);
    return std::any_of(active_.begin(), active_.end(), [&](const NonblockingCall* call) {
        return !record || (&call->record == record && !call->persistent);
    });
}

void NonblockingCalls::release(const Session& s, bool peers_alive) {
    for (GentleWait wait(s.patience); peers_alive && any() && is_busy(nullptr); wait.pause()) advance();
    const std::lock_guard<std::mutex> guard(mutex_);
    for (NonblockingCall* abandoned : active_)
        if (!abandoned->by_messages) abandoned->pending.reset();
    if (!active_.empty()) return;  // the host may still write to their memory
    for (const auto& [handle, call] : by_handle_) delete call;
    by_handle_.clear();
    requests_.release();
}

void begin_started(Session& s, int count, const MPI_Request* requests) {
    try {
        s.offload->background.started(count, requests);
    } catch (const std::bad_alloc&) { end_without_memory(*s.comms.find(MPI_COMM_WORLD)); }
}

void advance_background(Session& s) {
    const InsideCall inside;
    try {
        if (s.offload->background.any()) s.offload->background.advance();
        if (s.offload->chores.any()) s.offload->chores.advance(s);
    } catch (const std::bad_alloc&) { end_without_memory(*s.comms.find(MPI_COMM_WORLD)); }
}

}  // namespace shunt
