// Which function carries a call of which shape.
#include "shim/carry.hpp"

#include "shim/all_to_all.hpp"

namespace shunt {
namespace {

/// Whether the host gets a reduction of that length, as it got the last one: then not even its arguments are looked at.
bool is_left_to_host(const CollectiveArguments& arguments, const CommRecord& record, Carried& carried) {
    if (!record.memory) return false;
    const auto* known = record.memory->decisions.find(arguments.operation(), equal_bytes(arguments, record), record.collective_sequence);
    if (!known || !known->is_host) return false;
    carried.because = known->decision.because;
    return true;
}

/// Leaves arguments that the host would refuse to it.
bool takes(const CollectiveArguments& arguments, const CommRecord& record, Carried& carried) {
    if (is_acceptable(arguments, record)) return true;
    carried.because.reason = Reason::arguments;
    return false;
}

/// Of a call with a request.
bool has_form(const CollectiveArguments& arguments, Carried& carried) {
    if (shape_of(arguments.operation()) == Shape::all_to_all && arguments.request) return true;
    carried.because.reason = Reason::form;
    return false;
}

}  // namespace

void carry_blocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    const Shape shape = shape_of(arguments.operation());
    if (shape == Shape::reduction && is_left_to_host(arguments, record, carried)) return;
    if (!takes(arguments, record, carried)) return;
    switch (shape) {
        case Shape::none: return carry_barrier(arguments, record, carried);
        case Shape::broadcast: return carry_bcast(arguments, record, carried);
        case Shape::scatter: return carry_scatter(arguments, record, carried);
        case Shape::gather: return carry_gather(arguments, record, carried);
        case Shape::allgather: return carry_allgather(arguments, record, carried);
        case Shape::all_to_all: return carry_all_to_all(arguments, record, carried);
        case Shape::reduction: return carry_reduction(arguments, record, carried);
        case Shape::neighbors: return;
    }
}

void carry_nonblocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (has_form(arguments, carried) && takes(arguments, record, carried)) begin_all_to_all(arguments, record, carried);
}

void carry_persistent(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (has_form(arguments, carried) && takes(arguments, record, carried)) make_persistent_all_to_all(arguments, record, carried);
}

}  // namespace shunt
