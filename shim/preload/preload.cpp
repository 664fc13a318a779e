// libshunt.so: jumps for the union of all MPI names, and the code that finds their targets at the first call.
// Uses only libc: it is in the global scope of every process of a job, launchers and shells included.
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shim/preload/alltoallv_schedules.hpp"
#include "shim/preload/backend.hpp"
#include "shim/preload/host_library.hpp"
#include "shim/preload/scatterv_groups.hpp"

extern "C" {
extern void* shunt_slots[];
void* shunt_resolve(unsigned long slot) __attribute__((visibility("hidden")));
__attribute__((visibility("default"))) const char* shunt_version();
}

namespace shunt {
namespace {

const char* const kNames[] = {
#include "shim/table/generated/preload_names.inc"
};
constexpr unsigned kCount = sizeof kNames / sizeof kNames[0];

HostLibrary library;
void* wrappers[kCount];
char own_path[1024];
bool bound = false;
bool binding = false;
pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void say(const char* format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(text, sizeof text - 1, format, arguments);
    va_end(arguments);
    if (length <= 0) return;
    const std::size_t bytes =
        length < static_cast<int>(sizeof text) - 1 ? static_cast<std::size_t>(length) : sizeof text - 2;
    text[bytes] = '\n';
    if (write(STDERR_FILENO, text, bytes + 1) < 0) return;
}

void* host_function(const char* name) { return next_function(library, name); }

void find_own_path() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&shunt_resolve), &info) && info.dli_fname)
        std::snprintf(own_path, sizeof own_path, "%s", info.dli_fname);
}

const char* backend_name(Flavour flavour) {
    switch (flavour) {
        case Flavour::openmpi: return "libshunt-openmpi.so";
        case Flavour::mpiabi: return "libshunt-mpiabi.so";
        default: return "libshunt-mpich.so";
    }
}

/// Loads the backend from this library's folder and gets its wrappers; without a backend every call goes to the host.
void load_backend() {
    const char* name = backend_name(library.flavour);
    char path[1200];
    const char* slash = std::strrchr(own_path, '/');
    std::snprintf(path, sizeof path, "%.*s%s", slash ? static_cast<int>(slash + 1 - own_path) : 0, own_path, name);
    void* backend = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!backend) {
        say("shunt: cannot load %s (%s); every MPI call goes to the host: put the file beside libshunt.so", path,
            dlerror());
        return;
    }
    const auto bind = reinterpret_cast<BackendBind>(dlsym(backend, kBackendBindName));
    const BackendInput input{kBackendInterface, kCount,   kNames,           host_function,
                             library.path,      own_path, &scatterv_groups, &alltoallv_schedules};
    if (bind && bind(&input, wrappers) == 0) return;
    std::memset(wrappers, 0, sizeof wrappers);
    scatterv_groups = {};
    alltoallv_schedules = {};
    say("shunt: %s was not built together with %s; every MPI call goes to the host: install both from one build", path,
        own_path);
}

/// Fills both slots of a function, at its first call: a program calls few of the names, and looking up all takes
/// milliseconds. A tool's `MPI_X` below us precedes the host's; its `PMPI_X` call returns to our wrapper. Thread: any;
/// several may write the same value.   Returns: false if the host has neither name.
bool fill_slots(unsigned index) {
    char pmpi[128];
    std::snprintf(pmpi, sizeof pmpi, "P%s", kNames[index]);
    void* next_plain = host_function(kNames[index]);
    void* next_profiling = host_function(pmpi);
    if (!next_profiling) next_profiling = next_plain;
    if (!next_profiling) return false;
    void* handled = wrappers[index] ? wrappers[index] : next_profiling;
    const bool tool_below = next_plain && next_plain != next_profiling && !belongs_to_host(library, next_plain);
    __atomic_store_n(&shunt_slots[2 * index], tool_below ? next_plain : handled, __ATOMIC_RELEASE);
    __atomic_store_n(&shunt_slots[2 * index + 1], handled, __ATOMIC_RELEASE);
    return true;
}

void bind_all() {
    binding = true;
    find_own_path();
    if (library.flavour == Flavour::unknown)
        say("shunt: no backend for this MPI (%s, %s); every MPI call goes to it untouched: use Open MPI 4-6, an "
            "MPICH-ABI library, or MPI 5's standard ABI",
            library.version[0] ? library.version : "no version", library.path);
    else load_backend();
    __atomic_store_n(&bound, true, __ATOMIC_RELEASE);
    binding = false;
}

int flag_is_false(int* flag) {
    *flag = 0;
    return 0;
}

/// Fails as the dynamic loader does for an undefined symbol.
[[noreturn]] void missing(const char* prefix, const char* name) {
    say("shunt: symbol lookup error: %s%s: not in %s", prefix, name,
        library.path[0] ? library.path : "this process, which has no MPI library");
    _exit(127);
}

void* resolve_without_host(const char* prefix, const char* name) {
    if (!std::strcmp(name, "MPI_Initialized") || !std::strcmp(name, "MPI_Finalized"))
        return reinterpret_cast<void*>(&flag_is_false);
    missing(prefix, name);
}

const char* prefix_of(unsigned long slot) { return slot % 2 ? "P" : ""; }

/// Holds no lock: the loader has its own lock, which another thread may hold while it calls MPI from a constructor.
void* resolve_bound(unsigned long slot) {
    if (!fill_slots(static_cast<unsigned>(slot / 2))) missing(prefix_of(slot), kNames[slot / 2]);
    return __atomic_load_n(&shunt_slots[slot], __ATOMIC_ACQUIRE);
}

void* resolve_locked(unsigned long slot) {
    const char* name = kNames[slot / 2];
    const char* prefix = prefix_of(slot);
    if (!bound && !binding) {
        find_host_library(library);
        if (library.flavour == Flavour::none) return resolve_without_host(prefix, name);
        bind_all();
    }
    if (bound) return resolve_bound(slot);
    // A constructor of the backend's dependencies calls MPI: the call is passed to the host.
    char wanted[128];
    std::snprintf(wanted, sizeof wanted, "%s%s", prefix, name);
    void* host = host_function(wanted);
    if (!host) missing(prefix, name);
    return host;
}

}  // namespace
}  // namespace shunt

void* shunt_resolve(unsigned long slot) {
    if (__atomic_load_n(&shunt::bound, __ATOMIC_ACQUIRE)) return shunt::resolve_bound(slot);
    pthread_mutex_lock(&shunt::lock);
    void* target = shunt::resolve_locked(slot);
    pthread_mutex_unlock(&shunt::lock);
    return target;
}

const char* shunt_version() { return SHUNT_VERSION; }
