#include "native/engines/staged_join.hpp"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <new>
#include <thread>

#include "native/engines/trial_clock.hpp"

using namespace shunt;

namespace {

struct OneTeam final : Team {
    Status carry(const CollectiveCall&) override { return Status::ok; }
    bool leave() override { return true; }
    std::vector<EngineCounter> counters() const override { return {}; }
};

/// Its join makes the requested number of exchanges, of 4, 8, 12 ... bytes, and expects each member's own number in
/// them.
class SteppingEngine final : public Engine {
public:
    SteppingEngine(int exchanges, int fails_after) : exchanges_(exchanges), fails_after_(fails_after) {}
    std::string_view name() const override { return "stepping"; }
    std::span<const Parameter> parameters() const override { return {}; }
    bool supports(const Facts&) const override { return true; }
    std::unique_ptr<Team> join(const TeamSetup& setup) const override {
        for (int exchange = 1; exchange <= exchanges_; ++exchange) {
            std::vector<int> mine(static_cast<std::size_t>(exchange), setup.group.rank);
            std::vector<int> all(mine.size() * static_cast<std::size_t>(setup.group.size), -1);
            if (setup.exchange->all_gather(mine.data(), mine.size() * sizeof(int), all.data()) != Status::ok)
                return nullptr;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (all[i] != static_cast<int>(i / mine.size())) return nullptr;
            if (exchange == fails_after_) throw std::bad_alloc();
        }
        return std::make_unique<OneTeam>();
    }

private:
    int exchanges_, fails_after_;
};

/// Its join makes one exchange, and counts how often it is polled meanwhile.
class WaitingEngine final : public Engine {
public:
    explicit WaitingEngine(std::atomic<int>& calls) : calls_(calls) {}
    std::string_view name() const override { return "waiting"; }
    std::span<const Parameter> parameters() const override { return {}; }
    bool supports(const Facts&) const override { return true; }
    std::unique_ptr<Team> join(const TeamSetup& setup) const override {
        int all[3];
        const Status status = setup.exchange->all_gather(&setup.group.rank, sizeof(int), all, [this] { ++calls_; });
        return status == Status::ok ? std::make_unique<OneTeam>() : nullptr;
    }

private:
    std::atomic<int>& calls_;
};

class HandingExchange final : public Exchange {
public:
    explicit HandingExchange(StagedJoin& join) : join_(join) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all,
                      const std::function<void()>& meanwhile = {}) override {
        return join_.all_gather(mine, bytes, all, meanwhile);
    }
    Attendance attendance() const override { return join_.attendance(); }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char*) override {}

private:
    StagedJoin& join_;
};

TeamSetup three_members() {
    TeamSetup setup;
    setup.group = {1, 3};
    return setup;
}

std::vector<std::byte> of_all(std::span<const std::byte> mine) {
    std::vector<int> all;
    for (int rank = 0; rank < 3; ++rank) all.insert(all.end(), mine.size() / sizeof(int), rank);
    std::vector<std::byte> bytes(all.size() * sizeof(int));
    std::memcpy(bytes.data(), all.data(), bytes.size());
    return bytes;
}

}  // namespace

TEST_CASE("a staged join stops at every exchange, and continues after it", "[base]") {
    for (int exchanges = 0; exchanges < 5; ++exchanges) {
        const SteppingEngine engine(exchanges, 0);
        StagedJoin join;
        HandingExchange exchange(join);
        join.begin(engine, three_members(), exchange);
        for (int made = 1; made <= exchanges; ++made) {
            REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
            CHECK(join.mine().size() == sizeof(int) * static_cast<std::size_t>(made));
            join.gathered(of_all(join.mine()));
        }
        REQUIRE(join.settled_state() == StagedJoin::State::ended);
        CHECK(join.state() == StagedJoin::State::ended);
        CHECK(join.team() != nullptr);
    }
}

TEST_CASE("a staged join that is destroyed ends in the middle of an exchange", "[base]") {
    for (int after = 0; after < 3; ++after) {
        const SteppingEngine engine(3, 0);
        StagedJoin join;
        HandingExchange exchange(join);
        join.begin(engine, three_members(), exchange);
        for (int made = 0; made < after; ++made) {
            REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
            join.gathered(of_all(join.mine()));
        }
        CHECK(join.settled_state() == StagedJoin::State::exchanging);
    }
}

TEST_CASE("a meeting of an existing team is staged like a join", "[base]") {
    struct MeetingTeam final : Team {
        explicit MeetingTeam(Exchange& exchange) : exchange_(exchange) {}
        Status carry(const CollectiveCall&) override { return Status::ok; }
        bool leave() override { return true; }
        std::vector<EngineCounter> counters() const override { return {}; }
        Status meet() override {
            const int mine = 1;
            int all[3] = {-1, -1, -1};
            const Status status = exchange_.all_gather(&mine, sizeof mine, all);
            return status != Status::ok || std::ranges::equal(all, std::array{0, 1, 2}) ? status : Status::bug;
        }

    private:
        Exchange& exchange_;
    };
    for (const bool is_cut : {false, true}) {
        StagedJoin join;
        HandingExchange exchange(join);
        MeetingTeam team(exchange);
        Status met = Status::again;
        join.begin([&] { met = team.meet(); });
        REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
        if (is_cut) join.cut();
        else join.gathered(of_all(join.mine()));
        REQUIRE(join.settled_state() == StagedJoin::State::ended);
        CHECK(met == (is_cut ? Status::peer_lost : Status::ok));
        CHECK(join.team() == nullptr);
        CHECK(!join.has_no_memory());
    }
}

