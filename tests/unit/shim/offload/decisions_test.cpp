// The effect of the decision and of the communicator's probation on calls, with a team whose answers are scripted.
#include "tests/unit/shim/offload/ruled_program.hpp"

using namespace shunt;
using namespace shunt::rule_tests;

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

TEST_CASE("no call is on probation if the rule says always", "[shim][decisions]") {
    RuledProgram always("alltoallv -> phased choose=always");
    always.make_team();
    CHECK(always.calls(20) == std::string(20, 'c'));
}

TEST_CASE("calls with a preparation do not count on probation", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    p.make_team();
    const PreparedCalls prepared{p.record.teams,
                                 decide(p.bed.s, p.record, Operation::alltoallv, kBytesDiffer, false, Form::blocking),
                                 std::make_unique<Prepared>()};
    CollectiveArguments it = p.arguments();
    it.prepared = &prepared;
    for (int i = 0; i < 20; ++i) {
        p.carried = {};
        carry_blocking(it, p.record, p.carried);
        CHECK(p.carried.engine == 2);
    }
    CHECK(p.call() == 'c');  // the first call whose sizes are checked
    CHECK(p.call() == 'h');
}

TEST_CASE("a probation that began before the team continues with it", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    CHECK(p.call() == 'h');
    const Decision decision = decide(p.bed.s, p.record, Operation::alltoallv, kBytesDiffer, false, Form::blocking);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK(p.record.wants.team);
    note_sizes(p.bed.s, p.record, decision, {true, 77});  // as all members have agreed
    CHECK(p.call() == 'h');
    CHECK(p.why() == "members' sizes differ and the busiest has 77 B, below phased.alltoallv-least (rule 1)");
    p.make_team();
    CHECK(p.calls(9) == "hhhchhhhh");  // of four calls three are left to the host, then eight in a row
}

TEST_CASE("a team's abilities are asked for once, when it is taken", "[shim][decisions]") {
    RuledProgram p("alltoallv -> phased");
    p.make_team();
    CHECK(p.record.teams->preparing == dynamic_cast<Preparing*>(p.record.teams->team.get()));
    CHECK(p.record.teams->preparing != nullptr);
    CHECK(p.record.teams->groups == nullptr);
}

TEST_CASE("nonblocking all-to-alls remember their decision, and want a team once", "[shim][decisions]") {
    RuledProgram p("alltoall,alltoallv -> phased");
    MPI_Request request = MPI_REQUEST_NULL;
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK(p.record.wants.team);
    CHECK(p.record.wants.private_comm);
    const auto* known = p.record.memory->decisions.find(Operation::alltoall, 16384, 2);
    REQUIRE(known != nullptr);
    CHECK(known->is_host);
    p.record.wants.team = p.record.wants.private_comm = false;
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK_FALSE(p.record.wants.team);  // nothing was decided anew
    CHECK(p.record.wants.private_comm);
    p.make_team();  // which invalidates all decisions
    p.record.carry_failed = true;
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team);  // no private communicator for calls that the engine declines
    known = p.record.memory->decisions.find(Operation::alltoall, 16384, 3);
    REQUIRE(known != nullptr);
    CHECK(known->team == p.record.teams);
}

TEST_CASE("a request for another engine's team is not lost to one that is already waiting", "[shim][decisions]") {
    RuledProgram p("alltoall -> phased");
    MPI_Request request = MPI_REQUEST_NULL;
    Decision other = decide(p.bed.s, p.record, Operation::alltoall, 1 << 20, false, Form::blocking);
    other.index = 3;
    REQUIRE(want_team(p.record, other, 0));
    p.begin(kAlltoall, request);
    CHECK(p.carried.because.reason == Reason::no_team_yet);
    CHECK(p.record.memory->decisions.find(Operation::alltoall, 16384, 2) == nullptr);
    p.record.wants.team = false;  // it has been made
    p.begin(kAlltoall, request);
    CHECK(p.record.wants.team);
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
        return decide(p.bed.s, record, Operation::alltoall, 1 << 20, false, Form::blocking).because.rule;
    };
    CHECK(rule_for(p.record) == 0);
    CHECK(rule_for(*made[0]) == 0);
    CHECK(rule_for(*made[1]) == 1);
}

TEST_CASE("the obstacle that keeps a job from carrying is named if rules are given", "[shim][decisions]") {
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

TEST_CASE("a trial has one clause, however often it is reported anew", "[shim][decisions]") {
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
    // The engine's block may have ended by now: then it is tried again once the times have been combined.
    for (int call = 0; call < 12; ++call) {
        CHECK(alltoall() == 0);
        if (p.carried.trial) p.carried.trial->took(0, 1000);
        if (trial->state() == Trial::State::combining) trial->settle(trial->mine(), p.record.collective_sequence);
    }
    CHECK(trial->state() == Trial::State::chosen);
    CHECK(p.record.memory->decisions.find(Operation::alltoall, 1 << 20, p.record.collective_sequence + 1)->is_host);
}

TEST_CASE("the ranks of a communicator count on their share of a crowded node's cores", "[shim][decisions]") {
    RuledProgram p("* -> pipeline");
    Agreement& agreement = p.bed.s.agreement;
    agreement.node_of = p.bed.node_of;
    const auto members_cores = [&](int cores, std::size_t others_here) {
        agreement.node_cores = cores;
        agreement.node_peers.resize(others_here);
        return setup_of(p.bed.s, p.record, 3).cores;  // two of the communicator's members are on this node
    };
    CHECK(members_cores(2, 1) == 2);
    CHECK(members_cores(2, 3) == 1);
    CHECK(members_cores(2, 7) == 0);
    CHECK(members_cores(8, 7) == 8);
    CHECK(cores_of(p.bed.s, p.record) == 8);  // not used here, because the communicator is on two nodes
    p.record.nodes = 1;
    agreement.node_cores = 6;
    CHECK(cores_of(p.bed.s, p.record) == 3);  // four members of eight ranks
}
