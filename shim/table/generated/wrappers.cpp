// Generated from shim/table/functions.txt by shim/table/generate.py; change those.

#include "shim/wrappers/wrappers.hpp"
#include "shim/wrappers/wrapper_table.hpp"

namespace shunt {
namespace {

int call_MPI_Bsend(const MessageArguments& it) {
    return host.MPI_Bsend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm);
}
constexpr MessageFunction kMPI_Bsend{Function::MPI_Bsend, call_MPI_Bsend};
int call_MPI_Bsend_c(const MessageArguments& it) {
    return host.MPI_Bsend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm);
}
constexpr MessageFunction kMPI_Bsend_c{Function::MPI_Bsend_c, call_MPI_Bsend_c};
int call_MPI_Bsend_init(const MessageArguments& it) {
    return host.MPI_Bsend_init(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Bsend_init{Function::MPI_Bsend_init, call_MPI_Bsend_init};
int call_MPI_Bsend_init_c(const MessageArguments& it) {
    return host.MPI_Bsend_init_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm,
        it.request);
}
constexpr MessageFunction kMPI_Bsend_init_c{Function::MPI_Bsend_init_c, call_MPI_Bsend_init_c};
int call_MPI_Ibsend(const MessageArguments& it) {
    return host.MPI_Ibsend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Ibsend{Function::MPI_Ibsend, call_MPI_Ibsend};
int call_MPI_Ibsend_c(const MessageArguments& it) {
    return host.MPI_Ibsend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Ibsend_c{Function::MPI_Ibsend_c, call_MPI_Ibsend_c};
int call_MPI_Improbe(const MessageArguments& it) {
    return host.MPI_Improbe(it.receive.peer, it.receive.tag, it.comm, it.flag, it.message, it.status);
}
constexpr MessageFunction kMPI_Improbe{Function::MPI_Improbe, call_MPI_Improbe};
int call_MPI_Imrecv(const MessageArguments& it) {
    return host.MPI_Imrecv(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.message,
        it.request);
}
constexpr MessageFunction kMPI_Imrecv{Function::MPI_Imrecv, call_MPI_Imrecv};
int call_MPI_Imrecv_c(const MessageArguments& it) {
    return host.MPI_Imrecv_c(it.receive.writable(), it.receive.count, it.receive.type, it.message, it.request);
}
constexpr MessageFunction kMPI_Imrecv_c{Function::MPI_Imrecv_c, call_MPI_Imrecv_c};
int call_MPI_Iprobe(const MessageArguments& it) {
    return host.MPI_Iprobe(it.receive.peer, it.receive.tag, it.comm, it.flag, it.status);
}
constexpr MessageFunction kMPI_Iprobe{Function::MPI_Iprobe, call_MPI_Iprobe};
int call_MPI_Irecv(const MessageArguments& it) {
    return host.MPI_Irecv(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.receive.peer,
        it.receive.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Irecv{Function::MPI_Irecv, call_MPI_Irecv};
int call_MPI_Irecv_c(const MessageArguments& it) {
    return host.MPI_Irecv_c(it.receive.writable(), it.receive.count, it.receive.type, it.receive.peer, it.receive.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Irecv_c{Function::MPI_Irecv_c, call_MPI_Irecv_c};
int call_MPI_Irsend(const MessageArguments& it) {
    return host.MPI_Irsend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Irsend{Function::MPI_Irsend, call_MPI_Irsend};
int call_MPI_Irsend_c(const MessageArguments& it) {
    return host.MPI_Irsend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Irsend_c{Function::MPI_Irsend_c, call_MPI_Irsend_c};
int call_MPI_Isend(const MessageArguments& it) {
    return host.MPI_Isend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Isend{Function::MPI_Isend, call_MPI_Isend};
int call_MPI_Isend_c(const MessageArguments& it) {
    return host.MPI_Isend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Isend_c{Function::MPI_Isend_c, call_MPI_Isend_c};
int call_MPI_Isendrecv(const MessageArguments& it) {
    return host.MPI_Isendrecv(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.receive.peer, it.receive.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Isendrecv{Function::MPI_Isendrecv, call_MPI_Isendrecv};
int call_MPI_Isendrecv_c(const MessageArguments& it) {
    return host.MPI_Isendrecv_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag,
        it.receive.writable(), it.receive.count, it.receive.type, it.receive.peer, it.receive.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Isendrecv_c{Function::MPI_Isendrecv_c, call_MPI_Isendrecv_c};
int call_MPI_Isendrecv_replace(const MessageArguments& it) {
    return host.MPI_Isendrecv_replace(it.send.writable(), static_cast<int>(it.send.count), it.send.type, it.send.peer,
        it.send.tag, it.receive.peer, it.receive.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Isendrecv_replace{Function::MPI_Isendrecv_replace, call_MPI_Isendrecv_replace};
int call_MPI_Isendrecv_replace_c(const MessageArguments& it) {
    return host.MPI_Isendrecv_replace_c(it.send.writable(), it.send.count, it.send.type, it.send.peer, it.send.tag,
        it.receive.peer, it.receive.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Isendrecv_replace_c{Function::MPI_Isendrecv_replace_c, call_MPI_Isendrecv_replace_c};
int call_MPI_Issend(const MessageArguments& it) {
    return host.MPI_Issend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Issend{Function::MPI_Issend, call_MPI_Issend};
int call_MPI_Issend_c(const MessageArguments& it) {
    return host.MPI_Issend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Issend_c{Function::MPI_Issend_c, call_MPI_Issend_c};
int call_MPI_Mprobe(const MessageArguments& it) {
    return host.MPI_Mprobe(it.receive.peer, it.receive.tag, it.comm, it.message, it.status);
}
constexpr MessageFunction kMPI_Mprobe{Function::MPI_Mprobe, call_MPI_Mprobe};
int call_MPI_Mrecv(const MessageArguments& it) {
    return host.MPI_Mrecv(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.message,
        it.status);
}
int call_twin_of_MPI_Mrecv(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Imrecv(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.message,
        request);
}
constexpr MessageFunction kMPI_Mrecv{Function::MPI_Mrecv, call_MPI_Mrecv, call_twin_of_MPI_Mrecv};
int call_MPI_Mrecv_c(const MessageArguments& it) {
    return host.MPI_Mrecv_c(it.receive.writable(), it.receive.count, it.receive.type, it.message, it.status);
}
int call_twin_of_MPI_Mrecv_c(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Imrecv_c(it.receive.writable(), it.receive.count, it.receive.type, it.message, request);
}
constexpr MessageFunction kMPI_Mrecv_c{Function::MPI_Mrecv_c, call_MPI_Mrecv_c, call_twin_of_MPI_Mrecv_c};
int call_MPI_Precv_init(const MessageArguments& it) {
    return host.MPI_Precv_init(it.receive.writable(), it.partitions, it.receive.count, it.receive.type, it.receive.peer,
        it.receive.tag, it.comm, it.info, it.request);
}
constexpr MessageFunction kMPI_Precv_init{Function::MPI_Precv_init, call_MPI_Precv_init};
int call_MPI_Probe(const MessageArguments& it) {
    return host.MPI_Probe(it.receive.peer, it.receive.tag, it.comm, it.status);
}
constexpr MessageFunction kMPI_Probe{Function::MPI_Probe, call_MPI_Probe};
int call_MPI_Psend_init(const MessageArguments& it) {
    return host.MPI_Psend_init(it.send.base, it.partitions, it.send.count, it.send.type, it.send.peer, it.send.tag,
        it.comm, it.info, it.request);
}
constexpr MessageFunction kMPI_Psend_init{Function::MPI_Psend_init, call_MPI_Psend_init};
int call_MPI_Recv(const MessageArguments& it) {
    return host.MPI_Recv(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.receive.peer,
        it.receive.tag, it.comm, it.status);
}
int call_twin_of_MPI_Recv(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Irecv(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.receive.peer,
        it.receive.tag, it.comm, request);
}
constexpr MessageFunction kMPI_Recv{Function::MPI_Recv, call_MPI_Recv, call_twin_of_MPI_Recv};
int call_MPI_Recv_c(const MessageArguments& it) {
    return host.MPI_Recv_c(it.receive.writable(), it.receive.count, it.receive.type, it.receive.peer, it.receive.tag,
        it.comm, it.status);
}
int call_twin_of_MPI_Recv_c(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Irecv_c(it.receive.writable(), it.receive.count, it.receive.type, it.receive.peer, it.receive.tag,
        it.comm, request);
}
constexpr MessageFunction kMPI_Recv_c{Function::MPI_Recv_c, call_MPI_Recv_c, call_twin_of_MPI_Recv_c};
int call_MPI_Recv_init(const MessageArguments& it) {
    return host.MPI_Recv_init(it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type,
        it.receive.peer, it.receive.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Recv_init{Function::MPI_Recv_init, call_MPI_Recv_init};
int call_MPI_Recv_init_c(const MessageArguments& it) {
    return host.MPI_Recv_init_c(it.receive.writable(), it.receive.count, it.receive.type, it.receive.peer,
        it.receive.tag, it.comm, it.request);
}
constexpr MessageFunction kMPI_Recv_init_c{Function::MPI_Recv_init_c, call_MPI_Recv_init_c};
int call_MPI_Rsend(const MessageArguments& it) {
    return host.MPI_Rsend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm);
}
int call_twin_of_MPI_Rsend(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Irsend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, request);
}
constexpr MessageFunction kMPI_Rsend{Function::MPI_Rsend, call_MPI_Rsend, call_twin_of_MPI_Rsend};
int call_MPI_Rsend_c(const MessageArguments& it) {
    return host.MPI_Rsend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm);
}
int call_twin_of_MPI_Rsend_c(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Irsend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, request);
}
constexpr MessageFunction kMPI_Rsend_c{Function::MPI_Rsend_c, call_MPI_Rsend_c, call_twin_of_MPI_Rsend_c};
int call_MPI_Rsend_init(const MessageArguments& it) {
    return host.MPI_Rsend_init(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Rsend_init{Function::MPI_Rsend_init, call_MPI_Rsend_init};
int call_MPI_Rsend_init_c(const MessageArguments& it) {
    return host.MPI_Rsend_init_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm,
        it.request);
}
constexpr MessageFunction kMPI_Rsend_init_c{Function::MPI_Rsend_init_c, call_MPI_Rsend_init_c};
int call_MPI_Send(const MessageArguments& it) {
    return host.MPI_Send(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm);
}
int call_twin_of_MPI_Send(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Isend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, request);
}
constexpr MessageFunction kMPI_Send{Function::MPI_Send, call_MPI_Send, call_twin_of_MPI_Send};
int call_MPI_Send_c(const MessageArguments& it) {
    return host.MPI_Send_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm);
}
int call_twin_of_MPI_Send_c(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Isend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, request);
}
constexpr MessageFunction kMPI_Send_c{Function::MPI_Send_c, call_MPI_Send_c, call_twin_of_MPI_Send_c};
int call_MPI_Send_init(const MessageArguments& it) {
    return host.MPI_Send_init(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Send_init{Function::MPI_Send_init, call_MPI_Send_init};
int call_MPI_Send_init_c(const MessageArguments& it) {
    return host.MPI_Send_init_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm,
        it.request);
}
constexpr MessageFunction kMPI_Send_init_c{Function::MPI_Send_init_c, call_MPI_Send_init_c};
int call_MPI_Sendrecv(const MessageArguments& it) {
    return host.MPI_Sendrecv(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.receive.writable(), static_cast<int>(it.receive.count), it.receive.type, it.receive.peer, it.receive.tag,
        it.comm, it.status);
}
constexpr MessageFunction kMPI_Sendrecv{Function::MPI_Sendrecv, call_MPI_Sendrecv};
int call_MPI_Sendrecv_c(const MessageArguments& it) {
    return host.MPI_Sendrecv_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag,
        it.receive.writable(), it.receive.count, it.receive.type, it.receive.peer, it.receive.tag, it.comm, it.status);
}
constexpr MessageFunction kMPI_Sendrecv_c{Function::MPI_Sendrecv_c, call_MPI_Sendrecv_c};
int call_MPI_Sendrecv_replace(const MessageArguments& it) {
    return host.MPI_Sendrecv_replace(it.send.writable(), static_cast<int>(it.send.count), it.send.type, it.send.peer,
        it.send.tag, it.receive.peer, it.receive.tag, it.comm, it.status);
}
constexpr MessageFunction kMPI_Sendrecv_replace{Function::MPI_Sendrecv_replace, call_MPI_Sendrecv_replace};
int call_MPI_Sendrecv_replace_c(const MessageArguments& it) {
    return host.MPI_Sendrecv_replace_c(it.send.writable(), it.send.count, it.send.type, it.send.peer, it.send.tag,
        it.receive.peer, it.receive.tag, it.comm, it.status);
}
constexpr MessageFunction kMPI_Sendrecv_replace_c{Function::MPI_Sendrecv_replace_c, call_MPI_Sendrecv_replace_c};
int call_MPI_Ssend(const MessageArguments& it) {
    return host.MPI_Ssend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm);
}
int call_twin_of_MPI_Ssend(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Issend(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, request);
}
constexpr MessageFunction kMPI_Ssend{Function::MPI_Ssend, call_MPI_Ssend, call_twin_of_MPI_Ssend};
int call_MPI_Ssend_c(const MessageArguments& it) {
    return host.MPI_Ssend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm);
}
int call_twin_of_MPI_Ssend_c(const MessageArguments& it, MPI_Request* request) {
    return host.MPI_Issend_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm, request);
}
constexpr MessageFunction kMPI_Ssend_c{Function::MPI_Ssend_c, call_MPI_Ssend_c, call_twin_of_MPI_Ssend_c};
int call_MPI_Ssend_init(const MessageArguments& it) {
    return host.MPI_Ssend_init(it.send.base, static_cast<int>(it.send.count), it.send.type, it.send.peer, it.send.tag,
        it.comm, it.request);
}
constexpr MessageFunction kMPI_Ssend_init{Function::MPI_Ssend_init, call_MPI_Ssend_init};
int call_MPI_Ssend_init_c(const MessageArguments& it) {
    return host.MPI_Ssend_init_c(it.send.base, it.send.count, it.send.type, it.send.peer, it.send.tag, it.comm,
        it.request);
}
constexpr MessageFunction kMPI_Ssend_init_c{Function::MPI_Ssend_init_c, call_MPI_Ssend_init_c};

int call_MPIX_Allgather_init(const CollectiveArguments& it) {
    return host.MPIX_Allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Allgatherv_init(const CollectiveArguments& it) {
    return host.MPIX_Allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPIX_Allreduce_init(const CollectiveArguments& it) {
    return host.MPIX_Allreduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Alltoall_init(const CollectiveArguments& it) {
    return host.MPIX_Alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Alltoallv_init(const CollectiveArguments& it) {
    return host.MPIX_Alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPIX_Alltoallw_init(const CollectiveArguments& it) {
    return host.MPIX_Alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPIX_Barrier_init(const CollectiveArguments& it) {
    return host.MPIX_Barrier_init(it.comm, it.info, it.request);
}
int call_MPIX_Bcast_init(const CollectiveArguments& it) {
    return host.MPIX_Bcast_init(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPIX_Exscan_init(const CollectiveArguments& it) {
    return host.MPIX_Exscan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Gather_init(const CollectiveArguments& it) {
    return host.MPIX_Gather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPIX_Gatherv_init(const CollectiveArguments& it) {
    return host.MPIX_Gatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_allgather_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_allgatherv_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPIX_Neighbor_alltoall_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_alltoallv_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm, it.info, it.request);
}
int call_MPIX_Neighbor_alltoallw_init(const CollectiveArguments& it) {
    return host.MPIX_Neighbor_alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPIX_Reduce_init(const CollectiveArguments& it) {
    return host.MPIX_Reduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm, it.info, it.request);
}
int call_MPIX_Reduce_scatter_block_init(const CollectiveArguments& it) {
    return host.MPIX_Reduce_scatter_block_init(it.send.base(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Reduce_scatter_init(const CollectiveArguments& it) {
    return host.MPIX_Reduce_scatter_init(it.send.base(), it.receive.writable(), it.receive.counts<int>(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Scan_init(const CollectiveArguments& it) {
    return host.MPIX_Scan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPIX_Scatter_init(const CollectiveArguments& it) {
    return host.MPIX_Scatter_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPIX_Scatterv_init(const CollectiveArguments& it) {
    return host.MPIX_Scatterv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Allgather(const CollectiveArguments& it) {
    return host.MPI_Allgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Allgather_c(const CollectiveArguments& it) {
    return host.MPI_Allgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Allgather_init(const CollectiveArguments& it) {
    return host.MPI_Allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Allgather_init_c(const CollectiveArguments& it) {
    return host.MPI_Allgather_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Allgatherv(const CollectiveArguments& it) {
    return host.MPI_Allgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm);
}
int call_MPI_Allgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Allgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm);
}
int call_MPI_Allgatherv_init(const CollectiveArguments& it) {
    return host.MPI_Allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPI_Allgatherv_init_c(const CollectiveArguments& it) {
    return host.MPI_Allgatherv_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.info,
        it.request);
}
int call_MPI_Allreduce(const CollectiveArguments& it) {
    return host.MPI_Allreduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Allreduce_c(const CollectiveArguments& it) {
    return host.MPI_Allreduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm);
}
int call_MPI_Allreduce_init(const CollectiveArguments& it) {
    return host.MPI_Allreduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Allreduce_init_c(const CollectiveArguments& it) {
    return host.MPI_Allreduce_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(),
        it.op, it.comm, it.info, it.request);
}
int call_MPI_Alltoall(const CollectiveArguments& it) {
    return host.MPI_Alltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Alltoall_c(const CollectiveArguments& it) {
    return host.MPI_Alltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Alltoall_init(const CollectiveArguments& it) {
    return host.MPI_Alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Alltoall_init_c(const CollectiveArguments& it) {
    return host.MPI_Alltoall_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Alltoallv(const CollectiveArguments& it) {
    return host.MPI_Alltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm);
}
int call_MPI_Alltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm);
}
int call_MPI_Alltoallv_init(const CollectiveArguments& it) {
    return host.MPI_Alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPI_Alltoallv_init_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallv_init_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Alltoallw(const CollectiveArguments& it) {
    return host.MPI_Alltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.types(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.types(), it.comm);
}
int call_MPI_Alltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallw_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm);
}
int call_MPI_Alltoallw_init(const CollectiveArguments& it) {
    return host.MPI_Alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.types(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.types(), it.comm,
        it.info, it.request);
}
int call_MPI_Alltoallw_init_c(const CollectiveArguments& it) {
    return host.MPI_Alltoallw_init_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPI_Barrier(const CollectiveArguments& it) {
    return host.MPI_Barrier(it.comm);
}
int call_MPI_Barrier_init(const CollectiveArguments& it) {
    return host.MPI_Barrier_init(it.comm, it.info, it.request);
}
int call_MPI_Bcast(const CollectiveArguments& it) {
    return host.MPI_Bcast(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm);
}
int call_MPI_Bcast_c(const CollectiveArguments& it) {
    return host.MPI_Bcast_c(it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Bcast_init(const CollectiveArguments& it) {
    return host.MPI_Bcast_init(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPI_Bcast_init_c(const CollectiveArguments& it) {
    return host.MPI_Bcast_init_c(it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm,
        it.info, it.request);
}
int call_MPI_Exscan(const CollectiveArguments& it) {
    return host.MPI_Exscan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Exscan_c(const CollectiveArguments& it) {
    return host.MPI_Exscan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm);
}
int call_MPI_Exscan_init(const CollectiveArguments& it) {
    return host.MPI_Exscan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Exscan_init_c(const CollectiveArguments& it) {
    return host.MPI_Exscan_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.info, it.request);
}
int call_MPI_Gather(const CollectiveArguments& it) {
    return host.MPI_Gather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm);
}
int call_MPI_Gather_c(const CollectiveArguments& it) {
    return host.MPI_Gather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(), it.receive.count(),
        it.receive.type(), it.root, it.comm);
}
int call_MPI_Gather_init(const CollectiveArguments& it) {
    return host.MPI_Gather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Gather_init_c(const CollectiveArguments& it) {
    return host.MPI_Gather_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.info, it.request);
}
int call_MPI_Gatherv(const CollectiveArguments& it) {
    return host.MPI_Gatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Gatherv_c(const CollectiveArguments& it) {
    return host.MPI_Gatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Gatherv_init(const CollectiveArguments& it) {
    return host.MPI_Gatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root,
        it.comm, it.info, it.request);
}
int call_MPI_Gatherv_init_c(const CollectiveArguments& it) {
    return host.MPI_Gatherv_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.root, it.comm,
        it.info, it.request);
}
int call_MPI_Iallgather(const CollectiveArguments& it) {
    return host.MPI_Iallgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Iallgather_c(const CollectiveArguments& it) {
    return host.MPI_Iallgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Iallgatherv(const CollectiveArguments& it) {
    return host.MPI_Iallgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.request);
}
int call_MPI_Iallgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Iallgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Iallreduce(const CollectiveArguments& it) {
    return host.MPI_Iallreduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iallreduce_c(const CollectiveArguments& it) {
    return host.MPI_Iallreduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.request);
}
int call_MPI_Ialltoall(const CollectiveArguments& it) {
    return host.MPI_Ialltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ialltoall_c(const CollectiveArguments& it) {
    return host.MPI_Ialltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ialltoallv(const CollectiveArguments& it) {
    return host.MPI_Ialltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.request);
}
int call_MPI_Ialltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Ialltoallv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm, it.request);
}
int call_MPI_Ialltoallw(const CollectiveArguments& it) {
    return host.MPI_Ialltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.types(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.types(), it.comm,
        it.request);
}
int call_MPI_Ialltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Ialltoallw_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.request);
}
int call_MPI_Ibarrier(const CollectiveArguments& it) {
    return host.MPI_Ibarrier(it.comm, it.request);
}
int call_MPI_Ibcast(const CollectiveArguments& it) {
    return host.MPI_Ibcast(it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root,
        it.comm, it.request);
}
int call_MPI_Ibcast_c(const CollectiveArguments& it) {
    return host.MPI_Ibcast_c(it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm,
        it.request);
}
int call_MPI_Iexscan(const CollectiveArguments& it) {
    return host.MPI_Iexscan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iexscan_c(const CollectiveArguments& it) {
    return host.MPI_Iexscan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.request);
}
int call_MPI_Igather(const CollectiveArguments& it) {
    return host.MPI_Igather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Igather_c(const CollectiveArguments& it) {
    return host.MPI_Igather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Igatherv(const CollectiveArguments& it) {
    return host.MPI_Igatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Igatherv_c(const CollectiveArguments& it) {
    return host.MPI_Igatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.root, it.comm,
        it.request);
}
int call_MPI_Ineighbor_allgather(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_allgather_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_allgatherv(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.request);
}
int call_MPI_Ineighbor_allgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_allgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoall(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoall_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallv(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallv_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallw(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.request);
}
int call_MPI_Ineighbor_alltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Ineighbor_alltoallw_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.types(), it.comm, it.request);
}
int call_MPI_Ireduce(const CollectiveArguments& it) {
    return host.MPI_Ireduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm, it.request);
}
int call_MPI_Ireduce_c(const CollectiveArguments& it) {
    return host.MPI_Ireduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.root, it.comm, it.request);
}
int call_MPI_Ireduce_scatter(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter(it.send.base(), it.receive.writable(), it.receive.counts<int>(), it.receive.type(),
        it.op, it.comm, it.request);
}
int call_MPI_Ireduce_scatter_c(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter_c(it.send.base(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Ireduce_scatter_block(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter_block(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Ireduce_scatter_block_c(const CollectiveArguments& it) {
    return host.MPI_Ireduce_scatter_block_c(it.send.base(), it.receive.writable(), it.receive.count(),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iscan(const CollectiveArguments& it) {
    return host.MPI_Iscan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.request);
}
int call_MPI_Iscan_c(const CollectiveArguments& it) {
    return host.MPI_Iscan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.request);
}
int call_MPI_Iscatter(const CollectiveArguments& it) {
    return host.MPI_Iscatter(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Iscatter_c(const CollectiveArguments& it) {
    return host.MPI_Iscatter_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Iscatterv(const CollectiveArguments& it) {
    return host.MPI_Iscatterv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Iscatterv_c(const CollectiveArguments& it) {
    return host.MPI_Iscatterv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm, it.request);
}
int call_MPI_Neighbor_allgather(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgather_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgather_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_allgather_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgather_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_allgatherv(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgatherv_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_allgatherv_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(), it.receive.type(), it.comm,
        it.info, it.request);
}
int call_MPI_Neighbor_allgatherv_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_allgatherv_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.info,
        it.request);
}
int call_MPI_Neighbor_alltoall(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoall_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoall_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoall_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoall_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallv(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoallv_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.type(), it.comm);
}
int call_MPI_Neighbor_alltoallv_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(),
        it.send.type(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<int>(),
        it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallv_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallv_init_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.type(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.type(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallw(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm);
}
int call_MPI_Neighbor_alltoallw_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm);
}
int call_MPI_Neighbor_alltoallw_init(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw_init(it.send.base(), it.send.counts<int>(), it.send.displacements<MPI_Aint>(),
        it.send.types(), it.receive.writable(), it.receive.counts<int>(), it.receive.displacements<MPI_Aint>(),
        it.receive.types(), it.comm, it.info, it.request);
}
int call_MPI_Neighbor_alltoallw_init_c(const CollectiveArguments& it) {
    return host.MPI_Neighbor_alltoallw_init_c(it.send.base(), it.send.counts<MPI_Count>(),
        it.send.displacements<MPI_Aint>(), it.send.types(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.displacements<MPI_Aint>(), it.receive.types(), it.comm, it.info, it.request);
}
int call_MPI_Reduce(const CollectiveArguments& it) {
    return host.MPI_Reduce(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm);
}
int call_MPI_Reduce_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.root, it.comm);
}
int call_MPI_Reduce_init(const CollectiveArguments& it) {
    return host.MPI_Reduce_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.root, it.comm, it.info, it.request);
}
int call_MPI_Reduce_init_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.root, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter(it.send.base(), it.receive.writable(), it.receive.counts<int>(), it.receive.type(),
        it.op, it.comm);
}
int call_MPI_Reduce_scatter_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_c(it.send.base(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Reduce_scatter_block(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm);
}
int call_MPI_Reduce_scatter_block_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(),
        it.op, it.comm);
}
int call_MPI_Reduce_scatter_block_init(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block_init(it.send.base(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter_block_init_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_block_init_c(it.send.base(), it.receive.writable(), it.receive.count(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter_init(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_init(it.send.base(), it.receive.writable(), it.receive.counts<int>(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Reduce_scatter_init_c(const CollectiveArguments& it) {
    return host.MPI_Reduce_scatter_init_c(it.send.base(), it.receive.writable(), it.receive.counts<MPI_Count>(),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Scan(const CollectiveArguments& it) {
    return host.MPI_Scan(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(),
        it.op, it.comm);
}
int call_MPI_Scan_c(const CollectiveArguments& it) {
    return host.MPI_Scan_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm);
}
int call_MPI_Scan_init(const CollectiveArguments& it) {
    return host.MPI_Scan_init(it.send.base(), it.receive.writable(), static_cast<int>(it.receive.count()),
        it.receive.type(), it.op, it.comm, it.info, it.request);
}
int call_MPI_Scan_init_c(const CollectiveArguments& it) {
    return host.MPI_Scan_init_c(it.send.base(), it.receive.writable(), it.receive.count(), it.receive.type(), it.op,
        it.comm, it.info, it.request);
}
int call_MPI_Scatter(const CollectiveArguments& it) {
    return host.MPI_Scatter(it.send.base(), static_cast<int>(it.send.count()), it.send.type(), it.receive.writable(),
        static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatter_c(const CollectiveArguments& it) {
    return host.MPI_Scatter_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatter_init(const CollectiveArguments& it) {
    return host.MPI_Scatter_init(it.send.base(), static_cast<int>(it.send.count()), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Scatter_init_c(const CollectiveArguments& it) {
    return host.MPI_Scatter_init_c(it.send.base(), it.send.count(), it.send.type(), it.receive.writable(),
        it.receive.count(), it.receive.type(), it.root, it.comm, it.info, it.request);
}
int call_MPI_Scatterv(const CollectiveArguments& it) {
    return host.MPI_Scatterv(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatterv_c(const CollectiveArguments& it) {
    return host.MPI_Scatterv_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm);
}
int call_MPI_Scatterv_init(const CollectiveArguments& it) {
    return host.MPI_Scatterv_init(it.send.base(), it.send.counts<int>(), it.send.displacements<int>(), it.send.type(),
        it.receive.writable(), static_cast<int>(it.receive.count()), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}
int call_MPI_Scatterv_init_c(const CollectiveArguments& it) {
    return host.MPI_Scatterv_init_c(it.send.base(), it.send.counts<MPI_Count>(), it.send.displacements<MPI_Aint>(),
        it.send.type(), it.receive.writable(), it.receive.count(), it.receive.type(), it.root, it.comm, it.info,
        it.request);
}

}  // namespace

extern constexpr CollectiveFunction kMPIX_Allgather_init{Function::MPIX_Allgather_init, Operation::allgather, true,
        call_MPIX_Allgather_init};
extern constexpr CollectiveFunction kMPIX_Allgatherv_init{Function::MPIX_Allgatherv_init, Operation::allgatherv, true,
        call_MPIX_Allgatherv_init};
extern constexpr CollectiveFunction kMPIX_Allreduce_init{Function::MPIX_Allreduce_init, Operation::allreduce, true,
        call_MPIX_Allreduce_init};
extern constexpr CollectiveFunction kMPIX_Alltoall_init{Function::MPIX_Alltoall_init, Operation::alltoall, true,
        call_MPIX_Alltoall_init};
extern constexpr CollectiveFunction kMPIX_Alltoallv_init{Function::MPIX_Alltoallv_init, Operation::alltoallv, true,
        call_MPIX_Alltoallv_init};
extern constexpr CollectiveFunction kMPIX_Alltoallw_init{Function::MPIX_Alltoallw_init, Operation::alltoallw, true,
        call_MPIX_Alltoallw_init};
extern constexpr CollectiveFunction kMPIX_Barrier_init{Function::MPIX_Barrier_init, Operation::barrier, true,
        call_MPIX_Barrier_init};
extern constexpr CollectiveFunction kMPIX_Bcast_init{Function::MPIX_Bcast_init, Operation::bcast, true,
        call_MPIX_Bcast_init};
extern constexpr CollectiveFunction kMPIX_Exscan_init{Function::MPIX_Exscan_init, Operation::exscan, true,
        call_MPIX_Exscan_init};
extern constexpr CollectiveFunction kMPIX_Gather_init{Function::MPIX_Gather_init, Operation::gather, true,
        call_MPIX_Gather_init};
extern constexpr CollectiveFunction kMPIX_Gatherv_init{Function::MPIX_Gatherv_init, Operation::gatherv, true,
        call_MPIX_Gatherv_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_allgather_init{Function::MPIX_Neighbor_allgather_init,
        Operation::neighbor_allgather, false, call_MPIX_Neighbor_allgather_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_allgatherv_init{Function::MPIX_Neighbor_allgatherv_init,
        Operation::neighbor_allgatherv, false, call_MPIX_Neighbor_allgatherv_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_alltoall_init{Function::MPIX_Neighbor_alltoall_init,
        Operation::neighbor_alltoall, false, call_MPIX_Neighbor_alltoall_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_alltoallv_init{Function::MPIX_Neighbor_alltoallv_init,
        Operation::neighbor_alltoallv, false, call_MPIX_Neighbor_alltoallv_init};
extern constexpr CollectiveFunction kMPIX_Neighbor_alltoallw_init{Function::MPIX_Neighbor_alltoallw_init,
        Operation::neighbor_alltoallw, false, call_MPIX_Neighbor_alltoallw_init};
extern constexpr CollectiveFunction kMPIX_Reduce_init{Function::MPIX_Reduce_init, Operation::reduce, true,
        call_MPIX_Reduce_init};
extern constexpr CollectiveFunction kMPIX_Reduce_scatter_block_init{Function::MPIX_Reduce_scatter_block_init,
        Operation::reduce_scatter_block, true, call_MPIX_Reduce_scatter_block_init};
extern constexpr CollectiveFunction kMPIX_Reduce_scatter_init{Function::MPIX_Reduce_scatter_init,
        Operation::reduce_scatter, true, call_MPIX_Reduce_scatter_init};
extern constexpr CollectiveFunction kMPIX_Scan_init{Function::MPIX_Scan_init, Operation::scan, true,
        call_MPIX_Scan_init};
extern constexpr CollectiveFunction kMPIX_Scatter_init{Function::MPIX_Scatter_init, Operation::scatter, true,
        call_MPIX_Scatter_init};
extern constexpr CollectiveFunction kMPIX_Scatterv_init{Function::MPIX_Scatterv_init, Operation::scatterv, true,
        call_MPIX_Scatterv_init};
extern constexpr CollectiveFunction kMPI_Allgather{Function::MPI_Allgather, Operation::allgather, true,
        call_MPI_Allgather, call_MPI_Iallgather};
extern constexpr CollectiveFunction kMPI_Allgather_c{Function::MPI_Allgather_c, Operation::allgather, true,
        call_MPI_Allgather_c, call_MPI_Iallgather_c};
extern constexpr CollectiveFunction kMPI_Allgather_init{Function::MPI_Allgather_init, Operation::allgather, true,
        call_MPI_Allgather_init};
extern constexpr CollectiveFunction kMPI_Allgather_init_c{Function::MPI_Allgather_init_c, Operation::allgather, true,
        call_MPI_Allgather_init_c};
extern constexpr CollectiveFunction kMPI_Allgatherv{Function::MPI_Allgatherv, Operation::allgatherv, true,
        call_MPI_Allgatherv, call_MPI_Iallgatherv};
extern constexpr CollectiveFunction kMPI_Allgatherv_c{Function::MPI_Allgatherv_c, Operation::allgatherv, true,
        call_MPI_Allgatherv_c, call_MPI_Iallgatherv_c};
extern constexpr CollectiveFunction kMPI_Allgatherv_init{Function::MPI_Allgatherv_init, Operation::allgatherv, true,
        call_MPI_Allgatherv_init};
extern constexpr CollectiveFunction kMPI_Allgatherv_init_c{Function::MPI_Allgatherv_init_c, Operation::allgatherv, true,
        call_MPI_Allgatherv_init_c};
extern constexpr CollectiveFunction kMPI_Allreduce{Function::MPI_Allreduce, Operation::allreduce, true,
        call_MPI_Allreduce, call_MPI_Iallreduce};
extern constexpr CollectiveFunction kMPI_Allreduce_c{Function::MPI_Allreduce_c, Operation::allreduce, true,
        call_MPI_Allreduce_c, call_MPI_Iallreduce_c};
extern constexpr CollectiveFunction kMPI_Allreduce_init{Function::MPI_Allreduce_init, Operation::allreduce, true,
        call_MPI_Allreduce_init};
extern constexpr CollectiveFunction kMPI_Allreduce_init_c{Function::MPI_Allreduce_init_c, Operation::allreduce, true,
        call_MPI_Allreduce_init_c};
extern constexpr CollectiveFunction kMPI_Alltoall{Function::MPI_Alltoall, Operation::alltoall, true, call_MPI_Alltoall,
        call_MPI_Ialltoall};
extern constexpr CollectiveFunction kMPI_Alltoall_c{Function::MPI_Alltoall_c, Operation::alltoall, true,
        call_MPI_Alltoall_c, call_MPI_Ialltoall_c};
extern constexpr CollectiveFunction kMPI_Alltoall_init{Function::MPI_Alltoall_init, Operation::alltoall, true,
        call_MPI_Alltoall_init};
extern constexpr CollectiveFunction kMPI_Alltoall_init_c{Function::MPI_Alltoall_init_c, Operation::alltoall, true,
        call_MPI_Alltoall_init_c};
extern constexpr CollectiveFunction kMPI_Alltoallv{Function::MPI_Alltoallv, Operation::alltoallv, true,
        call_MPI_Alltoallv, call_MPI_Ialltoallv};
extern constexpr CollectiveFunction kMPI_Alltoallv_c{Function::MPI_Alltoallv_c, Operation::alltoallv, true,
        call_MPI_Alltoallv_c, call_MPI_Ialltoallv_c};
extern constexpr CollectiveFunction kMPI_Alltoallv_init{Function::MPI_Alltoallv_init, Operation::alltoallv, true,
        call_MPI_Alltoallv_init};
extern constexpr CollectiveFunction kMPI_Alltoallv_init_c{Function::MPI_Alltoallv_init_c, Operation::alltoallv, true,
        call_MPI_Alltoallv_init_c};
extern constexpr CollectiveFunction kMPI_Alltoallw{Function::MPI_Alltoallw, Operation::alltoallw, true,
        call_MPI_Alltoallw, call_MPI_Ialltoallw};
extern constexpr CollectiveFunction kMPI_Alltoallw_c{Function::MPI_Alltoallw_c, Operation::alltoallw, true,
        call_MPI_Alltoallw_c, call_MPI_Ialltoallw_c};
extern constexpr CollectiveFunction kMPI_Alltoallw_init{Function::MPI_Alltoallw_init, Operation::alltoallw, true,
        call_MPI_Alltoallw_init};
extern constexpr CollectiveFunction kMPI_Alltoallw_init_c{Function::MPI_Alltoallw_init_c, Operation::alltoallw, true,
        call_MPI_Alltoallw_init_c};
extern constexpr CollectiveFunction kMPI_Barrier{Function::MPI_Barrier, Operation::barrier, true, call_MPI_Barrier,
        call_MPI_Ibarrier};
extern constexpr CollectiveFunction kMPI_Barrier_init{Function::MPI_Barrier_init, Operation::barrier, true,
        call_MPI_Barrier_init};
extern constexpr CollectiveFunction kMPI_Bcast{Function::MPI_Bcast, Operation::bcast, true, call_MPI_Bcast,
        call_MPI_Ibcast};
extern constexpr CollectiveFunction kMPI_Bcast_c{Function::MPI_Bcast_c, Operation::bcast, true, call_MPI_Bcast_c,
        call_MPI_Ibcast_c};
extern constexpr CollectiveFunction kMPI_Bcast_init{Function::MPI_Bcast_init, Operation::bcast, true,
        call_MPI_Bcast_init};
extern constexpr CollectiveFunction kMPI_Bcast_init_c{Function::MPI_Bcast_init_c, Operation::bcast, true,
        call_MPI_Bcast_init_c};
extern constexpr CollectiveFunction kMPI_Exscan{Function::MPI_Exscan, Operation::exscan, true, call_MPI_Exscan,
        call_MPI_Iexscan};
extern constexpr CollectiveFunction kMPI_Exscan_c{Function::MPI_Exscan_c, Operation::exscan, true, call_MPI_Exscan_c,
        call_MPI_Iexscan_c};
extern constexpr CollectiveFunction kMPI_Exscan_init{Function::MPI_Exscan_init, Operation::exscan, true,
        call_MPI_Exscan_init};
extern constexpr CollectiveFunction kMPI_Exscan_init_c{Function::MPI_Exscan_init_c, Operation::exscan, true,
        call_MPI_Exscan_init_c};
extern constexpr CollectiveFunction kMPI_Gather{Function::MPI_Gather, Operation::gather, true, call_MPI_Gather,
        call_MPI_Igather};
extern constexpr CollectiveFunction kMPI_Gather_c{Function::MPI_Gather_c, Operation::gather, true, call_MPI_Gather_c,
        call_MPI_Igather_c};
extern constexpr CollectiveFunction kMPI_Gather_init{Function::MPI_Gather_init, Operation::gather, true,
        call_MPI_Gather_init};
extern constexpr CollectiveFunction kMPI_Gather_init_c{Function::MPI_Gather_init_c, Operation::gather, true,
        call_MPI_Gather_init_c};
extern constexpr CollectiveFunction kMPI_Gatherv{Function::MPI_Gatherv, Operation::gatherv, true, call_MPI_Gatherv,
        call_MPI_Igatherv};
extern constexpr CollectiveFunction kMPI_Gatherv_c{Function::MPI_Gatherv_c, Operation::gatherv, true,
        call_MPI_Gatherv_c, call_MPI_Igatherv_c};
extern constexpr CollectiveFunction kMPI_Gatherv_init{Function::MPI_Gatherv_init, Operation::gatherv, true,
        call_MPI_Gatherv_init};
extern constexpr CollectiveFunction kMPI_Gatherv_init_c{Function::MPI_Gatherv_init_c, Operation::gatherv, true,
        call_MPI_Gatherv_init_c};
extern constexpr CollectiveFunction kMPI_Iallgather{Function::MPI_Iallgather, Operation::allgather, true,
        call_MPI_Iallgather};
extern constexpr CollectiveFunction kMPI_Iallgather_c{Function::MPI_Iallgather_c, Operation::allgather, true,
        call_MPI_Iallgather_c};
extern constexpr CollectiveFunction kMPI_Iallgatherv{Function::MPI_Iallgatherv, Operation::allgatherv, true,
        call_MPI_Iallgatherv};
extern constexpr CollectiveFunction kMPI_Iallgatherv_c{Function::MPI_Iallgatherv_c, Operation::allgatherv, true,
        call_MPI_Iallgatherv_c};
extern constexpr CollectiveFunction kMPI_Iallreduce{Function::MPI_Iallreduce, Operation::allreduce, true,
        call_MPI_Iallreduce};
extern constexpr CollectiveFunction kMPI_Iallreduce_c{Function::MPI_Iallreduce_c, Operation::allreduce, true,
        call_MPI_Iallreduce_c};
extern constexpr CollectiveFunction kMPI_Ialltoall{Function::MPI_Ialltoall, Operation::alltoall, true,
        call_MPI_Ialltoall};
extern constexpr CollectiveFunction kMPI_Ialltoall_c{Function::MPI_Ialltoall_c, Operation::alltoall, true,
        call_MPI_Ialltoall_c};
extern constexpr CollectiveFunction kMPI_Ialltoallv{Function::MPI_Ialltoallv, Operation::alltoallv, true,
        call_MPI_Ialltoallv};
extern constexpr CollectiveFunction kMPI_Ialltoallv_c{Function::MPI_Ialltoallv_c, Operation::alltoallv, true,
        call_MPI_Ialltoallv_c};
extern constexpr CollectiveFunction kMPI_Ialltoallw{Function::MPI_Ialltoallw, Operation::alltoallw, true,
        call_MPI_Ialltoallw};
extern constexpr CollectiveFunction kMPI_Ialltoallw_c{Function::MPI_Ialltoallw_c, Operation::alltoallw, true,
        call_MPI_Ialltoallw_c};
extern constexpr CollectiveFunction kMPI_Ibarrier{Function::MPI_Ibarrier, Operation::barrier, true, call_MPI_Ibarrier};
extern constexpr CollectiveFunction kMPI_Ibcast{Function::MPI_Ibcast, Operation::bcast, true, call_MPI_Ibcast};
extern constexpr CollectiveFunction kMPI_Ibcast_c{Function::MPI_Ibcast_c, Operation::bcast, true, call_MPI_Ibcast_c};
extern constexpr CollectiveFunction kMPI_Iexscan{Function::MPI_Iexscan, Operation::exscan, true, call_MPI_Iexscan};
extern constexpr CollectiveFunction kMPI_Iexscan_c{Function::MPI_Iexscan_c, Operation::exscan, true,
        call_MPI_Iexscan_c};
extern constexpr CollectiveFunction kMPI_Igather{Function::MPI_Igather, Operation::gather, true, call_MPI_Igather};
extern constexpr CollectiveFunction kMPI_Igather_c{Function::MPI_Igather_c, Operation::gather, true,
        call_MPI_Igather_c};
extern constexpr CollectiveFunction kMPI_Igatherv{Function::MPI_Igatherv, Operation::gatherv, true, call_MPI_Igatherv};
extern constexpr CollectiveFunction kMPI_Igatherv_c{Function::MPI_Igatherv_c, Operation::gatherv, true,
        call_MPI_Igatherv_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgather{Function::MPI_Ineighbor_allgather,
        Operation::neighbor_allgather, false, call_MPI_Ineighbor_allgather};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgather_c{Function::MPI_Ineighbor_allgather_c,
        Operation::neighbor_allgather, false, call_MPI_Ineighbor_allgather_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgatherv{Function::MPI_Ineighbor_allgatherv,
        Operation::neighbor_allgatherv, false, call_MPI_Ineighbor_allgatherv};
extern constexpr CollectiveFunction kMPI_Ineighbor_allgatherv_c{Function::MPI_Ineighbor_allgatherv_c,
        Operation::neighbor_allgatherv, false, call_MPI_Ineighbor_allgatherv_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoall{Function::MPI_Ineighbor_alltoall,
        Operation::neighbor_alltoall, false, call_MPI_Ineighbor_alltoall};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoall_c{Function::MPI_Ineighbor_alltoall_c,
        Operation::neighbor_alltoall, false, call_MPI_Ineighbor_alltoall_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallv{Function::MPI_Ineighbor_alltoallv,
        Operation::neighbor_alltoallv, false, call_MPI_Ineighbor_alltoallv};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallv_c{Function::MPI_Ineighbor_alltoallv_c,
        Operation::neighbor_alltoallv, false, call_MPI_Ineighbor_alltoallv_c};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallw{Function::MPI_Ineighbor_alltoallw,
        Operation::neighbor_alltoallw, false, call_MPI_Ineighbor_alltoallw};
extern constexpr CollectiveFunction kMPI_Ineighbor_alltoallw_c{Function::MPI_Ineighbor_alltoallw_c,
        Operation::neighbor_alltoallw, false, call_MPI_Ineighbor_alltoallw_c};
extern constexpr CollectiveFunction kMPI_Ireduce{Function::MPI_Ireduce, Operation::reduce, true, call_MPI_Ireduce};
extern constexpr CollectiveFunction kMPI_Ireduce_c{Function::MPI_Ireduce_c, Operation::reduce, true,
        call_MPI_Ireduce_c};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter{Function::MPI_Ireduce_scatter, Operation::reduce_scatter, true,
        call_MPI_Ireduce_scatter};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter_c{Function::MPI_Ireduce_scatter_c, Operation::reduce_scatter,
        true, call_MPI_Ireduce_scatter_c};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter_block{Function::MPI_Ireduce_scatter_block,
        Operation::reduce_scatter_block, true, call_MPI_Ireduce_scatter_block};
extern constexpr CollectiveFunction kMPI_Ireduce_scatter_block_c{Function::MPI_Ireduce_scatter_block_c,
        Operation::reduce_scatter_block, true, call_MPI_Ireduce_scatter_block_c};
extern constexpr CollectiveFunction kMPI_Iscan{Function::MPI_Iscan, Operation::scan, true, call_MPI_Iscan};
extern constexpr CollectiveFunction kMPI_Iscan_c{Function::MPI_Iscan_c, Operation::scan, true, call_MPI_Iscan_c};
extern constexpr CollectiveFunction kMPI_Iscatter{Function::MPI_Iscatter, Operation::scatter, true, call_MPI_Iscatter};
extern constexpr CollectiveFunction kMPI_Iscatter_c{Function::MPI_Iscatter_c, Operation::scatter, true,
        call_MPI_Iscatter_c};
extern constexpr CollectiveFunction kMPI_Iscatterv{Function::MPI_Iscatterv, Operation::scatterv, true,
        call_MPI_Iscatterv};
extern constexpr CollectiveFunction kMPI_Iscatterv_c{Function::MPI_Iscatterv_c, Operation::scatterv, true,
        call_MPI_Iscatterv_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather{Function::MPI_Neighbor_allgather,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather, call_MPI_Ineighbor_allgather};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather_c{Function::MPI_Neighbor_allgather_c,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather_c, call_MPI_Ineighbor_allgather_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather_init{Function::MPI_Neighbor_allgather_init,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather_init};
extern constexpr CollectiveFunction kMPI_Neighbor_allgather_init_c{Function::MPI_Neighbor_allgather_init_c,
        Operation::neighbor_allgather, false, call_MPI_Neighbor_allgather_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv{Function::MPI_Neighbor_allgatherv,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv, call_MPI_Ineighbor_allgatherv};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv_c{Function::MPI_Neighbor_allgatherv_c,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv_c, call_MPI_Ineighbor_allgatherv_c};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv_init{Function::MPI_Neighbor_allgatherv_init,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv_init};
extern constexpr CollectiveFunction kMPI_Neighbor_allgatherv_init_c{Function::MPI_Neighbor_allgatherv_init_c,
        Operation::neighbor_allgatherv, false, call_MPI_Neighbor_allgatherv_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall{Function::MPI_Neighbor_alltoall,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall, call_MPI_Ineighbor_alltoall};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall_c{Function::MPI_Neighbor_alltoall_c,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall_c, call_MPI_Ineighbor_alltoall_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall_init{Function::MPI_Neighbor_alltoall_init,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall_init};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoall_init_c{Function::MPI_Neighbor_alltoall_init_c,
        Operation::neighbor_alltoall, false, call_MPI_Neighbor_alltoall_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv{Function::MPI_Neighbor_alltoallv,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv, call_MPI_Ineighbor_alltoallv};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv_c{Function::MPI_Neighbor_alltoallv_c,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv_c, call_MPI_Ineighbor_alltoallv_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv_init{Function::MPI_Neighbor_alltoallv_init,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv_init};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallv_init_c{Function::MPI_Neighbor_alltoallv_init_c,
        Operation::neighbor_alltoallv, false, call_MPI_Neighbor_alltoallv_init_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw{Function::MPI_Neighbor_alltoallw,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw, call_MPI_Ineighbor_alltoallw};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw_c{Function::MPI_Neighbor_alltoallw_c,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw_c, call_MPI_Ineighbor_alltoallw_c};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw_init{Function::MPI_Neighbor_alltoallw_init,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw_init};
extern constexpr CollectiveFunction kMPI_Neighbor_alltoallw_init_c{Function::MPI_Neighbor_alltoallw_init_c,
        Operation::neighbor_alltoallw, false, call_MPI_Neighbor_alltoallw_init_c};
extern constexpr CollectiveFunction kMPI_Reduce{Function::MPI_Reduce, Operation::reduce, true, call_MPI_Reduce,
        call_MPI_Ireduce};
extern constexpr CollectiveFunction kMPI_Reduce_c{Function::MPI_Reduce_c, Operation::reduce, true, call_MPI_Reduce_c,
        call_MPI_Ireduce_c};
extern constexpr CollectiveFunction kMPI_Reduce_init{Function::MPI_Reduce_init, Operation::reduce, true,
        call_MPI_Reduce_init};
extern constexpr CollectiveFunction kMPI_Reduce_init_c{Function::MPI_Reduce_init_c, Operation::reduce, true,
        call_MPI_Reduce_init_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter{Function::MPI_Reduce_scatter, Operation::reduce_scatter, true,
        call_MPI_Reduce_scatter, call_MPI_Ireduce_scatter};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_c{Function::MPI_Reduce_scatter_c, Operation::reduce_scatter,
        true, call_MPI_Reduce_scatter_c, call_MPI_Ireduce_scatter_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block{Function::MPI_Reduce_scatter_block,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block, call_MPI_Ireduce_scatter_block};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block_c{Function::MPI_Reduce_scatter_block_c,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block_c, call_MPI_Ireduce_scatter_block_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block_init{Function::MPI_Reduce_scatter_block_init,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block_init};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_block_init_c{Function::MPI_Reduce_scatter_block_init_c,
        Operation::reduce_scatter_block, true, call_MPI_Reduce_scatter_block_init_c};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_init{Function::MPI_Reduce_scatter_init,
        Operation::reduce_scatter, true, call_MPI_Reduce_scatter_init};
extern constexpr CollectiveFunction kMPI_Reduce_scatter_init_c{Function::MPI_Reduce_scatter_init_c,
        Operation::reduce_scatter, true, call_MPI_Reduce_scatter_init_c};
extern constexpr CollectiveFunction kMPI_Scan{Function::MPI_Scan, Operation::scan, true, call_MPI_Scan, call_MPI_Iscan};
extern constexpr CollectiveFunction kMPI_Scan_c{Function::MPI_Scan_c, Operation::scan, true, call_MPI_Scan_c,
        call_MPI_Iscan_c};
extern constexpr CollectiveFunction kMPI_Scan_init{Function::MPI_Scan_init, Operation::scan, true, call_MPI_Scan_init};
extern constexpr CollectiveFunction kMPI_Scan_init_c{Function::MPI_Scan_init_c, Operation::scan, true,
        call_MPI_Scan_init_c};
extern constexpr CollectiveFunction kMPI_Scatter{Function::MPI_Scatter, Operation::scatter, true, call_MPI_Scatter,
        call_MPI_Iscatter};
extern constexpr CollectiveFunction kMPI_Scatter_c{Function::MPI_Scatter_c, Operation::scatter, true,
        call_MPI_Scatter_c, call_MPI_Iscatter_c};
extern constexpr CollectiveFunction kMPI_Scatter_init{Function::MPI_Scatter_init, Operation::scatter, true,
        call_MPI_Scatter_init};
extern constexpr CollectiveFunction kMPI_Scatter_init_c{Function::MPI_Scatter_init_c, Operation::scatter, true,
        call_MPI_Scatter_init_c};
extern constexpr CollectiveFunction kMPI_Scatterv{Function::MPI_Scatterv, Operation::scatterv, true, call_MPI_Scatterv,
        call_MPI_Iscatterv};
extern constexpr CollectiveFunction kMPI_Scatterv_c{Function::MPI_Scatterv_c, Operation::scatterv, true,
        call_MPI_Scatterv_c, call_MPI_Iscatterv_c};
extern constexpr CollectiveFunction kMPI_Scatterv_init{Function::MPI_Scatterv_init, Operation::scatterv, true,
        call_MPI_Scatterv_init};
extern constexpr CollectiveFunction kMPI_Scatterv_init_c{Function::MPI_Scatterv_init_c, Operation::scatterv, true,
        call_MPI_Scatterv_init_c};

namespace {

int MPI_Abort_wrapper(MPI_Comm comm, int errorcode) {
    const auto host_call = [&] { return host.MPI_Abort(comm, errorcode); };
    return on_abort(Function::MPI_Abort, host_call, comm, errorcode);
}
int MPI_Finalize_wrapper() {
    const auto host_call = [&] { return host.MPI_Finalize(); };
    return on_finalize(Function::MPI_Finalize, host_call);
}
int MPI_Init_wrapper(int* argc, char*** argv) {
    const auto host_call = [&] { return host.MPI_Init(argc, argv); };
    return on_init(Function::MPI_Init, host_call, argc, argv);
}
int MPI_Init_thread_wrapper(int* argc, char*** argv, int required, int* provided) {
    const auto host_call = [&] { return host.MPI_Init_thread(argc, argv, required, provided); };
    return on_init_thread(Function::MPI_Init_thread, host_call, argc, argv, required, provided);
}
int MPI_Pcontrol_wrapper(int level) {
    const auto host_call = [&] { return host.MPI_Pcontrol(level); };
    return on_pcontrol(Function::MPI_Pcontrol, host_call, level);
}
#ifdef MPI_SESSION_NULL
int MPI_Session_finalize_wrapper(MPI_Session* session) {
    const auto host_call = [&] { return host.MPI_Session_finalize(session); };
    return on_session_finalize(Function::MPI_Session_finalize, host_call, session);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_init_wrapper(MPI_Info info, MPI_Errhandler errhandler, MPI_Session* session) {
    const auto host_call = [&] { return host.MPI_Session_init(info, errhandler, session); };
    return on_session_init(Function::MPI_Session_init, host_call, info, errhandler, session);
}
#endif
int MPI_Bsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Bsend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Bsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Bsend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Bsend_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Bsend_init>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Bsend_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Bsend_init_c>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Ibsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Ibsend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Ibsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Ibsend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Improbe_wrapper(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    return on_improbe<kMPI_Improbe>({.receive = {.peer = source, .tag = tag}, .comm = comm, .message = message,
        .flag = flag, .status = status});
}
int MPI_Imrecv_wrapper(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Request* request) {
    return on_imrecv<kMPI_Imrecv>({.receive = {.base = buf, .count = count, .type = datatype}, .message = message,
        .request = request});
}
int MPI_Imrecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
        MPI_Request* request) {
    return on_imrecv<kMPI_Imrecv_c>({.receive = {.base = buf, .count = count, .type = datatype}, .message = message,
        .request = request});
}
int MPI_Iprobe_wrapper(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    return on_iprobe<kMPI_Iprobe>({.receive = {.peer = source, .tag = tag}, .comm = comm, .flag = flag,
        .status = status});
}
int MPI_Irecv_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_irecv<kMPI_Irecv>({.receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Irecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_irecv<kMPI_Irecv_c>({
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Irsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Irsend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Irsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Irsend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Isend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Isend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Isend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Isend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Isendrecv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isendrecv<kMPI_Isendrecv>({
        .send = {.base = sendbuf, .count = sendcount, .type = sendtype, .peer = dest, .tag = sendtag},
        .receive = {.base = recvbuf, .count = recvcount, .type = recvtype, .peer = source, .tag = recvtag},
        .comm = comm, .request = request});
}
int MPI_Isendrecv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isendrecv<kMPI_Isendrecv_c>({
        .send = {.base = sendbuf, .count = sendcount, .type = sendtype, .peer = dest, .tag = sendtag},
        .receive = {.base = recvbuf, .count = recvcount, .type = recvtype, .peer = source, .tag = recvtag},
        .comm = comm, .request = request});
}
int MPI_Isendrecv_replace_wrapper(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
        int recvtag, MPI_Comm comm, MPI_Request* request) {
    return on_isendrecv<kMPI_Isendrecv_replace>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = sendtag},
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = recvtag}, .comm = comm,
        .request = request});
}
int MPI_Isendrecv_replace_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
        int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
    return on_isendrecv<kMPI_Isendrecv_replace_c>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = sendtag},
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = recvtag}, .comm = comm,
        .request = request});
}
int MPI_Issend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Issend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Issend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_isend<kMPI_Issend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm, .request = request});
}
int MPI_Mprobe_wrapper(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    return on_mprobe<kMPI_Mprobe>({.receive = {.peer = source, .tag = tag}, .comm = comm, .message = message,
        .status = status});
}
int MPI_Mrecv_wrapper(void* buf, int count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    return on_mrecv<kMPI_Mrecv>({.receive = {.base = buf, .count = count, .type = datatype}, .message = message,
        .status = status});
}
int MPI_Mrecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message, MPI_Status* status) {
    return on_mrecv<kMPI_Mrecv_c>({.receive = {.base = buf, .count = count, .type = datatype}, .message = message,
        .status = status});
}
int MPI_Precv_init_wrapper(void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_recv_init<kMPI_Precv_init>({
        .receive = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .partitions = partitions,
        .comm = comm, .info = info, .request = request});
}
int MPI_Probe_wrapper(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    return on_probe<kMPI_Probe>({.receive = {.peer = source, .tag = tag}, .comm = comm, .status = status});
}
int MPI_Psend_init_wrapper(const void* buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_send_init<kMPI_Psend_init>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .partitions = partitions,
        .comm = comm, .info = info, .request = request});
}
int MPI_Recv_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Status* status) {
    return on_recv<kMPI_Recv>({.receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = tag},
        .comm = comm, .status = status});
}
int MPI_Recv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Status* status) {
    return on_recv<kMPI_Recv_c>({.receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = tag},
        .comm = comm, .status = status});
}
int MPI_Recv_init_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_recv_init<kMPI_Recv_init>({
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Recv_init_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_recv_init<kMPI_Recv_init_c>({
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Rsend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Rsend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Rsend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Rsend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Rsend_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Rsend_init>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Rsend_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Rsend_init_c>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Send_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Send>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Send_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Send_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Send_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Send_init>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Send_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Send_init_c>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Sendrecv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Status* status) {
    return on_sendrecv<kMPI_Sendrecv>({
        .send = {.base = sendbuf, .count = sendcount, .type = sendtype, .peer = dest, .tag = sendtag},
        .receive = {.base = recvbuf, .count = recvcount, .type = recvtype, .peer = source, .tag = recvtag},
        .comm = comm, .status = status});
}
int MPI_Sendrecv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
        MPI_Status* status) {
    return on_sendrecv<kMPI_Sendrecv_c>({
        .send = {.base = sendbuf, .count = sendcount, .type = sendtype, .peer = dest, .tag = sendtag},
        .receive = {.base = recvbuf, .count = recvcount, .type = recvtype, .peer = source, .tag = recvtag},
        .comm = comm, .status = status});
}
int MPI_Sendrecv_replace_wrapper(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status) {
    return on_sendrecv_replace<kMPI_Sendrecv_replace>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = sendtag},
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = recvtag}, .comm = comm,
        .status = status});
}
int MPI_Sendrecv_replace_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source,
        int recvtag, MPI_Comm comm, MPI_Status* status) {
    return on_sendrecv_replace<kMPI_Sendrecv_replace_c>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = sendtag},
        .receive = {.base = buf, .count = count, .type = datatype, .peer = source, .tag = recvtag}, .comm = comm,
        .status = status});
}
int MPI_Ssend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Ssend>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Ssend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return on_send<kMPI_Ssend_c>({.send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag},
        .comm = comm});
}
int MPI_Ssend_init_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Ssend_init>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Ssend_init_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        MPI_Request* request) {
    return on_send_init<kMPI_Ssend_init_c>({
        .send = {.base = buf, .count = count, .type = datatype, .peer = dest, .tag = tag}, .comm = comm,
        .request = request});
}
int MPI_Start_wrapper(MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Start(request); };
    return on_start(Function::MPI_Start, host_call, request);
}
int MPI_Startall_wrapper(int count, MPI_Request* array_of_requests) {
    const auto host_call = [&] { return host.MPI_Startall(count, array_of_requests); };
    return on_startall(Function::MPI_Startall, host_call, count, array_of_requests);
}
int MPI_Request_free_wrapper(MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Request_free(request); };
    return on_request_free(Function::MPI_Request_free, host_call, request);
}
int MPI_Test_wrapper(MPI_Request* request, int* flag, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_Test(request, flag, status); };
    return on_test(Function::MPI_Test, host_call, request, flag, status);
}
int MPI_Testall_wrapper(int count, MPI_Request* array_of_requests, int* flag, MPI_Status* array_of_statuses) {
    const auto host_call = [&] { return host.MPI_Testall(count, array_of_requests, flag, array_of_statuses); };
    return on_testall(Function::MPI_Testall, host_call, count, array_of_requests, flag, array_of_statuses);
}
int MPI_Testany_wrapper(int count, MPI_Request* array_of_requests, int* indx, int* flag, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_Testany(count, array_of_requests, indx, flag, status); };
    return on_testany(Function::MPI_Testany, host_call, count, array_of_requests, indx, flag, status);
}
int MPI_Testsome_wrapper(int incount, MPI_Request* array_of_requests, int* outcount, int* array_of_indices,
        MPI_Status* array_of_statuses) {
    const auto host_call = [&] { return host.MPI_Testsome(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses); };
    return on_testsome(Function::MPI_Testsome, host_call, incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses);
}
int MPI_Wait_wrapper(MPI_Request* request, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_Wait(request, status); };
    return on_wait(Function::MPI_Wait, host_call, request, status);
}
int MPI_Waitall_wrapper(int count, MPI_Request* array_of_requests, MPI_Status* array_of_statuses) {
    const auto host_call = [&] { return host.MPI_Waitall(count, array_of_requests, array_of_statuses); };
    return on_waitall(Function::MPI_Waitall, host_call, count, array_of_requests, array_of_statuses);
}
int MPI_Waitany_wrapper(int count, MPI_Request* array_of_requests, int* indx, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_Waitany(count, array_of_requests, indx, status); };
    return on_waitany(Function::MPI_Waitany, host_call, count, array_of_requests, indx, status);
}
int MPI_Waitsome_wrapper(int incount, MPI_Request* array_of_requests, int* outcount, int* array_of_indices,
        MPI_Status* array_of_statuses) {
    const auto host_call = [&] { return host.MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses); };
    return on_waitsome(Function::MPI_Waitsome, host_call, incount, array_of_requests, outcount, array_of_indices,
        array_of_statuses);
}
int MPIX_Allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Allgather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPIX_Allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Allgatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info, .request = request});
}
int MPIX_Allreduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Allreduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPIX_Alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Alltoall_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPIX_Alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPIX_Alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPIX_Barrier_init_wrapper(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Barrier_init, .comm = comm, .info = info, .request = request});
}
int MPIX_Bcast_init_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Bcast_init, .comm = comm, .receive = {buffer, count, datatype},
        .root = root, .info = info, .request = request});
}
int MPIX_Exscan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Exscan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPIX_Gather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Gather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPIX_Gatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Gatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .info = info, .request = request});
}
int MPIX_Neighbor_allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_allgather_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPIX_Neighbor_allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_allgatherv_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
int MPIX_Neighbor_alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_alltoall_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPIX_Neighbor_alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPIX_Neighbor_alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Neighbor_alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPIX_Reduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Reduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .info = info, .request = request});
}
int MPIX_Reduce_scatter_block_init_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Reduce_scatter_block_init, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op, .info = info,
        .request = request});
}
int MPIX_Reduce_scatter_init_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Reduce_scatter_init, .comm = comm,
        .send = {sendbuf, recvcounts, datatype}, .receive = {recvbuf, recvcounts, datatype}, .op = op, .info = info,
        .request = request});
}
int MPIX_Scan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Scan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPIX_Scatter_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Scatter_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPIX_Scatterv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPIX_Scatterv_init, .comm = comm,
        .send = {sendbuf, sendcounts, displs, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .root = root,
        .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Allgather_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Allgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Allgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::allgather>(comm, {sendbuf, recvbuf, recvcount, recvtype})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    }
    return MPI_Allgather_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Allgather_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Allgather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Allgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::allgather>(comm, {sendbuf, recvbuf, recvcount, recvtype})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    }
    return MPI_Allgather_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPI_Allgather_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgather_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Allgatherv_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Allgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Allgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::allgatherv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm));
    }
    return MPI_Allgatherv_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Allgatherv_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Allgatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Allgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::allgatherv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm));
    }
    return MPI_Allgatherv_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int MPI_Allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info, .request = request});
}
int MPI_Allgatherv_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allgatherv_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
[[gnu::noinline]]
int MPI_Allreduce_by_record(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Allreduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Allreduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::allreduce>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm));
    }
    return MPI_Allreduce_by_record(sendbuf, recvbuf, count, datatype, op, comm);
}
[[gnu::noinline]]
int MPI_Allreduce_c_by_record(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Allreduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Allreduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::allreduce>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm));
    }
    return MPI_Allreduce_c_by_record(sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Allreduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allreduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Allreduce_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Allreduce_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Alltoall_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Alltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Alltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::alltoall>(comm, {sendbuf, recvbuf, recvcount, recvtype})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    }
    return MPI_Alltoall_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Alltoall_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Alltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Alltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::alltoall>(comm, {sendbuf, recvbuf, recvcount, recvtype})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm));
    }
    return MPI_Alltoall_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoall_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
