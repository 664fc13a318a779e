#pragma once
#include "shim/preload/backend.hpp"

namespace shunt {

/// The functions that MPIX_Scatterv_open_group and its fellows end in, for libshunt.so.
ScattervGroupFunctions scatterv_group_functions();

}  // namespace shunt
