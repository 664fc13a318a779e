#pragma once
// Where hosts differ from each other or from MPI's text: decided by the host's version, once, at run time.
#include <cstdint>
#include <string_view>

#include "native/base/operation.hpp"

namespace shunt {

/// The virtual topology of a communicator.
enum class Topology : std::uint8_t { none, grid, graph, distributed_graph };

/// Facts of one host.   Source: tests that compare with the bare host, Open MPI 4.1.4 and MPICH 4.0.2.
struct Quirks {
    bool is_open_mpi = false;  ///< also decides whether the launcher is reached by PMIx or by PMI

    /// A Testall in which a request fails leaves the others unchanged, or reports how each ended.
    bool testall_is_sound = false;
    /// A Waitall without statuses, in which a request has failed, returns the first error, not MPI_ERR_IN_STATUS.
    bool names_first_error = false;
    /// The error of a message, found by a wait or test, is raised on MPI_COMM_WORLD, not on its communicator.
    bool ends_raise_on_world = false;
    /// A Waitall that succeeds writes MPI_SUCCESS into the statuses; its Testall does not.
    bool marks_successes = true;
    /// A broadcast fails if the message is shorter than the receive buffer.
    bool short_broadcast_fails = true;
    /// In w forms the type of an empty block is not examined.
    bool ignores_types_of_none = true;
    /// MPI_Test of a completed operation crashes if only sessions have been begun and no communicator has other
    /// members. MPI_Wait does not. (Each test drives the network, which is not open yet.)
    bool tests_need_world = true;
    /// Its Ialltoallv sends a block whenever the count is not 0, even if the type has no bytes. It hangs if the other
    /// rank counts 0 elements of another type.
    bool twin_sends_empty_blocks = false;

    /// While MPI_Comm_idup makes a duplicate, it takes tags of the parent's nonblocking collectives, at another time on
    /// each rank. A twin that is started then hangs.   Source: Open MPI 4.1.4.
    bool idup_disturbs_twins = false;

    /// The exchange of keys that MPI_Init starts early and waits for at its end (pmix_base_async_modex, the default
    /// from version 6 on) transfers the keys. In version 5 it transfers none.   Source: PMIx_Fence_nb, called with no
    /// directive by 5.0.7 and with PMIX_COLLECT_DATA by 6.0.0rc2.
    bool late_fence_exchanges = false;

    /// A message from another process that ends inside a basic element, of a type whose elements are not contiguous,
    /// fails as one that does not fit; the whole elements before it are received.   Source: MPICH 4.0.2 over UCX;
    /// messages to oneself take another path.
    bool refuses_parts_of_elements = false;

    /// MPI_Bsend of up to this many bytes succeeds without room in the attached buffer: it is sent at once.
    std::uint64_t bsend_without_room_bytes = 0;

    /// Whether it refuses identical send and receive buffers, where it cannot be asked.
    bool refuses_alias(Operation operation) const { return !is_open_mpi || operation == Operation::reduce; }
    /// Whether the nonblocking twin of a collective is reliable. Equal on all ranks: MPI requires MPI_IN_PLACE on all
    /// ranks of these operations or on none, and all members have one topology. Without a topology the host refuses
    /// the blocking call.   Source: Open MPI 4.1.4 hangs in Ialltoallv in place with some counts, and crashes in
    /// Ialltoallw. On a periodic grid of one or two ranks both directions of a dimension lead to the same neighbour,
    /// and its nonblocking calls deliver the block of one direction to the other. MPICH 4.0.2 aborted in
    /// Ineighbor_alltoallw on a distributed graph ("Invalid communicator").
    bool twin_is_sound(Operation operation, bool in_place, Topology topology) const {
        if (has_neighbors(operation) && topology == Topology::none) return false;
        if (!is_open_mpi) return operation != Operation::neighbor_alltoallw || topology != Topology::distributed_graph;
        switch (operation) {
            case Operation::alltoallw: return false;
            case Operation::alltoall:
            case Operation::alltoallv: return !in_place;
            case Operation::neighbor_alltoall:
            case Operation::neighbor_alltoallv:
            case Operation::neighbor_alltoallw: return topology != Topology::grid;
            default: return true;
        }
    }
};

/// `library_version`: the whole text of MPI_Get_library_version. All hosts with a backend except Open MPI are of
/// MPICH's family.
constexpr Quirks quirks_of(std::string_view library_version) {
    Quirks quirks;
    quirks.refuses_parts_of_elements = library_version.find("ch4:ucx") != std::string_view::npos;
    quirks.ends_raise_on_world = library_version.starts_with("MPICH Version:") && library_version.find("4.0.") < 24;
    if (!library_version.starts_with("Open MPI")) return quirks;
    quirks.is_open_mpi = quirks.testall_is_sound = quirks.names_first_error = true;
    quirks.marks_successes = quirks.short_broadcast_fails = quirks.ignores_types_of_none = false;
    quirks.tests_need_world = false;
    quirks.bsend_without_room_bytes = 4000;
    quirks.twin_sends_empty_blocks = quirks.idup_disturbs_twins = true;
    quirks.late_fence_exchanges = library_version >= "Open MPI v6";
    return quirks;
}

/// The quirks of this process's host.   Thread: written before MPI_Init, by the thread that binds the host.
inline Quirks host_quirks;

}  // namespace shunt
