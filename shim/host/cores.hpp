#pragma once
#include <bit>
#include <cstdint>

namespace shunt {

/// A set of processor numbers; the same bytes on every rank. Two numbers that differ by a multiple of 1024 count as
/// one.
struct CoreSet {
    static constexpr int kWords = 16;
    std::uint64_t words[kWords] = {};

    void add(int processor) { words[processor / 64 % kWords] |= std::uint64_t{1} << (processor % 64); }
    void add(const CoreSet& other) {
        for (int i = 0; i < kWords; ++i) words[i] |= other.words[i];
    }
    int count() const {
        int total = 0;
        for (const std::uint64_t word : words) total += std::popcount(word);
        return total;
    }
};

/// The processors this process may run on (sched_getaffinity); if the kernel does not tell, as many as are online.
/// Fails: std::bad_alloc.
CoreSet usable_cores();

/// The processor time the control group of this process grants, in whole cores, rounded up; 0 when it is not limited.
/// Source: cgroup v2 cpu.max, v1 cpu.cfs_quota_us.
std::uint32_t core_limit_of_control_group();

}  // namespace shunt
