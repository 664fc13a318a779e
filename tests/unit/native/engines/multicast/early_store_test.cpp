#include <catch2/catch.hpp>
#include <vector>

#include "native/engines/multicast/early_store.hpp"

using namespace shunt::multicast;

namespace {

Header data_of(std::uint32_t operation, std::uint32_t sequence) { return {1, operation, sequence, Kind::data, 0, 0}; }

std::vector<std::uint32_t> taken(EarlyStore& store, std::uint32_t operation) {
    std::vector<std::uint32_t> sequences;
    store.take(operation, [&](const Header& header, std::span<const std::byte> payload) {
        CHECK(payload.size() == 100);
        sequences.push_back(header.sequence);
    });
    return sequences;
}

}  // namespace

TEST_CASE("early data is kept within its limit, the first operations before later ones", "[multicast]") {
    EarlyStore store(700);  // four packets of 100 bytes, with the memory that keeping them takes
    const std::vector<std::byte> payload(100);
    CHECK(store.keep(data_of(9, 0), payload));
    CHECK(store.keep(data_of(5, 0), payload));
    CHECK(store.keep(data_of(5, 1), payload));
    CHECK(store.keep(data_of(7, 0), payload));
    CHECK_FALSE(store.keep(data_of(9, 1), payload));
    CHECK(store.keep(data_of(6, 0), payload));  // it replaces the packet of 9
    CHECK(store.used_bytes() <= 700);
    CHECK(taken(store, 5) == std::vector<std::uint32_t>{0, 1});
    CHECK(taken(store, 7) == std::vector<std::uint32_t>{0});  // and 6, which was skipped, is dropped
    CHECK(taken(store, 9).empty());
    CHECK(store.used_bytes() == 0);
}

TEST_CASE("early data of operations around the wrap is in order", "[multicast]") {
    EarlyStore store(10'000);
    const std::vector<std::byte> payload(100);
    CHECK(store.keep(data_of(1, 3), payload));
    CHECK(store.keep(data_of(0xffffffff, 2), payload));
    CHECK(taken(store, 0xffffffff) == std::vector<std::uint32_t>{2});
    CHECK(taken(store, 1) == std::vector<std::uint32_t>{3});
}
