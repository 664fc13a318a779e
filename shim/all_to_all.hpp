#pragma once
// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw, their nonblocking and their persistent forms, by an engine's team.
#include <memory>

#include "shim/block_call.hpp"
#include "shim/carry.hpp"

namespace shunt {

/// What an engine has computed beforehand for blocking calls on one communicator.
struct PreparedCalls {
    CommTeam* team;
    Choice choice;
    std::unique_ptr<Prepared> what;
};

/// Carries a blocking call, when a rule names an engine that supports it. All members decide alike: the bytes of an alltoall's block
/// are equal on all by MPI's own rule, the rest by agreement. Invalid arguments are left to the host, which knows how to complain.
/// Blocks: as the host's call does.
void carry_now(const AllToAllArguments& arguments, CommRecord& record, Carried& carried);
/// The same by what has been prepared; not carried, on all members alike, when its team no longer works.
void carry_prepared(const AllToAllArguments& arguments, const PreparedCalls& prepared, CommRecord& record, Carried& carried);
/// Begins a nonblocking call. The first ones on a communicator are the host's: making a team waits for all members, which the next
/// blocking collective may do and this must not.   Blocks: never for long.
void carry_in_background(const AllToAllArguments& arguments, MPI_Request* request, CommRecord& record, Carried& carried);
/// Makes a persistent call, with the schedule computed now.   Blocks: collective over the communicator, as MPI allows here.
void carry_again(const AllToAllArguments& arguments, MPI_Request* request, CommRecord& record, Carried& carried);

// The same by MPI's argument lists.   Count is int or MPI_Count, Displacement int or MPI_Aint, Types one datatype or one for each rank.

template <class Count>
AllToAllArguments all_to_all(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type) {
    return {Operation::alltoall, BlockSide(send, static_cast<MPI_Count>(send_count), send_type), BlockSide(receive, static_cast<MPI_Count>(receive_count), receive_type)};
}
template <class Count, class Displacement, class Types>
AllToAllArguments all_to_all(Operation operation, const void* send, const Count* send_counts, const Displacement* send_displacements, Types send_types,
                             void* receive, const Count* receive_counts, const Displacement* receive_displacements, Types receive_types) {
    return {operation, BlockSide(send, send_counts, send_displacements, send_types), BlockSide(receive, receive_counts, receive_displacements, receive_types)};
}

template <class Count>
void carry_alltoall(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                    CommRecord& record, Carried& carried) {
    carry_now(all_to_all(send, send_count, send_type, receive, receive_count, receive_type), record, carried);
}
template <class Count>
void carry_ialltoall(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                     MPI_Request* request, CommRecord& record, Carried& carried) {
    carry_in_background(all_to_all(send, send_count, send_type, receive, receive_count, receive_type), request, record, carried);
}
template <class Count>
void carry_alltoall_init(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                         MPI_Request* request, CommRecord& record, Carried& carried) {
    carry_again(all_to_all(send, send_count, send_type, receive, receive_count, receive_type), request, record, carried);
}

template <class Count, class Displacement>
void carry_alltoallv(const void* send, const Count* send_counts, const Displacement* send_displacements, MPI_Datatype send_type, void* receive,
                     const Count* receive_counts, const Displacement* receive_displacements, MPI_Datatype receive_type, CommRecord& record,
                     Carried& carried) {
    carry_now(all_to_all(Operation::alltoallv, send, send_counts, send_displacements, send_type, receive, receive_counts, receive_displacements, receive_type),
              record, carried);
}
template <class Count, class Displacement>
void carry_ialltoallv(const void* send, const Count* send_counts, const Displacement* send_displacements, MPI_Datatype send_type, void* receive,
                      const Count* receive_counts, const Displacement* receive_displacements, MPI_Datatype receive_type, MPI_Request* request,
                      CommRecord& record, Carried& carried) {
    carry_in_background(
        all_to_all(Operation::alltoallv, send, send_counts, send_displacements, send_type, receive, receive_counts, receive_displacements, receive_type),
        request, record, carried);
}
template <class Count, class Displacement>
void carry_alltoallv_init(const void* send, const Count* send_counts, const Displacement* send_displacements, MPI_Datatype send_type, void* receive,
                          const Count* receive_counts, const Displacement* receive_displacements, MPI_Datatype receive_type, MPI_Request* request,
                          CommRecord& record, Carried& carried) {
    carry_again(
        all_to_all(Operation::alltoallv, send, send_counts, send_displacements, send_type, receive, receive_counts, receive_displacements, receive_type),
        request, record, carried);
}

template <class Count, class Displacement>
void carry_alltoallw(const void* send, const Count* send_counts, const Displacement* send_displacements, const MPI_Datatype* send_types, void* receive,
                     const Count* receive_counts, const Displacement* receive_displacements, const MPI_Datatype* receive_types, CommRecord& record,
                     Carried& carried) {
    carry_now(all_to_all(Operation::alltoallw, send, send_counts, send_displacements, send_types, receive, receive_counts, receive_displacements, receive_types),
              record, carried);
}
template <class Count, class Displacement>
void carry_ialltoallw(const void* send, const Count* send_counts, const Displacement* send_displacements, const MPI_Datatype* send_types, void* receive,
                      const Count* receive_counts, const Displacement* receive_displacements, const MPI_Datatype* receive_types, MPI_Request* request,
                      CommRecord& record, Carried& carried) {
    carry_in_background(
        all_to_all(Operation::alltoallw, send, send_counts, send_displacements, send_types, receive, receive_counts, receive_displacements, receive_types),
        request, record, carried);
}
template <class Count, class Displacement>
void carry_alltoallw_init(const void* send, const Count* send_counts, const Displacement* send_displacements, const MPI_Datatype* send_types, void* receive,
                          const Count* receive_counts, const Displacement* receive_displacements, const MPI_Datatype* receive_types, MPI_Request* request,
                          CommRecord& record, Carried& carried) {
    carry_again(
        all_to_all(Operation::alltoallw, send, send_counts, send_displacements, send_types, receive, receive_counts, receive_displacements, receive_types),
        request, record, carried);
}

}  // namespace shunt
