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

/// Everything Shunt knows of this process between MPI_Init and MPI_Finalize. What decides between host and engine
/// (`carrying`, `gentle_collectives`, `rules`) is equal on all ranks.
struct Session : OwnWorld {
    // What every call looks at lies together: a rank that polls and yields finds its cache lines taken by others.
    alignas(64) record::Recorder* recorder = nullptr;  ///< null: not recording
    std::atomic<bool> paused{false};  ///< MPI_Pcontrol(0) under record.pcontrol = standard, by any thread
    bool callsites = false;
    bool everyone = false;              ///< every rank of the world runs with the shim, and they could talk about it
    bool carrying = false;              ///< rules may send operations to engines
    bool own_requests = false;          ///< nonblocking and persistent collectives may be carried; equal on all ranks
    bool counts_looks_quickly = false;  ///< tests and probes: recording, by one thread, and not by call sites
    bool gentle_calls = false;          ///< point-to-point and completion calls wait gently on this rank, always
    bool agrees_on_load = false;      ///< collectives may come to wait gently (agreed_waiting.hpp); equal on all ranks
    bool gentle_collectives = false;  ///< blocking collectives always are replaced by their twins, on all ranks
    bool multithreaded = false;
    std::uint32_t timing_every = 1;
    Messages* messages = nullptr;  ///< of communicators whose messages we carry; null: of none
    /// Nonblocking calls and chores of `offload`, and kMessagesWait where messages are: every call moves them on a
    /// little, but that messages are moved on by calls for messages only where the host carries these.
    std::atomic<int> under_way{0};
    HostWork host_work;
    Overtaken overtaken;
    LoadWatch load;
    RequestTable requests;
    RequestPool pool;  ///< the program's requests that stand for what engines carry
    LastMessage last_isend, last_irecv, last_iprobe;
    Offload* offload = nullptr;                      ///< the part that shim/offload makes and reads; never null
    void (*advance_background)(Session&) = nullptr;  ///< moves on what is under way; of `offload`
    bool (*owes_messages)(Session&) = [](Session&) { return false; };  ///< MPI_Finalize must not leave before they went

    config::Options options;
    config::RuleSet rules;
    const config::Plan* plan = nullptr;  ///< in force; null: none
    std::string start_folder;            ///< the working directory at MPI_Init; empty: unknown
    Agreement agreement;
    KeptCore kept_core;
    Patience patience;
    Patience patience_under_load;  ///< never yields: others would run for whole turns each time

    std::atomic<int> open_mpi_sessions{0};  ///< of MPI_Session_init, where there is no MPI_COMM_WORLD; 0 otherwise
    std::atomic<bool> makes_comms_behind{false};  ///< MPI_Comm_idup was called: the host may make one in any call
    bool has_world = true;                        ///< false: only MPI_Session_init was called
    bool spawned = false;                         ///< this world was made by MPI_Comm_spawn
    Session* ended_before = nullptr;              ///< set_session() keeps those that have ended
    std::string program;
    char no_agreement[160] = {};  ///< what Presence says against working together, as one clause

    std::uint64_t first_run_delay_us = 0;  ///< run_delay_us() when the record began
    record::Spool spool;
    CommTable comms;
    ObjectTable windows;
    ObjectTable files;
    PersistentRequests persistent_requests;
    ObjectTable matched_messages;                                 ///< matched by Mprobe, not received yet
    std::atomic<std::uint32_t> until_timed[kFunctionCount] = {};  ///< calls of a function until the next one is timed
    std::uint32_t preposted_every = 0;
    bool* host_yield_switch = nullptr;  ///< of Open MPI, where its waiting gives the core away; null where it does not
    int tag_upper_bound = 32767;        ///< MPI_TAG_UB
    std::optional<Ports> ports;         ///< of the hosts, where they were measured; equal on all ranks

    static constexpr int kMessagesWait = 1 << 24;

    bool has_under_way() const { return under_way.load(std::memory_order_relaxed) != 0; }
    /// A call of the program's begins, or is handed to the host.
    [[gnu::always_inline]] void bring_on() {
        if (has_under_way()) [[unlikely]]
            advance_background(*this);
    }

    bool recording() const { return recorder != nullptr && !paused.load(std::memory_order_relaxed); }

    /// How this rank waits gently. The two differ in how the rank spends its time, not in the calls that wait.
    const Patience* patience_now() { return load.look() ? &patience_under_load : &patience; }

    /// How a call that concerns this rank alone is to wait; null: as the host does. Asked once for a call, before it
    /// waits.
    [[gnu::always_inline]] const Patience* gentle_wait() {
        if (gentle_calls) [[unlikely]]
            return patience_now();
        return load.look() ? &patience_under_load : nullptr;
    }
};

extern std::atomic<Session*> session;

/// Makes `made` the session, and its world the one that lower layers ask; null: there is none any more.
void set_session(Session* made);

/// The session when the program itself is calling; null inside other calls, before MPI_Init and after MPI_Finalize.
/// What goes on in the background gets on a little by every such call.
inline Session* active_session() {
    if (thread_state.depth != 0) [[unlikely]]
        return nullptr;
    Session* s = session.load(std::memory_order_acquire);
    if (s) s->bring_on();
    return s;
}

/// The same for calls about messages, which move on messages themselves where these are ours. Where they are not,
/// Session::bring_on() comes before the host's call.
inline Session* messaging_session() {
    if (thread_state.depth != 0) [[unlikely]]
        return nullptr;
    Session* s = session.load(std::memory_order_acquire);
    if (s && (s->under_way.load(std::memory_order_relaxed) & (Session::kMessagesWait - 1)) != 0) [[unlikely]]
        s->advance_background(*s);
    return s;
}

}  // namespace shunt
