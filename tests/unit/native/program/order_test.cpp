#include <catch2/catch.hpp>
#include <set>

#include "native/base/random.hpp"
#include "native/program/contents.hpp"
#include "native/program/races.hpp"
#include "native/program/rank_sets.hpp"
#include "native/program/step_order.hpp"

using namespace shunt;
using namespace shunt::program;

namespace {

/// Steps without effect; each follows some of the steps before it.
RankProgram random_steps(Random& random) {
    RankProgram steps;
    const std::uint64_t count = 1 + random.below(40), most = 1 + random.below(4), far = 1 + random.below(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        std::vector<std::uint32_t> after;
        for (std::uint64_t n = random.below(most + 1); n > 0 && i > 0; --n)
            after.push_back(i - 1 - static_cast<std::uint32_t>(random.below(std::min<std::uint64_t>(i, far))));
        steps.add(copy_step({}, {}), after);
    }
    return steps;
}

std::set<std::uint32_t> members(const RankSets& sets, RankSets::Set set) {
    std::set<std::uint32_t> all;
    for (const auto& interval : sets.of(set))
        for (std::uint32_t rank = interval.low; rank <= interval.high; ++rank) all.insert(rank);
    return all;
}

}  // namespace

TEST_CASE("the order of steps is the transitive closure of their direct orders", "[program]") {
    Random random(1);
    for (int round = 0; round < 2000; ++round) {
        const RankProgram steps = random_steps(random);
        const StepOrder order(steps);
        REQUIRE(order.is_complete());
        std::vector<std::set<std::uint32_t>> before(steps.steps.size());
        for (std::uint32_t b = 0; b < steps.steps.size(); ++b) {
            for (const auto direct : steps.after(steps.steps[b])) {
                before[b].insert(direct);
                before[b].insert(before[direct].begin(), before[direct].end());
            }
            for (std::uint32_t a = 0; a < b; ++a)
                if (order.is_before(a, b) != before[b].contains(a)) FAIL("round " << round << ": " << a << ", " << b);
        }
    }
}

TEST_CASE("an order that would take too much memory is given up", "[program]") {
    // Many chains whose steps depend on each other: the steps known to precede a step differ for every step.
    RankProgram steps;
    Random random(4);
    constexpr std::uint32_t kChains = 2000;
    for (std::uint32_t i = 0; i < kChains; ++i) steps.add(copy_step({}, {}));
    for (std::uint32_t i = kChains; i < 50 * kChains; ++i)
        steps.add(
            copy_step({}, {}),
            {i - kChains, i - kChains - static_cast<std::uint32_t>(random.below(std::min(kChains, i - kChains + 1)))});
    CHECK_FALSE(StepOrder(steps).is_complete());
}

TEST_CASE("an order of many forks and joins takes little", "[program]") {
    RankProgram steps;
    std::vector<std::uint32_t> last = {steps.add(copy_step({}, {}))}, forks;
    for (int i = 0; i < 50'000; ++i) {
        forks.push_back(steps.add(copy_step({}, {}), last));
        last = {steps.add(copy_step({}, {}), last)};
    }
    for (const std::uint32_t fork : forks) last = {steps.add(copy_step({}, {}), {last[0], fork})};
    const StepOrder order(steps);
    REQUIRE(order.is_complete());
    CHECK(order.is_before(forks[7], last[0]));
    CHECK_FALSE(order.is_before(forks[7], forks[8]));
}

TEST_CASE("a query for a step after many others takes constant time", "[program]") {
    RankProgram steps;
    std::vector<std::uint32_t> all, even;
    for (std::uint32_t i = 0; i < 300; ++i) all.push_back(steps.add(copy_step({}, {})));
    for (std::uint32_t i = 0; i < 300; i += 2) even.push_back(all[i]);
    const std::uint32_t last = steps.add(copy_step({}, {}), all), other = steps.add(copy_step({}, {}), even);
    const StepOrder order(steps);
    REQUIRE(order.is_complete());
    for (const std::uint32_t step : {last, other}) CHECK(order.cost_of_queries(step) == 0);
    for (std::uint32_t i = 0; i < 300; ++i) {
        REQUIRE(order.is_before(all[i], last));
        REQUIRE(order.is_before(all[i], other) == (i % 2 == 0));
    }
    CHECK_FALSE(order.is_before(last, other));
}

TEST_CASE("a program whose steps read the same elements too often is not checked", "[program]") {
    constexpr std::uint64_t kReads = 6000;
    Program program;
    program.operation = Operation::barrier;
    program.ranks.resize(2);
    program.ranks[0].scratch = kReads;
    for (std::uint64_t i = 0; i < kReads; ++i) program.ranks[0].add(send_step({Buffer::scratch, i, kReads - i}, 1));
    const Parts parts(program);
    std::uint64_t work = 0;
    const auto fault = race_in(parts, 0, Memory::apart, work);
    REQUIRE(fault.has_value());
    CHECK(fault->reason.find("cannot be checked") != std::string::npos);
}

TEST_CASE("sets of ranks are united and compared as sets are", "[program]") {
    Random random(2);
    RankSets sets;
    std::vector<RankSets::Set> made;
    for (std::uint32_t rank = 0; rank < 30; ++rank)
        made.push_back(sets.interval(rank, rank + static_cast<std::uint32_t>(random.below(3))));
    for (int round = 0; round < 5000; ++round) {
        const auto a = made[random.below(made.size())], b = made[random.below(made.size())];
        const auto x = members(sets, a), y = members(sets, b);
        std::set<std::uint32_t> both = x, common;
        both.insert(y.begin(), y.end());
        std::ranges::set_intersection(x, y, std::inserter(common, common.begin()));
        if (sets.overlap(a, b) == common.empty()) FAIL("round " << round);
        const auto united = sets.united(a, b);
        REQUIRE(united);
        if (members(sets, *united) != both) FAIL("round " << round);
        if ((x == y) != (a == b)) FAIL("two numbers for one set, round " << round);
        made[random.below(made.size())] =
            round % 7 == 0 ? sets.interval(static_cast<std::uint32_t>(random.below(60)), 60) : *united;
    }
}

TEST_CASE("contents are the data written last", "[program]") {
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        Contents contents;
        std::vector<std::pair<int, std::uint64_t>> plain(50, {-1, 0});
        for (int n = 0; n < 40; ++n) {
            const std::uint64_t first = random.below(50), end = first + random.below(51 - first),
                                offset = random.below(4) + first;
            const auto set = static_cast<std::uint32_t>(random.below(3));
            contents.write(first, end, {set, offset});
            for (std::uint64_t i = first; i < end; ++i) plain[i] = {static_cast<int>(set), offset + i - first};
            const std::uint64_t from = random.below(50), to = from + random.below(51 - from);
            const std::uint64_t reached =
                contents.read(from, to, [&](std::uint64_t a, std::uint64_t b, Content content) {
                    for (std::uint64_t i = a; i < b; ++i)
                        if (plain[i] != std::pair(static_cast<int>(content.set), content.offset + i - a))
                            FAIL("round " << round);
                    return true;
                });
            std::uint64_t written_to = from;
            while (written_to < to && plain[written_to].first >= 0) ++written_to;
            if (reached != written_to) FAIL("round " << round << ": " << reached << ", " << written_to);
        }
        // Adjacent intervals form one.
        std::size_t runs = 0;
        for (std::size_t i = 0; i < 50; ++i)
            runs += plain[i].first >= 0 && (i == 0 || plain[i - 1] != std::pair(plain[i].first, plain[i].second - 1));
        CHECK(contents.extents() == runs);
    }
}
