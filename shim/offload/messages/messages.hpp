#pragma once
// Point-to-point messages of the communicators that the remote_write engine carries.
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include "config/plan_channels.hpp"
#include "native/base/kept_core.hpp"
#include "native/base/kept_errno.hpp"
#include "native/base/wakeful_wait.hpp"
#include "native/engines/remote_write/host_mail.hpp"
#include "native/engines/remote_write/messenger.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/objects/message_arguments.hpp"
#include "shim/objects/request_pool.hpp"
#include "shim/offload/messages/attached_buffer.hpp"
#include "shim/offload/messages/matched_handles.hpp"
#include "shim/offload/messages/message.hpp"
#include "shim/offload/messages/plain_request.hpp"
#include "shim/offload/part_of_sum.hpp"

namespace shunt {

struct Session;

/// What a request is for: one call, or each of its starts.
enum class Lifetime : std::uint8_t { once, persistent };

/// The directions of a call with a request; a null direction does not exist.
struct CallParts {
    const MessageBuffer* sent = nullptr;
    const MessageBuffer* received = nullptr;
    SendMode mode = SendMode::standard;
    bool copies = false;  ///< the data to send is copied at once: the receive has the same buffer
    bool receives_from_nobody = false;
};

/// How long a wait polls before it sleeps: kSpinNs. If messages also arrive from other nodes, it does not poll after
/// waits so long that the cost of a wake-up is small beside them.   Thread: any.
class SpinTime {
public:
    explicit SpinTime(bool adapts) : adapts_(adapts) {}
    std::int64_t now_ns() const { return ns_.load(std::memory_order_relaxed); }
    /// A wait has ended.
    void note(std::int64_t waited_ns) {
        if (!adapts_) return;
        const std::int64_t now = now_ns();
        const std::int64_t next = waited_ns < kSpinNs ? std::min(kSpinNs, std::max(now, 2 * waited_ns)) : now / 2;
        ns_.store(next, std::memory_order_relaxed);
    }

private:
    const bool adapts_;
    std::atomic<std::int64_t> ns_{kSpinNs};
};

/// All messages of this process on communicators whose messages are ours (CommRecord::carries_messages), and no others.
/// The upper part has MPI's functions, for valid arguments (carry_message.hpp); if they fail, they have called the
/// error handler.   Thread: any.   Fails: std::bad_alloc, which ends the job in functions with many callers
/// (wait_by_tests(), detach()).   Source: MPI 4.0, chapter 3.
class Messages {
public:
    /// Owner: `s` and `fabric` outlive it.
    Messages(Session& s, remote_write::Fabric& fabric, const remote_write::MessengerOptions& options);
    ~Messages();
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// MPI_Send and its variants, MPI_Recv. `into` may be MPI_STATUS_IGNORE.
    /// `parts`, in all blocking calls: receives how the messages were sent; may be null.
    int send(CommRecord& record, const MessageBuffer& buffer, SendMode mode, CarriedParts* parts);
    int receive(CommRecord& record, const MessageBuffer& buffer, MPI_Status* into, CarriedParts* parts);
    /// MPI_Sendrecv; a direction is null if its peer is MPI_PROC_NULL. `copies`: MPI_Sendrecv_replace.
    int exchange(CommRecord& record, const MessageBuffer* sent, const MessageBuffer* received, bool copies,
                 MPI_Status* into, CarriedParts* parts);
    /// Sets the row of CarriedParts::buffered, which the caller must not use afterwards. May be null.
    void tell_row(Outgoing& out, record::Cell* row);
    /// The nonblocking and persistent forms of all these.
    int begin(CommRecord& record, const CallParts& parts, MPI_Request* request, Lifetime lifetime);
    /// MPI_Isend, MPI_Issend and MPI_Irecv, which a program may make by the thousand, with any arguments. Returns:
    /// false, without effect, if the arguments are invalid or not plain (may_lend()), or if nothing is known about them
    /// yet.
    bool begin_plain_send(MPI_Comm comm, const MessageBuffer& buffer, SendMode mode, MPI_Request* request);
    bool begin_plain_receive(MPI_Comm comm, const MessageBuffer& buffer, MPI_Request* request);