int MPI_Alltoall_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoall_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Alltoallv_by_record(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Alltoallv, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtype},
        .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Alltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::alltoallv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm));
    }
    return MPI_Alltoallv_by_record(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Alltoallv_c_by_record(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Alltoallv_c, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtype},
        .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Alltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::alltoallv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm));
    }
    return MPI_Alltoallv_c_by_record(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int MPI_Alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPI_Alltoallv_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallv_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Alltoallw_by_record(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Alltoallw, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtypes},
        .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Alltoallw_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, const MPI_Datatype* sendtypes,
        void* recvbuf, const int* recvcounts, const int* rdispls, const MPI_Datatype* recvtypes, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::alltoallw>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm));
    }
    return MPI_Alltoallw_by_record(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
[[gnu::noinline]]
int MPI_Alltoallw_c_by_record(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Alltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Alltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::alltoallw>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
        rdispls, recvtypes, comm));
    }
    return MPI_Alltoallw_c_by_record(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int MPI_Alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPI_Alltoallw_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Alltoallw_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Barrier_by_record(MPI_Comm comm) {
    return on_collective({.function = &kMPI_Barrier, .comm = comm});
}
int MPI_Barrier_wrapper(MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::barrier>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Barrier(comm));
    }
    return MPI_Barrier_by_record(comm);
}
int MPI_Barrier_init_wrapper(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Barrier_init, .comm = comm, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Bcast_by_record(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Bcast, .comm = comm, .receive = {buffer, count, datatype}, .root = root});
}
int MPI_Bcast_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::bcast>(comm, {nullptr, buffer, count, datatype}, root)) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Bcast(buffer, count, datatype, root, comm));
    }
    return MPI_Bcast_by_record(buffer, count, datatype, root, comm);
}
[[gnu::noinline]]
int MPI_Bcast_c_by_record(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Bcast_c, .comm = comm, .receive = {buffer, count, datatype}, .root = root});
}
int MPI_Bcast_c_wrapper(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::bcast>(comm, {nullptr, buffer, count, datatype}, root)) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Bcast_c(buffer, count, datatype, root, comm));
    }
    return MPI_Bcast_c_by_record(buffer, count, datatype, root, comm);
}
int MPI_Bcast_init_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Bcast_init, .comm = comm, .receive = {buffer, count, datatype},
        .root = root, .info = info, .request = request});
}
int MPI_Bcast_init_c_wrapper(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Bcast_init_c, .comm = comm, .receive = {buffer, count, datatype},
        .root = root, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Exscan_by_record(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Exscan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Exscan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::exscan>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm));
    }
    return MPI_Exscan_by_record(sendbuf, recvbuf, count, datatype, op, comm);
}
[[gnu::noinline]]
int MPI_Exscan_c_by_record(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Exscan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Exscan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::exscan>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm));
    }
    return MPI_Exscan_c_by_record(sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Exscan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Exscan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Exscan_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Exscan_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Gather_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Gather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Gather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::gather>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm));
    }
    return MPI_Gather_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
