#include "native/engines/shared/fabric.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "native/memory/verbs/options.hpp"
#include "native/net/hosts.hpp"
#include "native/net/liveness.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/memory/members.hpp"

namespace {

using namespace shunt;
using remote_test::Board;
using remote_test::run_members;

class HearingExchange final : public Exchange {
public:
    explicit HearingExchange(AllGather gather) : gather_(std::move(gather)) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& = {}) override {
        return gather_(mine, bytes, all);
    }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char* text) override { said.emplace_back(text); }
    std::vector<std::string> said;

private:
    AllGather gather_;
};

/// Opens remote memory on a machine without its RDMA device.   Returns: 0, or the check that failed.
int without_device(const memory::Setup& members, FabricWay way, bool own_nodes) {
    HearingExchange exchange(members.all_gather);
    TeamSetup setup;
    setup.group = {members.rank, members.size};
    for (int rank = 0; rank < members.size; ++rank) setup.node_of.push_back(own_nodes ? rank : rank / 2);
    OptionValues options = default_engine_options();
    options.edit<memory::verbs::VerbsOptions>().device = "no_such_device";
    setup.options = &options;
    setup.patience_ns = net::kUsualPatienceNs;
    setup.exchange = &exchange;
    const auto hosts = net::Hosts::repeated(1, {"127.0.0.0/8"});
    setup.hosts = &hosts;
    setup.host_of.resize(setup.node_of.size());
    memory::Setup remote = members;
    remote.node_of = setup.node_of;
    remote.hosts = setup.hosts;
    remote.host_of = setup.host_of;
    const FabricChoice choice{"pipeline", "127.0.0.0/8", way};
    Fabric fabric;
    if (!open_fabric(setup, choice, remote, fabric).ok() || !fabric.memory || !fabric.far || fabric.by_verbs) return 1;
    const bool speaks = way == FabricWay::verbs && members.rank == 0;
    if (exchange.said.size() != (speaks ? 1U : 0U)) return 2;
    if (speaks && (exchange.said[0].find("RDMA") == std::string::npos || !exchange.said[0].ends_with("; using TCP")))
        return 3;
    const int next = (members.rank + 1) % members.size;
    if (fabric.memory->put_word(next, 8, 5) != Status::ok) return 4;
    auto& word = *reinterpret_cast<memory::Word*>(fabric.memory->window().data() + 8);
    if (fabric.memory->wait([&] { return word.load() == 5; }, 20'000'000'000) != Status::ok) return 5;
    while (fabric.memory->progress() == Status::again) {}
    char all[64] = {};
    return exchange.all_gather("", 1, all) == Status::ok ? 0 : 6;
}

TEST_CASE("TCP is used without an RDMA device, and the reason is told only if RDMA was requested",
          "[pipeline][teams]") {
    for (const FabricWay way : {FabricWay::automatic, FabricWay::verbs, FabricWay::tcp})
        for (const bool own_nodes : {true, false}) {
            INFO("way " << static_cast<int>(way) << (own_nodes ? ", a node each" : ", two on a node"));
            const auto ends = run_members(
                4, 4096, [&](Board&, const memory::Setup& setup) { return without_device(setup, way, own_nodes); });
            CHECK(ends == std::vector<std::string>(4, "exit 0"));
        }
}

}  // namespace