TEST_CASE("a staged join that is given up still makes its exchanges, as the other members count on it", "[base]") {
    const SteppingEngine engine(2, 0);
    StagedJoin join;
    HandingExchange exchange(join);
    join.begin(engine, three_members(), exchange);
    join.give_up();
    CHECK(exchange.attendance() == Attendance::given_up);
    for (int made = 0; made < 2; ++made) {
        REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
        join.gathered(of_all(join.mine()));
    }
    CHECK(join.settled_state() == StagedJoin::State::ended);
}

TEST_CASE("a staged join without memory reports it", "[base]") {
    const SteppingEngine engine(3, 2);
    StagedJoin join;
    HandingExchange exchange(join);
    join.begin(engine, three_members(), exchange);
    for (int made = 0; made < 2; ++made) {
        REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
        CHECK_FALSE(join.has_no_memory());
        join.gathered(of_all(join.mine()));
    }
    REQUIRE(join.settled_state() == StagedJoin::State::ended);
    CHECK(join.has_no_memory());
}

TEST_CASE("a member that waits for others keeps serving their requests", "[base]") {
    std::atomic<int> calls{0};
    StagedJoin join;
    const WaitingEngine engine(calls);
    HandingExchange exchange(join);
    join.begin(engine, three_members(), exchange);
    REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
    while (calls < 3) std::this_thread::yield();
    join.gathered(of_all(join.mine()));
    CHECK(join.settled_state() == StagedJoin::State::ended);
    CHECK(join.team() != nullptr);
}

TEST_CASE("a trial of the network lasts its time from the meeting of all members, and ends at once when it is given up",
          "[base]") {
    StagedJoin join;
    const HandingExchange exchange(join);
    constexpr std::int64_t second = 1'000'000'000;
    TrialClock clock(exchange, second, 0);
    CHECK_FALSE(clock.is_over(100 * second));
    CHECK(clock.interval_ns(5'000'000, 1'000'000) == 5'000'000);
    CHECK(clock.interval_ns(5'000'000, 100 * second) == 200'000'000);
    join.come_together();
    CHECK(clock.interval_ns(5'000'000, 100 * second) == 5'000'000);
    CHECK_FALSE(clock.is_over(100 * second + second / 2));
    CHECK(clock.is_over(101 * second));
    StagedJoin other;
    const HandingExchange given_up(other);
    TrialClock short_clock(given_up, second, 0), long_clock(given_up, second, 0);
    CHECK(long_clock.is_over(600 * second));
    other.give_up();
    CHECK(short_clock.is_over(1));
}

namespace {

/// While it exists, this process has no room for the stacks of new threads.
class NoThreads {
public:
    NoThreads() {
        pthread_getattr_default_np(&before_);
        pthread_attr_t without = before_;
        pthread_attr_setstacksize(&without, std::size_t{1} << 60);
        pthread_setattr_default_np(&without);
    }
    ~NoThreads() { allow(); }
    NoThreads(const NoThreads&) = delete;
    NoThreads& operator=(const NoThreads&) = delete;
    void allow() const { pthread_setattr_default_np(&before_); }

private:
    pthread_attr_t before_{};
};

}  // namespace

TEST_CASE("a staged join for which there is no thread begins when there is one", "[base]") {
    const NoThreads none;
    const SteppingEngine engine(2, 0);
    StagedJoin join;
    HandingExchange exchange(join);
    join.begin(engine, three_members(), exchange);
    CHECK(join.state() == StagedJoin::State::working);
    none.allow();
    for (int made = 0; made < 2; ++made) {
        REQUIRE(join.settled_state() == StagedJoin::State::exchanging);
        join.gathered(of_all(join.mine()));
    }
    REQUIRE(join.settled_state() == StagedJoin::State::ended);
    CHECK(join.team() != nullptr);
}

TEST_CASE("a staged join for which there is no thread is made by the thread that waits for it", "[base]") {
    const NoThreads none;
    const SteppingEngine engine(3, 0);
    StagedJoin join;
    HandingExchange exchange(join);
    join.begin(engine, three_members(), exchange);
    int advanced = 0;
    join.run_without_thread([&] {
        if (++advanced % 2 == 0) join.gathered(of_all(join.mine()));
    });
    CHECK(advanced == 6);
    REQUIRE(join.state() == StagedJoin::State::ended);
    CHECK(join.team() != nullptr);
}

TEST_CASE("a staged join that no thread has begun ends when it is cut", "[base]") {
    const NoThreads none;
    const SteppingEngine engine(1, 0);
    StagedJoin join;
    HandingExchange exchange(join);
    join.begin(engine, three_members(), exchange);
    join.cut();
    none.allow();
    CHECK(join.settled_state() == StagedJoin::State::ended);
    CHECK(join.team() == nullptr);
}
