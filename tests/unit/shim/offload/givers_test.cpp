// Members that only send in a Gather or Scatter: which of them continue with a copy, and what the program then sees.
#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "config/rule_parser.hpp"
#include "native/engines/registry.hpp"
#include "native/select/vocabulary.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/team_cache.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;

namespace {

int call_nobody(const CollectiveArguments&) { return MPI_SUCCESS; }

constexpr CollectiveFunction kGather{Function::MPI_Gather, Operation::gather, true, call_nobody},
    kGatherv{Function::MPI_Gatherv, Operation::gatherv, true, call_nobody},
    kScatter{Function::MPI_Scatter, Operation::scatter, true, call_nobody},
    kScatterv{Function::MPI_Scatterv, Operation::scatterv, true, call_nobody};

/// A team whose other members have not entered: calls that have begun stay incomplete until they do.
class WaitingTeam final : public Team {
public:
    explicit WaitingTeam(bool holds_givers) : holds_givers_(holds_givers) {}
    Status carry(const CollectiveCall&) override { return carried += 1, Status::ok; }
    std::unique_ptr<Pending> begin(const CollectiveCall& call) override {
        begun.push_back(call);
        return std::make_unique<Begun>(*this);
    }
    bool holds_givers() const override { return holds_givers_; }
    bool leave() override { return true; }
    std::vector<EngineCounter> counters() const override { return {}; }
    /// The data that the last begun call sends.
    std::vector<std::byte> given() const { return {begun.back().send.begin(), begun.back().send.end()}; }

    int carried = 0, looks = 0;
    bool all_have_come = false;
    std::vector<CollectiveCall> begun;

private:
    class Begun final : public Pending {
    public:
        explicit Begun(WaitingTeam& team) : team_(team) {}
        Status advance() override { return team_.looks += 1, team_.all_have_come ? Status::ok : Status::again; }

    private:
        WaitingTeam& team_;
    };
    bool holds_givers_;
};

/// Rank 1 of four on two nodes, where `* -> phased choose=always` holds.
struct Giver {
    explicit Giver(bool holds_givers = true) : from(kMost), to(kMost), record(*bed.s.comms.find(MPI_COMM_WORLD)) {
        std::iota(from.begin(), from.end(), 5);
        std::vector<config::Message> messages;
        bed.s.rules = config::parse_rules({{"* -> phased choose=always", "test"}}, vocabulary(), messages);
        REQUIRE_FALSE(bed.s.rules.refused);
        bed.s.options.engines = default_engine_options();
        bed.s.carrying = bed.s.everyone = bed.s.agreement.all_have_threads = true;
        auto made = std::make_unique<CommTeam>(bed.s, record, std::vector<int>{0, 1, 2, 3});
        made->engine = 2;
        REQUIRE(engines()[1]->name() == "phased");
        auto waiting = std::make_unique<WaitingTeam>(holds_givers);
        team = waiting.get();
        made->take(std::move(waiting));
        keep_team(bed.s, record, std::move(made));
    }
    ~Giver() {
        team->all_have_come = true;
        bed.s.offload->background.release(bed.s, true);
    }

    void call(CollectiveArguments it) {
        it.comm = MPI_COMM_WORLD;
        record.collective_sequence++;
        Carried carried;
        carry_blocking(it, record, carried);
        CHECK(carried.engine == 2);
        CHECK(carried.code == MPI_SUCCESS);
    }
    void gather(int count, int root = 0) {
        call({.function = &kGather,
              .send = {from.data(), count, MPI_INT},
              .receive = {to.data(), count, MPI_INT},
              .root = root});
    }
    void scatter(int count, void* own, int room, int root = 1) {
        call({.function = &kScatter,
              .send = {from.data(), count, MPI_INT},
              .receive = {own, room, MPI_INT},
              .root = root});
    }
    bool under_way() const { return bed.s.offload->background.any(); }
    std::vector<std::byte> bytes_of(int first, int count) const {
        std::vector<std::byte> bytes(static_cast<std::size_t>(count) * sizeof(int));
        std::memcpy(bytes.data(), from.data() + first, bytes.size());
        return bytes;
    }

    static constexpr std::size_t kMost = 4 << 15;
    fake::Bed bed;
    std::vector<int> from, to;
    CommRecord& record;
    WaitingTeam* team = nullptr;
};

}  // namespace

TEST_CASE("a leaf of a gather leaves before its root has arrived, and its memory is free again", "[shim][givers]") {
    Giver giver;
    giver.gather(3);
    REQUIRE(giver.team->begun.size() == 1);
    CHECK(giver.team->carried == 0);
    CHECK(giver.under_way());
    const auto given = giver.bytes_of(0, 3);
    giver.from.assign(giver.from.size(), -1);
    CHECK(giver.team->given() == given);
    giver.team->all_have_come = true;
    giver.bed.s.offload->background.advance();
    CHECK_FALSE(giver.under_way());
}

