#pragma once
// What the host will say about one direction of a point-to-point call, before anything is moved.
#include <mpi.h>

#include <cstdint>

#include "shim/objects/communicator.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/objects/message_arguments.hpp"

namespace shunt {

/// `depends_on_type`: the program may have forgotten to commit the datatype (ask_about_type()).
enum class Acceptance : std::uint8_t { accepted, refused, depends_on_type };

/// Whether the host accepts the arguments. `receives`: its peer and tag may be wildcards.   Source: MPI 4.0, 3.2.
inline Acceptance check_message(const CommRecord& record, const MessageBuffer& buffer, bool receives,
                                int tag_upper_bound) {
    const bool names_rank =
        buffer.peer == MPI_PROC_NULL || has_rank(record, buffer.peer) || (receives && buffer.peer == MPI_ANY_SOURCE);
    const bool has_tag = (buffer.tag >= 0 && buffer.tag <= tag_upper_bound) || (receives && buffer.tag == MPI_ANY_TAG);
    if (!names_rank || !has_tag || buffer.count < 0 || buffer.type == MPI_DATATYPE_NULL) return Acceptance::refused;
    const TypeFacts type = facts_of(buffer.type);
    if (!type.exists) return Acceptance::refused;
    if (!type.plain) return Acceptance::depends_on_type;
    return buffer.base || buffer.count * type.size == 0 ? Acceptance::accepted : Acceptance::refused;
}

/// Lets the host check the datatype, in a call that moves nothing.   Returns: its code; `comm`'s handler has been
/// called.
inline int ask_about_type(const MessageBuffer& buffer, MPI_Comm comm) {
    return host.MPI_Send(buffer.base, buffer.count > 0 ? 1 : 0, buffer.type, MPI_PROC_NULL, 0, comm);
}

/// Whether the host accepts the arguments. `quiet`: a communicator whose errors are returned; a datatype may be tried.
inline bool is_accepted(const CommRecord& record, const MessageBuffer& buffer, bool receives, int tag_upper_bound,
                        MPI_Comm quiet) {
    const Acceptance acceptance = check_message(record, buffer, receives, tag_upper_bound);
    if (acceptance != Acceptance::depends_on_type) return acceptance == Acceptance::accepted;
    return ask_about_type(buffer, quiet) == MPI_SUCCESS;
}

}  // namespace shunt