    /// MPI_Iprobe and MPI_Improbe (`message` not null); with `flag` null MPI_Probe and MPI_Mprobe, which wait.
    int probe(CommRecord& record, const MessageBuffer& from, int* flag, MPI_Message* message, MPI_Status* into);
    /// Whether a probe has given out this handle.
    bool has(const MPI_Message* message) { return message && matched_.has(*message); }
    /// The communicator's record of a message whose handle a probe has given out.
    CommRecord& record_of(MPI_Message message) { return *matched_.record_of(message); }
    /// MPI_Mrecv and MPI_Imrecv (`request` not null) with such a handle.
    int receive_matched(MPI_Message* message, const MessageBuffer& buffer, MPI_Request* request, MPI_Status* into,
                        CarriedParts* parts);

    /// The program has attached a buffer for MPI_Bsend; the host has received it too.
    void attach(std::int64_t bytes) { attached_.attach(bytes); }
    /// The same of MPI_BUFFER_AUTOMATIC, and of a buffer for one communicator or session.
    void attach_automatic() { attached_.attach_automatic(); }
    void attach_another() { attached_.attach_another(); }
    /// The program is about to detach it.   Blocks: until all messages sent from it have left.
    void detach();
    /// The program has detached it.
    void detached() { attached_.attach(0); }

    /// The program is in another phase (MPI_Pcontrol): the plan's entry for it, if any, determines the ranks to which
    /// this rank writes by a mailbox of the two ranks' own.   Blocks: never.
    void enter_phase(std::int32_t phase);

    /// The program is about to disconnect the communicator.   Blocks: until its sends and receives have ended. Source:
    /// MPI 4.0, 11.10.4.
    void end_all_of(const CommRecord& record);
    /// The program has freed the communicator.   Blocks: never.
    void close(const CommRecord& record) { messenger_.close_context(record.id); }
    /// Receives messages that have arrived and advances the work under way.   Blocks: never.
    void advance();
    /// The same, for the thread that makes no MPI call.   Returns: whether work is under way for which no other thread
    /// polls.
    bool advance_beside() {
        if (is_waited_in()) return false;
        messenger_.advance_beside();
        return messenger_.has_work();
    }
    /// Repeats `test(what, &flag)` until it sets the flag or fails. Waits as the blocking calls here do: an arriving
    /// frame wakes it.   Returns: the last result of `test`.
    int wait_by_tests(int (*test)(void* what, int* flag), void* what);
    /// In calls and waits: carries on with the messages that the host carries for pairs of ours, if there are any.
    void look_at_mail() {
        if (uses_mail()) [[unlikely]]
            pump();
    }
    /// Whether other ranks may still receive messages sent here: MPI_Finalize waits for them until all ranks have
    /// reached it.
    bool has_unsent();
    /// Whether a thread of the program waits here, and so polls itself.   Thread: any.
    bool is_waited_in() const { return waiting_.load(std::memory_order_relaxed) != 0; }
    /// In MPI_Finalize, when no rank needs this process any more.   Blocks: never.
    void end();
    remote_write::Counters counters() const { return messenger_.counters(); }

private:
    friend class MessageRequest;
    friend class GeneralRequest;
    template <class Message>
    friend class PlainRequest;

    /// While it exists, this thread waits here and polls itself.
    class InWait {
    public:
        explicit InWait(Messages& of) : of_(of), since_ns_(monotonic_ns()) {
            of_.waiting_.fetch_add(1, std::memory_order_relaxed);
        }
        ~InWait() {
            of_.waiting_.fetch_sub(1, std::memory_order_relaxed);
            of_.spins_.note(monotonic_ns() - since_ns_);
        }
        InWait(const InWait&) = delete;
        std::int64_t since_ns() const { return since_ns_; }

    private:
        const KeptErrno errno_;
        Messages& of_;
        const std::int64_t since_ns_;
    };

