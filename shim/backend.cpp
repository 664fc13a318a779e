// The entry of a backend: fills the host table, reads the settings, and hands out the wrappers they call for.
#include <dlfcn.h>

#include <cstring>
#include <new>

#include "native/select/vocabulary.hpp"
#include "shim/alltoallv_schedule.hpp"
#include "shim/backend_state.hpp"
#include "shim/generated/function_table.hpp"
#include "shim/generated/host_mpi.hpp"
#include "shim/preload/backend.hpp"
#include "shim/scatterv_group.hpp"
#include "shim/wrapper_table.hpp"

namespace shunt {

BackendState& backend_state() {
    static BackendState* const state = new BackendState;   // never destroyed: calls may come after exit handlers
    return *state;
}

namespace {

/// Whether the settings leave anything to do for a wrapper of that kind. What has nothing to do goes straight to the host.
bool needed(Recipe recipe, const config::Options& options, const config::RuleSet& rules) {
    if (!options.enabled) return false;
    const bool records = options.record.enabled;
    const bool waits = options.wait.mode != config::WaitMode::host;
    const bool carries = !rules.rules.empty();
    if (!records && !waits && !carries) return false;
    switch (recipe) {
        case Recipe::init:
        case Recipe::init_thread:
        case Recipe::finalize:
        case Recipe::comm_new:
        case Recipe::comm_free:
        case Recipe::type_free:
        case Recipe::win_new:   // of these, as of all that make requests, waiting ranks must know
        case Recipe::win_free:
        case Recipe::file_open:
        case Recipe::file_close: return true;
        case Recipe::collective: return records || waits || carries;
        case Recipe::isend:
        case Recipe::irecv:
        case Recipe::imrecv:
        case Recipe::isendrecv:
        case Recipe::isendrecv_replace:
        case Recipe::send_init:
        case Recipe::recv_init:
        case Recipe::psend_init:
        case Recipe::precv_init:
        case Recipe::rma_request:
        case Recipe::io_request:
        case Recipe::icollective:
        case Recipe::collective_init:
        case Recipe::start:
        case Recipe::startall:
        case Recipe::test:
        case Recipe::testall:
        case Recipe::testany:
        case Recipe::testsome:
        case Recipe::get_status:
        case Recipe::request_free:
        case Recipe::cancel: return records || carries;
        case Recipe::send:
        case Recipe::recv:
        case Recipe::mrecv:
        case Recipe::probe:
        case Recipe::mprobe:
        case Recipe::sendrecv:
        case Recipe::sendrecv_replace:
        case Recipe::wait:
        case Recipe::waitall:
        case Recipe::waitany:
        case Recipe::waitsome: return records || waits || carries;
        default: return records;
    }
}

/// Whether libshunt.so numbers the functions as we do; after a change of the table an old one would not.
bool same_table(const BackendInput& input) {
    if (input.function_count != record::kPreloadedCount) return false;
    for (std::size_t i = 0; i < record::kPreloadedCount; ++i)
        if (std::strcmp(input.names[i], record::kFunctions[i].name) != 0) return false;
    return true;
}

void bind_host(const BackendInput& input) {
    char pmpi[128] = "P";
    for (std::size_t i = 0; i < kWrapperRowCount; ++i) {
        const Function function = kWrapperRows[i].function;
        const char* name = input.names[static_cast<std::size_t>(function)];
        if (std::strlen(name) + 2 > sizeof pmpi) continue;
        std::strcpy(pmpi + 1, name);
        void* address = input.host_function(pmpi);
        host.set(function, address ? address : input.host_function(name));
    }
}

void read_host_version(const BackendInput& input) {
    const auto version = reinterpret_cast<int (*)(char*, int*)>(input.host_function("PMPI_Get_library_version"));
    char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = {};
    int length = 0;
    if (version && version(text, &length) == MPI_SUCCESS) text[std::strcspn(text, "\n")] = 0;
    backend_state().host_version = text;
    backend_state().host_handle = dlopen(input.host_path, RTLD_LAZY | RTLD_NOLOAD);
}

}  // namespace
}  // namespace shunt

extern "C" __attribute__((visibility("default"))) int shunt_backend_bind(const shunt::BackendInput* input, void** wrappers) {
    using namespace shunt;
    if (input->interface != kBackendInterface || !same_table(*input)) return 1;
    try {
        bind_host(*input);
        read_host_version(*input);
        config::Loaded& loaded = backend_state().loaded;
        loaded = config::load_from_process(option_table(), vocabulary());
        for (std::size_t i = 0; i < kWrapperRowCount; ++i)
            if (needed(kWrapperRows[i].recipe, loaded.options, loaded.rules))
                wrappers[static_cast<std::size_t>(kWrapperRows[i].function)] = kWrapperRows[i].wrapper;
        if (loaded.options.enabled && !loaded.rules.rules.empty()) {
            *input->groups = scatterv_group_functions();
            *input->schedules = alltoallv_schedule_functions();
        }
        return 0;
    } catch (const std::bad_alloc&) {
        return 2;
    }
}
