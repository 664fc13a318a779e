#include "native/base/processors.hpp"

#include <catch2/catch.hpp>

using namespace shunt;

TEST_CASE("a set that is too small for the machine is asked for again in a larger one", "[base]") {
    int asked = 0;
    const auto large_machine = [&](std::size_t bytes, cpu_set_t* set) {
        ++asked;
        if (bytes < 4096 / 8) return errno = EINVAL, -1;
        for (const std::size_t processor : {7u, 1500u, 4095u}) CPU_SET_S(processor, bytes, set);
        return 0;
    };
    CHECK(processors_told_by(large_machine) == std::vector<int>{7, 1500, 4095});
    CHECK(asked == 3);
}

TEST_CASE("a kernel that refuses the question, or every set, tells of no processors", "[base]") {
    CHECK(processors_told_by([](std::size_t, cpu_set_t*) { return errno = EPERM, -1; }).empty());
    CHECK(processors_told_by([](std::size_t, cpu_set_t*) { return errno = EINVAL, -1; }).empty());
}

TEST_CASE("this thread may run on some processor", "[base]") { CHECK_FALSE(usable_processors().empty()); }
