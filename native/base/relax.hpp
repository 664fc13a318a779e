#pragma once
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace shunt {

/// Tells the processor that this is a spin.
inline void relax() {
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace shunt
