#include "native/memory/verbs/registration_cache.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "native/base/random.hpp"

using namespace shunt;
using namespace shunt::memory;
using namespace shunt::memory::verbs;

namespace {

constexpr std::size_t kPage = 4096;

/// A device that counts registrations, and refuses them beyond a limit of its own.
class FakeRegistrar : public Registrar {
public:
    Outcome pin(std::span<const std::byte> memory, Pinned& into) override {
        ++pins;
        if (pinned + memory.size() > limit) return {Status::no_memory, "the kernel's limit; ulimit -l"};
        ++next_key;
        into = {new std::size_t(memory.size()), next_key, next_key + 1000, is_writable};
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
    bool is_writable = true;
};

/// Watches `most` pieces at a time; the test decides which memory is given back.
class FakeWatch : public MemoryWatch {
public:
    int add(std::span<const std::byte> memory) override {
        if (memory.data() == refused) return ++refusals, kCannot;
        if (watching == most) return kFull;
        ++watching;
        watched.push_back({memory, false});
        return static_cast<int>(watched.size()) - 1;
    }
    void remove(int which) override {
        --watching;
        watched[static_cast<std::size_t>(which)].memory = {};
    }
    bool catch_up() override { return is_known; }
    bool is_gone(int which) const override { return watched[static_cast<std::size_t>(which)].is_gone; }

