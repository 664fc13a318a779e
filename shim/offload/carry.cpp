// Which function carries a call of which shape.
#include "shim/offload/carry.hpp"

#include "shim/offload/all_to_all.hpp"
#include "shim/session.hpp"

namespace shunt {
namespace {

/// Leaves arguments that the host would refuse to it.
bool takes(const CollectiveArguments& arguments, const CommRecord& record, Carried& carried) {
    if (is_acceptable(arguments, record)) return true;
    carried.because.reason = Reason::arguments;
    return false;
}

/// Of a call with a request.
bool has_form(const CollectiveArguments& arguments, Carried& carried) {
    const bool may_have_request = session.load(std::memory_order_relaxed)->own_requests && arguments.request;
    if (may_have_request && shape_of(arguments.operation()) == Shape::all_to_all) return true;
    carried.because.reason = Reason::form;
    return false;
}

}  // namespace

void carry_blocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    Asked asked{equal_bytes(arguments, record)};
    if (record.memory)
        asked.known = record.memory->decisions.find(arguments.operation(), asked.bytes, record.collective_sequence);
    // Then not even the arguments are looked at; but a root may have a word to say (hear_root) while a team is being
    // made.
    if (asked.known && asked.known->is_host && !record.staged) {
        carried.because = asked.known->decision.because;
        return;
    }
    if (!takes(arguments, record, carried)) return;
    switch (shape_of(arguments.operation())) {
        case Shape::none: return carry_barrier(arguments, asked, record, carried);
        case Shape::broadcast: return carry_bcast(arguments, asked, record, carried);
        case Shape::scatter: return carry_scatter(arguments, asked, record, carried);
        case Shape::gather: return carry_gather(arguments, asked, record, carried);
        case Shape::allgather: return carry_allgather(arguments, asked, record, carried);
        case Shape::all_to_all: return carry_all_to_all(arguments, asked, record, carried);
        case Shape::reduction: return carry_reduction(arguments, asked, record, carried);
        case Shape::neighbors: return;
    }
}

void carry_nonblocking(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (has_form(arguments, carried) && takes(arguments, record, carried)) begin_all_to_all(arguments, record, carried);
}

void carry_persistent(const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    if (has_form(arguments, carried) && takes(arguments, record, carried))
        make_persistent_all_to_all(arguments, record, carried);
}

}  // namespace shunt
