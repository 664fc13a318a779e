#include "shim/wrappers/plan_fit.hpp"

#include <string>

#include "native/select/vocabulary.hpp"
#include "shim/host/process_facts.hpp"
#include "shim/wrappers/backend_state.hpp"

namespace shunt {

void leave_out_foreign_plan(int ranks) {
    config::Loaded& loaded = backend_state().loaded;
    if (loaded.plan.path.empty()) return;
    const std::string why = config::misfit(loaded.plan, program_name(), ranks);
    if (!why.empty()) config::leave_plan_out(loaded, option_table(), why);
}

}  // namespace shunt
