#include "native/base/wire_up.hpp"

#include <catch2/catch.hpp>

using namespace shunt;

namespace {

/// Three members, of which the second is the object under test. The others give the same values as the second, or have
/// failed.
struct Trio {
    explicit Trio(std::string reason_of_third = {})
        : third_fails(!reason_of_third.empty()), reason(std::move(reason_of_third)) {}

    Status all_gather(const void* mine, std::size_t bytes, void* all) {
        ++exchanges;
        if (exchanges == fails_at) return Status::peer_lost;
        auto* const to = static_cast<std::byte*>(all);
        for (int rank = 0; rank < 3; ++rank) std::memcpy(to + static_cast<std::size_t>(rank) * bytes, mine, bytes);
        if (!third_fails && !only_second_fails) return Status::ok;
        const bool is_text = exchanges == 2;
        for (int rank : {0, 2}) {
            std::byte* const theirs = to + static_cast<std::size_t>(rank) * bytes;
            const bool fails = rank == 2 && third_fails;
            if (is_text) std::memset(theirs, 0, bytes);
            if (is_text && fails) std::memcpy(theirs, reason.data(), reason.size());
            if (!is_text) theirs[0] = std::byte{fails};
        }
        return Status::ok;
    }
    AllGather gather() {
        return [this](const void* mine, std::size_t bytes, void* all) { return all_gather(mine, bytes, all); };
    }

    bool third_fails, only_second_fails = false;
    std::string reason;
    int exchanges = 0, fails_at = -1;
};

}  // namespace

TEST_CASE("members that are all well tell each other their values in one exchange", "[base]") {
    Trio group;
    WireUp wire_up(3, group.gather());
    std::vector<int> all;
    REQUIRE(wire_up.exchange(7, all));
    CHECK(all == std::vector<int>{7, 7, 7});
    REQUIRE(wire_up.exchange());
    CHECK(group.exchanges == 2);
    CHECK(wire_up.ok());
}

TEST_CASE("a failure of any member becomes that of all, with the reason, in one more exchange", "[base]") {
    Trio group("no socket; raise the limit");
    WireUp wire_up(3, group.gather());
    std::vector<int> all;
    CHECK_FALSE(wire_up.exchange(7, all));
    CHECK(all == std::vector<int>{7, 7, 7});  // the others are told all the same
    CHECK(group.exchanges == 2);
    CHECK(wire_up.outcome().status == Status::declined);
    CHECK(wire_up.outcome().reason == "rank 2: no socket; raise the limit");
}

TEST_CASE("the reported failure is the lowest rank's, and of one member the first", "[base]") {
    Trio group("later");
    WireUp wire_up(3, group.gather());
    wire_up.fail("first");
    wire_up.fail("second");
    CHECK_FALSE(wire_up.exchange());
    CHECK(wire_up.outcome().reason == "rank 1: first");
}

TEST_CASE("a failure without a reason, and one with too long a reason, are failures", "[base]") {
    for (const std::string& reason : {std::string(), std::string(10'000, 'x')}) {
        Trio group;
        group.only_second_fails = true;
        WireUp wire_up(3, group.gather());
        wire_up.fail(reason);
        CHECK_FALSE(wire_up.exchange());
        CHECK(wire_up.outcome().reason.starts_with("rank 1: "));
        CHECK(wire_up.outcome().reason.size() > 8);
        CHECK(wire_up.outcome().reason.size() < 600);
    }
}

TEST_CASE("a team that one member no longer needs is not made, without a reason to report", "[base]") {
    Trio group;
    group.only_second_fails = true;
    WireUp wire_up(3, group.gather());
    wire_up.abandon();
    CHECK_FALSE(wire_up.exchange());
    CHECK(wire_up.is_abandoned());
    CHECK(group.exchanges == 1);
    CHECK(wire_up.outcome().status == Status::declined);
}

TEST_CASE("a failed exchange is reported as a failure of the exchange", "[base]") {
    for (const int at : {1, 2}) {
        Trio group("any");
        group.fails_at = at;
        WireUp wire_up(3, group.gather());
        CHECK_FALSE(wire_up.exchange());
        CHECK(wire_up.outcome().status == Status::peer_lost);
    }
}
