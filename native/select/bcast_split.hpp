#pragma once
#include "native/select/decide.hpp"

namespace shunt {

/// Whether the choice between the engine with that index and the host depends on a broadcast's length, so that members
/// that pass different lengths would choose differently. `communicator`: the facts of any call there. Always true under
/// `auto`. Tried lengths: the ends of the rules' ranges and each power of two.   Equal on all members.
bool splits_bcasts(const Policy& policy, const CallFacts& communicator, int engine);

/// Whether a rule leaves some calls of `operation` there to `auto`, which may measure them. The same lengths are tried.
/// Equal on all members.
bool may_measure(const Policy& policy, const CallFacts& communicator, Operation operation);

}  // namespace shunt
