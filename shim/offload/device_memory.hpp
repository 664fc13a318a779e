#pragma once
// Memory of accelerators, which the processor must not access: by CUDA, HIP or Level Zero, if the program has loaded
// one of them.
#include <atomic>
#include <cstddef>

#include "shim/host/loader_watch.hpp"

namespace shunt {

/// Watches for these runtimes.   Thread: any.
struct DeviceWatch {
    LoaderWatch loader;
    std::atomic<bool> found{false};  ///< a runtime is in the process

    bool may_have_any() const { return found.load(std::memory_order_relaxed) || loader.may_have_news(); }
};
extern DeviceWatch device_watch;

/// is_on_device() when a runtime is, or may be, in the process.
[[nodiscard]] bool is_device_address(const void* address);
/// As memcpy; done by the runtime if the source or the target is on a device.   Fails: false, after a warning.
[[nodiscard]] bool copy_by_device(void* to, const void* from, std::size_t bytes);

/// Whether the processor must not access `address`, which may have any value. The runtime is asked each time, as an
/// address may later refer to other memory. Costs one branch if no runtime is in the process.
[[nodiscard]] inline bool is_on_device(const void* address) {
    return device_watch.may_have_any() && is_device_address(address);
}

}  // namespace shunt
