#include "shim/preload/host_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstring>

namespace shunt {
namespace {

const char* base_name(const char* path) {
    const char* slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// Names of loaded objects that may be an MPI. They can be opened only after the loader's list is released.
struct Candidates {
    static constexpr int kMost = 16;
    char paths[kMost][1024];
    int count = 0;
};

int collect(dl_phdr_info* info, std::size_t, void* out) {
    auto& candidates = *static_cast<Candidates*>(out);
    const char* name = info->dlpi_name;
    if (!name || !*name || candidates.count == Candidates::kMost) return 0;
    const char* base = base_name(name);
    const bool may_be_mpi = std::strncmp(base, "libmpi", 6) == 0 || std::strstr(base, "mpi.so") != nullptr;
    if (!may_be_mpi || std::strlen(name) >= sizeof candidates.paths[0]) return 0;
    std::strcpy(candidates.paths[candidates.count++], name);
    return 0;
}

Flavour flavour_of(const char* version, const char* path) {
    const char* base = base_name(path);
    if (std::strncmp(base, "libmpi_abi", 10) == 0) return Flavour::mpiabi;
    const bool openmpi_abi = std::strstr(base, ".so.40") != nullptr;
    const bool mpich_abi = std::strstr(base, ".so.12") != nullptr;
    if (std::strncmp(version, "Open MPI", 8) == 0) return openmpi_abi ? Flavour::openmpi : Flavour::unknown;
    const bool mpich_like =
        std::strstr(version, "MPICH") || std::strstr(version, "Intel(R) MPI") || std::strstr(version, "MVAPICH");
    return mpich_like && mpich_abi ? Flavour::mpich : Flavour::unknown;
}

void read_version(void* function, HostLibrary& out) {
    static char text[8192];  // no MPI's MPI_MAX_LIBRARY_VERSION_STRING is larger
    int length = 0;
    reinterpret_cast<int (*)(char*, int*)>(function)(text, &length);
    text[sizeof text - 1] = 0;
    text[std::strcspn(text, "\n")] = 0;
    std::snprintf(out.version, sizeof out.version, "%.127s", text);
}

bool accept(void* init, void* version, HostLibrary& out) {
    Dl_info info{};
    if (!init || !dladdr(init, &info) || !info.dli_fname) return false;
    out.handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!out.handle) return false;
    out.base = info.dli_fbase;
    std::snprintf(out.path, sizeof out.path, "%s", info.dli_fname);
    if (version) read_version(version, out);
    out.flavour = flavour_of(out.version, out.path);
    return true;
}

}  // namespace

void find_host_library(HostLibrary& out) {
    if (accept(dlsym(RTLD_NEXT, "PMPI_Init"), dlsym(RTLD_NEXT, "PMPI_Get_library_version"), out)) return;
    if (accept(dlsym(RTLD_NEXT, "MPI_Init"), dlsym(RTLD_NEXT, "MPI_Get_library_version"), out)) return;
    static Candidates candidates;
    candidates.count = 0;
    dl_iterate_phdr(collect, &candidates);
    for (int i = 0; i < candidates.count; ++i) {
        void* handle = dlopen(candidates.paths[i], RTLD_LAZY | RTLD_NOLOAD);
        if (!handle) continue;
        if (accept(dlsym(handle, "PMPI_Init"), dlsym(handle, "PMPI_Get_library_version"), out)) return;
    }
}

void* next_function(const HostLibrary& library, const char* name) {
    if (void* found = dlsym(RTLD_NEXT, name)) return found;
    return library.handle ? dlsym(library.handle, name) : nullptr;
}

bool belongs_to_host(const HostLibrary& library, void* function) {
    Dl_info info{};
    return function && dladdr(function, &info) && info.dli_fbase == library.base;
}

}  // namespace shunt
