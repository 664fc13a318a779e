#pragma once
#include "shim/preload/backend.hpp"

namespace shunt {

/// The functions that MPIX_Alltoallv_control1 and its fellows end in, for libshunt.so.
AlltoallvScheduleFunctions alltoallv_schedule_functions();

}  // namespace shunt
