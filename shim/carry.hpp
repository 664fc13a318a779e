#pragma once
// Which engine carries a collective, and its blocks on the host's own messages.
#include <mpi.h>

#include <cstdint>

#include "native/engine.hpp"
#include "shim/communicator.hpp"

namespace shunt {

/// What became of a call that an engine might carry.
struct Carried {
    int engine = 0;             ///< index in the profile; 0: it was not carried, the host must
    int code = MPI_SUCCESS;     ///< what to return to the program; error handlers have been called
};

/// MPI_Alltoall(v) by an engine, when a rule names one that supports it. All members decide alike: `block_bytes` is equal on
/// all by MPI's own rule, the rest by agreement. Invalid arguments are left to the host, which knows how to complain.
/// Blocks: as the host's call does.   Count is int or MPI_Count, Displacement int or MPI_Aint.
template <class Count>
void carry_alltoall(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                    CommRecord& record, Carried& carried);
template <class Count, class Displacement>
void carry_alltoallv(const void* send, const Count* send_counts, const Displacement* send_displacements, MPI_Datatype send_type, void* receive,
                     const Count* receive_counts, const Displacement* receive_displacements, MPI_Datatype receive_type, CommRecord& record,
                     Carried& carried);

/// Ends the job because this rank has no memory for its part of a collective that others are already in.
[[noreturn]] void end_without_memory(const CommRecord& record);

/// MPI_Barrier, Bcast, Scatter(v) and Allgather(v) by the team of an engine, likewise. Where MPI tells the length to all ranks, a rule may
/// depend on it; a root of scatterv tells the others itself.
void carry_barrier(CommRecord& record, Carried& carried);
template <class Count>
void carry_bcast(void* buffer, Count count, MPI_Datatype type, int root, CommRecord& record, Carried& carried);
template <class Count>
void carry_scatter(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type, int root,
                   CommRecord& record, Carried& carried);
template <class Count, class Displacement>
void carry_scatterv(const void* send, const Count* send_counts, const Displacement* displacements, MPI_Datatype send_type, void* receive,
                    Count receive_count, MPI_Datatype receive_type, int root, CommRecord& record, Carried& carried);
template <class Count>
void carry_allgather(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                     CommRecord& record, Carried& carried);
template <class Count, class Displacement>
void carry_allgatherv(const void* send, Count send_count, MPI_Datatype send_type, void* receive, const Count* counts, const Displacement* displacements,
                      MPI_Datatype receive_type, CommRecord& record, Carried& carried);

}  // namespace shunt
