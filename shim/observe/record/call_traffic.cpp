#include "shim/observe/record/call_traffic.hpp"

#include <algorithm>

namespace shunt::record {

CallTraffic traffic_of(Operation operation, double bytes, std::int32_t members, std::optional<bool> is_root) {
    const double n = std::max(1, members), others = (n - 1) / n;
    CallTraffic out;
    switch (operation) {
        case Operation::barrier: break;
        case Operation::alltoall:
        case Operation::allgather:
        case Operation::allgatherv:
        case Operation::reduce_scatter_block: out.to_each = bytes; break;
        case Operation::alltoallv:
        case Operation::alltoallw:
        case Operation::reduce_scatter: out.to_each = bytes / n; break;
        case Operation::allreduce:
            out.to_each = 2 * bytes / n;
            break;  // each rank reduces one part and sends it to all
        case Operation::gather:
        case Operation::gatherv:
        case Operation::reduce:
            if (is_root) out.to_root = *is_root ? 0 : bytes;
            else out.unplaced = bytes * others;
            break;
        case Operation::bcast:
        case Operation::scatter:
        case Operation::scatterv:
            if (is_root) out.from_root = *is_root ? 0 : bytes;
            else
                out.unplaced = bytes * (operation == Operation::scatterv
                                            ? 0.5
                                            : others);  // the root's value is the sum over all receivers
            break;
        case Operation::scan:
        case Operation::exscan: out.to_next = bytes; break;
        default: out.unplaced = bytes;  // neighbours are not recorded
    }
    return out;
}

}  // namespace shunt::record
