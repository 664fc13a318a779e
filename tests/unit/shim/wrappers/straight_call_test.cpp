#include "shim/wrappers/straight_call.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;

namespace {

/// A program that repeats the same MPI_Allreduce, and is not recorded.
struct Summing {
    fake::Bed bed{false};
    Session& s = bed.s;
    CommRecord& record = *s.comms.find(MPI_COMM_WORLD);
    int in = 1, out = 0;

    Summing() {
        combining_of(MPI_SUM, MPI_INT);
        facts_of(MPI_INT);
    }
    /// Whether it is passed straight to the host; if not, nothing may have been counted.
    bool goes_straight() {
        const std::uint32_t sequence = record.collective_sequence;
        const std::uint64_t agreeing = record.waiting.calls;
        const CommRecord* const found =
            straight_to_host<Operation::allreduce>(MPI_COMM_WORLD, {&in, &out, 1, MPI_INT, MPI_SUM});
        CHECK(record.collective_sequence == sequence + (found ? 1 : 0));
        if (!found) CHECK(record.waiting.calls == agreeing);
        if (found) CHECK(found == &record);
        return found != nullptr;
    }
    void decide(const Engine* engine, std::uint32_t until = UINT32_MAX) {
        Decision decision;
        decision.facts.operation = Operation::allreduce;
        decision.facts.block_bytes = sizeof in;
        decision.facts.exact = combining_of(MPI_SUM, MPI_INT).exact;
        decision.engine = engine;
        decision.until = until;
        memory_of(record).decisions.store(decision, nullptr);
    }
};

}  // namespace

TEST_CASE("a short collective goes straight to the host if nothing is carried", "[shim][straight]") {
    Summing p;
    CHECK(p.goes_straight());
    CHECK(p.goes_straight());
    CHECK(straight_to_host<Operation::allreduce>(MPI_COMM_NULL, {&p.in, &p.out, 1, MPI_INT, MPI_SUM}) == nullptr);
    CHECK(straight_to_host<Operation::allreduce>(MPI_COMM_WORLD, {&p.in, &p.out, 1, MPI_INT, MPI_MAX}) == nullptr);
}

TEST_CASE("a short collective goes straight under rules while the decision for the host holds", "[shim][straight]") {
    Summing p;
    p.s.carrying = true;
    CHECK_FALSE(p.goes_straight());  // there is no decision yet
    p.decide(nullptr, 2);
    CHECK(p.goes_straight());
    CHECK(p.goes_straight());
    CHECK_FALSE(p.goes_straight());  // the decision has expired
    p.decide(nullptr);
    CHECK(p.goes_straight());
    type_generation.fetch_add(1);  // another type may have its handle now
    CHECK_FALSE(p.goes_straight());
    facts_of(MPI_INT);
    CHECK(p.goes_straight());
    p.decide(engines()[0]);
    CHECK_FALSE(p.goes_straight());
}

TEST_CASE("a call with pending work or notes does not go straight to the host", "[shim][straight]") {
    Summing p;
    const auto keeps = [&](auto&& begin, auto&& end) {
        CHECK(p.goes_straight());
        begin();
        CHECK_FALSE(p.goes_straight());
        end();
        CHECK(p.goes_straight());
    };
    keeps([&] { p.record.wants.meeting = true; }, [&] { p.record.wants.meeting = false; });
    keeps([&] { p.record.wants.figures = true; }, [&] { p.record.wants.figures = false; });
    keeps([&] { p.record.next_exchange = p.record.collective_sequence + 1; },
          [&] { p.record.next_exchange = UINT32_MAX; });
    keeps([&] { p.record.waiting.gentle = true; }, [&] { p.record.waiting.gentle = false; });
    keeps([&] { p.s.gentle_collectives = true; }, [&] { p.s.gentle_collectives = false; });
    keeps([&] { p.s.under_way = 1; }, [&] { p.s.under_way = 0; });
    keeps([&] { thread_state.depth = 1; }, [&] { thread_state.depth = 0; });
    keeps([&] { set_session(nullptr); }, [&] { set_session(&p.s); });
}

TEST_CASE("a call in which members agree on waiting does not go straight, and others count towards it",
          "[shim][straight]") {
    Summing p;
    p.s.agrees_on_load = true;
    CHECK_FALSE(p.goes_straight());  // the load of the machine must be checked
    p.s.load.look();
    for (std::uint64_t call = 1; call < AgreedWaiting::kFirst; ++call) {
        CHECK(p.goes_straight());
        CHECK(p.record.waiting.calls == call);
    }
    CHECK_FALSE(p.goes_straight());
    CHECK(straight_to_host<Operation::bcast>(MPI_COMM_WORLD, {nullptr, &p.out, 1, MPI_INT, MPI_OP_NULL}) == &p.record);
    CHECK(p.record.waiting.calls == AgreedWaiting::kFirst - 1);  // members may leave this operation early
}

TEST_CASE("a call that the host refuses at once is not counted", "[shim][straight]") {
    Summing p;
    host.MPI_Error_class = [](int code, int* its_class) -> int { return *its_class = code, MPI_SUCCESS; };
    CHECK(p.goes_straight());
    CHECK(left_to_host(p.record, MPI_SUCCESS) == MPI_SUCCESS);
    CHECK(p.record.collective_sequence == 1);
    CHECK(left_to_host(p.record, MPI_ERR_COUNT) == MPI_ERR_COUNT);
    CHECK(p.record.collective_sequence == 0);
}

TEST_CASE("an all-to-all goes straight by the length of its receive block", "[shim][straight]") {
    Summing p;
    p.s.carrying = true;
    const auto goes_straight = [&](int count) {
        return straight_to_host<Operation::alltoall>(MPI_COMM_WORLD, {&p.in, &p.out, count, MPI_INT}) != nullptr;
    };
    CHECK_FALSE(goes_straight(1));
    Decision decision;
    decision.facts.operation = Operation::alltoall;
    decision.facts.block_bytes = sizeof p.out;
    memory_of(p.record).decisions.store(decision, nullptr);
    CHECK(goes_straight(1));
    CHECK_FALSE(goes_straight(2));
    p.record.wants.team = true;
    CHECK_FALSE(goes_straight(1));  // the team is made in a call in which all members meet
    p.record.wants.team = false;
    CHECK(goes_straight(1));
}
