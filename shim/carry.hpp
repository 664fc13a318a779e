#pragma once
// Collectives that an engine's team carries whole.
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

/// Whether the host returns `code` for arguments that it refuses at sight, before anything has been said to other ranks.
bool is_refusal(int code);

/// A group that the program has opened for MPI_Scatterv (shim/include/mpix_shunt.h).   Owner: the program, until it closes it.
struct ScattervGroup {
    MPI_Comm comm;
    int root;
    CommTeam* team;          ///< that it was opened in; compared with the communicator's before it is used
    std::uint32_t number;    ///< within the team
};

/// Opens one where an engine's team carries scatterv; null elsewhere, on all members alike. `send_counts` and `send_type` matter at the root.
/// Blocks: collective over the communicator.   Fails: the code that the communicator's error handler has been called with.
int open_scatterv_group(const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record, ScattervGroup*& opened);
/// MPI_Scatterv in that group. When its team no longer works, on all members alike, it is not carried.
void carry_scatterv_in(const ScattervGroup& group, const void* send, const int* send_counts, const int* displacements, MPI_Datatype send_type,
                       void* receive, int receive_count, MPI_Datatype receive_type, CommRecord& record, Carried& carried);
/// Leaves the group; it is deleted.   `record` null: its communicator is gone.
void close_scatterv_group(ScattervGroup* group, CommRecord* record);

/// Ends the job because this rank has no memory for its part of a collective that others are already in.
[[noreturn]] void end_without_memory(const CommRecord& record);

/// MPI_Barrier, Bcast, Scatter(v), Gather(v) and Allgather(v) by the team of an engine, when a rule names one that supports them. All members
/// decide alike; invalid arguments are left to the host, which knows how to complain.   Blocks: as the host's call does. Where MPI tells the length to all ranks, a rule may
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
void carry_gather(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type, int root,
                  CommRecord& record, Carried& carried);
template <class Count, class Displacement>
void carry_gatherv(const void* send, Count send_count, MPI_Datatype send_type, void* receive, const Count* counts, const Displacement* displacements,
                   MPI_Datatype receive_type, int root, CommRecord& record, Carried& carried);
template <class Count>
void carry_allgather(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                     CommRecord& record, Carried& carried);
template <class Count, class Displacement>
void carry_allgatherv(const void* send, Count send_count, MPI_Datatype send_type, void* receive, const Count* counts, const Displacement* displacements,
                      MPI_Datatype receive_type, CommRecord& record, Carried& carried);

/// MPI_Reduce, Allreduce, Scan, Exscan, Reduce_scatter and Reduce_scatter_block by a team, likewise: the elements are combined by the host's
/// MPI_Reduce_local. Operations that the host may refuse on a type, and types whose elements overlap, are left to the host on all ranks.
template <class Count>
void carry_reduce(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, int root, CommRecord& record, Carried& carried);
template <class Count>
void carry_allreduce(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried);
template <class Count>
void carry_scan(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried);
template <class Count>
void carry_exscan(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried);
template <class Count>
void carry_reduce_scatter(const void* send, void* receive, const Count* counts, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried);
template <class Count>
void carry_reduce_scatter_block(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried);

}  // namespace shunt
