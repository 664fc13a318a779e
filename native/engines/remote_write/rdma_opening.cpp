#include "native/engines/remote_write/rdma_opening.hpp"

#include <numeric>
#include <span>
#include <utility>

#include "native/engines/remote_write/rdma_fabric.hpp"
#include "native/memory/hybrid_memory.hpp"
#include "native/memory/verbs/open.hpp"

namespace shunt::remote_write {
namespace {

std::vector<int> all_nodes(const RdmaSetup& setup) {
    std::vector<int> nodes(static_cast<std::size_t>(setup.hosts->count()));
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
}

memory::Setup memory_setup(const RdmaSetup& setup, std::size_t window_bytes) {
    memory::Setup made;
    made.rank = setup.process;
    made.size = static_cast<int>(setup.node_of.size());
    made.window_bytes = window_bytes;
    made.node_of = setup.node_of;
    made.host_of = all_nodes(setup);
    made.hosts = setup.hosts;
    made.all_gather = setup.all_gather;
    return made;
}

memory::verbs::Settings verbs_settings(const RdmaSetup& setup) {
    constexpr std::int64_t kTrialNs = 15'000'000'000;  // all processes are in the same call
    memory::verbs::Settings settings;
    settings.options = setup.options->get<memory::verbs::VerbsOptions>();
    settings.is_trial_over = [start = std::int64_t{-1}](std::int64_t now) mutable {
        if (start < 0) start = now;
        return now - start >= kTrialNs;
    };
    settings.patience_ns = setup.patience_ns;
    settings.interface = setup.interface;
    settings.declines_peers = true;  // they are reached by TCP
    settings.warn = setup.warn;
    return settings;
}

/// Fails: declined, on all processes alike.
Outcome open_memory(const RdmaSetup& setup, RdmaFabric& fabric) {
    std::span<std::byte> window;
    const Outcome mapped = fabric.make_window(static_cast<int>(setup.node_of.size()), window);
    const memory::Setup with = memory_setup(setup, window.size());
    const auto opening = memory::open_far_verbs(with, verbs_settings(setup), true);
    std::unique_ptr<memory::InternodeMemory> memory;
    Outcome opened = memory::agree(with, mapped);
    if (opened.ok()) opened = memory::open_alone(with, *opening, window, memory);
    if (!opened.ok()) return opened;
    auto* const direct = dynamic_cast<memory::DirectMemory*>(memory.release());
    return memory::agree(with, fabric.use(std::unique_ptr<memory::DirectMemory>(direct)));
}

}  // namespace

Outcome open_rdma(const RdmaSetup& setup, std::unique_ptr<TcpFabric>& tcp, std::unique_ptr<FarFabric>& into) {
    if (!setup.hosts->all_have_rdma(all_nodes(setup)))
        return {Status::declined,
                "a host has no RDMA device, or its Shunt was built without RDMA; run shunt doctor there"};
    auto made = std::make_unique<RdmaFabric>(setup.process, std::move(tcp),
                                             RdmaFabricOptions{setup.slots_most, setup.name_of, setup.warn});
    Outcome opened = open_memory(setup, *made);
    if (opened.ok()) into = std::move(made);
    else tcp = made->give_up();
    return opened;
}

}  // namespace shunt::remote_write
