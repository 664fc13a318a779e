#include <catch2/catch.hpp>

#include "tests/unit/native/phased/ranks.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

/// Nodes of one rank, of several, uneven ones, ranks that alternate.
const std::vector<std::vector<int>> kLayouts = {{0}, {0, 0, 0}, {0, 1}, {0, 1, 2}, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 0, 0, 1, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}};



}  // namespace

TEST_CASE("alltoall carries every block to its place, on any layout and of any size", "[phased]") {
    for (const auto& layout : kLayouts) {
        const int size = static_cast<int>(layout.size());
        std::atomic<int> wrong{0};
        run_ranks(layout, [&](Team* team, int rank, Meeting&) {
            int number = 0;
            for (const std::size_t bytes : {std::size_t{1}, std::size_t{0}, std::size_t{777}, std::size_t{5000}, std::size_t{200'001}}) {
                Alltoall all(Operation::alltoall, ++number, rank, size, [&](int, int) { return bytes; });
                if (!team || team->carry(all.call) != Status::ok || !all.right()) ++wrong;
            }
            if (team) team->close();
        });
        INFO("ranks " << size);
        CHECK(wrong == 0);
    }
}

TEST_CASE("alltoallv carries random patterns under every schedule and separation", "[phased]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (const auto& layout : {kLayouts[3], kLayouts[6], kLayouts[7]}) {
            const int size = static_cast<int>(layout.size());
            std::atomic<int> wrong{0};
            run_ranks(layout, [&](Team* team, int rank, Meeting&) {
                int number = 0;
                for (std::int64_t schedule = 0; schedule < 5; ++schedule) {
                    for (std::int64_t separate = 0; separate < 3; ++separate) {
                        ++number;
                        const auto bytes = [&](int from, int to) {
                            Random random(seed * 1000 + static_cast<std::uint64_t>(number * 10'000 + from * 100 + to));
                            return static_cast<std::size_t>(random.chance(1, 4) ? 0 : random.chance(1, 3) ? random.below(100'000) : random.below(300));
                        };
                        const std::int64_t words[] = {schedule, separate, 0};
                        Alltoall all(Operation::alltoallv, number, rank, size, bytes);
                        all.call.words = words;
                        if (!team || team->carry(all.call) != Status::ok || !all.right()) ++wrong;
                    }
                }
                if (team) team->close();
            });
            INFO("seed " << seed << ", ranks " << size);
            CHECK(wrong == 0);
        }
    }
}
