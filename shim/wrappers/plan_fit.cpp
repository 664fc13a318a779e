#include "shim/wrappers/plan_fit.hpp"

#include <string>

#include "native/select/vocabulary.hpp"
#include "shim/host/log.hpp"
#include "shim/host/process_facts.hpp"
#include "shim/observe/session.hpp"
#include "shim/wrappers/backend_state.hpp"

namespace shunt {

void leave_out_foreign_plan(int ranks) {
    config::Loaded& loaded = backend_state().loaded;
    if (loaded.plan.path.empty()) return;
    const std::string why = config::misfit(loaded.plan, program_name(), ranks);
    if (!why.empty()) return config::leave_plan_out(loaded, option_table(), why);
    const std::string doubt = config::doubt(loaded.plan, config::mpi_name(backend_state().host_version), 0);
    if (doubt.empty()) return;
    config::add_message(loaded.messages, config::Severity::warning, doubt);
    config::distrust_plan(loaded.rules);
    loaded.plan.mpi.clear();  // one message is enough
}

void distrust_plan_of_other_nodes(Session& s) {
    if (!s.everyone || !s.agreement.same_settings || s.rules.planned == 0) return;
    const std::string doubt = config::doubt(backend_state().loaded.plan, {}, s.agreement.node_count);
    if (doubt.empty()) return;
    if (s.world_rank == 0) SHUNT_WARN("%s", doubt.c_str());
    config::distrust_plan(s.rules);
}

}  // namespace shunt
