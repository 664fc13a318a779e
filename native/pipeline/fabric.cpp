#include "native/pipeline/fabric.hpp"

#include <string>

#include "native/remote/mixed_memory.hpp"
#include "native/remote/tcp_memory.hpp"
#include "native/remote/verbs/open.hpp"

namespace shunt::pipeline {
namespace {

remote::verbs::Settings verbs_settings(const TeamSetup& setup) {
    const VerbsSettings& set = setup.settings.verbs;
    remote::verbs::Settings settings;
    settings.device = set.device;
    settings.port = set.port;
    settings.gid_index = set.gid_index;
    settings.mtu_bytes = set.mtu_bytes;
    settings.registration_limit = static_cast<std::size_t>(set.registration_limit);
    settings.bounce_bytes = static_cast<std::size_t>(set.bounce_bytes);
    settings.trial = true;
    settings.ack_timeout_ns = set.ack_timeout_ns;
    settings.warn = [exchange = setup.exchange](std::string_view text) { exchange->warn(joined({"pipeline: ", text}).c_str()); };
    return settings;
}

}  // namespace

Outcome open_fabric(const TeamSetup& setup, const remote::Setup& remote, Fabric& into) {
    const PipelineSettings& settings = setup.settings.pipeline;
    const auto by_tcp = [&](const remote::Setup& members, std::span<std::byte> window, std::unique_ptr<remote::FarMemory>& far) {
        remote::TcpOptions options;
        options.interface = settings.interface;
        options.patience_ns = setup.settings.patience_ns;
        options.warn = [exchange = setup.exchange](std::string_view text) { exchange->warn(joined({"pipeline: ", text}).c_str()); };
        return remote::open_far_tcp(members, options, window, far);
    };
    const auto by_best = [&](const remote::Setup& members, std::span<std::byte> window, std::unique_ptr<remote::FarMemory>& far) {
        const Outcome opened = remote::open_far_verbs(members, verbs_settings(setup), window, far);
        into.by_verbs = opened.ok();
        if (opened.status != Status::declined) return opened;
        if (settings.way == PipelineWay::verbs && setup.group.rank == 0)
            setup.exchange->warn(joined({"pipeline: ", opened.reason, "; using TCP"}).c_str());
        return by_tcp(members, window, far);
    };
    if (settings.way == PipelineWay::tcp) return remote::open_mixed(remote, by_tcp, into.memory, into.far);
    return remote::open_mixed(remote, by_best, into.memory, into.far);
}

}  // namespace shunt::pipeline
