#pragma once
#include <algorithm>
#include <cstdint>

namespace shunt {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

/// Past the last of the `count` seeds from `first` on that a test tries. Under a sanitizer, many times slower and there
/// for the paths through the code, a third of them, and at most 2000; the build without tries all.
constexpr std::uint64_t end_of_seeds(std::uint64_t first, std::uint64_t count) {
    return first + (kSanitized ? std::min<std::uint64_t>((count + 2) / 3, 2000) : count);
}

/// Of what is to be found at least `times` with all seeds: how often with these.
constexpr int times_with_seeds(int times) { return kSanitized ? times / 4 : times; }

}  // namespace shunt
