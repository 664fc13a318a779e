#pragma once
// Memory of accelerators, which the processor must not touch: by CUDA, HIP or Level Zero, where the program has brought
// them in.
#include <atomic>
#include <cstddef>

#include "shim/host/loader_watch.hpp"

namespace shunt {

/// Watches for the runtimes.   Thread: any.
struct DeviceWatch {
    LoaderWatch loader;
    std::atomic<bool> found{false};  ///< a runtime is in the process

    bool may_have_any() const { return found.load(std::memory_order_relaxed) || loader.may_have_news(); }
};
extern DeviceWatch device_watch;

/// is_on_device() where there is, or may be, a runtime.
[[nodiscard]] bool is_device_address(const void* address);
/// memcpy, by the runtime where a side is on a device.   Fails: false, after a warning.
[[nodiscard]] bool copy_by_device(void* to, const void* from, std::size_t bytes);

/// Whether the processor must not touch `address`, which may be any number. Asked of the runtime each time, as
/// addresses come to mean other memory. Costs one branch where no runtime is in the process.
[[nodiscard]] inline bool is_on_device(const void* address) {
    return device_watch.may_have_any() && is_device_address(address);
}

}  // namespace shunt
