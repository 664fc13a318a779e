// Members that make the same calls, except for some broadcasts whose lengths differ: the decisions of Learning for
// them.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include "native/select/learning.hpp"
#include "tests/seeds.hpp"

using namespace shunt;

namespace {

struct Call {
    Operation operation = Operation::bcast;
    std::int64_t bytes = 0, other_bytes = 0;  ///< of the member `other`
    int other = -1;
};

/// Members on one communicator, and the messages between them as the shim sends them: one gathering at a time. Its
/// results are taken up in calls that synchronise, or when the root announces it some calls later.
struct Members {
    std::mt19937_64 random;
    std::vector<Learning> learnings;
    std::array<double, 3> cost_ns;
    std::uint32_t ordinal = 0;
    bool is_parted = false;   ///< a call with the same arguments on all members had several carriers
    bool is_waiting = false;  ///< a member would wait for another one for ever
    int liar = -1;
    double late_ns = 0;
    std::array<double, 3> clock_rate = {1, 1, 1}, clock_offset_ns = {};  ///< of the members' clocks

    struct Gathering {
        bool is_under_way = false;
        bool is_exchange = false;
        std::vector<std::uint64_t> all;
        std::vector<Trial*> trials;
        std::vector<Budget::Figures> figures;
        std::uint32_t begun = 0;
    } gathering;
    int exchanges = 0;
    double spent_ns = 0;

    Members(std::uint64_t seed, int members) : random(seed), learnings(static_cast<std::size_t>(members)) {
        for (double& cost : cost_ns) cost = 1e5 * std::exp(2 * uniform());
    }
    double uniform() { return std::uniform_real_distribution<>(0, 1)(random); }
    /// The clocks' rates differ by up to 100 ppm, and they show times up to a second apart.
    void drift() {
        for (double& rate : clock_rate) rate = 1 + 1e-4 * (uniform() - 0.5);
        for (double& offset : clock_offset_ns) offset = 1e9 * uniform();
    }
    bool has_given_up() const { return learnings[0].is_given_up(); }

    Trial& trial_of(Learning& learning, const Call& call, std::int64_t bytes) {
        static constexpr std::array<int, 2> kFirst = {1, 2};
        static constexpr std::array<int, 1> kSome = {1};
        const bool is_short = bytes < 1000;  // for short lengths another candidate may be faster than for long ones
        return learning.trial_of(call.operation, bytes, is_short ? std::span<const int>(kSome) : kFirst,
                                 is_short ? std::span<const int>(kFirst).subspan(1) : std::span<const int>());
    }

    void call(const Call& it) {
        ordinal += 1;
        const bool meets = synchronises(it.operation, it.bytes);
        if (meets && gathering.is_under_way) take_up(ordinal - 1);
        if (!meets && gathering.is_under_way && ordinal - gathering.begun == 2) take_up(ordinal);
        if (!meets && !is_planned_) {
            for (Learning& learning : learnings) learning.plan_exchanges(ordinal + 1);
            is_planned_ = true;
        }
        make(it);
        send_times();
        send_exchange();
    }

private:
    void make(const Call& it) {
        int who = -1;
        for (std::size_t member = 0; member < learnings.size(); ++member) {
            const bool is_other = static_cast<int>(member) == it.other;
            Trial& trial = trial_of(learnings[member], it, is_other ? it.other_bytes : it.bytes);
            const int mine = trial.next(ordinal);
            if (who >= 0 && mine != who && it.other < 0) is_parted = true;
            who = mine;
            double ns = cost_ns[static_cast<std::size_t>(mine)] * (1 + 0.2 * uniform()) + late_ns * uniform();
            if (member == 0) spent_ns += ns;
            ns *= clock_rate[member];
            if (static_cast<int>(member) == liar) ns = 0;
            if (trial.needs_calls()) trial.took(mine, static_cast<std::int64_t>(ns));
        }
    }
    /// In a call in which all members meet: each member decides by itself.
    void send_times() {
        if (gathering.is_under_way) return;
        std::size_t due = 0;
        Gathering sent{true, false, {}, {}, figures(), ordinal};
        for (Learning& learning : learnings) {
            const Learning::Due mine = learning.due();
            if (!mine.trial) continue;
            due += 1;
            const auto times = mine.trial->mine();
            sent.all.insert(sent.all.end(), times.begin(), times.end());
            sent.trials.push_back(mine.trial);
        }
        if (due != 0 && due != learnings.size()) is_waiting = true;
        if (due == learnings.size()) gathering = sent;
    }
    void send_exchange() {
        std::size_t due = 0;
        for (const Learning& learning : learnings) due += learning.next_exchange() <= ordinal;
        if (due != 0 && due != learnings.size()) is_waiting = true;
        if (due != learnings.size() || gathering.is_under_way) return;
        gathering = {true, true, {}, {}, {}, ordinal};
        std::size_t words = 0, member = 0;
        for (Learning& learning : learnings) {
            const double now_ns = 1 + clock_offset_ns[member] + spent_ns * clock_rate[member];
            const auto mine = learning.mine(ordinal, static_cast<std::int64_t>(now_ns), figures()[member]);
            member += 1;
            if (words != 0 && words != mine.size()) is_waiting = true;
            words = mine.size();
            gathering.all.insert(gathering.all.end(), mine.begin(), mine.end());
        }
        exchanges += 1;
    }
    /// Each member has its own: other communicators' trials, its own clock, the time of its own exchanges.
    std::vector<Budget::Figures> figures() {
        std::vector<Budget::Figures> all(learnings.size());
        for (std::size_t member = 0; member < all.size(); ++member) {
            const double here_ns = learnings[member].budget().here_ns();
            if (static_cast<int>(member) == liar) continue;
            all[member] = {static_cast<std::uint64_t>(here_ns + 1e5 * uniform()),
                           static_cast<std::uint64_t>(spent_ns * clock_rate[member]),
                           static_cast<std::uint64_t>(2e4 * uniform())};
        }
        return all;
    }
    void take_up(std::uint32_t at) {
        gathering.is_under_way = false;
        std::vector<bool> same;
        for (std::size_t member = 0; member < learnings.size(); ++member) {
            if (gathering.is_exchange) same.push_back(learnings[member].take_up(gathering.all, at));
            else learnings[member].settle(*gathering.trials[member], gathering.all, gathering.figures, at);
        }
        if (std::ranges::count(same, true) % static_cast<std::ptrdiff_t>(learnings.size()) != 0) is_waiting = true;
    }

