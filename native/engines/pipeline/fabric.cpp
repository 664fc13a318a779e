#include "native/engines/pipeline/fabric.hpp"

#include <string>

#include "native/engines/pipeline/options.hpp"
#include "native/memory/hybrid_memory.hpp"
#include "native/memory/tcp_memory.hpp"
#include "native/memory/verbs/open.hpp"
#include "native/net/hosts.hpp"

namespace shunt::pipeline {
namespace {

memory::verbs::Settings verbs_settings(const TeamSetup& setup) {
    memory::verbs::Settings settings;
    settings.options = setup.options->get<memory::verbs::VerbsOptions>();
    settings.trial = true;
    settings.patience_ns = setup.patience_ns;
    settings.interface = setup.options->get<PipelineOptions>().interface;
    settings.warn = [exchange = setup.exchange](std::string_view text) {
        exchange->warn(joined({"pipeline: ", text}).c_str());
    };
    return settings;
}

memory::TcpOptions tcp_options(const TeamSetup& setup) {
    memory::TcpOptions options;
    options.interface = setup.options->get<PipelineOptions>().interface;
    options.patience_ns = setup.patience_ns;
    options.warn = [exchange = setup.exchange](std::string_view text) {
        exchange->warn(joined({"pipeline: ", text}).c_str());
    };
    return options;
}

/// RDMA, else TCP: opened by exchanges of its own.
class VerbsOpening final : public memory::InternodeOpening {
public:
    VerbsOpening(const TeamSetup& setup, const memory::Setup& members, bool& by_verbs)
        : setup_(setup), members_(members), by_verbs_(by_verbs) {}
    std::span<const std::byte> card() const override { return {}; }
    const Outcome& outcome() const override { return outcome_; }
    Outcome finish(std::span<const std::byte>, std::span<std::byte> window,
                   std::unique_ptr<memory::InternodeMemory>& into) override {
        const Outcome opened = memory::open_far_verbs(members_, verbs_settings(setup_), window, into);
        by_verbs_ = opened.ok();
        if (opened.status != Status::declined) return opened;
        say_why_not(setup_, opened.reason);
        return memory::open_alone(members_, *memory::open_far_tcp(members_, tcp_options(setup_), !window.empty()),
                                  window, into);
    }
    static void say_why_not(const TeamSetup& setup, std::string_view reason) {
        if (setup.options->get<PipelineOptions>().way == PipelineWay::verbs && setup.group.rank == 0)
            setup.exchange->warn(joined({"pipeline: ", reason, "; using TCP"}).c_str());
    }

private:
    const TeamSetup& setup_;
    const memory::Setup& members_;
    bool& by_verbs_;
    Outcome outcome_;
};

}  // namespace

bool may_use_verbs(const TeamSetup& setup) {
    return setup.options->get<PipelineOptions>().way != PipelineWay::tcp && setup.hosts &&
           setup.hosts->all_have_rdma(setup.host_of);
}

Outcome open_fabric(const TeamSetup& setup, const memory::Setup& remote, Fabric& into) {
    const bool by_verbs = may_use_verbs(setup);
    if (!by_verbs)
        VerbsOpening::say_why_not(
            setup, "RDMA: a host has no RDMA device, or a Shunt without RDMA; look at shunt doctor there");
    const auto open_internode = [&](const memory::Setup& members,
                                    bool gets_window) -> std::unique_ptr<memory::InternodeOpening> {
        if (by_verbs) return std::make_unique<VerbsOpening>(setup, members, into.by_verbs);
        return memory::open_far_tcp(members, tcp_options(setup), gets_window);
    };
    return memory::open_hybrid(remote, open_internode, into.memory, into.far);
}

}  // namespace shunt::pipeline
