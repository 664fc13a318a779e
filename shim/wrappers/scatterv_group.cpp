#include "shim/wrappers/scatterv_group.hpp"

#include "shim/wrappers/collective.hpp"

namespace shunt {
namespace {

int open_group(const int* send_counts, MPI_Datatype send_type, int root, MPI_Comm comm, void** opened) noexcept {
    Session* s = active_session();
    if (!s || !s->carrying || comm == MPI_COMM_NULL) return MPI_SUCCESS;
    const InsideCall inside;
    CommRecord* record = s->comms.find(comm);
    if (!record) return MPI_SUCCESS;
    ScattervGroup* group = nullptr;
    const int code = run_open_group(*s, send_counts, send_type, root, *record, group);
    *opened = group;
    return code;
}

/// Recorded as MPI_Scatterv, whose semantics it has.
int move_data(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype, void* recvbuf,
              int recvcount, MPI_Datatype recvtype, void* opened) noexcept {
    const auto& group = *static_cast<const ScattervGroup*>(opened);
    return on_collective({.function = &kMPI_Scatterv,
                          .comm = group.comm,
                          .send = {sendbuf, sendcounts, displs, sendtype},
                          .receive = {recvbuf, recvcount, recvtype},
                          .root = group.root,
                          .group = &group});
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
    return {reinterpret_cast<void*>(&open_group), reinterpret_cast<void*>(&move_data),
            reinterpret_cast<void*>(&close_group)};
}

}  // namespace shunt
