#pragma once
#include <mpi.h>

#include <atomic>
#include <cstdint>

namespace shunt {

struct CommRecord;

/// What a thread remembers between calls. Kept small: it lives in the static TLS block.
struct ThreadState {
    int depth = 0;                   ///< > 0: inside a wrapper; nested calls are the MPI library's own
    std::uint32_t until_probed = 0;  ///< receives until the next one is examined
    std::uint32_t probed = 0;        ///< receives examined so far
    std::uint32_t comm_generation = 0;
    MPI_Comm last_comm{};  ///< the communicator looked up last
    CommRecord* last_record = nullptr;
    std::atomic<int>* counted_in = nullptr;  ///< counter of threads inside calls, with this one; null: none
    MPI_Comm freeing{};                      ///< the communicator that this thread is freeing, if `freed_record` is set
    CommRecord* freed_record = nullptr;      ///< its record, which is in no table any more
    bool makes_no_calls = false;             ///< set for the progress thread, which never calls the host
    bool began_mpi = false;                  ///< it has called MPI_Init, or another function that begins MPI
    struct Type {
        MPI_Datatype handle;
        std::uint32_t generation;
        bool contiguous;
        bool plain;
        bool exists;
        std::int64_t size;
    };
    static constexpr unsigned kTypes = 4;
    Type types[kTypes] = {};
    /// What is known about an operation on a type (operation.hpp).
    struct Combining {
        MPI_Op op;
        MPI_Datatype type;
        bool listed;  ///< can_combine(), of predefined operations only
        bool exact;   ///< combines_exactly()
    };
    static constexpr int kCombiningBits = 2;
    Combining combinings[1 << kCombiningBits] = {};
};

extern thread_local constinit ThreadState thread_state __attribute__((tls_model("initial-exec")));

/// Begins and ends a call of the program, when ThreadState::depth is 0. The depth is assigned, not incremented and
/// decremented: a call in a loop need not wait for the store of the call before.
[[gnu::always_inline]] inline void enter_call() { thread_state.depth = 1; }
[[gnu::always_inline]] inline void leave_call() {
    thread_state.depth = 0;
    if (!thread_state.counted_in) [[likely]]
        return;
    thread_state.counted_in->fetch_sub(1, std::memory_order_relaxed);
    thread_state.counted_in = nullptr;
}

/// Marks that the thread enters a call of the program. Calls made from inside it (ROMIO's, callbacks') are not the
/// program's, except those that wrappers/callback.hpp names.
class ProgramsCall {
public:
    [[gnu::always_inline]] ProgramsCall() { enter_call(); }
    [[gnu::always_inline]] ~ProgramsCall() { leave_call(); }
    ProgramsCall(const ProgramsCall&) = delete;
    ProgramsCall& operator=(const ProgramsCall&) = delete;
};

/// The same, if the thread may be inside a call already.
class InsideCall {
public:
    InsideCall() { thread_state.depth = outer_ + 1; }
    ~InsideCall() {
        if (outer_ == 0) leave_call();
        else thread_state.depth = outer_;
    }
    InsideCall(const InsideCall&) = delete;
    InsideCall& operator=(const InsideCall&) = delete;

private:
    const int outer_ = thread_state.depth;
};

/// Marks that the host frees `comm`. Delete functions of its attributes may still send and receive in it.
class Freeing {
public:
    Freeing(MPI_Comm comm, CommRecord* record) {
        thread_state.freeing = comm;
        thread_state.freed_record = record;
    }
    ~Freeing() {
        thread_state.freeing = outer_;
        thread_state.freed_record = outer_record_;
    }
    Freeing(const Freeing&) = delete;
    Freeing& operator=(const Freeing&) = delete;

private:
    const MPI_Comm outer_ = thread_state.freeing;  // such a function may free another
    CommRecord* const outer_record_ = thread_state.freed_record;
};

}  // namespace shunt