    template <class Done>
    void wait_until(Done done);
    template <class Done>
    void wait_long(Done done);
    void note(const BurstYields& yields);
    template <class Done>
    void wait_sharing(Done done);
    template <class Done>
    bool sleep(WakefulWait& wakeful, Done done);
    void bring_on_others();
    // Parts of a call.
    int ready(Outgoing& out, const MessageBuffer& buffer) const;
    int copy(Outgoing& out, const MessageBuffer& buffer) const;
    void start_send(remote_write::Send& send, std::span<const std::byte> data, const CommRecord& record,
                    const MessageBuffer& buffer, SendMode mode);
    void start_receive(remote_write::Receive& receive, std::span<std::byte> into, const CommRecord& record,
                       const MessageBuffer& buffer);
    void start_receive(Incoming& in, const CommRecord& record, const MessageBuffer& buffer);
    void start_matched(Incoming& in, const MessageBuffer& buffer, remote_write::Matched* matched);
    int end_receive(Incoming& in, const CommRecord& record, MPI_Status* into);
    int end_send(const Outgoing& out, const CommRecord& record) const;
    [[gnu::always_inline]] CommRecord* known_record(MPI_Comm comm, const MessageBuffer& buffer, bool receives) const;
    int give_out(MessageRequest& call, const CommRecord& record, MPI_Request* request);
    // Sends for which the program does not wait.
    int send_buffered(CommRecord& record, const MessageBuffer& buffer, Outgoing** held);
    void let_go(Outgoing& out);
    void keep_freed(MessageRequest& call);
    bool sweep();
    void sweep_if_loose() {
        if (loose_.load(std::memory_order_relaxed) != 0) [[unlikely]]
            (void)sweep();
    }
    bool take_room(std::uint64_t bytes);

    remote_write::Messenger& messenger() { return messenger_; }
    RequestPool& pool() const;
    /// Counts the users of the record among its requests. Only the program's threads use the record.
    void count_user(CommRecord& record, int more) const {
        if (has_threads_) record.users += more;
        else record.users.store(record.users.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
    MPI_Comm quiet_comm() const;
    void note_work();
    void note_begun() {
        if (under_way_.get() == 0) note_work();
        send_mail();
    }
    void note_left() {
        if (messenger_.has_work()) [[unlikely]]
            note_begun();
        else send_mail();
    }
    /// Gives the host what it must carry: the program may not call again for long.
    void send_mail() {
        if (mail_ && (mail_->has_queued() || mail_->is_undecided())) [[unlikely]]
            decide_and_pump();
    }
    void decide_and_pump();
    bool uses_mail() const { return mail_ && mail_->is_used(); }
    void pump();
    void end_mail();
    void stop_if_broken() const;

    Session& session_;
    remote_write::Fabric& fabric_;
    remote_write::HostMail* const mail_;  ///< null if all ranks are reached without it
    const bool has_threads_;
    SpareRequests<PlainSend> spare_sends_;
    SpareRequests<PlainReceive> spare_receives_;
    remote_write::Messenger messenger_;
    const config::RankChannels channels_;
    const bool has_core_;  ///< this rank shares its core with no other
    PartOfSum under_way_;
    SpinTime spins_;
    std::atomic<int> waiting_{0};                 ///< threads that wait here
    std::atomic<bool> has_free_core_{has_core_};  ///< no other thread wanted the core when it was last yielded
    KeptCore kept_core_;
    AttachedBuffer attached_;
    MatchedHandles matched_;
    std::atomic<int> loose_{0};        ///< how many are in the lists
    std::mutex mutex_;                 ///< of the lists
    Outgoing* buffered_ = nullptr;     ///< by `follower`
    MessageRequest* freed_ = nullptr;  ///< likewise
};

inline void MessageRequest::use(CommRecord& record) {
    record_ = &record;
    owner_.count_user(record, 1);
}

inline void MessageRequest::leave() { owner_.count_user(*record_, -1); }

}  // namespace shunt
