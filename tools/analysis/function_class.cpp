#include "tools/analysis/function_class.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace shunt::tools {
namespace {

struct Rule {
    std::string_view prefix;  ///< of the name without MPI_, in lower case, without the I of a nonblocking one
    FunctionClass kind;
};

/// The first match wins, so an exception precedes the rule that it is an exception to.
constexpr std::array kFunctionRules = std::to_array<Rule>({
    {"initialized", FunctionClass::local},
    {"finalized", FunctionClass::local},
    {"init", FunctionClass::startup},
    {"finalize", FunctionClass::startup},
    {"session_init", FunctionClass::startup},
    {"session_finalize", FunctionClass::startup},
    {"test_cancelled", FunctionClass::local},
    {"get_accumulate", FunctionClass::one_sided},
    {"get_", FunctionClass::local},
    {"reduce_local", FunctionClass::local},
    {"comm_create_keyval", FunctionClass::local},
    {"comm_create_errhandler", FunctionClass::local},
    {"win_create_keyval", FunctionClass::local},
    {"win_create_errhandler", FunctionClass::local},

    {"wait", FunctionClass::wait},
    {"test", FunctionClass::wait},
    {"probe", FunctionClass::wait},
    {"mprobe", FunctionClass::wait},
    {"request_get_status", FunctionClass::wait},

    {"sendrecv", FunctionClass::receive},
    {"recv", FunctionClass::receive},
    {"mrecv", FunctionClass::receive},
    {"precv", FunctionClass::receive},
    {"parrived", FunctionClass::receive},
    {"send", FunctionClass::send},
    {"bsend", FunctionClass::send},
    {"rsend", FunctionClass::send},
    {"ssend", FunctionClass::send},
    {"psend", FunctionClass::send},
    {"pready", FunctionClass::send},
    {"start", FunctionClass::send},

    {"allgather", FunctionClass::collective},
    {"allreduce", FunctionClass::collective},
    {"alltoall", FunctionClass::collective},
    {"barrier", FunctionClass::collective},
    {"bcast", FunctionClass::collective},
    {"exscan", FunctionClass::collective},
    {"gather", FunctionClass::collective},
    {"neighbor_", FunctionClass::collective},
    {"reduce", FunctionClass::collective},
    {"scan", FunctionClass::collective},
    {"scatter", FunctionClass::collective},
    {"comm_dup", FunctionClass::collective},
    {"comm_idup", FunctionClass::collective},
    {"comm_split", FunctionClass::collective},
    {"comm_create", FunctionClass::collective},
    {"comm_spawn", FunctionClass::collective},
    {"comm_accept", FunctionClass::collective},
    {"comm_connect", FunctionClass::collective},
    {"comm_shrink", FunctionClass::collective},
    {"comm_agree", FunctionClass::collective},
    {"intercomm_", FunctionClass::collective},
    {"cart_create", FunctionClass::collective},
    {"cart_sub", FunctionClass::collective},
    {"graph_create", FunctionClass::collective},
    {"dist_graph_create", FunctionClass::collective},

    {"put", FunctionClass::one_sided},
    {"get", FunctionClass::one_sided},
    {"accumulate", FunctionClass::one_sided},
    {"rput", FunctionClass::one_sided},
    {"rget", FunctionClass::one_sided},
    {"raccumulate", FunctionClass::one_sided},
    {"compare_and_swap", FunctionClass::one_sided},
    {"fetch_and_op", FunctionClass::one_sided},
    {"win_allocate", FunctionClass::one_sided},
    {"win_complete", FunctionClass::one_sided},
    {"win_create", FunctionClass::one_sided},
    {"win_fence", FunctionClass::one_sided},
    {"win_flush", FunctionClass::one_sided},
    {"win_free", FunctionClass::one_sided},
    {"win_lock", FunctionClass::one_sided},
    {"win_post", FunctionClass::one_sided},
    {"win_start", FunctionClass::one_sided},
    {"win_sync", FunctionClass::one_sided},
    {"win_test", FunctionClass::one_sided},
    {"win_unlock", FunctionClass::one_sided},
    {"win_wait", FunctionClass::one_sided},

    {"file_read", FunctionClass::io},
    {"file_write", FunctionClass::io},
    {"file_iread", FunctionClass::io},
    {"file_iwrite", FunctionClass::io},
    {"file_open", FunctionClass::io},
    {"file_close", FunctionClass::io},
    {"file_sync", FunctionClass::io},
    {"file_set_view", FunctionClass::io},
    {"file_set_size", FunctionClass::io},
    {"file_preallocate", FunctionClass::io},
});

std::string_view after_prefix(std::string_view function) {
    const std::size_t underscore = function.find('_');
    return underscore == std::string_view::npos ? function : function.substr(underscore + 1);
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool is_immediate(std::string_view name) {
    return name.size() > 2 && name[0] == 'I' && !starts_with_any(name, {"Init", "Is_", "Info", "Inter"});
}

}  // namespace

FunctionClass classify(std::string_view function) {
    std::string_view name = after_prefix(function);
    if (is_immediate(name)) name.remove_prefix(1);
    std::string lower(name);
    if (!lower.empty() && lower[0] >= 'A' && lower[0] <= 'Z') lower[0] = static_cast<char>(lower[0] | 0x20);
    const auto rule = std::find_if(kFunctionRules.begin(), kFunctionRules.end(),
                                   [&](const Rule& one) { return lower.starts_with(one.prefix); });
    return rule == kFunctionRules.end() ? FunctionClass::local : rule->kind;
}

bool is_nonblocking(std::string_view function) {
    const std::string_view name = after_prefix(function);
    if (is_immediate(name) || name.find("_init") != std::string_view::npos || name.starts_with("Comm_idup"))
        return true;
    return starts_with_any(name, {"Start", "Put", "Get", "Accumulate", "Rput", "Rget", "Raccumulate",
                                  "Compare_and_swap", "Fetch_and_op", "Pready", "Parrived", "Win_post"});
}

}  // namespace shunt::tools
