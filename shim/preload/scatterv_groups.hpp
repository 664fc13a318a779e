#pragma once
#include "shim/preload/backend.hpp"

namespace shunt {

/// Filled in when the backend is bound, before any group can be opened.
extern ScattervGroupFunctions scatterv_groups;

}  // namespace shunt
