#pragma once
// The arguments of a point-to-point call in one record, for every form that MPI has of it: int and MPI_Count, blocking,
// nonblocking, persistent and partitioned, one direction or both.   Source: MPI 4.0, chapters 3 and 4.
#include <mpi.h>

#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// What one direction of a call moves, and with whom.   Owner: the memory is the program's.
struct MessageBuffer {
    const void* base = nullptr;
    MPI_Count count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int peer = MPI_PROC_NULL;
    int tag = 0;

    void* writable() const { return const_cast<void*>(base); }
};

/// One call.   Owner: all that is pointed to is the program's.
struct MessageArguments {
    MessageBuffer send{};            ///< where the call sends
    MessageBuffer receive{};         ///< where it receives, or asks for a message
    int partitions = 1;              ///< of a partitioned call, each of `count` elements
    MPI_Comm comm = MPI_COMM_NULL;   ///< null where a matched message says it
    MPI_Info info = MPI_INFO_NULL;   ///< of a partitioned call
    MPI_Message* message = nullptr;  ///< matched, or about to be
    int* flag = nullptr;             ///< of a probe that does not wait
    MPI_Request* request = nullptr;  ///< where it is to go; of nonblocking and persistent calls
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
                     MPI_Request*) = nullptr;  ///< the host's nonblocking function that does the same; of blocking ones
};

}  // namespace shunt
