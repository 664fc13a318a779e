#include "native/memory/verbs/library.hpp"

#include <dlfcn.h>

#include "native/memory/verbs/remedy.hpp"

namespace shunt::memory::verbs {
namespace {

/// Looks up names and remembers the first missing one.
struct Lookup {
    void* handle;
    const char* missing = nullptr;

    template <class Function>
    void find(const char* name, Function& into) {
        into = reinterpret_cast<Function>(dlsym(handle, name));
        if (into == nullptr && missing == nullptr) missing = name;
    }
};

}  // namespace

Outcome Library::load(const std::string& name, Library& into) {
    void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
        const char* text = dlerror();
        return {Status::declined, joined({"RDMA: ", text != nullptr ? text : name.c_str(), "; ", kInstallLibrary})};
    }
    Lookup lookup{handle};
    lookup.find("ibv_get_device_list", into.get_device_list);
    lookup.find("ibv_free_device_list", into.free_device_list);
    lookup.find("ibv_get_device_name", into.get_device_name);
    lookup.find("ibv_open_device", into.open_device);
    lookup.find("ibv_close_device", into.close_device);
    lookup.find("ibv_query_device", into.query_device);
    lookup.find("ibv_query_port", into.query_port);
    lookup.find("ibv_query_gid", into.query_gid);
    lookup.find("_ibv_query_gid_table", into.query_gid_table);
    lookup.find("ibv_alloc_pd", into.alloc_pd);
    lookup.find("ibv_dealloc_pd", into.dealloc_pd);
    lookup.find("ibv_reg_mr", into.reg_mr);
    lookup.find("ibv_dereg_mr", into.dereg_mr);
    lookup.find("ibv_create_comp_channel", into.create_comp_channel);
    lookup.find("ibv_destroy_comp_channel", into.destroy_comp_channel);
    lookup.find("ibv_create_cq", into.create_cq);
    lookup.find("ibv_destroy_cq", into.destroy_cq);
    lookup.find("ibv_get_cq_event", into.get_cq_event);
    lookup.find("ibv_ack_cq_events", into.ack_cq_events);
    lookup.find("ibv_create_srq", into.create_srq);
    lookup.find("ibv_destroy_srq", into.destroy_srq);
    lookup.find("ibv_create_qp", into.create_qp);
    lookup.find("ibv_modify_qp", into.modify_qp);
    lookup.find("ibv_destroy_qp", into.destroy_qp);
    lookup.find("ibv_create_ah", into.create_ah);
    lookup.find("ibv_destroy_ah", into.destroy_ah);
    lookup.find("ibv_get_async_event", into.get_async_event);
    lookup.find("ibv_ack_async_event", into.ack_async_event);
    lookup.find("ibv_event_type_str", into.event_type_str);
    lookup.find("ibv_wc_status_str", into.wc_status_str);
    const char* const missing = lookup.missing;
    lookup.find("ibv_is_fork_initialized",
                into.is_fork_initialized);  // rdma-core 35; without it the program's memory is not registered
    dlclose(handle);
    if (missing != nullptr)
        return {Status::declined, joined({"RDMA: ", name, " has no ", missing, "; ", kUpdateLibrary})};
    return {};
}

}  // namespace shunt::memory::verbs
