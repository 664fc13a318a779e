#include "shim/offload/private_comm.hpp"

#include "shim/host/gentle.hpp"
#include "shim/host/own_errors.hpp"
#include "shim/offload/host_algorithm_call.hpp"
#include "shim/offload/host_exchange.hpp"
#include "shim/offload/offload.hpp"

namespace shunt {
namespace {

/// MPICH has room for 2048 communicators in a process. These are left to the program: 1900 beside our private ones, or
/// all but those that it had when there were so many of its own.
constexpr std::uint64_t kMostPrivateComms = 128;
constexpr std::size_t kMostOfProgram = 900;

/// Whether no member has too many private communicators already, or too many of its own, or disagrees. Alike on all
/// members.
bool all_agree(Session& s, const CommRecord& record, bool may) {
    const MPI_Comm comm = record.handle;
    const OwnErrors own_errors(comm, s.multithreaded);
    const bool has_room = may && s.comms.live() < kMostOfProgram;
    unsigned long long mine = has_room ? s.offload->open_private_comms.load() : kMostPrivateComms, most = 0;
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Iallreduce(&mine, &most, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm, request);
    };
    const int code = s.waits_gently(&record)
                         ? run_gently(s.patience, gently)
                         : host.MPI_Allreduce(&mine, &most, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm);
    return code == MPI_SUCCESS && most < kMostPrivateComms;
}

/// All members make one, with the host's variables as the caller has set them.
MPI_Comm split(Session& s, const CommRecord& record) {
    const OwnErrors own_errors(record.handle, s.multithreaded);
    MPI_Comm made = MPI_COMM_NULL;
    if (host.MPI_Comm_split(record.handle, 0, record.rank, &made) != MPI_SUCCESS || made == MPI_COMM_NULL)
        return MPI_COMM_NULL;
    host.MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    s.offload->open_private_comms.fetch_add(1);
    return made;
}

}  // namespace

MPI_Comm new_private_comm(Session& s, const CommRecord& record, bool may) {
    return all_agree(s, record, may) ? split(s, record) : MPI_COMM_NULL;
}

MPI_Comm private_comm_of(CommRecord& record) {
    if (record.private_comm != MPI_COMM_NULL) return record.private_comm;
    record.private_comm = new_private_comm(*session.load(std::memory_order_relaxed), record, true);
    if (record.private_comm == MPI_COMM_NULL) record.carry_failed = true;
    return record.private_comm;
}

void free_private_comm(MPI_Comm& comm) {
    if (comm == MPI_COMM_NULL) return;
    host.MPI_Comm_free(&comm);
    if (Session* s = session.load(std::memory_order_relaxed)) s->offload->open_private_comms.fetch_sub(1);
}

void free_private_comms(CommRecord& record) {
    free_private_comm(record.private_comm);
    free_algorithm_comms(record);
}

}  // namespace shunt
