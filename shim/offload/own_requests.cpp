#include "shim/offload/own_requests.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "shim/host/host_exports.hpp"
#include "shim/host/log.hpp"
#include "shim/offload/fast_ops.hpp"
#include "shim/offload/offload.hpp"
#include "shim/table/generated/function_table.hpp"

namespace shunt {
namespace {

bool is_in_table(std::string_view name) {
    return std::any_of(std::begin(record::kFunctions), std::end(record::kFunctions),
                       [&](const record::FunctionInfo& info) { return name == info.name; });
}

}  // namespace

std::string look_at_requests(Session& s, void* host_library, OwnFacts& own) {
    if (s.rules.rules.empty()) return {};
    const std::string unknown = unknown_request_function(host_library, is_in_table);
    own.knows_requests = unknown.empty();
    own.has_thread = s.offload->background.start_thread(s.options.progress_thread);
    own.fast_ops = fast_ops();
    return unknown;
}

void decide_on_requests(Session& s, const std::string& unknown) {
    s.pool.set_threads(s.multithreaded);
    s.own_requests = s.agreement.unknown_requests_rank < 0;
    if (s.agreement.unknown_requests_rank == s.world_rank && !s.rules.rules.empty())
        SHUNT_WARN(
            "this MPI has %s, which may take requests and which Shunt does not know: nonblocking and persistent "
            "collectives stay with the host on all ranks",
            unknown.c_str());
}

}  // namespace shunt
