#pragma once
// The loops of fast_ops.hpp: operations on vectors of one type.
#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "shim/offload/fast_ops.hpp"

namespace shunt::fast {

enum Kind : int {
    kSum,
    kProduct,
    kMost,
    kLeast,
    kAnd,
    kOr,
    kXor,
    kBitAnd,
    kBitOr,
    kBitXor,
    kMostPlace,
    kLeastPlace,
    kKinds
};

/// MPI's pair of a value and a place.
template <class T>
struct Placed {
    T value;
    int place;
};
template <class T>
inline constexpr bool is_placed = false;
template <class T>
inline constexpr bool is_placed<Placed<T>> = true;

/// The result of a comparison as 0 or 1, for numbers and for vectors of them.
template <class T, class Truth>
[[gnu::always_inline]] inline void set_truth(T& out, const Truth& truth) {
    if constexpr (std::is_integral_v<T>) out = static_cast<T>(truth & 1);
    else out = __builtin_convertvector(truth & 1, T);
}

/// For unsigned numbers, for which overflow is defined (in a product of short ones only as such, not as int), or for
/// vectors of numbers.
template <Kind kind, class T>
[[gnu::always_inline]] inline void combine(const T& left, const T& right, T& out) {
    if constexpr (kind == kSum) out = left + right;
    else if constexpr (kind == kProduct && std::is_integral_v<T>) out = static_cast<T>(1u * left * right);
    else if constexpr (kind == kProduct) out = left * right;
    else if constexpr (kind == kMost) out = left > right ? left : right;
    else if constexpr (kind == kLeast) out = left < right ? left : right;
    else if constexpr (kind == kAnd) set_truth(out, (left != 0) & (right != 0));
    else if constexpr (kind == kOr) set_truth(out, (left != 0) | (right != 0));
    else if constexpr (kind == kXor) set_truth(out, (left != 0) ^ (right != 0));
    else if constexpr (kind == kBitAnd) out = left & right;
    else if constexpr (kind == kBitOr) out = left | right;
    else out = left ^ right;
}

/// `out` is `right`, or overlaps neither. Vectorised by hand, as -O2 does not vectorise.
template <Kind kind, class Number>
[[gnu::always_inline]] inline void combine_all(const std::byte* left, const std::byte* right, std::byte* out,
                                               std::uint64_t elements) {
    // Signed and unsigned ones differ in comparisons only.
    constexpr bool wraps = std::is_integral_v<Number> && kind != kMost && kind != kLeast;
    using T = typename std::conditional_t<wraps, std::make_unsigned<Number>, std::type_identity<Number>>::type;
    using Vector [[gnu::vector_size(32), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
    const std::uint64_t bytes = elements * sizeof(T);
    std::uint64_t at = 0;
    for (; at + 2 * sizeof(Vector) <= bytes; at += 2 * sizeof(Vector)) {
        const auto* const x = reinterpret_cast<const Vector*>(left + at);
        const auto* const y = reinterpret_cast<const Vector*>(right + at);
        auto* const z = reinterpret_cast<Vector*>(out + at);
        combine<kind>(x[0], y[0], z[0]);
        combine<kind>(x[1], y[1], z[1]);
    }
    for (; at < bytes; at += sizeof(T))
        combine<kind>(*reinterpret_cast<const T*>(left + at), *reinterpret_cast<const T*>(right + at),
                      *reinterpret_cast<T*>(out + at));
}

template <Kind kind, class T>
void run(const std::byte* left, const std::byte* right, std::byte* out, std::uint64_t elements) {
    combine_all<kind, T>(left, right, out, elements);
}

#if defined(__x86_64__)
/// With vectors twice as long, a fifth faster if another core has written an operand. No fused operations: the same
/// bits.
template <Kind kind, class T>
[[gnu::target("avx2")]] void run_by_long_vectors(const std::byte* left, const std::byte* right, std::byte* out,
                                                 std::uint64_t elements) {
    combine_all<kind, T>(left, right, out, elements);
}
#endif

template <Kind kind, class T>
FastOp best_run() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return run_by_long_vectors<kind, T>;
#endif
    return run<kind, T>;
}

template <Kind kind, class T>
void run_complex(const std::byte* left, const std::byte* right, std::byte* out, std::uint64_t elements) {
    if constexpr (kind == kSum) return run<kSum, T>(left, right, out, 2 * elements);
    const auto* const x = reinterpret_cast<const std::complex<T>*>(left);
    const auto* const y = reinterpret_cast<const std::complex<T>*>(right);
    for (std::uint64_t i = 0; i < elements; ++i) reinterpret_cast<std::complex<T>*>(out)[i] = x[i] * y[i];
}

/// The smaller place of two equal values (MPI-4.0, 6.9.4). Bytes between value and place are copied, too.
template <Kind kind, class T>
void run_placed(const std::byte* left, const std::byte* right, std::byte* out, std::uint64_t elements) {
    for (std::uint64_t i = 0; i < elements; ++i) {
        const auto& x = reinterpret_cast<const Placed<T>*>(left)[i];
        const auto& y = reinterpret_cast<const Placed<T>*>(right)[i];
        auto& z = reinterpret_cast<Placed<T>*>(out)[i];
        const bool is_left = kind == kMostPlace ? x.value > y.value : x.value < y.value;
        const int place = x.value == y.value ? std::min(x.place, y.place) : is_left ? x.place : y.place;
        z = is_left ? x : y;
        z.place = place;
    }
}

}  // namespace shunt::fast