[[gnu::noinline]]
int MPI_Gather_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Gather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Gather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::gather>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm));
    }
    return MPI_Gather_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Gather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gather_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Gather_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gather_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Gatherv_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Gatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root});
}
int MPI_Gatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts,
        const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::gatherv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm));
    }
    return MPI_Gatherv_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
[[gnu::noinline]]
int MPI_Gatherv_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Gatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root});
}
int MPI_Gatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::gatherv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm));
    }
    return MPI_Gatherv_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
int MPI_Gatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gatherv_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Gatherv_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Gatherv_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Iallgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Iallgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Iallgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .request = request});
}
int MPI_Iallgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallgatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .request = request});
}
int MPI_Iallreduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallreduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iallreduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iallreduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Ialltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ialltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ialltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallv, .comm = comm, .send = {sendbuf, sendcounts, sdispls, sendtype},
        .receive = {recvbuf, recvcounts, rdispls, recvtype}, .request = request});
}
int MPI_Ialltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallv_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .request = request});
}
int MPI_Ialltoallw_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const int* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallw, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ialltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ialltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ibarrier_wrapper(MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ibarrier, .comm = comm, .request = request});
}
int MPI_Ibcast_wrapper(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ibcast, .comm = comm, .receive = {buffer, count, datatype}, .root = root,
        .request = request});
}
int MPI_Ibcast_c_wrapper(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ibcast_c, .comm = comm, .receive = {buffer, count, datatype}, .root = root,
        .request = request});
}
int MPI_Iexscan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iexscan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iexscan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iexscan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Igather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Igather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Igatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .request = request});
}
int MPI_Igatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Igatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .root = root, .request = request});
}
int MPI_Ineighbor_allgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_allgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgather_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_allgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}, .request = request});
}
int MPI_Ineighbor_allgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_allgatherv_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype},
        .request = request});
}
int MPI_Ineighbor_alltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_alltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .request = request});
}
int MPI_Ineighbor_alltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallv, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .request = request});
}
int MPI_Ineighbor_alltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallv_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .request = request});
}
int MPI_Ineighbor_alltoallw_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallw, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ineighbor_alltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ineighbor_alltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .request = request});
}
int MPI_Ireduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .request = request});
}
int MPI_Ireduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .request = request});
}
int MPI_Ireduce_scatter_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op, .request = request});
}
int MPI_Ireduce_scatter_c_wrapper(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter_c, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op, .request = request});
}
int MPI_Ireduce_scatter_block_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter_block, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op,
        .request = request});
}
int MPI_Ireduce_scatter_block_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Ireduce_scatter_block_c, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op,
        .request = request});
}
int MPI_Iscan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iscan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .request = request});
}
int MPI_Iscatter_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatter, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Iscatter_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatter_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Iscatterv_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatterv, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
int MPI_Iscatterv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Request* request) {
    return on_icollective({.function = &kMPI_Iscatterv_c, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .request = request});
}
[[gnu::noinline]]
int MPI_Neighbor_allgather_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_allgather, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_allgather_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_allgather>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm));
    }
    return MPI_Neighbor_allgather_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Neighbor_allgather_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_allgather_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_allgather_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_allgather>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm));
    }
    return MPI_Neighbor_allgather_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Neighbor_allgather_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgather_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_allgather_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgather_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
[[gnu::noinline]]
int MPI_Neighbor_allgatherv_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_allgatherv, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Neighbor_allgatherv_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_allgatherv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm));
    }
    return MPI_Neighbor_allgatherv_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Neighbor_allgatherv_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_allgatherv_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcounts, displs, recvtype}});
}
int MPI_Neighbor_allgatherv_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_allgatherv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm));
    }
    return MPI_Neighbor_allgatherv_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int MPI_Neighbor_allgatherv_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        const int* recvcounts, const int* displs, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgatherv_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_allgatherv_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
        void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* displs, MPI_Datatype recvtype, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_allgatherv_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcounts, displs, recvtype}, .info = info,
        .request = request});
}
[[gnu::noinline]]
int MPI_Neighbor_alltoall_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_alltoall, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_alltoall_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_alltoall>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm));
    }
    return MPI_Neighbor_alltoall_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Neighbor_alltoall_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_alltoall_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}});
}
int MPI_Neighbor_alltoall_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_alltoall>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm));
    }
    return MPI_Neighbor_alltoall_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Neighbor_alltoall_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoall_init, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
