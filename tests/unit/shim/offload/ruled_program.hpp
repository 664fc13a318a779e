#pragma once
// A program under rules on a fake host, with a team whose answers are scripted.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/registry.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/observe/record/format.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/team_cache.hpp"
#include "shim/offload/team_call.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

namespace shunt::rule_tests {

inline int call_no_host(const CollectiveArguments&) { return MPI_SUCCESS; }

constexpr CollectiveFunction kAlltoallv{Function::MPI_Alltoallv, Operation::alltoallv, true, call_no_host};
constexpr CollectiveFunction kAlltoall{Function::MPI_Alltoall, Operation::alltoall, true, call_no_host};

/// Answers for each call's sizes as the test decides.
class ScriptedTeam final : public Team, public Preparing {
public:
    explicit ScriptedTeam(const SizesFound& sizes) : sizes_(sizes) {}
    Status carry(const CollectiveCall& call) override {
        if (call.found) *call.found = sizes_;
        return Status::ok;
    }
    std::unique_ptr<Prepared> prepare(const CollectiveCall&, std::span<const std::uint64_t>) override {
        return nullptr;
    }
    bool leave() override { return true; }
    std::vector<EngineCounter> counters() const override { return {}; }

private:
    const SizesFound& sizes_;
};

/// A session on two nodes with rules, and the calls of rank 1 on MPI_COMM_WORLD.
struct RuledProgram {
    fake::Bed bed;
    CommRecord& record = *bed.s.comms.find(MPI_COMM_WORLD);
    SizesFound sizes{true, 900};
    int from[64] = {}, to[64] = {}, counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 2, 3};
    Carried carried;

    explicit RuledProgram(const std::string& rule) {
        std::vector<config::Message> messages;
        bed.s.rules = config::parse_rules({{rule, "test"}}, vocabulary(), messages);
        REQUIRE_FALSE(bed.s.rules.refused);
        bed.s.options.engines = default_engine_options();
        bed.s.carrying = bed.s.everyone = bed.s.own_requests = true;
        bed.s.agreement.node_cores = 8;
        REQUIRE(record.nodes == 2);
    }
    void make_team() {
        auto made = std::make_unique<CommTeam>(bed.s, record, std::vector<int>{0, 1, 2, 3});
        made->engine = 2;
        REQUIRE(engines()[1]->name() == "phased");
        made->take(std::make_unique<ScriptedTeam>(sizes));
        keep_team(bed.s, record, std::move(made));
    }
    CollectiveArguments arguments() {
        return {.function = &kAlltoallv,
                .comm = MPI_COMM_WORLD,
                .send = {from, counts, places, MPI_INT},
                .receive = {to, counts, places, MPI_INT}};
    }
    /// 'c': an engine carried the call; 'h': it is left to the host.
    char call() {
        record.collective_sequence++;
        carried = {};
        carry_blocking(arguments(), record, carried);
        return carried.engine ? 'c' : 'h';
    }
    std::string calls(int count) {
        std::string told;
        for (int i = 0; i < count; ++i) told += call();
        return told;
    }
    void begin(const CollectiveFunction& function, MPI_Request& request) {
        record.collective_sequence++;
        carried = {};
        CollectiveArguments it = arguments();
        it.function = &function;
        if (function.operation == Operation::alltoall) {
            it.send = {from, 4096, MPI_INT};
            it.receive = {to, 4096, MPI_INT};
        }
        it.request = &request;
        carry_nonblocking(it, record, carried);
    }
    /// The reason for the last decision, in the words of a report.
    std::string why() {
        const record::Region& strings = bed.s.spool.header()->strings;
        const std::string all(reinterpret_cast<const char*>(bed.s.spool.at(strings.offset)), strings.used);
        std::size_t at = 0;
        for (int left = static_cast<int>(carried.because.reason) - record::kFirstClause; left >= 0; --left)
            at = all.find(record::kClauseMark, at) + 1;
        const std::string clause = at == 0 ? "" : all.c_str() + at;
        return explain(carried.because, "phased", clause);
    }
};

}  // namespace shunt::rule_tests
