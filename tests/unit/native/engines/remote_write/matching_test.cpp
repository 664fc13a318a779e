#include <catch2/catch.hpp>

#include <list>
#include <memory>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/remote_write/matching.hpp"
#include "tests/seeds.hpp"

namespace {

using namespace shunt;
using namespace shunt::remote_write;

Pattern any_pattern(Random& random, std::uint64_t sources, std::uint64_t tags, std::uint64_t wild_in_8) {
    Pattern pattern{static_cast<std::int32_t>(random.below(sources)), static_cast<std::int32_t>(random.below(tags))};
    if (random.chance(wild_in_8, 8)) pattern.source = kAnySource;
    if (random.chance(wild_in_8, 8)) pattern.tag = kAnyTag;
    return pattern;
}

}  // namespace

TEST_CASE("a queue that was once long is hashed into few buckets when it is short", "[remote_write]") {
    MatchQueue queue;
    const auto fill = [&](int count) {
        std::vector<Queued> entries(static_cast<std::size_t>(count));
        for (int tag = 0; tag < count; ++tag) {
            entries[static_cast<std::size_t>(tag)].pattern = {0, tag};
            queue.append(entries[static_cast<std::size_t>(tag)]);
        }
        REQUIRE(queue.find({0, count - 1}) == &entries.back());
        const std::size_t buckets = queue.buckets();
        for (Queued& entry : entries) queue.remove(entry);
        return buckets;
    };
    CHECK(fill(50'000) >= 50'000);
    CHECK(queue.buckets() == 0);
    const std::size_t few = fill(40);
    CHECK((few >= 40 && few <= 160));
}

TEST_CASE("queues find the same entry as a list searched from the front", "[remote_write]") {
    std::size_t longest = 0;
    for (std::uint64_t seed = 1; seed < end_of_seeds(1, 60); ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        const std::uint64_t sources = 1 + random.below(40), tags = 1 + random.below(5), most = 2 + random.below(600);
        const std::uint64_t wild_entries = seed % 3, wild_keys = (seed + 1) % 3;
        MatchQueue queue;
        std::list<std::unique_ptr<Queued>> naive;
        bool grows = true;
        for (int step = 0; step < 20'000; ++step) {
            if (naive.size() >= most) grows = false;
            if (naive.empty()) grows = true;
            if (random.chance(grows ? 3 : 1, 4)) {
                auto& entry = *naive.emplace_back(std::make_unique<Queued>());
                entry.pattern = any_pattern(random, sources, tags, wild_entries);
                queue.append(entry);
            } else {
                const Pattern key = any_pattern(random, sources, tags, wild_keys);
                auto first = naive.begin();
                while (first != naive.end() && !(*first)->pattern.overlaps(key)) ++first;
                Queued* const found = queue.find(key);
                REQUIRE(found == (first == naive.end() ? nullptr : first->get()));
                if (!found && !naive.empty())
                    first = std::next(naive.begin(), static_cast<long>(random.below(naive.size())));
                if (first == naive.end()) continue;
                queue.remove(**first);
                naive.erase(first);
            }
            REQUIRE(queue.size() == naive.size());
            longest = std::max(longest, naive.size());
        }
    }
    CHECK(longest > 10 * MatchQueue::kHashFrom);
}