int MPI_Neighbor_alltoall_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoall_init_c, .comm = comm,
        .send = {sendbuf, sendcount, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .info = info,
        .request = request});
}
[[gnu::noinline]]
int MPI_Neighbor_alltoallv_by_record(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_alltoallv, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Neighbor_alltoallv_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_alltoallv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm));
    }
    return MPI_Neighbor_alltoallv_by_record(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
[[gnu::noinline]]
int MPI_Neighbor_alltoallv_c_by_record(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_alltoallv_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype}});
}
int MPI_Neighbor_alltoallv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_alltoallv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm));
    }
    return MPI_Neighbor_alltoallv_c_by_record(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int MPI_Neighbor_alltoallv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallv_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
int MPI_Neighbor_alltoallv_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        MPI_Datatype sendtype, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallv_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtype}, .receive = {recvbuf, recvcounts, rdispls, recvtype},
        .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Neighbor_alltoallw_by_record(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_alltoallw, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Neighbor_alltoallw_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_alltoallw>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm));
    }
    return MPI_Neighbor_alltoallw_by_record(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
[[gnu::noinline]]
int MPI_Neighbor_alltoallw_c_by_record(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Neighbor_alltoallw_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes}});
}
int MPI_Neighbor_alltoallw_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::neighbor_alltoallw>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
        recvcounts, rdispls, recvtypes, comm));
    }
    return MPI_Neighbor_alltoallw_c_by_record(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int MPI_Neighbor_alltoallw_init_wrapper(const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallw_init, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
int MPI_Neighbor_alltoallw_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* sdispls,
        const MPI_Datatype* sendtypes, void* recvbuf, const MPI_Count* recvcounts, const MPI_Aint* rdispls,
        const MPI_Datatype* recvtypes, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Neighbor_alltoallw_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, sdispls, sendtypes}, .receive = {recvbuf, recvcounts, rdispls, recvtypes},
        .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Reduce_by_record(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Reduce, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root});
}
int MPI_Reduce_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::reduce>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm));
    }
    return MPI_Reduce_by_record(sendbuf, recvbuf, count, datatype, op, root, comm);
}
[[gnu::noinline]]
int MPI_Reduce_c_by_record(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Reduce_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root});
}
int MPI_Reduce_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::reduce>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm));
    }
    return MPI_Reduce_c_by_record(sendbuf, recvbuf, count, datatype, op, root, comm);
}
int MPI_Reduce_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .info = info, .request = request});
}
int MPI_Reduce_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .root = root, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Reduce_scatter_by_record(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Reduce_scatter, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op});
}
int MPI_Reduce_scatter_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::reduce_scatter>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm));
    }
    return MPI_Reduce_scatter_by_record(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
[[gnu::noinline]]
int MPI_Reduce_scatter_c_by_record(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Reduce_scatter_c, .comm = comm, .send = {sendbuf, recvcounts, datatype},
        .receive = {recvbuf, recvcounts, datatype}, .op = op});
}
int MPI_Reduce_scatter_c_wrapper(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::reduce_scatter>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm));
    }
    return MPI_Reduce_scatter_c_by_record(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
[[gnu::noinline]]
int MPI_Reduce_scatter_block_by_record(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Reduce_scatter_block, .comm = comm, .send = {sendbuf, recvcount, datatype},
        .receive = {recvbuf, recvcount, datatype}, .op = op});
}
int MPI_Reduce_scatter_block_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::reduce_scatter_block>(comm, {sendbuf, recvbuf, recvcount, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm));
    }
    return MPI_Reduce_scatter_block_by_record(sendbuf, recvbuf, recvcount, datatype, op, comm);
}
[[gnu::noinline]]
int MPI_Reduce_scatter_block_c_by_record(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Reduce_scatter_block_c, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op});
}
int MPI_Reduce_scatter_block_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::reduce_scatter_block>(comm, {sendbuf, recvbuf, recvcount, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm));
    }
    return MPI_Reduce_scatter_block_c_by_record(sendbuf, recvbuf, recvcount, datatype, op, comm);
}
int MPI_Reduce_scatter_block_init_wrapper(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_block_init, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Reduce_scatter_block_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_block_init_c, .comm = comm,
        .send = {sendbuf, recvcount, datatype}, .receive = {recvbuf, recvcount, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Reduce_scatter_init_wrapper(const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype datatype,
        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_init, .comm = comm,
        .send = {sendbuf, recvcounts, datatype}, .receive = {recvbuf, recvcounts, datatype}, .op = op, .info = info,
        .request = request});
}
int MPI_Reduce_scatter_init_c_wrapper(const void* sendbuf, void* recvbuf, const MPI_Count* recvcounts,
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Reduce_scatter_init_c, .comm = comm,
        .send = {sendbuf, recvcounts, datatype}, .receive = {recvbuf, recvcounts, datatype}, .op = op, .info = info,
        .request = request});
}
[[gnu::noinline]]
int MPI_Scan_by_record(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Scan, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Scan_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::scan>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm));
    }
    return MPI_Scan_by_record(sendbuf, recvbuf, count, datatype, op, comm);
}
[[gnu::noinline]]
int MPI_Scan_c_by_record(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    return on_collective({.function = &kMPI_Scan_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op});
}
int MPI_Scan_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::scan>(comm, {sendbuf, recvbuf, count, datatype, op})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Scan_c(sendbuf, recvbuf, count, datatype, op, comm));
    }
    return MPI_Scan_c_by_record(sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Scan_init_wrapper(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scan_init, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
int MPI_Scan_init_c_wrapper(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scan_init_c, .comm = comm, .send = {sendbuf, count, datatype},
        .receive = {recvbuf, count, datatype}, .op = op, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Scatter_by_record(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Scatter, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatter_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::scatter>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm));
    }
    return MPI_Scatter_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
[[gnu::noinline]]
int MPI_Scatter_c_by_record(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Scatter_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatter_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::scatter>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm));
    }
    return MPI_Scatter_c_by_record(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Scatter_init_wrapper(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatter_init, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
int MPI_Scatter_init_c_wrapper(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatter_init_c, .comm = comm, .send = {sendbuf, sendcount, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root, .info = info, .request = request});
}
[[gnu::noinline]]
int MPI_Scatterv_by_record(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Scatterv, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatterv_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::scatterv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm));
    }
    return MPI_Scatterv_by_record(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
[[gnu::noinline]]
int MPI_Scatterv_c_by_record(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return on_collective({.function = &kMPI_Scatterv_c, .comm = comm, .send = {sendbuf, sendcounts, displs, sendtype},
        .receive = {recvbuf, recvcount, recvtype}, .root = root});
}
int MPI_Scatterv_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    if (CommRecord* const record = straight_to_host<Operation::scatterv>(comm, {})) [[likely]] {
        const ProgramsCall inside;
        return left_to_host(*record, host.MPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm));
    }
    return MPI_Scatterv_c_by_record(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Scatterv_init_wrapper(const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype,
        void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
        MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatterv_init, .comm = comm,
        .send = {sendbuf, sendcounts, displs, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .root = root,
        .info = info, .request = request});
}
int MPI_Scatterv_init_c_wrapper(const void* sendbuf, const MPI_Count* sendcounts, const MPI_Aint* displs,
        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
        MPI_Info info, MPI_Request* request) {
    return on_collective_init({.function = &kMPI_Scatterv_init_c, .comm = comm,
        .send = {sendbuf, sendcounts, displs, sendtype}, .receive = {recvbuf, recvcount, recvtype}, .root = root,
        .info = info, .request = request});
}
int MPIX_Comm_ishrink_wrapper(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
    const auto host_call = [&] { return host.MPIX_Comm_ishrink(comm, newcomm, request); };
    return on_comm_new(Function::MPIX_Comm_ishrink, host_call, comm, newcomm, request);
}
int MPIX_Comm_shrink_wrapper(MPI_Comm comm, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPIX_Comm_shrink(comm, newcomm); };
    return on_comm_new(Function::MPIX_Comm_shrink, host_call, comm, newcomm, nullptr);
}
int MPIX_Stream_comm_create_wrapper(MPI_Comm comm, int stream, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPIX_Stream_comm_create(comm, stream, newcomm); };
    return on_comm_left(Function::MPIX_Stream_comm_create, host_call, newcomm);
}
int MPIX_Stream_comm_create_multiplex_wrapper(MPI_Comm comm, int count, int* array_of_streams, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPIX_Stream_comm_create_multiplex(comm, count, array_of_streams,
        newcomm); };
    return on_comm_left(Function::MPIX_Stream_comm_create_multiplex, host_call, newcomm);
}
int MPIX_Threadcomm_free_wrapper(MPI_Comm* threadcomm) {
    const auto host_call = [&] { return host.MPIX_Threadcomm_free(threadcomm); };
    return on_comm_free(Function::MPIX_Threadcomm_free, host_call, threadcomm);
}
int MPIX_Threadcomm_init_wrapper(MPI_Comm comm, int num_threads, MPI_Comm* newthreadcomm) {
    const auto host_call = [&] { return host.MPIX_Threadcomm_init(comm, num_threads, newthreadcomm); };
    return on_comm_left(Function::MPIX_Threadcomm_init, host_call, newthreadcomm);
}
int MPI_Cart_create_wrapper(MPI_Comm comm_old, int ndims, const int* dims, const int* periods, int reorder,
        MPI_Comm* comm_cart) {
    const auto host_call = [&] { return host.MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart); };
    return on_comm_new(Function::MPI_Cart_create, host_call, comm_old, comm_cart, nullptr);
}
int MPI_Cart_sub_wrapper(MPI_Comm comm, const int* remain_dims, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Cart_sub(comm, remain_dims, newcomm); };
    return on_comm_new(Function::MPI_Cart_sub, host_call, comm, newcomm, nullptr);
}
int MPI_Comm_accept_wrapper(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_accept(port_name, info, root, comm, newcomm); };
    return on_comm_spawn(Function::MPI_Comm_accept, host_call, newcomm);
}
int MPI_Comm_connect_wrapper(const char* port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_connect(port_name, info, root, comm, newcomm); };
    return on_comm_spawn(Function::MPI_Comm_connect, host_call, newcomm);
}
int MPI_Comm_create_wrapper(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_create(comm, group, newcomm); };
    return on_comm_new(Function::MPI_Comm_create, host_call, comm, newcomm, nullptr);
}
int MPI_Comm_create_from_group_wrapper(MPI_Group group, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler,
        MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm); };
    return on_comm_new(Function::MPI_Comm_create_from_group, host_call, MPI_COMM_NULL, newcomm, nullptr);
}
int MPI_Comm_create_group_wrapper(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_create_group(comm, group, tag, newcomm); };
    return on_comm_new(Function::MPI_Comm_create_group, host_call, comm, newcomm, nullptr);
}
int MPI_Comm_disconnect_wrapper(MPI_Comm* comm) {
    const auto host_call = [&] { return host.MPI_Comm_disconnect(comm); };
    return on_comm_free(Function::MPI_Comm_disconnect, host_call, comm);
}
int MPI_Comm_dup_wrapper(MPI_Comm comm, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_dup(comm, newcomm); };
    return on_comm_new(Function::MPI_Comm_dup, host_call, comm, newcomm, nullptr);
}
int MPI_Comm_dup_with_info_wrapper(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_dup_with_info(comm, info, newcomm); };
    return on_comm_new(Function::MPI_Comm_dup_with_info, host_call, comm, newcomm, nullptr);
}
int MPI_Comm_free_wrapper(MPI_Comm* comm) {
    const auto host_call = [&] { return host.MPI_Comm_free(comm); };
    return on_comm_free(Function::MPI_Comm_free, host_call, comm);
}
int MPI_Comm_idup_wrapper(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Comm_idup(comm, newcomm, request); };
    return on_comm_new(Function::MPI_Comm_idup, host_call, comm, newcomm, request);
}
int MPI_Comm_idup_with_info_wrapper(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Comm_idup_with_info(comm, info, newcomm, request); };
    return on_comm_new(Function::MPI_Comm_idup_with_info, host_call, comm, newcomm, request);
}
int MPI_Comm_join_wrapper(int fd, MPI_Comm* intercomm) {
    const auto host_call = [&] { return host.MPI_Comm_join(fd, intercomm); };
    return on_comm_spawn(Function::MPI_Comm_join, host_call, intercomm);
}
int MPI_Comm_spawn_wrapper(const char* command, char** argv, int maxprocs, MPI_Info info, int root, MPI_Comm comm,
        MPI_Comm* intercomm, int* array_of_errcodes) {
    const auto host_call = [&] { return host.MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm,
        array_of_errcodes); };
    return on_comm_spawn(Function::MPI_Comm_spawn, host_call, intercomm);
}
int MPI_Comm_spawn_multiple_wrapper(int count, char** array_of_commands, char*** array_of_argv,
        const int* array_of_maxprocs, const MPI_Info* array_of_info, int root, MPI_Comm comm, MPI_Comm* intercomm,
        int* array_of_errcodes) {
    const auto host_call = [&] { return host.MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv,
        array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes); };
    return on_comm_spawn(Function::MPI_Comm_spawn_multiple, host_call, intercomm);
}
int MPI_Comm_split_wrapper(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_split(comm, color, key, newcomm); };
    return on_comm_new(Function::MPI_Comm_split, host_call, comm, newcomm, nullptr);
}
int MPI_Comm_split_type_wrapper(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
    const auto host_call = [&] { return host.MPI_Comm_split_type(comm, split_type, key, info, newcomm); };
    return on_comm_new(Function::MPI_Comm_split_type, host_call, comm, newcomm, nullptr);
}
int MPI_Dist_graph_create_wrapper(MPI_Comm comm_old, int n, const int* sources, const int* degrees,
        const int* destinations, const int* weights, MPI_Info info, int reorder, MPI_Comm* comm_dist_graph) {
    const auto host_call = [&] { return host.MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights,
        info, reorder, comm_dist_graph); };
    return on_comm_new(Function::MPI_Dist_graph_create, host_call, comm_old, comm_dist_graph, nullptr);
}
int MPI_Dist_graph_create_adjacent_wrapper(MPI_Comm comm_old, int indegree, const int* sources,
        const int* sourceweights, int outdegree, const int* destinations, const int* destweights, MPI_Info info,
        int reorder, MPI_Comm* comm_dist_graph) {
    const auto host_call = [&] { return host.MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights,
        outdegree, destinations, destweights, info, reorder, comm_dist_graph); };
    return on_comm_new(Function::MPI_Dist_graph_create_adjacent, host_call, comm_old, comm_dist_graph, nullptr);
}
int MPI_Graph_create_wrapper(MPI_Comm comm_old, int nnodes, const int* indx, const int* edges, int reorder,
        MPI_Comm* comm_graph) {
    const auto host_call = [&] { return host.MPI_Graph_create(comm_old, nnodes, indx, edges, reorder, comm_graph); };
    return on_comm_new(Function::MPI_Graph_create, host_call, comm_old, comm_graph, nullptr);
}
int MPI_Intercomm_create_wrapper(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
        MPI_Comm* newintercomm) {
    const auto host_call = [&] { return host.MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader,
        tag, newintercomm); };
    return on_comm_new(Function::MPI_Intercomm_create, host_call, local_comm, newintercomm, nullptr);
}
int MPI_Intercomm_create_from_groups_wrapper(MPI_Group local_group, int local_leader, MPI_Group remote_group,
        int remote_leader, const char* stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm* newintercomm) {
    const auto host_call = [&] { return host.MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group,
        remote_leader, stringtag, info, errhandler, newintercomm); };
    return on_comm_new(Function::MPI_Intercomm_create_from_groups, host_call, MPI_COMM_NULL, newintercomm, nullptr);
}
int MPI_Intercomm_merge_wrapper(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
    const auto host_call = [&] { return host.MPI_Intercomm_merge(intercomm, high, newintracomm); };
    return on_comm_new(Function::MPI_Intercomm_merge, host_call, intercomm, newintracomm, nullptr);
}
int MPI_Accumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win); };
    return on_rma(Function::MPI_Accumulate, host_call, false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Accumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
        MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win); };
    return on_rma(Function::MPI_Accumulate_c, host_call, false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Compare_and_swap_wrapper(const void* origin_addr, const void* compare_addr, void* result_addr,
        MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype,
        target_rank, target_disp, win); };
    return on_rma_one(Function::MPI_Compare_and_swap, host_call, target_rank, datatype, win);
}
int MPI_Fetch_and_op_wrapper(const void* origin_addr, void* result_addr, MPI_Datatype datatype, int target_rank,
        MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank,
        target_disp, op, win); };
    return on_rma_one(Function::MPI_Fetch_and_op, host_call, target_rank, datatype, win);
}
int MPI_Get_wrapper(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Get(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); };
    return on_rma(Function::MPI_Get, host_call, true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Get_c_wrapper(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Get_c(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); };
    return on_rma(Function::MPI_Get_c, host_call, true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Get_accumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
        result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win); };
    return on_rma(Function::MPI_Get_accumulate, host_call, true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Get_accumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Get_accumulate_c(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op,
        win); };
    return on_rma(Function::MPI_Get_accumulate_c, host_call, true, target_rank, origin_count, origin_datatype, win);
}
int MPI_Put_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Put(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); };
    return on_rma(Function::MPI_Put, host_call, false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Put_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Put_c(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win); };
    return on_rma(Function::MPI_Put_c, host_call, false, target_rank, origin_count, origin_datatype, win);
}
int MPI_Raccumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, request); };
    return on_rma_request(Function::MPI_Raccumulate, host_call, false, target_rank, origin_count, origin_datatype, win,
        request);
}
int MPI_Raccumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
        MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, op, win, request); };
    return on_rma_request(Function::MPI_Raccumulate_c, host_call, false, target_rank, origin_count, origin_datatype,
        win, request);
}
int MPI_Rget_wrapper(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); };
    return on_rma_request(Function::MPI_Rget, host_call, true, target_rank, origin_count, origin_datatype, win,
        request);
}
int MPI_Rget_c_wrapper(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Rget_c(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); };
    return on_rma_request(Function::MPI_Rget_c, host_call, true, target_rank, origin_count, origin_datatype, win,
        request);
}
int MPI_Rget_accumulate_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
        void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
        request); };
    return on_rma_request(Function::MPI_Rget_accumulate, host_call, true, target_rank, origin_count, origin_datatype,
        win, request);
}
int MPI_Rget_accumulate_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
        void* result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Rget_accumulate_c(origin_addr, origin_count, origin_datatype,
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
        request); };
    return on_rma_request(Function::MPI_Rget_accumulate_c, host_call, true, target_rank, origin_count, origin_datatype,
        win, request);
}
int MPI_Rput_wrapper(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); };
    return on_rma_request(Function::MPI_Rput, host_call, false, target_rank, origin_count, origin_datatype, win,
        request);
}
int MPI_Rput_c_wrapper(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank,
        MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Rput_c(origin_addr, origin_count, origin_datatype, target_rank,
        target_disp, target_count, target_datatype, win, request); };
    return on_rma_request(Function::MPI_Rput_c, host_call, false, target_rank, origin_count, origin_datatype, win,
        request);
}
int MPI_Win_allocate_wrapper(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win); };
    return on_win_new(Function::MPI_Win_allocate, host_call, comm, win);
}
int MPI_Win_allocate_c_wrapper(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
        MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_allocate_c(size, disp_unit, info, comm, baseptr, win); };
    return on_win_new(Function::MPI_Win_allocate_c, host_call, comm, win);
}
int MPI_Win_allocate_shared_wrapper(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
        MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win); };
    return on_win_new(Function::MPI_Win_allocate_shared, host_call, comm, win);
}
int MPI_Win_allocate_shared_c_wrapper(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr,
        MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win); };
    return on_win_new(Function::MPI_Win_allocate_shared_c, host_call, comm, win);
}
int MPI_Win_complete_wrapper(MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_complete(win); };
    return on_rma_sync(Function::MPI_Win_complete, host_call, win);
}
int MPI_Win_create_wrapper(void* base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_create(base, size, disp_unit, info, comm, win); };
    return on_win_new(Function::MPI_Win_create, host_call, comm, win);
}
int MPI_Win_create_c_wrapper(void* base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
        MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_create_c(base, size, disp_unit, info, comm, win); };
    return on_win_new(Function::MPI_Win_create_c, host_call, comm, win);
}
int MPI_Win_create_dynamic_wrapper(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_create_dynamic(info, comm, win); };
    return on_win_new(Function::MPI_Win_create_dynamic, host_call, comm, win);
}
int MPI_Win_fence_wrapper(int assert, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_fence(assert, win); };
    return on_rma_sync(Function::MPI_Win_fence, host_call, win);
}
int MPI_Win_flush_wrapper(int rank, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_flush(rank, win); };
    return on_rma_sync(Function::MPI_Win_flush, host_call, win);
}
int MPI_Win_flush_all_wrapper(MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_flush_all(win); };
    return on_rma_sync(Function::MPI_Win_flush_all, host_call, win);
}
int MPI_Win_flush_local_wrapper(int rank, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_flush_local(rank, win); };
    return on_rma_sync(Function::MPI_Win_flush_local, host_call, win);
}
int MPI_Win_flush_local_all_wrapper(MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_flush_local_all(win); };
    return on_rma_sync(Function::MPI_Win_flush_local_all, host_call, win);
}
int MPI_Win_free_wrapper(MPI_Win* win) {
    const auto host_call = [&] { return host.MPI_Win_free(win); };
    return on_win_free(Function::MPI_Win_free, host_call, win);
}
int MPI_Win_lock_wrapper(int lock_type, int rank, int assert, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_lock(lock_type, rank, assert, win); };
    return on_rma_sync(Function::MPI_Win_lock, host_call, win);
}
int MPI_Win_lock_all_wrapper(int assert, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_lock_all(assert, win); };
    return on_rma_sync(Function::MPI_Win_lock_all, host_call, win);
}
int MPI_Win_post_wrapper(MPI_Group group, int assert, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_post(group, assert, win); };
    return on_rma_sync(Function::MPI_Win_post, host_call, win);
}
int MPI_Win_start_wrapper(MPI_Group group, int assert, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_start(group, assert, win); };
    return on_rma_sync(Function::MPI_Win_start, host_call, win);
}
int MPI_Win_sync_wrapper(MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_sync(win); };
    return on_rma_sync(Function::MPI_Win_sync, host_call, win);
}
int MPI_Win_test_wrapper(MPI_Win win, int* flag) {
    const auto host_call = [&] { return host.MPI_Win_test(win, flag); };
    return on_rma_sync(Function::MPI_Win_test, host_call, win);
}
int MPI_Win_unlock_wrapper(int rank, MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_unlock(rank, win); };
    return on_rma_sync(Function::MPI_Win_unlock, host_call, win);
}
int MPI_Win_unlock_all_wrapper(MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_unlock_all(win); };
    return on_rma_sync(Function::MPI_Win_unlock_all, host_call, win);
}
int MPI_Win_wait_wrapper(MPI_Win win) {
    const auto host_call = [&] { return host.MPI_Win_wait(win); };
    return on_rma_sync(Function::MPI_Win_wait, host_call, win);
}
int MPI_File_close_wrapper(MPI_File* fh) {
    const auto host_call = [&] { return host.MPI_File_close(fh); };
    return on_file_close(Function::MPI_File_close, host_call, fh);
}
int MPI_File_iread_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread, host_call, fh, count, datatype, request);
}
int MPI_File_iread_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_c(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_c, host_call, fh, count, datatype, request);
}
int MPI_File_iread_all_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_all(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_all, host_call, fh, count, datatype, request);
}
int MPI_File_iread_all_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_all_c(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_all_c, host_call, fh, count, datatype, request);
}
int MPI_File_iread_at_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_at(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_at, host_call, fh, count, datatype, request);
}
int MPI_File_iread_at_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_at_c(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_at_c, host_call, fh, count, datatype, request);
}
int MPI_File_iread_at_all_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_at_all(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_at_all, host_call, fh, count, datatype, request);
}
int MPI_File_iread_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_at_all_c(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_at_all_c, host_call, fh, count, datatype, request);
}
int MPI_File_iread_shared_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_shared(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_shared, host_call, fh, count, datatype, request);
}
int MPI_File_iread_shared_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iread_shared_c(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iread_shared_c, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_c(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_c, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_all_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_all(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_all, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_all_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_all_c(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_all_c, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_at_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_at(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_at, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_at_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_at_c(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_at_c, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_at_all_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_at_all, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_at_all_c, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_shared_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_shared(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_shared, host_call, fh, count, datatype, request);
}
int MPI_File_iwrite_shared_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_File_iwrite_shared_c(fh, buf, count, datatype, request); };
    return on_io_request(Function::MPI_File_iwrite_shared_c, host_call, fh, count, datatype, request);
}
int MPI_File_open_wrapper(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh) {
    const auto host_call = [&] { return host.MPI_File_open(comm, filename, amode, info, fh); };
    return on_file_open(Function::MPI_File_open, host_call, comm, fh);
}
int MPI_File_read_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read, host_call, fh, count, datatype);
}
int MPI_File_read_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_c, host_call, fh, count, datatype);
}
int MPI_File_read_all_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_all(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_all, host_call, fh, count, datatype);
}
int MPI_File_read_all_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_all_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_all_c, host_call, fh, count, datatype);
}
int MPI_File_read_all_begin_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_read_all_begin(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_read_all_begin, host_call, fh, count, datatype);
}
int MPI_File_read_all_begin_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_read_all_begin_c(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_read_all_begin_c, host_call, fh, count, datatype);
}
int MPI_File_read_all_end_wrapper(MPI_File fh, void* buf, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_all_end(fh, buf, status); };
    return on_io(Function::MPI_File_read_all_end, host_call, fh, 0, MPI_BYTE);
}
int MPI_File_read_at_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_at(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_at, host_call, fh, count, datatype);
}
int MPI_File_read_at_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_at_c(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_at_c, host_call, fh, count, datatype);
}
int MPI_File_read_at_all_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_at_all(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_at_all, host_call, fh, count, datatype);
}
int MPI_File_read_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_at_all_c(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_at_all_c, host_call, fh, count, datatype);
}
int MPI_File_read_at_all_begin_wrapper(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_read_at_all_begin(fh, offset, buf, count, datatype); };
    return on_io(Function::MPI_File_read_at_all_begin, host_call, fh, count, datatype);
}
int MPI_File_read_at_all_begin_c_wrapper(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
        MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_read_at_all_begin_c(fh, offset, buf, count, datatype); };
    return on_io(Function::MPI_File_read_at_all_begin_c, host_call, fh, count, datatype);
}
int MPI_File_read_at_all_end_wrapper(MPI_File fh, void* buf, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_at_all_end(fh, buf, status); };
    return on_io(Function::MPI_File_read_at_all_end, host_call, fh, 0, MPI_BYTE);
}
int MPI_File_read_ordered_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_ordered(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_ordered, host_call, fh, count, datatype);
}
int MPI_File_read_ordered_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_ordered_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_ordered_c, host_call, fh, count, datatype);
}
int MPI_File_read_ordered_begin_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_read_ordered_begin(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_read_ordered_begin, host_call, fh, count, datatype);
}
int MPI_File_read_ordered_begin_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_read_ordered_begin_c(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_read_ordered_begin_c, host_call, fh, count, datatype);
}
int MPI_File_read_ordered_end_wrapper(MPI_File fh, void* buf, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_ordered_end(fh, buf, status); };
    return on_io(Function::MPI_File_read_ordered_end, host_call, fh, 0, MPI_BYTE);
}
int MPI_File_read_shared_wrapper(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_shared(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_shared, host_call, fh, count, datatype);
}
int MPI_File_read_shared_c_wrapper(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_read_shared_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_read_shared_c, host_call, fh, count, datatype);
}
int MPI_File_write_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write, host_call, fh, count, datatype);
}
int MPI_File_write_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_c, host_call, fh, count, datatype);
}
int MPI_File_write_all_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_all(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_all, host_call, fh, count, datatype);
}
int MPI_File_write_all_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_all_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_all_c, host_call, fh, count, datatype);
}
int MPI_File_write_all_begin_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_write_all_begin(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_write_all_begin, host_call, fh, count, datatype);
}
int MPI_File_write_all_begin_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_write_all_begin_c(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_write_all_begin_c, host_call, fh, count, datatype);
}
int MPI_File_write_all_end_wrapper(MPI_File fh, const void* buf, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_all_end(fh, buf, status); };
    return on_io(Function::MPI_File_write_all_end, host_call, fh, 0, MPI_BYTE);
}
int MPI_File_write_at_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_at(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_at, host_call, fh, count, datatype);
}
int MPI_File_write_at_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_at_c(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_at_c, host_call, fh, count, datatype);
}
int MPI_File_write_at_all_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_at_all(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_at_all, host_call, fh, count, datatype);
}
int MPI_File_write_at_all_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_at_all_c(fh, offset, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_at_all_c, host_call, fh, count, datatype);
}
int MPI_File_write_at_all_begin_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, int count,
        MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_write_at_all_begin(fh, offset, buf, count, datatype); };
    return on_io(Function::MPI_File_write_at_all_begin, host_call, fh, count, datatype);
}
int MPI_File_write_at_all_begin_c_wrapper(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
        MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_write_at_all_begin_c(fh, offset, buf, count, datatype); };
    return on_io(Function::MPI_File_write_at_all_begin_c, host_call, fh, count, datatype);
}
int MPI_File_write_at_all_end_wrapper(MPI_File fh, const void* buf, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_at_all_end(fh, buf, status); };
    return on_io(Function::MPI_File_write_at_all_end, host_call, fh, 0, MPI_BYTE);
}
int MPI_File_write_ordered_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_ordered(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_ordered, host_call, fh, count, datatype);
}
int MPI_File_write_ordered_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_ordered_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_ordered_c, host_call, fh, count, datatype);
}
int MPI_File_write_ordered_begin_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_write_ordered_begin(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_write_ordered_begin, host_call, fh, count, datatype);
}
int MPI_File_write_ordered_begin_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_File_write_ordered_begin_c(fh, buf, count, datatype); };
    return on_io(Function::MPI_File_write_ordered_begin_c, host_call, fh, count, datatype);
}
int MPI_File_write_ordered_end_wrapper(MPI_File fh, const void* buf, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_ordered_end(fh, buf, status); };
    return on_io(Function::MPI_File_write_ordered_end, host_call, fh, 0, MPI_BYTE);
}
int MPI_File_write_shared_wrapper(MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_shared(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_shared, host_call, fh, count, datatype);
}
int MPI_File_write_shared_c_wrapper(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_File_write_shared_c(fh, buf, count, datatype, status); };
    return on_io(Function::MPI_File_write_shared_c, host_call, fh, count, datatype);
}
int MPIX_Comm_ack_failed_wrapper(MPI_Comm comm, int num_to_ack, int* num_acked) {
    const auto host_call = [&] { return host.MPIX_Comm_ack_failed(comm, num_to_ack, num_acked); };
    return on_local(Function::MPIX_Comm_ack_failed, host_call);
}
int MPIX_Comm_agree_wrapper(MPI_Comm comm, int* flag) {
    const auto host_call = [&] { return host.MPIX_Comm_agree(comm, flag); };
    return on_local(Function::MPIX_Comm_agree, host_call);
}
int MPIX_Comm_failure_ack_wrapper(MPI_Comm comm) {
    const auto host_call = [&] { return host.MPIX_Comm_failure_ack(comm); };
    return on_local(Function::MPIX_Comm_failure_ack, host_call);
}
int MPIX_Comm_failure_get_acked_wrapper(MPI_Comm comm, MPI_Group* failedgrp) {
    const auto host_call = [&] { return host.MPIX_Comm_failure_get_acked(comm, failedgrp); };
    return on_local(Function::MPIX_Comm_failure_get_acked, host_call);
}
int MPIX_Comm_get_failed_wrapper(MPI_Comm comm, MPI_Group* failedgrp) {
    const auto host_call = [&] { return host.MPIX_Comm_get_failed(comm, failedgrp); };
    return on_local(Function::MPIX_Comm_get_failed, host_call);
}
int MPIX_Comm_iagree_wrapper(MPI_Comm comm, int* flag, MPI_Request* request) {
    const auto host_call = [&] { return host.MPIX_Comm_iagree(comm, flag, request); };
    return on_local_request(Function::MPIX_Comm_iagree, host_call, request);
}
int MPIX_Comm_is_revoked_wrapper(MPI_Comm comm, int* flag) {
    const auto host_call = [&] { return host.MPIX_Comm_is_revoked(comm, flag); };
    return on_local(Function::MPIX_Comm_is_revoked, host_call);
}
int MPIX_Comm_revoke_wrapper(MPI_Comm comm) {
    const auto host_call = [&] { return host.MPIX_Comm_revoke(comm); };
    return on_local(Function::MPIX_Comm_revoke, host_call);
}
int MPIX_Stream_irecv_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        int source_stream_index, int dest_stream_index, MPI_Request* request) {
    const auto host_call = [&] { return host.MPIX_Stream_irecv(buf, count, datatype, source, tag, comm,
        source_stream_index, dest_stream_index, request); };
    return on_local_request(Function::MPIX_Stream_irecv, host_call, request);
}
int MPIX_Stream_irecv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        int source_stream_index, int dest_stream_index, MPI_Request* request) {
    const auto host_call = [&] { return host.MPIX_Stream_irecv_c(buf, count, datatype, source, tag, comm,
        source_stream_index, dest_stream_index, request); };
    return on_local_request(Function::MPIX_Stream_irecv_c, host_call, request);
}
int MPIX_Stream_isend_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        int source_stream_index, int dest_stream_index, MPI_Request* request) {
    const auto host_call = [&] { return host.MPIX_Stream_isend(buf, count, datatype, dest, tag, comm,
        source_stream_index, dest_stream_index, request); };
    return on_local_request(Function::MPIX_Stream_isend, host_call, request);
}
int MPIX_Stream_isend_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, int source_stream_index, int dest_stream_index, MPI_Request* request) {
    const auto host_call = [&] { return host.MPIX_Stream_isend_c(buf, count, datatype, dest, tag, comm,
        source_stream_index, dest_stream_index, request); };
    return on_local_request(Function::MPIX_Stream_isend_c, host_call, request);
}
int MPIX_Stream_recv_wrapper(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        int source_stream_index, int dest_stream_index, MPI_Status* status) {
    const auto host_call = [&] { return host.MPIX_Stream_recv(buf, count, datatype, source, tag, comm,
        source_stream_index, dest_stream_index, status); };
    return on_local_message(Function::MPIX_Stream_recv, host_call);
}
int MPIX_Stream_recv_c_wrapper(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
        int source_stream_index, int dest_stream_index, MPI_Status* status) {
    const auto host_call = [&] { return host.MPIX_Stream_recv_c(buf, count, datatype, source, tag, comm,
        source_stream_index, dest_stream_index, status); };
    return on_local_message(Function::MPIX_Stream_recv_c, host_call);
}
int MPIX_Stream_send_wrapper(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
        int source_stream_index, int dest_stream_index) {
    const auto host_call = [&] { return host.MPIX_Stream_send(buf, count, datatype, dest, tag, comm,
        source_stream_index, dest_stream_index); };
    return on_local_message(Function::MPIX_Stream_send, host_call);
}
int MPIX_Stream_send_c_wrapper(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
        MPI_Comm comm, int source_stream_index, int dest_stream_index) {
    const auto host_call = [&] { return host.MPIX_Stream_send_c(buf, count, datatype, dest, tag, comm,
        source_stream_index, dest_stream_index); };
    return on_local_message(Function::MPIX_Stream_send_c, host_call);
}
int MPI_Alloc_mem_wrapper(MPI_Aint size, MPI_Info info, void* baseptr) {
    const auto host_call = [&] { return host.MPI_Alloc_mem(size, info, baseptr); };
    return on_query(Function::MPI_Alloc_mem, host_call);
}
int MPI_Buffer_attach_wrapper(void* buffer, int size) {
    const auto host_call = [&] { return host.MPI_Buffer_attach(buffer, size); };
    return on_buffer_attach(Function::MPI_Buffer_attach, host_call, buffer, size);
}
int MPI_Buffer_attach_c_wrapper(void* buffer, MPI_Count size) {
    const auto host_call = [&] { return host.MPI_Buffer_attach_c(buffer, size); };
    return on_buffer_attach(Function::MPI_Buffer_attach_c, host_call, buffer, size);
}
int MPI_Buffer_detach_wrapper(void* buffer_addr, int* size) {
    const auto host_call = [&] { return host.MPI_Buffer_detach(buffer_addr, size); };
    return on_buffer_detach(Function::MPI_Buffer_detach, host_call);
}
int MPI_Buffer_detach_c_wrapper(void* buffer_addr, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Buffer_detach_c(buffer_addr, size); };
    return on_buffer_detach(Function::MPI_Buffer_detach_c, host_call);
}
int MPI_Buffer_flush_wrapper() {
    const auto host_call = [&] { return host.MPI_Buffer_flush(); };
    return on_buffer_flush(Function::MPI_Buffer_flush, host_call);
}
int MPI_Buffer_iflush_wrapper(MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Buffer_iflush(request); };
    return on_local_request(Function::MPI_Buffer_iflush, host_call, request);
}
int MPI_Cancel_wrapper(MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Cancel(request); };
    return on_cancel(Function::MPI_Cancel, host_call, request);
}
int MPI_Cart_coords_wrapper(MPI_Comm comm, int rank, int maxdims, int* coords) {
    const auto host_call = [&] { return host.MPI_Cart_coords(comm, rank, maxdims, coords); };
    return on_query(Function::MPI_Cart_coords, host_call);
}
int MPI_Cart_get_wrapper(MPI_Comm comm, int maxdims, int* dims, int* periods, int* coords) {
    const auto host_call = [&] { return host.MPI_Cart_get(comm, maxdims, dims, periods, coords); };
    return on_query(Function::MPI_Cart_get, host_call);
}
int MPI_Cart_map_wrapper(MPI_Comm comm, int ndims, const int* dims, const int* periods, int* newrank) {
    const auto host_call = [&] { return host.MPI_Cart_map(comm, ndims, dims, periods, newrank); };
    return on_query(Function::MPI_Cart_map, host_call);
}
int MPI_Cart_rank_wrapper(MPI_Comm comm, const int* coords, int* rank) {
    const auto host_call = [&] { return host.MPI_Cart_rank(comm, coords, rank); };
    return on_query(Function::MPI_Cart_rank, host_call);
}
int MPI_Cart_shift_wrapper(MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest) {
    const auto host_call = [&] { return host.MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest); };
    return on_query(Function::MPI_Cart_shift, host_call);
}
int MPI_Cartdim_get_wrapper(MPI_Comm comm, int* ndims) {
    const auto host_call = [&] { return host.MPI_Cartdim_get(comm, ndims); };
    return on_query(Function::MPI_Cartdim_get, host_call);
}
int MPI_Close_port_wrapper(const char* port_name) {
    const auto host_call = [&] { return host.MPI_Close_port(port_name); };
    return on_local(Function::MPI_Close_port, host_call);
}
int MPI_Comm_compare_wrapper(MPI_Comm comm1, MPI_Comm comm2, int* result) {
    const auto host_call = [&] { return host.MPI_Comm_compare(comm1, comm2, result); };
    return on_query(Function::MPI_Comm_compare, host_call);
}
int MPI_Comm_get_info_wrapper(MPI_Comm comm, MPI_Info* info_used) {
    const auto host_call = [&] { return host.MPI_Comm_get_info(comm, info_used); };
    return on_query(Function::MPI_Comm_get_info, host_call);
}
int MPI_Comm_get_name_wrapper(MPI_Comm comm, char* comm_name, int* resultlen) {
    const auto host_call = [&] { return host.MPI_Comm_get_name(comm, comm_name, resultlen); };
    return on_query(Function::MPI_Comm_get_name, host_call);
}
int MPI_Comm_get_parent_wrapper(MPI_Comm* parent) {
    const auto host_call = [&] { return host.MPI_Comm_get_parent(parent); };
    return on_query(Function::MPI_Comm_get_parent, host_call);
}
int MPI_Comm_group_wrapper(MPI_Comm comm, MPI_Group* group) {
    const auto host_call = [&] { return host.MPI_Comm_group(comm, group); };
    return on_query(Function::MPI_Comm_group, host_call);
}
int MPI_Comm_attach_buffer_wrapper(MPI_Comm comm, void* buffer, int size) {
    const auto host_call = [&] { return host.MPI_Comm_attach_buffer(comm, buffer, size); };
    return on_buffer_attach_one(Function::MPI_Comm_attach_buffer, host_call);
}
int MPI_Comm_attach_buffer_c_wrapper(MPI_Comm comm, void* buffer, MPI_Count size) {
    const auto host_call = [&] { return host.MPI_Comm_attach_buffer_c(comm, buffer, size); };
    return on_buffer_attach_one(Function::MPI_Comm_attach_buffer_c, host_call);
}
int MPI_Comm_detach_buffer_wrapper(MPI_Comm comm, void* buffer_addr, int* size) {
    const auto host_call = [&] { return host.MPI_Comm_detach_buffer(comm, buffer_addr, size); };
    return on_buffer_flush(Function::MPI_Comm_detach_buffer, host_call);
}
int MPI_Comm_detach_buffer_c_wrapper(MPI_Comm comm, void* buffer_addr, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Comm_detach_buffer_c(comm, buffer_addr, size); };
    return on_buffer_flush(Function::MPI_Comm_detach_buffer_c, host_call);
}
int MPI_Comm_flush_buffer_wrapper(MPI_Comm comm) {
    const auto host_call = [&] { return host.MPI_Comm_flush_buffer(comm); };
    return on_buffer_flush(Function::MPI_Comm_flush_buffer, host_call);
}
int MPI_Comm_iflush_buffer_wrapper(MPI_Comm comm, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Comm_iflush_buffer(comm, request); };
    return on_local_request(Function::MPI_Comm_iflush_buffer, host_call, request);
}
int MPI_Comm_rank_wrapper(MPI_Comm comm, int* rank) {
    const auto host_call = [&] { return host.MPI_Comm_rank(comm, rank); };
    return on_query(Function::MPI_Comm_rank, host_call);
}
int MPI_Comm_remote_group_wrapper(MPI_Comm comm, MPI_Group* group) {
    const auto host_call = [&] { return host.MPI_Comm_remote_group(comm, group); };
    return on_query(Function::MPI_Comm_remote_group, host_call);
}
int MPI_Comm_remote_size_wrapper(MPI_Comm comm, int* size) {
    const auto host_call = [&] { return host.MPI_Comm_remote_size(comm, size); };
    return on_query(Function::MPI_Comm_remote_size, host_call);
}
int MPI_Comm_set_info_wrapper(MPI_Comm comm, MPI_Info info) {
    const auto host_call = [&] { return host.MPI_Comm_set_info(comm, info); };
    return on_local(Function::MPI_Comm_set_info, host_call);
}
int MPI_Comm_set_name_wrapper(MPI_Comm comm, const char* comm_name) {
    const auto host_call = [&] { return host.MPI_Comm_set_name(comm, comm_name); };
    return on_comm_set_name(Function::MPI_Comm_set_name, host_call, comm, comm_name);
}
int MPI_Comm_size_wrapper(MPI_Comm comm, int* size) {
    const auto host_call = [&] { return host.MPI_Comm_size(comm, size); };
    return on_query(Function::MPI_Comm_size, host_call);
}
int MPI_Comm_test_inter_wrapper(MPI_Comm comm, int* flag) {
    const auto host_call = [&] { return host.MPI_Comm_test_inter(comm, flag); };
    return on_query(Function::MPI_Comm_test_inter, host_call);
}
int MPI_Dims_create_wrapper(int nnodes, int ndims, int* dims) {
    const auto host_call = [&] { return host.MPI_Dims_create(nnodes, ndims, dims); };
    return on_query(Function::MPI_Dims_create, host_call);
}
int MPI_Dist_graph_neighbors_wrapper(MPI_Comm comm, int maxindegree, int* sources, int* sourceweights, int maxoutdegree,
        int* destinations, int* destweights) {
    const auto host_call = [&] { return host.MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights,
        maxoutdegree, destinations, destweights); };
    return on_query(Function::MPI_Dist_graph_neighbors, host_call);
}
int MPI_Dist_graph_neighbors_count_wrapper(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
    const auto host_call = [&] { return host.MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted); };
    return on_query(Function::MPI_Dist_graph_neighbors_count, host_call);
}
int MPI_File_delete_wrapper(const char* filename, MPI_Info info) {
    const auto host_call = [&] { return host.MPI_File_delete(filename, info); };
    return on_local(Function::MPI_File_delete, host_call);
}
int MPI_File_get_amode_wrapper(MPI_File fh, int* amode) {
    const auto host_call = [&] { return host.MPI_File_get_amode(fh, amode); };
    return on_local(Function::MPI_File_get_amode, host_call);
}
int MPI_File_get_atomicity_wrapper(MPI_File fh, int* flag) {
    const auto host_call = [&] { return host.MPI_File_get_atomicity(fh, flag); };
    return on_local(Function::MPI_File_get_atomicity, host_call);
}
int MPI_File_get_byte_offset_wrapper(MPI_File fh, MPI_Offset offset, MPI_Offset* disp) {
    const auto host_call = [&] { return host.MPI_File_get_byte_offset(fh, offset, disp); };
    return on_local(Function::MPI_File_get_byte_offset, host_call);
}
int MPI_File_get_group_wrapper(MPI_File fh, MPI_Group* group) {
    const auto host_call = [&] { return host.MPI_File_get_group(fh, group); };
    return on_local(Function::MPI_File_get_group, host_call);
}
int MPI_File_get_info_wrapper(MPI_File fh, MPI_Info* info_used) {
    const auto host_call = [&] { return host.MPI_File_get_info(fh, info_used); };
    return on_local(Function::MPI_File_get_info, host_call);
}
int MPI_File_get_position_wrapper(MPI_File fh, MPI_Offset* offset) {
    const auto host_call = [&] { return host.MPI_File_get_position(fh, offset); };
    return on_local(Function::MPI_File_get_position, host_call);
}
int MPI_File_get_position_shared_wrapper(MPI_File fh, MPI_Offset* offset) {
    const auto host_call = [&] { return host.MPI_File_get_position_shared(fh, offset); };
    return on_local(Function::MPI_File_get_position_shared, host_call);
}
int MPI_File_get_size_wrapper(MPI_File fh, MPI_Offset* size) {
    const auto host_call = [&] { return host.MPI_File_get_size(fh, size); };
    return on_local(Function::MPI_File_get_size, host_call);
}
int MPI_File_get_type_extent_wrapper(MPI_File fh, MPI_Datatype datatype, MPI_Aint* extent) {
    const auto host_call = [&] { return host.MPI_File_get_type_extent(fh, datatype, extent); };
    return on_local(Function::MPI_File_get_type_extent, host_call);
}
int MPI_File_get_type_extent_c_wrapper(MPI_File fh, MPI_Datatype datatype, MPI_Count* extent) {
    const auto host_call = [&] { return host.MPI_File_get_type_extent_c(fh, datatype, extent); };
    return on_local(Function::MPI_File_get_type_extent_c, host_call);
}
int MPI_File_get_view_wrapper(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype,
        char* datarep) {
    const auto host_call = [&] { return host.MPI_File_get_view(fh, disp, etype, filetype, datarep); };
    return on_local(Function::MPI_File_get_view, host_call);
}
int MPI_File_preallocate_wrapper(MPI_File fh, MPI_Offset size) {
    const auto host_call = [&] { return host.MPI_File_preallocate(fh, size); };
    return on_local(Function::MPI_File_preallocate, host_call);
}
int MPI_File_seek_wrapper(MPI_File fh, MPI_Offset offset, int whence) {
    const auto host_call = [&] { return host.MPI_File_seek(fh, offset, whence); };
    return on_local(Function::MPI_File_seek, host_call);
}
int MPI_File_seek_shared_wrapper(MPI_File fh, MPI_Offset offset, int whence) {
    const auto host_call = [&] { return host.MPI_File_seek_shared(fh, offset, whence); };
    return on_local(Function::MPI_File_seek_shared, host_call);
}
int MPI_File_set_atomicity_wrapper(MPI_File fh, int flag) {
    const auto host_call = [&] { return host.MPI_File_set_atomicity(fh, flag); };
    return on_local(Function::MPI_File_set_atomicity, host_call);
}
int MPI_File_set_info_wrapper(MPI_File fh, MPI_Info info) {
    const auto host_call = [&] { return host.MPI_File_set_info(fh, info); };
    return on_local(Function::MPI_File_set_info, host_call);
}
int MPI_File_set_size_wrapper(MPI_File fh, MPI_Offset size) {
    const auto host_call = [&] { return host.MPI_File_set_size(fh, size); };
    return on_local(Function::MPI_File_set_size, host_call);
}
int MPI_File_set_view_wrapper(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
        const char* datarep, MPI_Info info) {
    const auto host_call = [&] { return host.MPI_File_set_view(fh, disp, etype, filetype, datarep, info); };
    return on_local(Function::MPI_File_set_view, host_call);
}
int MPI_File_sync_wrapper(MPI_File fh) {
    const auto host_call = [&] { return host.MPI_File_sync(fh); };
    return on_local(Function::MPI_File_sync, host_call);
}
int MPI_Free_mem_wrapper(void* base) {
    const auto host_call = [&] { return host.MPI_Free_mem(base); };
    return on_query(Function::MPI_Free_mem, host_call);
}
int MPI_Get_count_wrapper(const MPI_Status* status, MPI_Datatype datatype, int* count) {
    const auto host_call = [&] { return host.MPI_Get_count(status, datatype, count); };
    return on_query(Function::MPI_Get_count, host_call);
}
int MPI_Get_count_c_wrapper(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    const auto host_call = [&] { return host.MPI_Get_count_c(status, datatype, count); };
    return on_query(Function::MPI_Get_count_c, host_call);
}
int MPI_Get_elements_wrapper(const MPI_Status* status, MPI_Datatype datatype, int* count) {
    const auto host_call = [&] { return host.MPI_Get_elements(status, datatype, count); };
    return on_query(Function::MPI_Get_elements, host_call);
}
int MPI_Get_elements_c_wrapper(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    const auto host_call = [&] { return host.MPI_Get_elements_c(status, datatype, count); };
    return on_query(Function::MPI_Get_elements_c, host_call);
}
int MPI_Get_elements_x_wrapper(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    const auto host_call = [&] { return host.MPI_Get_elements_x(status, datatype, count); };
    return on_query(Function::MPI_Get_elements_x, host_call);
}
int MPI_Get_processor_name_wrapper(char* name, int* resultlen) {
    const auto host_call = [&] { return host.MPI_Get_processor_name(name, resultlen); };
    return on_query(Function::MPI_Get_processor_name, host_call);
}
int MPI_Get_hw_resource_info_wrapper(MPI_Info* hw_info) {
    const auto host_call = [&] { return host.MPI_Get_hw_resource_info(hw_info); };
    return on_query(Function::MPI_Get_hw_resource_info, host_call);
}
int MPI_Graph_get_wrapper(MPI_Comm comm, int maxindex, int maxedges, int* indx, int* edges) {
    const auto host_call = [&] { return host.MPI_Graph_get(comm, maxindex, maxedges, indx, edges); };
    return on_query(Function::MPI_Graph_get, host_call);
}
int MPI_Graph_map_wrapper(MPI_Comm comm, int nnodes, const int* indx, const int* edges, int* newrank) {
    const auto host_call = [&] { return host.MPI_Graph_map(comm, nnodes, indx, edges, newrank); };
    return on_query(Function::MPI_Graph_map, host_call);
}
int MPI_Graph_neighbors_wrapper(MPI_Comm comm, int rank, int maxneighbors, int* neighbors) {
    const auto host_call = [&] { return host.MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors); };
    return on_query(Function::MPI_Graph_neighbors, host_call);
}
int MPI_Graph_neighbors_count_wrapper(MPI_Comm comm, int rank, int* nneighbors) {
    const auto host_call = [&] { return host.MPI_Graph_neighbors_count(comm, rank, nneighbors); };
    return on_query(Function::MPI_Graph_neighbors_count, host_call);
}
int MPI_Graphdims_get_wrapper(MPI_Comm comm, int* nnodes, int* nedges) {
    const auto host_call = [&] { return host.MPI_Graphdims_get(comm, nnodes, nedges); };
    return on_query(Function::MPI_Graphdims_get, host_call);
}
int MPI_Grequest_complete_wrapper(MPI_Request request) {
    const auto host_call = [&] { return host.MPI_Grequest_complete(request); };
    return on_local(Function::MPI_Grequest_complete, host_call);
}
int MPI_Group_compare_wrapper(MPI_Group group1, MPI_Group group2, int* result) {
    const auto host_call = [&] { return host.MPI_Group_compare(group1, group2, result); };
    return on_query(Function::MPI_Group_compare, host_call);
}
int MPI_Group_difference_wrapper(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_difference(group1, group2, newgroup); };
    return on_query(Function::MPI_Group_difference, host_call);
}
int MPI_Group_excl_wrapper(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_excl(group, n, ranks, newgroup); };
    return on_query(Function::MPI_Group_excl, host_call);
}
int MPI_Group_free_wrapper(MPI_Group* group) {
    const auto host_call = [&] { return host.MPI_Group_free(group); };
    return on_query(Function::MPI_Group_free, host_call);
}
#ifdef MPI_SESSION_NULL
int MPI_Group_from_session_pset_wrapper(MPI_Session session, const char* pset_name, MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_from_session_pset(session, pset_name, newgroup); };
    return on_local(Function::MPI_Group_from_session_pset, host_call);
}
#endif
int MPI_Group_incl_wrapper(MPI_Group group, int n, const int* ranks, MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_incl(group, n, ranks, newgroup); };
    return on_query(Function::MPI_Group_incl, host_call);
}
int MPI_Group_intersection_wrapper(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_intersection(group1, group2, newgroup); };
    return on_query(Function::MPI_Group_intersection, host_call);
}
int MPI_Group_range_excl_wrapper(MPI_Group group, int n, int (*ranges)[3], MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_range_excl(group, n, ranges, newgroup); };
    return on_query(Function::MPI_Group_range_excl, host_call);
}
int MPI_Group_range_incl_wrapper(MPI_Group group, int n, int (*ranges)[3], MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_range_incl(group, n, ranges, newgroup); };
    return on_query(Function::MPI_Group_range_incl, host_call);
}
int MPI_Group_rank_wrapper(MPI_Group group, int* rank) {
    const auto host_call = [&] { return host.MPI_Group_rank(group, rank); };
    return on_query(Function::MPI_Group_rank, host_call);
}
int MPI_Group_size_wrapper(MPI_Group group, int* size) {
    const auto host_call = [&] { return host.MPI_Group_size(group, size); };
    return on_query(Function::MPI_Group_size, host_call);
}
int MPI_Group_translate_ranks_wrapper(MPI_Group group1, int n, const int* ranks1, MPI_Group group2, int* ranks2) {
    const auto host_call = [&] { return host.MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2); };
    return on_query(Function::MPI_Group_translate_ranks, host_call);
}
int MPI_Group_union_wrapper(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
    const auto host_call = [&] { return host.MPI_Group_union(group1, group2, newgroup); };
    return on_query(Function::MPI_Group_union, host_call);
}
int MPI_Info_create_wrapper(MPI_Info* info) {
    const auto host_call = [&] { return host.MPI_Info_create(info); };
    return on_query(Function::MPI_Info_create, host_call);
}
int MPI_Info_create_env_wrapper(int argc, char** argv, MPI_Info* info) {
    const auto host_call = [&] { return host.MPI_Info_create_env(argc, argv, info); };
    return on_query(Function::MPI_Info_create_env, host_call);
}
int MPI_Info_delete_wrapper(MPI_Info info, const char* key) {
    const auto host_call = [&] { return host.MPI_Info_delete(info, key); };
    return on_query(Function::MPI_Info_delete, host_call);
}
int MPI_Info_dup_wrapper(MPI_Info info, MPI_Info* newinfo) {
    const auto host_call = [&] { return host.MPI_Info_dup(info, newinfo); };
    return on_query(Function::MPI_Info_dup, host_call);
}
int MPI_Info_free_wrapper(MPI_Info* info) {
    const auto host_call = [&] { return host.MPI_Info_free(info); };
    return on_query(Function::MPI_Info_free, host_call);
}
int MPI_Info_get_wrapper(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
    const auto host_call = [&] { return host.MPI_Info_get(info, key, valuelen, value, flag); };
    return on_query(Function::MPI_Info_get, host_call);
}
int MPI_Info_get_nkeys_wrapper(MPI_Info info, int* nkeys) {
    const auto host_call = [&] { return host.MPI_Info_get_nkeys(info, nkeys); };
    return on_query(Function::MPI_Info_get_nkeys, host_call);
}
int MPI_Info_get_nthkey_wrapper(MPI_Info info, int n, char* key) {
    const auto host_call = [&] { return host.MPI_Info_get_nthkey(info, n, key); };
    return on_query(Function::MPI_Info_get_nthkey, host_call);
}
int MPI_Info_get_string_wrapper(MPI_Info info, const char* key, int* buflen, char* value, int* flag) {
    const auto host_call = [&] { return host.MPI_Info_get_string(info, key, buflen, value, flag); };
    return on_query(Function::MPI_Info_get_string, host_call);
}
int MPI_Info_get_valuelen_wrapper(MPI_Info info, const char* key, int* valuelen, int* flag) {
    const auto host_call = [&] { return host.MPI_Info_get_valuelen(info, key, valuelen, flag); };
    return on_query(Function::MPI_Info_get_valuelen, host_call);
}
int MPI_Info_set_wrapper(MPI_Info info, const char* key, const char* value) {
    const auto host_call = [&] { return host.MPI_Info_set(info, key, value); };
    return on_query(Function::MPI_Info_set, host_call);
}
int MPI_Keyval_free_wrapper(int* keyval) {
    const auto host_call = [&] { return host.MPI_Keyval_free(keyval); };
    return on_query(Function::MPI_Keyval_free, host_call);
}
int MPI_Lookup_name_wrapper(const char* service_name, MPI_Info info, char* port_name) {
    const auto host_call = [&] { return host.MPI_Lookup_name(service_name, info, port_name); };
    return on_local(Function::MPI_Lookup_name, host_call);
}
int MPI_Op_commutative_wrapper(MPI_Op op, int* commute) {
    const auto host_call = [&] { return host.MPI_Op_commutative(op, commute); };
    return on_query(Function::MPI_Op_commutative, host_call);
}
int MPI_Op_free_wrapper(MPI_Op* op) {
    const auto host_call = [&] { return host.MPI_Op_free(op); };
    return on_op_free(Function::MPI_Op_free, host_call, op);
}
int MPI_Open_port_wrapper(MPI_Info info, char* port_name) {
    const auto host_call = [&] { return host.MPI_Open_port(info, port_name); };
    return on_local(Function::MPI_Open_port, host_call);
}
int MPI_Pack_wrapper(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position,
        MPI_Comm comm) {
    const auto host_call = [&] { return host.MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm); };
    return on_query(Function::MPI_Pack, host_call);
}
int MPI_Pack_c_wrapper(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize,
        MPI_Count* position, MPI_Comm comm) {
    const auto host_call = [&] { return host.MPI_Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm); };
    return on_query(Function::MPI_Pack_c, host_call);
}
int MPI_Pack_external_wrapper(const char* datarep, const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
        MPI_Aint outsize, MPI_Aint* position) {
    const auto host_call = [&] { return host.MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize,
        position); };
    return on_query(Function::MPI_Pack_external, host_call);
}
int MPI_Pack_external_c_wrapper(const char* datarep, const void* inbuf, MPI_Count incount, MPI_Datatype datatype,
        void* outbuf, MPI_Count outsize, MPI_Count* position) {
    const auto host_call = [&] { return host.MPI_Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize,
        position); };
    return on_query(Function::MPI_Pack_external_c, host_call);
}
int MPI_Pack_external_size_wrapper(const char* datarep, int incount, MPI_Datatype datatype, MPI_Aint* size) {
    const auto host_call = [&] { return host.MPI_Pack_external_size(datarep, incount, datatype, size); };
    return on_query(Function::MPI_Pack_external_size, host_call);
}
int MPI_Pack_external_size_c_wrapper(const char* datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Pack_external_size_c(datarep, incount, datatype, size); };
    return on_query(Function::MPI_Pack_external_size_c, host_call);
}
int MPI_Pack_size_wrapper(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
    const auto host_call = [&] { return host.MPI_Pack_size(incount, datatype, comm, size); };
    return on_query(Function::MPI_Pack_size, host_call);
}
int MPI_Pack_size_c_wrapper(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Pack_size_c(incount, datatype, comm, size); };
    return on_query(Function::MPI_Pack_size_c, host_call);
}
int MPI_Parrived_wrapper(MPI_Request request, int partition, int* flag) {
    const auto host_call = [&] { return host.MPI_Parrived(request, partition, flag); };
    return on_local(Function::MPI_Parrived, host_call);
}
int MPI_Pready_wrapper(int partition, MPI_Request request) {
    const auto host_call = [&] { return host.MPI_Pready(partition, request); };
    return on_local(Function::MPI_Pready, host_call);
}
int MPI_Pready_list_wrapper(int length, int* array_of_partitions, MPI_Request request) {
    const auto host_call = [&] { return host.MPI_Pready_list(length, array_of_partitions, request); };
    return on_local(Function::MPI_Pready_list, host_call);
}
int MPI_Pready_range_wrapper(int partition_low, int partition_high, MPI_Request request) {
    const auto host_call = [&] { return host.MPI_Pready_range(partition_low, partition_high, request); };
    return on_local(Function::MPI_Pready_range, host_call);
}
int MPI_Publish_name_wrapper(const char* service_name, MPI_Info info, const char* port_name) {
    const auto host_call = [&] { return host.MPI_Publish_name(service_name, info, port_name); };
    return on_local(Function::MPI_Publish_name, host_call);
}
int MPI_Reduce_local_wrapper(const void* inbuf, void* inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) {
    const auto host_call = [&] { return host.MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op); };
    return on_query(Function::MPI_Reduce_local, host_call);
}
int MPI_Reduce_local_c_wrapper(const void* inbuf, void* inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) {
    const auto host_call = [&] { return host.MPI_Reduce_local_c(inbuf, inoutbuf, count, datatype, op); };
    return on_query(Function::MPI_Reduce_local_c, host_call);
}
int MPIX_Request_is_complete_wrapper(MPI_Request request) {
    const auto host_call = [&] { return host.MPIX_Request_is_complete(request); };
    return on_is_complete(Function::MPIX_Request_is_complete, host_call, request);
}
int MPI_Request_get_status_wrapper(MPI_Request request, int* flag, MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_Request_get_status(request, flag, status); };
    return on_get_status(Function::MPI_Request_get_status, host_call, request, flag, status);
}
int MPI_Request_get_status_all_wrapper(int count, const MPI_Request* array_of_requests, int* flag,
        MPI_Status* array_of_statuses) {
    const auto host_call = [&] { return host.MPI_Request_get_status_all(count, array_of_requests, flag,
        array_of_statuses); };
    return on_get_status_all(Function::MPI_Request_get_status_all, host_call, count, array_of_requests, flag,
        array_of_statuses);
}
int MPI_Request_get_status_any_wrapper(int count, const MPI_Request* array_of_requests, int* index, int* flag,
        MPI_Status* status) {
    const auto host_call = [&] { return host.MPI_Request_get_status_any(count, array_of_requests, index, flag,
        status); };
    return on_get_status_any(Function::MPI_Request_get_status_any, host_call, count, array_of_requests, index, flag,
        status);
}
int MPI_Request_get_status_some_wrapper(int incount, const MPI_Request* array_of_requests, int* outcount,
        int* array_of_indices, MPI_Status* array_of_statuses) {
    const auto host_call = [&] { return host.MPI_Request_get_status_some(incount, array_of_requests, outcount,
        array_of_indices, array_of_statuses); };
    return on_get_status_some(Function::MPI_Request_get_status_some, host_call, incount, array_of_requests, outcount,
        array_of_indices, array_of_statuses);
}
#ifdef MPI_SESSION_NULL
int MPI_Session_attach_buffer_wrapper(MPI_Session session, void* buffer, int size) {
    const auto host_call = [&] { return host.MPI_Session_attach_buffer(session, buffer, size); };
    return on_buffer_attach_one(Function::MPI_Session_attach_buffer, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_attach_buffer_c_wrapper(MPI_Session session, void* buffer, MPI_Count size) {
    const auto host_call = [&] { return host.MPI_Session_attach_buffer_c(session, buffer, size); };
    return on_buffer_attach_one(Function::MPI_Session_attach_buffer_c, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_detach_buffer_wrapper(MPI_Session session, void* buffer_addr, int* size) {
    const auto host_call = [&] { return host.MPI_Session_detach_buffer(session, buffer_addr, size); };
    return on_buffer_flush(Function::MPI_Session_detach_buffer, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_detach_buffer_c_wrapper(MPI_Session session, void* buffer_addr, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Session_detach_buffer_c(session, buffer_addr, size); };
    return on_buffer_flush(Function::MPI_Session_detach_buffer_c, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_flush_buffer_wrapper(MPI_Session session) {
    const auto host_call = [&] { return host.MPI_Session_flush_buffer(session); };
    return on_buffer_flush(Function::MPI_Session_flush_buffer, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_get_info_wrapper(MPI_Session session, MPI_Info* info_used) {
    const auto host_call = [&] { return host.MPI_Session_get_info(session, info_used); };
    return on_query(Function::MPI_Session_get_info, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_get_nth_pset_wrapper(MPI_Session session, MPI_Info info, int n, int* pset_len, char* pset_name) {
    const auto host_call = [&] { return host.MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name); };
    return on_query(Function::MPI_Session_get_nth_pset, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_get_num_psets_wrapper(MPI_Session session, MPI_Info info, int* npset_names) {
    const auto host_call = [&] { return host.MPI_Session_get_num_psets(session, info, npset_names); };
    return on_query(Function::MPI_Session_get_num_psets, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_get_pset_info_wrapper(MPI_Session session, const char* pset_name, MPI_Info* info) {
    const auto host_call = [&] { return host.MPI_Session_get_pset_info(session, pset_name, info); };
    return on_query(Function::MPI_Session_get_pset_info, host_call);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_iflush_buffer_wrapper(MPI_Session session, MPI_Request* request) {
    const auto host_call = [&] { return host.MPI_Session_iflush_buffer(session, request); };
    return on_local_request(Function::MPI_Session_iflush_buffer, host_call, request);
}
#endif
#ifdef MPI_SESSION_NULL
int MPI_Session_set_info_wrapper(MPI_Session session, MPI_Info info) {
    const auto host_call = [&] { return host.MPI_Session_set_info(session, info); };
    return on_local(Function::MPI_Session_set_info, host_call);
}
#endif
int MPI_Status_get_error_wrapper(const MPI_Status* status, int* error) {
    const auto host_call = [&] { return host.MPI_Status_get_error(status, error); };
    return on_query(Function::MPI_Status_get_error, host_call);
}
int MPI_Status_get_source_wrapper(const MPI_Status* status, int* source) {
    const auto host_call = [&] { return host.MPI_Status_get_source(status, source); };
    return on_query(Function::MPI_Status_get_source, host_call);
}
int MPI_Status_get_tag_wrapper(const MPI_Status* status, int* tag) {
    const auto host_call = [&] { return host.MPI_Status_get_tag(status, tag); };
    return on_query(Function::MPI_Status_get_tag, host_call);
}
int MPI_Status_set_cancelled_wrapper(MPI_Status* status, int flag) {
    const auto host_call = [&] { return host.MPI_Status_set_cancelled(status, flag); };
    return on_query(Function::MPI_Status_set_cancelled, host_call);
}
int MPI_Status_set_elements_wrapper(MPI_Status* status, MPI_Datatype datatype, int count) {
    const auto host_call = [&] { return host.MPI_Status_set_elements(status, datatype, count); };
    return on_query(Function::MPI_Status_set_elements, host_call);
}
int MPI_Status_set_elements_c_wrapper(MPI_Status* status, MPI_Datatype datatype, MPI_Count count) {
    const auto host_call = [&] { return host.MPI_Status_set_elements_c(status, datatype, count); };
    return on_query(Function::MPI_Status_set_elements_c, host_call);
}
int MPI_Status_set_elements_x_wrapper(MPI_Status* status, MPI_Datatype datatype, MPI_Count count) {
    const auto host_call = [&] { return host.MPI_Status_set_elements_x(status, datatype, count); };
    return on_query(Function::MPI_Status_set_elements_x, host_call);
}
int MPI_Status_set_error_wrapper(MPI_Status* status, int error) {
    const auto host_call = [&] { return host.MPI_Status_set_error(status, error); };
    return on_query(Function::MPI_Status_set_error, host_call);
}
int MPI_Status_set_source_wrapper(MPI_Status* status, int source) {
    const auto host_call = [&] { return host.MPI_Status_set_source(status, source); };
    return on_query(Function::MPI_Status_set_source, host_call);
}
int MPI_Status_set_tag_wrapper(MPI_Status* status, int tag) {
    const auto host_call = [&] { return host.MPI_Status_set_tag(status, tag); };
    return on_query(Function::MPI_Status_set_tag, host_call);
}
int MPI_Test_cancelled_wrapper(const MPI_Status* status, int* flag) {
    const auto host_call = [&] { return host.MPI_Test_cancelled(status, flag); };
    return on_query(Function::MPI_Test_cancelled, host_call);
}
int MPI_Topo_test_wrapper(MPI_Comm comm, int* status) {
    const auto host_call = [&] { return host.MPI_Topo_test(comm, status); };
    return on_query(Function::MPI_Topo_test, host_call);
}
int MPI_Type_commit_wrapper(MPI_Datatype* datatype) {
    const auto host_call = [&] { return host.MPI_Type_commit(datatype); };
    return on_query(Function::MPI_Type_commit, host_call);
}
int MPI_Type_contiguous_wrapper(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_contiguous(count, oldtype, newtype); };
    return on_query(Function::MPI_Type_contiguous, host_call);
}
int MPI_Type_contiguous_c_wrapper(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_contiguous_c(count, oldtype, newtype); };
    return on_query(Function::MPI_Type_contiguous_c, host_call);
}
int MPI_Type_create_darray_wrapper(int size, int rank, int ndims, const int* array_of_gsizes,
        const int* array_of_distribs, const int* array_of_dargs, const int* array_of_psizes, int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_darray(size, rank, ndims, array_of_gsizes,
        array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_darray, host_call);
}
int MPI_Type_create_darray_c_wrapper(int size, int rank, int ndims, const MPI_Count* array_of_gsizes,
        const int* array_of_distribs, const int* array_of_dargs, const int* array_of_psizes, int order,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_darray_c(size, rank, ndims, array_of_gsizes,
        array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_darray_c, host_call);
}
int MPI_Type_create_f90_complex_wrapper(int p, int r, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_f90_complex(p, r, newtype); };
    return on_query(Function::MPI_Type_create_f90_complex, host_call);
}
int MPI_Type_create_f90_integer_wrapper(int r, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_f90_integer(r, newtype); };
    return on_query(Function::MPI_Type_create_f90_integer, host_call);
}
int MPI_Type_create_f90_real_wrapper(int p, int r, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_f90_real(p, r, newtype); };
    return on_query(Function::MPI_Type_create_f90_real, host_call);
}
int MPI_Type_create_hindexed_wrapper(int count, const int* array_of_blocklengths,
        const MPI_Aint* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_hindexed(count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_hindexed, host_call);
}
int MPI_Type_create_hindexed_c_wrapper(MPI_Count count, const MPI_Count* array_of_blocklengths,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_hindexed_c(count, array_of_blocklengths,
        array_of_displacements, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_hindexed_c, host_call);
}
int MPI_Type_create_hindexed_block_wrapper(int count, int blocklength, const MPI_Aint* array_of_displacements,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements,
        oldtype, newtype); };
    return on_query(Function::MPI_Type_create_hindexed_block, host_call);
}
int MPI_Type_create_hindexed_block_c_wrapper(MPI_Count count, MPI_Count blocklength,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_hindexed_block_c(count, blocklength,
        array_of_displacements, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_hindexed_block_c, host_call);
}
int MPI_Type_create_hvector_wrapper(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_hvector, host_call);
}
int MPI_Type_create_hvector_c_wrapper(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_hvector_c(count, blocklength, stride, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_hvector_c, host_call);
}
int MPI_Type_create_indexed_block_wrapper(int count, int blocklength, const int* array_of_displacements,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_indexed_block(count, blocklength, array_of_displacements,
        oldtype, newtype); };
    return on_query(Function::MPI_Type_create_indexed_block, host_call);
}
int MPI_Type_create_indexed_block_c_wrapper(MPI_Count count, MPI_Count blocklength,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_indexed_block_c(count, blocklength, array_of_displacements,
        oldtype, newtype); };
    return on_query(Function::MPI_Type_create_indexed_block_c, host_call);
}
int MPI_Type_create_resized_wrapper(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_resized(oldtype, lb, extent, newtype); };
    return on_query(Function::MPI_Type_create_resized, host_call);
}
int MPI_Type_create_resized_c_wrapper(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_resized_c(oldtype, lb, extent, newtype); };
    return on_query(Function::MPI_Type_create_resized_c, host_call);
}
int MPI_Type_create_struct_wrapper(int count, const int* array_of_blocklengths, const MPI_Aint* array_of_displacements,
        const MPI_Datatype* array_of_types, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_struct(count, array_of_blocklengths,
        array_of_displacements, array_of_types, newtype); };
    return on_query(Function::MPI_Type_create_struct, host_call);
}
int MPI_Type_create_struct_c_wrapper(MPI_Count count, const MPI_Count* array_of_blocklengths,
        const MPI_Count* array_of_displacements, const MPI_Datatype* array_of_types, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_struct_c(count, array_of_blocklengths,
        array_of_displacements, array_of_types, newtype); };
    return on_query(Function::MPI_Type_create_struct_c, host_call);
}
int MPI_Type_create_subarray_wrapper(int ndims, const int* array_of_sizes, const int* array_of_subsizes,
        const int* array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes,
        array_of_starts, order, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_subarray, host_call);
}
int MPI_Type_create_subarray_c_wrapper(int ndims, const MPI_Count* array_of_sizes, const MPI_Count* array_of_subsizes,
        const MPI_Count* array_of_starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_create_subarray_c(ndims, array_of_sizes, array_of_subsizes,
        array_of_starts, order, oldtype, newtype); };
    return on_query(Function::MPI_Type_create_subarray_c, host_call);
}
int MPI_Type_dup_wrapper(MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_dup(oldtype, newtype); };
    return on_query(Function::MPI_Type_dup, host_call);
}
int MPI_Type_free_wrapper(MPI_Datatype* datatype) {
    const auto host_call = [&] { return host.MPI_Type_free(datatype); };
    return on_type_free(Function::MPI_Type_free, host_call, datatype);
}
int MPI_Type_get_contents_c_wrapper(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
        MPI_Count max_large_counts, MPI_Count max_datatypes, int* array_of_integers, MPI_Aint* array_of_addresses,
        MPI_Count* array_of_large_counts, MPI_Datatype* array_of_datatypes) {
    const auto host_call = [&] { return host.MPI_Type_get_contents_c(datatype, max_integers, max_addresses,
        max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts,
        array_of_datatypes); };
    return on_query(Function::MPI_Type_get_contents_c, host_call);
}
int MPI_Type_get_contents_wrapper(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
        int* array_of_integers, MPI_Aint* array_of_addresses, MPI_Datatype* array_of_datatypes) {
    const auto host_call = [&] { return host.MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes,
        array_of_integers, array_of_addresses, array_of_datatypes); };
    return on_query(Function::MPI_Type_get_contents, host_call);
}
int MPI_Type_get_envelope_c_wrapper(MPI_Datatype datatype, MPI_Count* num_integers, MPI_Count* num_addresses,
        MPI_Count* num_large_counts, MPI_Count* num_datatypes, int* combiner) {
    const auto host_call = [&] { return host.MPI_Type_get_envelope_c(datatype, num_integers, num_addresses,
        num_large_counts, num_datatypes, combiner); };
    return on_query(Function::MPI_Type_get_envelope_c, host_call);
}
int MPI_Type_get_envelope_wrapper(MPI_Datatype datatype, int* num_integers, int* num_addresses, int* num_datatypes,
        int* combiner) {
    const auto host_call = [&] { return host.MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes,
        combiner); };
    return on_query(Function::MPI_Type_get_envelope, host_call);
}
int MPI_Type_get_extent_wrapper(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
    const auto host_call = [&] { return host.MPI_Type_get_extent(datatype, lb, extent); };
    return on_query(Function::MPI_Type_get_extent, host_call);
}
int MPI_Type_get_extent_c_wrapper(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    const auto host_call = [&] { return host.MPI_Type_get_extent_c(datatype, lb, extent); };
    return on_query(Function::MPI_Type_get_extent_c, host_call);
}
int MPI_Type_get_extent_x_wrapper(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    const auto host_call = [&] { return host.MPI_Type_get_extent_x(datatype, lb, extent); };
    return on_query(Function::MPI_Type_get_extent_x, host_call);
}
int MPI_Type_get_name_wrapper(MPI_Datatype datatype, char* type_name, int* resultlen) {
    const auto host_call = [&] { return host.MPI_Type_get_name(datatype, type_name, resultlen); };
    return on_query(Function::MPI_Type_get_name, host_call);
}
int MPI_Type_get_true_extent_wrapper(MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent) {
    const auto host_call = [&] { return host.MPI_Type_get_true_extent(datatype, true_lb, true_extent); };
    return on_query(Function::MPI_Type_get_true_extent, host_call);
}
int MPI_Type_get_true_extent_c_wrapper(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    const auto host_call = [&] { return host.MPI_Type_get_true_extent_c(datatype, true_lb, true_extent); };
    return on_query(Function::MPI_Type_get_true_extent_c, host_call);
}
int MPI_Type_get_true_extent_x_wrapper(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    const auto host_call = [&] { return host.MPI_Type_get_true_extent_x(datatype, true_lb, true_extent); };
    return on_query(Function::MPI_Type_get_true_extent_x, host_call);
}
int MPI_Type_get_value_index_wrapper(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype* pair_type) {
    const auto host_call = [&] { return host.MPI_Type_get_value_index(value_type, index_type, pair_type); };
    return on_query(Function::MPI_Type_get_value_index, host_call);
}
int MPI_Type_indexed_wrapper(int count, const int* array_of_blocklengths, const int* array_of_displacements,
        MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements,
        oldtype, newtype); };
    return on_query(Function::MPI_Type_indexed, host_call);
}
int MPI_Type_indexed_c_wrapper(MPI_Count count, const MPI_Count* array_of_blocklengths,
        const MPI_Count* array_of_displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_indexed_c(count, array_of_blocklengths, array_of_displacements,
        oldtype, newtype); };
    return on_query(Function::MPI_Type_indexed_c, host_call);
}
int MPI_Type_match_size_wrapper(int typeclass, int size, MPI_Datatype* datatype) {
    const auto host_call = [&] { return host.MPI_Type_match_size(typeclass, size, datatype); };
    return on_query(Function::MPI_Type_match_size, host_call);
}
int MPI_Type_set_name_wrapper(MPI_Datatype datatype, const char* type_name) {
    const auto host_call = [&] { return host.MPI_Type_set_name(datatype, type_name); };
    return on_query(Function::MPI_Type_set_name, host_call);
}
int MPI_Type_size_wrapper(MPI_Datatype datatype, int* size) {
    const auto host_call = [&] { return host.MPI_Type_size(datatype, size); };
    return on_query(Function::MPI_Type_size, host_call);
}
int MPI_Type_size_c_wrapper(MPI_Datatype datatype, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Type_size_c(datatype, size); };
    return on_query(Function::MPI_Type_size_c, host_call);
}
int MPI_Type_size_x_wrapper(MPI_Datatype datatype, MPI_Count* size) {
    const auto host_call = [&] { return host.MPI_Type_size_x(datatype, size); };
    return on_query(Function::MPI_Type_size_x, host_call);
}
int MPI_Type_vector_wrapper(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_vector(count, blocklength, stride, oldtype, newtype); };
    return on_query(Function::MPI_Type_vector, host_call);
}
int MPI_Type_vector_c_wrapper(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
        MPI_Datatype* newtype) {
    const auto host_call = [&] { return host.MPI_Type_vector_c(count, blocklength, stride, oldtype, newtype); };
    return on_query(Function::MPI_Type_vector_c, host_call);
}
int MPI_Unpack_wrapper(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype,
        MPI_Comm comm) {
    const auto host_call = [&] { return host.MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm); };
    return on_query(Function::MPI_Unpack, host_call);
}
int MPI_Unpack_c_wrapper(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount,
        MPI_Datatype datatype, MPI_Comm comm) {
    const auto host_call = [&] { return host.MPI_Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm); };
    return on_query(Function::MPI_Unpack_c, host_call);
}
int MPI_Unpack_external_wrapper(const char* datarep, const void* inbuf, MPI_Aint insize, MPI_Aint* position,
        void* outbuf, int outcount, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount,
        datatype); };
    return on_query(Function::MPI_Unpack_external, host_call);
}
int MPI_Unpack_external_c_wrapper(const char* datarep, const void* inbuf, MPI_Count insize, MPI_Count* position,
        void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
    const auto host_call = [&] { return host.MPI_Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount,
        datatype); };
    return on_query(Function::MPI_Unpack_external_c, host_call);
}
int MPI_Unpublish_name_wrapper(const char* service_name, MPI_Info info, const char* port_name) {
    const auto host_call = [&] { return host.MPI_Unpublish_name(service_name, info, port_name); };
    return on_local(Function::MPI_Unpublish_name, host_call);
}
int MPI_Win_attach_wrapper(MPI_Win win, void* base, MPI_Aint size) {
    const auto host_call = [&] { return host.MPI_Win_attach(win, base, size); };
    return on_local(Function::MPI_Win_attach, host_call);
}
int MPI_Win_detach_wrapper(MPI_Win win, const void* base) {
    const auto host_call = [&] { return host.MPI_Win_detach(win, base); };
    return on_local(Function::MPI_Win_detach, host_call);
}
int MPI_Win_get_group_wrapper(MPI_Win win, MPI_Group* group) {
    const auto host_call = [&] { return host.MPI_Win_get_group(win, group); };
    return on_query(Function::MPI_Win_get_group, host_call);
}
int MPI_Win_get_info_wrapper(MPI_Win win, MPI_Info* info_used) {
    const auto host_call = [&] { return host.MPI_Win_get_info(win, info_used); };
    return on_query(Function::MPI_Win_get_info, host_call);
}
int MPI_Win_get_name_wrapper(MPI_Win win, char* win_name, int* resultlen) {
    const auto host_call = [&] { return host.MPI_Win_get_name(win, win_name, resultlen); };
    return on_query(Function::MPI_Win_get_name, host_call);
}
int MPI_Win_set_info_wrapper(MPI_Win win, MPI_Info info) {
    const auto host_call = [&] { return host.MPI_Win_set_info(win, info); };
    return on_local(Function::MPI_Win_set_info, host_call);
}
int MPI_Win_set_name_wrapper(MPI_Win win, const char* win_name) {
    const auto host_call = [&] { return host.MPI_Win_set_name(win, win_name); };
    return on_query(Function::MPI_Win_set_name, host_call);
}
int MPI_Win_shared_query_wrapper(MPI_Win win, int rank, MPI_Aint* size, int* disp_unit, void* baseptr) {
    const auto host_call = [&] { return host.MPI_Win_shared_query(win, rank, size, disp_unit, baseptr); };
    return on_query(Function::MPI_Win_shared_query, host_call);
}
int MPI_Win_shared_query_c_wrapper(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* disp_unit, void* baseptr) {
    const auto host_call = [&] { return host.MPI_Win_shared_query_c(win, rank, size, disp_unit, baseptr); };
    return on_query(Function::MPI_Win_shared_query_c, host_call);
}

}  // namespace

