#include "shim/offload/kept_objects.hpp"

#include "native/base/reserve_one.hpp"
#include "shim/objects/collective_arguments.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/offload/reduction.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

// Not part of the session: the last call may end after it.
KeptHandles<MPI_Datatype>& kept_types() {
    static auto* const kept = new KeptHandles<MPI_Datatype>;  // never destroyed: calls may follow the exit handlers
    return *kept;
}
KeptHandles<MPI_Op>& kept_ops() {
    static auto* const kept = new KeptHandles<MPI_Op>;
    return *kept;
}

/// Predefined types, which the program cannot free.
bool is_named(MPI_Datatype type) {
    int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
    host.MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

template <class Visit>
void each_type(const CollectiveBuffer& buffer, int ranks, Visit&& visit) {
    const int blocks = buffer.has_types() ? ranks : 1;
    for (int rank = 0; rank < blocks; ++rank)
        if (!buffer.ignores_type_of_none() || buffer.count(rank) != 0) visit(buffer.type(rank));
}

}  // namespace

// Delegates, so that handles already kept are released if there is no memory for the rest.
KeptObjects::KeptObjects(const CollectiveArguments& arguments, const CommRecord& record) : KeptObjects() {
    const auto keep_type = [this](MPI_Datatype type) { keep(type); };
    const Significant significant = significant_buffers(arguments, record);
    if (significant.send) each_type(*significant.send, record.size, keep_type);
    if (significant.receive) each_type(*significant.receive, record.size, keep_type);
    if (arguments.op == MPI_OP_NULL || is_predefined(arguments.op)) return;
    kept_ops().keep(arguments.op);
    op_ = arguments.op;
}

KeptObjects::~KeptObjects() {
    for (MPI_Datatype type : types_) {
        if (kept_types().let_go(type)) free_type([&] { return host.MPI_Type_free(&type); });
    }
    if (op_ != MPI_OP_NULL && kept_ops().let_go(op_)) host.MPI_Op_free(&op_);
}

void KeptObjects::keep(MPI_Datatype type) {
    // Most calls have one type for all ranks.
    if (is_plain(type) || (!types_.empty() && types_.back() == type) || is_named(type)) return;
    reserve_one(types_);
    kept_types().keep(type);
    types_.push_back(type);
}

bool KeptObjects::defer_type(MPI_Datatype* type) {
    if (!type || !kept_types().defer(*type)) return false;
    *type = MPI_DATATYPE_NULL;
    return true;
}

bool KeptObjects::defer_op(MPI_Op* op) {
    if (!op || !kept_ops().defer(*op)) return false;
    *op = MPI_OP_NULL;
    return true;
}

}  // namespace shunt
