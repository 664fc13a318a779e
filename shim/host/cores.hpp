#pragma once
#include <bit>
#include <cstdint>

namespace shunt {

/// A set of processor numbers, large enough for any Linux; the same bytes on every rank.
struct CoreSet {
    static constexpr int kWords = 16;
    std::uint64_t words[kWords] = {};

    void add(const CoreSet& other) {
        for (int i = 0; i < kWords; ++i) words[i] |= other.words[i];
    }
    int count() const {
        int total = 0;
        for (const std::uint64_t word : words) total += std::popcount(word);
        return total;
    }
};

/// The processors this process may run on (sched_getaffinity).
CoreSet usable_cores();

/// The processor time the control group of this process grants, in whole cores, rounded up; 0 when it is not limited.
/// Source: cgroup v2 cpu.max, v1 cpu.cfs_quota_us.
std::uint32_t core_limit_of_control_group();

}  // namespace shunt
