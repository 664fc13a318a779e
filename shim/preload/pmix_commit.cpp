#include "shim/preload/pmix_commit.hpp"

#include <dlfcn.h>

namespace {

constexpr int kNotSupported = -47;

using Commit = int (*)();

/// The PMIx_Commit of the library that contains `caller`, or of one that it needs; else the next one of the process.
Commit real_commit(void* caller) {
    Dl_info where{};
    void* found = nullptr;
    if (dladdr(caller, &where) != 0 && where.dli_fname != nullptr) {
        if (void* library = dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) {
            found = dlsym(library, "PMIx_Commit");
            dlclose(library);
        }
    }
    if (found == nullptr || found == reinterpret_cast<void*>(&PMIx_Commit)) found = dlsym(RTLD_NEXT, "PMIx_Commit");
    return reinterpret_cast<Commit>(found);
}

}  // namespace

void (*shunt_before_pmix_commit)() = nullptr;

int PMIx_Commit() {
    const Commit commit = real_commit(__builtin_return_address(0));
    if (void (*const before)() = __atomic_exchange_n(&shunt_before_pmix_commit, nullptr, __ATOMIC_ACQ_REL)) before();
    return commit != nullptr ? commit() : kNotSupported;
}
