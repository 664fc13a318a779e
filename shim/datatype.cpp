#include "shim/datatype.hpp"

#include "shim/generated/host_mpi.hpp"

namespace shunt {

std::atomic<std::uint32_t> type_generation{1};   // 0 marks an unused cache entry
thread_local constinit ThreadState thread_state __attribute__((tls_model("initial-exec")));

const ThreadState::Type& learn_type(MPI_Datatype type, std::uint32_t generation) {
    ThreadState::Type& cached = thread_state.types[handle_hash(type) % ThreadState::kTypes];
    MPI_Count size = 0, true_lb = 0, true_extent = 0, lb = 0, extent = 0;
    host.MPI_Type_size_x(type, &size);
    host.MPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
    host.MPI_Type_get_extent_x(type, &lb, &extent);
    cached = {type, generation, size == true_extent && size == extent && true_lb == 0, size == MPI_UNDEFINED ? 0 : size};
    return cached;
}

}  // namespace shunt
