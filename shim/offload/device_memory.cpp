#include "shim/offload/device_memory.hpp"

#include <dlfcn.h>
#include <link.h>

#include <climits>
#include <cstdio>
#include <cstring>
#include <memory>

#include "shim/host/log.hpp"
#include "shim/offload/device_runtime.hpp"

namespace shunt {

constinit DeviceWatch device_watch;

namespace {

/// The runtimes found so far. They stay, with their libraries, until the process ends.
constinit std::atomic<DeviceRuntime*> runtimes[kDeviceRuntimeKinds] = {};

/// The results of one walk over the loaded objects. The walk allocates no memory, as the loader's lock is held.
struct Walk {
    std::uint64_t adds = 0;
    char files[kDeviceRuntimeKinds][PATH_MAX] = {};  ///< empty: none
};

int visit(dl_phdr_info* info, std::size_t, void* into) {
    Walk& walk = *static_cast<Walk*>(into);
    walk.adds = info->dlpi_adds;
    const char* const slash = std::strrchr(info->dlpi_name, '/');
    const char* const file = slash ? slash + 1 : info->dlpi_name;
    for (int kind = 0; kind < kDeviceRuntimeKinds; ++kind)
        if (std::strncmp(file, device_runtime_kinds[kind].file, std::strlen(device_runtime_kinds[kind].file)) == 0)
            snprintf(walk.files[kind], PATH_MAX, "%s", info->dlpi_name);
    return 0;
}

/// Two threads may adopt the same runtime at once.
void adopt(int kind, const char* file) {
    void* const library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    std::unique_ptr<DeviceRuntime> runtime = device_runtime_kinds[kind].open(library);
    DeviceRuntime* none = nullptr;
    if (!runtime || !runtimes[kind].compare_exchange_strong(none, runtime.get())) {
        dlclose(library);
        return;
    }
    SHUNT_INFO("%s is in the process: buffers on its devices are copied by it where an engine carries a call",
               runtime->name());
    device_watch.found.store(true);
    static_cast<void>(runtime.release());
}

void look_for_runtimes() {
    static std::atomic<std::uint64_t> walked{0};
    if (!device_watch.loader.may_have_news() || LoaderWatch::count() == walked.load()) return;
    Walk walk;
    dl_iterate_phdr(&visit, &walk);
    for (int kind = 0; kind < kDeviceRuntimeKinds; ++kind)
        if (walk.files[kind][0] != 0 && !runtimes[kind].load()) adopt(kind, walk.files[kind]);
    walked.store(walk.adds);
    device_watch.loader.settle(walk.adds);
}

/// The runtime that owns the memory at `address`; null: it is the processor's.
DeviceRuntime* owner_of(const void* address) {
    for (auto& known : runtimes) {
        DeviceRuntime* const runtime = known.load();
        if (runtime && runtime->owns(address)) return runtime;
    }
    return nullptr;
}

void tell_of_failure(const DeviceRuntime& runtime, std::size_t bytes, int code) {
    static std::atomic<bool> told{false};
    if (!told.exchange(true))
        SHUNT_WARN(
            "%s could not copy %zu bytes to or from one of its devices (its error %d); the MPI call that needed these "
            "bytes returns an error",
            runtime.name(), bytes, code);
}

}  // namespace

bool is_device_address(const void* address) {
    if (!address) return false;
    look_for_runtimes();
    return owner_of(address) != nullptr;
}

bool copy_by_device(void* to, const void* from, std::size_t bytes) {
    look_for_runtimes();
    DeviceRuntime* runtime = owner_of(to);
    if (!runtime) runtime = owner_of(from);
    if (!runtime) {
        std::memcpy(to, from, bytes);
        return true;
    }
    const int code = runtime->copy(to, from, bytes);
    if (code != 0) tell_of_failure(*runtime, bytes, code);
    return code == 0;
}

}  // namespace shunt
