#pragma once
#include "native/select/decide.hpp"

namespace shunt {

/// Whether the length of a broadcast decides between the engine with that index and the host, so that members of
/// different lengths would part. `communicator`: the facts of any call there. `auto` may always part them. Lengths are
/// tried at the ends of the rules' ranges and at each power of two.   Equal on all members.
bool splits_bcasts(const Policy& policy, const CallFacts& communicator, int engine);

/// Whether a rule leaves some calls of `operation` there to `auto`, which may measure them. Lengths are tried likewise.
/// Equal on all members.
bool may_measure(const Policy& policy, const CallFacts& communicator, Operation operation);

}  // namespace shunt
