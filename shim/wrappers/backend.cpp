// The entry of a backend: fills the host table, reads the settings, and returns the wrappers that they require.
#include <dlfcn.h>

#include <cstring>
#include <new>

#include "native/select/vocabulary.hpp"
#include "shim/host/quirks.hpp"
#include "shim/preload/backend.hpp"
#include "shim/table/generated/function_table.hpp"
#include "shim/table/generated/host_mpi.hpp"
#include "shim/wrappers/alltoallv_schedule.hpp"
#include "shim/wrappers/backend_state.hpp"
#include "shim/wrappers/plan_fit.hpp"
#include "shim/wrappers/scatterv_group.hpp"
#include "shim/wrappers/wrapper_table.hpp"

namespace shunt {

BackendState& backend_state() {
    static BackendState* const state = new BackendState;  // never destroyed: calls may follow the exit handlers
    return *state;
}

namespace {

/// Whether the settings leave any work for a wrapper of that kind. A call whose wrapper has no work goes straight to
/// the host.
bool needed(WrapperKind wrapper_kind, const config::Loaded& loaded) {
    const config::Options& options = loaded.options;
    if (!options.enabled) return false;
    const bool records = options.record.enabled;
    const bool waits = options.wait.mode != config::WaitMode::host;
    const bool carries = !loaded.rules.rules.empty();
    const bool complains = !loaded.messages.empty();  // MPI_Init does
    if (!records && !waits && !carries && !complains) return false;
    switch (wrapper_kind) {
        case WrapperKind::init:
        case WrapperKind::init_thread:
        case WrapperKind::finalize:
        case WrapperKind::comm_new:
        case WrapperKind::comm_free:
        case WrapperKind::type_free:
        case WrapperKind::op_free:
        case WrapperKind::win_new:  // ranks that wait must know of windows and files, as of all that makes requests
        case WrapperKind::win_free:
        case WrapperKind::file_open:
        case WrapperKind::file_close: return true;
        case WrapperKind::collective: return records || waits || carries;
        case WrapperKind::isend:
        case WrapperKind::irecv:
        case WrapperKind::imrecv:
        case WrapperKind::isendrecv:
        case WrapperKind::send_init:
        case WrapperKind::recv_init:
        case WrapperKind::rma_request:
        case WrapperKind::io_request:
        case WrapperKind::icollective:
        case WrapperKind::collective_init:
        case WrapperKind::start:
        case WrapperKind::startall:
        case WrapperKind::test:
        case WrapperKind::testall:
        case WrapperKind::testany:
        case WrapperKind::testsome:
        case WrapperKind::get_status:
        case WrapperKind::is_complete:
        case WrapperKind::request_free:
        case WrapperKind::cancel: return records || carries;
        case WrapperKind::send:
        case WrapperKind::recv:
        case WrapperKind::mrecv:
        case WrapperKind::probe:
        case WrapperKind::mprobe:
        case WrapperKind::sendrecv:
        case WrapperKind::sendrecv_replace:
        case WrapperKind::wait:
        case WrapperKind::waitall:
        case WrapperKind::waitany:
        case WrapperKind::waitsome: return records || waits || carries;
        // Any call may block while peers wait for work that this rank has begun (ProgressThread).
        default: return records || carries;
    }
}

/// Whether libshunt.so numbers the functions as this backend does; an older one, from before a change of the table,
/// would not.
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
    if (!version || version(text, &length) != MPI_SUCCESS) text[0] = 0;
    host_quirks = quirks_of(text);
    text[std::strcspn(text, "\n")] = 0;
    backend_state().host_version = text;
    backend_state().host_handle = dlopen(input.host_path, RTLD_LAZY | RTLD_NOLOAD);
}

}  // namespace
}  // namespace shunt

extern "C" __attribute__((visibility("default"))) int shunt_backend_bind(const shunt::BackendInput* input,
                                                                         void** wrappers) {
    using namespace shunt;
    if (input->interface != kBackendInterface || !same_table(*input)) return 1;
    try {
        bind_host(*input);
        read_host_version(*input);
        config::Loaded& loaded = backend_state().loaded;
        loaded = config::load_from_process(option_table(), vocabulary());
        leave_out_foreign_plan(0);
        for (std::size_t i = 0; i < kWrapperRowCount; ++i)
            if (needed(kWrapperRows[i].wrapper_kind, loaded))
                wrappers[static_cast<std::size_t>(kWrapperRows[i].function)] = kWrapperRows[i].wrapper;
        if (loaded.options.enabled && !loaded.rules.rules.empty()) {
            *input->groups = scatterv_group_functions();
            *input->schedules = alltoallv_schedule_functions();
        }
        return 0;
    } catch (const std::bad_alloc&) { return 2; }
}
