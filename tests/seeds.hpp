#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// The end of the range of seeds that a test tries: `count` seeds from `first` on. A sanitizer is many times slower and
/// looks at the paths through the code: there the range has a third of the seeds, and at most 2000. The build without a
/// sanitizer tries all seeds.
constexpr std::uint64_t end_of_seeds(std::uint64_t first, std::uint64_t count) {
    return first + (kSanitized ? std::min<std::uint64_t>((count + 2) / 3, 2000) : count);
}

/// A test with all seeds finds an event at least `times` times.   Returns: the lower bound for the seeds of this build.
constexpr int times_with_seeds(int times) { return kSanitized ? times / 4 : times; }

}  // namespace shunt
