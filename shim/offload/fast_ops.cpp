#include "shim/offload/fast_ops.hpp"

#include <algorithm>
#include <atomic>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "native/base/held_floats.hpp"
#include "shim/objects/operation.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

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
enum Number : int {
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kInt32,
    kUint32,
    kInt64,
    kUint64,
    kFloat,
    kDouble,
    kComplexFloat,
    kComplexDouble,
    kBool,
    kLogical,
    kTwoInts,
    kFloatInt,
    kDoubleInt,
    kLongInt,
    kNumbers
};
static_assert(int{kKinds} * int{kNumbers} <= kMostFastOps);

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

/// For unsigned numbers, for which overflow is defined, or for vectors of numbers.
template <Kind kind, class T>
[[gnu::always_inline]] inline void combine(const T& left, const T& right, T& out) {
    if constexpr (kind == kSum) out = left + right;
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

/// Numbers of every kind.
template <class T>
std::vector<T> numbers() {
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
    return some;
}

/// Elements that are made of them.
template <class T>
std::vector<T> samples() {
    if constexpr (std::is_arithmetic_v<T>) return numbers<T>();
    else if constexpr (is_placed<T>) {
        std::vector<T> some;
        for (const auto value : numbers<decltype(T::value)>())
            for (const int place : {0, 3, -1}) {
                T& it = some.emplace_back();
                std::memset(static_cast<void*>(&it), 0, sizeof it);
                it.value = value;
                it.place = place;
            }
        return some;
    } else {
        using Part = typename T::value_type;
        std::vector<T> some;
        for (const Part real : numbers<Part>())
            for (const Part imaginary : {Part(0), Part(-0.0), Part(0.1), Part(-5)}) some.emplace_back(real, imaginary);
        return some;
    }
}

/// Whether the host's operation gives the same bits, in long runs and in short ones, for each sample with each. The
/// test must not raise floating-point exceptions in the program, by sums of infinities and the like.
template <class T>
bool agrees(FastOp ours, MPI_Op op, MPI_Datatype type, const std::vector<T>& some) {
    MPI_Count lb = 0, bytes = 0;  // a Fortran compiler may have been set to another size
    if (host.MPI_Type_get_extent_x(type, &lb, &bytes) != MPI_SUCCESS) return false;
    if (lb != 0 || bytes != static_cast<MPI_Count>(sizeof(T))) return false;
    const HeldFloats held;
    std::vector<T> left, right;
    for (const T& x : some)
        for (const T& y : some) {
            left.push_back(x);
            right.push_back(y);
        }
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

template <class T>
bool agrees_on_all(FastOp ours, MPI_Op op, MPI_Datatype type) {
    return agrees<T>(ours, op, type, samples<T>());
}

/// C has no other truth values.
bool agrees_on_truth(FastOp ours, MPI_Op op, MPI_Datatype type) { return agrees<std::uint8_t>(ours, op, type, {0, 1}); }

struct Row {
    FastOp run = nullptr;
    bool (*agrees)(FastOp, MPI_Op, MPI_Datatype) = nullptr;
};

template <class T>
Row arithmetic_row(Kind kind) {
    switch (kind) {
        case kSum: return {best_run<kSum, T>(), agrees_on_all<T>};
        case kProduct: return {best_run<kProduct, T>(), agrees_on_all<T>};
        case kMost: return {best_run<kMost, T>(), agrees_on_all<T>};
        case kLeast: return {best_run<kLeast, T>(), agrees_on_all<T>};
        default: return {};
    }
}

template <class T>
Row truth_row(Kind kind, bool (*agrees)(FastOp, MPI_Op, MPI_Datatype)) {
    switch (kind) {
        case kAnd: return {best_run<kAnd, T>(), agrees};
        case kOr: return {best_run<kOr, T>(), agrees};
        case kXor: return {best_run<kXor, T>(), agrees};
        default: return {};
    }
}

template <class T>
Row integer_row(Kind kind) {
    switch (kind) {
        case kBitAnd: return {best_run<kBitAnd, std::make_unsigned_t<T>>(), agrees_on_all<T>};
        case kBitOr: return {best_run<kBitOr, std::make_unsigned_t<T>>(), agrees_on_all<T>};
        case kBitXor: return {best_run<kBitXor, std::make_unsigned_t<T>>(), agrees_on_all<T>};
        default: break;
    }
    const Row truth = truth_row<std::make_unsigned_t<T>>(kind, agrees_on_all<T>);
    return truth.run ? truth : arithmetic_row<T>(kind);
}

template <class T>
Row complex_row(Kind kind) {
    if (kind == kSum) return {run_complex<kSum, T>, agrees_on_all<std::complex<T>>};
    if (kind == kProduct) return {run_complex<kProduct, T>, agrees_on_all<std::complex<T>>};
    return {};
}

template <class T>
Row placed_row(Kind kind) {
    if (kind == kMostPlace) return {run_placed<kMostPlace, T>, agrees_on_all<Placed<T>>};
    if (kind == kLeastPlace) return {run_placed<kLeastPlace, T>, agrees_on_all<Placed<T>>};
    return {};
}

Row row_of(Kind kind, Number number) {
    switch (number) {
        case kInt8: return integer_row<std::int8_t>(kind);
        case kUint8: return integer_row<std::uint8_t>(kind);
        case kInt16: return integer_row<std::int16_t>(kind);
        case kUint16: return integer_row<std::uint16_t>(kind);
        case kInt32: return integer_row<std::int32_t>(kind);
        case kUint32: return integer_row<std::uint32_t>(kind);
        case kInt64: return integer_row<std::int64_t>(kind);
        case kUint64: return integer_row<std::uint64_t>(kind);
        case kFloat: return arithmetic_row<float>(kind);
        case kDouble: return arithmetic_row<double>(kind);
        case kComplexFloat: return complex_row<float>(kind);
        case kComplexDouble: return complex_row<double>(kind);
        case kBool: return truth_row<std::uint8_t>(kind, agrees_on_truth);
        case kLogical: return truth_row<std::uint32_t>(kind, agrees_on_all<std::int32_t>);
        case kTwoInts: return placed_row<int>(kind);
        case kFloatInt: return placed_row<float>(kind);
        case kDoubleInt: return placed_row<double>(kind);
        case kLongInt: return placed_row<long>(kind);
        default: return {};
    }
}

Kind kind_of(MPI_Op op) {
    if (op == MPI_SUM) return kSum;
    if (op == MPI_PROD) return kProduct;
    if (op == MPI_MAX) return kMost;
    if (op == MPI_MIN) return kLeast;
    if (op == MPI_LAND) return kAnd;
    if (op == MPI_LOR) return kOr;
    if (op == MPI_LXOR) return kXor;
    if (op == MPI_BAND) return kBitAnd;
    if (op == MPI_BOR) return kBitOr;
    if (op == MPI_BXOR) return kBitXor;
    if (op == MPI_MAXLOC) return kMostPlace;
    return op == MPI_MINLOC ? kLeastPlace : kKinds;
}

Number number_of(MPI_Datatype type) {
    static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8);
    if (type == MPI_DOUBLE) return kDouble;
    if (type == MPI_FLOAT) return kFloat;
    if (type == MPI_INT || type == MPI_INT32_T) return kInt32;
    if (type == MPI_LONG || type == MPI_LONG_LONG || type == MPI_INT64_T) return kInt64;
    if (type == MPI_UNSIGNED || type == MPI_UINT32_T) return kUint32;
    if (type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG || type == MPI_UINT64_T) return kUint64;
    if (type == MPI_DOUBLE_PRECISION) return kDouble;
    if (type == MPI_REAL) return kFloat;
    if (type == MPI_INTEGER) return kInt32;
    if (type == MPI_SHORT || type == MPI_INT16_T) return kInt16;
    if (type == MPI_UNSIGNED_SHORT || type == MPI_UINT16_T) return kUint16;
    if (type == MPI_SIGNED_CHAR || type == MPI_INT8_T) return kInt8;
    if (type == MPI_UNSIGNED_CHAR || type == MPI_UINT8_T || type == MPI_BYTE) return kUint8;
    if (type == MPI_C_COMPLEX || type == MPI_COMPLEX) return kComplexFloat;
    if (type == MPI_C_DOUBLE_COMPLEX || type == MPI_DOUBLE_COMPLEX) return kComplexDouble;
    if (type == MPI_C_BOOL) return kBool;
    if (type == MPI_LOGICAL) return kLogical;
    if (type == MPI_2INT || type == MPI_2INTEGER) return kTwoInts;
    if (type == MPI_FLOAT_INT) return kFloatInt;
    if (type == MPI_DOUBLE_INT) return kDoubleInt;
    return type == MPI_LONG_INT ? kLongInt : kNumbers;
}

/// The loop that stands for the operation, whatever the host's results are. No loop where MPI does not define the
/// operation on the type: the host would raise an error when it is tested.
Row row_of(MPI_Op op, MPI_Datatype type) {
    const Kind kind = kind_of(op);
    const Number number = number_of(type);
    if (kind == kKinds || number == kNumbers || !can_combine(op, type)) return {};
    return row_of(kind, number);
}

}  // namespace

