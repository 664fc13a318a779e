#include "shim/offload/fast_ops.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "native/base/held_floats.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

enum Kind : int { kSum, kProduct, kMost, kLeast, kKinds };
enum Number : int { kInt32, kUint32, kInt64, kUint64, kFloat, kDouble, kNumbers };

// For unsigned numbers, for which overflow is defined, or for vectors of numbers.
template <Kind kind, class T>
[[gnu::always_inline]] inline void combine(const T& left, const T& right, T& out) {
    if constexpr (kind == kSum) out = left + right;
    else if constexpr (kind == kProduct) out = left * right;
    else if constexpr (kind == kMost) out = left > right ? left : right;
    else out = left < right ? left : right;
}

/// `out` is `right`, or overlaps neither. Vectorised by hand, as -O2 does not vectorise.
template <Kind kind, class Number>
[[gnu::always_inline]] inline void combine_all(const std::byte* left, const std::byte* right, std::byte* out,
                                               std::uint64_t elements) {
    constexpr bool wraps = std::is_integral_v<Number> && (kind == kSum || kind == kProduct);
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

/// Pairs of numbers of every kind, each with each.
template <class T>
void fill(std::vector<T>& left, std::vector<T>& right) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> some{0,
                        1,
                        2,
                        3,
                        7,
                        static_cast<T>(-1),
                        static_cast<T>(-5),
                        Limits::max(),
                        Limits::lowest(),
                        static_cast<T>(Limits::max() / 3)};
    if constexpr (std::is_floating_point_v<T>) {
        some.insert(some.end(), {T(-0.0), T(0.1), T(1) / 3, Limits::infinity(), -Limits::infinity(),
                                 Limits::quiet_NaN(), Limits::min(), Limits::denorm_min(), -Limits::denorm_min(),
                                 Limits::epsilon(), 1 + Limits::epsilon()});
    }
    for (const T x : some)
        for (const T y : some) {
            left.push_back(x);
            right.push_back(y);
        }
}

/// Whether the host's operation gives the same bits, in long runs and in short ones. The test must not raise
/// floating-point exceptions in the program, by sums of infinities and the like.
template <class T>
bool agrees(FastOp ours, MPI_Op op, MPI_Datatype type) {
    int bytes = 0;  // a Fortran compiler may have been set to another size
    if (host.MPI_Type_size(type, &bytes) != MPI_SUCCESS || bytes != static_cast<int>(sizeof(T))) return false;
    const HeldFloats held;
    std::vector<T> left, right;
    fill(left, right);
    for (const std::size_t count : {left.size(), std::size_t{3}, std::size_t{1}}) {
        std::vector<T> theirs(right), mine(right);
        if (host.MPI_Reduce_local(left.data(), theirs.data(), static_cast<int>(count), type, op) != MPI_SUCCESS)
            return false;
        ours(reinterpret_cast<const std::byte*>(left.data()), reinterpret_cast<const std::byte*>(right.data()),
             reinterpret_cast<std::byte*>(mine.data()), count);
        if (std::memcmp(theirs.data(), mine.data(), count * sizeof(T)) != 0) return false;
    }
    return true;
}

struct Row {
    FastOp run;
    bool (*agrees)(FastOp, MPI_Op, MPI_Datatype);
};

template <class T>
Row row_of(Kind kind) {
    switch (kind) {
        case kSum: return {best_run<kSum, T>(), agrees<T>};
        case kProduct: return {best_run<kProduct, T>(), agrees<T>};
        case kMost: return {best_run<kMost, T>(), agrees<T>};
        default: return {best_run<kLeast, T>(), agrees<T>};
    }
}

Row row_of(Kind kind, Number number) {
    switch (number) {
        case kInt32: return row_of<std::int32_t>(kind);
        case kUint32: return row_of<std::uint32_t>(kind);
        case kInt64: return row_of<std::int64_t>(kind);
        case kUint64: return row_of<std::uint64_t>(kind);
        case kFloat: return row_of<float>(kind);
        default: return row_of<double>(kind);
    }
}

Kind kind_of(MPI_Op op) {
    if (op == MPI_SUM) return kSum;
    if (op == MPI_PROD) return kProduct;
    if (op == MPI_MAX) return kMost;
    return op == MPI_MIN ? kLeast : kKinds;
}

Number number_of(MPI_Datatype type) {
    static_assert(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8);
    if (type == MPI_DOUBLE) return kDouble;
    if (type == MPI_FLOAT) return kFloat;
    if (type == MPI_INT || type == MPI_INT32_T) return kInt32;
    if (type == MPI_LONG || type == MPI_LONG_LONG || type == MPI_INT64_T) return kInt64;
    if (type == MPI_UNSIGNED || type == MPI_UINT32_T) return kUint32;
    if (type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG || type == MPI_UINT64_T) return kUint64;
    if (type == MPI_DOUBLE_PRECISION) return kDouble;
    if (type == MPI_REAL) return kFloat;
    return type == MPI_INTEGER ? kInt32 : kNumbers;
}

}  // namespace

FastOp fast_op(MPI_Op op, MPI_Datatype type) {
    enum : int { unknown, ours, hosts };
    static std::atomic<int> known[kKinds][kNumbers];
    const Kind kind = kind_of(op);
    const Number number = number_of(type);
    if (kind == kKinds || number == kNumbers) return nullptr;
    const Row row = row_of(kind, number);
    std::atomic<int>& answer = known[kind][number];
    if (answer.load(std::memory_order_relaxed) == unknown)
        answer.store(row.agrees(row.run, op, type) ? ours : hosts, std::memory_order_relaxed);
    return answer.load(std::memory_order_relaxed) == ours ? row.run : nullptr;
}

int fast_op_place(MPI_Op op, MPI_Datatype type) {
    const Kind kind = kind_of(op);
    const Number number = number_of(type);
    return kind == kKinds || number == kNumbers ? -1 : int{kind} * int{kNumbers} + int{number};
}

std::uint32_t fast_ops() {
    static_assert(int{kKinds} * int{kNumbers} <= 32);
    const MPI_Datatype types[] = {MPI_INT32_T, MPI_UINT32_T, MPI_INT64_T, MPI_UINT64_T, MPI_FLOAT, MPI_DOUBLE};
    const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
    std::uint32_t given = 0;
    for (const MPI_Op op : ops)
        for (const MPI_Datatype type : types)
            if (fast_op(op, type)) given |= std::uint32_t{1} << fast_op_place(op, type);
    return given;
}

}  // namespace shunt
