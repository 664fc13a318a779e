#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "native/base/random.hpp"
#include "native/engines/multicast/erasure.hpp"
#include "native/engines/multicast/repair_plan.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

std::size_t count(const Plan& plan, Repair::What what) {
    std::size_t count = 0;
    for (const Repair& repair : plan.repairs) count += repair.what == what;
    return count;
}

/// The packets still missing at `lack.node` after it has received the plan in order.
std::set<std::uint32_t> left(const Plan& plan, const Lack& lack, std::uint32_t packets) {
    std::set<std::uint32_t> lacking;
    for (const Range& range : lack.ranges)
        for (std::uint32_t i = 0; i < range.count; ++i) lacking.insert(range.first + i);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> rows;
    for (const Repair& repair : plan.repairs) {
        if (repair.node != Repair::kEveryone ? repair.node != lack.node : lack.direct) continue;
        if (repair.what == Repair::What::packet) lacking.erase(repair.index);
        if (repair.what != Repair::What::parity || lack.no_parity) continue;
        if (repair.row != 0) CHECK(packets_of_class(packets, repair.classes) <= kMostOfClass);
        rows[{repair.classes, repair.index}].insert(repair.row);
    }
    for (const auto& [name, numbers] : rows) {
        std::set<std::uint32_t> of_class;
        for (std::uint32_t p = name.second; p < packets; p += name.first)
            if (lacking.count(p) != 0) of_class.insert(p);
        if (of_class.size() <= numbers.size())
            for (const std::uint32_t p : of_class) lacking.erase(p);
    }
    return lacking;
}

}  // namespace

TEST_CASE("a packet that one receiver lacks is sent to it alone, a packet that two lack to all", "[multicast]") {
    const Plan plan = plan_repairs({{4, false, true, {{7, 1}, {20, 1}}}, {5, false, true, {{7, 1}}}}, 100);
    REQUIRE(plan.repairs.size() == 3);
    CHECK((plan.repairs[0].index == 7 && plan.repairs[0].node == Repair::kEveryone));
    CHECK((plan.repairs[1].index == 20));
    CHECK(plan.repairs[2].what == Repair::What::end);
    const Plan alone = plan_repairs({{4, false, false, {{7, 2}}}}, 100);
    REQUIRE(alone.repairs.size() == 3);
    for (const Repair& repair : alone.repairs) CHECK(repair.node == 4);
}

TEST_CASE("different single losses of many receivers are repaired by one parity packet", "[multicast]") {
    std::vector<Lack> lacks;
    for (int node = 1; node < 50; ++node)
        lacks.push_back({node, false, false, {{static_cast<std::uint32_t>(node * 3), 1}}});
    const Plan plan = plan_repairs(lacks, 700);
    CHECK(count(plan, Repair::What::parity) == 1);
    CHECK(count(plan, Repair::What::packet) == 0);
}

TEST_CASE("a round that arrives repairs all receivers, and never costs more than sending each packet", "[multicast]") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto packets = static_cast<std::uint32_t>(1 + random.below(random.chance(1, 2) ? 300 : kMostRepairs));
        std::vector<Lack> lacks;
        std::set<std::uint32_t> distinct;
        bool any_direct = false;
        for (int node = 1; node < 2 + static_cast<int>(random.below(20)); ++node) {
            Lack lack{node, random.chance(1, 10), random.chance(1, 4), {}};
            const std::uint64_t one_in = 1 + random.below(100);
            for (std::uint32_t p = 0; p < packets; ++p)
                if (random.chance(1, one_in)) lack.ranges.push_back({p, 1}), distinct.insert(p);
            any_direct |= lack.direct;
            if (!lack.ranges.empty()) lacks.push_back(lack);
        }
        const Plan plan = plan_repairs(lacks, packets, static_cast<std::uint32_t>(random.below(kMostRows)));
        for (const Lack& lack : lacks) CHECK(left(plan, lack, packets).empty());
        const std::size_t sent = count(plan, Repair::What::packet) + count(plan, Repair::What::parity);
        if (!any_direct) CHECK(sent <= 2 * distinct.size());  // nodes that lack many packets get repairs of their own
    }
}

TEST_CASE("many receivers' different losses cost little more than the worst receiver's", "[multicast]") {
    Random random(3);
    std::vector<Lack> lacks;
    std::size_t distinct = 0, worst = 0;
    for (int node = 1; node < 16; ++node) {
        Lack lack{node, false, false, {}};
        for (std::uint32_t p = 0; p < 723; ++p)
            if (random.chance(1, 100)) lack.ranges.push_back({p, 1});
        distinct += lack.ranges.size();
        worst = std::max(worst, lack.ranges.size());
        lacks.push_back(lack);
    }
    const Plan plan = plan_repairs(lacks, 723);
    const std::size_t sent = count(plan, Repair::What::packet) + count(plan, Repair::What::parity);
    CHECK(distinct > 90);
    CHECK(sent <= 2 * worst);
    CHECK(plan.rows > 1);
}

TEST_CASE("a receiver is sent at most so much in a round", "[multicast]") {
    const Plan plan = plan_repairs({{1, false, false, {{0, 4'000'000'000}}}}, 4'000'000'000);
    CHECK(count(plan, Repair::What::packet) == kMostRepairs);
    CHECK(plan.urgent == 0);
}
