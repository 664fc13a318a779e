#include "shim/host/yielding.hpp"

#include <dlfcn.h>

namespace shunt {

bool* yield_switch_of(void* host_library) {
    return static_cast<bool*>(dlsym(host_library, "opal_progress_yield_when_idle"));
}

}  // namespace shunt
