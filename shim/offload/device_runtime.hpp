#pragma once
#include <cstddef>
#include <memory>

namespace shunt {

/// The runtime of a kind of accelerator, which the program has loaded into the process: CUDA, HIP or Level Zero.
/// Thread: any.
class DeviceRuntime {
public:
    virtual ~DeviceRuntime() = default;
    /// Whether the processor must not access `address`. False for managed and pinned memory, which it may access.
    virtual bool owns(const void* address) = 0;
    /// Copies between the device's memory and the processor's.   Blocks: until the copy is complete.   Fails: the
    /// runtime's code; 0 is success.
    virtual int copy(void* to, const void* from, std::size_t bytes) = 0;
    virtual const char* name() const = 0;
};

/// A kind of runtime, recognised by the beginning of its library's file names.
struct DeviceRuntimeKind {
    const char* file;
    std::unique_ptr<DeviceRuntime> (*open)(
        void* library);  ///< null: `library` lacks a function; it has not been opened otherwise
};
inline constexpr int kDeviceRuntimeKinds = 3;
extern const DeviceRuntimeKind device_runtime_kinds[kDeviceRuntimeKinds];

}  // namespace shunt
