#pragma once
#include <cstddef>
#include <memory>

namespace shunt {

/// The runtime of a kind of accelerator, as the program has brought it into the process: CUDA, HIP or Level Zero.
/// Thread: any.
class DeviceRuntime {
public:
    virtual ~DeviceRuntime() = default;
    /// Whether the processor must not touch `address`. Managed and pinned memory, which it may, are not meant.
    virtual bool owns(const void* address) = 0;
    /// Copies between memory that it owns and the processor's.   Blocks: until all is there.   Fails: the runtime's
    /// code; 0 is success.
    virtual int copy(void* to, const void* from, std::size_t bytes) = 0;
    virtual const char* name() const = 0;
};

/// A kind of runtime, by how the files of its library begin.
struct DeviceRuntimeKind {
    const char* file;
    std::unique_ptr<DeviceRuntime> (*open)(
        void* library);  ///< null: `library` lacks a function; it has not been opened otherwise
};
inline constexpr int kDeviceRuntimeKinds = 3;
extern const DeviceRuntimeKind device_runtime_kinds[kDeviceRuntimeKinds];

}  // namespace shunt
