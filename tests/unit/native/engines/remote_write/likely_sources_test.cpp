#include "native/engines/remote_write/likely_sources.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace shunt::remote_write;

constexpr int kProcessOf3 = 30;

void receive_likely(LikelySources& likely, std::int32_t tag, bool is_long = true, std::int32_t rank = 3) {
    likely.received({1, rank, tag, 100}, rank * 10, is_long);
}

}  // namespace

TEST_CASE("a source is likely once two messages in a row were its own", "[remote_write]") {
    LikelySources likely;
    CHECK(likely.of(5).process == -1);
    CHECK(likely.of(kAnyTag).process == -1);
    receive_likely(likely, 5);
    CHECK(likely.of(5).process == -1);
    receive_likely(likely, 5);
    CHECK(likely.of(5).process == kProcessOf3);
    CHECK(likely.of(5).rank == 3);
    CHECK(likely.of(kAnyTag).process == kProcessOf3);
    CHECK(likely.of(6).process == -1);
}

TEST_CASE("another source, or many short messages, make a source unlikely", "[remote_write]") {
    LikelySources likely;
    for (int i = 0; i < 2; ++i) receive_likely(likely, 5);
    receive_likely(likely, 5, true, 4);
    CHECK(likely.of(5).process == -1);
    for (int i = 0; i < 2; ++i) receive_likely(likely, 5);
    for (int i = 0; i < 15; ++i) receive_likely(likely, 5, false);
    CHECK(likely.of(5).process == kProcessOf3);
    receive_likely(likely, 5, false);
    CHECK(likely.of(5).process == -1);
    receive_likely(likely, 5);
    CHECK(likely.of(5).process == kProcessOf3);
    for (int i = 0; i < 2; ++i) receive_likely(likely, 6, false);
    CHECK(likely.of(6).process == -1);
}

TEST_CASE("each tag has likely sources of its own, and the last of two that share a place is known", "[remote_write]") {
    LikelySources likely;
    for (int i = 0; i < 2; ++i) {
        receive_likely(likely, 5, true, 3);
        receive_likely(likely, 6, true, 4);
    }
    CHECK(likely.of(5).process == 30);
    CHECK(likely.of(6).process == 40);
    CHECK(likely.of(kAnyTag).process == -1);
    for (int i = 0; i < 2; ++i) receive_likely(likely, 5 + 16, true, 4);
    CHECK(likely.of(5).process == -1);
    CHECK(likely.of(21).process == 40);
}
