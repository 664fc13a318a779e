#include "shim/wrappers/quick_test.hpp"

namespace shunt {

/// A test that is timed; the first of a phase is timed, too.
std::uint64_t QuickTest::start_timed(std::atomic<std::uint32_t>& until_timed) const {
    until_timed.store(session_->timing_every - 1, std::memory_order_relaxed);
    return ticks();
}

std::uint64_t QuickTest::count_timed_test(Session& s, Function function, std::uint64_t start) {
    const TimedCall time{start, ticks() - start, s.timing_every};
    count_timed(s, key_of(function, nullptr, record::kNoPeer, 0, kTestFlags), nullptr, time);
    touch_clock_after(s, time.elapsed);
    return time.elapsed;
}

/// Counts the host's requests that are null now and were not before; persistent ones are not nulled.
void EndedTest::note_ended() const {
    if (!session.carrying) return;
    std::uint32_t ended = 0;
    for (int i = 0; i < count; ++i)
        ended += room.handles[i] != MPI_REQUEST_NULL && requests[i] == MPI_REQUEST_NULL ? 1u : 0u;
    if (ended != 0) session.host_work.remove_requests(ended);
}

void EndedTest::completed_one(int code, int index) const {
    note_ended();
    if (index < 0 || index >= count) return;
    if (code == MPI_SUCCESS) credit_one(session, room.handles[index], statuses, elapsed);
    else drop_one(session, room.handles[index]);
}

int EndedTest::completed_all(int code) const {
    note_ended();
    if (code == MPI_SUCCESS) credit_all(session, count, room.handles, statuses, elapsed);
    else credit_ended({session, count, room.handles, statuses, elapsed}, code);
    return code_for_caller(code);
}

int EndedTest::completed_some(int code, int done, const int* indices) const {
    note_ended();
    if (indices) credit_some({session, count, room.handles, statuses, elapsed}, code, done, indices);
    return code_for_caller(code);
}

int EndedTest::code_for_caller(int code) const {
    const bool lent = statuses == room.statuses;
    return code == MPI_ERR_IN_STATUS && lent ? code_without_statuses(count, statuses) : code;
}

}  // namespace shunt
