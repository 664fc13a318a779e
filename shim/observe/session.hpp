#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "config/reader.hpp"
#include "native/base/ports.hpp"
#include "shim/host/agreement.hpp"
#include "shim/host/gentle.hpp"
#include "shim/host/host_work.hpp"
#include "shim/host/load_watch.hpp"
#include "shim/host/overtaken.hpp"
#include "shim/host/own_world.hpp"
#include "shim/objects/communicator.hpp"
#include "shim/objects/object_table.hpp"
#include "shim/objects/persistent_requests.hpp"
#include "shim/objects/request.hpp"
#include "shim/objects/request_pool.hpp"
#include "shim/objects/thread_state.hpp"
#include "shim/observe/last_message.hpp"
#include "shim/observe/record/recorder.hpp"
#include "shim/observe/record/spool.hpp"
#include "shim/table/generated/function_number.hpp"

namespace shunt {

class Messages;
struct Offload;

/// Everything Shunt knows about this process between MPI_Init and MPI_Finalize. The members that decide between host
/// and engine (`carrying`, `gentle_collectives`, `rules`) are equal on all ranks.
struct Session : OwnWorld {
    // The members that every call reads lie together: while a rank that polls yields, other processes evict its cache
    // lines.
    alignas(64) record::Recorder* recorder = nullptr;  ///< null: not recording
    std::atomic<bool> paused{false};  ///< MPI_Pcontrol(0) under record.pcontrol = standard, by any thread
    bool callsites = false;
    bool everyone = false;  ///< every rank of the world runs with the shim, and the ranks have exchanged their facts
    bool carrying = false;  ///< rules may send operations to engines
    bool own_requests = false;          ///< nonblocking and persistent collectives may be carried; equal on all ranks
    bool counts_looks_quickly = false;  ///< tests and probes: recording, by one thread, and not by call sites
    /// Point-to-point and completion calls wait gently on this rank: always, or from the moment when the host carries
    /// messages of ours, for which they must look.
    std::atomic<bool> gentle_calls{false};
    bool agrees_on_load = false;      ///< collectives may begin to wait gently (agreed_waiting.hpp); equal on all ranks
    bool gentle_collectives = false;  ///< blocking collectives are always replaced by their twins, on all ranks
    bool multithreaded = false;
    std::uint32_t timing_every = 1;
    Messages* messages = nullptr;  ///< of communicators whose messages Shunt carries; null: there are none
    /// The number of nonblocking calls and chores of `offload`, plus kMessagesWait if messages are. Every call of the
    /// program advances them a little. Messages are an exception: calls for messages advance them only if the host
    /// carries those calls' messages.
    std::atomic<int> under_way{0};
    HostWork host_work;
    Overtaken overtaken;
    LoadWatch load;
    RequestTable requests;
    RequestPool pool;  ///< the program's requests that represent calls which engines carry
    LastMessage last_isend, last_irecv, last_iprobe;
    Offload* offload = nullptr;                      ///< the state that shim/offload makes and reads; never null
    void (*advance_background)(Session&) = nullptr;  ///< advances the work under way; of `offload`
    bool (*owes_messages)(Session&) = [](Session&) { return false; };  ///< MPI_Finalize waits until they are sent

    config::Options options;
    config::RuleSet rules;
    const config::Plan* plan = nullptr;  ///< in force; null: none
    std::string start_folder;            ///< the working directory at MPI_Init; empty: unknown
    Agreement agreement;
    KeptCore kept_core;
    Patience patience;
    Patience patience_under_load;  ///< never yields: each time, others would run for whole time slices

    std::atomic<int> open_mpi_sessions{0};        ///< of MPI_Session_init, if there is no MPI_COMM_WORLD; 0 otherwise
    std::atomic<bool> makes_comms_behind{false};  ///< MPI_Comm_idup was called: any call may make one
    bool has_world = true;                        ///< false: only MPI_Session_init was called
    std::uint32_t ordinal = 0;                    ///< sessions that this process had before
    bool spawned = false;                         ///< this world was made by MPI_Comm_spawn
    Session* ended_before = nullptr;              ///< set_session() keeps ended sessions in this list
    std::string program;
    char no_agreement[160] = {};  ///< why the ranks cannot work together, from Presence, as one clause

    std::uint64_t first_run_delay_us = 0;  ///< run_delay_us() when the record began
    record::Spool spool;
    CommTable comms;
    ObjectTable windows;
    ObjectTable files;
    PersistentRequests persistent_requests;
    ObjectTable matched_messages;                                 ///< matched by Mprobe, not received yet
    std::atomic<std::uint32_t> until_timed[kFunctionCount] = {};  ///< calls of a function until the next one is timed
    std::uint32_t preposted_every = 0;
    bool* host_yield_switch = nullptr;  ///< of Open MPI, if it yields the core while it waits; else null
    int tag_upper_bound = 32767;        ///< MPI_TAG_UB
    std::optional<Ports> ports;         ///< of the hosts, if they were measured; equal on all ranks

    static constexpr int kMessagesWait = 1 << 24;

    bool has_under_way() const { return under_way.load(std::memory_order_relaxed) != 0; }
    /// The program makes a call, or the host is given one: advances the work under way.
    [[gnu::always_inline]] void bring_on() {
        if (has_under_way()) [[unlikely]]
            advance_background(*this);
    }

    bool recording() const { return recorder != nullptr && !paused.load(std::memory_order_relaxed); }

    /// Whether a blocking collective on the communicator is replaced by its twin, alike on all members. `record` may be
    /// null.
    bool waits_gently(const CommRecord* record) const {
        return gentle_collectives && !(record && record->twins_are_disturbed);
    }

    /// How this rank waits gently. The two differ in how the rank spends its time, not in which calls wait gently.
    const Patience* patience_now() { return load.look() ? &patience_under_load : &patience; }

    /// How a call that concerns this rank alone is to wait; null: as the host does. To be called once in a call, before
    /// it waits.
    [[gnu::always_inline]] const Patience* gentle_wait() {
        if (gentle_calls) [[unlikely]]
            return patience_now();
        return load.look() ? &patience_under_load : nullptr;
    }
};

extern std::atomic<Session*> session;

/// Makes `made` the session, and its world the one that lower layers read; null: there is no session any more.
void set_session(Session* made);

/// The session if the program itself is calling; null inside other calls, before MPI_Init and after MPI_Finalize. Each
/// such call advances background work a little.
inline Session* active_session() {
    if (thread_state.depth != 0) [[unlikely]]
        return nullptr;
    Session* s = session.load(std::memory_order_acquire);
    if (s) s->bring_on();
    return s;
}

/// The same for calls about messages. These calls advance the messages themselves if Shunt carries them. If not,
/// Session::bring_on() precedes the host's call.
inline Session* messaging_session() {
    if (thread_state.depth != 0) [[unlikely]]
        return nullptr;
    Session* s = session.load(std::memory_order_acquire);
    if (s && (s->under_way.load(std::memory_order_relaxed) & (Session::kMessagesWait - 1)) != 0) [[unlikely]]
        s->advance_background(*s);
    return s;
}

}  // namespace shunt
