#pragma once
#include <mpi.h>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

/// While an object of this class exists, errors on the program's communicator are returned as codes: the calls made on
/// it are Shunt's, and the host can do without their results. If `is_shared`, other threads may use the communicator,
/// whose errors must reach the program's handler, and may set another one: then nothing is changed, and an error of
/// Shunt's calls reaches that handler too.
class OwnErrors {
public:
    OwnErrors(MPI_Comm comm, bool is_shared)
        : comm_(comm), known_(!is_shared && host.MPI_Comm_get_errhandler(comm, &theirs_) == MPI_SUCCESS) {
        if (known_) host.MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    ~OwnErrors() {
        if (!known_) return;
        host.MPI_Comm_set_errhandler(comm_, theirs_);
        host.MPI_Errhandler_free(&theirs_);
    }
    OwnErrors(const OwnErrors&) = delete;
    OwnErrors& operator=(const OwnErrors&) = delete;

private:
    MPI_Comm comm_;
    MPI_Errhandler theirs_ = MPI_ERRHANDLER_NULL;
    bool known_;
};

/// Runs `wait()`, which waits for a request of a blocking call on `comm`.   Fails: with the code of `wait()`; the
/// handler of `comm` has then been called, once. (A host reports a request's error to MPI_COMM_WORLD or to the
/// communicator, as it chooses. If `comm` is MPI_COMM_WORLD or null, nothing is changed.)   Thread: no other thread
/// uses the communicator.
template <class Wait>
int with_errors_of(MPI_Comm comm, Wait&& wait) {
    if (comm == MPI_COMM_WORLD || comm == MPI_COMM_NULL) return wait();
    int code = MPI_SUCCESS;
    {
        const OwnErrors of_comm(comm, false), of_world(MPI_COMM_WORLD, false);
        code = wait();
    }
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(comm, code);
    return code;
}

}  // namespace shunt
