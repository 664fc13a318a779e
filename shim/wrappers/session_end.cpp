#include "shim/wrappers/session_end.hpp"

#include "shim/host/log.hpp"
#include "shim/observe/session.hpp"
#include "shim/table/generated/host_mpi.hpp"
#include "shim/wrappers/lifecycle.hpp"

namespace shunt {
namespace {

// Used by the threads that call MPI_Init and MPI_Finalize.
int keyval = MPI_KEYVAL_INVALID;
Function ended_by = Function::MPI_Finalize;
bool is_finalizing = false;

void end(Function function) {
    is_finalizing = false;
    finish_session(function);
    leave_together();
}

int on_delete(MPI_Comm, int, void*, void*) {
    if (is_finalizing) end(ended_by);
    return MPI_SUCCESS;
}

bool is_attribute_set() {
    void* value = nullptr;
    int found = 0;
    return keyval != MPI_KEYVAL_INVALID &&
           host.MPI_Comm_get_attr(MPI_COMM_SELF, keyval, &value, &found) == MPI_SUCCESS && found;
}

}  // namespace

void end_session_with_comm_self() noexcept {
    if (host.MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, nullptr) != MPI_SUCCESS ||
        host.MPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr) != MPI_SUCCESS)
        keyval = MPI_KEYVAL_INVALID;
}

void begin_finalize(Function function) noexcept {
    ended_by = function;
    is_finalizing = true;
    const InsideCall inside;
    if (!is_attribute_set()) end(function);
}

void end_finalize() noexcept {
    int is_over = 0;
    if (!is_finalizing || host.MPI_Finalized(&is_over) != MPI_SUCCESS || !is_over) return;
    is_finalizing = false;
    if (!session.load(std::memory_order_acquire)) return;
    SHUNT_WARN("MPI_Finalize stopped at a delete function of MPI_COMM_SELF; no profile was written: run shunt recover");
    set_session(nullptr);
}

}  // namespace shunt