    bool is_planned_ = false;
};

/// A correct call of a program that mixes several kinds.
Call some_call(Members& members) {
    static constexpr std::array<std::int64_t, 4> kLengths = {64, 2000, 3000, 100'000};
    const std::int64_t bytes = kLengths[static_cast<std::size_t>(4 * members.uniform())];
    const double what = members.uniform();
    return {what < 0.6   ? Operation::bcast
            : what < 0.7 ? Operation::scatter
            : what < 0.8 ? Operation::allgather
                         : Operation::alltoall,
            bytes};
}

void make_calls(Members& members, int calls) {
    for (int i = 0; i < calls; ++i) members.call(some_call(members));
}

Call wrong_call(Members& members) {
    Call call{Operation::bcast, 100'000, 64, static_cast<int>(3 * members.uniform())};
    if (members.uniform() < 0.5) std::swap(call.bytes, call.other_bytes);
    return call;
}

}  // namespace

TEST_CASE("broadcasts of one length are measured without a call that synchronises", "[select][exchanges]") {
    Members members(1, 3);
    members.cost_ns = {9e5, 1e5, 5e5};
    for (int i = 0; i < 200; ++i) members.call({Operation::bcast, 100'000});
    Trial* const trial = members.learnings[1].find(Operation::bcast, 100'000);
    REQUIRE(trial);
    CHECK(trial->state() == Trial::State::chosen);
    CHECK(trial->choice() == 1);
    CHECK(trial->chosen_at() < 60);
    CHECK(members.exchanges < 20);
    CHECK_FALSE(members.has_given_up());
}

TEST_CASE("rare calls get longer turns, and are measured too", "[select][exchanges]") {
    Members members(1, 3);
    members.cost_ns = {9e5, 1e5, 5e5};
    for (int i = 0; i < 4000; ++i) {
        const bool is_rare = i % 40 == 7;
        members.call({is_rare ? Operation::bcast : Operation::alltoall, is_rare ? 3000 : 0});
    }
    CHECK(members.learnings[0].find(Operation::bcast, 3000)->choice() == 1);
}

TEST_CASE("exchanges become rare if there is nothing to report", "[select][exchanges]") {
    Members members(1, 3);
    members.cost_ns = {1000, 1000, 1000};
    for (int i = 0; i < 100'000; ++i)
        members.call({i % 50'000 == 0 ? Operation::bcast : Operation::alltoall, i < 50'000 ? 64 : 0});
    CHECK(members.exchanges > 5);
    CHECK(members.exchanges < 60);
}

TEST_CASE("after one broadcast of differing lengths all members give up, in the same call", "[select][exchanges]") {
    const int before = GENERATE(0, 1, 2, 5, 10, 20, 40, 100, 1000);
    Members members(static_cast<std::uint64_t>(before), 3);
    make_calls(members, before);
    members.call({Operation::bcast, 100'000, 50'000, 1});
    make_calls(members, 2000);
    CHECK_FALSE(members.is_waiting);
    CHECK_FALSE(members.is_parted);
    CHECK(members.has_given_up());
    for (Learning& learning : members.learnings) {
        CHECK(learning.is_given_up());
        CHECK(learning.next_exchange() == Learning::kNever);
        CHECK(learning.find(Operation::bcast, 100'000)->next(members.ordinal + 1) == 0);
    }
}

TEST_CASE("members never wait for each other, nor diverge in right calls, whatever lengths differ",
          "[select][exchanges]") {
    // 10^5 seeded runs: noise, lateness, clocks that drift, a member that reports 0; one or several wrong broadcasts
    // anywhere, or none.
    constexpr std::uint64_t kSeeds = end_of_seeds(0, 100'000);
    std::uint64_t given_up = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Members members(seed, 3);
        members.liar = seed % 5 ? -1 : static_cast<int>(seed % 3);
        members.late_ns = seed % 3 ? 0 : 1e5 * members.uniform();
        members.drift();
        const int calls = 60 + static_cast<int>(100 * members.uniform());
        const double share = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 0.2 : 1.5 / calls;
        int wrong = 0;
        for (int i = 0; i < calls; ++i) {
            const bool is_wrong = members.uniform() < share;
            wrong += is_wrong;
            members.call(is_wrong ? wrong_call(members) : some_call(members));
        }
        if (members.is_waiting) FAIL("members wait for each other in run " << seed);
        if (members.is_parted) FAIL("members part in a right call in run " << seed);
        if (wrong == 0 && members.has_given_up()) FAIL("given up though all is right in run " << seed);
        given_up += members.has_given_up();
    }
    CHECK(given_up > kSeeds * 2 / 5);
}
