// Which function carries a call of which shape.
#include "shim/carry.hpp"

#include "shim/all_to_all.hpp"

namespace shunt {
namespace {

/// Whether the host gets a reduction of that length, as it got the last one: then not even its arguments are looked at.
bool is_left_to_host(const CollectiveArguments& arguments, const CommRecord& record) {
    return record.left_to_host.knows(arguments.operation(), equal_bytes(arguments, record), record.collective_sequence);
}

}  // namespace

void carry_blocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    const Shape shape = shape_of(arguments.operation());
    if (shape == Shape::reduction && is_left_to_host(arguments, record)) return;
    if (!is_acceptable(arguments, record)) return;
    switch (shape) {
        case Shape::none: return carry_barrier(record, carried);
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
    if (shape_of(arguments.operation()) != Shape::all_to_all || !arguments.request || !is_acceptable(arguments, record)) return;
    begin_all_to_all(arguments, record, carried);
}

void carry_persistent(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (shape_of(arguments.operation()) != Shape::all_to_all || !arguments.request || !is_acceptable(arguments, record)) return;
    make_persistent_all_to_all(arguments, record, carried);
}

}  // namespace shunt