const WrapperRow kWrapperRows[] = {
    {Function::MPI_Abort, WrapperKind::abort, reinterpret_cast<void*>(&MPI_Abort_wrapper)},
    {Function::MPI_Finalize, WrapperKind::finalize, reinterpret_cast<void*>(&MPI_Finalize_wrapper)},
    {Function::MPI_Init, WrapperKind::init, reinterpret_cast<void*>(&MPI_Init_wrapper)},
    {Function::MPI_Init_thread, WrapperKind::init_thread, reinterpret_cast<void*>(&MPI_Init_thread_wrapper)},
    {Function::MPI_Pcontrol, WrapperKind::pcontrol, reinterpret_cast<void*>(&MPI_Pcontrol_wrapper)},
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_finalize, WrapperKind::session_finalize,
        reinterpret_cast<void*>(&MPI_Session_finalize_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_init, WrapperKind::session_init, reinterpret_cast<void*>(&MPI_Session_init_wrapper)},
#endif
    {Function::MPI_Bsend, WrapperKind::send, reinterpret_cast<void*>(&MPI_Bsend_wrapper)},
    {Function::MPI_Bsend_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Bsend_c_wrapper)},
    {Function::MPI_Bsend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Bsend_init_wrapper)},
    {Function::MPI_Bsend_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Bsend_init_c_wrapper)},
    {Function::MPI_Ibsend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Ibsend_wrapper)},
    {Function::MPI_Ibsend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Ibsend_c_wrapper)},
    {Function::MPI_Improbe, WrapperKind::improbe, reinterpret_cast<void*>(&MPI_Improbe_wrapper)},
    {Function::MPI_Imrecv, WrapperKind::imrecv, reinterpret_cast<void*>(&MPI_Imrecv_wrapper)},
    {Function::MPI_Imrecv_c, WrapperKind::imrecv, reinterpret_cast<void*>(&MPI_Imrecv_c_wrapper)},
    {Function::MPI_Iprobe, WrapperKind::iprobe, reinterpret_cast<void*>(&MPI_Iprobe_wrapper)},
    {Function::MPI_Irecv, WrapperKind::irecv, reinterpret_cast<void*>(&MPI_Irecv_wrapper)},
    {Function::MPI_Irecv_c, WrapperKind::irecv, reinterpret_cast<void*>(&MPI_Irecv_c_wrapper)},
    {Function::MPI_Irsend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Irsend_wrapper)},
    {Function::MPI_Irsend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Irsend_c_wrapper)},
    {Function::MPI_Isend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Isend_wrapper)},
    {Function::MPI_Isend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Isend_c_wrapper)},
    {Function::MPI_Isendrecv, WrapperKind::isendrecv, reinterpret_cast<void*>(&MPI_Isendrecv_wrapper)},
    {Function::MPI_Isendrecv_c, WrapperKind::isendrecv, reinterpret_cast<void*>(&MPI_Isendrecv_c_wrapper)},
    {Function::MPI_Isendrecv_replace, WrapperKind::isendrecv, reinterpret_cast<void*>(&MPI_Isendrecv_replace_wrapper)},
    {Function::MPI_Isendrecv_replace_c, WrapperKind::isendrecv,
        reinterpret_cast<void*>(&MPI_Isendrecv_replace_c_wrapper)},
    {Function::MPI_Issend, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Issend_wrapper)},
    {Function::MPI_Issend_c, WrapperKind::isend, reinterpret_cast<void*>(&MPI_Issend_c_wrapper)},
    {Function::MPI_Mprobe, WrapperKind::mprobe, reinterpret_cast<void*>(&MPI_Mprobe_wrapper)},
    {Function::MPI_Mrecv, WrapperKind::mrecv, reinterpret_cast<void*>(&MPI_Mrecv_wrapper)},
    {Function::MPI_Mrecv_c, WrapperKind::mrecv, reinterpret_cast<void*>(&MPI_Mrecv_c_wrapper)},
    {Function::MPI_Precv_init, WrapperKind::recv_init, reinterpret_cast<void*>(&MPI_Precv_init_wrapper)},
    {Function::MPI_Probe, WrapperKind::probe, reinterpret_cast<void*>(&MPI_Probe_wrapper)},
    {Function::MPI_Psend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Psend_init_wrapper)},
    {Function::MPI_Recv, WrapperKind::recv, reinterpret_cast<void*>(&MPI_Recv_wrapper)},
    {Function::MPI_Recv_c, WrapperKind::recv, reinterpret_cast<void*>(&MPI_Recv_c_wrapper)},
    {Function::MPI_Recv_init, WrapperKind::recv_init, reinterpret_cast<void*>(&MPI_Recv_init_wrapper)},
    {Function::MPI_Recv_init_c, WrapperKind::recv_init, reinterpret_cast<void*>(&MPI_Recv_init_c_wrapper)},
    {Function::MPI_Rsend, WrapperKind::send, reinterpret_cast<void*>(&MPI_Rsend_wrapper)},
    {Function::MPI_Rsend_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Rsend_c_wrapper)},
    {Function::MPI_Rsend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Rsend_init_wrapper)},
    {Function::MPI_Rsend_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Rsend_init_c_wrapper)},
    {Function::MPI_Send, WrapperKind::send, reinterpret_cast<void*>(&MPI_Send_wrapper)},
    {Function::MPI_Send_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Send_c_wrapper)},
    {Function::MPI_Send_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Send_init_wrapper)},
    {Function::MPI_Send_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Send_init_c_wrapper)},
    {Function::MPI_Sendrecv, WrapperKind::sendrecv, reinterpret_cast<void*>(&MPI_Sendrecv_wrapper)},
    {Function::MPI_Sendrecv_c, WrapperKind::sendrecv, reinterpret_cast<void*>(&MPI_Sendrecv_c_wrapper)},
    {Function::MPI_Sendrecv_replace, WrapperKind::sendrecv_replace,
        reinterpret_cast<void*>(&MPI_Sendrecv_replace_wrapper)},
    {Function::MPI_Sendrecv_replace_c, WrapperKind::sendrecv_replace,
        reinterpret_cast<void*>(&MPI_Sendrecv_replace_c_wrapper)},
    {Function::MPI_Ssend, WrapperKind::send, reinterpret_cast<void*>(&MPI_Ssend_wrapper)},
    {Function::MPI_Ssend_c, WrapperKind::send, reinterpret_cast<void*>(&MPI_Ssend_c_wrapper)},
    {Function::MPI_Ssend_init, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Ssend_init_wrapper)},
    {Function::MPI_Ssend_init_c, WrapperKind::send_init, reinterpret_cast<void*>(&MPI_Ssend_init_c_wrapper)},
    {Function::MPI_Start, WrapperKind::start, reinterpret_cast<void*>(&MPI_Start_wrapper)},
    {Function::MPI_Startall, WrapperKind::startall, reinterpret_cast<void*>(&MPI_Startall_wrapper)},
    {Function::MPI_Request_free, WrapperKind::request_free, reinterpret_cast<void*>(&MPI_Request_free_wrapper)},
    {Function::MPI_Test, WrapperKind::test, reinterpret_cast<void*>(&MPI_Test_wrapper)},
    {Function::MPI_Testall, WrapperKind::testall, reinterpret_cast<void*>(&MPI_Testall_wrapper)},
    {Function::MPI_Testany, WrapperKind::testany, reinterpret_cast<void*>(&MPI_Testany_wrapper)},
    {Function::MPI_Testsome, WrapperKind::testsome, reinterpret_cast<void*>(&MPI_Testsome_wrapper)},
    {Function::MPI_Wait, WrapperKind::wait, reinterpret_cast<void*>(&MPI_Wait_wrapper)},
    {Function::MPI_Waitall, WrapperKind::waitall, reinterpret_cast<void*>(&MPI_Waitall_wrapper)},
    {Function::MPI_Waitany, WrapperKind::waitany, reinterpret_cast<void*>(&MPI_Waitany_wrapper)},
    {Function::MPI_Waitsome, WrapperKind::waitsome, reinterpret_cast<void*>(&MPI_Waitsome_wrapper)},
    {Function::MPIX_Allgather_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Allgather_init_wrapper)},
    {Function::MPIX_Allgatherv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Allgatherv_init_wrapper)},
    {Function::MPIX_Allreduce_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Allreduce_init_wrapper)},
    {Function::MPIX_Alltoall_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Alltoall_init_wrapper)},
    {Function::MPIX_Alltoallv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Alltoallv_init_wrapper)},
    {Function::MPIX_Alltoallw_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Alltoallw_init_wrapper)},
    {Function::MPIX_Barrier_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Barrier_init_wrapper)},
    {Function::MPIX_Bcast_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Bcast_init_wrapper)},
    {Function::MPIX_Exscan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Exscan_init_wrapper)},
    {Function::MPIX_Gather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Gather_init_wrapper)},
    {Function::MPIX_Gatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Gatherv_init_wrapper)},
    {Function::MPIX_Neighbor_allgather_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Neighbor_allgather_init_wrapper)},
    {Function::MPIX_Neighbor_allgatherv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Neighbor_allgatherv_init_wrapper)},
    {Function::MPIX_Neighbor_alltoall_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Neighbor_alltoall_init_wrapper)},
    {Function::MPIX_Neighbor_alltoallv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Neighbor_alltoallv_init_wrapper)},
    {Function::MPIX_Neighbor_alltoallw_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Neighbor_alltoallw_init_wrapper)},
    {Function::MPIX_Reduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Reduce_init_wrapper)},
    {Function::MPIX_Reduce_scatter_block_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Reduce_scatter_block_init_wrapper)},
    {Function::MPIX_Reduce_scatter_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPIX_Reduce_scatter_init_wrapper)},
    {Function::MPIX_Scan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Scan_init_wrapper)},
    {Function::MPIX_Scatter_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Scatter_init_wrapper)},
    {Function::MPIX_Scatterv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPIX_Scatterv_init_wrapper)},
    {Function::MPI_Allgather, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgather_wrapper)},
    {Function::MPI_Allgather_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgather_c_wrapper)},
    {Function::MPI_Allgather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allgather_init_wrapper)},
    {Function::MPI_Allgather_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Allgather_init_c_wrapper)},
    {Function::MPI_Allgatherv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgatherv_wrapper)},
    {Function::MPI_Allgatherv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allgatherv_c_wrapper)},
    {Function::MPI_Allgatherv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Allgatherv_init_wrapper)},
    {Function::MPI_Allgatherv_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Allgatherv_init_c_wrapper)},
    {Function::MPI_Allreduce, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allreduce_wrapper)},
    {Function::MPI_Allreduce_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Allreduce_c_wrapper)},
    {Function::MPI_Allreduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Allreduce_init_wrapper)},
    {Function::MPI_Allreduce_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Allreduce_init_c_wrapper)},
    {Function::MPI_Alltoall, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoall_wrapper)},
    {Function::MPI_Alltoall_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoall_c_wrapper)},
    {Function::MPI_Alltoall_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoall_init_wrapper)},
    {Function::MPI_Alltoall_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Alltoall_init_c_wrapper)},
    {Function::MPI_Alltoallv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallv_wrapper)},
    {Function::MPI_Alltoallv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallv_c_wrapper)},
    {Function::MPI_Alltoallv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoallv_init_wrapper)},
    {Function::MPI_Alltoallv_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Alltoallv_init_c_wrapper)},
    {Function::MPI_Alltoallw, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallw_wrapper)},
    {Function::MPI_Alltoallw_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Alltoallw_c_wrapper)},
    {Function::MPI_Alltoallw_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Alltoallw_init_wrapper)},
    {Function::MPI_Alltoallw_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Alltoallw_init_c_wrapper)},
    {Function::MPI_Barrier, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Barrier_wrapper)},
    {Function::MPI_Barrier_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Barrier_init_wrapper)},
    {Function::MPI_Bcast, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Bcast_wrapper)},
    {Function::MPI_Bcast_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Bcast_c_wrapper)},
    {Function::MPI_Bcast_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Bcast_init_wrapper)},
    {Function::MPI_Bcast_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Bcast_init_c_wrapper)},
    {Function::MPI_Exscan, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Exscan_wrapper)},
    {Function::MPI_Exscan_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Exscan_c_wrapper)},
    {Function::MPI_Exscan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Exscan_init_wrapper)},
    {Function::MPI_Exscan_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Exscan_init_c_wrapper)},
    {Function::MPI_Gather, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gather_wrapper)},
    {Function::MPI_Gather_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gather_c_wrapper)},
    {Function::MPI_Gather_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gather_init_wrapper)},
    {Function::MPI_Gather_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gather_init_c_wrapper)},
    {Function::MPI_Gatherv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gatherv_wrapper)},
    {Function::MPI_Gatherv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Gatherv_c_wrapper)},
    {Function::MPI_Gatherv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gatherv_init_wrapper)},
    {Function::MPI_Gatherv_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Gatherv_init_c_wrapper)},
    {Function::MPI_Iallgather, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgather_wrapper)},
    {Function::MPI_Iallgather_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgather_c_wrapper)},
    {Function::MPI_Iallgatherv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgatherv_wrapper)},
    {Function::MPI_Iallgatherv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallgatherv_c_wrapper)},
    {Function::MPI_Iallreduce, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallreduce_wrapper)},
    {Function::MPI_Iallreduce_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iallreduce_c_wrapper)},
    {Function::MPI_Ialltoall, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoall_wrapper)},
    {Function::MPI_Ialltoall_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoall_c_wrapper)},
    {Function::MPI_Ialltoallv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallv_wrapper)},
    {Function::MPI_Ialltoallv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallv_c_wrapper)},
    {Function::MPI_Ialltoallw, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallw_wrapper)},
    {Function::MPI_Ialltoallw_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ialltoallw_c_wrapper)},
    {Function::MPI_Ibarrier, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ibarrier_wrapper)},
    {Function::MPI_Ibcast, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ibcast_wrapper)},
    {Function::MPI_Ibcast_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ibcast_c_wrapper)},
    {Function::MPI_Iexscan, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iexscan_wrapper)},
    {Function::MPI_Iexscan_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iexscan_c_wrapper)},
    {Function::MPI_Igather, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igather_wrapper)},
    {Function::MPI_Igather_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igather_c_wrapper)},
    {Function::MPI_Igatherv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igatherv_wrapper)},
    {Function::MPI_Igatherv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Igatherv_c_wrapper)},
    {Function::MPI_Ineighbor_allgather, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_allgather_wrapper)},
    {Function::MPI_Ineighbor_allgather_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_allgather_c_wrapper)},
    {Function::MPI_Ineighbor_allgatherv, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_allgatherv_wrapper)},
    {Function::MPI_Ineighbor_allgatherv_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_allgatherv_c_wrapper)},
    {Function::MPI_Ineighbor_alltoall, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_alltoall_wrapper)},
    {Function::MPI_Ineighbor_alltoall_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_alltoall_c_wrapper)},
    {Function::MPI_Ineighbor_alltoallv, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_alltoallv_wrapper)},
    {Function::MPI_Ineighbor_alltoallv_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_alltoallv_c_wrapper)},
    {Function::MPI_Ineighbor_alltoallw, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_alltoallw_wrapper)},
    {Function::MPI_Ineighbor_alltoallw_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ineighbor_alltoallw_c_wrapper)},
    {Function::MPI_Ireduce, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_wrapper)},
    {Function::MPI_Ireduce_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_c_wrapper)},
    {Function::MPI_Ireduce_scatter, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Ireduce_scatter_wrapper)},
    {Function::MPI_Ireduce_scatter_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ireduce_scatter_c_wrapper)},
    {Function::MPI_Ireduce_scatter_block, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ireduce_scatter_block_wrapper)},
    {Function::MPI_Ireduce_scatter_block_c, WrapperKind::icollective,
        reinterpret_cast<void*>(&MPI_Ireduce_scatter_block_c_wrapper)},
    {Function::MPI_Iscan, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscan_wrapper)},
    {Function::MPI_Iscan_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscan_c_wrapper)},
    {Function::MPI_Iscatter, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatter_wrapper)},
    {Function::MPI_Iscatter_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatter_c_wrapper)},
    {Function::MPI_Iscatterv, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatterv_wrapper)},
    {Function::MPI_Iscatterv_c, WrapperKind::icollective, reinterpret_cast<void*>(&MPI_Iscatterv_c_wrapper)},
    {Function::MPI_Neighbor_allgather, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_allgather_wrapper)},
    {Function::MPI_Neighbor_allgather_c, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_allgather_c_wrapper)},
    {Function::MPI_Neighbor_allgather_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_allgather_init_wrapper)},
    {Function::MPI_Neighbor_allgather_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_allgather_init_c_wrapper)},
    {Function::MPI_Neighbor_allgatherv, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_wrapper)},
    {Function::MPI_Neighbor_allgatherv_c, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_c_wrapper)},
    {Function::MPI_Neighbor_allgatherv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_init_wrapper)},
    {Function::MPI_Neighbor_allgatherv_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_allgatherv_init_c_wrapper)},
    {Function::MPI_Neighbor_alltoall, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Neighbor_alltoall_wrapper)},
    {Function::MPI_Neighbor_alltoall_c, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoall_c_wrapper)},
    {Function::MPI_Neighbor_alltoall_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoall_init_wrapper)},
    {Function::MPI_Neighbor_alltoall_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoall_init_c_wrapper)},
    {Function::MPI_Neighbor_alltoallv, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_wrapper)},
    {Function::MPI_Neighbor_alltoallv_c, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_c_wrapper)},
    {Function::MPI_Neighbor_alltoallv_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_init_wrapper)},
    {Function::MPI_Neighbor_alltoallv_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallv_init_c_wrapper)},
    {Function::MPI_Neighbor_alltoallw, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_wrapper)},
    {Function::MPI_Neighbor_alltoallw_c, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_c_wrapper)},
    {Function::MPI_Neighbor_alltoallw_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_init_wrapper)},
    {Function::MPI_Neighbor_alltoallw_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Neighbor_alltoallw_init_c_wrapper)},
    {Function::MPI_Reduce, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_wrapper)},
    {Function::MPI_Reduce_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_c_wrapper)},
    {Function::MPI_Reduce_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_init_wrapper)},
    {Function::MPI_Reduce_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Reduce_init_c_wrapper)},
    {Function::MPI_Reduce_scatter, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_scatter_wrapper)},
    {Function::MPI_Reduce_scatter_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Reduce_scatter_c_wrapper)},
    {Function::MPI_Reduce_scatter_block, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Reduce_scatter_block_wrapper)},
    {Function::MPI_Reduce_scatter_block_c, WrapperKind::collective,
        reinterpret_cast<void*>(&MPI_Reduce_scatter_block_c_wrapper)},
    {Function::MPI_Reduce_scatter_block_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Reduce_scatter_block_init_wrapper)},
    {Function::MPI_Reduce_scatter_block_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Reduce_scatter_block_init_c_wrapper)},
    {Function::MPI_Reduce_scatter_init, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Reduce_scatter_init_wrapper)},
    {Function::MPI_Reduce_scatter_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Reduce_scatter_init_c_wrapper)},
    {Function::MPI_Scan, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scan_wrapper)},
    {Function::MPI_Scan_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scan_c_wrapper)},
    {Function::MPI_Scan_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scan_init_wrapper)},
    {Function::MPI_Scan_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scan_init_c_wrapper)},
    {Function::MPI_Scatter, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatter_wrapper)},
    {Function::MPI_Scatter_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatter_c_wrapper)},
    {Function::MPI_Scatter_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatter_init_wrapper)},
    {Function::MPI_Scatter_init_c, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatter_init_c_wrapper)},
    {Function::MPI_Scatterv, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatterv_wrapper)},
    {Function::MPI_Scatterv_c, WrapperKind::collective, reinterpret_cast<void*>(&MPI_Scatterv_c_wrapper)},
    {Function::MPI_Scatterv_init, WrapperKind::collective_init, reinterpret_cast<void*>(&MPI_Scatterv_init_wrapper)},
    {Function::MPI_Scatterv_init_c, WrapperKind::collective_init,
        reinterpret_cast<void*>(&MPI_Scatterv_init_c_wrapper)},
    {Function::MPIX_Comm_ishrink, WrapperKind::comm_new, reinterpret_cast<void*>(&MPIX_Comm_ishrink_wrapper)},
    {Function::MPIX_Comm_shrink, WrapperKind::comm_new, reinterpret_cast<void*>(&MPIX_Comm_shrink_wrapper)},
    {Function::MPIX_Stream_comm_create, WrapperKind::comm_left,
        reinterpret_cast<void*>(&MPIX_Stream_comm_create_wrapper)},
    {Function::MPIX_Stream_comm_create_multiplex, WrapperKind::comm_left,
        reinterpret_cast<void*>(&MPIX_Stream_comm_create_multiplex_wrapper)},
    {Function::MPIX_Threadcomm_free, WrapperKind::comm_free, reinterpret_cast<void*>(&MPIX_Threadcomm_free_wrapper)},
    {Function::MPIX_Threadcomm_init, WrapperKind::comm_left, reinterpret_cast<void*>(&MPIX_Threadcomm_init_wrapper)},
    {Function::MPI_Cart_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Cart_create_wrapper)},
    {Function::MPI_Cart_sub, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Cart_sub_wrapper)},
    {Function::MPI_Comm_accept, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_accept_wrapper)},
    {Function::MPI_Comm_connect, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_connect_wrapper)},
    {Function::MPI_Comm_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_create_wrapper)},
    {Function::MPI_Comm_create_from_group, WrapperKind::comm_new,
        reinterpret_cast<void*>(&MPI_Comm_create_from_group_wrapper)},
    {Function::MPI_Comm_create_group, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_create_group_wrapper)},
    {Function::MPI_Comm_disconnect, WrapperKind::comm_free, reinterpret_cast<void*>(&MPI_Comm_disconnect_wrapper)},
    {Function::MPI_Comm_dup, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_dup_wrapper)},
    {Function::MPI_Comm_dup_with_info, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_dup_with_info_wrapper)},
    {Function::MPI_Comm_free, WrapperKind::comm_free, reinterpret_cast<void*>(&MPI_Comm_free_wrapper)},
    {Function::MPI_Comm_idup, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_idup_wrapper)},
    {Function::MPI_Comm_idup_with_info, WrapperKind::comm_new,
        reinterpret_cast<void*>(&MPI_Comm_idup_with_info_wrapper)},
    {Function::MPI_Comm_join, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_join_wrapper)},
    {Function::MPI_Comm_spawn, WrapperKind::comm_spawn, reinterpret_cast<void*>(&MPI_Comm_spawn_wrapper)},
    {Function::MPI_Comm_spawn_multiple, WrapperKind::comm_spawn,
        reinterpret_cast<void*>(&MPI_Comm_spawn_multiple_wrapper)},
    {Function::MPI_Comm_split, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_split_wrapper)},
    {Function::MPI_Comm_split_type, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Comm_split_type_wrapper)},
    {Function::MPI_Dist_graph_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Dist_graph_create_wrapper)},
    {Function::MPI_Dist_graph_create_adjacent, WrapperKind::comm_new,
        reinterpret_cast<void*>(&MPI_Dist_graph_create_adjacent_wrapper)},
    {Function::MPI_Graph_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Graph_create_wrapper)},
    {Function::MPI_Intercomm_create, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Intercomm_create_wrapper)},
    {Function::MPI_Intercomm_create_from_groups, WrapperKind::comm_new,
        reinterpret_cast<void*>(&MPI_Intercomm_create_from_groups_wrapper)},
    {Function::MPI_Intercomm_merge, WrapperKind::comm_new, reinterpret_cast<void*>(&MPI_Intercomm_merge_wrapper)},
    {Function::MPI_Accumulate, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Accumulate_wrapper)},
    {Function::MPI_Accumulate_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Accumulate_c_wrapper)},
    {Function::MPI_Compare_and_swap, WrapperKind::rma_one, reinterpret_cast<void*>(&MPI_Compare_and_swap_wrapper)},
    {Function::MPI_Fetch_and_op, WrapperKind::rma_one, reinterpret_cast<void*>(&MPI_Fetch_and_op_wrapper)},
    {Function::MPI_Get, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_wrapper)},
    {Function::MPI_Get_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_c_wrapper)},
    {Function::MPI_Get_accumulate, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_accumulate_wrapper)},
    {Function::MPI_Get_accumulate_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Get_accumulate_c_wrapper)},
    {Function::MPI_Put, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Put_wrapper)},
    {Function::MPI_Put_c, WrapperKind::rma, reinterpret_cast<void*>(&MPI_Put_c_wrapper)},
    {Function::MPI_Raccumulate, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Raccumulate_wrapper)},
    {Function::MPI_Raccumulate_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Raccumulate_c_wrapper)},
    {Function::MPI_Rget, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_wrapper)},
    {Function::MPI_Rget_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_c_wrapper)},
    {Function::MPI_Rget_accumulate, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rget_accumulate_wrapper)},
    {Function::MPI_Rget_accumulate_c, WrapperKind::rma_request,
        reinterpret_cast<void*>(&MPI_Rget_accumulate_c_wrapper)},
    {Function::MPI_Rput, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rput_wrapper)},
    {Function::MPI_Rput_c, WrapperKind::rma_request, reinterpret_cast<void*>(&MPI_Rput_c_wrapper)},
    {Function::MPI_Win_allocate, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_allocate_wrapper)},
    {Function::MPI_Win_allocate_c, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_allocate_c_wrapper)},
    {Function::MPI_Win_allocate_shared, WrapperKind::win_new,
        reinterpret_cast<void*>(&MPI_Win_allocate_shared_wrapper)},
    {Function::MPI_Win_allocate_shared_c, WrapperKind::win_new,
        reinterpret_cast<void*>(&MPI_Win_allocate_shared_c_wrapper)},
    {Function::MPI_Win_complete, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_complete_wrapper)},
    {Function::MPI_Win_create, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_create_wrapper)},
    {Function::MPI_Win_create_c, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_create_c_wrapper)},
    {Function::MPI_Win_create_dynamic, WrapperKind::win_new, reinterpret_cast<void*>(&MPI_Win_create_dynamic_wrapper)},
    {Function::MPI_Win_fence, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_fence_wrapper)},
    {Function::MPI_Win_flush, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_wrapper)},
    {Function::MPI_Win_flush_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_all_wrapper)},
    {Function::MPI_Win_flush_local, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_flush_local_wrapper)},
    {Function::MPI_Win_flush_local_all, WrapperKind::rma_sync,
        reinterpret_cast<void*>(&MPI_Win_flush_local_all_wrapper)},
    {Function::MPI_Win_free, WrapperKind::win_free, reinterpret_cast<void*>(&MPI_Win_free_wrapper)},
    {Function::MPI_Win_lock, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_lock_wrapper)},
    {Function::MPI_Win_lock_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_lock_all_wrapper)},
    {Function::MPI_Win_post, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_post_wrapper)},
    {Function::MPI_Win_start, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_start_wrapper)},
    {Function::MPI_Win_sync, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_sync_wrapper)},
    {Function::MPI_Win_test, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_test_wrapper)},
    {Function::MPI_Win_unlock, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_unlock_wrapper)},
    {Function::MPI_Win_unlock_all, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_unlock_all_wrapper)},
    {Function::MPI_Win_wait, WrapperKind::rma_sync, reinterpret_cast<void*>(&MPI_Win_wait_wrapper)},
    {Function::MPI_File_close, WrapperKind::file_close, reinterpret_cast<void*>(&MPI_File_close_wrapper)},
    {Function::MPI_File_iread, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_wrapper)},
    {Function::MPI_File_iread_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_c_wrapper)},
    {Function::MPI_File_iread_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_all_wrapper)},
    {Function::MPI_File_iread_all_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_all_c_wrapper)},
    {Function::MPI_File_iread_at, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_wrapper)},
    {Function::MPI_File_iread_at_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_c_wrapper)},
    {Function::MPI_File_iread_at_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_at_all_wrapper)},
    {Function::MPI_File_iread_at_all_c, WrapperKind::io_request,
        reinterpret_cast<void*>(&MPI_File_iread_at_all_c_wrapper)},
    {Function::MPI_File_iread_shared, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iread_shared_wrapper)},
    {Function::MPI_File_iread_shared_c, WrapperKind::io_request,
        reinterpret_cast<void*>(&MPI_File_iread_shared_c_wrapper)},
    {Function::MPI_File_iwrite, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_wrapper)},
    {Function::MPI_File_iwrite_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_c_wrapper)},
    {Function::MPI_File_iwrite_all, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_all_wrapper)},
    {Function::MPI_File_iwrite_all_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_all_c_wrapper)},
    {Function::MPI_File_iwrite_at, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_at_wrapper)},
    {Function::MPI_File_iwrite_at_c, WrapperKind::io_request, reinterpret_cast<void*>(&MPI_File_iwrite_at_c_wrapper)},
    {Function::MPI_File_iwrite_at_all, WrapperKind::io_request,
        reinterpret_cast<void*>(&MPI_File_iwrite_at_all_wrapper)},
    {Function::MPI_File_iwrite_at_all_c, WrapperKind::io_request,
        reinterpret_cast<void*>(&MPI_File_iwrite_at_all_c_wrapper)},
    {Function::MPI_File_iwrite_shared, WrapperKind::io_request,
        reinterpret_cast<void*>(&MPI_File_iwrite_shared_wrapper)},
    {Function::MPI_File_iwrite_shared_c, WrapperKind::io_request,
        reinterpret_cast<void*>(&MPI_File_iwrite_shared_c_wrapper)},
    {Function::MPI_File_open, WrapperKind::file_open, reinterpret_cast<void*>(&MPI_File_open_wrapper)},
    {Function::MPI_File_read, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_wrapper)},
    {Function::MPI_File_read_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_c_wrapper)},
    {Function::MPI_File_read_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_wrapper)},
    {Function::MPI_File_read_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_c_wrapper)},
    {Function::MPI_File_read_all_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_begin_wrapper)},
    {Function::MPI_File_read_all_begin_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_begin_c_wrapper)},
    {Function::MPI_File_read_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_all_end_wrapper)},
    {Function::MPI_File_read_at, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_wrapper)},
    {Function::MPI_File_read_at_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_c_wrapper)},
    {Function::MPI_File_read_at_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_wrapper)},
    {Function::MPI_File_read_at_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_c_wrapper)},
    {Function::MPI_File_read_at_all_begin, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_read_at_all_begin_wrapper)},
    {Function::MPI_File_read_at_all_begin_c, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_read_at_all_begin_c_wrapper)},
    {Function::MPI_File_read_at_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_at_all_end_wrapper)},
    {Function::MPI_File_read_ordered, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_wrapper)},
    {Function::MPI_File_read_ordered_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_c_wrapper)},
    {Function::MPI_File_read_ordered_begin, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_read_ordered_begin_wrapper)},
    {Function::MPI_File_read_ordered_begin_c, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_read_ordered_begin_c_wrapper)},
    {Function::MPI_File_read_ordered_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_ordered_end_wrapper)},
    {Function::MPI_File_read_shared, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_shared_wrapper)},
    {Function::MPI_File_read_shared_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_read_shared_c_wrapper)},
    {Function::MPI_File_write, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_wrapper)},
    {Function::MPI_File_write_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_c_wrapper)},
    {Function::MPI_File_write_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_wrapper)},
    {Function::MPI_File_write_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_c_wrapper)},
    {Function::MPI_File_write_all_begin, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_begin_wrapper)},
    {Function::MPI_File_write_all_begin_c, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_write_all_begin_c_wrapper)},
    {Function::MPI_File_write_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_all_end_wrapper)},
    {Function::MPI_File_write_at, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_wrapper)},
    {Function::MPI_File_write_at_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_c_wrapper)},
    {Function::MPI_File_write_at_all, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_wrapper)},
    {Function::MPI_File_write_at_all_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_c_wrapper)},
    {Function::MPI_File_write_at_all_begin, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_write_at_all_begin_wrapper)},
    {Function::MPI_File_write_at_all_begin_c, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_write_at_all_begin_c_wrapper)},
    {Function::MPI_File_write_at_all_end, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_at_all_end_wrapper)},
    {Function::MPI_File_write_ordered, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_wrapper)},
    {Function::MPI_File_write_ordered_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_ordered_c_wrapper)},
    {Function::MPI_File_write_ordered_begin, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_write_ordered_begin_wrapper)},
    {Function::MPI_File_write_ordered_begin_c, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_write_ordered_begin_c_wrapper)},
    {Function::MPI_File_write_ordered_end, WrapperKind::io,
        reinterpret_cast<void*>(&MPI_File_write_ordered_end_wrapper)},
    {Function::MPI_File_write_shared, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_shared_wrapper)},
    {Function::MPI_File_write_shared_c, WrapperKind::io, reinterpret_cast<void*>(&MPI_File_write_shared_c_wrapper)},
    {Function::MPIX_Comm_ack_failed, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_ack_failed_wrapper)},
    {Function::MPIX_Comm_agree, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_agree_wrapper)},
    {Function::MPIX_Comm_failure_ack, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_failure_ack_wrapper)},
    {Function::MPIX_Comm_failure_get_acked, WrapperKind::local,
        reinterpret_cast<void*>(&MPIX_Comm_failure_get_acked_wrapper)},
    {Function::MPIX_Comm_get_failed, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_get_failed_wrapper)},
    {Function::MPIX_Comm_iagree, WrapperKind::local_request, reinterpret_cast<void*>(&MPIX_Comm_iagree_wrapper)},
    {Function::MPIX_Comm_is_revoked, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_is_revoked_wrapper)},
    {Function::MPIX_Comm_revoke, WrapperKind::local, reinterpret_cast<void*>(&MPIX_Comm_revoke_wrapper)},
    {Function::MPIX_Stream_irecv, WrapperKind::local_request, reinterpret_cast<void*>(&MPIX_Stream_irecv_wrapper)},
    {Function::MPIX_Stream_irecv_c, WrapperKind::local_request, reinterpret_cast<void*>(&MPIX_Stream_irecv_c_wrapper)},
    {Function::MPIX_Stream_isend, WrapperKind::local_request, reinterpret_cast<void*>(&MPIX_Stream_isend_wrapper)},
    {Function::MPIX_Stream_isend_c, WrapperKind::local_request, reinterpret_cast<void*>(&MPIX_Stream_isend_c_wrapper)},
    {Function::MPIX_Stream_recv, WrapperKind::local_message, reinterpret_cast<void*>(&MPIX_Stream_recv_wrapper)},
    {Function::MPIX_Stream_recv_c, WrapperKind::local_message, reinterpret_cast<void*>(&MPIX_Stream_recv_c_wrapper)},
    {Function::MPIX_Stream_send, WrapperKind::local_message, reinterpret_cast<void*>(&MPIX_Stream_send_wrapper)},
    {Function::MPIX_Stream_send_c, WrapperKind::local_message, reinterpret_cast<void*>(&MPIX_Stream_send_c_wrapper)},
    {Function::MPI_Alloc_mem, WrapperKind::query, reinterpret_cast<void*>(&MPI_Alloc_mem_wrapper)},
    {Function::MPI_Buffer_attach, WrapperKind::buffer_attach, reinterpret_cast<void*>(&MPI_Buffer_attach_wrapper)},
    {Function::MPI_Buffer_attach_c, WrapperKind::buffer_attach, reinterpret_cast<void*>(&MPI_Buffer_attach_c_wrapper)},
    {Function::MPI_Buffer_detach, WrapperKind::buffer_detach, reinterpret_cast<void*>(&MPI_Buffer_detach_wrapper)},
    {Function::MPI_Buffer_detach_c, WrapperKind::buffer_detach, reinterpret_cast<void*>(&MPI_Buffer_detach_c_wrapper)},
    {Function::MPI_Buffer_flush, WrapperKind::buffer_flush, reinterpret_cast<void*>(&MPI_Buffer_flush_wrapper)},
    {Function::MPI_Buffer_iflush, WrapperKind::local_request, reinterpret_cast<void*>(&MPI_Buffer_iflush_wrapper)},
    {Function::MPI_Cancel, WrapperKind::cancel, reinterpret_cast<void*>(&MPI_Cancel_wrapper)},
    {Function::MPI_Cart_coords, WrapperKind::query, reinterpret_cast<void*>(&MPI_Cart_coords_wrapper)},
    {Function::MPI_Cart_get, WrapperKind::query, reinterpret_cast<void*>(&MPI_Cart_get_wrapper)},
    {Function::MPI_Cart_map, WrapperKind::query, reinterpret_cast<void*>(&MPI_Cart_map_wrapper)},
    {Function::MPI_Cart_rank, WrapperKind::query, reinterpret_cast<void*>(&MPI_Cart_rank_wrapper)},
    {Function::MPI_Cart_shift, WrapperKind::query, reinterpret_cast<void*>(&MPI_Cart_shift_wrapper)},
    {Function::MPI_Cartdim_get, WrapperKind::query, reinterpret_cast<void*>(&MPI_Cartdim_get_wrapper)},
    {Function::MPI_Close_port, WrapperKind::local, reinterpret_cast<void*>(&MPI_Close_port_wrapper)},
    {Function::MPI_Comm_compare, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_compare_wrapper)},
    {Function::MPI_Comm_get_info, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_get_info_wrapper)},
    {Function::MPI_Comm_get_name, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_get_name_wrapper)},
    {Function::MPI_Comm_get_parent, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_get_parent_wrapper)},
    {Function::MPI_Comm_group, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_group_wrapper)},
    {Function::MPI_Comm_get_attr, WrapperKind::host, nullptr},
    {Function::MPI_Query_thread, WrapperKind::host, nullptr},
    {Function::MPI_Comm_set_errhandler, WrapperKind::host, nullptr},
    {Function::MPI_Comm_attach_buffer, WrapperKind::buffer_attach_one,
        reinterpret_cast<void*>(&MPI_Comm_attach_buffer_wrapper)},
    {Function::MPI_Comm_attach_buffer_c, WrapperKind::buffer_attach_one,
        reinterpret_cast<void*>(&MPI_Comm_attach_buffer_c_wrapper)},
    {Function::MPI_Comm_call_errhandler, WrapperKind::host, nullptr},
    {Function::MPI_Comm_detach_buffer, WrapperKind::buffer_flush,
        reinterpret_cast<void*>(&MPI_Comm_detach_buffer_wrapper)},
    {Function::MPI_Comm_detach_buffer_c, WrapperKind::buffer_flush,
        reinterpret_cast<void*>(&MPI_Comm_detach_buffer_c_wrapper)},
    {Function::MPI_Comm_flush_buffer, WrapperKind::buffer_flush,
        reinterpret_cast<void*>(&MPI_Comm_flush_buffer_wrapper)},
    {Function::MPI_Comm_iflush_buffer, WrapperKind::local_request,
        reinterpret_cast<void*>(&MPI_Comm_iflush_buffer_wrapper)},
    {Function::MPI_Comm_get_errhandler, WrapperKind::host, nullptr},
    {Function::MPI_Errhandler_free, WrapperKind::host, nullptr},
    {Function::MPI_Comm_rank, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_rank_wrapper)},
    {Function::MPI_Comm_remote_group, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_remote_group_wrapper)},
    {Function::MPI_Comm_remote_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_remote_size_wrapper)},
    {Function::MPI_Comm_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Comm_set_info_wrapper)},
    {Function::MPI_Comm_set_name, WrapperKind::comm_set_name, reinterpret_cast<void*>(&MPI_Comm_set_name_wrapper)},
    {Function::MPI_Comm_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_size_wrapper)},
    {Function::MPI_Comm_test_inter, WrapperKind::query, reinterpret_cast<void*>(&MPI_Comm_test_inter_wrapper)},
    {Function::MPI_Dims_create, WrapperKind::query, reinterpret_cast<void*>(&MPI_Dims_create_wrapper)},
    {Function::MPI_Dist_graph_neighbors, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Dist_graph_neighbors_wrapper)},
    {Function::MPI_Dist_graph_neighbors_count, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Dist_graph_neighbors_count_wrapper)},
    {Function::MPI_File_delete, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_delete_wrapper)},
    {Function::MPI_File_get_amode, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_amode_wrapper)},
    {Function::MPI_File_get_atomicity, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_atomicity_wrapper)},
    {Function::MPI_File_get_byte_offset, WrapperKind::local,
        reinterpret_cast<void*>(&MPI_File_get_byte_offset_wrapper)},
    {Function::MPI_File_get_group, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_group_wrapper)},
    {Function::MPI_File_get_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_info_wrapper)},
    {Function::MPI_File_get_position, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_position_wrapper)},
    {Function::MPI_File_get_position_shared, WrapperKind::local,
        reinterpret_cast<void*>(&MPI_File_get_position_shared_wrapper)},
    {Function::MPI_File_get_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_size_wrapper)},
    {Function::MPI_File_get_type_extent, WrapperKind::local,
        reinterpret_cast<void*>(&MPI_File_get_type_extent_wrapper)},
    {Function::MPI_File_get_type_extent_c, WrapperKind::local,
        reinterpret_cast<void*>(&MPI_File_get_type_extent_c_wrapper)},
    {Function::MPI_File_get_view, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_get_view_wrapper)},
    {Function::MPI_File_preallocate, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_preallocate_wrapper)},
    {Function::MPI_File_seek, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_seek_wrapper)},
    {Function::MPI_File_seek_shared, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_seek_shared_wrapper)},
    {Function::MPI_File_set_atomicity, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_atomicity_wrapper)},
    {Function::MPI_File_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_info_wrapper)},
    {Function::MPI_File_set_size, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_size_wrapper)},
    {Function::MPI_File_set_view, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_set_view_wrapper)},
    {Function::MPI_File_sync, WrapperKind::local, reinterpret_cast<void*>(&MPI_File_sync_wrapper)},
    {Function::MPI_Free_mem, WrapperKind::query, reinterpret_cast<void*>(&MPI_Free_mem_wrapper)},
    {Function::MPI_Get_count, WrapperKind::query, reinterpret_cast<void*>(&MPI_Get_count_wrapper)},
    {Function::MPI_Get_count_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Get_count_c_wrapper)},
    {Function::MPI_Get_elements, WrapperKind::query, reinterpret_cast<void*>(&MPI_Get_elements_wrapper)},
    {Function::MPI_Get_elements_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Get_elements_c_wrapper)},
    {Function::MPI_Get_elements_x, WrapperKind::query, reinterpret_cast<void*>(&MPI_Get_elements_x_wrapper)},
    {Function::MPI_Get_processor_name, WrapperKind::query, reinterpret_cast<void*>(&MPI_Get_processor_name_wrapper)},
    {Function::MPI_Get_hw_resource_info, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Get_hw_resource_info_wrapper)},
    {Function::MPI_Graph_get, WrapperKind::query, reinterpret_cast<void*>(&MPI_Graph_get_wrapper)},
    {Function::MPI_Graph_map, WrapperKind::query, reinterpret_cast<void*>(&MPI_Graph_map_wrapper)},
    {Function::MPI_Graph_neighbors, WrapperKind::query, reinterpret_cast<void*>(&MPI_Graph_neighbors_wrapper)},
    {Function::MPI_Graph_neighbors_count, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Graph_neighbors_count_wrapper)},
    {Function::MPI_Graphdims_get, WrapperKind::query, reinterpret_cast<void*>(&MPI_Graphdims_get_wrapper)},
    {Function::MPI_Grequest_complete, WrapperKind::local, reinterpret_cast<void*>(&MPI_Grequest_complete_wrapper)},
    {Function::MPI_Group_compare, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_compare_wrapper)},
    {Function::MPI_Group_difference, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_difference_wrapper)},
    {Function::MPI_Group_excl, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_excl_wrapper)},
    {Function::MPI_Group_free, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_free_wrapper)},
