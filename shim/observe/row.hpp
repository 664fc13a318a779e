#pragma once
// Rows of the record, from the facts a wrapper knows.
#include "shim/host/status.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/observe/callsite.hpp"
#include "shim/observe/message_function.hpp"
#include "shim/observe/session.hpp"

namespace shunt {

/// The program has begun an operation. If it got a request, the operation ends later. Returns `code`.
[[gnu::always_inline]] inline int begun(Session& s, int code, const MPI_Request* request) {
    s.host_work.moved();
    if (request && code == MPI_SUCCESS && *request != MPI_REQUEST_NULL) s.host_work.add_request();
    return code;
}

/// The engine that carries calls of `function` on `comm` (may be null) if they are messages, as its index in profiles;
/// else 0: the engine of a collective is known only in each call.
constexpr std::uint8_t message_engine(Function function, const CommRecord* comm) {
    return is_message(function) && comm && comm->carries_messages ? comm->messages_asked : std::uint8_t{0};
}

/// A row's key for a call on `comm` (may be null).
inline record::RowKey key_of(Function function, const CommRecord* comm, std::int32_t peer, std::uint64_t bytes,
                             unsigned flags) {
    record::RowKey key(static_cast<std::uint16_t>(function), comm ? comm->index : record::kNoComm, peer, bytes, flags);
    key.set_engine(message_engine(function, comm));
    return key;
}

/// A rank argument in the notation of profiles.
inline std::int32_t peer_of(int rank) {
    if (rank == MPI_ANY_SOURCE) return record::kAnyPeer;
    if (rank == MPI_PROC_NULL) return record::kProcNull;
    return rank < 0 ? record::kNoPeer : rank;
}

/// The key of the row for a received message, from its status.
inline record::RowKey arrived_key(Function function, const CommRecord* record, const MPI_Status& status,
                                  unsigned flags) {
    const bool null = status.MPI_SOURCE == MPI_PROC_NULL;
    const unsigned traffic = null ? 0u : unsigned{record::kTraffic} | unsigned{record::kReceive};
    return key_of(function, record, peer_of(status.MPI_SOURCE), null ? 0 : received_bytes(status), flags | traffic);
}

/// Whether a call to or from `rank` that returned `code` has been carried out. If the host refuses a call, the
/// program's error handler may let it return success: its arguments then name no valid peer.
inline bool was_accepted(int code, const CommRecord* record, int rank) {
    return code == MPI_SUCCESS &&
           (rank == MPI_PROC_NULL || rank == MPI_ANY_SOURCE || (record && has_rank(*record, rank)));
}

/// A rank argument in the notation of profiles, after the call.
inline std::int32_t peer_after(int code, const CommRecord* record, int rank) {
    return was_accepted(code, record, rank) ? peer_of(rank) : record::kNoPeer;
}

/// Counts no traffic if none can have moved.
inline unsigned traffic_after(int code, const CommRecord* record, int rank) {
    return rank != MPI_PROC_NULL && was_accepted(code, record, rank) ? unsigned{record::kTraffic} : 0u;
}

inline unsigned contiguity(const TypeFacts& type) { return type.contiguous ? unsigned{record::kContiguous} : 0u; }

/// The row of `key`; null if the table is full. The caller holds the recorder.
[[gnu::noinline]] inline record::Cell* find_row(Session& s, record::RowKey key, const CommRecord* comm) {
    if (s.callsites && (key.flags() & record::kCall)) key.set_callsite(current_callsite(*s.recorder));
    // Many communicators share these rows, in which one rank may be several processes.
    const bool shares_rows = key.comm() == record::kOverflowComm;
    if (shares_rows && comm && key.peer() >= 0) key.set_peer(s.comms.world_rank(*comm, key.peer()));
    record::Cell* const cell = s.recorder->row(key, [&](std::int32_t peer) {
        if (peer < 0 || shares_rows) return peer;
        return comm ? s.comms.world_rank(*comm, peer) : record::kUnknownWorldRank;
    });
    if (cell && comm && comm->messages_reason != 0 && kMessageFunctions[key.function()]) {
        cell->rule = comm->messages_rule;
        cell->asked = comm->messages_asked;
        cell->reason = comm->messages_reason;
    }
    return cell;
}

/// The same, and fast for the row used last: the key then never leaves the registers.
[[gnu::always_inline]] inline record::Cell* row_of(Session& s, const record::RowKey& key, const CommRecord* comm) {
    if (!s.callsites) [[likely]] {
        if (record::Cell* last = s.recorder->row_used_last(key)) [[likely]]
            return last;
    }
    return find_row(s, key, comm);
}

/// When a call was made, in ticks. `every`: the number of calls that this one stands for.
struct TimedCall {
    std::uint64_t start, elapsed;
    std::uint32_t every = 1;
};

/// Adds the bytes sent to the record over time.
[[gnu::always_inline]] inline void note_sent(Session& s, const record::RowKey& key) {
    if ((key.flags() & (record::kTraffic | record::kReceive)) == record::kTraffic) s.recorder->note_bytes(key.bytes());
}

/// Counts one more timed call. The caller holds the recorder.   Returns: the row, or null if there was no room.
[[gnu::noinline]] inline record::Cell* count_timed(Session& s, const record::RowKey& key, const CommRecord* comm,
                                                   const TimedCall& time) {
    record::Cell* cell = row_of(s, key, comm);
    if (cell) record::Recorder::add_timed(*cell, time.elapsed);
    else s.recorder->overflow(key, time.elapsed);
    s.recorder->note_time(key.function(), time.start, time.start + time.elapsed, time.every);
    note_sent(s, key);
    return cell;
}

/// Counts one more call that was not timed.
[[gnu::always_inline]] inline record::Cell* count_untimed(Session& s, const record::RowKey& key,
                                                          const CommRecord* comm) {
    record::Cell* cell = row_of(s, key, comm);
    if (cell) [[likely]]
        cell->count += 1;
    else s.recorder->overflow(key, 0);
    note_sent(s, key);
    return cell;
}

/// Time of one call. A call that does little is timed only once in `record.timing-sample` times, the first included:
/// reading the clock twice costs more than most of them.
class CallTimer {
public:
    enum class Need { always, sampled };

