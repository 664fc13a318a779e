#include "native/engines/shared/waiting.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

using namespace shunt;

namespace {

/// The log of a waiting member: waits in ns, and between them calls of the host.
constexpr std::int64_t kHostCall = -1;
using Log = std::vector<std::int64_t>;

class LoggingExchange final : public Exchange {
public:
    LoggingExchange(Log& log, bool has_work) : log_(log), has_work_(has_work) {}
    Status all_gather(const void*, std::size_t, void*, const std::function<void()>&) override { return Status::bug; }
    void progress() override { log_.push_back(kHostCall); }
    bool has_work() const override { return has_work_; }
    Status ask_about(int) override { return Status::ok; }
    void warn(const char*) override {}

private:
    Log& log_;
    bool has_work_;
};

/// Its waits end at once, as if their time had passed.
class LoggingMemory final : public memory::RemoteMemory {
public:
    explicit LoggingMemory(Log& log) : log_(log) {}
    memory::Traits traits() const override { return {}; }
    std::span<std::byte> window() override { return {}; }
    std::byte* mapped(int) override { return nullptr; }
    Outcome register_memory(std::span<const std::byte>, memory::Registration&) override { return {}; }
    void deregister(memory::Registration&) override {}
    Status put(int, std::uint64_t, std::span<const std::byte>, const memory::Registration*) override {
        return Status::bug;
    }
    Status put_word(int, std::uint64_t, std::uint64_t) override { return Status::bug; }
    std::uint64_t posted(int) const override { return 0; }
    std::uint64_t completed(int) override { return 0; }
    Status progress() override { return Status::ok; }
    Status wait(memory::Condition ready, std::int64_t timeout_ns) override {
        log_.push_back(timeout_ns);
        return ready() ? Status::ok : Status::timeout;
    }
    int lost_peer() const override { return -1; }

private:
    Log& log_;
};

/// A call whose peers enter after this member has waited `waits` times.
struct LateCall {
    const Log& log;
    int waits;
    Status advance() const {
        return std::count_if(log.begin(), log.end(), [](auto each) { return each != kHostCall; }) > waits
                   ? Status::ok
                   : Status::again;
    }
    bool moved() const { return false; }
    int waits_for() const { return -1; }
};

Log wait_late(bool has_work, const Waiting& how, int waits = 100) {
    Log log;
    LoggingExchange exchange(log, has_work);
    LoggingMemory memory(log);
    LateCall call{log, waits};
    REQUIRE(run_call(call, memory, exchange, how) == Status::ok);
    return log;
}

bool host_is_called_between_waits(const Log& log) {
    return std::adjacent_find(log.begin(), log.end(),
                              [](auto a, auto b) { return a != kHostCall && b != kHostCall; }) == log.end();
}

}  // namespace

