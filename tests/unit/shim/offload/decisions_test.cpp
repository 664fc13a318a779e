// What the decision and the communicator's probation do with calls, on a team whose answers are scripted.
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

using namespace shunt;
using fake::Bed;

namespace {

int call_no_host(const CollectiveArguments&) { return MPI_SUCCESS; }

constexpr CollectiveFunction kAlltoallv{Function::MPI_Alltoallv, Operation::alltoallv, true, call_no_host};
constexpr CollectiveFunction kAlltoall{Function::MPI_Alltoall, Operation::alltoall, true, call_no_host};

/// Finds of each call's sizes what the test says.
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

/// A session on two nodes with rules, and rank 1's calls of MPI_COMM_WORLD.
struct RuledProgram {
    Bed bed;
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
        auto made = std::make_unique<CommTeam>(bed.s, MPI_COMM_WORLD, std::vector<int>{0, 1, 2, 3});
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
    /// 'c': it was carried, 'h': it is the host's.
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
    /// Why the last call went where it went, as a report says it.
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

}  // namespace

TEST_CASE("calls found to be below the threshold put the communicator on probation", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    p.make_team();
    CHECK(p.calls(16) == "chhhhchhhhhhhhch");
    CHECK(p.why() == "members' sizes differ and the busiest has 900 B, below phased.alltoallv-least (rule 1)");
    CHECK(p.record.memory->probation.left_so_far() == 13);
}

TEST_CASE("calls that have enough are carried", "[shim][decisions]") {
    RuledProgram enough("alltoallv -> phased");
    enough.make_team();
    enough.sizes = {false, 1 << 20};
    CHECK(enough.calls(20) == std::string(20, 'c'));
    CHECK(enough.why() == "as asked (rule 1)");
}

TEST_CASE("where the rule says always no call is on probation", "[shim][decisions]") {
    RuledProgram always("alltoallv -> phased choose=always");
    always.make_team();
    CHECK(always.calls(20) == std::string(20, 'c'));
}

TEST_CASE("calls with what was prepared for them do not count on probation", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    p.make_team();
    const PreparedCalls prepared{p.record.teams, decide(p.bed.s, p.record, Operation::alltoallv, kBytesDiffer, true),
                                 std::make_unique<Prepared>()};
    CollectiveArguments it = p.arguments();
    it.prepared = &prepared;
    for (int i = 0; i < 20; ++i) {
        p.carried = {};
        carry_blocking(it, p.record, p.carried);
        CHECK(p.carried.engine == 2);
    }
    CHECK(p.call() == 'c');  // the first that is looked at
    CHECK(p.call() == 'h');
}

TEST_CASE("a probation before there is a team goes on with it", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    CHECK(p.call() == 'h');
    const Decision decision = decide(p.bed.s, p.record, Operation::alltoallv, kBytesDiffer, true);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK(p.record.wants_team);
    note_sizes(p.bed.s, p.record, decision, {true, 77});  // as all members have agreed
    CHECK(p.call() == 'h');
    CHECK(p.why() == "members' sizes differ and the busiest has 77 B, below phased.alltoallv-least (rule 1)");
    p.make_team();
    CHECK(p.calls(9) == "hhhchhhhh");  // three are left of four, then eight
}

TEST_CASE("a team's abilities are asked for once, when it is taken", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    p.make_team();
    CHECK(p.record.teams->preparing == dynamic_cast<Preparing*>(p.record.teams->team.get()));
    CHECK(p.record.teams->preparing != nullptr);
    CHECK(p.record.teams->groups == nullptr);
}

TEST_CASE("nonblocking all-to-alls remember what was decided for them, and want a team once", "[shim][decisions]") {
    RuledProgram p("alltoall,alltoallv -> phased");
    MPI_Request request = MPI_REQUEST_NULL;
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK(p.record.wants_team);
    CHECK(p.record.wants_private_comm);
    const auto* known = p.record.memory->decisions.find(Operation::alltoall, 16384, 2);
    REQUIRE(known != nullptr);
    CHECK(known->is_host);
    p.record.wants_team = p.record.wants_private_comm = false;
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK_FALSE(p.record.wants_team);  // nothing was decided anew
    CHECK(p.record.wants_private_comm);
    p.make_team();  // which makes all decisions out of date
    p.record.carry_failed = true;
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team);  // no private communicator for what the engine leaves
    known = p.record.memory->decisions.find(Operation::alltoall, 16384, 3);
    REQUIRE(known != nullptr);
    CHECK(known->team == p.record.teams);
}

