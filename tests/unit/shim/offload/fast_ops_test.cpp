#include "shim/offload/fast_ops.hpp"

#include <catch2/catch.hpp>
#include <complex>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "shim/offload/reduction.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

/// Checks that the loop of `op` and `type` gives `one(left, right)` in every element, at lengths around those of
/// vectors.
template <class T, class One>
void check_loop(MPI_Op op, MPI_Datatype type, One one) {
    const FastOp loop = fast_op(op, type);
    REQUIRE(loop);
    std::mt19937_64 random(7);
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 33u, 1000u}) {
        std::vector<T> left(count + 1), right(count + 1), out(count + 1);
        for (T& value : left) value = static_cast<T>(random());
        for (T& value : right) value = static_cast<T>(random());
        out.back() = left.back();  // the element after the end
        loop(reinterpret_cast<const std::byte*>(left.data()), reinterpret_cast<const std::byte*>(right.data()),
             reinterpret_cast<std::byte*>(out.data()), count);
        for (std::size_t i = 0; i < count; ++i) {
            const T expected = one(left[i], right[i]);
            REQUIRE(std::memcmp(&out[i], &expected, sizeof(T)) == 0);
        }
        REQUIRE(out.back() == left.back());
        loop(reinterpret_cast<const std::byte*>(left.data()), reinterpret_cast<const std::byte*>(right.data()),
             reinterpret_cast<std::byte*>(right.data()), count);
        REQUIRE(std::memcmp(right.data(), out.data(), count * sizeof(T)) == 0);  // into the operand as well
    }
}

/// The bytes of a random number as they are.
template <class T>
void check_bits(MPI_Datatype type) {
    check_loop<T>(MPI_BAND, type, [](T a, T b) { return static_cast<T>(a & b); });
    check_loop<T>(MPI_BOR, type, [](T a, T b) { return static_cast<T>(a | b); });
    check_loop<T>(MPI_BXOR, type, [](T a, T b) { return static_cast<T>(a ^ b); });
}

template <class T>
void check_truth(MPI_Datatype type) {
    // Random bytes are seldom zero.
    check_loop<T>(MPI_LAND, type, [](T a, T b) { return static_cast<T>(a && b); });
    check_loop<T>(MPI_LOR, type, [](T a, T b) { return static_cast<T>(a || b); });
    check_loop<T>(MPI_LXOR, type, [](T a, T b) { return static_cast<T>(!a != !b); });
}

template <class T>
void check_loops(MPI_Datatype type) {
    using Wide = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;
    check_loop<T>(MPI_SUM, type, [](T a, T b) { return static_cast<T>(static_cast<Wide>(a) + static_cast<Wide>(b)); });
    check_loop<T>(MPI_PROD, type,
                  [](T a, T b) { return static_cast<T>(1u * static_cast<Wide>(a) * static_cast<Wide>(b)); });
    check_loop<T>(MPI_MAX, type, [](T a, T b) { return a > b ? a : b; });
    check_loop<T>(MPI_MIN, type, [](T a, T b) { return a < b ? a : b; });
}

}  // namespace

TEST_CASE("loops of 32-bit numbers give the same results as one element after the other", "[shim][fast_op]") {
    Bed bed;
    check_loops<std::int32_t>(MPI_INT);
    check_loops<std::int32_t>(MPI_INTEGER);
    check_loops<std::uint32_t>(MPI_UINT32_T);
    check_loops<float>(MPI_FLOAT);
}

TEST_CASE("loops of 64-bit numbers give the same results as one element after the other", "[shim][fast_op]") {
    Bed bed;
    check_loops<std::int64_t>(MPI_LONG);
    check_loops<std::uint64_t>(MPI_UNSIGNED_LONG_LONG);
    check_loops<double>(MPI_DOUBLE_PRECISION);
}

