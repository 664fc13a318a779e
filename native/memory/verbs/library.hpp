#pragma once
#include <infiniband/verbs.h>

#include <memory>
#include <string>

#include "native/base/outcome.hpp"

namespace shunt::memory::verbs {

/// The functions of libibverbs, loaded at run time: Shunt does not link the library. Functions that verbs.h defines
/// inline (posting, polling) use the objects themselves and need no entry here. An inline function that calls into the
/// library must not be used. The library is never unloaded: its drivers do not support that.   Thread: any.
struct Library {
    decltype(&::ibv_get_device_list) get_device_list = nullptr;
    decltype(&::ibv_free_device_list) free_device_list = nullptr;
    decltype(&::ibv_get_device_name) get_device_name = nullptr;
    decltype(&::ibv_open_device) open_device = nullptr;
    decltype(&::ibv_close_device) close_device = nullptr;
    decltype(&::ibv_query_device) query_device = nullptr;
    decltype(&::ibv_query_port) query_port = nullptr;
    decltype(&::ibv_query_gid) query_gid = nullptr;
    decltype(&::_ibv_query_gid_table) query_gid_table = nullptr;
    decltype(&::ibv_alloc_pd) alloc_pd = nullptr;
    decltype(&::ibv_dealloc_pd) dealloc_pd = nullptr;
    decltype(&::ibv_reg_mr) reg_mr = nullptr;
    decltype(&::ibv_dereg_mr) dereg_mr = nullptr;
    decltype(&::ibv_create_comp_channel) create_comp_channel = nullptr;
    decltype(&::ibv_destroy_comp_channel) destroy_comp_channel = nullptr;
    decltype(&::ibv_create_cq) create_cq = nullptr;
    decltype(&::ibv_destroy_cq) destroy_cq = nullptr;
    decltype(&::ibv_get_cq_event) get_cq_event = nullptr;
    decltype(&::ibv_ack_cq_events) ack_cq_events = nullptr;
    decltype(&::ibv_create_srq) create_srq = nullptr;
    decltype(&::ibv_destroy_srq) destroy_srq = nullptr;
    decltype(&::ibv_create_qp) create_qp = nullptr;
    decltype(&::ibv_modify_qp) modify_qp = nullptr;
    decltype(&::ibv_destroy_qp) destroy_qp = nullptr;
    decltype(&::ibv_create_ah) create_ah = nullptr;
    decltype(&::ibv_destroy_ah) destroy_ah = nullptr;
    decltype(&::ibv_get_async_event) get_async_event = nullptr;
    decltype(&::ibv_ack_async_event) ack_async_event = nullptr;
    decltype(&::ibv_event_type_str) event_type_str = nullptr;
    decltype(&::ibv_wc_status_str) wc_status_str = nullptr;
    decltype(&::ibv_is_fork_initialized) is_fork_initialized = nullptr;

    /// Fails: declined (missing or too old), with the remedy.
    static Outcome load(const std::string& name, Library& into);
};

/// Frees an object of the library by the matching function.
template <class Object>
struct Free {
    int (*function)(Object*) = nullptr;
    void operator()(Object* object) const { function(object); }
};

/// Owns one object of the library. It must be destroyed before the object from which it was made.
template <class Object>
using Owned = std::unique_ptr<Object, Free<Object>>;

}  // namespace shunt::memory::verbs
