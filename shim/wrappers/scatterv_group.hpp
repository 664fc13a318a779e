#pragma once
#include "shim/preload/backend.hpp"

namespace shunt {

/// The functions that implement MPIX_Scatterv_open_group and the related ones, for libshunt.so.
ScattervGroupFunctions scatterv_group_functions();

}  // namespace shunt