TEST_CASE("a wish for another engine's team is not lost to the one that is wanted already", "[shim][decisions]") {
    RuledProgram p("alltoall -> phased");
    MPI_Request request = MPI_REQUEST_NULL;
    Decision other = decide(p.bed.s, p.record, Operation::alltoall, 1 << 20, true);
    other.index = 3;
    REQUIRE(want_team(p.record, other, 0));
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK(p.record.memory->decisions.find(Operation::alltoall, 16384, 2) == nullptr);
    p.record.wants_team = false;  // it has been made
    p.begin(kAlltoall, request);
    CHECK(p.record.wants_team);
    CHECK(p.record.memory->wanted.index == 2);
}

TEST_CASE("rules decide by how a communicator was made", "[shim][decisions]") {
    RuledProgram p("alltoall comm world/dup#1 -> phased");
    CommRecord* made[2];
    for (CommRecord*& record : made) {
        const MPI_Comm comm = p.bed.mpi.make_comm({0, 1, 2, 3});
        p.bed.s.comms.note_new(&p.record, comm, "dup");
        record = p.bed.s.comms.find(comm);
    }
    const auto rule_for = [&](CommRecord& record) {
        return decide(p.bed.s, record, Operation::alltoall, 1 << 20, true).because.rule;
    };
    CHECK(rule_for(p.record) == 0);
    CHECK(rule_for(*made[0]) == 0);
    CHECK(rule_for(*made[1]) == 1);
}

TEST_CASE("what keeps a job from carrying is named where rules are given", "[shim][decisions]") {
    RuledProgram p("* -> phased");
    p.bed.s.everyone = p.bed.s.carrying = false;
    std::string("rank 3 runs without Shunt").copy(p.bed.s.no_agreement, sizeof p.bed.s.no_agreement - 1);
    p.carried.because.reason = host_reason_of(p.bed.s);
    CHECK(p.why() == "rank 3 runs without Shunt");
    p.bed.s.everyone = true;
    p.bed.s.agreement.same_settings = false;
    p.bed.s.agreement.first_different_rank = 2;
    p.carried.because.reason = host_reason_of(p.bed.s);
    CHECK(p.why() == "rank 2 has other settings than rank 0");
    p.bed.s.rules.rules.clear();
    CHECK(host_reason_of(p.bed.s) == Reason::none);
}

TEST_CASE("a clause is kept once, and where the table is full the reason stands alone", "[shim][decisions]") {
    RuledProgram p("* -> phased");
    const Reason first = with_clause(p.bed.s, Reason::model, "below this");
    CHECK(first == Reason::first_clause);
    CHECK(with_clause(p.bed.s, Reason::model, "below that") != first);
    CHECK(with_clause(p.bed.s, Reason::model, "below this") == first);
    CHECK(with_clause(p.bed.s, Reason::model, "below all", 2) == Reason::model);
    CHECK(with_clause(p.bed.s, Reason::model, "") == Reason::model);
    for (int i = 0; i < 300; ++i) with_clause(p.bed.s, Reason::model, "clause " + std::to_string(i), 1000);
    CHECK(with_clause(p.bed.s, Reason::model, "one more", 1000) == Reason::model);
}

TEST_CASE("a trial has one clause, however often it is told anew", "[shim][decisions]") {
    RuledProgram p("* -> auto");
    const int phased[] = {2};
    Trial one(phased, true), other(phased, true);
    const auto tell = [&](Trial& trial, double ns) {
        Decision decision;
        decision.trial = &trial;
        decision.candidate = 2;
        decision.because.reason = Reason::auto_remembered;
        const Trial::Timed times[] = {{2, ns}, {0, 3 * ns}};
        trial.remember(times);
        explain_in_record(p.bed.s, decision);
        p.carried.because = decision.because;
        return decision.because.reason;
    };
    const Reason first = tell(one, 1000);
    CHECK(first == Reason::first_clause);
    const Reason second = tell(other, 5000);
    CHECK(second != first);
    for (int times = 1; times < 500; ++times) REQUIRE(tell(one, 1e9 / times) == first);
    CHECK(tell(one, 77000) == first);
    CHECK(p.why().starts_with("auto remembers phased 3.00 x faster than the host (77 us against 231 us)"));
    CHECK(tell(other, 5000) == second);
    CHECK(p.why().starts_with("auto remembers phased 3.00 x faster than the host (5 us against 15 us)"));
    const Reason plain = with_clause(p.bed.s, Reason::model, "below this");
    CHECK(static_cast<int>(plain) == static_cast<int>(second) + 1);
}

