// Types and numbers are those of cuda.h, hip_runtime_api.h and ze_api.h; none of these headers is needed to build this.
#include "shim/offload/device_runtime.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace shunt {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

class Cuda final : public DeviceRuntime {
public:
    static std::unique_ptr<DeviceRuntime> open(void* library) {
        auto cuda = std::make_unique<Cuda>();
        const bool all = find(library, "cuPointerGetAttributes", cuda->get_attributes_) &&
                         find(library, "cuMemcpy", cuda->memcpy_) &&
                         find(library, "cuCtxPushCurrent_v2", cuda->push_) &&
                         find(library, "cuCtxPopCurrent_v2", cuda->pop_) &&
                         find(library, "cuDevicePrimaryCtxRetain", cuda->retain_primary_) &&
                         find(library, "cuDevicePrimaryCtxRelease_v2", cuda->release_primary_) &&
                         find(library, "cuStreamSynchronize", cuda->synchronize_);
        if (!all) return nullptr;
        return cuda;
    }
    bool owns(const void* address) override {
        const Attributes found = attributes(address);
        return found.memory_type == kDeviceMemory && !found.is_managed;
    }
    int copy(void* to, const void* from, std::size_t bytes) override {
        const bool is_target = owns(to);
        const Attributes device = attributes(is_target ? to : from);
        // The calling thread may have no context. Memory of pools and of mappings belongs to no context, but to its
        // device.
        void* context = device.context;
        int code = context ? kSuccess : retain_primary_(&context, device.ordinal);
        if (code != kSuccess) return code;
        code = push_(context);
        if (code == kSuccess) {
            code = memcpy_(number(to), number(from), bytes);
            // When it copies to a device it may return before the last bytes are there.
            if (code == kSuccess && is_target) code = synchronize_(nullptr);
            void* popped = nullptr;
            static_cast<void>(pop_(&popped));
        }
        if (!device.context) static_cast<void>(release_primary_(device.ordinal));
        return code;
    }
    const char* name() const override { return "CUDA"; }

private:
    static constexpr int kSuccess = 0;
    static constexpr unsigned kDeviceMemory = 2;  // CU_MEMORYTYPE_DEVICE
    struct Attributes {
        void* context = nullptr;
        unsigned memory_type = 0;
        unsigned is_managed = 0;
        int ordinal = 0;
    };
    /// All zero for memory that CUDA does not know.
    Attributes attributes(const void* address) const {
        enum { context = 1, memory_type = 2, is_managed = 8, device_ordinal = 9 };
        int wanted[] = {context, memory_type, is_managed, device_ordinal};
        Attributes found;
        void* into[] = {&found.context, &found.memory_type, &found.is_managed, &found.ordinal};
        return get_attributes_(4, wanted, into, number(address)) == kSuccess ? found : Attributes{};
    }

    int (*get_attributes_)(unsigned, int*, void**, std::uintptr_t) = nullptr;
    int (*memcpy_)(std::uintptr_t, std::uintptr_t, std::size_t) = nullptr;
    int (*push_)(void*) = nullptr;
    int (*pop_)(void**) = nullptr;
    int (*retain_primary_)(void**, int) = nullptr;
    int (*release_primary_)(int) = nullptr;
    int (*synchronize_)(void*) = nullptr;
};

class Hip final : public DeviceRuntime {
public:
    static std::unique_ptr<DeviceRuntime> open(void* library) {
        auto hip = std::make_unique<Hip>();
        const bool all = find(library, "hipPointerGetAttributes", hip->get_attributes_) &&
                         find(library, "hipMemcpy", hip->memcpy_) &&
                         find(library, "hipStreamSynchronize", hip->synchronize_) &&
                         find(library, "hipGetLastError", hip->last_error_);
        if (!all) return nullptr;
        return hip;
    }
    // Decided by the pointers, as the numbers of memory types changed from version 5 to 6.
    bool owns(const void* address) override {
        Attributes found;
        if (get_attributes_(&found, address) != kSuccess) {
            static_cast<void>(last_error_());  // clears HIP's last error, which the program must not see
            return false;
        }
        return found.device_pointer && !found.host_pointer && !found.is_managed;
    }
    int copy(void* to, const void* from, std::size_t bytes) override {
        constexpr int kByAddresses = 4;  // hipMemcpyDefault
        const int code = memcpy_(to, from, bytes, kByAddresses);
        return code == kSuccess ? synchronize_(nullptr) : code;
    }
    const char* name() const override { return "HIP"; }

private:
    static constexpr int kSuccess = 0;
    struct Attributes {
        int memory_type = 0;
        int device = 0;
        void* device_pointer = nullptr;
        void* host_pointer = nullptr;
        int is_managed = 0;
        unsigned flags = 0;
        std::uint64_t room[8] = {};  ///< for members that later versions may add
    };

