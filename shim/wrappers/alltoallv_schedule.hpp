#pragma once
#include "shim/preload/backend.hpp"

namespace shunt {

/// The functions that implement MPIX_Alltoallv_control1 and the related ones, for libshunt.so.
AlltoallvScheduleFunctions alltoallv_schedule_functions();

}  // namespace shunt
