#include "shim/objects/alias.hpp"

#include <array>
#include <atomic>

#include "shim/host/own_world.hpp"
#include "shim/host/quirks.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

enum Answer : signed char { kNotAsked, kRefused, kTaken };
using Known = std::atomic<signed char>;
std::array<Known, kOperationCount> aliases;
Known null_exscan;

/// A communicator of this process alone whose errors are returned as codes.
class Alone {
public:
    explicit Alone(const OwnWorld& own) {
        MPI_Group group = MPI_GROUP_NULL;
        if (own.world == MPI_COMM_NULL ||
            host.MPI_Group_incl(own.world_group, 1, &own.world_rank, &group) != MPI_SUCCESS)
            return;
        // Not made from MPI_COMM_SELF, whose errors are the program's.
        if (host.MPI_Comm_create_group(own.world, group, 0, &comm_) == MPI_SUCCESS && comm_ != MPI_COMM_NULL)
            host.MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
        host.MPI_Group_free(&group);
    }
    ~Alone() {
        if (comm_ != MPI_COMM_NULL) host.MPI_Comm_free(&comm_);
    }
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;
    MPI_Comm comm() const { return comm_; }

private:
    MPI_Comm comm_ = MPI_COMM_NULL;
};

/// The host's return code for `operation` on one integer, with the same address as send and receive buffer.
int try_alias(Operation operation, MPI_Comm comm) {
    int it = 0;
    const int ones[1] = {1}, zeros[1] = {0};
    const MPI_Datatype types[1] = {MPI_INT};
    switch (operation) {
        case Operation::gather: return host.MPI_Gather(&it, 1, MPI_INT, &it, 1, MPI_INT, 0, comm);
        case Operation::gatherv: return host.MPI_Gatherv(&it, 1, MPI_INT, &it, ones, zeros, MPI_INT, 0, comm);
        case Operation::scatter: return host.MPI_Scatter(&it, 1, MPI_INT, &it, 1, MPI_INT, 0, comm);
        case Operation::scatterv: return host.MPI_Scatterv(&it, ones, zeros, MPI_INT, &it, 1, MPI_INT, 0, comm);
        case Operation::allgather: return host.MPI_Allgather(&it, 1, MPI_INT, &it, 1, MPI_INT, comm);
        case Operation::allgatherv: return host.MPI_Allgatherv(&it, 1, MPI_INT, &it, ones, zeros, MPI_INT, comm);
        case Operation::alltoall: return host.MPI_Alltoall(&it, 1, MPI_INT, &it, 1, MPI_INT, comm);
        case Operation::alltoallv:
            return host.MPI_Alltoallv(&it, ones, zeros, MPI_INT, &it, ones, zeros, MPI_INT, comm);
        case Operation::alltoallw: return host.MPI_Alltoallw(&it, ones, zeros, types, &it, ones, zeros, types, comm);
        case Operation::reduce: return host.MPI_Reduce(&it, &it, 1, MPI_INT, MPI_SUM, 0, comm);
        case Operation::allreduce: return host.MPI_Allreduce(&it, &it, 1, MPI_INT, MPI_SUM, comm);
        case Operation::scan: return host.MPI_Scan(&it, &it, 1, MPI_INT, MPI_SUM, comm);
        case Operation::exscan: return host.MPI_Exscan(&it, &it, 1, MPI_INT, MPI_SUM, comm);
        case Operation::reduce_scatter: return host.MPI_Reduce_scatter(&it, &it, ones, MPI_INT, MPI_SUM, comm);
        case Operation::reduce_scatter_block: return host.MPI_Reduce_scatter_block(&it, &it, 1, MPI_INT, MPI_SUM, comm);
        default: return MPI_SUCCESS;
    }
}

/// Whether the host refuses the call that `attempt` makes. Where the host cannot be asked: `otherwise`.
template <class Attempt>
bool is_refused(Known& answer, bool otherwise, Attempt&& attempt) {
    const auto ask = [&] {
        const OwnWorld* own = own_world.load(std::memory_order_acquire);
        if (!own) return otherwise;
        const Alone alone(*own);
        return alone.comm() == MPI_COMM_NULL ? otherwise : attempt(alone.comm()) != MPI_SUCCESS;
    };
    if (answer.load(std::memory_order_relaxed) == kNotAsked)
        answer.store(ask() ? kRefused : kTaken, std::memory_order_relaxed);
    return answer.load(std::memory_order_relaxed) == kRefused;
}

}  // namespace

bool host_refuses_alias(Operation operation, MPI_Count count) {
    // Open MPI accepts one element in Allreduce. It would raise the error of several on MPI_COMM_WORLD, so it is asked
    // whether it checks this in Reduce.
    if (host_quirks.is_open_mpi && operation == Operation::allreduce && count > 1) operation = Operation::reduce;
    return is_refused(aliases[static_cast<std::size_t>(operation)], host_quirks.refuses_alias(operation),
                      [&](MPI_Comm comm) { return try_alias(operation, comm); });
}

bool host_refuses_null_exscan() {
    return is_refused(null_exscan, !host_quirks.is_open_mpi, [](MPI_Comm comm) {
        const int own = 0;
        return host.MPI_Exscan(&own, nullptr, 1, MPI_INT, MPI_SUM, comm);
    });
}

}  // namespace shunt
