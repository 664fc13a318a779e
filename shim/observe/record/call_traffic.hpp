#pragma once
#include <cstdint>
#include <optional>

#include "native/base/operation.hpp"

namespace shunt::record {

/// The bytes that one rank's call of a collective moves between ranks, as if each block were sent directly to its
/// receiver. They are computed, as it is not visible how the MPI moves them. A rank's own block does not move.
struct CallTraffic {
    double to_each = 0;    ///< bytes to every other member
    double to_root = 0;    ///< bytes to the root
    double from_root = 0;  ///< bytes from the root
    double to_next = 0;    ///< bytes to the next rank
    double unplaced = 0;   ///< bytes whose receiver is not recorded
    /// The sum, in a group of `members`; the last rank has no next one.
    double moved(std::int32_t members, bool is_last) const {
        return to_each * (members - 1) + to_root + from_root + (is_last ? 0 : to_next) + unplaced;
    }
};

/// `bytes` as the record measures the operation (shim/observe/record/README.md). `members`: of the communicator, or of
/// the remote group. `is_root`: empty if the record does not show which rank is the root.
CallTraffic traffic_of(Operation operation, double bytes, std::int32_t members, std::optional<bool> is_root);

}  // namespace shunt::record