TEST_CASE("loops of short numbers, bits and truth values give the same results", "[shim][fast_op]") {
    Bed bed;
    check_loops<std::int8_t>(MPI_SIGNED_CHAR);
    check_loops<std::uint8_t>(MPI_UNSIGNED_CHAR);
    check_loops<std::int16_t>(MPI_SHORT);
    check_loops<std::uint16_t>(MPI_UINT16_T);
    check_bits<std::uint8_t>(MPI_BYTE);
    check_bits<std::int16_t>(MPI_INT16_T);
    check_bits<std::int32_t>(MPI_INT);
    check_bits<std::uint64_t>(MPI_UNSIGNED_LONG);
    check_truth<std::int8_t>(MPI_INT8_T);
    check_truth<std::int32_t>(MPI_INT);
    check_truth<std::int64_t>(MPI_LONG);
}

TEST_CASE("a pair with a place keeps the greatest or least value, and the lowest of equal values' places",
          "[shim][fast_op]") {
    Bed bed;
    struct Pair {
        int value, place;
    };
    const Pair left[] = {{5, 1}, {2, 9}, {7, 4}, {7, 3}}, right[] = {{2, 9}, {5, 1}, {7, 3}, {7, 4}};
    const auto combined = [&](MPI_Op op) {
        std::vector<Pair> out(4);
        const FastOp loop = fast_op(op, MPI_2INT);
        REQUIRE(loop);
        loop(reinterpret_cast<const std::byte*>(left), reinterpret_cast<const std::byte*>(right),
             reinterpret_cast<std::byte*>(out.data()), 4);
        std::string said;
        for (const Pair& one : out) said += std::to_string(one.value) + "@" + std::to_string(one.place) + " ";
        return said;
    };
    CHECK(combined(MPI_MAXLOC) == "5@1 5@1 7@3 7@3 ");
    CHECK(combined(MPI_MINLOC) == "2@9 2@9 7@3 7@3 ");
}

TEST_CASE("complex numbers are added and multiplied, not compared", "[shim][fast_op]") {
    Bed bed;
    const std::complex<double> left[] = {{1, 2}, {0, -1}}, right[] = {{3, -1}, {0, 1}};
    const auto combined = [&](MPI_Op op) {
        std::vector<std::complex<double>> out(2);
        const FastOp loop = fast_op(op, MPI_C_DOUBLE_COMPLEX);
        REQUIRE(loop);
        loop(reinterpret_cast<const std::byte*>(left), reinterpret_cast<const std::byte*>(right),
             reinterpret_cast<std::byte*>(out.data()), 2);
        return out;
    };
    CHECK(combined(MPI_SUM) == std::vector<std::complex<double>>{{4, 1}, {0, 0}});
    CHECK(combined(MPI_PROD) == std::vector<std::complex<double>>{{5, 5}, {1, 0}});
    CHECK(fast_op(MPI_MAX, MPI_C_DOUBLE_COMPLEX) == nullptr);
}

TEST_CASE("other operations and types have no loop, and the host is not asked", "[shim][fast_op]") {
    Bed bed;
    for (const MPI_Op op : {MPI_MINLOC, MPI_REPLACE, MPI_OP_NULL}) CHECK(fast_op(op, MPI_INT) == nullptr);
    for (const MPI_Datatype type : {MPI_BYTE, MPI_LONG_DOUBLE, MPI_DOUBLE_INT, MPI_C_BOOL, MPI_DATATYPE_NULL})
        CHECK(fast_op(MPI_SUM, type) == nullptr);
    CHECK(fast_op(MPI_BAND, MPI_DOUBLE) == nullptr);
    CHECK(bed.mpi.calls("MPI_Reduce_local") == 0);
}

TEST_CASE("each loop has a place of its own, from the arguments alone", "[shim][fast_op]") {
    Bed bed;
    std::set<int> places;
    const MPI_Op ops[] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_LAND,   MPI_LOR,
                          MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
    const MPI_Datatype types[] = {MPI_INT8_T,    MPI_UINT16_T,         MPI_INT,    MPI_UNSIGNED_LONG, MPI_DOUBLE,
                                  MPI_C_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_BOOL, MPI_2INT,          MPI_DOUBLE_INT};
    int loops = 0;
    for (const MPI_Op op : ops)
        for (const MPI_Datatype type : types) {
            const int place = fast_op_place(op, type);
            CHECK((place >= 0) == (fast_op(op, type) != nullptr));
            if (place < 0) continue;
            loops += 1;
            places.insert(place);
            CHECK(place < int{kMostFastOps});
            CHECK(fast_ops().test(static_cast<std::size_t>(place)));
        }
    CHECK(loops == 4 * 10 + 4 + 2 * 2 + 3 + 2 * 2);
    CHECK(places.size() == static_cast<std::size_t>(loops));
    CHECK(fast_op_place(MPI_SUM, MPI_INT) == fast_op_place(MPI_SUM, MPI_INT32_T));
}