TEST_CASE("auto has calls measured by turns, and forgets an engine whose team is given up", "[shim][decisions]") {
    RuledProgram p("* -> auto");
    p.record.id_is_agreed = true;
    p.make_team();
    const auto alltoall = [&] {
        p.record.collective_sequence++;
        p.carried = {};
        CollectiveArguments it = p.arguments();
        it.function = &kAlltoall;
        it.send = {p.from, 1 << 18, MPI_INT};
        it.receive = {p.to, 1 << 18, MPI_INT};
        carry_blocking(it, p.record, p.carried);
        return p.carried.engine;
    };
    int by_host = 0, by_engine = 0;
    Trial* trial = nullptr;
    for (int call = 0; call < 6; ++call) {
        (alltoall() == 0 ? by_host : by_engine) += 1;
        REQUIRE(p.carried.trial);
        trial = p.carried.trial;
        trial->took(p.carried.engine, 1000);
    }
    CHECK(by_host >= 2);
    CHECK(by_engine >= 2);
    switch_off(p.record, *p.record.teams);
    // The engine's block may be over by now: then it is asked for again once the times have been combined.
    for (int call = 0; call < 12; ++call) {
        CHECK(alltoall() == 0);
        if (p.carried.trial) p.carried.trial->took(0, 1000);
        if (trial->state() == Trial::State::combining) trial->settle(trial->mine(), p.record.collective_sequence);
    }
    CHECK(trial->state() == Trial::State::chosen);
    CHECK(p.record.memory->decisions.find(Operation::alltoall, 1 << 20, p.record.collective_sequence + 1)->is_host);
}

namespace {

constexpr CollectiveFunction kReduce{Function::MPI_Reduce, Operation::reduce, true, call_no_host};

/// A program under `auto`, whose reductions of 1 MiB the pipeline is expected to carry.
struct SummingProgram : RuledProgram {
    static constexpr int kPipeline = 4, kCount = 1 << 18;
    std::vector<int> vector = std::vector<int>(kCount);

    SummingProgram() : RuledProgram("* -> auto") { REQUIRE(engines()[kPipeline - 1]->name() == "pipeline"); }
    /// As calls of another kind do, in the background or in a call in which all members meet.
    void bring_team() {
        auto made = std::make_unique<CommTeam>(bed.s, MPI_COMM_WORLD, std::vector<int>{0, 1, 2, 3});
        made->engine = kPipeline;
        made->take(std::make_unique<ScriptedTeam>(sizes));
        keep_team(bed.s, record, std::move(made));
    }
    /// A call in which all members meet, and something is wanted by whomever.
    void meet() {
        record.wants_team = false;  // it would be made by the host's collectives
        meet_wants(bed.s, record);
    }
    /// 'c': it would be carried, 'h': it is the host's.
    char reduce() {
        record.collective_sequence++;
        const CollectiveArguments it{.function = &kReduce,
                                     .comm = MPI_COMM_WORLD,
                                     .send = {vector.data(), kCount, MPI_INT},
                                     .receive = {vector.data(), kCount, MPI_INT},
                                     .op = MPI_SUM};
        return decide_without_waiting(bed.s, record, it).is_host ? 'h' : 'c';
    }
};

}  // namespace

TEST_CASE("who carries a sum does not depend on when others brought a team", "[shim][decisions]") {
    const int brought_before_step = GENERATE(0, 1, 2, 3, 4);
    SummingProgram p;
    std::string told;
    for (int step = 0; step < 6; ++step) {
        if (step == brought_before_step) p.bring_team();
        if (step == 0 || step == 4) p.meet();
        else told += p.reduce();
        if (step == 1) CHECK(p.record.wants());
    }
    CHECK(told == "hhhc");
}

TEST_CASE("a sum waits for a call in which all members meet", "[shim][decisions]") {
    SummingProgram p;
    p.bring_team();
    for (int i = 0; i < 10; ++i) CHECK(p.reduce() == 'h');
}

TEST_CASE("what a reduction wants is made before what others want", "[shim][decisions]") {
    SummingProgram p;
    Decision other;
    other.index = 2;
    other.engine = engines()[1];
    other.facts.operation = Operation::alltoallv;
    CHECK(want_team(p.record, other, 1000));
    CHECK(p.reduce() == 'h');
    CHECK(p.record.memory->wanted.index == SummingProgram::kPipeline);
    CHECK(p.record.memory->wanted_bytes == 0);
    CHECK_FALSE(want_team(p.record, other, 1000));
}
