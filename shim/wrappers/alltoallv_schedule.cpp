// MPIX_Alltoallv_*: an all-to-all whose schedule is computed once for the program.   Source: CC-MPI 3.2, compiled
// communication.
#include "shim/wrappers/alltoallv_schedule.hpp"

#include <algorithm>
#include <new>
#include <vector>

#include "shim/offload/carry.hpp"
#include "shim/wrappers/collective.hpp"

namespace shunt {
namespace {

/// A schedule that the program holds.   Owner: the program, until it frees it.
struct Schedule {
    MPI_Comm comm;
    PreparedCalls calls;
};

/// The sizes of this rank's blocks, as spans without memory: a schedule needs only sizes.
struct Sizes {
    std::vector<std::span<const std::byte>> send;
    std::vector<std::span<std::byte>> receive;

    void add(std::size_t sent, std::size_t received) {
        send.emplace_back(static_cast<const std::byte*>(nullptr), sent);
        receive.emplace_back(static_cast<std::byte*>(nullptr), received);
    }
};

std::size_t bytes_of_block(int count, MPI_Datatype type) {
    return static_cast<std::size_t>(count) * static_cast<std::size_t>(facts_of(type).size);
}

/// Makes a schedule if an engine's team carries alltoallv, on all members alike; else `opened` stays null.
void prepare(const Sizes& sizes, std::span<const std::uint64_t> pattern, CommRecord& record, void** opened) {
    Session& s = *session.load(std::memory_order_relaxed);
    const Decision decision = decide(s, record, Operation::alltoallv, kBytesDiffer, false, Form::nonblocking);
    CommTeam* team = decision.engine ? team_of(s, record, decision) : nullptr;
    if (!team || !team->preparing) return;
    CollectiveCall call;
    call.operation = Operation::alltoallv;
    call.send_blocks = sizes.send;
    call.receive_blocks = sizes.receive;
    call.parameters = decision.parameters;
    auto made = std::make_unique<Schedule>(Schedule{record.handle, {team, decision, nullptr}});
    made->calls.what = team->preparing->prepare(call, pattern);
    if (made->calls.what) *opened = made.release();
}

CommRecord* record_of(MPI_Comm comm) {
    Session* s = active_session();
    return s && s->carrying && comm != MPI_COMM_NULL ? s->comms.find(comm) : nullptr;
}

int refuse(const CommRecord& record, int code) {
    host.MPI_Comm_call_errhandler(record.handle, code);
    return code;
}

/// Level 1: each rank knows only its own sizes.
int control1(const int* send_counts, MPI_Datatype send_type, const int* receive_counts, MPI_Datatype receive_type,
             MPI_Comm comm, void** opened) noexcept {
    CommRecord* record = record_of(comm);
    if (!record || record->remote_size) return MPI_SUCCESS;
    const InsideCall inside;
    if (!send_counts || !receive_counts) return refuse(*record, MPI_ERR_ARG);
    if (send_type == MPI_DATATYPE_NULL || receive_type == MPI_DATATYPE_NULL) return refuse(*record, MPI_ERR_TYPE);
    for (int rank = 0; rank < record->size; ++rank)
        if (send_counts[rank] < 0 || receive_counts[rank] < 0) return refuse(*record, MPI_ERR_COUNT);
    carry_or_abort(*record, [&] {
        Sizes sizes;
        for (int rank = 0; rank < record->size; ++rank)
            sizes.add(bytes_of_block(send_counts[rank], send_type), bytes_of_block(receive_counts[rank], receive_type));
        prepare(sizes, {}, *record, opened);
    });
    return MPI_SUCCESS;
}

/// Level 2: every rank knows the sizes of all, in bytes.
int control2(const MPI_Aint* pattern, MPI_Comm comm, void** opened) noexcept {
    CommRecord* record = record_of(comm);
    if (!record || record->remote_size) return MPI_SUCCESS;
    const InsideCall inside;
    const auto ranks = static_cast<std::size_t>(record->size);
    if (!pattern || std::any_of(pattern, pattern + ranks * ranks, [](MPI_Aint bytes) { return bytes < 0; }))
        return refuse(*record, MPI_ERR_ARG);
    carry_or_abort(*record, [&] {
        const std::vector<std::uint64_t> bytes(pattern, pattern + ranks * ranks);
        const auto own = static_cast<std::size_t>(record->rank);
        Sizes sizes;
        for (std::size_t peer = 0; peer < ranks; ++peer)
            sizes.add(bytes[own * ranks + peer], bytes[peer * ranks + own]);
        prepare(sizes, bytes, *record, opened);
    });
    return MPI_SUCCESS;
}

/// Level 3. Recorded as MPI_Alltoallv, whose semantics it has.
int data_trans2(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype, void* recvbuf,
                const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, void* opened) noexcept {
    const auto& schedule = *static_cast<const Schedule*>(opened);
    return on_collective({.function = &kMPI_Alltoallv,
                          .comm = schedule.comm,
                          .send = {sendbuf, sendcounts, sdispls, sendtype},
                          .receive = {recvbuf, recvcounts, rdispls, recvtype},
                          .prepared = &schedule.calls});
}

int close(void* opened) noexcept {
    delete static_cast<Schedule*>(opened);
    return MPI_SUCCESS;
}

}  // namespace

AlltoallvScheduleFunctions alltoallv_schedule_functions() {
    return {reinterpret_cast<void*>(&control1), reinterpret_cast<void*>(&control2),
            reinterpret_cast<void*>(&data_trans2), reinterpret_cast<void*>(&close)};
}

}  // namespace shunt
