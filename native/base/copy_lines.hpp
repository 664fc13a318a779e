#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace shunt {

/// Copies between memory that does not overlap, cache line by cache line with ordinary loads and stores.
/// Why not memcpy: the C library moves blocks of this size by one string instruction (rep movsb). That takes three
/// times as long, throughout a run, where another core has just written the source (AMD Zen 4, glibc 2.36: 88 us for 1
/// MiB against 29).
inline void copy_lines(std::byte* to, const std::byte* from, std::uint64_t bytes) {
    using Part = long long __attribute__((vector_size(16), aligned(1), may_alias));
    constexpr std::uint64_t kLine = 64;
    std::uint64_t at = 0;
    for (; at + kLine <= bytes; at += kLine) {
        const auto* const source = reinterpret_cast<const Part*>(from + at);
        auto* const target = reinterpret_cast<Part*>(to + at);
        const Part a = source[0], b = source[1], c = source[2], d = source[3];
        target[0] = a;
        target[1] = b;
        target[2] = c;
        target[3] = d;
        asm volatile("" : : : "memory");  // otherwise the compiler recognizes the copy and calls memcpy
    }
    std::memcpy(to + at, from + at, bytes - at);
}

/// Prefetches the cache line at `line` for writing by this core.
inline void fetch_to_write(const void* line) {
#if defined(__x86_64__)
    asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(line)));
#else
    __builtin_prefetch(line, 1, 3);
#endif
}

/// As copy_lines(), but prefetches the lines. For a source of some KiB that another core has just written, and a target
/// that is not in this core's cache. Takes 19 us for 1 MiB in blocks where copy_lines() takes 32, and memcpy elsewhere
/// 88.
inline void copy_fetched_lines(std::byte* to, const std::byte* from, std::uint64_t bytes) {
    constexpr std::uint64_t kLine = 64, kAhead = 2048;
    std::uint64_t at = 0;
    for (; at + kAhead + kLine <= bytes; at += kLine) {
        __builtin_prefetch(from + at + kAhead);
        fetch_to_write(to + at + kAhead);
        copy_lines(to + at, from + at, kLine);
    }
    copy_lines(to + at, from + at, bytes - at);
}

/// As copy_lines(), but bypasses the caches where the processor can: for results that will not stay in the caches
/// anyway. Target lines are not read before they are overwritten.
inline void stream_lines(std::byte* to, const std::byte* from, std::uint64_t bytes) {
#if defined(__SSE2__)
    using Part = long long __attribute__((vector_size(16), may_alias));
    using LoosePart = long long __attribute__((vector_size(16), aligned(1), may_alias));
    constexpr std::uint64_t kLine = 64;
    const std::uint64_t before = (kLine - reinterpret_cast<std::uintptr_t>(to) % kLine) % kLine;
    if (before < bytes) {
        std::memcpy(to, from, before);
        std::uint64_t at = before;
        for (; at + kLine <= bytes; at += kLine)
            for (std::uint64_t part = 0; part < kLine; part += sizeof(Part))
                __builtin_ia32_movntdq(reinterpret_cast<Part*>(to + at + part),
                                       *reinterpret_cast<const LoosePart*>(from + at + part));
        __builtin_ia32_sfence();
        std::memcpy(to + at, from + at, bytes - at);
        return;
    }
#endif
    copy_lines(to, from, bytes);
}

/// Gives this core exclusive ownership of the cache lines of `memory`, which it has read and another core will write
/// again. Their contents stay as they are. Why: between cores that share no cache (AMD Zen 4), writing lines of which a
/// reader has kept a copy takes seven times as long as writing lines that the reader has written last: 432 us for 1 MiB
/// against 60. Where the cores share a cache it costs a fifth. Thread: no other thread writes there meanwhile. Readers
/// see no change, which ThreadSanitizer cannot know.
[[gnu::no_sanitize("thread")]] inline void own_lines(std::byte* memory, std::uint64_t bytes) {
    constexpr std::uint64_t kLine = 64;
    for (std::uint64_t at = 0; at < bytes; at += kLine) {
        auto* const byte = reinterpret_cast<volatile unsigned char*>(memory + at);
        *byte = *byte;
    }
}

}  // namespace shunt
