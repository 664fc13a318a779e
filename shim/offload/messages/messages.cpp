#include "shim/offload/messages/messages.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "native/base/relax.hpp"
#include "native/base/wakeful_wait.hpp"
#include "shim/host/log.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/kept_objects.hpp"
#include "shim/offload/messages/general_request.hpp"
#include "shim/offload/offload.hpp"

namespace shunt {
namespace {

constexpr int kLooks = 64;                    // polls between two calls of the host: a microsecond or two
constexpr int kFewLooks = 4;                  // the same while the host has work, and if ranks share cores
constexpr std::int64_t kSliceNs = 1'000'000;  // the longest time without a call of the host
constexpr int kTurns = 64;                    // if ranks share cores: yields before the first sleep
constexpr int kTurnsOfHost = 8;               // likewise: yields between two calls of the host, if it has no work
constexpr std::int64_t kKeptSpinNs = 20'000;  // polling if others keep the core: the cost of a wake-up
constexpr int kRoundsOfHost = 4;              // rounds of kLooks polls between two calls of the host, if it has no work

remote_write::Threads threads_of(const Session& s) {
    using enum remote_write::Threads;
    return s.multithreaded ? many : s.agreement.all_have_threads ? one_and_progress : one;
}

config::RankChannels channels_of(const Session& s) {
    return s.plan ? config::RankChannels(s.plan->channels, s.world_rank) : config::RankChannels();
}

}  // namespace

Messages::Messages(Session& s, remote_write::Fabric& fabric, const remote_write::MessengerOptions& options)
    : session_(s),
      fabric_(fabric),
      mail_(s.offload->mail.get()),
      has_threads_(s.multithreaded),
      spare_sends_(*this, has_threads_),
      spare_receives_(*this, has_threads_),
      messenger_(fabric, s.world_rank, options, threads_of(s)),
      channels_(channels_of(s)),
      has_core_(!s.agreement.own_node_crowded),
      under_way_(s.under_way),
      spins_(s.offload->messages_reach_nodes) {
    enter_phase(0);
    if (s.multithreaded) under_way_.set(Session::kMessagesWait);  // see NonblockingCalls::drive_too()
}

Messages::~Messages() = default;

RequestPool& Messages::pool() const { return session_.pool; }

MPI_Comm Messages::quiet_comm() const { return session_.world; }

/// Other ranks may need this process from now on, or no longer do. That they no longer do is detected by the program's
/// next call that is not about messages of ours (Session::under_way): noting the end of each message would cost more
/// than ending it.
void Messages::note_work() {
    if (session_.multithreaded) return;
    const bool has_work = messenger_.has_work() || loose_.load(std::memory_order_relaxed) != 0 || uses_mail();
    under_way_.set(has_work ? Session::kMessagesWait : 0);
    session_.offload->background.note_messages(has_work);
}

void Messages::stop_if_broken() const {
    const char* const why = messenger_.failure();
    if (!why) [[likely]]
        return;
    SHUNT_WARN("remote_write: %s; the job ends", why);
    host.MPI_Abort(MPI_COMM_WORLD, 1);
}

void Messages::enter_phase(std::int32_t phase) {
    if (const std::vector<int>* const preferred = channels_.in_phase(phase)) messenger_.prefer(*preferred);
    if (const std::vector<int>* const preferred = channels_.by_rdma(phase)) messenger_.prefer_elsewhere(*preferred);
}

void Messages::advance() {
    look_at_mail();
    messenger_.advance();
    stop_if_broken();
    sweep_if_loose();
    note_work();
}

template <class Done>
void Messages::wait_until(Done done) {
    if (!has_core_) {
        wait_sharing(done);
        return sweep_if_loose();
    }
    for (int looks = has_free_core_.load(std::memory_order_relaxed) ? kLooks : kFewLooks; looks > 0; --looks) {
        if (done()) return sweep_if_loose();
        if (!messenger_.advance()) relax();
    }
    wait_long(done);
    sweep_if_loose();
}

/// Lets the host and all other work under way progress.
void Messages::bring_on_others() {
    stop_if_broken();
    if (session_.offload->background.any() || session_.offload->chores.any()) advance_background(session_);
    progress_host(session_);
    sweep_if_loose();
}

/// Learns from the last yield of a rank with a core of its own how the next waits should behave.
void Messages::note(const BurstYields& yields) {
    has_free_core_.store(!yields.shares(), std::memory_order_relaxed);
    if (yields.is_kept()) kept_core_.note();
}

/// For a rank that, as far as is known, has a core of its own: polls for a while, then sleeps.
template <class Done>
[[gnu::noinline]] void Messages::wait_long(Done done) {
    WakefulWait wakeful(session_.host_work.any() || uses_mail(), true);
    const bool is_kept = kept_core_.begin_wait();
    const int looks_each = wakeful.host_has_work() ? kFewLooks : kLooks;
    const InWait in_wait(*this);
    BurstYields yields(!has_free_core_.load(std::memory_order_relaxed));
    const std::int64_t spin_ns = is_kept ? std::min(kKeptSpinNs, spins_.now_ns()) : spins_.now_ns();
    std::int64_t spin_until = in_wait.since_ns() + spin_ns;
    for (int rounds = 0;; ++rounds) {
        bool moved = false;
        const bool looks_shortly = fabric_.prefers_sleep() || yields.shares();
        for (int looks = looks_shortly ? kFewLooks : looks_each; looks > 0; --looks) {
            if (done()) return;
            if (messenger_.advance()) moved = true;
            else relax();
        }
        if (wakeful.host_has_work() || rounds % kRoundsOfHost == 0) bring_on_others();
        const std::int64_t now = monotonic_ns();
        if (moved) spin_until = now + spin_ns;
        else if (!is_kept && yields.look(now)) note(yields);
        if (now < spin_until && !fabric_.prefers_sleep() && !yields.is_kept()) continue;
        if (sleep(wakeful, done)) return;
    }
}

/// For ranks that share cores: a rank that finds nothing yields the core at once to the next one, which may be the rank
/// it waits for. After many unsuccessful yields it sleeps. If no other thread wanted the core, it polls for a while
/// first.
template <class Done>
void Messages::wait_sharing(Done done) {
    if (done()) return;
    const InWait in_wait(*this);
    WakefulWait wakeful(session_.host_work.any() || uses_mail(), false);
    Yields yields;
    for (int turns = 0, rounds = 0;; ++rounds) {
        bool moved = false;
        const bool is_alone = has_free_core_.load(std::memory_order_relaxed);
        for (int looks = is_alone ? kLooks : kFewLooks; looks > 0; --looks) {
            const bool moves = messenger_.advance();
            if (done()) return;
            moved |= moves;
            if (!moves && !is_alone) break;
            if (!moves) relax();
        }
        if (moved) turns = 0;
        if (wakeful.host_has_work() || rounds % kTurnsOfHost == kTurnsOfHost - 1) bring_on_others();
        if (turns++ < kTurns && yields.are_of_use()) has_free_core_.store(!yields.yield(), std::memory_order_relaxed);
        else if (sleep(wakeful, done)) return;
    }
}

/// Calls `done` once more before the sleep.   Returns: its answer; after true it is never called again.
template <class Done>
bool Messages::sleep(WakefulWait& wakeful, Done done) {
    const std::int64_t sleep_ns = wakeful.sleep_ns(kSliceNs);
    if (sleep_ns == 0) return false;
    if (done()) return true;
    messenger_.wait(sleep_ns);
    return false;
}

int Messages::wait_by_tests(int (*test)(void* what, int* flag), void* what) {
    int code = MPI_SUCCESS, flag = 0;
    try {
        wait_until([&] {
            code = test(what, &flag);
            return flag != 0 || code != MPI_SUCCESS;
        });
    } catch (const std::bad_alloc&) { end_without_memory(); }
    return code;
}

/// Lends the program's bytes, or packs them.   Fails: the host's code.
int Messages::ready(Outgoing& out, const MessageBuffer& buffer) const {
    const auto bytes = static_cast<std::size_t>(buffer.count * facts_of(buffer.type).size);
    if (!may_lend(buffer.base, buffer.type)) return copy(out, buffer);
    out.data.lend(buffer.base, bytes);
    return MPI_SUCCESS;
}

int Messages::copy(Outgoing& out, const MessageBuffer& buffer) const {
    out.data.make_room(static_cast<std::size_t>(buffer.count * facts_of(buffer.type).size));
    return pack_into(out.data.bytes(), buffer.base, buffer.count, buffer.type, quiet_comm());
}

void Messages::start_send(remote_write::Send& send, std::span<const std::byte> data, const CommRecord& record,
                          const MessageBuffer& buffer, SendMode mode) {
    send.data = data;
    send.envelope = {record.id, record.rank, buffer.tag, data.size()};
    send.process = session_.comms.world_rank(record, buffer.peer);
    send.synchronous = mode == SendMode::synchronous;
    messenger_.start(send);
}

void Messages::start_receive(remote_write::Receive& receive, std::span<std::byte> into, const CommRecord& record,
                             const MessageBuffer& buffer) {
    const bool from_any = buffer.peer == MPI_ANY_SOURCE;
    prepare(receive, into, record.id, buffer, from_any ? -1 : session_.comms.world_rank(record, buffer.peer));
    messenger_.start(receive);
}

void Messages::start_receive(Incoming& in, const CommRecord& record, const MessageBuffer& buffer) {
    const bool from_any = buffer.peer == MPI_ANY_SOURCE;
    prepare(in, record.id, buffer, from_any ? -1 : session_.comms.world_rank(record, buffer.peer));
    messenger_.start(in.receive);
}

void Messages::start_matched(Incoming& in, const MessageBuffer& buffer, remote_write::Matched* matched) {
    prepare(in, 0, buffer, -1);
    messenger_.start(in.receive, matched);
}

int Messages::end_receive(Incoming& in, const CommRecord& record, MPI_Status* into) {
    const CallFailure how{record.handle, shunt::finish(in, quiet_comm())};
    if (into != MPI_STATUS_IGNORE) fill_status(in.receive, into);
    how.report();
    return how.code;
}

int Messages::end_send(const Outgoing& out, const CommRecord& record) const {
    const CallFailure how{record.handle, code_of(out.send)};
    how.report();
    return how.code;
}

int Messages::send(CommRecord& record, const MessageBuffer& buffer, SendMode mode, CarriedParts* parts) {
    if (mode == SendMode::buffered) {
        const CallFailure how{record.handle, send_buffered(record, buffer, parts ? &parts->buffered : nullptr)};
        how.report();
        return how.code;
    }
    Outgoing out;
    if (const CallFailure how{record.handle, ready(out, buffer)}; how.code != MPI_SUCCESS) {
        how.report();
        return how.code;
    }
    start_send(out.send, out.data.bytes(), record, buffer, mode);
    wait_until([&] { return out.send.has_ended(); });
    note_left();
    if (parts) parts->sent = course_of(out.send);
    return end_send(out, record);
}

int Messages::receive(CommRecord& record, const MessageBuffer& buffer, MPI_Status* into, CarriedParts* parts) {
    const KeptMeanwhile kept(has_threads_, buffer.type);
    Incoming in;
    start_receive(in, record, buffer);
    wait_until([&] { return in.receive.has_ended(); });
    note_left();
    if (parts) parts->received = course_of(in.receive);
    return end_receive(in, record, into);
}

int Messages::exchange(CommRecord& record, const MessageBuffer* sent, const MessageBuffer* received, bool copies,
                       MPI_Status* into, CarriedParts* parts) {
    const KeptMeanwhile kept(has_threads_ && received, received ? received->type : MPI_DATATYPE_NULL);
    Outgoing out;
    Incoming in;
    if (sent) {
        const CallFailure how{record.handle, copies ? copy(out, *sent) : ready(out, *sent)};
        how.report();
        if (how.code != MPI_SUCCESS) return how.code;
    }
    if (received) start_receive(in, record, *received);
    if (sent) start_send(out.send, out.data.bytes(), record, *sent, SendMode::standard);
    wait_until([&] { return (!sent || out.send.has_ended()) && (!received || in.receive.has_ended()); });
    note_left();
    if (parts && sent) parts->sent = course_of(out.send);
    if (parts && received) parts->received = course_of(in.receive);
    if (sent)
        if (const int code = end_send(out, record); code != MPI_SUCCESS) return code;
    return received ? end_receive(in, record, into) : int{MPI_SUCCESS};
}

/// Fails: the code; the handler of the call's communicator has been called, and `request` is null.
int Messages::give_out(MessageRequest& call, const CommRecord& record, MPI_Request* request) {
    const CallFailure how{record.handle, pool().give(session_.world, call, request)};
    if (how.code != MPI_SUCCESS) *request = MPI_REQUEST_NULL;
    how.report();
    return how.code;
}

/// The request is made first: once a call has begun, its peers rely on it.
int Messages::begin(CommRecord& record, const CallParts& parts, MPI_Request* request, Lifetime lifetime) {
    std::unique_ptr<GeneralRequest> made(new GeneralRequest(*this, record, parts, lifetime));
    if (const int code = give_out(*made, record, request); code != MPI_SUCCESS) return code;
    GeneralRequest& call = *made.release();
    const CallFailure how{record.handle, lifetime == Lifetime::once ? call.begin() : int{MPI_SUCCESS}};
    if (how.code != MPI_SUCCESS) call.take(request);
    note_begun();
    how.report();
    return how.code;
}

int Messages::probe(CommRecord& record, const MessageBuffer& from, int* flag, MPI_Message* message, MPI_Status* into) {
    const remote_write::Pattern pattern{from.peer == MPI_ANY_SOURCE ? remote_write::kAnySource : from.peer,
                                        from.tag == MPI_ANY_TAG ? remote_write::kAnyTag : from.tag};
    MatchedHandles::Taken taken{nullptr, &record, {}};
    const auto look = [&] {
        if (!message) return messenger_.probe(record.id, pattern, taken.envelope);
        taken.message = messenger_.take(record.id, pattern, taken.envelope);
        return taken.message != nullptr;
    };
    bool found = look() || look();  // the first poll may have opened a ring from which the second one receives
    sweep_if_loose();               // a program may poll for the data of a receive that it has freed
    if (flag) *flag = found;
    else wait_until([&] { return found || (found = look()); });
    if (!found) {
        end_vain_test(session_);
        return MPI_SUCCESS;
    }
    if (into != MPI_STATUS_IGNORE) fill_status(taken.envelope, into);
    const CallFailure how{record.handle, message ? matched_.give(taken, message) : int{MPI_SUCCESS}};
    if (message) record.users += 1;
    how.report();
    return how.code;
}

int Messages::receive_matched(MPI_Message* message, const MessageBuffer& buffer, MPI_Request* request, MPI_Status* into,
                              CarriedParts* parts) {
    CommRecord& record = *matched_.record_of(*message);
    if (!request) {
        const KeptMeanwhile kept(has_threads_, buffer.type);
        Incoming in;
        start_matched(in, buffer, matched_.take_back(message).message);
        wait_until([&] { return in.receive.has_ended(); });
        note_left();
        if (parts) parts->received = course_of(in.receive);
        const int code = end_receive(in, record, into);
        record.users -= 1;  // of the matched message, and only now: the communicator may be freed
        return code;
    }
    std::unique_ptr<GeneralRequest> made(
        new GeneralRequest(*this, record, CallParts{.received = &buffer}, Lifetime::once));
    if (const int code = give_out(*made, record, request); code != MPI_SUCCESS) return code;
    made.release()->begin(matched_.take_back(message).message);
    record.users -= 1;
    note_begun();
    return MPI_SUCCESS;
}

void Messages::detach() {
    try {
        wait_until([&] { return !sweep(); });
    } catch (const std::bad_alloc&) { end_without_memory(); }
}

void Messages::end_all_of(const CommRecord& record) {
    try {
        wait_until([&] { return !messenger_.is_in_use(record.id); });
    } catch (const std::bad_alloc&) { end_without_memory(); }
}

bool Messages::has_unsent() {
    const bool is_left = loose_.load(std::memory_order_relaxed) != 0 && sweep();
    return is_left || messenger_.has_unsent();
}

void Messages::end() {
    sweep_if_loose();  // records how they were sent
    if (uses_mail()) end_mail();
    matched_.release();
    under_way_.set(0);
    session_.offload->background.note_messages(false);
}

}  // namespace shunt
