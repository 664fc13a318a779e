#include "native/base/kept_core.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <thread>
#include <vector>

using namespace shunt;

namespace {

int waits_without_yields(KeptCore& core) {
    int waits = 0;
    while (core.begin_wait()) ++waits;
    return waits;
}

}  // namespace

TEST_CASE("a core that no thread has kept is never reported as kept", "[base][waiting]") {
    KeptCore core;
    CHECK_FALSE(core.is_kept());
    CHECK_FALSE(core.begin_wait());
}

TEST_CASE("costly yields are followed by a thousand waits without yields, counted anew from the next costly one",
          "[base][waiting]") {
    KeptCore core;
    core.note();
    CHECK(core.is_kept());
    for (int wait = 0; wait < 10; ++wait) CHECK(core.begin_wait());
    core.note();
    CHECK(waits_without_yields(core) == KeptCore::kWaits);
    CHECK_FALSE(core.is_kept());
    CHECK_FALSE(core.begin_wait());
}

TEST_CASE("waits of several threads count the kept core down to the end", "[base][waiting][threads]") {
    KeptCore core;
    core.note();
    std::array<int, 4> waits{};
    std::vector<std::thread> threads;
    for (int& mine : waits) threads.emplace_back([&] { mine = waits_without_yields(core); });
    for (std::thread& thread : threads) thread.join();
    int all = 0;
    for (const int mine : waits) all += mine;
    CHECK(all >= KeptCore::kWaits);
    CHECK_FALSE(core.is_kept());
}
