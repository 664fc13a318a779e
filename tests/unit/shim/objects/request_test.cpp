#include "shim/objects/request.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

using shunt::PendingCall;
using shunt::RequestTable;
using Kind = shunt::PendingCall::Kind;

namespace {

MPI_Request handle(std::uint32_t number) { return SHUNT_FAKE_VALUE(MPI_Request, 0xac000000 + number); }

/// Adds a receive; `bytes` distinguishes it from others.
void add(RequestTable& table, std::uint32_t number, std::uint64_t bytes = 0, Kind kind = Kind::receive) {
    PendingCall* entry = table.add(handle(number), kind, false, false);
    REQUIRE(entry);
    entry->bytes = bytes;
}

}  // namespace

TEST_CASE("an empty table finds nothing", "[shim][request]") {
    RequestTable table;
    CHECK(table.empty());
    CHECK(table.find(handle(1)) == nullptr);
    CHECK_FALSE(table.only_with_self());
}

TEST_CASE("an added request is found until it is removed", "[shim][request]") {
    RequestTable table;
    add(table, 1, 10);
    REQUIRE(table.find(handle(1)));
    CHECK(table.find(handle(1))->bytes == 10);
    CHECK(table.find(handle(2)) == nullptr);
    table.remove(table.find(handle(1)));
    CHECK(table.find(handle(1)) == nullptr);
    CHECK(table.empty());
}

TEST_CASE("a new entry has nothing of the one that was in its slot", "[shim][request]") {
    RequestTable table;
    PendingCall* old = table.add(handle(1), Kind::send, true, true);
    old->bytes = 99;
    old->peer = 3;
    old->flags = 8;
    old->engine = 2;
    old->may_be_cancelled = true;
    table.remove(old);
    const PendingCall* entry = table.add(handle(1), Kind::receive, true, false);
    CHECK(entry->kind == Kind::receive);
    CHECK(entry->bytes == 0);
    CHECK(entry->peer == shunt::record::kNoPeer);
    CHECK(entry->flags == 0);
    CHECK(entry->engine == 0);
    CHECK_FALSE(entry->may_be_cancelled);
    CHECK_FALSE(entry->with_self);
}

TEST_CASE("equal handles are found in the order in which they were added", "[shim][request]") {
    RequestTable table;
    for (std::uint64_t bytes = 1; bytes <= 4; ++bytes) add(table, 7, bytes);
    for (std::uint64_t bytes = 1; bytes <= 4; ++bytes) {
        REQUIRE(table.find(handle(7)));
        CHECK(table.find(handle(7))->bytes == bytes);
        table.remove(table.find(handle(7)));
    }
    CHECK(table.empty());
}

TEST_CASE("a table that has grown keeps its entries and the order of equal ones", "[shim][request]") {
    RequestTable table;
    add(table, 5, 1);
    add(table, 5, 2);
    for (std::uint32_t number = 1000; number < 4000; ++number) add(table, number, number);
    CHECK(table.find(handle(5))->bytes == 1);
    table.remove(table.find(handle(5)));
    CHECK(table.find(handle(5))->bytes == 2);
    for (std::uint32_t number = 1000; number < 4000; ++number) {
        REQUIRE(table.find(handle(number)));
        REQUIRE(table.find(handle(number))->bytes == number);
    }
}

TEST_CASE("adds, finds and removes in any order agree with a map of queues", "[shim][request]") {
    const unsigned seed = GENERATE(1u, 2u, 3u, 4u);
    INFO("seed " << seed);
    std::mt19937 random(seed);
    RequestTable table;
    std::map<std::uint32_t, std::vector<std::uint64_t>> model;
    for (std::uint64_t step = 1; step <= 20000; ++step) {
        const std::uint32_t number = random() % 300 * (seed % 2 ? 1 : 64);  // also as far apart as addresses
        std::vector<std::uint64_t>& expected = model[number];
        PendingCall* found = table.find(handle(number));
        REQUIRE((found != nullptr) == !expected.empty());
        if (found) REQUIRE(found->bytes == expected.front());
        if (found && random() % 2) {
            table.remove(found);
            expected.erase(expected.begin());
        } else if (expected.size() < 3) {
            add(table, number, step);
            expected.push_back(step);
        }
    }
}

TEST_CASE("the table knows whether all requests are with this rank itself", "[shim][request]") {
    RequestTable table;
    table.add(handle(1), Kind::send, false, true);
    CHECK(table.only_with_self());
    table.add(handle(2), Kind::send, false, false);
    CHECK_FALSE(table.only_with_self());
    table.remove(table.find(handle(2)));
    CHECK(table.only_with_self());
    table.remove(table.find(handle(1)));
    CHECK_FALSE(table.only_with_self());
}

TEST_CASE("a handle that stands for two sends at a time is shared, and its entry is dropped", "[shim][request]") {
    RequestTable table;
    CHECK_FALSE(table.learn_shared(handle(1), Kind::send));
    add(table, 1, 1, Kind::send);
    CHECK_FALSE(table.is_shared(handle(1)));
    CHECK(table.learn_shared(handle(1), Kind::send));
    CHECK(table.is_shared(handle(1)));
    CHECK(table.empty());
}

TEST_CASE("a handle is not shared by operations of two kinds, nor by a persistent one", "[shim][request]") {
    RequestTable table;
    add(table, 1, 0, Kind::send);
    CHECK_FALSE(table.learn_shared(handle(1), Kind::collective));
    table.add(handle(2), Kind::send, true, false);
    CHECK_FALSE(table.learn_shared(handle(2), Kind::send));
    CHECK_FALSE(table.is_shared(handle(1)));
    CHECK_FALSE(table.is_shared(handle(2)));
}

TEST_CASE("another handle in a handle's home slot is not mistaken for it", "[shim][request]") {
    RequestTable table;
    for (std::uint32_t number = 0; number < 100; ++number) add(table, number, 0, Kind::send);
    for (std::uint32_t number = 1000; number < 2000; ++number)
        CHECK_FALSE(table.learn_shared(handle(number), Kind::send));
}
