#include "native/memory/verbs/registration_cache.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace shunt::memory::verbs;

namespace {

constexpr std::size_t kPage = 4096;

/// A device that counts, and refuses beyond a limit of its own.
class FakeRegistrar : public Registrar {
public:
    Outcome pin(std::span<const std::byte> memory, Pinned& into) override {
        ++pins;
        if (pinned + memory.size() > limit) return {Status::no_memory, "the kernel's limit; ulimit -l"};
        ++next_key;
        into = {new std::size_t(memory.size()), next_key, next_key + 1000};
        pinned += memory.size();
        ++alive;
        return {};
    }
    void unpin(const Pinned& given) override {
        pinned -= *static_cast<std::size_t*>(given.handle);
        --alive;
        delete static_cast<std::size_t*>(given.handle);
    }
    std::size_t limit = 1 << 30, pinned = 0;
    int pins = 0, alive = 0;
    std::uint32_t next_key = 0;
};

struct Memory {
    alignas(4096) std::byte bytes[16 * kPage];
    std::span<const std::byte> pages(std::size_t first, std::size_t count) const {
        return {bytes + first * kPage, count * kPage};
    }
};
Memory heap;

}  // namespace

TEST_CASE("memory that is registered is not registered again, in whole or in part", "[verbs]") {
    FakeRegistrar device;
    RegistrationCache cache(device, 1 << 20, false);
    Registration whole, part;
    REQUIRE(cache.take(heap.pages(0, 4), whole).ok());
    REQUIRE(cache.take(heap.pages(1, 2), part).ok());
    CHECK(device.pins == 1);
    CHECK(part.key == whole.key);
    CHECK(part.memory.data() == whole.memory.data());
    CHECK(RegistrationCache::local_key(whole) == 1);
    CHECK(RegistrationCache::remote_key(whole.key) == 1001);
    cache.give_back(whole);
    CHECK(device.alive == 1);
    cache.give_back(part);
    CHECK(device.alive == 0);
    CHECK(part.memory.empty());
    cache.give_back(part);
    CHECK(cache.pinned_bytes() == 0);
}

TEST_CASE("what is kept and not needed gives way, the least recently used first", "[verbs]") {
    FakeRegistrar device;
    RegistrationCache cache(device, 6 * kPage, true);
    Registration a, b, c, again;
    REQUIRE(cache.take(heap.pages(0, 2), a).ok());
    REQUIRE(cache.take(heap.pages(2, 2), b).ok());
    REQUIRE(cache.take(heap.pages(4, 2), c).ok());
    cache.give_back(a);
    cache.give_back(b);
    cache.give_back(c);
    CHECK(device.alive == 3);
    REQUIRE(cache.take(heap.pages(0, 2), a).ok());  // used again: now b is the oldest
    cache.give_back(a);
    REQUIRE(cache.take(heap.pages(8, 2), again).ok());
    CHECK(device.alive == 3);
    CHECK(device.pins == 4);
    REQUIRE(cache.take(heap.pages(0, 2), a).ok());
    CHECK(device.pins == 4);
    REQUIRE(cache.take(heap.pages(2, 2), b).ok());
    CHECK(device.pins == 5);
}

TEST_CASE("needed registrations do not give way: the limit is told with its remedy", "[verbs]") {
    FakeRegistrar device;
    RegistrationCache cache(device, 4 * kPage, true);
    Registration a, b;
    REQUIRE(cache.take(heap.pages(0, 3), a).ok());
    const Outcome refused = cache.take(heap.pages(4, 2), b);
    CHECK(refused.status == Status::no_memory);
    CHECK(refused.reason.find("registration-limit") != std::string::npos);
    CHECK(b.memory.empty());
    CHECK(cache.take({}, b).status == Status::bug);
}

TEST_CASE("bytes are counted in the pages they touch", "[verbs]") {
    FakeRegistrar device;
    RegistrationCache cache(device, 4 * kPage, false);
    Registration a;
    REQUIRE(cache.take({heap.bytes + kPage - 1, 2}, a).ok());
    CHECK(cache.pinned_bytes() == 2 * kPage);
}

TEST_CASE("a limit of the kernel makes kept registrations give way before it is told", "[verbs]") {
    FakeRegistrar device;
    device.limit = 4 * kPage;
    RegistrationCache cache(device, 1 << 20, true);
    Registration a, b, c;
    REQUIRE(cache.take(heap.pages(0, 2), a).ok());
    REQUIRE(cache.take(heap.pages(2, 2), b).ok());
    cache.give_back(a);
    REQUIRE(cache.take(heap.pages(4, 2), c).ok());
    CHECK(cache.count() == 2);
    const Outcome refused = cache.take(heap.pages(6, 2), a);
    CHECK(refused.status == Status::no_memory);
    CHECK(refused.reason.find("ulimit -l") != std::string::npos);
}

TEST_CASE("memory that is unmapped is forgotten where nobody needs it", "[verbs]") {
    FakeRegistrar device;
    RegistrationCache cache(device, 1 << 20, true);
    Registration a, b, c;
    REQUIRE(cache.take(heap.pages(0, 2), a).ok());
    REQUIRE(cache.take(heap.pages(2, 2), b).ok());
    REQUIRE(cache.take(heap.pages(4, 2), c).ok());
    cache.give_back(a);
    cache.give_back(c);
    cache.forget(heap.pages(1, 2));
    CHECK(device.alive == 2);
    REQUIRE(cache.take(heap.pages(4, 2), c).ok());
    CHECK(device.pins == 3);
}

TEST_CASE("any order of taking and giving back leaves nothing registered and never passes the limit", "[verbs]") {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        FakeRegistrar device;
        device.limit = (6 + random.below(10)) * kPage;
        {
            RegistrationCache cache(device, 10 * kPage, random.chance(1, 2));
            std::vector<Registration> held;
            for (int step = 0; step < 300; ++step) {
                if (!held.empty() && random.chance(1, 2)) {
                    const std::size_t at = random.below(held.size());
                    cache.give_back(held[at]);
                    held.erase(held.begin() + static_cast<std::ptrdiff_t>(at));
                } else {
                    Registration made;
                    const std::size_t first = random.below(14);
                    const auto wanted = heap.pages(first, 1 + random.below(16 - first));
                    const Outcome outcome = cache.take(wanted, made);
                    if (outcome.ok()) {
                        CHECK(made.memory.data() <= wanted.data());
                        CHECK(made.memory.data() + made.memory.size() >= wanted.data() + wanted.size());
                        held.push_back(made);
                    } else {
                        CHECK(outcome.status == Status::no_memory);
                    }
                }
                CHECK(cache.pinned_bytes() == device.pinned);
                CHECK(device.pinned <= 10 * kPage);
                CHECK(cache.count() == static_cast<std::size_t>(device.alive));
            }
        }
        CHECK(device.alive == 0);
    }
}