TEST_CASE("the host is asked about an operation once in the process", "[shim][fast_op]") {
    Bed bed;
    fast_op(MPI_MAX, MPI_LONG_LONG);
    const int asked = bed.mpi.calls("MPI_Reduce_local");
    fast_op(MPI_MAX, MPI_LONG_LONG);
    fast_op(MPI_MAX, MPI_INT64_T);  // the same numbers
    CHECK(bed.mpi.calls("MPI_Reduce_local") == asked);
}

TEST_CASE("predefined operations combine the types that MPI lists for them", "[shim][reduction]") {
    Bed bed;
    CHECK(can_combine(MPI_SUM, MPI_INT));
    CHECK(can_combine(MPI_SUM, MPI_C_DOUBLE_COMPLEX));
    CHECK(can_combine(MPI_BAND, MPI_BYTE));
    CHECK(can_combine(MPI_LAND, MPI_C_BOOL));
    CHECK(can_combine(MPI_MINLOC, MPI_DOUBLE_INT));
    CHECK_FALSE(can_combine(MPI_MAX, MPI_C_DOUBLE_COMPLEX));
    CHECK_FALSE(can_combine(MPI_BAND, MPI_DOUBLE));
    CHECK_FALSE(can_combine(MPI_SUM, MPI_BYTE));
    CHECK_FALSE(can_combine(MPI_SUM, MPI_DOUBLE_INT));
    CHECK_FALSE(can_combine(MPI_LAND, MPI_INTEGER));
    CHECK_FALSE(can_combine(MPI_SUM, MPI_DATATYPE_NULL));
    CHECK_FALSE(can_combine(MPI_OP_NULL, MPI_INT));
    CHECK_FALSE(can_combine(MPI_REPLACE, MPI_INT));
}

TEST_CASE("only integers, truth values and bytes combine exactly, by operations of MPI's own", "[shim][reduction]") {
    Bed bed;
    const MPI_Op own = bed.mpi.make_op(true, {});
    CHECK(combines_exactly(MPI_SUM, MPI_INT));
    CHECK(combines_exactly(MPI_PROD, MPI_INTEGER));
    CHECK(combines_exactly(MPI_MAX, MPI_COUNT));
    CHECK(combines_exactly(MPI_MIN, MPI_OFFSET));
    CHECK(combines_exactly(MPI_SUM, MPI_AINT));
    CHECK(combines_exactly(MPI_LXOR, MPI_LOGICAL));
    CHECK(combines_exactly(MPI_LAND, MPI_C_BOOL));
    CHECK(combines_exactly(MPI_BXOR, MPI_BYTE));
    CHECK(combines_exactly(MPI_MINLOC, MPI_2INT));
    CHECK(combines_exactly(MPI_MAXLOC, MPI_2INTEGER));
    // Sums are rounded. For 0.0 and -0.0, and beside a NaN, the position decides which operand is the greater.
    for (const MPI_Op op : {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN})
        for (const MPI_Datatype type : {MPI_DOUBLE, MPI_REAL, MPI_LONG_DOUBLE}) CHECK_FALSE(combines_exactly(op, type));
    CHECK_FALSE(combines_exactly(MPI_SUM, MPI_C_DOUBLE_COMPLEX));
    CHECK_FALSE(combines_exactly(MPI_MINLOC, MPI_DOUBLE_INT));
    CHECK_FALSE(combines_exactly(MPI_MAXLOC, MPI_2REAL));
    CHECK_FALSE(combines_exactly(own, MPI_INT));
    CHECK_FALSE(combines_exactly(own, MPI_2INT));
    CHECK_FALSE(combines_exactly(MPI_SUM, bed.mpi.make_type({4, 4, 0, 4})));  // perhaps a duplicate of MPI_INT
    CHECK_FALSE(is_predefined(own));
    CHECK(can_combine(own, bed.mpi.make_type({3, 5, 0, 3})));
}

