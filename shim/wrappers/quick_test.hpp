#pragma once
// Tests as programs make them in loops: of the host's requests, by the only thread, not timed, and without completing
// any request.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "shim/observe/completion.hpp"

namespace shunt {

/// The session, if a test or probe of the program need only be counted and passed to the host, because no work of ours
/// is under way. The code here shares the processor's instruction window with the program's code between two tests:
/// each instruction costs a little.
[[gnu::always_inline]] inline Session* quick_session() {
    if (thread_state.depth != 0) [[unlikely]]
        return nullptr;
    Session* const s = session.load(std::memory_order_acquire);
    if (!s || !s->counts_looks_quickly || s->paused.load(std::memory_order_relaxed) || s->has_under_way() ||
        s->pool.any() || s->overtaken.any()) [[unlikely]]
        return nullptr;
    return s;
}

/// The data that a quick test keeps in case a request completes: the handles before the call, and statuses for programs
/// that want none.
struct QuickTestRoom {
    static constexpr int kMost = 16;  ///< requests

    MPI_Request handles[kMost];
    MPI_Status statuses[kMost];
};

/// A test that need only be counted and passed to the host.
class QuickTest {
public:
    [[gnu::always_inline]] QuickTest(Function function, int count, const MPI_Request* requests)
        : session_(session_for(count, requests)) {
        if (!session_) [[unlikely]]
            return;
        std::atomic<std::uint32_t>& until_timed = session_->until_timed[static_cast<std::size_t>(function)];
        const std::uint32_t left = until_timed.load(std::memory_order_relaxed);
        if (left != 0 && session_->recorder->count_again(static_cast<std::uint16_t>(function), kTestFlags)) [[likely]]
            until_timed.store(left - 1, std::memory_order_relaxed);
        else start_ = start_timed(until_timed);
    }
    QuickTest(const QuickTest&) = delete;
    QuickTest& operator=(const QuickTest&) = delete;

    /// Null: this test is not a quick one.
    Session* session() const { return session_; }
    /// To be called when the host has returned.   Returns: the call's ticks; 0: not timed.
    [[gnu::always_inline]] std::uint64_t finish(Function function) const {
        if (start_ == 0) [[likely]]
            return 0;
        return count_timed_test(*session_, function, start_);
    }

private:
    [[gnu::always_inline]] static Session* session_for(int count, const MPI_Request* requests) {
        const bool are_few = static_cast<unsigned>(count) - 1 < QuickTestRoom::kMost;
        return are_few && requests ? quick_session() : nullptr;
    }
    std::uint64_t start_timed(std::atomic<std::uint32_t>& until_timed) const;
    static std::uint64_t count_timed_test(Session& s, Function function, std::uint64_t start);

    Session* const session_;
    std::uint64_t start_ = 0;  ///< ticks; 0: counted but not timed
};

/// Saves the handles of the first `count` requests: in pieces of fixed sizes, as `rep movs` takes 30 cycles to begin.
[[gnu::always_inline]] inline void keep_handles(QuickTestRoom& room, int count, const MPI_Request* requests) {
    MPI_Request* to = room.handles;
    const auto keep = [&]<int kHandles>(std::integral_constant<int, kHandles>) {
        if ((count & kHandles) == 0) return;
        std::memcpy(to, requests, kHandles * sizeof *requests);
        to += kHandles;
        requests += kHandles;
    };
    static_assert(QuickTestRoom::kMost == 16);
    keep(std::integral_constant<int, 16>());
    keep(std::integral_constant<int, 8>());
    keep(std::integral_constant<int, 4>());
    keep(std::integral_constant<int, 2>());
    keep(std::integral_constant<int, 1>());
}

/// A quick test in which the host completed some or all requests, or failed.
struct EndedTest {
    Session& session;
    int count;
    const MPI_Request* requests;  ///< after the call
    const QuickTestRoom& room;
    const MPI_Status* statuses;  ///< the host's
    std::uint64_t elapsed;       ///< ticks; 0: not timed

    void completed_one(int code, int index) const;
    /// Returns: the program's return value for `code`.
    int completed_all(int code) const;
    int completed_some(int code, int done, const int* indices) const;

private:
    void note_ended() const;
    int code_for_caller(int code) const;
};

}  // namespace shunt