    void give_back(std::span<const std::byte> memory) {
        for (auto& one : watched)
            if (one.memory.data() < memory.data() + memory.size() &&
                memory.data() < one.memory.data() + one.memory.size())
                one.is_gone = true;
    }
    struct Watched {
        std::span<const std::byte> memory;
        bool is_gone;
    };
    std::vector<Watched> watched;
    int watching = 0, most = 100, refusals = 0;
    const std::byte* refused = nullptr;
    bool is_known = true;
};

/// Uses and releases memory repeatedly: from the second time on its registration is kept.
void use(RegistrationCache& cache, std::span<const std::byte> memory, int times) {
    for (int i = 0; i < times; ++i) {
        Registration made;
        REQUIRE(cache.take(memory, made).ok());
        cache.give_back(made);
    }
}

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
    RegistrationCache cache(device, 1 << 20, nullptr);
    Registration whole, part;
    REQUIRE(cache.take(heap.pages(0, 4), whole).ok());
    REQUIRE(cache.take(heap.pages(1, 2), part).ok());
    CHECK(device.pins == 1);
    CHECK(part.key == whole.key);
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

TEST_CASE("memory registered again stays cached, and the least recently used registration is evicted first",
          "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    RegistrationCache cache(device, 6 * kPage, &watch);
    for (const std::size_t first : {0, 2, 4}) use(cache, heap.pages(first, 2), 1);
    CHECK(device.alive == 0);
    for (const std::size_t first : {0, 2, 4}) use(cache, heap.pages(first, 2), 3);
    CHECK(device.alive == 3);
    CHECK(device.pins == 6);
    use(cache, heap.pages(0, 2), 1);  // now the second is the oldest
    Registration other;
    REQUIRE(cache.take(heap.pages(8, 2), other).ok());
    CHECK(device.alive == 3);
    CHECK(device.pins == 7);
    use(cache, heap.pages(0, 2), 1);
    CHECK(device.pins == 7);
    use(cache, heap.pages(2, 2), 1);
    CHECK(device.pins == 8);
}

TEST_CASE("a registration whose memory was given back is not used again", "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    RegistrationCache cache(device, 1 << 20, &watch);
    use(cache, heap.pages(0, 4), 2);
    use(cache, heap.pages(8, 4), 2);
    CHECK(device.pins == 4);
    watch.give_back(heap.pages(3, 1));
    use(cache, heap.pages(8, 4), 1);
    CHECK(device.alive == 1);  // its pages are pinned no longer than until the next call
    use(cache, heap.pages(0, 4), 1);
    CHECK(device.pins == 5);
    CHECK(device.alive == 2);
    CHECK(watch.watching == 2);

    Registration held, again;
    REQUIRE(cache.take(heap.pages(0, 4), held).ok());
    watch.give_back(heap.pages(0, 4));
    REQUIRE(cache.take(heap.pages(1, 2), again).ok());  // while the old registration is still used
    CHECK(again.key != held.key);
    cache.give_back(held);
    cache.drop_what_is_gone();
    CHECK(cache.count() == 2);
    cache.give_back(again);
    CHECK(cache.count() == 1);
}

TEST_CASE("no kept registration is used and none is kept while it is unknown which memory was given back", "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    RegistrationCache cache(device, 1 << 20, &watch);
    use(cache, heap.pages(0, 4), 2);
    watch.is_known = false;
    use(cache, heap.pages(0, 4), 2);
    use(cache, heap.pages(8, 4), 2);
    CHECK(device.pins == 6);
    CHECK(device.alive == 1);
    watch.is_known = true;
    use(cache, heap.pages(0, 4), 1);
    CHECK(device.pins == 6);
}

TEST_CASE("memory that cannot be watched is not kept, and watching it is tried once", "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    watch.refused = heap.pages(0, 1).data();
    RegistrationCache cache(device, 1 << 20, &watch);
    use(cache, heap.pages(0, 4), 5);
    CHECK(device.pins == 5);
    CHECK(device.alive == 0);
    CHECK(watch.refusals == 1);
}

TEST_CASE("the least recently used registration is evicted if no more memory may be watched", "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    watch.most = 2;
    RegistrationCache cache(device, 1 << 20, &watch);
    for (const std::size_t first : {0, 2, 4}) use(cache, heap.pages(first, 2), 2);
    CHECK(device.alive == 2);
    CHECK(watch.watching == 2);
    use(cache, heap.pages(4, 2), 1);
    use(cache, heap.pages(2, 2), 1);
    CHECK(device.pins == 6);
}

TEST_CASE("registrations in use are not evicted: the limit is reported with its remedy", "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    RegistrationCache cache(device, 4 * kPage, &watch);
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
    RegistrationCache cache(device, 4 * kPage, nullptr);
    Registration a;
    REQUIRE(cache.take({heap.bytes + kPage - 1, 2}, a).ok());
    CHECK(cache.pinned_bytes() == 2 * kPage);
}

TEST_CASE("a limit of the kernel evicts kept registrations before it is reported", "[verbs]") {
    FakeRegistrar device;
    device.limit = 4 * kPage;
    FakeWatch watch;
    RegistrationCache cache(device, 1 << 20, &watch);
    use(cache, heap.pages(0, 2), 2);
    Registration a, b, c;
    REQUIRE(cache.take(heap.pages(2, 2), b).ok());
    REQUIRE(cache.take(heap.pages(4, 2), c).ok());
    CHECK(cache.count() == 2);
    const Outcome refused = cache.take(heap.pages(6, 2), a);
    CHECK(refused.status == Status::no_memory);
    CHECK(refused.reason.find("ulimit -l") != std::string::npos);
}

TEST_CASE("bytes that no use contains any more are registered anew, if they are not watched", "[verbs]") {
    FakeRegistrar device;
    RegistrationCache cache(device, 1 << 20, nullptr);
    Registration whole, part, within, beyond;
    REQUIRE(cache.take(heap.pages(0, 8), whole).ok());
    REQUIRE(cache.take(heap.pages(0, 2), part).ok());
    CHECK(part.key == whole.key);
    cache.give_back(whole);  // the program may now give back the other pages
    REQUIRE(cache.take(heap.pages(1, 1), within).ok());
    CHECK(within.key == part.key);
    REQUIRE(cache.take(heap.pages(4, 2), beyond).ok());
    CHECK(beyond.key != part.key);
    for (Registration* const one : {&part, &within, &beyond}) cache.give_back(*one);
    CHECK(device.alive == 0);
}

TEST_CASE("a registration that a device may only read is not kept: the program may allow writing", "[verbs]") {
    FakeRegistrar device;
    FakeWatch watch;
    RegistrationCache cache(device, 1 << 20, &watch);
    device.is_writable = false;
    use(cache, heap.pages(0, 4), 3);
    CHECK(device.alive == 0);
    CHECK(watch.watching == 0);
    device.is_writable = true;
    Registration made;
    REQUIRE(cache.take(heap.pages(0, 4), made).ok());
    CHECK(made.is_writable);
    cache.give_back(made);
}

TEST_CASE("any order of taking and giving back leaves nothing registered and never passes the limit", "[verbs]") {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        INFO("seed " << seed);
        Random random(seed);
        FakeRegistrar device;
        device.limit = (6 + random.below(10)) * kPage;
        FakeWatch watch;
        watch.most = static_cast<int>(random.below(6));
        {
            RegistrationCache cache(device, 10 * kPage, random.chance(2, 3) ? &watch : nullptr);
            std::vector<Registration> held;
            for (int step = 0; step < 300; ++step) {
                if (random.chance(1, 10)) watch.give_back(heap.pages(random.below(15), 1));
                watch.is_known = random.chance(9, 10);
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
        CHECK(watch.watching == 0);
    }
}
