#include "shim/wrappers/waiting_choice.hpp"

#include <algorithm>

#include "config/environment.hpp"
#include "shim/host/log.hpp"
#include "shim/host/quirks.hpp"
#include "shim/observe/session.hpp"
#include "shim/wrappers/start_record.hpp"

namespace shunt {
namespace {

/// Measured with 2 and 4 ranks a core: 10 and 20 us; shorter sleeps return before another thread has run.
std::int64_t shortest_sleep_ns(const Agreement& agreement) {
    if (agreement.node_cores <= 0) return 20'000;
    const auto ranks = static_cast<std::int64_t>(agreement.node_peers.size()) + 1;
    return std::clamp<std::int64_t>(5'000 * ranks / agreement.node_cores, 14'000, 100'000);
}

}  // namespace

void decide_waiting(Session& s) {
    using config::WaitMode;
    const config::WaitOptions& wait = s.options.wait;
    s.patience = {wait.spin_count, wait.yield_count, wait.sleep_max_ns, shortest_sleep_ns(s.agreement)};
    s.patience.host_work = &s.host_work;
    if (!s.agreement.own_node_crowded) s.patience.kept_core = &s.kept_core;
    s.patience_under_load = s.patience;
    s.patience_under_load.yield_count = 0;
    if (wait.mode == WaitMode::host || (host_quirks.tests_need_world && !s.has_world)) return;
    const bool forced = wait.mode == WaitMode::gentle;
    const bool agreed = s.everyone && s.agreement.same_settings;
    // If the host yields, its waiting is unchanged: it is as good, and better if ranks share a session
    // (bench/gentle.py).
    const bool wanted = agreed && !s.agreement.all_hosts_yield;
    s.gentle_calls = forced || (wanted && s.agreement.own_node_crowded);
    s.gentle_collectives = agreed && (forced || (wanted && s.agreement.any_node_crowded));
    if (s.gentle_collectives && wait.reductions == config::WaitReductions::twin && s.world_rank == 0)
        SHUNT_INFO(
            "reductions wait gently by nonblocking calls, which may combine floating-point numbers in another order: "
            "wait.reductions = host leaves them to the host");
    s.agrees_on_load = wanted && !forced && !s.gentle_collectives;
    // If ranks outnumber cores, the load is their own. A host that yields is unchanged, unless told to wait gently.
    if (forced ? !s.agreement.own_node_crowded : !s.gentle_calls && !host_yields())
        s.load.start(config::environment_value("SHUNT_TEST_LOAD"), s.world_rank);
}

}  // namespace shunt