#ifdef MPI_SESSION_NULL
    {Function::MPI_Group_from_session_pset, WrapperKind::local,
        reinterpret_cast<void*>(&MPI_Group_from_session_pset_wrapper)},
#endif
    {Function::MPI_Group_incl, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_incl_wrapper)},
    {Function::MPI_Group_intersection, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_intersection_wrapper)},
    {Function::MPI_Group_range_excl, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_range_excl_wrapper)},
    {Function::MPI_Group_range_incl, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_range_incl_wrapper)},
    {Function::MPI_Group_rank, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_rank_wrapper)},
    {Function::MPI_Group_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_size_wrapper)},
    {Function::MPI_Group_translate_ranks, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Group_translate_ranks_wrapper)},
    {Function::MPI_Group_union, WrapperKind::query, reinterpret_cast<void*>(&MPI_Group_union_wrapper)},
    {Function::MPI_Info_create, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_create_wrapper)},
    {Function::MPI_Info_create_env, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_create_env_wrapper)},
    {Function::MPI_Info_delete, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_delete_wrapper)},
    {Function::MPI_Info_dup, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_dup_wrapper)},
    {Function::MPI_Info_free, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_free_wrapper)},
    {Function::MPI_Info_get, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_get_wrapper)},
    {Function::MPI_Info_get_nkeys, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_get_nkeys_wrapper)},
    {Function::MPI_Info_get_nthkey, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_get_nthkey_wrapper)},
    {Function::MPI_Info_get_string, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_get_string_wrapper)},
    {Function::MPI_Info_get_valuelen, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_get_valuelen_wrapper)},
    {Function::MPI_Info_set, WrapperKind::query, reinterpret_cast<void*>(&MPI_Info_set_wrapper)},
    {Function::MPI_Keyval_free, WrapperKind::query, reinterpret_cast<void*>(&MPI_Keyval_free_wrapper)},
    {Function::MPI_Lookup_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Lookup_name_wrapper)},
    {Function::MPI_Op_commutative, WrapperKind::query, reinterpret_cast<void*>(&MPI_Op_commutative_wrapper)},
    {Function::MPI_Op_free, WrapperKind::op_free, reinterpret_cast<void*>(&MPI_Op_free_wrapper)},
    {Function::MPI_Open_port, WrapperKind::local, reinterpret_cast<void*>(&MPI_Open_port_wrapper)},
    {Function::MPI_Pack, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_wrapper)},
    {Function::MPI_Pack_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_c_wrapper)},
    {Function::MPI_Pack_external, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_external_wrapper)},
    {Function::MPI_Pack_external_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_external_c_wrapper)},
    {Function::MPI_Pack_external_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_external_size_wrapper)},
    {Function::MPI_Pack_external_size_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Pack_external_size_c_wrapper)},
    {Function::MPI_Pack_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_size_wrapper)},
    {Function::MPI_Pack_size_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Pack_size_c_wrapper)},
    {Function::MPI_Parrived, WrapperKind::local, reinterpret_cast<void*>(&MPI_Parrived_wrapper)},
    {Function::MPI_Pready, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pready_wrapper)},
    {Function::MPI_Pready_list, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pready_list_wrapper)},
    {Function::MPI_Pready_range, WrapperKind::local, reinterpret_cast<void*>(&MPI_Pready_range_wrapper)},
    {Function::MPI_Publish_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Publish_name_wrapper)},
    {Function::MPI_Reduce_local, WrapperKind::query, reinterpret_cast<void*>(&MPI_Reduce_local_wrapper)},
    {Function::MPI_Reduce_local_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Reduce_local_c_wrapper)},
    {Function::MPIX_Request_is_complete, WrapperKind::is_complete,
        reinterpret_cast<void*>(&MPIX_Request_is_complete_wrapper)},
    {Function::MPI_Request_get_status, WrapperKind::get_status,
        reinterpret_cast<void*>(&MPI_Request_get_status_wrapper)},
    {Function::MPI_Request_get_status_all, WrapperKind::get_status_all,
        reinterpret_cast<void*>(&MPI_Request_get_status_all_wrapper)},
    {Function::MPI_Request_get_status_any, WrapperKind::get_status_any,
        reinterpret_cast<void*>(&MPI_Request_get_status_any_wrapper)},
    {Function::MPI_Request_get_status_some, WrapperKind::get_status_some,
        reinterpret_cast<void*>(&MPI_Request_get_status_some_wrapper)},
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_attach_buffer, WrapperKind::buffer_attach_one,
        reinterpret_cast<void*>(&MPI_Session_attach_buffer_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_attach_buffer_c, WrapperKind::buffer_attach_one,
        reinterpret_cast<void*>(&MPI_Session_attach_buffer_c_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_detach_buffer, WrapperKind::buffer_flush,
        reinterpret_cast<void*>(&MPI_Session_detach_buffer_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_detach_buffer_c, WrapperKind::buffer_flush,
        reinterpret_cast<void*>(&MPI_Session_detach_buffer_c_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_flush_buffer, WrapperKind::buffer_flush,
        reinterpret_cast<void*>(&MPI_Session_flush_buffer_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_get_info, WrapperKind::query, reinterpret_cast<void*>(&MPI_Session_get_info_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_get_nth_pset, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Session_get_nth_pset_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_get_num_psets, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Session_get_num_psets_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_get_pset_info, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Session_get_pset_info_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_iflush_buffer, WrapperKind::local_request,
        reinterpret_cast<void*>(&MPI_Session_iflush_buffer_wrapper)},
#endif
#ifdef MPI_SESSION_NULL
    {Function::MPI_Session_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Session_set_info_wrapper)},
#endif
    {Function::MPI_Status_get_error, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_get_error_wrapper)},
    {Function::MPI_Status_get_source, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_get_source_wrapper)},
    {Function::MPI_Status_get_tag, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_get_tag_wrapper)},
    {Function::MPI_Status_set_cancelled, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Status_set_cancelled_wrapper)},
    {Function::MPI_Status_set_elements, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_set_elements_wrapper)},
    {Function::MPI_Status_set_elements_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Status_set_elements_c_wrapper)},
    {Function::MPI_Status_set_elements_x, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Status_set_elements_x_wrapper)},
    {Function::MPI_Status_set_error, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_set_error_wrapper)},
    {Function::MPI_Status_set_source, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_set_source_wrapper)},
    {Function::MPI_Status_set_tag, WrapperKind::query, reinterpret_cast<void*>(&MPI_Status_set_tag_wrapper)},
    {Function::MPI_Test_cancelled, WrapperKind::query, reinterpret_cast<void*>(&MPI_Test_cancelled_wrapper)},
    {Function::MPI_Topo_test, WrapperKind::query, reinterpret_cast<void*>(&MPI_Topo_test_wrapper)},
    {Function::MPI_Type_commit, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_commit_wrapper)},
    {Function::MPI_Type_contiguous, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_contiguous_wrapper)},
    {Function::MPI_Type_contiguous_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_contiguous_c_wrapper)},
    {Function::MPI_Type_create_darray, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_create_darray_wrapper)},
    {Function::MPI_Type_create_darray_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_darray_c_wrapper)},
    {Function::MPI_Type_create_f90_complex, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_f90_complex_wrapper)},
    {Function::MPI_Type_create_f90_integer, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_f90_integer_wrapper)},
    {Function::MPI_Type_create_f90_real, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_f90_real_wrapper)},
    {Function::MPI_Type_create_hindexed, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_hindexed_wrapper)},
    {Function::MPI_Type_create_hindexed_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_hindexed_c_wrapper)},
    {Function::MPI_Type_create_hindexed_block, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_hindexed_block_wrapper)},
    {Function::MPI_Type_create_hindexed_block_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_hindexed_block_c_wrapper)},
    {Function::MPI_Type_create_hvector, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_create_hvector_wrapper)},
    {Function::MPI_Type_create_hvector_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_hvector_c_wrapper)},
    {Function::MPI_Type_create_indexed_block, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_indexed_block_wrapper)},
    {Function::MPI_Type_create_indexed_block_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_indexed_block_c_wrapper)},
    {Function::MPI_Type_create_resized, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_create_resized_wrapper)},
    {Function::MPI_Type_create_resized_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_resized_c_wrapper)},
    {Function::MPI_Type_create_struct, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_create_struct_wrapper)},
    {Function::MPI_Type_create_struct_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_struct_c_wrapper)},
    {Function::MPI_Type_create_subarray, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_subarray_wrapper)},
    {Function::MPI_Type_create_subarray_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_create_subarray_c_wrapper)},
    {Function::MPI_Type_dup, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_dup_wrapper)},
    {Function::MPI_Type_free, WrapperKind::type_free, reinterpret_cast<void*>(&MPI_Type_free_wrapper)},
    {Function::MPI_Type_get_contents_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_contents_c_wrapper)},
    {Function::MPI_Type_get_contents, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_contents_wrapper)},
    {Function::MPI_Type_get_envelope_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_envelope_c_wrapper)},
    {Function::MPI_Type_get_envelope, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_envelope_wrapper)},
    {Function::MPI_Type_get_extent, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_extent_wrapper)},
    {Function::MPI_Type_get_extent_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_extent_c_wrapper)},
    {Function::MPI_Type_get_extent_x, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_extent_x_wrapper)},
    {Function::MPI_Type_get_name, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_get_name_wrapper)},
    {Function::MPI_Type_get_true_extent, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_get_true_extent_wrapper)},
    {Function::MPI_Type_get_true_extent_c, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_get_true_extent_c_wrapper)},
    {Function::MPI_Type_get_true_extent_x, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_get_true_extent_x_wrapper)},
    {Function::MPI_Type_get_value_index, WrapperKind::query,
        reinterpret_cast<void*>(&MPI_Type_get_value_index_wrapper)},
    {Function::MPI_Type_indexed, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_indexed_wrapper)},
    {Function::MPI_Type_indexed_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_indexed_c_wrapper)},
    {Function::MPI_Type_match_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_match_size_wrapper)},
    {Function::MPI_Type_set_name, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_set_name_wrapper)},
    {Function::MPI_Type_size, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_size_wrapper)},
    {Function::MPI_Type_size_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_size_c_wrapper)},
    {Function::MPI_Type_size_x, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_size_x_wrapper)},
    {Function::MPI_Type_vector, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_vector_wrapper)},
    {Function::MPI_Type_vector_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Type_vector_c_wrapper)},
    {Function::MPI_Unpack, WrapperKind::query, reinterpret_cast<void*>(&MPI_Unpack_wrapper)},
    {Function::MPI_Unpack_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Unpack_c_wrapper)},
    {Function::MPI_Unpack_external, WrapperKind::query, reinterpret_cast<void*>(&MPI_Unpack_external_wrapper)},
    {Function::MPI_Unpack_external_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Unpack_external_c_wrapper)},
    {Function::MPI_Unpublish_name, WrapperKind::local, reinterpret_cast<void*>(&MPI_Unpublish_name_wrapper)},
    {Function::MPI_Win_attach, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_attach_wrapper)},
    {Function::MPI_Win_detach, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_detach_wrapper)},
    {Function::MPI_Win_get_group, WrapperKind::query, reinterpret_cast<void*>(&MPI_Win_get_group_wrapper)},
    {Function::MPI_Win_get_info, WrapperKind::query, reinterpret_cast<void*>(&MPI_Win_get_info_wrapper)},
    {Function::MPI_Win_get_name, WrapperKind::query, reinterpret_cast<void*>(&MPI_Win_get_name_wrapper)},
    {Function::MPI_Win_set_info, WrapperKind::local, reinterpret_cast<void*>(&MPI_Win_set_info_wrapper)},
    {Function::MPI_Win_set_name, WrapperKind::query, reinterpret_cast<void*>(&MPI_Win_set_name_wrapper)},
    {Function::MPI_Win_shared_query, WrapperKind::query, reinterpret_cast<void*>(&MPI_Win_shared_query_wrapper)},
    {Function::MPI_Win_shared_query_c, WrapperKind::query, reinterpret_cast<void*>(&MPI_Win_shared_query_c_wrapper)},
    {Function::MPI_Comm_create_keyval, WrapperKind::host, nullptr},
    {Function::MPI_Comm_set_attr, WrapperKind::host, nullptr},
    {Function::MPI_Error_class, WrapperKind::host, nullptr},
    {Function::MPI_Finalized, WrapperKind::host, nullptr},
};
const std::size_t kWrapperRowCount = sizeof(kWrapperRows) / sizeof(kWrapperRows[0]);

}  // namespace shunt
