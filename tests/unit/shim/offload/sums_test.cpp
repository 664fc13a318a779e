// The carriers of reductions whose last bits depend on the order of combining.
#include "shim/offload/staged_team.hpp"
#include "tests/unit/shim/offload/ruled_program.hpp"

using namespace shunt;
using namespace shunt::rule_tests;

namespace {

constexpr CollectiveFunction kReduce{Function::MPI_Reduce, Operation::reduce, true, call_no_host};

/// A program under `auto`, whose reductions of 1 MiB the pipeline is expected to carry.
struct SummingProgram : RuledProgram {
    static constexpr int kPipeline = 4, kCount = 1 << 18;
    std::vector<float> vector = std::vector<float>(kCount);
    MPI_Datatype type = MPI_FLOAT;

    explicit SummingProgram(const std::string& rule = "* -> auto") : RuledProgram(rule) {
        REQUIRE(engines()[kPipeline - 1]->name() == "pipeline");
    }
    /// Makes the team as calls of another kind do, in the background or in a call in which all members meet.
    void bring_team() {
        auto made = std::make_unique<CommTeam>(bed.s, record, std::vector<int>{0, 1, 2, 3});
        made->engine = kPipeline;
        made->take(std::make_unique<ScriptedTeam>(sizes));
        keep_team(bed.s, record, std::move(made));
    }
    /// A call in which all members meet, and in which the objects that earlier calls want are made.
    void meet() {
        record.wants.team = false;  // it would be made by the host's collectives
        meet_wants(bed.s, record);
    }
    /// 'c': an engine would carry the call; 'h': it is left to the host.
    char reduce() {
        record.collective_sequence++;
        const CollectiveArguments it{.function = &kReduce,
                                     .comm = MPI_COMM_WORLD,
                                     .send = {vector.data(), kCount, type},
                                     .receive = {vector.data(), kCount, type},
                                     .op = MPI_SUM};
        return decide_without_waiting(bed.s, record, it).is_host ? 'h' : 'c';
    }
};

/// Its members have something to agree on, and may meet for it in the background.
class WishingTeam final : public Team {
public:
    WishingTeam() { wants_to_meet_ = true; }
    Status carry(const CollectiveCall&) override { return Status::ok; }
    bool meets_apart() const override { return true; }
    bool leave() override { return true; }
    std::vector<EngineCounter> counters() const override { return {}; }
};

}  // namespace

TEST_CASE("a team that carries sums meets only in a call in which all members meet", "[shim][decisions]") {
    SummingProgram p;
    auto made = std::make_unique<CommTeam>(p.bed.s, p.record, std::vector<int>{0, 1, 2, 3});
    made->engine = SummingProgram::kPipeline;
    made->take(std::make_unique<WishingTeam>());
    CommTeam& team = keep_team(p.bed.s, p.record, std::move(made));
    memory_of(p.record).settled_teams |= std::uint32_t{1} << SummingProgram::kPipeline;
    p.record.id_is_agreed = true;
    for (std::uint32_t i = 0; i < 4 * kCallsBeforeStaged; ++i) {
        p.record.collective_sequence++;
        note_wish_to_meet(p.bed.s, p.record, team, true);
    }
    CHECK(p.record.wants.meeting);
    CHECK_FALSE(p.record.staged);
    CHECK_FALSE(team.off);
}

TEST_CASE("the carrier of a sum does not depend on when other calls made the team", "[shim][decisions]") {
    const std::string rule = GENERATE("* -> auto", "* -> pipeline");
    const int brought_before_step = GENERATE(0, 1, 2, 3, 4);
    SummingProgram p(rule);
    std::string told;
    for (int step = 0; step < 6; ++step) {
        if (step == brought_before_step) p.bring_team();
        if (step == 0 || step == 4) p.meet();
        else told += p.reduce();
        if (step == 1) CHECK(p.record.wants.any());
    }
    CHECK(told == "hhhc");
}

TEST_CASE("sums of integers are carried by a team as soon as it is there", "[shim][decisions]") {
    SummingProgram p("* -> pipeline");
    p.type = MPI_INT;
    CHECK(p.reduce() == 'h');
    p.bring_team();
    CHECK(p.reduce() == 'c');
    p.type = MPI_FLOAT;  // as many bytes, but another decision
    CHECK(p.reduce() == 'h');
    p.type = MPI_INT;
    CHECK(p.reduce() == 'c');
}

TEST_CASE("a sum waits for a call in which all members meet", "[shim][decisions]") {
    SummingProgram p;
    p.bring_team();
    for (int i = 0; i < 10; ++i) CHECK(p.reduce() == 'h');
}

TEST_CASE("a reduction's team is made before teams for other calls", "[shim][decisions]") {
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
