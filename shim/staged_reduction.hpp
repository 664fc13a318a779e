#pragma once
// A reduction whose buffers are on a device, as its nonblocking twin gets it under gentle waiting: Open MPI's nonblocking reductions combine with
// the processor, and do not take such buffers, as its blocking ones do. A blocking call does not match a nonblocking one (MPI 4.0, 6.12),
// so the rank whose buffers are there does not leave its twin: it gives that copies in the processor's memory. Other ranks need not know.
#include <mpi.h>

#include "shim/communicator.hpp"
#include "shim/flat.hpp"

namespace shunt {

/// What a reduction reads and writes on this rank. Units: elements.
struct ReductionBuffers {
    const void* send = nullptr;
    void* receive = nullptr;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Count operands = 0;   ///< of the vector
    MPI_Count results = 0;    ///< written to `receive`; 0 where that does not matter
};

/// By the arguments of each operation, `int` or MPI_Count; no operands where the host will refuse them.
namespace reduced {

template <class Count>
ReductionBuffers allreduce(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op, const CommRecord&) {
    return {send, receive, type, count, count};
}
template <class Count>
ReductionBuffers scan(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op, const CommRecord&) {
    return {send, receive, type, count, count};
}
/// Where nothing is written, at rank 0, what was there is written again.
template <class Count>
ReductionBuffers exscan(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op, const CommRecord&) {
    return {send, receive, type, count, count};
}
template <class Count>
ReductionBuffers reduce(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op, int root, const CommRecord& record) {
    return {send, receive, type, count, root == record.rank ? count : 0};
}
template <class Count>
ReductionBuffers reduce_scatter_block(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op, const CommRecord& record) {
    return {send, receive, type, static_cast<MPI_Count>(count) * record.size, count};
}
template <class Count>
ReductionBuffers reduce_scatter(const void* send, void* receive, const Count* counts, MPI_Datatype type, MPI_Op, const CommRecord& record) {
    if (!counts) return {};
    ReductionBuffers buffers{send, receive, type, 0, counts[record.rank]};
    for (int rank = 0; rank < record.size; ++rank) {
        if (counts[rank] < 0) return {};
        buffers.operands += counts[rank];
    }
    return buffers;
}

}  // namespace reduced

/// The twin of a reduction: `buffers(record)`, and `start(send, receive, request)` with these or their copies.
template <class Buffers, class Start>
struct ReductionTwin {
    Buffers buffers;
    Start start;
};
template <class Buffers, class Start>
ReductionTwin(Buffers, Start) -> ReductionTwin<Buffers, Start>;

/// The buffers that the host gets: the program's own or, of those on a device, copies.   Owner: keeps `record` until it ends.
/// Thread: one.   Fails: without memory the job ends, as the others count on this rank.
class StagedReduction {
public:
    /// `comm`: one whose errors are returned. Costs one branch where no device's runtime is in the process.
    StagedReduction(const ReductionBuffers& buffers, const CommRecord& record, MPI_Comm comm)
        : program_(buffers), record_(record), comm_(comm), send_(buffers.send), receive_(buffers.receive) {
        if (device_watch.may_have_any()) stage();
    }
    const void* send() const { return send_; }
    void* receive() const { return receive_; }
    /// After the call, which ended with `code`: brings the result to the device.
    /// Fails: `code`, or that of a copy, of which the communicator's error handler has been told.
    int finish(int code) { return receive_ == program_.receive && code_ == MPI_SUCCESS ? code : bring_back(code); }

private:
    /// A copy of elements, and what MPI is given for its address.
    struct Copy {
        Flat elements;
        void* address = nullptr;
    };

    void stage();
    void* make(Copy& copy, const void* from, MPI_Count count);
    int move(const void* from, void* to, MPI_Count count);
    int bring_back(int code);

    ReductionBuffers program_;
    const CommRecord& record_;
    MPI_Comm comm_;
    const void* send_;
    void* receive_;
    Copy send_copy_, receive_copy_;
    int code_ = MPI_SUCCESS;   ///< the first error of a copy
};

}  // namespace shunt
