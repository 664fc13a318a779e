#include "shim/offload/fast_ops.hpp"

#include <atomic>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

#include "native/base/held_floats.hpp"
#include "shim/host/own_errors.hpp"
#include "shim/objects/operation.hpp"
#include "shim/offload/fast_op_loops.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

using namespace fast;

/// Types of Fortran have places of their own: a compiler may have given them other sizes, and a host other operations.
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
    kFortranInteger,
    kFortranReal,
    kFortranDouble,
    kFortranComplex,
    kFortranDoubleComplex,
    kFortranTwoIntegers,
    kNumbers
};
static_assert(int{kKinds} * int{kNumbers} <= kMostFastOps);

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
        case kFortranInteger:
        case kInt32: return integer_row<std::int32_t>(kind);
        case kUint32: return integer_row<std::uint32_t>(kind);
        case kInt64: return integer_row<std::int64_t>(kind);
        case kUint64: return integer_row<std::uint64_t>(kind);
        case kFortranReal:
        case kFloat: return arithmetic_row<float>(kind);
        case kFortranDouble:
        case kDouble: return arithmetic_row<double>(kind);
        case kFortranComplex:
        case kComplexFloat: return complex_row<float>(kind);
        case kFortranDoubleComplex:
        case kComplexDouble: return complex_row<double>(kind);
        case kBool: return truth_row<std::uint8_t>(kind, agrees_on_truth);
        case kLogical: return truth_row<std::uint32_t>(kind, agrees_on_all<std::int32_t>);
        case kFortranTwoIntegers:
        case kTwoInts: return placed_row<int>(kind);
        case kFloatInt: return placed_row<float>(kind);
        case kDoubleInt: return placed_row<double>(kind);
        case kLongInt: return placed_row<long>(kind);
        default: return {};
    }
}

struct OpRow {
    MPI_Op op;
    Kind kind;
};
struct TypeRow {
    MPI_Datatype type;
    Number number;
};

const OpRow kOps[] = {{MPI_SUM, kSum},   {MPI_PROD, kProduct}, {MPI_MAX, kMost},         {MPI_MIN, kLeast},
                      {MPI_LAND, kAnd},  {MPI_LOR, kOr},       {MPI_LXOR, kXor},         {MPI_BAND, kBitAnd},
                      {MPI_BOR, kBitOr}, {MPI_BXOR, kBitXor},  {MPI_MAXLOC, kMostPlace}, {MPI_MINLOC, kLeastPlace}};

static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8);
/// The most common types first.
const TypeRow kTypes[] = {{MPI_DOUBLE, kDouble},
                          {MPI_FLOAT, kFloat},
                          {MPI_INT, kInt32},
                          {MPI_INT32_T, kInt32},
                          {MPI_LONG, kInt64},
                          {MPI_LONG_LONG, kInt64},
                          {MPI_INT64_T, kInt64},
                          {MPI_UNSIGNED, kUint32},
                          {MPI_UINT32_T, kUint32},
                          {MPI_UNSIGNED_LONG, kUint64},
                          {MPI_UNSIGNED_LONG_LONG, kUint64},
                          {MPI_UINT64_T, kUint64},
                          {MPI_DOUBLE_PRECISION, kFortranDouble},
                          {MPI_REAL, kFortranReal},
                          {MPI_INTEGER, kFortranInteger},
                          {MPI_SHORT, kInt16},
                          {MPI_INT16_T, kInt16},
                          {MPI_UNSIGNED_SHORT, kUint16},
                          {MPI_UINT16_T, kUint16},
                          {MPI_SIGNED_CHAR, kInt8},
                          {MPI_INT8_T, kInt8},
                          {MPI_UNSIGNED_CHAR, kUint8},
                          {MPI_UINT8_T, kUint8},
                          {MPI_BYTE, kUint8},
                          {MPI_C_COMPLEX, kComplexFloat},
                          {MPI_C_DOUBLE_COMPLEX, kComplexDouble},
                          {MPI_COMPLEX, kFortranComplex},
                          {MPI_DOUBLE_COMPLEX, kFortranDoubleComplex},
                          {MPI_C_BOOL, kBool},
                          {MPI_LOGICAL, kLogical},
                          {MPI_2INT, kTwoInts},
                          {MPI_2INTEGER, kFortranTwoIntegers},
                          {MPI_FLOAT_INT, kFloatInt},
                          {MPI_DOUBLE_INT, kDoubleInt},
                          {MPI_LONG_INT, kLongInt}};

Kind kind_of(MPI_Op op) {
    for (const OpRow& row : kOps)
        if (row.op == op) return row.kind;
    return kKinds;
}

Number number_of(MPI_Datatype type) {
    for (const TypeRow& row : kTypes)
        if (row.type == type) return row.number;
    return kNumbers;
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
    // A host without Fortran may refuse its types, and the program's handler must not hear of that.
    const OwnErrors of_world(MPI_COMM_WORLD, false), of_self(MPI_COMM_SELF, false);
    FastOps given;
    for (const OpRow& op : kOps)
        for (const TypeRow& type : kTypes)
            if (fast_op(op.op, type.type)) given.set(static_cast<std::size_t>(fast_op_place(op.op, type.type)));
    return given;
}

}  // namespace shunt
