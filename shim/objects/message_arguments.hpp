#pragma once
// The arguments of a point-to-point call in one record, for every form that MPI has of it: int and MPI_Count, blocking,
// nonblocking, persistent and partitioned, one direction or both.   Source: MPI 4.0, chapters 3 and 4.
#include <mpi.h>

#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// The data that one direction of a call moves, and its peer.   Owner: the memory is the program's.
struct MessageBuffer {
    const void* base = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int peer = MPI_PROC_NULL;
    int tag = 0;

    void* writable() const { return const_cast<void*>(base); }
};

/// One call.   Owner: the program owns all that the pointers name.
struct MessageArguments {
    MessageBuffer send{};            ///< where the call sends
    MessageBuffer receive{};         ///< where it receives, or which message it asks for
    int partitions = 1;              ///< in a partitioned call, each of `count` elements
    MPI_Comm comm = MPI_COMM_NULL;   ///< null if a matched message determines it
    MPI_Info info = MPI_INFO_NULL;   ///< in a partitioned call
    MPI_Message* message = nullptr;  ///< matched, or about to be
    int* flag = nullptr;             ///< in a nonblocking probe
    MPI_Request* request = nullptr;  ///< receives the request; in nonblocking and persistent calls
    MPI_Status* status = MPI_STATUS_IGNORE;

    MessageArguments with_status(MPI_Status* into) const {
        MessageArguments other = *this;
        other.status = into;
        return other;
    }
};

/// One of MPI's point-to-point functions. Wrappers take it as a template argument, so that the compiler sees which
/// function of the host is called.   Owner: static storage (generated/wrappers.cpp).
struct MessageFunction {
    Function number;
    int (*call)(const MessageArguments&);  ///< the host's function
    int (*call_twin)(const MessageArguments&,
                     MPI_Request*) = nullptr;  ///< the host's nonblocking equivalent; set for blocking functions
};

/// Whether such sends end in a buffer of the program's, from which the host may send the data at any later time.
constexpr bool is_buffered(Function function) {
    switch (function) {
        case Function::MPI_Bsend:
        case Function::MPI_Bsend_c:
        case Function::MPI_Ibsend:
        case Function::MPI_Ibsend_c:
        case Function::MPI_Bsend_init:
        case Function::MPI_Bsend_init_c: return true;
        default: return false;
    }
}

}  // namespace shunt
