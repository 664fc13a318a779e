// Reductions that an engine's team carries: elements in the program's own layout, combined by the host.
#include <algorithm>
#include <cstring>
#include <vector>

#include "shim/alias.hpp"
#include "shim/flat.hpp"
#include "shim/reduction.hpp"
#include "shim/team_call.hpp"

namespace shunt {
namespace {

/// The arguments that all reductions have.
struct Reduction {
    const void* send;
    void* receive;
    MPI_Count count;           ///< elements of the vector
    MPI_Datatype type;
    MPI_Op op;
    bool gives_result = true;  ///< whether this rank's `receive` matters
    MPI_Count wanted = 0;      ///< elements of its result
    bool untouched = false;    ///< ... but nothing is written there (exscan at rank 0)

    bool in_place() const { return send == MPI_IN_PLACE; }
    const void* own() const { return in_place() ? receive : send; }
};

bool is_valid_reduction(Operation operation, const Reduction& it) {
    if (!facts_of(it.type).exists || it.op == MPI_OP_NULL || it.count <= 0) return false;   // nothing to do is the host's to check
    if (it.in_place() && !it.gives_result) return false;
    if (it.gives_result && it.receive == MPI_IN_PLACE) return false;
    // Where the host takes them, they are carried as if the program had said MPI_IN_PLACE.
    if (it.gives_result && it.send == it.receive && host_refuses_alias(operation)) return false;
    return !is_missing(it.own(), true, it.type) && (!it.gives_result || !is_missing(it.receive, it.wanted > 0, it.type));
}

/// Whether the host gets such a call, as it got the last one.
bool is_left_to_host(const CommRecord& record, Operation operation, MPI_Count count, MPI_Datatype type) {
    return type != MPI_DATATYPE_NULL && record.left_to_host.knows(operation, bytes_in(count, type), record.collective_sequence);
}

/// How they are combined: as last time, or found out now.
const Combination& combination_of(const Reduction& it, const CommRecord& record, Combination& room) {
    if (record.known_carries && record.known_carries->combination.op == it.op && record.known_carries->combination.type == it.type)
        return record.known_carries->combination;
    return room = Combination::of(it.op, it.type);
}

/// Handles that the program made may come to mean another operation; those never do.
void remember(const Combination& how, CommRecord& record) {
    if (how.plain && record.known_carries) record.known_carries->combination = how;
}

/// With holes, or on a device: a copy of this rank's vector is reduced in place, and the elements of the result are
/// copied back.
void run_in_copy(TeamCall& call, const Reduction& it, const ElementLayout& layout, const CommRecord& record) {
    const auto size = static_cast<std::size_t>(facts_of(it.type).size);
    Flat copy, packed, result;
    if (!copy.make(static_cast<std::size_t>(it.count * layout.extent)) || !packed.make(static_cast<std::size_t>(it.count) * size) ||
        !result.make(static_cast<std::size_t>(it.wanted) * size))
        end_without_memory(record);
    std::memset(copy.bytes().data(), 0, copy.bytes().size());
    void* const shifted = copy.bytes().data() - layout.true_lb;
    call.note(copy_elements(it.own(), shifted, it.count, it.type, call.carrier(), packed.bytes()));
    call.call().send = copy.bytes();
    if (it.gives_result) call.call().receive = copy.bytes().first(static_cast<std::size_t>(it.wanted * layout.extent));
    if (call.run() && it.gives_result && !it.untouched) call.note(copy_elements(shifted, it.receive, it.wanted, it.type, call.carrier(), result.bytes()));
}

bool touches_device(const Reduction& it) {
    if (!device_watch.may_have_any()) return false;
    return is_device_address(it.own()) || (it.gives_result && is_device_address(it.receive));
}

void run(TeamCall& call, const Reduction& it, const Combination& how, const CommRecord& record) {
    const ElementLayout& layout = how.layout;
    HostReducer reducer(how, [&](int code) { call.note(code); });
    call.call().reducer = &reducer;
    if (layout.plain && !touches_device(it)) {
        const auto extent = static_cast<std::size_t>(layout.extent);
        call.call().send = {static_cast<const std::byte*>(it.own()), static_cast<std::size_t>(it.count) * extent};
        if (it.gives_result) call.call().receive = {static_cast<std::byte*>(it.receive), static_cast<std::size_t>(it.wanted) * extent};
        call.run();
    } else {
        run_in_copy(call, it, layout, record);
    }
    call.finish();
}

/// `share`: of how many bytes of the vector a rule is asked.
void carry_reduction(Operation operation, const Reduction& it, int root, MPI_Count share, CommRecord& record, Carried& carried) {
    if (is_left_to_host(record, operation, share, it.type) || !is_valid_reduction(operation, it)) return;
    Combination room;
    const Combination& how = combination_of(it, record, room);
    if (!how.is_possible) return;
    TeamCall call(record, operation, bytes_in(share, it.type), carried);
    if (!call.is_carried()) return;
    if (&how == &room) remember(how, record);
    call.call().root = root;
    run(call, it, how, record);
}

template <class Count>
Reduction whole_vector(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op) {
    return {send, receive, count, type, op, true, count, false};
}

}  // namespace

template <class Count>
void carry_reduce(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, int root, CommRecord& record, Carried& carried) {
    if (!is_rank(root, record)) return;
    Reduction it = whole_vector(send, receive, count, type, op);
    it.gives_result = root == record.rank;
    if (!it.gives_result) it.wanted = 0;
    carry_reduction(Operation::reduce, it, root, it.count, record, carried);
}

template <class Count>
void carry_allreduce(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried) {
    carry_reduction(Operation::allreduce, whole_vector(send, receive, count, type, op), 0, count, record, carried);
}

template <class Count>
void carry_scan(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried) {
    carry_reduction(Operation::scan, whole_vector(send, receive, count, type, op), 0, count, record, carried);
}

template <class Count>
void carry_exscan(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried) {
    Reduction it = whole_vector(send, receive, count, type, op);
    it.untouched = record.rank == 0;
    carry_reduction(Operation::exscan, it, 0, it.count, record, carried);
}

template <class Count>
void carry_reduce_scatter(const void* send, void* receive, const Count* counts, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried) {
    if (!counts || !facts_of(type).exists) return;
    Reduction it{send, receive, 0, type, op};
    for (int rank = 0; rank < record.size; ++rank) {
        if (counts[rank] < 0) return;
        it.count += counts[rank];
    }
    it.wanted = counts[record.rank];
    if (!is_valid_reduction(Operation::reduce_scatter, it)) return;
    const Combination how = Combination::of(op, type);
    if (!how.is_possible) return;
    TeamCall call(record, Operation::reduce_scatter, bytes_in(it.count, type), carried);
    if (!call.is_carried()) return;
    std::vector<std::uint64_t> sizes;
    for (int rank = 0; rank < record.size; ++rank) sizes.push_back(static_cast<std::uint64_t>(counts[rank]) * static_cast<std::uint64_t>(how.layout.extent));
    call.call().sizes = sizes;
    run(call, it, how, record);
}

template <class Count>
void carry_reduce_scatter_block(const void* send, void* receive, Count count, MPI_Datatype type, MPI_Op op, CommRecord& record, Carried& carried) {
    Reduction it{send, receive, static_cast<MPI_Count>(count) * record.size, type, op};
    it.wanted = count;
    carry_reduction(Operation::reduce_scatter_block, it, 0, count, record, carried);
}

template void carry_reduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, CommRecord&, Carried&);
template void carry_reduce(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, int, CommRecord&, Carried&);
template void carry_allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_allreduce(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_scan(const void*, void*, int, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_scan(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_exscan(const void*, void*, int, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_exscan(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_reduce_scatter(const void*, void*, const int*, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_reduce_scatter(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_reduce_scatter_block(const void*, void*, int, MPI_Datatype, MPI_Op, CommRecord&, Carried&);
template void carry_reduce_scatter_block(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, CommRecord&, Carried&);

}  // namespace shunt
