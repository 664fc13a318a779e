#include "tests/unit/shim/fake_mpi/predefined_ops.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace shunt::fake {
namespace {

/// Applies `combine(left, right)`, which returns whether the operation is known and changes `right`.
template <class T, class Combine>
bool combine_each(const void* from, void* into, int count, const Combine& combine) {
    const auto* const left = static_cast<const T*>(from);
    auto* const right = static_cast<T*>(into);
    for (int i = 0; i < count; ++i)
        if (!combine(left[i], right[i])) return false;
    return true;
}

template <class T>
bool combine_one_number(MPI_Op op, T left, T& right) {
    using Wide = std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
    if (op == MPI_SUM) right = static_cast<T>(static_cast<Wide>(left) + static_cast<Wide>(right));
    else if (op == MPI_PROD) right = static_cast<T>(1u * static_cast<Wide>(left) * static_cast<Wide>(right));
    else if (op == MPI_MAX) right = left > right ? left : right;
    else if (op == MPI_MIN) right = left < right ? left : right;
    else return false;
    return true;
}

template <class T>
bool combine_one_truth(MPI_Op op, T left, T& right) {
    if (op == MPI_LAND) right = left && right;
    else if (op == MPI_LOR) right = left || right;
    else if (op == MPI_LXOR) right = !left != !right;
    else return false;
    return true;
}

template <class T>
bool combine_one_bits(MPI_Op op, T left, T& right) {
    if (op == MPI_BAND) right = static_cast<T>(left & right);
    else if (op == MPI_BOR) right = static_cast<T>(left | right);
    else if (op == MPI_BXOR) right = static_cast<T>(left ^ right);
    else return false;
    return true;
}

template <class T>
bool combine_integers(const void* from, void* into, int count, MPI_Op op) {
    return combine_each<T>(from, into, count, [op](T left, T& right) {
        return combine_one_number(op, left, right) || combine_one_truth(op, left, right) ||
               combine_one_bits(op, left, right);
    });
}

template <class T>
bool combine_floats(const void* from, void* into, int count, MPI_Op op) {
    return combine_each<T>(from, into, count, [op](T left, T& right) { return combine_one_number(op, left, right); });
}

template <class T>
bool combine_complex(const void* from, void* into, int count, MPI_Op op) {
    using Number = std::complex<T>;
    return combine_each<Number>(from, into, count, [op](const Number& left, Number& right) {
        if (op == MPI_SUM) right = left + right;
        else if (op == MPI_PROD) right = left * right;
        else return false;
        return true;
    });
}

template <class T>
bool combine_pairs(const void* from, void* into, int count, MPI_Op op) {
    struct Pair {
        T value;
        int place;
    };
    return combine_each<Pair>(from, into, count, [op](const Pair& left, Pair& right) {
        if (op != MPI_MAXLOC && op != MPI_MINLOC) return false;
        if (left.value == right.value) right.place = std::min(left.place, right.place);
        else if (op == MPI_MAXLOC ? left.value > right.value : left.value < right.value) right = left;
        return true;
    });
}

}  // namespace

bool combine_predefined(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op) {
    const auto by = [&](auto how) { return how(from, into, count, op); };
    const auto is_one_of = [type](auto... types) { return ((type == types) || ...); };
    if (is_one_of(MPI_INT, MPI_INT32_T, MPI_INTEGER)) return by(combine_integers<std::int32_t>);
    if (is_one_of(MPI_UNSIGNED, MPI_UINT32_T)) return by(combine_integers<std::uint32_t>);
    if (is_one_of(MPI_LONG, MPI_LONG_LONG, MPI_INT64_T)) return by(combine_integers<std::int64_t>);
    if (is_one_of(MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_UINT64_T)) return by(combine_integers<std::uint64_t>);
    if (is_one_of(MPI_SHORT, MPI_INT16_T)) return by(combine_integers<std::int16_t>);
    if (is_one_of(MPI_UNSIGNED_SHORT, MPI_UINT16_T)) return by(combine_integers<std::uint16_t>);
    if (is_one_of(MPI_SIGNED_CHAR, MPI_INT8_T)) return by(combine_integers<std::int8_t>);
    if (is_one_of(MPI_UNSIGNED_CHAR, MPI_UINT8_T, MPI_BYTE, MPI_C_BOOL)) return by(combine_integers<std::uint8_t>);
    if (type == MPI_LOGICAL) return by(combine_integers<std::int32_t>);
    if (is_one_of(MPI_C_COMPLEX, MPI_COMPLEX)) return by(combine_complex<float>);
    if (is_one_of(MPI_C_DOUBLE_COMPLEX, MPI_DOUBLE_COMPLEX)) return by(combine_complex<double>);
    if (is_one_of(MPI_2INT, MPI_2INTEGER)) return by(combine_pairs<int>);
    if (type == MPI_FLOAT_INT) return by(combine_pairs<float>);
    if (type == MPI_DOUBLE_INT) return by(combine_pairs<double>);
    if (is_one_of(MPI_FLOAT, MPI_REAL)) return by(combine_floats<float>);
    return is_one_of(MPI_DOUBLE, MPI_DOUBLE_PRECISION) && by(combine_floats<double>);
}

}  // namespace shunt::fake
