#pragma once
#include "shim/preload/backend.hpp"

namespace shunt {

/// Filled in when the backend is bound, before any schedule can be made.
extern AlltoallvScheduleFunctions alltoallv_schedules;

}  // namespace shunt