FastOp fast_op(MPI_Op op, MPI_Datatype type) {
    enum : int { unknown, ours, hosts };
    static std::atomic<int> known[kKinds][kNumbers];
    const Row row = row_of(op, type);
    if (!row.run) return nullptr;
    std::atomic<int>& answer = known[kind_of(op)][number_of(type)];
    if (answer.load(std::memory_order_relaxed) == unknown)
        answer.store(row.agrees(row.run, op, type) ? ours : hosts, std::memory_order_relaxed);
    return answer.load(std::memory_order_relaxed) == ours ? row.run : nullptr;
}

int fast_op_place(MPI_Op op, MPI_Datatype type) {
    return row_of(op, type).run ? int{kind_of(op)} * int{kNumbers} + int{number_of(type)} : -1;
}

FastOps fast_ops() {
    const MPI_Datatype types[] = {MPI_INT8_T,    MPI_UINT8_T,          MPI_INT16_T,  MPI_UINT16_T, MPI_INT32_T,
                                  MPI_UINT32_T,  MPI_INT64_T,          MPI_UINT64_T, MPI_FLOAT,    MPI_DOUBLE,
                                  MPI_C_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_BOOL,   MPI_LOGICAL,  MPI_2INT,
                                  MPI_FLOAT_INT, MPI_DOUBLE_INT,       MPI_LONG_INT};
    const MPI_Op ops[] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_LAND,   MPI_LOR,
                          MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
    FastOps given;
    for (const MPI_Op op : ops)
        for (const MPI_Datatype type : types)
            if (fast_op(op, type)) given.set(static_cast<std::size_t>(fast_op_place(op, type)));
    return given;
}

}  // namespace shunt
