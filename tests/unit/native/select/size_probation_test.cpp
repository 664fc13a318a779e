#include "native/select/size_probation.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "tests/unit/native/engines/phased/ranks.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

/// 'c' for a call that the engine carries, 'h' for a call left to the host. `is_below(i)`: whether call i, once
/// carried, has sizes below the limit.
template <class IsBelow>
std::string history(int calls, IsBelow is_below) {
    SizeProbation all;
    std::string told;
    for (int i = 0; i < calls; ++i) {
        const bool left = all.leaves();
        if (!left) all.looked(is_below(i));
        told += left ? 'h' : 'c';
    }
    CHECK(all.left_so_far() == static_cast<std::uint64_t>(std::count(told.begin(), told.end(), 'h')));
    return told;
}

}  // namespace

TEST_CASE("calls that win are all carried", "[phased]") {
    CHECK(history(100, [](int) { return false; }) == std::string(100, 'c'));
}

TEST_CASE("calls below the threshold are left to the host, but at least each 67th is carried", "[phased]") {
    const std::string told = history(10'000, [](int) { return true; });
    CHECK(told.substr(0, 16) == "chhhhchhhhhhhhch");
    CHECK(std::count(told.begin(), told.end(), 'c') < 10'000 / 67 + 8);
    CHECK(told.find(std::string(67, 'h')) == std::string::npos);
}

TEST_CASE("calls that win every second, third or fifth time are detected and then carried", "[phased]") {
    for (const int turns : {2, 3, 5}) {
        for (int first = 0; first < turns; ++first) {
            const std::string told = history(2000, [&](int i) { return (i + first) % turns != 0; });
            int winning = 0, lost = 0;
            for (int i = 0; i < 2000; ++i) {
                const bool wins = (i + first) % turns == 0;
                winning += wins;
                lost += wins && told[static_cast<std::size_t>(i)] == 'h';
            }
            INFO("turns " << turns << ", first " << first << ": " << told.substr(0, 200));
            CHECK(lost * 3 < winning);
        }
    }
}

TEST_CASE("a program whose calls grow is carried again after at most 66", "[phased]") {
    const std::string told = history(1000, [](int i) { return i < 500; });
    CHECK(told.substr(500 + 67) == std::string(1000 - 567, 'c'));
}

TEST_CASE("all ranks leave the same calls to the host, whatever happens between them", "[phased]") {
    for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{4}}) {
        for (const auto& layout :
             {std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 0, 1, 1, 1, 2}, std::vector<int>{0, 1, 0, 1}}) {
            const int size = static_cast<int>(layout.size());
            std::vector<std::string> told(layout.size());
            std::atomic<int> wrong{0}, left{0};
            run_ranks(layout, [&](Team* team, int rank, OobBoard&) {
                Random shared(seed), own(seed * 977 + static_cast<std::uint64_t>(rank));
                std::string& mine = told[static_cast<std::size_t>(rank)];
                SizeProbation probation;
                for (int number = 1; number <= 60; ++number) {
                    const bool is_long = shared.chance(1, 8), in_background = shared.chance(1, 5);
                    // In a long call one pair alone has much data; in a short one some ranks have none. Each rank knows
                    // that only of itself.
                    const int from_one = static_cast<int>(shared.below(static_cast<std::uint64_t>(size)));
                    const auto bytes = [&](int from, int to) {
                        const bool much = is_long && layout[static_cast<std::size_t>(from)] ==
                                                         layout[static_cast<std::size_t>(from_one)];
                        return static_cast<std::size_t>(much ? 60'000 + to : (from + to + number) % 3 * 20);
                    };
                    Alltoall all(Operation::alltoallv, number, rank, size, bytes);
                    SizesFound found;
                    all.call.found = in_background ? nullptr : &found;
                    std::this_thread::sleep_for(std::chrono::microseconds(own.below(300)));
                    if (in_background) {
                        const auto pending = team->begin(all.call);
                        while (pending->advance() == Status::again)
                            std::this_thread::sleep_for(std::chrono::microseconds(own.below(200)));
                        if (!all.right()) ++wrong;
                        mine += 'b';
                    } else if (probation.leaves()) {
                        mine += 'h';
                        ++left;
                    } else {
                        if (team->carry(all.call) != Status::ok || !all.right()) ++wrong;
                        probation.looked(found.is_below);
                        if (found.is_below != (found.busiest_bytes < 60'000) || found.is_below == is_long) ++wrong;
                        mine += 'c';
                    }
                }
                leave_together(*team);
            });
            INFO("seed " << seed << ", ranks " << size << ": " << told[0]);
            CHECK(wrong == 0);
            CHECK(left > 0);
            for (const std::string& each : told) CHECK(each == told[0]);
        }
    }
}