TEST_CASE("the cached facts of an operation on a type agree with a new query", "[shim][reduction]") {
    Bed bed;
    const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_BAND, MPI_MINLOC, bed.mpi.make_op(true, {}), MPI_OP_NULL};
    const MPI_Datatype types[] = {MPI_INT,  MPI_DOUBLE,     MPI_BYTE,          MPI_2INT,
                                  MPI_LONG, MPI_DOUBLE_INT, MPI_DATATYPE_NULL, bed.mpi.make_type({4, 4, 0, 4})};
    for (int round = 0; round < 3; ++round)
        for (const MPI_Op op : ops)
            for (const MPI_Datatype type : types) {
                CHECK(combining_of(op, type).exact == combines_exactly(op, type));
                CHECK(combining_of(op, type).listed == (is_predefined(op) && can_combine(op, type)));
            }
    CHECK(is_exact(Operation::allreduce, 8, MPI_SUM, MPI_INT));
    CHECK_FALSE(is_exact(Operation::allreduce, 8, MPI_SUM, MPI_DOUBLE));
    CHECK(is_exact(Operation::allreduce, 0, MPI_SUM, MPI_DOUBLE));  // nothing is combined
    CHECK_FALSE(is_exact(Operation::bcast, 8, MPI_SUM, MPI_INT));
}

TEST_CASE("a combination is possible where elements have bytes, lie apart and fit a block", "[shim][reduction]") {
    Bed bed;
    const MPI_Op own = bed.mpi.make_op(false, {});
    const auto of = [&](const fake::Type& type) { return Combination::of(own, bed.mpi.make_type(type)); };
    CHECK(of({8, 8, 0, 8}).is_possible);
    CHECK_FALSE(of({8, 8, 0, 8}).commutes);
    CHECK(of({8, 16, 0, 12}).is_possible);
    CHECK_FALSE(of({8, 4, 0, 8}).is_possible);   // elements overlap
    CHECK_FALSE(of({8, -8, 0, 8}).is_possible);  // and in reverse order
    CHECK_FALSE(of({0, 8, 0, 0}).is_possible);   // nothing
    CHECK(of({65536, 65536, 0, 65536}).is_possible);
    CHECK_FALSE(of({65537, 65537, 0, 65537}).is_possible);
}

TEST_CASE("a loop stands for the host where there is one for the type", "[shim][reduction]") {
    Bed bed;
    CHECK(Combination::of(MPI_SUM, MPI_INT).plain);
    CHECK(Combination::of(MPI_SUM, MPI_INT).commutes);
    CHECK_FALSE(Combination::of(MPI_MINLOC, MPI_SHORT_INT).plain);
}

TEST_CASE("a reducer without a loop combines by the host, with left before right", "[shim][reduction]") {
    Bed bed;
    const auto difference = [](const void* left, void* right, int count, MPI_Datatype) {
        for (int i = 0; i < count; ++i)
            static_cast<int*>(right)[i] = static_cast<const int*>(left)[i] - static_cast<int*>(right)[i];
    };
    HostReducer reducer(Combination::of(bed.mpi.make_op(false, difference), MPI_INT));
    int left[] = {10, 20}, right[] = {1, 2};
    CHECK(reducer.combine(reinterpret_cast<std::byte*>(left), reinterpret_cast<std::byte*>(right), 2) == Status::ok);
    CHECK(right[0] == 9);
    CHECK(right[1] == 18);
    CHECK(reducer.code() == MPI_SUCCESS);
    bed.mpi.fail_next("MPI_Reduce_local", MPI_ERR_OP);
    CHECK(reducer.combine(reinterpret_cast<std::byte*>(left), reinterpret_cast<std::byte*>(right), 2) == Status::bug);
    CHECK(reducer.code() == MPI_ERR_OP);
}
