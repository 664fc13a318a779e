#pragma once
// Whether messages arrive before their receives are posted.
#include <algorithm>

#include "shim/host/yielding.hpp"
#include "shim/observe/session.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// Tests for some receives about to be posted whether their message has already arrived: one receive in
/// `record.preposted` at first, then ever fewer, down to an eighth of that, as the number of answers grows.
class ArrivalProbe {
public:
    [[gnu::always_inline]] ArrivalProbe(const Session& s, int source, int tag, MPI_Comm comm)
        : answer_(due(s, source, comm) ? ask(s, source, tag, comm) : kNotAsked) {}

    [[gnu::always_inline]] void note(record::Cell* cell) const {
        if (answer_ == kNotAsked) [[likely]]
            return;
        if (!cell) return;
        cell->probed += 1;
        cell->unexpected += answer_ == kArrived;
    }

private:
    enum Answer : int { kNotAsked, kNotThere, kArrived };

    [[gnu::always_inline]] static bool due(const Session& s, int source, MPI_Comm comm) {
        ThreadState& thread = thread_state;
        if (s.preposted_every == 0 || source == MPI_PROC_NULL || comm == MPI_COMM_NULL) [[unlikely]]
            return false;
        if (thread.until_probed <= 1) [[unlikely]]
            return true;
        thread.until_probed -= 1;
        return false;
    }
    [[gnu::noinline]] static Answer ask(const Session& s, int source, int tag, MPI_Comm comm) {
        ThreadState& thread = thread_state;
        thread.probed += 1;
        thread.until_probed = interval(s.preposted_every, thread.probed);
        // An invalid argument must be reported by the receive itself, not by Shunt.
        if (source < 0 && source != MPI_ANY_SOURCE) return kNotAsked;
        if ((tag < 0 && tag != MPI_ANY_TAG) || tag > s.tag_upper_bound) return kNotAsked;
        const CommRecord* record = s.comms.peek(comm);
        if (!record || record->carries_messages || source >= (record->remote_size ? record->remote_size : record->size))
            return kNotAsked;
        const WithoutYielding quick(s.host_yield_switch);
        int arrived = 0;
        if (host.MPI_Iprobe(source, tag, comm, &arrived, MPI_STATUS_IGNORE) != MPI_SUCCESS) return kNotAsked;
        return arrived ? kArrived : kNotThere;
    }
    /// 1 (every receive) stays 1: that setting asks for all of them.
    static std::uint32_t interval(std::uint32_t every, std::uint32_t probed) {
        return every == 1 ? 1 : every * std::min(1 + probed / 64, 8u);
    }

    Answer answer_;
};

}  // namespace shunt