TEST_CASE("a member that has a core never sleeps while the host has work", "[pipeline][waiting]") {
    const Waiting how = GENERATE(Waiting{0, true}, Waiting{10'000, true});
    const Log log = wait_late(true, how);
    CHECK(*std::max_element(log.begin(), log.end()) == 0);
    CHECK(host_is_called_between_waits(log));
}

TEST_CASE("a member that shares its core sleeps 50 us at most while the host has work", "[pipeline][waiting]") {
    const Log log = wait_late(true, {0, false});
    CHECK(*std::max_element(log.begin(), log.end()) <= 50'000);
    CHECK(host_is_called_between_waits(log));
}

/// Yields that advance a clock of their own by `turn`.
struct SteppedTurns {
    inline static std::int64_t time = 0, turn = 0;
    inline static int yields = 0;
    static std::int64_t now_ns() { return time; }
    static void yield() {
        time += turn;
        ++yields;
    }
};

TEST_CASE("a rank that has a core, and notices others there, yields from the first poll of its next wait",
          "[pipeline][waiting]") {
    SteppedTurns::time = 1'000'000;
    SteppedTurns::turn = 20'000;
    BasicBurstYields<SteppedTurns> first;
    CHECK_FALSE(first.look(SteppedTurns::time));
    SteppedTurns::time += 6'000;
    CHECK(first.look(SteppedTurns::time));
    CHECK(first.shares());
    BasicBurstYields<SteppedTurns> second(first.shares());
    CHECK(second.look(SteppedTurns::time));
    SteppedTurns::turn = 300;  // the other processes have gone
    CHECK(second.look(SteppedTurns::time));
    CHECK_FALSE(second.shares());
    CHECK_FALSE(second.look(SteppedTurns::time + 50'000));
    CHECK_FALSE(second.is_kept());
    SteppedTurns::turn = 3'000'000;  // another process computes on this core
    BasicBurstYields<SteppedTurns> third(true);
    for (int i = 0; i < 2; ++i) third.look(SteppedTurns::time);
    CHECK(third.is_kept());
}

TEST_CASE("a member that has a core yields after each poll while others use the core, else seldom",
          "[pipeline][waiting]") {
    struct Host {
        int calls = 0, single_calls = 0;
        void progress() { ++calls; }
        void progress_once() { ++single_calls; }
    } host;
    BasicWakefulWait<SteppedTurns> wakeful(true, true);
    const auto look = [&] {
        SteppedTurns::time += 1'000;
        CHECK(wakeful.sleep_ns(kLastSliceNs) == 0);
        wakeful.let_progress(host);
    };
    SteppedTurns::time = 1'000'000;
    SteppedTurns::yields = 0;
    SteppedTurns::turn = 300;  // no other process uses the core
    for (int i = 0; i < 50; ++i) look();
    CHECK(SteppedTurns::yields == 1);
    CHECK(host.calls == 50);
    SteppedTurns::turn = 20'000;  // another rank uses the core
    for (int i = 0; i < 150; ++i) look();
    CHECK(SteppedTurns::yields > 50);
    CHECK(host.single_calls == SteppedTurns::yields - 1);
    CHECK(host.calls + host.single_calls == 200);
    SteppedTurns::turn = 300;  // and stops using it
    const int yields = SteppedTurns::yields;
    for (int i = 0; i < 50; ++i) look();
    CHECK(SteppedTurns::yields == yields + 1);
}

TEST_CASE("a member may sleep long where the host has no work", "[pipeline][waiting]") {
    const Log log = wait_late(false, {0, GENERATE(true, false)});
    CHECK(*std::max_element(log.begin(), log.end()) == kLastSliceNs);
    CHECK(host_is_called_between_waits(log));
}

TEST_CASE("a spinning member calls a host that has work after every few polls", "[pipeline][waiting]") {
    struct Looked {
        int looks = 0, most = 0;
        Status advance() {
            ++looks;
            return Status::again;
        }
        bool moved() const { return false; }
    } call;
    class Host final : public Exchange {
    public:
        explicit Host(Looked& call) : call_(call) {}
        Status all_gather(const void*, std::size_t, void*, const std::function<void()>&) override {
            return Status::bug;
        }
        void progress() override {
            if (calls_++ > 0) call_.most = std::max(call_.most, call_.looks);
            call_.looks = 0;
        }
        Status ask_about(int) override { return Status::ok; }
        void warn(const char*) override {}

    private:
        Looked& call_;
        int calls_ = 0;
    } host(call);
    Yields yields;
    CHECK(spin_call(call, host, Waiting{1'000'000, true}, yields, true) == Status::again);
    CHECK(call.most == kWakefulLooks);
}

TEST_CASE("a member that gives its core away by turns calls a host that has work at each turn", "[pipeline][waiting]") {
    const Log log = wait_late(true, {0, false, 20});
    CHECK(log.size() > 100);
    CHECK(host_is_called_between_waits(log));
}

TEST_CASE("yields do not help if no other thread runs, or if another keeps the core for time slices",
          "[pipeline][waiting]") {
    Yields yields;
    for (int i = 0; i < 1000; ++i) CHECK(yields.note(20'000));
    CHECK(yields.are_of_use());
    CHECK(yields.note(4'000'000));
    CHECK(yields.are_of_use());
    CHECK(yields.note(4'000'000));
    CHECK(!yields.are_of_use());
    CHECK(!yields.are_vain());
    yields = {};
    for (int i = 0; i < 31; ++i) CHECK(!yields.note(200));
    CHECK(yields.are_of_use());
    CHECK(!yields.note(200));
    CHECK(yields.are_vain());
    CHECK(!yields.are_of_use());
}