    CallTimer(Session& s, Function function, Need need) {
        if (need == Need::sampled) {
            // Two threads may lose a step of the countdown to each other; then one call more or less is timed.
            std::atomic<std::uint32_t>& until_timed = s.until_timed[static_cast<std::size_t>(function)];
            const std::uint32_t left = until_timed.load(std::memory_order_relaxed);
            until_timed.store(left ? left - 1 : s.timing_every - 1, std::memory_order_relaxed);
            if (left) [[likely]]
                return;
            every_ = s.timing_every;
        }
        start_ = ticks();
    }
    /// Ends the time; elapsed() is meaningful only if timed().
    void stop() {
        if (start_) elapsed_ = ticks() - start_;
    }
    bool timed() const { return start_ != 0; }
    std::uint64_t start() const { return start_; }
    std::uint64_t elapsed() const { return elapsed_; }
    TimedCall times() const { return {start_, elapsed_, every_}; }

private:
    std::uint64_t start_ = 0;
    std::uint64_t elapsed_ = 0;
    std::uint32_t every_ = 1;
};

/// A function may be timed always at some times and by sample at others; this flag keeps such calls in separate rows.
inline unsigned timing_flag(CallTimer::Need need) {
    return need == CallTimer::Need::sampled ? unsigned{record::kSampled} : 0u;
}

[[gnu::always_inline]] inline record::Cell* count(Session& s, const record::RowKey& key, const CommRecord* comm,
                                                  const CallTimer& timer) {
    if (timer.timed()) [[unlikely]]
        return count_timed(s, key, comm, timer.times());  // or a call so long that the extra time does not matter
    return count_untimed(s, key, comm);
}

/// Records which call this rank is in while it may block, in case it never returns.
class WhereItIs {
public:
    WhereItIs(Session& s, Function function, MPI_Comm comm, std::int32_t peer, std::uint64_t now)
        : recorder_(*s.recorder) {
        const CommRecord* known = s.comms.peek(comm);
        recorder_.enter_call(static_cast<std::uint16_t>(function), known ? known->index : record::kNoComm, peer, now);
    }
    ~WhereItIs() { recorder_.leave_call(); }
    WhereItIs(const WhereItIs&) = delete;
    WhereItIs& operator=(const WhereItIs&) = delete;

private:
    record::Recorder& recorder_;
};

/// Notes the clock after a long wait: that costs nothing there.
inline void touch_clock_after(Session& s, std::uint64_t elapsed) {
    if (elapsed > (1u << 22)) s.recorder->touch_clock();
}

}  // namespace shunt
