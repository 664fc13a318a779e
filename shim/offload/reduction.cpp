#include "shim/offload/reduction.hpp"

#include <algorithm>

#include "shim/host/named_object.hpp"
#include "shim/objects/datatype.hpp"
#include "shim/table/generated/host_mpi.hpp"

namespace shunt {
namespace {

/// The groups of types that MPI 4.0, 6.9.2 gives predefined operations on, as bits.
enum Group : unsigned {
    none = 0,
    c_integer = 1,
    fortran_integer = 2,
    floating = 4,
    logical = 8,
    complex = 16,
    byte = 32,
    pair = 64,
    every = ~0u
};

struct TypeRow {
    MPI_Datatype type;
    Group group;
};

Group group_of(MPI_Datatype type) {
    const TypeRow rows[] = {
        {MPI_DOUBLE, floating},
        {MPI_FLOAT, floating},
        {MPI_INT, c_integer},
        {MPI_LONG, c_integer},
        {MPI_LONG_LONG, c_integer},
        {MPI_UNSIGNED, c_integer},
        {MPI_UNSIGNED_LONG, c_integer},
        {MPI_UNSIGNED_LONG_LONG, c_integer},
        {MPI_SHORT, c_integer},
        {MPI_UNSIGNED_SHORT, c_integer},
        {MPI_SIGNED_CHAR, c_integer},
        {MPI_UNSIGNED_CHAR, c_integer},
        {MPI_INT8_T, c_integer},
        {MPI_INT16_T, c_integer},
        {MPI_INT32_T, c_integer},
        {MPI_INT64_T, c_integer},
        {MPI_UINT8_T, c_integer},
        {MPI_UINT16_T, c_integer},
        {MPI_UINT32_T, c_integer},
        {MPI_UINT64_T, c_integer},
        {MPI_AINT, fortran_integer},
        {MPI_OFFSET, fortran_integer},
        {MPI_COUNT, fortran_integer},
        {MPI_INTEGER, fortran_integer},
        {MPI_LONG_DOUBLE, floating},
        {MPI_REAL, floating},
        {MPI_DOUBLE_PRECISION, floating},
        {MPI_C_BOOL, logical},
        {MPI_LOGICAL, logical},
        {MPI_C_COMPLEX, complex},
        {MPI_C_DOUBLE_COMPLEX, complex},
        {MPI_C_LONG_DOUBLE_COMPLEX, complex},
        {MPI_COMPLEX, complex},
        {MPI_DOUBLE_COMPLEX, complex},
        {MPI_BYTE, byte},
        {MPI_FLOAT_INT, pair},
        {MPI_DOUBLE_INT, pair},
        {MPI_LONG_INT, pair},
        {MPI_2INT, pair},
        {MPI_SHORT_INT, pair},
        {MPI_LONG_DOUBLE_INT, pair},
        {MPI_2REAL, pair},
        {MPI_2DOUBLE_PRECISION, pair},
        {MPI_2INTEGER, pair},
    };
    for (const TypeRow& row : rows)
        if (row.type == type) return row.group;
    return none;
}

struct OpRow {
    MPI_Op op;
    unsigned groups;
};

/// The groups of types that a predefined operation combines; `every` for operations of the program.
unsigned groups_of(MPI_Op op) {
    constexpr unsigned integers = c_integer | fortran_integer, numbers = integers | floating;
    const OpRow rows[] = {
        {MPI_SUM, numbers | complex},
        {MPI_PROD, numbers | complex},
        {MPI_MAX, numbers},
        {MPI_MIN, numbers},
        {MPI_LAND, c_integer | logical},
        {MPI_LOR, c_integer | logical},
        {MPI_LXOR, c_integer | logical},
        {MPI_BAND, integers | byte},
        {MPI_BOR, integers | byte},
        {MPI_BXOR, integers | byte},
        {MPI_MINLOC, pair},
        {MPI_MAXLOC, pair},
        {MPI_REPLACE, none},
        {MPI_NO_OP, none},
        {MPI_OP_NULL, none},
    };
    for (const OpRow& row : rows)
        if (row.op == op) return row.groups;
    return every;
}

}  // namespace

bool can_combine(MPI_Op op, MPI_Datatype type) {
    const unsigned groups = groups_of(op);
    if (type == MPI_DATATYPE_NULL) return false;
    return groups == every ? may_name_operation(op) : (groups & group_of(type)) != 0;
}

bool is_predefined(MPI_Op op) { return groups_of(op) != every; }

bool combines_exactly(MPI_Op op, MPI_Datatype type) {
    constexpr unsigned exact = c_integer | fortran_integer | logical | byte;
    return is_predefined(op) && (groups_of(op) & group_of(type) & exact) != 0;
}

ElementLayout ElementLayout::of(MPI_Datatype type) {
    MPI_Count lb = 0, true_extent = 0;
    ElementLayout layout;
    host.MPI_Type_get_extent_x(type, &lb, &layout.extent);
    host.MPI_Type_get_true_extent_x(type, &layout.true_lb, &true_extent);
    layout.plain = facts_of(type).contiguous;
    layout.separate = layout.extent > 0 && layout.extent >= true_extent;
    return layout;
}

Combination Combination::of(MPI_Op op, MPI_Datatype type) {
    constexpr MPI_Count kMostExtent = 64 << 10;  // of an element, which must fit a block
    Combination it{op, type, ElementLayout::of(type), false, false, nullptr};
    it.is_possible =
        it.layout.separate && it.layout.extent <= kMostExtent && facts_of(type).size > 0 && can_combine(op, type);
    if (!it.is_possible) return it;
    int commutes = 0;
    host.MPI_Op_commutative(op, &commutes);
    it.commutes = commutes != 0;
    if (it.layout.plain) it.plain = fast_op(op, type);
    return it;
}

Status HostReducer::combine_into(const std::byte* left, const std::byte* right, std::byte* into,
                                 std::uint64_t elements) {
    if (!how_.plain) return Reducer::combine_into(left, right, into, elements);
    how_.plain(left, right, into, elements);
    return Status::ok;
}

Status HostReducer::combine(const std::byte* left, std::byte* right, std::uint64_t elements) {
    if (how_.plain) {
        how_.plain(left, right, right, elements);
        return Status::ok;
    }
    constexpr std::uint64_t kMost = 1 << 30;  // MPI_Reduce_local counts in int
    left -= how_.layout.true_lb;
    right -= how_.layout.true_lb;
    for (std::uint64_t done = 0; done < elements; done += kMost) {
        const auto at = static_cast<std::ptrdiff_t>(done * element_bytes());
        const int code = host.MPI_Reduce_local(left + at, right + at,
                                               static_cast<int>(std::min(kMost, elements - done)), how_.type, how_.op);
        if (code == MPI_SUCCESS) continue;
        if (code_ == MPI_SUCCESS) code_ = code;
        return Status::bug;
    }
    return Status::ok;
}

}  // namespace shunt
