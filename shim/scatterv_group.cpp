#include "shim/scatterv_group.hpp"

#include <new>

#include "shim/carrier.hpp"
#include "shim/recipes/collective.hpp"

namespace shunt {
namespace {

int open_group(const int* send_counts, MPI_Datatype send_type, int root, MPI_Comm comm, void** opened) noexcept {
    Session* s = active_session();
    if (!s || !s->carrying || comm == MPI_COMM_NULL) return MPI_SUCCESS;
    const InsideCall inside;
    CommRecord* record = s->comms.find(comm);
    if (!record) return MPI_SUCCESS;
    ScattervGroup* group = nullptr;
    Carried carried;
    const auto open = [&](CommRecord& found, Carried& how) {
        how.code = open_scatterv_group(send_counts, send_type, root, found, group);
        if (group) how.engine = group->team->engine;
    };
    const auto no_bytes = [](const CommRecord&) { return std::uint64_t{0}; };
    const int code = recorded_collective(*s, Function::MPIX_Scatterv_open_group, comm, record, carried, no_bytes, [&] {
        carry_or_abort(open, *record, carried);
        return carried.code;
    });
    *opened = group;
    return code;
}

/// Recorded as the MPI_Scatterv that it is.
int move_data(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype, void* recvbuf, int recvcount,
              MPI_Datatype recvtype, void* opened) noexcept {
    const auto& group = *static_cast<const ScattervGroup*>(opened);
    const MPI_Comm comm = group.comm;
    const int root = group.root;
    return on_collective(
        Function::MPI_Scatterv, comm, HowCalled{sendbuf == MPI_IN_PLACE, Combining{}, MayPass{}},
        [&](CommRecord& record) { return measure::scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, record); },
        [&] { return host.MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm); },
        [&](MPI_Request* twin) { return host.MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, twin); },
        [&](CommRecord& record, Carried& carried) {
            carry_scatterv_in(group, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, record, carried);
        });
}

int close_group(void* opened) noexcept {
    auto* group = static_cast<ScattervGroup*>(opened);
    Session* s = active_session();
    const InsideCall inside;
    close_scatterv_group(group, s ? s->comms.find(group->comm) : nullptr);
    return MPI_SUCCESS;
}

}  // namespace

ScattervGroupFunctions scatterv_group_functions() {
    return {reinterpret_cast<void*>(&open_group), reinterpret_cast<void*>(&move_data), reinterpret_cast<void*>(&close_group)};
}

}  // namespace shunt
