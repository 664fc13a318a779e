#include "shim/objects/datatype.hpp"

#include "shim/host/named_object.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// Types larger than any predefined type are not queried: MPICH ends the job if a derived type has counts beyond int.
bool is_predefined(MPI_Datatype type, MPI_Count size) {
    constexpr MPI_Count kMostBytes = 64;
    if (size <= 0 || size > kMostBytes) return false;
    int integers = 0, addresses = 0, types = 0, combiner = 0;
    return host.MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) == MPI_SUCCESS &&
           combiner == MPI_COMBINER_NAMED;
}

}  // namespace

std::atomic<std::uint32_t> type_generation{1};  // 0 marks an unused cache entry
thread_local constinit ThreadState thread_state __attribute__((tls_model("initial-exec")));

const ThreadState::Type& learn_type(MPI_Datatype type, std::uint32_t generation) {
    static constexpr ThreadState::Type kNone{};
    if (!names_datatype(type)) return kNone;
    ThreadState::Type& cached = thread_state.types[handle_hash(type) % ThreadState::kTypes];
    MPI_Count size = 0, true_lb = 0, true_extent = 0, lb = 0, extent = 0;
    host.MPI_Type_size_x(type, &size);
    host.MPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
    host.MPI_Type_get_extent_x(type, &lb, &extent);
    const bool contiguous = size == true_extent && size == extent && true_lb == 0;
    cached = {
        type, generation, contiguous, contiguous && is_predefined(type, size), true, size == MPI_UNDEFINED ? 0 : size};
    return cached;
}

}  // namespace shunt