    int (*get_attributes_)(Attributes*, const void*) = nullptr;
    int (*memcpy_)(void*, const void*, std::size_t, int) = nullptr;
    int (*synchronize_)(void*) = nullptr;
    int (*last_error_)() = nullptr;
};

/// Each driver is asked for its memory through a context of our own: a driver knows its memory in all its contexts.
class LevelZero final : public DeviceRuntime {
public:
    static std::unique_ptr<DeviceRuntime> open(void* library) {
        auto zero = std::make_unique<LevelZero>();
        const bool all = find(library, "zeDriverGet", zero->get_drivers_) &&
                         find(library, "zeContextCreate", zero->create_context_) &&
                         find(library, "zeMemGetAllocProperties", zero->get_properties_) &&
                         find(library, "zeCommandListCreateImmediate", zero->create_list_) &&
                         find(library, "zeCommandListAppendMemoryCopy", zero->append_copy_);
        if (!all) return nullptr;
        return zero;
    }
    bool owns(const void* address) override {
        const std::lock_guard<std::mutex> guard(mutex_);
        return find_owner(address).context != nullptr;
    }
    int copy(void* to, const void* from, std::size_t bytes) override {
        const std::lock_guard<std::mutex> guard(mutex_);
        Owner owner = find_owner(to);
        if (!owner.context) owner = find_owner(from);
        void*& list = lists_[owner.device];
        if (!list) {
            constexpr int kQueueDescription = 0xe, kSynchronous = 1;
            const QueueDescription description{kQueueDescription, nullptr, 0, 0, 0, kSynchronous, 0};
            const int code = create_list_(owner.context, owner.device, &description, &list);
            if (code != kSuccess) return code;
        }
        return append_copy_(list, to, from, bytes, nullptr, 0, nullptr);
    }
    const char* name() const override { return "Level Zero"; }

private:
    static constexpr int kSuccess = 0;
    struct Owner {
        void* context = nullptr;
        void* device = nullptr;
    };
    struct ContextDescription {
        int type;
        const void* next;
        std::uint32_t flags;
    };
    struct QueueDescription {
        int type;
        const void* next;
        std::uint32_t ordinal, index, flags;
        int mode, priority;
    };
    struct Properties {
        int type;
        void* next;
        int memory_type;
        std::uint64_t id, page_bytes;
    };

    /// Null context: no device's memory.
    Owner find_owner(const void* address) {
        constexpr int kProperties = 0x17, kDeviceMemory = 2;
        for (void* const context : contexts()) {
            Properties properties{kProperties, nullptr, 0, 0, 0};
            void* device = nullptr;
            const int code = get_properties_(context, address, &properties, &device);
            if (code == kSuccess && properties.memory_type == kDeviceMemory) return {context, device};
        }
        return {};
    }
    /// One for each driver. None until the program has called zeInit: before that it has no such memory.
    const std::vector<void*>& contexts() {
        if (!contexts_.empty()) return contexts_;
        std::uint32_t count = 0;
        if (get_drivers_(&count, nullptr) != kSuccess || count == 0) return contexts_;
        std::vector<void*> drivers(count);
        if (get_drivers_(&count, drivers.data()) != kSuccess) return contexts_;
        for (void* const driver : drivers) {
            constexpr int kContextDescription = 0xd;
            const ContextDescription description{kContextDescription, nullptr, 0};
            void* context = nullptr;
            if (create_context_(driver, &description, &context) == kSuccess) contexts_.push_back(context);
        }
        return contexts_;
    }

    int (*get_drivers_)(std::uint32_t*, void**) = nullptr;
    int (*create_context_)(void*, const ContextDescription*, void**) = nullptr;
    int (*get_properties_)(void*, const void*, Properties*, void**) = nullptr;
    int (*create_list_)(void*, void*, const QueueDescription*, void**) = nullptr;
    int (*append_copy_)(void*, void*, const void*, std::size_t, void*, std::uint32_t, void**) = nullptr;
    std::mutex mutex_;
    std::vector<void*> contexts_;
    std::map<void*, void*> lists_;  ///< immediate command lists, by device
};

}  // namespace

const DeviceRuntimeKind device_runtime_kinds[kDeviceRuntimeKinds] = {
    {"libcuda.so", &Cuda::open},
    {"libamdhip64.so", &Hip::open},
    {"libze_loader.so", &LevelZero::open},
};

}  // namespace shunt