TEST_CASE("a root of a scatter goes on with its own block", "[shim][givers]") {
    Giver giver;
    int own[2] = {-1, -1};
    giver.scatter(2, own, 2);
    REQUIRE(giver.team->begun.size() == 1);
    CHECK(own[0] == 7);
    CHECK(own[1] == 8);
    CHECK(giver.team->begun.back().receive.empty());  // nothing is written there later
    const auto given = giver.bytes_of(0, 8);
    giver.from.assign(giver.from.size(), -1);
    CHECK(giver.team->given() == given);
    giver.scatter(2, MPI_IN_PLACE, 0);
    CHECK(giver.team->begun.size() == 2);
    giver.team->all_have_come = true;
    own[0] = -2;
    giver.bed.s.offload->background.advance();
    CHECK_FALSE(giver.under_way());
    CHECK(own[0] == -2);
}

TEST_CASE("blocks of a scatterv are copied from where they lie, each of its length", "[shim][givers]") {
    Giver giver;
    const int counts[] = {1, 2, 0, 3}, places[] = {10, 20, 30, 40};
    int own[2] = {-1, -1};
    giver.call({.function = &kScatterv,
                .send = {giver.from.data(), counts, places, MPI_INT},
                .receive = {own, 2, MPI_INT},
                .root = 1});
    REQUIRE(giver.team->begun.size() == 1);
    auto expected = giver.bytes_of(10, 1);
    for (const auto& [at, count] : {std::pair{20, 2}, {40, 3}}) {
        const auto more = giver.bytes_of(at, count);
        expected.insert(expected.end(), more.begin(), more.end());
    }
    CHECK(giver.team->given() == expected);
    CHECK(giver.team->begun.back().sizes.size() == 4);
    CHECK(own[1] == 26);
}

TEST_CASE("a rank that receives data waits for the call", "[shim][givers]") {
    Giver giver;
    giver.gather(3, 1);
    giver.scatter(2, giver.to.data(), 2, 0);
    CHECK(giver.team->carried == 2);
    CHECK(giver.team->begun.empty());
}

TEST_CASE("a root whose own block does not fit gets the error from the engine", "[shim][givers]") {
    Giver giver;
    giver.scatter(2, giver.to.data(), 3);
    CHECK(giver.team->carried == 1);
    CHECK(giver.team->begun.empty());
}

TEST_CASE("a sender with more data than hosts send ahead waits", "[shim][givers]") {
    Giver giver;
    constexpr int kLongest = (64 << 10) / sizeof(int);
    giver.gather(kLongest);
    giver.scatter(kLongest, MPI_IN_PLACE, 0);
    CHECK(giver.team->begun.size() == 2);
    giver.gather(kLongest + 1);
    giver.scatter(kLongest + 1, MPI_IN_PLACE, 0);
    giver.call({.function = &kGatherv, .send = {giver.from.data(), kLongest + 1, MPI_INT}, .root = 0});
    CHECK(giver.team->begun.size() == 2);
    CHECK(giver.team->carried == 3);
}

TEST_CASE("copies have an end, in bytes and in calls", "[shim][givers]") {
    Giver giver;
    constexpr int kLongest = (64 << 10) / sizeof(int);
    for (int i = 0; i < 1024; ++i) giver.gather(kLongest);
    CHECK(giver.team->begun.size() == 1024);
    giver.gather(kLongest);
    CHECK(giver.team->carried == 1);
    giver.gather(0);
    CHECK(giver.team->begun.size() == 1025);
    giver.team->all_have_come = true;
    giver.bed.s.offload->background.advance();
    CHECK_FALSE(giver.under_way());
    giver.team->all_have_come = false;
    for (int i = 0; i < CopiesAhead::kMostCalls; ++i) giver.gather(1);
    CHECK(giver.team->carried == 1);
    giver.gather(1);
    CHECK(giver.team->carried == 2);
}

TEST_CASE("only the first of successive calls is polled, until it ends", "[shim][givers]") {
    Giver giver;
    for (int i = 0; i < 1000; ++i) giver.gather(1);
    giver.team->looks = 0;
    giver.bed.s.offload->background.advance();
    CHECK(giver.team->looks == 1);
    giver.team->all_have_come = true;
    giver.bed.s.offload->background.advance();
    CHECK(giver.team->looks == 1001);
    CHECK_FALSE(giver.under_way());
}

TEST_CASE("a sender waits if the engine does not hold its calls", "[shim][givers]") {
    Giver without(false);
    without.gather(3);
    CHECK(without.team->carried == 1);
}

TEST_CASE("a sender waits unless every rank has a progress thread", "[shim][givers]") {
    Giver giver;
    giver.bed.s.agreement.all_have_threads = false;
    giver.gather(3);
    CHECK(giver.team->carried == 1);
}
